import type { Dialect } from '../../src/contract/dialect.ts'
import { jsonValue } from '../../src/contract/json-value.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { requestSlots } from '../../src/contract/request-slots.ts'
import type { Refusals } from '../../src/contract/wording.ts'
import type { Question } from '../client/exchange.ts'
import { urlOf } from '../client/request.ts'
import { objectOf } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'
import type { Evidence, Fit } from './fit.ts'
import { fitJoining } from './fit-joining.ts'
import { onlyHarmless, withoutPersons } from './harmless.ts'
import { headersOf, isSameHeaders, largeHeadersOf, repeatedHeaders, withHeaders } from './headers.ts'
import { ownStyleOf, stylesOf } from './json-styles.ts'
import type { LearningOptions } from './learning-options.ts'
import { ofOneReason } from './one-reason.ts'
import { withDialect } from './options.ts'
import { optionsShapeOf } from './options-shape.ts'
import { redirectShapeOf } from './redirect-shape.ts'
import { refusalsOf } from './refusals/refusals.ts'
import { messageOf, type Refused } from './refusals/refused.ts'
import { type AskedList, shapeOf } from './shape.ts'
import { steadied } from './steady.ts'
import { stepOf } from './step-of.ts'
import type { Answer } from './world.ts'

export interface Worded {
  profile: Profile
  unlike: string[]
}

/** Learns the words and the form of answers, once it is known what each of them is about. */
export async function withWords(
  fit: Fit,
  { oracle, isHarmless, decision, facts, baseUrl }: LearningOptions,
  /** The rules for several faults, where they are known. */
  joining?: Refusals['joining'],
): Promise<Worded> {
  const steady = steadied(fit.evidence.map(({ answer }) => answer))
  const evidence = fit.evidence.map(({ asked, answer }) => ({ asked, answer: steady(answer) }))
  const all: (Refused & Evidence)[] = []
  for (const { asked, answer } of evidence) {
    if (answer.status < 400) continue
    const twin = await oracle.twin(fit.profile, asked)
    const { situations, status, json, text } = twin
    if (OTHER_FORMS.test(asked.stratum) && stepOf(twin) === 'state') continue
    const isSame = status === answer.status && text === answer.text && isSameJson(json, answer.json)
    if (situations.length === 0) continue
    const source = objectOf(objectOf(json)?.validation)?.source
    const usual = typeof source === 'string' ? source : String(status)
    const said = messageOf({ json })
    const isSaid = said !== '' && said === messageOf(answer)
    const request = requestOf(asked.question)
    const { invented = [] } = asked
    all.push({ situations, usual, answer, isSame, isSaid, request, invented, asked })
  }
  const refused = ofOneReason(all)
  const answers = evidence.map(({ answer }) => answer)
  const lists = evidence.flatMap(({ asked, answer }) => (asked.question.method === 'GET' ? [answer] : []))
  // What OPTIONS and HEAD are answered with has no body, and so no type.
  const pages = lists.filter(({ status, json }) => status === 200 && json !== undefined)
  const headers = headersOf(pages)
  const largeHeaders = largeHeadersOf(pages)
  const decisions = evidence.flatMap(({ asked, answer }) =>
    asked.question.method === 'POST' ? [answer] : [],
  )
  const ofDecisions = headersOf(
    [...decisions, ...(decision ? [decision] : [])].filter(
      ({ status, json }) => status === 200 && json !== undefined,
    ),
    withHeaders(headers),
  )
  const ofHeads = headersOf(
    evidence.flatMap(({ asked, answer }) =>
      asked.question.method === 'HEAD' && answer.status === 200 ? [answer] : [],
    ),
    withHeaders(headers),
  )
  const refusalHeaders = headersOf(answers.filter(({ status, json }) => status >= 400 && json !== undefined))
  const usual = withHeaders(refusalHeaders)
  const { json, refusalJson } = stylesOf(decision ? [...answers, decision] : answers)
  const isRepeated = repeatedHeaders(answers)
  const refusals = refusalsOf(
    refused,
    (group) => {
      const own = headersOf(group, usual, isRepeated)
      const style = ownStyleOf(group, refusalJson)
      const headers = Object.keys(own).length > 0 && withoutPersons(own, isHarmless)
      return { ...(headers && { headers }), ...(style && { json: style }) }
    },
    isHarmless,
  )
  const urlIn = (question: Question) => (baseUrl === undefined ? undefined : urlOf(baseUrl, question))
  const asking = new Map<Answer, AskedList>(
    evidence.map(({ asked: { question }, answer }) => [
      answer,
      { sort: sortIn(question), url: urlIn(question), body: jsonValue(question.body ?? '') },
    ]),
  )
  if (decision) asking.set(decision, { body: LEGAL_BODY })
  const { shape: seen, unlike } = shapeOf(
    decision ? [...answers, decision] : answers,
    (answer) => asking.get(answer) ?? {},
    facts,
  )
  // A form or a header with somebody in it is not kept, whatever else it says.
  const shape = onlyHarmless(seen, isHarmless)
  const part: Partial<Dialect> = {
    refusals,
    shape: {
      ...fit.profile.dialect.shape,
      ...shape,
      ...(Object.keys(headers).length > 0 && { headers: withoutPersons(headers, isHarmless) }),
      ...(!isSameHeaders(headers, refusalHeaders) && {
        refusalHeaders: withoutPersons(refusalHeaders, isHarmless),
      }),
      ...(Object.keys(ofDecisions).length > 0 && {
        decisionHeaders: withoutPersons({ ...headers, ...ofDecisions }, isHarmless),
      }),
      ...(Object.keys(ofHeads).length > 0 && {
        headHeaders: withoutPersons({ ...headers, ...ofHeads }, isHarmless),
      }),
      ...(largeHeaders && {
        largeHeaders: { ...largeHeaders, headers: withoutPersons(largeHeaders.headers, isHarmless) },
      }),
      ...optionsShapeOf(fit.evidence, headers, isHarmless, isRepeated),
      ...redirectShapeOf(fit.evidence, headers, isHarmless, isRepeated),
      ...(json && { json }),
      ...(!isSameJson(json ?? {}, refusalJson ?? {}) && { refusalJson: refusalJson ?? {} }),
    },
  }
  let profile = withDialect(fit.profile, part)
  if (joining !== undefined)
    return { profile: withDialect(profile, { refusals: { ...refusals, joining } }), unlike }
  for (const source of ['query', 'payload'] as const) {
    const several = refused.flatMap(({ situations, usual, ...evidence }) =>
      situations.length > 1 && usual === source
        ? [{ ...evidence, situations: situations.map(({ name }) => name) }]
        : [],
    )
    if (several.length > 0) profile = await fitJoining(profile, source, several, { oracle, isHarmless })
  }
  return { profile, unlike }
}

/** Report numbers in other forms: a refusal may repeat the number as it was sent or as it is kept. */
const OTHER_FORMS = /^report\.(?:capitals|padded|compact|braces)$/

const PLAIN_SORT = /^-?(?:cpf|nome|atualizado_em)$/

/** Returns the order that a question asks for in the words of the document; undefined for any other. */
function sortIn({ query = [] }: Question): string | undefined {
  const asked = query.filter(([name]) => /sort/i.test(name)).map(([, value]) => value)
  const [sort] = asked
  return asked.length === 1 && sort !== undefined && PLAIN_SORT.test(sort) ? sort : undefined
}

function requestOf({ base: _, ...question }: Question): Refused['request'] {
  return requestSlots(question.method, urlOf('', question))
}

/** Returns whether two values are the same to the letter, the order of fields included. */
function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
