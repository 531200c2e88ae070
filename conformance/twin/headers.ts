import type { Shape } from '../../src/contract/dialect.ts'
import { LONGEST_HEADER } from '../../src/contract/dialect-form.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import { comparedHeaders, describesPage, isComparedByPresence } from './exemptions.ts'
import type { Answer } from './target-data.ts'

export type Headers = NonNullable<Shape['headers']>

/** What the simulator sends by default. */
const OWN: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
}

/** Headers that are made for one answer or one connection. Any other header that all answers have is learned. */
const VARYING_HEADERS = new Set([
  ...[
    'date',
    'connection',
    'keep-alive',
    'content-length',
    'transfer-encoding',
    'content-encoding',
    'upgrade',
    'te',
    'expect',
    'proxy-connection',
    'trailer',
  ],
  ...['last-modified', 'set-cookie', 'age', 'traceparent', 'server-timing'],
])

/** Learns the headers that all answers have in common, where they differ from those of the simulator. */
export function commonHeaders(
  answers: readonly Answer[],
  usual: Headers = OWN,
  isRepeated: IsRepeated = () => false,
): Headers {
  const [first, ...others] = answers.map(learnableHeaders)
  if (first === undefined) return {}
  // A single answer does not show which of its headers are made for it.
  const isSteady = (name: string, value: string) =>
    others.length > 0 || isCompared(name) || typeof usual[name] === 'string' || isRepeated(name, value)
  const common = Object.entries(first).filter(
    ([name, value]) =>
      isSteady(name, value) &&
      others.every((one) => one[name] === value || (isLearnedByPresence(name) && one[name] !== undefined)),
  )
  const added = common.filter(
    ([name, value]) => usual[name] !== value && !(isOfPresence(name) && typeof usual[name] === 'string'),
  )
  const missing = Object.keys(usual).filter(
    (name) => usual[name] !== null && [first, ...others].every((one) => one[name] === undefined),
  )
  return {
    ...Object.fromEntries(added.map(([name, value]) => [name, name === 'etag' ? ETAG : value])),
    ...Object.fromEntries(missing.map((name) => [name, null])),
  }
}

/** Sizes from which servers compress by default, in bytes. */
const USUAL_SIZES = [1024, 1000, 860, 1400, 1500, 2048, 512, 256, 150]

/** Learns which headers only large answers have, and from how many bytes; undefined where size does not decide. */
export function largeHeadersOf(answers: readonly Answer[]): Shape['largeHeaders'] {
  const sized = answers
    .map((answer) => ({ size: sizeOf(answer), headers: learnableHeaders(answer) }))
    .sort((a, b) => a.size - b.size)
  const [smallest, largest] = [sized[0]?.headers ?? {}, sized.at(-1)?.headers ?? {}]
  const isOfLarge = ([name, value]: [string, string]) => {
    const first = sized.findIndex(({ headers }) => headers[name] === value)
    return (
      smallest[name] === undefined &&
      sized.every(({ headers }, i) => headers[name] === (i < first ? undefined : value))
    )
  }
  const headers = Object.entries(largest).filter(isOfLarge)
  const [name] = headers[0] ?? []
  if (name === undefined) return undefined
  const first = sized.findIndex(({ headers }) => headers[name] !== undefined)
  const [most, least] = [sized[first - 1]?.size as number, sized[first]?.size as number]
  const from = USUAL_SIZES.find((size) => size > most && size <= least) ?? least
  const same = headers.filter(
    ([other]) => sized[first - 1]?.headers[other] === undefined && sized[first]?.headers[other] !== undefined,
  )
  return { from, headers: Object.fromEntries(same) }
}

/** The bytes of the JSON of an answer. */
function sizeOf({ headers, json }: Answer): number {
  return Number(headers['content-length'] ?? Buffer.byteLength(JSON.stringify(json)))
}

/** Whether a header with its value is known from several answers. */
export type IsRepeated = (name: string, value: string) => boolean

/** Returns which headers several answers have with the same value. */
export function repeatedHeaders(answers: readonly Answer[]): IsRepeated {
  const counts = new Map<string, number>()
  for (const header of answers.flatMap((answer) => Object.entries(learnableHeaders(answer)))) {
    const key = header.join(': ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return (name, value) => (counts.get(`${name}: ${value}`) ?? 0) > 1
}

/** Returns the headers that hold for every answer when some of them are replaced. */
export function withHeaders(replaced: Headers, usual: Headers = OWN): Headers {
  return { ...usual, ...replaced }
}

/** Returns the headers of an answer that are not made for it alone. */
export function learnableHeaders({ headers }: Answer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || VARYING_HEADERS.has(name) || isTimeOfOne(name, String(value))
        ? []
        : [[name, [value].flat().join(', ')]].filter(([, text = '']) => text.length <= LONGEST_HEADER),
    ),
  )
}

/** Returns whether a header says until when one answer holds; `Expires: 0` and a time long ago say that none does. */
function isTimeOfOne(name: string, value: string): boolean {
  return name === 'expires' && Date.parse(value) > dateNow() - A_DAY
}

const A_DAY = 86_400_000

/** The simulator makes an ETag for each body; this only says that there is one. */
const ETAG = 'W/"0"'

/** Returns whether answers share a header even if its values differ; those of a header that describes a page must be equal. */
function isLearnedByPresence(name: string): boolean {
  return isOfPresence(name) && !describesPage(name)
}

/** Returns whether only the presence of a header is learned. */
export function isOfPresence(name: string): boolean {
  return name === 'etag' || isComparedByPresence(name)
}

function isCompared(name: string): boolean {
  return (comparedHeaders as readonly string[]).includes(name) || isComparedByPresence(name)
}

/** Returns whether headers are the same, whatever their order. */
export function isSameHeaders(a: object, b: object): boolean {
  const told = (headers: object) =>
    Object.entries(headers)
      .map(([name, value]) => [name, isOfPresence(name) && value !== null ? '' : value])
      .sort()
  return JSON.stringify(told(a)) === JSON.stringify(told(b))
}
