import type { Dialect, Shape } from '../../src/contract/dialect.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import type { BodyRow, Profile } from '../../src/contract/profile.ts'
import { requestSlots } from '../../src/contract/request-slots.ts'
import type { Refusals } from '../../src/contract/wording.ts'
import type { Question } from '../client/exchange.ts'
import { urlOf } from '../client/request.ts'
import { objectOf } from '../service/lists.ts'
import { compare, SPELLING } from './compare.ts'
import { type Evidence, Fit, type Oracle } from './fit.ts'
import { fitJoining } from './fit-joining.ts'
import { type Headers, headersOf, isOfPresence, withHeaders } from './headers.ts'
import { hiddenRows } from './hidden-bodies.ts'
import { ownStyleOf, stylesOf } from './json-styles.ts'
import { cells, knobPoints, type Point, rules, showsIn, stepOrder, withDialect } from './options.ts'
import { messageOf, type Refused, refusalsOf } from './refusals.ts'
import { shapeOf } from './shape.ts'
import { isOfTwoReasons } from './step-of.ts'
import type { TwinQuestion } from './twin-question.ts'
import type { Answer } from './world.ts'

export interface LearningOptions {
  /** What the experiments have found, completed. */
  profile: Profile
  /** Names of knobs whose experiments found no choice: one that explains the answers is taken. */
  open: ReadonlySet<string>
  /** Names of the strata that the run may ask. */
  strata: readonly string[]
  oracle: Oracle
  /** The answer to a decision, where the run has made one. */
  decision?: Answer | undefined
  /** Whether a profile may keep a text of the target: no person, no token, no report number. */
  isHarmless(text: string): boolean
}

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

/** How many questions of each stratum are asked at first. */
const FIRST = 2
/** Strata whose questions are nearly alike, or that are judged together with many others. */
const FIRST_OF_ALIKE = 1
const ALIKE =
  /^(?:precedence|search|combined)\.|^type\.(?:other-text|text-xml|bytes|multipart|charset)$|^(?:unknown\.elsewhere|report\.(?:compact|braces)\.unknown|path\.encoded-slash|method\.head\.report|route\.unknown-head)$|\.(?:infinity|tracking|same-digits|two-dashes|leading-zeros|point|other-digits|underscores|hexadecimal|plus|proto|nul|json-api|long-array|negative-zero|huge-multiple|nameless|nested|short-blank|half-masked|gap|beyond-nobody)$/
/** Strata with several faults at once, which come in many combinations. */
const SEVERAL = /^(?:query|payload)\.(?:two|three)|^payload\.(?:fault|several)/
const FIRST_OF_SEVERAL = 6
/** Texts of parsers have places in them, which few examples do not tell from words. */
const OF_PARSERS = /^json\./
const FIRST_OF_PARSERS = 5
/** So many questions of such a stratum are looked at, to ask each kind of fault that the twin tells apart. */
const LOOKED_AT = 30
const OF_A_KIND = 2
/** Points that a step of judging hides which comes before. */
const OF_BODIES = /^(bodyType|(type|body|json)\..*)$/
/** Moving one step at a time puts any order right in so many rounds. */
const ROUNDS = 4

/**
 * Learns the tables of a profile: what happens in each situation, in which order a request is judged, and with which
 * words and in which form it is answered. The twin is asked each question, too, and says which choice gives the same.
 */
export async function learnDialect(options: LearningOptions): Promise<Learned> {
  const { oracle, strata } = options
  const evidence = await firstEvidence(strata, options.profile, oracle)
  const fit = new Fit(options.profile, evidence, oracle)
  const open = knobPoints.filter(({ name }) => options.open.has(name))
  const points = [...open, ...rules, ...cells]
  for (const point of points) await fit.settle(point)
  await fit.learnWords()
  for (let round = 0; round < ROUNDS; round++) {
    const { profile } = fit
    await fit.settle(stepOrder)
    if (fit.profile === profile) break
  }
  // What a choice looked like may have been the effect of another one that is settled by now.
  const left = await fit.unexplained()
  const isMoved = fit.profile.dialect.steps.length > 0
  const isLeft = (point: Point) =>
    left.some(({ asked }) => showsIn(point, asked.stratum)) || (isMoved && OF_BODIES.test(point.name))
  for (const point of points.filter(isLeft)) await fit.settle(point)
  await fit.prune()

  const { profile, unlike } = await refitToWords(fit, options, await withWords(fit, options))
  const { evidence: all } = fit
  const answers = await Promise.all(
    all.map(async ({ asked, answer }) => ({ asked, answer, twin: await oracle.twin(profile, asked) })),
  )
  const assumed = hiddenRows(answers)
  return { profile, evidence: all, unexplained: await fit.unexplained(), unlike, assumed }
}

/** Draws questions so that each situation which the twin tells apart is among them. */
async function variedOf(stratum: string, profile: Profile, oracle: Oracle): Promise<TwinQuestion[]> {
  const chosen: TwinQuestion[] = []
  const left: TwinQuestion[] = []
  const counts = new Map<string, number>()
  for (let i = 0; i < LOOKED_AT; i++) {
    const asked = oracle.draw(stratum)
    if (asked === undefined) continue
    const name = (await oracle.twin(profile, asked)).situations[0]?.name ?? ''
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count <= OF_A_KIND) chosen.push(asked)
    else left.push(asked)
  }
  return [...chosen, ...left.slice(0, Math.max(0, FIRST_OF_PARSERS - chosen.length))]
}

function firstOf(stratum: string): number {
  if (ALIKE.test(stratum)) return FIRST_OF_ALIKE
  return SEVERAL.test(stratum) ? FIRST_OF_SEVERAL : FIRST
}

async function firstEvidence(
  strata: readonly string[],
  profile: Profile,
  oracle: Oracle,
): Promise<Evidence[]> {
  const found = await Promise.all(
    strata.map(async (stratum) => {
      const own: Evidence[] = []
      const varied = OF_PARSERS.test(stratum) ? await variedOf(stratum, profile, oracle) : undefined
      const count = varied?.length ?? firstOf(stratum)
      for (let i = 0; i < count; i++) {
        const asked = varied?.[i] ?? oracle.draw(stratum)
        const answer = asked && (await oracle.target(asked))
        if (answer !== undefined) own.push({ asked: asked as Evidence['asked'], answer })
      }
      return own
    }),
  )
  return found.flat()
}

/** Learns the words and the form of answers, once it is known what each of them is about. */
async function withWords(
  fit: Fit,
  { oracle, isHarmless, decision }: LearningOptions,
  /** The rules for several faults, where they are known. */
  joining?: Refusals['joining'],
): Promise<Worded> {
  const all: (Refused & Evidence)[] = []
  for (const { asked, answer } of fit.evidence) {
    if (answer.status < 400) continue
    const { situations, status, json, text } = await oracle.twin(fit.profile, asked)
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
  const answers = fit.evidence.map(({ answer }) => answer)
  const lists = fit.evidence.flatMap(({ asked, answer }) => (asked.question.method === 'GET' ? [answer] : []))
  // What OPTIONS and HEAD are answered with has no body, and so no type.
  const headers = headersOf(lists.filter(({ status, json }) => status === 200 && json !== undefined))
  const refusalHeaders = headersOf(answers.filter(({ status, json }) => status >= 400 && json !== undefined))
  const usual = withHeaders(refusalHeaders)
  const { json, refusalJson } = stylesOf(decision ? [...answers, decision] : answers)
  const refusals = refusalsOf(
    refused,
    (group) => {
      const own = headersOf(group, usual)
      const style = ownStyleOf(group, refusalJson)
      return { ...(Object.keys(own).length > 0 && { headers: own }), ...(style && { json: style }) }
    },
    isHarmless,
  )
  const { shape: seen, unlike } = shapeOf(decision ? [...answers, decision] : answers)
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
      ...optionsShapeOf(fit.evidence, headers, isHarmless),
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
    if (several.length > 0) profile = await fitJoining(profile, source, several, oracle)
  }
  return { profile, unlike }
}

interface Worded {
  profile: Profile
  unlike: string[]
}

/** So many times the words are learned again at most. */
const MOST_REFITS = 24

/**
 * Tries other choices where the target refuses as its twin does, but in words that the twin does not find: these may be
 * about something else. A choice is taken if the words that are then learned say more answers to the letter.
 */
async function refitToWords(fit: Fit, options: LearningOptions, first: Worded): Promise<Worded> {
  const { oracle } = options
  const compared = async (profile: Profile, { asked, answer }: Evidence) =>
    compare(asked.question, answer, await oracle.twin(profile, asked))
  const scoreOf = async (profile: Profile): Promise<Score> => {
    const score = { behaves: 0, letter: 0 }
    for (const one of fit.evidence) {
      const { behaves, letter } = await compared(profile, one)
      if (behaves === undefined) score.behaves++
      if (letter === undefined) score.letter++
    }
    return score
  }
  let found = first
  let score: Score | undefined
  let left = MOST_REFITS
  for (const point of cells.toReversed()) {
    const own = fit.evidence.filter(({ asked }) => point.name === cellOf(asked.stratum))
    const isExplained = await Promise.all(
      own.map(async (one) => {
        const { letter } = await compared(found.profile, one)
        // Lists also differ in what decisions have moved.
        return letter === undefined || (one.answer.status < 400 && letter.point !== SPELLING)
      }),
    )
    if (isExplained.every((is) => is)) continue
    score ??= await scoreOf(found.profile)
    const before = fit.profile
    const { joining = {} } = found.profile.dialect.refusals
    for (const option of point.options(before)) {
      if (left === 0) return found
      left--
      fit.profile = option
      const again = await withWords(fit, options, joining)
      const own = await scoreOf(again.profile)
      const isBetter = own.letter > score.letter && own.behaves >= score.behaves
      if (isBetter) [found, score] = [again, own]
      else fit.profile = before
      if (isBetter) break
    }
  }
  return found
}

/** How many answers a profile explains. */
interface Score {
  behaves: number
  letter: number
}

/** Returns the cell that a stratum is about: the first two parts of its name. */
function cellOf(stratum: string): string {
  return stratum.split('.').slice(0, 2).join('.')
}

/**
 * Leaves out what may be about another reason than its situation: requests with two reasons, where the situation was
 * also asked about alone, and answers with another status than those to the questions that have its name.
 */
function ofOneReason<T extends Refused & Evidence>(refused: readonly T[]): T[] {
  const nameOf = ({ situations: [first] }: T) => first?.name ?? ''
  const groups = groupBy(refused, nameOf)
  return refused.filter((one) => {
    const group = groups.get(nameOf(one)) ?? []
    if (isOfTwoReasons(one) && group.some((other) => !isOfTwoReasons(other))) return false
    const named = group.filter(({ asked: { stratum } }) => isNamed(stratum, nameOf(one)))
    return named.length === 0 || named.some(({ answer }) => answer.status === one.answer.status)
  })
}

function isNamed(stratum: string, situation: string): boolean {
  return stratum === situation || stratum.startsWith(`${situation}.`)
}

/** Learns what OPTIONS is answered with, where it is not refused. */
function optionsShapeOf(
  evidence: readonly Evidence[],
  usual: Headers,
  isHarmless: (text: string) => boolean,
): Pick<Shape, 'options'> {
  const { 'content-type': _, ...ofEvery } = withHeaders(usual)
  const answered = evidence.filter(
    ({ asked, answer }) => asked.question.method === 'OPTIONS' && answer.status < 300,
  )
  const learned = (['list', 'report'] as const).flatMap((name) => {
    const own = answered
      .filter(({ asked }) => (asked.question.path === '/pessoas') === (name === 'list'))
      .map(({ answer }) => answer)
    const [first] = own
    if (first === undefined) return []
    const headers = withoutPersons(headersOf(own, ofEvery), isHarmless)
    const isSaid = first.text !== '' && own.every(({ text }) => text === first.text) && isHarmless(first.text)
    const form = {
      ...(isSaid && { text: first.text }),
      ...(Object.keys(headers).length > 0 && { headers }),
    }
    return Object.keys(form).length > 0 ? [[name, form] as const] : []
  })
  return learned.length > 0 ? { options: Object.fromEntries(learned) } : {}
}

function onlyHarmless<T extends object>(parts: T, isHarmless: (text: string) => boolean): Partial<T> {
  const kept = Object.entries(parts).filter(([, part]) => isHarmless(JSON.stringify(part)))
  return Object.fromEntries(kept) as Partial<T>
}

function requestOf({ base: _, ...question }: Question): Refused['request'] {
  return requestSlots(question.method, urlOf('', question))
}

/** Returns whether headers are the same, whatever their order. */
function isSameHeaders(a: object, b: object): boolean {
  const told = (headers: object) =>
    Object.entries(headers)
      .map(([name, value]) => [name, isOfPresence(name) && value !== null ? '' : value])
      .sort()
  return isSameJson(told(a), told(b))
}

/** Returns whether two values are the same to the letter, the order of fields included. */
function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns headers that a profile may keep. A value with something of somebody in it is made into another one. */
function withoutPersons<T extends Readonly<Record<string, string | null>>>(
  headers: T,
  isHarmless: (text: string) => boolean,
): T {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value === null || isHarmless(value) ? value : value.replace(/[\da-z]/gi, '0'),
    ]),
  ) as T
}
