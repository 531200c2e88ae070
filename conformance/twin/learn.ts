import type { BodyRow, Profile } from '../../src/contract/profile.ts'
import { firstEvidence } from './first-evidence.ts'
import { withFormNames } from './form-names.ts'
import { withGateway } from './gateway.ts'
import { hiddenRows } from './hidden-bodies.ts'
import { withWordsIfAccepted } from './if-accepted.ts'
import type { LearningOptions } from './learning-options.ts'
import { cells, knobPoints, lateTypes, type Point, showsIn, stepOrder } from './options.ts'
import { type Evidence, ProfileFitter } from './profile-fitter.ts'
import { refitToWords } from './refit.ts'
import { rules } from './rules.ts'
import { withoutTokenApart } from './without-token.ts'
import { createWordLearning } from './words.ts'

export interface Learned {
  profile: Profile
  evidence: readonly Evidence[]
  /** What no choice of the tables explains. */
  unexplained: readonly Evidence[]
  /** Fields of answers that no template can say. */
  unlike: readonly string[]
  /** Rows of tables of which the target has shown nothing. */
  assumed: readonly BodyRow[]
}

/** Points that a step of judging hides which comes before. */
const BODY_POINTS = /^(bodyType|(type|body|json|coding)\..*)$/
/** The most rounds that move one step of the order each: enough to put any order right. */
const ROUNDS = 4

/**
 * Learns the tables of a profile: what happens in each situation, in which order a request is judged, and with which
 * words and in which form it is answered. The twin is asked each question, too, and says which choice gives the same.
 */
export async function learnDialect(options: LearningOptions): Promise<Learned> {
  const { oracle, strata } = options
  const evidence = await firstEvidence(strata, options.profile, oracle)
  const fitter = new ProfileFitter(options.profile, evidence, oracle)
  const open = knobPoints.filter(({ name }) => options.open.has(name))
  const points = [...open, ...rules, ...cells]
  for (const point of points) await fitter.settle(point)
  await fitter.learnWords()
  for (let round = 0; round < ROUNDS; round++) {
    const { profile } = fitter
    await fitter.settle(stepOrder)
    if (fitter.profile === profile) break
  }
  await fitter.settle(lateTypes)
  // What a choice looked like may have been the effect of another one that is settled by now.
  const left = await fitter.unexplained()
  const isMoved = fitter.profile.dialect.steps.length > 0
  const isLeft = (point: Point) =>
    left.some(({ asked }) => showsIn(point, asked.stratum)) || (isMoved && BODY_POINTS.test(point.name))
  for (const point of points.filter(isLeft)) await fitter.settle(point)
  await fitter.prune()
  // An entry that was left out may have hidden which choice of another one is right.
  const pruned = fitter.profile
  const hidden = await fitter.unexplained()
  for (const point of cells) {
    if (hidden.some(({ asked }) => showsIn(point, asked.stratum))) await fitter.settle(point)
  }
  if (fitter.profile !== pruned) await fitter.prune()

  const { evidence: all } = fitter
  fitter.profile = await withoutTokenApart(fitter.profile, all, oracle)
  fitter.profile = await withFormNames(fitter.profile, all, oracle)
  const { learnWords, ...learning } = createWordLearning(all, options)
  const { profile: worded, unlike } = await refitToWords(fitter, learnWords, oracle)
  const profile = await withWordsIfAccepted(withGateway(worded), all, { ...learning, ...options })
  const answers = await Promise.all(
    all.map(async ({ asked, answer }) => ({ asked, answer, twin: await oracle.twin(profile, asked) })),
  )
  const assumed = hiddenRows(answers)
  return { profile, evidence: all, unexplained: await fitter.unexplained(), unlike, assumed }
}
