import { BODY_LIMIT, type Limits } from '../../src/contract/dialect.ts'
import { MOST_BYTES } from '../../src/contract/dialect-form.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { FORM_TYPE } from '../client/exchange.ts'
import type { NumberShape } from '../client/unknown-number.ts'
import { largestTaken } from '../service/largest-taken.ts'
import { objectOf } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'
import { messageOf } from './refusals/refused.ts'
import { said } from './step-of.ts'
import { PAGE } from './strata/listed.ts'
import { decisionOf, emptyObjectOf, pathOf } from './strata/stratum.ts'
import type { Answer, TargetData } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

export interface LimitsOptions {
  data: TargetData
  /** A declared report for a service that looks for the report before it reads the body. */
  bodiesAt: string | undefined
  ask(asked: TwinQuestion): Promise<Answer | undefined>
}

/** The limits of services, in bytes. */
const LIKELY_BYTES = [
  1_000, 1_024, 2_000, 2_048, 4_000, 4_096, 5_000, 5_120, 8_000, 8_192, 10_000, 10_240, 15_000, 15_360,
  16_000, 16_384, 20_000, 20_480, 25_000, 25_600, 30_000, 30_720, 32_000, 32_768, 40_000, 40_960, 50_000,
  51_200, 60_000, 61_440, 64_000, 65_535, 65_536, 80_000, 81_920, 100_000, 102_400, 128_000, 131_072, 150_000,
  153_600, 200_000, 204_800, 250_000, 256_000, 262_144, 300_000, 307_200, 400_000, 409_600, 500_000, 512_000,
  524_288, 750_000, 768_000, 1_000_000, 1_024_000,
]
/** The limits of routers, in characters. */
const LIKELY_LENGTHS = [64, 100, 128]
const LENGTHS = { least: 40, most: 150 }

/** The maximum lengths of names that services have. */
const LIKELY_NAMES = [50, 60, 64, 80, 100, 120, 128, 150, 200, 250, 255, 256, 300, 500]
const NAMES = { least: 40, most: 600 }

/** Finds the maximum length of `nome`; undefined where a long one is not refused. */
export async function nomeLimitOf({
  data,
  ask,
}: Omit<LimitsOptions, 'bodiesAt'>): Promise<number | undefined> {
  const answerTo = (length: number) =>
    ask({
      stratum: 'size.nome',
      risk: 'r',
      question: {
        method: 'GET',
        path: '/pessoas',
        query: [['nome', 'x'.repeat(length)]],
        contentType: FORM_TYPE,
        accept: null,
        authorization: data.keys.own,
      },
    })
  const usual = await answerTo(NAMES.least)
  const longest = usual && (await answerTo(NAMES.most))
  if (usual === undefined || longest === undefined || longest.status < 400) return undefined
  if (longest.status === usual.status) return undefined
  const isTaken = async (length: number) => (await answerTo(length))?.status === usual.status
  return largestTaken(isTaken, { ...NAMES, likely: LIKELY_NAMES, hints: numbersIn(messageOf(longest)) })
}

/** The maximum lengths of messages that services have. */
const LIKELY_MESSAGES = [
  100, 140, 150, 200, 250, 255, 256, 280, 300, 400, 500, 512, 600, 800, 1_000, 1_024, 1_500, 2_000, 2_048,
  2_500, 3_000, 4_000, 4_096, 5_000, 8_000, 8_192, 10_000, 16_384, 20_000,
]
const SHORTEST_MESSAGE = LEGAL_BODY.mensagem.length
/** The lengths of messages that are tried; the next one if the body is refused for its size. */
const LONG_MESSAGES = [32_767, 8_192, 2_048]

/**
 * Finds the maximum length of `mensagem` of a service that looks up the report before it reads the body. The question has
 * another fault, which keeps the report undecided. Undefined if the refusal does not mention a long message.
 */
export async function messageLimitOf({ data, bodiesAt, ask }: LimitsOptions): Promise<number | undefined> {
  if (bodiesAt === undefined) return undefined
  const answerTo = (length: number) => {
    const { question } = padded(data, bodiesAt, 2)
    const body = JSON.stringify({ aprovar: 'talvez', mensagem: 'x'.repeat(length) })
    return ask({ stratum: 'size.mensagem', risk: 'w1', question: { ...question, body } })
  }
  const usual = await answerTo(SHORTEST_MESSAGE)
  if (usual === undefined || usual.status < 400) return undefined
  let [most, longest]: [number, Answer | undefined] = [0, undefined]
  for (most of LONG_MESSAGES) {
    longest = await answerTo(most)
    if (longest?.status === usual.status) break
  }
  if (longest?.status !== usual.status || isAlike(longest, usual)) return undefined
  const isTaken = async (length: number) => {
    const answer = await answerTo(length)
    return answer !== undefined && isAlike(answer, usual)
  }
  return largestTaken(isTaken, {
    ...{ least: SHORTEST_MESSAGE, most },
    ...{ likely: LIKELY_MESSAGES, hints: numbersIn(messageOf(longest)) },
  })
}

/** The highest numbers that services take. */
const LIKELY_NUMBERS = [
  100, 200, 250, 500, 999, 1_000, 2_000, 5_000, 9_999, 10_000, 50_000, 65_535, 99_999, 100_000, 999_999,
  1_000_000, 9_999_999, 10_000_000, 99_999_999, 100_000_000, 999_999_999, 1_000_000_000,
]
/** A multiple of 25 that 32 bits hold. */
const MOST_NUMBER = 2_000_000_000

/**
 * Finds the highest `page` that is taken, and the highest `rows` where a lower maximum refuses none.
 * @param rowsMaximum that maximum
 */
export async function numberLimitsOf(
  { data, ask }: Omit<LimitsOptions, 'bodiesAt'>,
  { rowsMaximum, rowsAboveMaximum }: Pick<Profile, 'rowsMaximum' | 'rowsAboveMaximum'>,
): Promise<{ limits: Pick<Limits, 'page' | 'rows'>; isCapped: boolean }> {
  const pages = Math.ceil(data.people.length / PAGE)
  let capped: number | undefined
  const limitOf = async (key: 'page' | 'rows', least: number, step: number): Promise<number | undefined> => {
    const answerTo = (number: number) =>
      ask({
        stratum: `size.${key}`,
        risk: 'r',
        question: {
          method: 'GET',
          path: '/pessoas',
          query: [[key, String(number)]],
          contentType: FORM_TYPE,
          accept: null,
          authorization: data.keys.own,
        },
      })
    const highest = await answerTo(MOST_NUMBER)
    if (highest === undefined || highest.status < 400 || highest.status >= 500) {
      if (key === 'page') capped = cappedPageIn(highest, pages)
      return key === 'page' ? capped : undefined
    }
    const refusal = withoutNumbers(highest)
    const usual = await answerTo(least)
    if (usual === undefined || withoutNumbers(usual) === refusal) return undefined
    const isTaken = async (steps: number) => {
      const answer = await answerTo(steps * step)
      return answer !== undefined && withoutNumbers(answer) !== refusal
    }
    const inSteps = (numbers: readonly number[]) => numbers.map((one) => Math.floor(one / step))
    const taken = await largestTaken(isTaken, {
      least: least / step,
      most: MOST_NUMBER / step,
      likely: inSteps(LIKELY_NUMBERS),
      hints: inSteps(numbersIn(messageOf(highest).replaceAll(/(?<=\d)[.,](?=\d{3}\b)/g, ''))),
    })
    return taken * step
  }
  const page = await limitOf('page', pages + 1, 1)
  const isRefused = rowsMaximum === null || rowsAboveMaximum === 'refuse'
  const rows = isRefused ? undefined : await limitOf('rows', rowsMaximum + PAGE, PAGE)
  const limits = { ...(page !== undefined && { page }), ...(rows !== undefined && { rows }) }
  return { limits, isCapped: capped !== undefined }
}

/** Returns the page that is sent in place of the highest one, if it is neither that one nor one of the list. */
function cappedPageIn(answer: Answer | undefined, pages: number): number | undefined {
  const { atual } = objectOf(objectOf(objectOf(answer?.json)?.result)?.paginacao) ?? {}
  const page = Number.isInteger(atual) ? Number(atual) : 0
  return page > pages && page < MOST_NUMBER ? page : undefined
}

/** Finds how large bodies and how long report numbers the target reads. A limit that was not found is left out. */
export async function limitsOf(options: LimitsOptions): Promise<Limits> {
  const body = await bodyLimitOf(options)
  const number = await numberLimitOf(options)
  return {
    ...(body !== undefined && body !== BODY_LIMIT && { body }),
    ...(number !== undefined && { number }),
  }
}

async function bodyLimitOf({ data, bodiesAt, ask }: LimitsOptions): Promise<number | undefined> {
  const numero = bodiesAt ?? data.unknownNumber()
  const sized = (bytes: number) => ask(padded(data, numero, bytes))
  const usual = await sized(2)
  const largest = usual && (await sized(BODY_LIMIT + 1))
  if (usual === undefined || usual.status < 400) return undefined
  // A text may have a place in the body, which is another one behind more blanks.
  const refusal = withoutNumbers(usual)
  const isTaken = async (bytes: number) => {
    const answer = await sized(bytes)
    return answer !== undefined && withoutNumbers(answer) === refusal
  }
  if (largest && withoutNumbers(largest) === refusal) {
    // A service that looks for the report first has read no body.
    return usual.status === 404 ? undefined : MOST_BYTES
  }
  const hints = largest === undefined ? [] : numbersIn(messageOf(largest) || largest.text)
  return largestTaken(isTaken, {
    least: 2,
    most: BODY_LIMIT + 1,
    likely: [...LIKELY_BYTES, BODY_LIMIT],
    hints,
  })
}

function padded(data: TargetData, numero: string, bytes: number): TwinQuestion {
  return {
    stratum: 'size.body',
    risk: data.reports.includes(numero) ? 'w1' : 'w0',
    question: decisionOf({ data }, emptyObjectOf(bytes), { path: pathOf({ data }, numero) }),
  }
}

async function numberLimitOf({ data, ask }: LimitsOptions): Promise<number | undefined> {
  const answerTo = async (length: number) => {
    const numero = data.unknownNumber(`of-${length}` as NumberShape)
    const question = { ...padded(data, numero, 2).question, body: '{"aprovar":true}' }
    const answer = await ask({ stratum: 'size.number', risk: 'w0', question })
    return (
      answer && { ...answer, json: without(answer.json, numero), text: answer.text.replaceAll(numero, 'N') }
    )
  }
  const usual = await answerTo(LENGTHS.least)
  const longest = usual && (await answerTo(LENGTHS.most))
  if (usual === undefined || longest === undefined || isAlike(longest, usual)) return undefined
  return largestTaken(
    async (length) => {
      const answer = await answerTo(length)
      return answer !== undefined && isAlike(answer, usual)
    },
    { ...LENGTHS, likely: LIKELY_LENGTHS, hints: [] },
  )
}

function without(json: unknown, numero: string): unknown {
  return json === undefined ? undefined : JSON.parse(JSON.stringify(json).replaceAll(numero, 'N'))
}

/** Returns whether two answers refuse for the same reason. */
function isAlike(a: Answer, b: Answer): boolean {
  return said(a) === said(b)
}

function withoutNumbers(answer: Answer): string {
  return `${answer.status} ${said(answer).replaceAll(/\d+/g, '0')}`
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d{2,8}/g)].map(([digits]) => Number(digits))
}
