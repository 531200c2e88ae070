import type { Shape } from '../../src/contract/dialect.ts'
import { jsonValue } from '../../src/contract/json-value.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { requestSlots } from '../../src/contract/request-slots.ts'
import type { Refusals } from '../../src/contract/wording.ts'
import type { Question } from '../client/exchange.ts'
import { urlOf } from '../client/request.ts'
import { objectOf } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'
import { allowOf } from './allow-header.ts'
import { fitJoining } from './fit-joining.ts'
import { onlyHarmless, withoutPersons } from './harmless.ts'
import { headRefusalsOf } from './head-refusals.ts'
import { commonHeaders, isSameHeaders, largeHeadersOf, repeatedHeaders, withHeaders } from './headers.ts'
import { ownStyleOf, stylesOf } from './json-styles.ts'
import type { LearningOptions } from './learning-options.ts'
import { hasPathsAsSent } from './link-path.ts'
import { type ListedAnswer, type ListHeaders, listHeadersOf } from './list-headers.ts'
import { isNamed, ofOneReason } from './one-reason.ts'
import { withDialect } from './options.ts'
import { optionsShapeOf } from './options-shape.ts'
import type { Evidence, Oracle } from './profile-fitter.ts'
import { redirectShapeOf } from './redirect-shape.ts'
import { refusalsOf } from './refusals/refusals.ts'
import { messageOf, type Refused } from './refusals/refused.ts'
import { createLearnSituation, type FormOf, type LearnSituation } from './refusals/situation.ts'
import { isSameJson } from './same-json.ts'
import { type AskedList, listSlots, shapeOf } from './shape.ts'
import { steadied } from './steady.ts'
import { stepOf } from './step-of.ts'
import type { Answer } from './target-data.ts'

export interface WordedProfile {
  profile: Profile
  unlike: readonly string[]
}

/**
 * Learns the words and the form of answers under a profile that says what each of them is about.
 * @param joining the rules for several faults, where they are known
 */
export type LearnWords = (profile: Profile, joining?: Refusals['joining']) => Promise<WordedProfile>

/** What learns the words of answers. Only refusals depend on the profile: all else is learned once. */
export interface WordLearning {
  learnWords: LearnWords
  learnSituation: LearnSituation
  /** Gives a refusal the same ids and times as all others: see steady.ts. */
  steady: (answer: Answer) => Answer
}

export function createWordLearning(evidence: readonly Evidence[], options: LearningOptions): WordLearning {
  const { oracle, isHarmless } = options
  const steady = steadied(evidence.map(({ answer }) => answer))
  const steadyOnes = evidence.map(({ asked, answer }) => ({ asked, answer: steady(answer) }))
  const { allow, evidence: known } = allowOf(steadyOnes)
  const { shape: ofAnswers, unlike, formOf } = formsOf(known, evidence, options)
  const shape = { ...ofAnswers, ...(allow && isHarmless(JSON.stringify(allow)) && { allow }) }
  const learnSituation = createLearnSituation(formOf)
  const learnWords: LearnWords = async (fitted, joining) => {
    const everything = await allRefusedUnder(fitted, known, options)
    const refused = ofOneReason(everything)
    const refusals = refusalsOf(refused, learnSituation, isHarmless)
    const told = joining === undefined ? refusals : { ...refusals, joining }
    const ofRefusals = { ...shape, ...headRefusalsOf(everything) }
    let profile = withDialect(fitted, { refusals: told, shape: { ...fitted.dialect.shape, ...ofRefusals } })
    for (const source of joining === undefined ? (['query', 'payload'] as const) : []) {
      const several = refused.flatMap(({ situations, defaultFrameKey, ...evidence }) =>
        situations.length > 1 && defaultFrameKey === source
          ? [{ ...evidence, situations: situations.map(({ name }) => name) }]
          : [],
      )
      if (several.length > 0) profile = await fitJoining(profile, source, several, { oracle, isHarmless })
    }
    return { profile, unlike }
  }
  return { learnWords, learnSituation, steady }
}

export type RefusedEvidence = Refused & Evidence

type Judging = Pick<LearningOptions, 'baseUrl'> & { oracle: Pick<Oracle, 'twin'> }

/** Returns the answers that refuse, each with what the twin says was wrong, without those that may be about something else. */
export async function refusedUnder(
  profile: Profile,
  known: readonly Evidence[],
  judging: Judging,
): Promise<RefusedEvidence[]> {
  return ofOneReason(await allRefusedUnder(profile, known, judging))
}

async function allRefusedUnder(
  profile: Profile,
  known: readonly Evidence[],
  { oracle, baseUrl }: Judging,
): Promise<RefusedEvidence[]> {
  const all: RefusedEvidence[] = []
  for (const { asked, answer } of known) {
    if (answer.status < 400) continue
    const twin = await oracle.twin(profile, asked)
    const { situations, status, json, text } = twin
    if (OTHER_FORMS.test(asked.stratum) && stepOf(twin) === 'state') continue
    const matchesDefault = status === answer.status && text === answer.text && isSameJson(json, answer.json)
    if (situations.length === 0) continue
    const source = objectOf(objectOf(json)?.validation)?.source
    const defaultFrameKey = typeof source === 'string' ? source : String(status)
    const said = messageOf({ json })
    const matchesDefaultText = said !== '' && said === messageOf(answer)
    const request = requestOf(asked.question, baseUrl)
    const { invented = [] } = asked
    const named = isNamed(asked.stratum, situations[0]?.name ?? '')
    all.push({
      situations,
      defaultFrameKey,
      answer,
      matchesDefault,
      matchesDefaultText,
      request,
      isNamed: named,
      invented,
      asked,
    })
  }
  return all
}

/** What answers have in common, whatever they are about. */
interface Forms {
  shape: Shape
  unlike: readonly string[]
  /** Returns what is particular to some refusals. */
  formOf: FormOf
}

function formsOf(
  known: readonly Evidence[],
  evidence: readonly Evidence[],
  { isHarmless, decisions: decided = new Map(), facts, baseUrl }: LearningOptions,
): Forms {
  const answers = known.map(({ answer }) => answer)
  const answersTo = (method: string) =>
    known.flatMap(({ asked, answer }) => (asked.question.method === method ? [answer] : []))
  // What OPTIONS and HEAD are answered with has no body, and so no type.
  const isPage = ({ status, json }: Answer) => status === 200 && json !== undefined
  const urlIn = (question: Question) => (baseUrl === undefined ? undefined : urlOf(baseUrl, question))
  const lists = known.flatMap(({ asked: { question }, answer }): ListedAnswer[] => {
    if (question.method !== 'GET' || !isPage(answer)) return []
    const slots = listSlots(answer.json, urlIn(question))
    return slots === undefined ? [] : [{ answer, slots }]
  })
  // A header with somebody in it is not kept, whatever else it says.
  const listHeaders = onlyHarmless(listHeadersOf(lists), isHarmless) as ListHeaders
  const withoutListed = (answer: Answer): Answer => ({
    ...answer,
    headers: withoutNames(answer.headers, listHeaders),
  })
  const pages = answersTo('GET').filter(isPage).map(withoutListed)
  const headers = commonHeaders(pages)
  const largeHeaders = largeHeadersOf(pages)
  const decisions = [...answersTo('POST'), ...decided.values()].filter(isPage)
  const ofDecisions = commonHeaders(decisions, withHeaders(headers))
  const heads = answersTo('HEAD').filter(({ status }) => status === 200)
  const ofHeads = {
    ...commonHeaders(heads.map(withoutListed), withHeaders(headers)),
    ...missingIn(heads, listHeaders),
  }
  const refusalHeaders = commonHeaders(
    answers.filter(({ status, json }) => status >= 400 && json !== undefined),
  )
  const usual = withHeaders(refusalHeaders)
  const withDecision = [...answers, ...decided.values()]
  const { json, refusalJson } = stylesOf(withDecision)
  const isRepeated = repeatedHeaders(answers)
  const harmless = <T extends NonNullable<Shape['headers']>>(own: T) => withoutPersons(own, isHarmless)
  const formOf: FormOf = (group) => {
    const own = commonHeaders(group, usual, isRepeated)
    const style = ownStyleOf(group, refusalJson)
    return { ...(hasEntries(own) && { headers: harmless(own) }), ...(style && { json: style }) }
  }
  const asking = new Map<Answer, AskedList>(
    known.map(({ asked: { question }, answer }) => [
      answer,
      { sort: sortIn(question), url: urlIn(question), body: jsonValue(question.body ?? '') },
    ]),
  )
  for (const [state, decision] of decided)
    asking.set(decision, { body: { ...LEGAL_BODY, aprovar: state === 'approved' } })
  const { shape: seen, unlike } = shapeOf(withDecision, (answer) => asking.get(answer) ?? {}, facts)
  const shape: Shape = {
    // A form or a header with somebody in it is not kept, whatever else it says.
    ...onlyHarmless(seen, isHarmless),
    ...(hasEntries(headers) && { headers: harmless(headers) }),
    ...(hasEntries(listHeaders) && { listHeaders }),
    ...(!isSameHeaders(headers, refusalHeaders) && { refusalHeaders: harmless(refusalHeaders) }),
    ...(hasEntries(ofDecisions) && { decisionHeaders: harmless({ ...headers, ...ofDecisions }) }),
    ...(hasEntries(ofHeads) && { headHeaders: harmless({ ...headers, ...ofHeads }) }),
    ...(largeHeaders && { largeHeaders: { ...largeHeaders, headers: harmless(largeHeaders.headers) } }),
    ...(hasPathsAsSent(evidence) && { linkPath: 'as-sent' as const }),
    ...optionsShapeOf(evidence, headers, isHarmless, isRepeated),
    ...redirectShapeOf(evidence, headers, isHarmless, isRepeated),
    ...(json && { json }),
    ...(!isSameJson(json ?? {}, refusalJson ?? {}) && { refusalJson: refusalJson ?? {} }),
  }
  return { shape, unlike, formOf }
}

function withoutNames<T extends object>(headers: T, names: object): T {
  const kept = Object.entries(headers).filter(([name]) => !Object.hasOwn(names, name))
  return Object.fromEntries(kept) as T
}

/** Returns null for each header that none of some answers has. */
function missingIn(answers: readonly Answer[], names: object): Record<string, null> {
  const missing = Object.keys(names).filter((name) =>
    answers.every(({ headers }) => headers[name] === undefined),
  )
  return answers.length === 0 ? {} : Object.fromEntries(missing.map((name) => [name, null]))
}

function hasEntries(headers: object): boolean {
  return Object.keys(headers).length > 0
}

/** Report numbers in other forms: a refusal may repeat the number as it was sent or as it is kept. */
const OTHER_FORMS = /^report\.(?:capitals|padded|compact|braces)$/

const PLAIN_SORT = /^-?(?:cpf|nome|atualizado_em)$/

/** Returns the order that a question asks for in the words of the interface; undefined for any other. */
function sortIn({ query = [] }: Question): string | undefined {
  const asked = query.filter(([name]) => /sort/i.test(name)).map(([, value]) => value)
  const [sort] = asked
  return asked.length === 1 && sort !== undefined && PLAIN_SORT.test(sort) ? sort : undefined
}

function requestOf({ base: _, ...question }: Question, baseUrl?: string): Refused['request'] {
  const { method, authorization } = question
  return requestSlots(method, urlOf('', question), baseUrl?.replace(/\/$/, ''), authorization.value)
}
