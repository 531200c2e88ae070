import { type KnobName, knobNames } from '../../src/contract/knobs.ts'
import { isSameChoice } from '../../src/contract/profile.ts'
import { type Risk, riskWords } from '../client/exchange.ts'
import { RiskRefused } from '../client/risk.ts'
import { mustHave } from '../model/needs.ts'
import type { Service } from '../model/service.ts'
import type { Opening } from '../run/opening.ts'
import { type Reason, reasonOf } from '../run/reasons.ts'
import {
  chosenByTwin,
  type Experiment,
  faultsOf,
  type Seen,
  Unseen,
  type UnseenReason,
} from './experiment.ts'
import { ofDecisions } from './knobs-of-decisions.ts'
import { ofLists } from './knobs-of-lists.ts'
import { type Laboratory, steadily } from './laboratory.ts'
import type { KnobFinding } from './report.ts'

/** One experiment for each knob; `tsc` reports a knob without one. */
const all: Readonly<Record<KnobName, Experiment>> = { ...ofLists, ...ofDecisions }

/** Decisions come before the list is read, because they change it; in each part, what others build on comes first. */
const RISKS: readonly Risk[] = ['w2', 'r', 'w0']
/** What is asked before the list is read: it changes the list, or finds how to ask for it. */
const isBeforeList = (knob: KnobName) => knob === 'authorization' || all[knob].risk === 'w2'

export const knobsInOrder: readonly KnobName[] = (Object.keys(all) as KnobName[]).sort((a, b) => {
  const rank = (knob: KnobName) => (knob === 'authorization' ? -1 : RISKS.indexOf(all[knob].risk))
  return rank(a) - rank(b)
})

/** What each experiment sends at most, and what it asks and compares, in one line. */
export const experiments = Object.fromEntries(
  knobNames.map((knob) => {
    const {
      risk,
      seen = `requests with ${faultsOf(knob).join(', ')}: rejected, or answered as with one of the choices`,
    } = all[knob]
    return [knob, { risk, seen }]
  }),
) as Readonly<Record<KnobName, Required<Pick<Experiment, 'risk' | 'seen'>>>>

type Outcome = Pick<KnobFinding, 'choice' | 'confidence' | 'evidence' | 'reason' | 'settle'>

/** Asks for a knob in each session, and returns the choice that they agree on, or why none is known. */
export async function askKnob(knob: KnobName, laboratory: Laboratory): Promise<Outcome> {
  const experiment = all[knob]
  try {
    const seen: Seen[] = []
    for (const turn of experiment.once ? ([0] as const) : ([0, 1] as const)) {
      const lab = await laboratory.lab(turn, knob, isBeforeList(knob))
      await mustHave(experiment.needs ?? [], lab.service)
      const work = async () => experiment.ask?.(lab) ?? chosenByTwin(lab, knob, experiment)
      const forget = () => laboratory.forget(turn)
      seen.push(await (experiment.steady ? steadily(lab.service, work, forget) : work()))
    }
    const [first, second = first] = seen as [Seen, Seen?]
    if (!isSameChoice(first.choice, second.choice))
      throw new Unseen('contradictory', `first ${first.evidence}; then ${second.evidence}`)
    const choice = second.choice as KnobFinding['choice']
    laboratory.add({ [knob]: choice })
    const doubt = first.doubt ?? second.doubt
    const known = { choice, evidence: second.evidence, reason: null }
    if (doubt === undefined) return { ...known, confidence: 'certain', settle: null }
    return { ...known, confidence: 'likely', settle: `check by hand: ${doubt}` }
  } catch (error) {
    const why = await blame(error, laboratory.services[0].as(knob)).catch((failure: unknown) => failure)
    const { reason, detail, remedy = REMEDIES[reason] ?? null } = whyUnseen(why, knob)
    return { choice: null, confidence: 'unknown', evidence: detail, reason, settle: remedy }
  }
}

/** Distinguishes a service that fails only on this request from a target that fails on a plain list, too. */
async function blame(error: unknown, service: Service): Promise<unknown> {
  if (!(error instanceof Unseen) || error.reason !== 'breaks') return error
  const { response } = (await service.again()).exchange
  if (response.status === 200) return new Unseen('breaks', `${error.message}, but a plain list returns 200`)
  return new Unseen('target-failed', `${error.message}, and a plain list fails, too`)
}

function whyUnseen(error: unknown, knob: KnobName): Omit<Reason, 'reason'> & { reason: UnseenReason } {
  if (!(error instanceof RiskRefused)) return reasonOf(error)
  const { risk } = experiments[knob]
  const remedy = risk === 'w2' ? 'use --allow-writes' : 'remove --read-only'
  const detail = `it needs ${riskWords[risk]} (${risk}), which this run does not send`
  return { reason: 'not-allowed', detail, remedy }
}

const REMEDIES: Partial<Record<UnseenReason, string>> = {
  'no-such-choice': 'set it by hand to the nearest choice',
  breaks: 'no choice fits: the simulator never fails like this',
  hidden: 'no action needed: this knob has no effect on this service',
  contradictory: 'probe again; if it happens again, two versions may share one address',
  'data-drift': 'probe again while nobody changes the data',
  deadline: 'raise --deadline',
  interrupted: 'probe again without interruption',
  'target-failed': 'probe again when the target answers',
  blocked: 'fix that first, then probe again',
  'branch-not-taken': 'set it by hand',
}

/** Returns the outcome of every knob if the target cannot be probed: nothing can be sent, or its list is not a list. */
export function lostToAll({ cause, end }: Opening): Outcome | undefined {
  const reason = end?.reason ?? (cause && 'blocked')
  if (reason === undefined) return undefined
  const evidence = end?.detail ?? (cause?.says as string)
  return { choice: null, confidence: 'unknown', evidence, reason, settle: REMEDIES[reason] ?? null }
}
