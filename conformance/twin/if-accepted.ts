import { groupBy } from '../../src/contract/group-by.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { Frame, Phrase } from '../../src/contract/wording.ts'
import type { Situation } from '../../src/twin.ts'
import { JSON_TYPE } from '../client/exchange.ts'
import { objectOf } from '../service/lists.ts'
import { compare } from './compare.ts'
import type { LearningOptions } from './learning-options.ts'
import { withDialect } from './options.ts'
import type { Evidence, Oracle } from './profile-fitter.ts'
import type { Refused } from './refusals/refused.ts'
import { type RefusedEvidence, refusedUnder, type WordLearning } from './words.ts'

/** The types that make a difference, the likelier first, and how many forms of refusals show that one makes none. */
const TYPES = [
  { type: 'ifJson', name: 'JSON', accept: JSON_TYPE, enough: 2 },
  { type: 'ifHtml', name: 'HTML', accept: 'text/html', enough: 1 },
] as const

type Options = Omit<WordLearning, 'learnWords'> & Pick<LearningOptions, 'oracle' | 'baseUrl' | 'isHarmless'>

/** Learns the refusals of requests whose Accept names JSON or HTML, where a framework answers others in the other form. */
export async function withWordsIfAccepted(
  profile: Profile,
  evidence: readonly Evidence[],
  options: Options,
): Promise<Profile> {
  for (const kind of TYPES) {
    const found = await withWordsIf(kind, profile, evidence, options)
    if (found !== profile) return found
  }
  return profile
}

async function withWordsIf(
  kind: (typeof TYPES)[number],
  profile: Profile,
  evidence: readonly Evidence[],
  options: Options,
): Promise<Profile> {
  const { oracle, learnSituation, steady, isHarmless } = options
  const other = await askedAgain(kind, await refusedUnder(profile, evidence, options), oracle)
  const steadyOnes = other.map(({ asked, answer }) => ({ asked, answer: steady(answer) }))
  const refused = await refusedUnder(profile, steadyOnes, options)
  const groups = groupBy(refused.filter(hasOneSituation), nameOf)
  const frames: Record<string, Frame> = {}
  const phrases: Record<string, Phrase> = {}
  for (const [name, group] of groups) {
    const { frame, text, keys } = learnSituation(group as readonly Refused[] as [Refused])
    if (!isHarmless(JSON.stringify([frame, text]))) continue
    const known = Object.keys(frames).find((other) => JSON.stringify(frames[other]) === JSON.stringify(frame))
    // Frames for all other requests keep their names.
    const own = known ?? `${name} if ${kind.name}`
    frames[own] = frame
    phrases[name] = { text, frame: own, ...(keys && { keys }) }
  }
  if (Object.keys(phrases).length === 0) return profile
  return withDialect(profile, {
    refusals: { ...profile.dialect.refusals, [kind.type]: { frames, phrases } },
  })
}

/** Asks again with an Accept what was refused, one of each form and, where that differs, one of each situation. */
async function askedAgain(
  { accept, enough }: (typeof TYPES)[number],
  refused: readonly RefusedEvidence[],
  { target, mayAskFurther }: Oracle,
): Promise<Evidence[]> {
  const forms = groupBy(refused.filter(hasOneSituation).filter(mayBeAskedAgain), formOf)
  const byRoute = (a: Refused, b: Refused) => Number(isRouteRefusal(b)) - Number(isRouteRefusal(a))
  const routesFirst = [...forms.values()]
    .map((form) => form.toSorted(byRoute) as [RefusedEvidence, ...RefusedEvidence[]])
    .sort(([a], [b]) => byRoute(a, b))
  const other: Evidence[] = []
  for (const [i, form] of routesFirst.entries()) {
    if (i === enough && other.length === 0) return []
    for (const [{ asked, answer }] of groupBy(form, nameOf).values()) {
      if (mayAskFurther?.(true) === false) return other
      const question = { ...asked.question, accept }
      const again = await target({ ...asked, question })
      if (again === undefined || again.status < 400) break
      if (compare(question, answer, again).letter === undefined) break
      other.push({ asked: { ...asked, question }, answer: again })
    }
  }
  return other
}

function hasOneSituation({ situations }: Refused): boolean {
  return situations.length === 1
}

/** What a HEAD is answered with has no body, and what names a declared report may change it. */
function mayBeAskedAgain({ asked: { question, risk } }: RefusedEvidence): boolean {
  return question.accept === null && question.method !== 'HEAD' && (risk === 'r' || risk === 'w0')
}

function nameOf({ situations }: Refused): string {
  return (situations[0] as Situation).name
}

function isRouteRefusal(one: Refused): boolean {
  return nameOf(one).startsWith('route.')
}

function formOf({ answer: { status, headers, json } }: Refused): string {
  return JSON.stringify([status, headers['content-type'] ?? null, Object.keys(objectOf(json) ?? {})])
}
