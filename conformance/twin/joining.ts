import { isAround, withoutAround } from '../../src/contract/around.ts'
import { decisionFields, parameters } from '../../src/contract/wire.ts'
import type { Joining } from '../../src/contract/wording.ts'
import { mostCommon } from './most-common.ts'

/** An answer that reports several faults, with the message that each of them has by itself. */
export interface Joined {
  message: string
  /** The keys that the answer lists; undefined if it lists none. */
  keys: readonly string[] | undefined
  /** In the order of the simulator. */
  faults: readonly { key: string; text: string; isKnown: boolean }[]
}

/** What the texts of single faults begin and end with, which stands once around several. */
export interface Around {
  before: string
  after: string
  /** Whether some texts are without it. */
  isOwn?: boolean
}

/** Finds the rule by which several faults are joined; undefined if no rule explains any example. */
export function joiningOf(
  examples: readonly Joined[],
  around: Around = { before: '', after: '' },
): Joining | undefined {
  const told = examples.flatMap((one) => {
    const reading = readingOf(one, around)
    return reading === undefined ? [] : [{ ...reading, example: one }]
  })
  if (told.length === 0) return undefined
  const isAll = told.filter(({ order }) => order.length > 1).length * 2 > told.length
  const chosen = told.filter(({ order }) => order.length > 1 === isAll)
  const between = mostCommon(told.flatMap(({ between }) => (between === undefined ? [] : [between])))
  const last = mostCommon(told.flatMap(({ last }) => (last === undefined ? [] : [last])))
  const heading = mostCommon(told.flatMap(({ heading }) => (heading === undefined ? [] : [heading])))
  const instead = insteadOf(told.flatMap(({ instead }) => (instead === undefined ? [] : [instead])))
  const order = orderOf(chosen.map(({ order, example }) => fieldsInOrder(order, example)))
  const keys = keysOf(
    chosen.map(({ example }) => example),
    isAll,
  )
  return {
    told: isAll ? 'all' : 'first',
    ...(order.length > 1 && { order }),
    ...(between !== undefined && { between }),
    ...(last !== undefined && last !== between && { last }),
    ...(heading !== undefined && { heading }),
    ...(between !== undefined && around.before !== '' && { before: around.before }),
    ...(between !== undefined && around.after !== '' && { after: around.after }),
    ...(between !== undefined && around.isOwn && { around: 'own' as const }),
    ...(instead !== undefined && { instead }),
    ...(keys !== undefined && { keys }),
  }
}

/** Returns the text in place of several, with `{s}` where it only differs in a plural. */
function insteadOf(texts: readonly string[]): string | undefined {
  // The text of a field may count faults, too, so that there are more than its answer shows.
  const found = [...new Set(texts.flatMap((one) => [one, one.replaceAll('{count}', '{rest}')]))]
  for (const one of found) {
    const at = [...one].findIndex((_, i) => found.includes(`${one.slice(0, i)}s${one.slice(i)}`))
    if (at !== -1) return `${one.slice(0, at)}{s}${one.slice(at)}`
  }
  return mostCommon(texts)
}

interface Reading {
  /** The places of the faults that are told, in the order in which they are. */
  order: number[]
  between?: string
  /** What stands before the last of three texts or more, where that is something else. */
  last?: string
  heading?: string
  instead?: string
}

function readingOf(joined: Joined, around: Around): Reading | undefined {
  const { message, faults } = joined
  const isWithout = around.isOwn && faults.every(({ text }) => !isAround(text, around))
  const { before, after } = isWithout ? { before: '', after: '' } : around
  const alone = faults.findIndex(({ text }) => text === message)
  if (alone !== -1) return { order: [alone] }
  const cores = faults.map(({ text }) => withoutAround(text, { before, after }))
  const places = placesOf(message, cores)
  if (places !== undefined && faults.length > 1) {
    const inOrder = [...places].sort((a, b) => a.from - b.from)
    const gaps = inOrder.slice(1).map(({ from }, i) => message.slice((inOrder[i] as Place).to, from))
    const above = message.slice(0, (inOrder[0] as Place).from)
    const isWhole = above.endsWith(before) && message.length - (inOrder.at(-1) as Place).to === after.length
    if (isWhole && new Set(gaps.slice(0, -1)).size <= 1) {
      const heading = withCounts(above.slice(0, above.length - before.length), faults.length)
      return {
        order: inOrder.map(({ fault }) => fault),
        between: gaps[0] as string,
        ...(gaps.at(-1) !== gaps[0] && { last: gaps.at(-1) as string }),
        ...(heading !== '' && { heading }),
      }
    }
  }
  const first = faults.findIndex(({ text }) => text !== '' && message.startsWith(text))
  if (first === -1) return countedIn(joined)
  const rest = message.slice((faults[first] as Joined['faults'][0]).text.length)
  const isAboutOthers = faults.some(({ key }, i) => i !== first && key !== '' && rest.includes(key))
  if (isAboutOthers) return undefined
  const instead = `{text}${withCounts(rest, faults.length)}`
  return { order: [first], instead }
}

/** Reads a text that only counts the faults, as that of pydantic, which lists them beside it. */
function countedIn({ message, faults }: Joined): Reading | undefined {
  const instead = message.replace(/\d+/g, (digits) => (Number(digits) === faults.length ? '{count}' : digits))
  const isAboutOne = faults.some(({ key }) => key !== '' && message.includes(key))
  if (faults.length < 2 || instead === message || isAboutOne) return undefined
  return { order: [...faults.keys()], instead }
}

interface Place {
  fault: number
  from: number
  to: number
}

/** Finds a place of its own for each text; undefined if one has none. */
function placesOf(message: string, texts: readonly string[]): Place[] | undefined {
  const places: Place[] = []
  const longestFirst = texts
    .map((text, fault) => ({ text, fault }))
    .sort((a, b) => b.text.length - a.text.length)
  for (const { text, fault } of longestFirst) {
    if (text === '') return undefined
    let from = message.indexOf(text)
    while (from !== -1 && places.some((place) => from < place.to && place.from < from + text.length)) {
      from = message.indexOf(text, from + 1)
    }
    if (from === -1) return undefined
    places.push({ fault, from, to: from + text.length })
  }
  return places
}

function withCounts(text: string, count: number): string {
  return text.replace(/\d+/g, (digits) =>
    Number(digits) === count - 1 ? '{rest}' : Number(digits) === count ? '{count}' : digits,
  )
}

const UNKNOWN = '*'
/** The fields of the interface in their order; `*` stands for all others. */
export const IN_ORDER = [...parameters, ...decisionFields, UNKNOWN]

function fieldsInOrder(order: readonly number[], { faults }: Joined): string[] {
  const named = (fault: number) => {
    const { key, isKnown } = faults[fault] as Joined['faults'][0]
    return isKnown ? key : UNKNOWN
  }
  // What is told of several faults is the first of them all.
  const others = [...faults.keys()].filter((fault) => !order.includes(fault))
  return [...new Set([...order, ...others].map(named))]
}

/** Orders fields so that most examples agree with it. */
function orderOf(lists: readonly (readonly string[])[]): string[] {
  const seen = new Set(lists.flat())
  const wins = (a: string, b: string) =>
    lists.reduce((sum, list) => {
      const [x, y] = [list.indexOf(a), list.indexOf(b)]
      return x === -1 || y === -1 ? sum : sum + Math.sign(y - x)
    }, 0)
  // Fields that were never seen together keep the order of the interface.
  const left = [
    ...IN_ORDER.filter((field) => seen.has(field)),
    ...[...seen].filter((field) => !IN_ORDER.includes(field)),
  ]
  const order: string[] = []
  while (left.length > 0) {
    const next = left.findIndex((field) => left.every((other) => wins(other, field) <= 0))
    order.push(...left.splice(Math.max(0, next), 1))
  }
  return order
}

function keysOf(examples: readonly Joined[], isAll: boolean): Joining['keys'] {
  const listed = examples.filter(({ keys }) => keys !== undefined)
  if (listed.length === 0) return undefined
  const isOne = listed.filter(({ keys }) => keys?.length === 1).length * 2 > listed.length
  if (isOne === !isAll) return undefined
  return isOne ? 'first' : 'all'
}

/** Returns how well examples can be read with a heading or an ending around all texts. */
export function readableWith(examples: readonly Joined[], around: Around): number {
  return examples.reduce((sum, one) => sum + weightOf(readingOf(one, around)), 0)
}

/** A text that goes on after the first fault and counts nothing may tell others in words that are not known alone. */
function weightOf(reading: Reading | undefined): number {
  if (reading === undefined) return 0
  return reading.instead === undefined || /\{(?:rest|count)\}/.test(reading.instead) ? 1 : UNCOUNTED
}

const UNCOUNTED = 0.5

/** Finds what all texts of single faults begin and end with, cut at a word. */
export function aroundOf(texts: readonly string[]): Around {
  const [first = '', ...others] = [...new Set(texts)]
  if (others.length === 0) return { before: '', after: '' }
  let [start, end] = [first.length, first.length]
  for (const other of others) {
    let i = 0
    while (i < Math.min(start, other.length) && first[i] === other[i]) i++
    start = i
    let j = 0
    while (j < Math.min(end, other.length) && first[first.length - 1 - j] === other[other.length - 1 - j]) j++
    end = j
  }
  // A slot has another value for each fault, so it stands around none.
  const [above = ''] = first.slice(0, start).split('{')
  const below = first
    .slice(first.length - end)
    .split('}')
    .at(-1) as string
  const before = /^(.*[^\p{L}\p{N}"'`])?/su.exec(above)?.[0] ?? ''
  const after = /(?:[^\p{L}\p{N}"'`].*)?$/su.exec(below)?.[0] ?? ''
  return { before: before.trim().length > SHORT ? before : '', after: after.trim() === '' ? '' : after }
}

/** A shorter beginning is a quote or an article and not a heading. */
const SHORT = 2
