import { inspect } from 'node:util'
import { counted } from '../../contract/counted.ts'
import { clearTimeout, performance, setImmediate, setTimeout } from '../../contract/real-globals.ts'
import { nearest } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Schema } from '../../operator/schema.ts'
import { lineOf, masked, maskedAuthorization, pathOf } from './exchange.ts'
import { check, type ExchangeMatcher, matcherSchema, type Want } from './matcher.ts'
import type { Slot } from './recorder.ts'
import type { View } from './view.ts'

/** How many exchanges must match, in which order, and how long to wait for them. At least one, by default. */
export interface Expectation {
  exactly?: number
  atLeast?: number
  atMost?: number
  /** Only what arrives after the answer to the first exchange that matches this counts; there must be such an answer. */
  after?: ExchangeMatcher
  /**
   * Milliseconds to wait, 0 by default: until enough have come and none is in flight, or, if none has to come
   * (`exactly: 0`, `atMost`), for the whole time.
   */
  within?: number
  /** Only what arrived after this mark counts; by default, after the last `clear`. */
  since?: number
}

const whole = { type: 'integer', minimum: 0 } as const
export const sinceSchema = { ...whole, description: 'Only what arrived after this mark.' } as const

export const expectationFields = {
  exactly: whole,
  atLeast: whole,
  atMost: whole,
  after: matcherSchema,
  within: { ...whole, maximum: 1_800_000, description: 'Milliseconds to wait, 0 by default.' },
  since: sinceSchema,
} as const satisfies Record<keyof Expectation, Schema>

/** A verification that failed. Test runners show what was expected beside the nearest miss. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  readonly expected: object
  readonly actual: object

  constructor(message: string, expected: object, actual: object) {
    super(message)
    this.expected = expected
    this.actual = actual
  }
}

/** A question that the journal cannot answer, because exchanges that could matter are no longer kept. */
export class JournalGapError extends Error {
  override readonly name = 'JournalGapError'
}

/** Waits until an expectation is met, or fails. Returns those that matched. */
export async function verify(
  view: View,
  matcher: ExchangeMatcher,
  expectation: Expectation,
  signal?: AbortSignal,
): Promise<Slot[]> {
  const expected = createExpected(matcher, expectation, view)
  const { within = 0 } = expectation
  const since = view.since(expectation.since)
  const began = performance.now()
  const judgeNow = () => judge(expected, view.slots(since))
  const isOver = ({ isMet, isTooMany, slots }: Judgement) => {
    if (isTooMany || !isMet || expected.most === Number.POSITIVE_INFINITY) return isTooMany || isMet
    // One in flight may be one too many.
    return expected.least > 0 && slots.every(({ outcome }) => outcome !== 'pending')
  }
  if (within > 0 && !isOver(judgeNow())) await heardOf(view, () => isOver(judgeNow()), within, signal)
  const judgement = judgeNow()
  const { isMet, isTooMany, matched, slots } = judgement
  const isCertain = isTooMany || (isMet && expected.most === Number.POSITIVE_INFINITY)
  if (!isCertain && view.tally.lastDropped > since) throw gapError(view, since)
  if (isMet) return matched
  const time = within > 0 ? `, waited ${Math.round(performance.now() - began)} ms` : ''
  const looked = `looked at ${counted(slots.length, 'exchange')}${time}`
  const failure = failureOf(expected, judgement, view, looked, silenceHint(view, slots, since))
  view.missed(failure)
  throw failure
}

type Expected = ReturnType<typeof createExpected>
type Judgement = ReturnType<typeof judge>

/** @throws {OperatorError} when it contradicts itself, is always true, or has a field that is unknown or undefined */
function createExpected(matcher: ExchangeMatcher, expectation: Expectation, view: View) {
  check({ type: 'object', properties: expectationFields }, expectation, 'expectation', '{ exactly: 1 }')
  const { exactly, atLeast, atMost, after } = expectation
  if (exactly !== undefined && (atLeast ?? atMost) !== undefined)
    throw new OperatorError('exactly cannot be used with atLeast or atMost. Use one or the other.')
  if (atLeast === 0 && atMost === undefined)
    throw new OperatorError('atLeast: 0 is always true. Use at least 1, or atMost.')
  const least = exactly ?? atLeast ?? (atMost === undefined ? 1 : 0)
  const most = exactly ?? atMost ?? Number.POSITIVE_INFINITY
  if (least > most) throw new OperatorError(`atLeast: ${least} is more than atMost: ${most}.`)
  return { matching: view.matching(matcher), after: after && view.matching(after, 'after'), least, most }
}

function judge({ matching, after, least, most }: Expected, slots: readonly Slot[]) {
  const all = slots.filter(matching.fits)
  const opened = after ? Math.min(...slots.filter(after.fits).map(({ answeredAt }) => answeredAt)) : 0
  const matched = all.filter(({ id }) => id > opened)
  const lacksAfter = opened === Number.POSITIVE_INFINITY
  const isTooMany = matched.length > most
  const isMet = matched.length >= least && !lacksAfter && !isTooMany
  // What would count if it had come later.
  const early = all.filter(({ id }) => id <= opened)
  return { isMet, isTooMany, slots, matched, early, lacksAfter }
}

/** Asks whether it is over whenever something is heard, many exchanges of one turn at once, until the time is over. */
function heardOf(view: View, isOver: () => boolean, within: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false
    const end = () => {
      stop()
      clearTimeout(late)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const stop = view.listen(() => {
      if (isAsked) return
      isAsked = true
      setImmediate(() => {
        isAsked = false
        if (isOver()) end()
      })
    })
    const late = setTimeout(end, within)
    signal?.addEventListener('abort', end, { once: true })
  })
}

function gapError({ tally }: View, since: number): JournalGapError {
  const { dropped, lastDropped } = tally
  const all = `${counted(dropped, 'exchange is', 'exchanges are')} no longer kept`
  const some = `Exchanges after the mark ${since} are no longer kept, up to #${lastDropped}`
  return new JournalGapError(
    `${since === 0 ? all : some}, so the journal cannot tell: raise journal.exchanges (startSimulator({ journal: { exchanges: 10_000 } })), verify earlier, or pass a later \`since\`, as clear() and mark() return.`,
  )
}

/** Returns what may be wrong with a client of which nothing came. */
function silenceHint(view: View, { length }: readonly Slot[], since: number): string[] {
  const when = since === 0 ? '' : ` after the mark ${since}`
  if (length > 0) return []
  if (view.last === since) return [`  hint: No request at all came${when}. Check the URL of the client.`]
  const unknown = counted(view.strangers(since), 'request')
  return unknown.startsWith('0 ')
    ? []
    : [`  hint: ${unknown} came${when} without a known token. Check the token of the client.`]
}

const MOST_MISSES = 3
const MOST_LISTED = 5
const LONGEST_VALUE = 120

/** Makes the error of a verification that failed. It prints no token: such errors are in the logs of a CI. */
function failureOf(
  expected: Expected,
  { matched, early, slots, lacksAfter, isTooMany }: Judgement,
  view: View,
  looked: string,
  hint: readonly string[],
): VerificationError {
  const { matching, after, least, most } = expected
  const { wants } = after && lacksAfter ? after : matching
  const misses = isTooMany ? [] : nearMisses(wants, slots)
  const listed = isTooMany ? matched : [...matched, ...early]
  const found =
    early.length > 0 && !isTooMany
      ? `${counted(early.length, 'exchange')} came too early`
      : `found ${matched.length === 0 ? 'none' : matched.length}`
  const lacking = `no earlier exchange matched after: { ${wants.map(wantText).join(', ')} }`
  const lines = [
    // The first line says it all: summaries of test runs show no more.
    `Expected ${countText(least, most)} to match, but ${lacksAfter ? lacking : found} (${looked}).`,
    ...hint,
    ...listed.slice(0, MOST_LISTED).map((slot) => `  ${lineOf(view.summary(slot))}`),
    ...(listed.length > MOST_LISTED ? [`  and ${listed.length - MOST_LISTED} more`] : []),
    'What matches:',
    ...(matching.wants.length === 0 ? ['  any'] : matching.wants.map((want) => `  ${wantText(want)}`)),
    ...(after
      ? ['after the answer to one that matches:', ...after.wants.map((want) => `  ${wantText(want)}`)]
      : []),
    ...misses.flatMap((slot, i) => missLines(wants, slot, i, view)),
  ]
  const [nearestMiss] = misses
  const wrong = nearestMiss === undefined ? [] : wants.filter((want) => !want.fits(nearestMiss))
  const side = (pick: (want: Want) => unknown) =>
    Object.fromEntries(wrong.map((want) => [want.name, masked(withoutToken(want, pick(want)), view.mask)]))
  return new VerificationError(
    view.mask(lines.join('\n')),
    { count: countText(least, most), ...side(({ expected }) => expected) },
    { count: counted(matched.length, 'exchange'), ...side(({ actual }) => actual(nearestMiss as Slot)) },
  )
}

/**
 * Returns the exchanges that match most fields, the nearest first. If none matches any field, returns the one whose path is
 * nearest to the path that is wanted, or else the latest.
 */
function nearMisses(wants: readonly Want[], slots: readonly Slot[]): Slot[] {
  const judged = slots.map((slot) => ({ slot, right: wants.filter((want) => want.fits(slot)).length }))
  // What matches, but came too early, is listed already.
  if (judged.some(({ right }) => right === wants.length)) return []
  const near = judged
    .filter(({ right }) => right > 0)
    .sort((a, b) => b.right - a.right || b.slot.id - a.slot.id)
  if (near.length > 0) return near.slice(0, MOST_MISSES).map(({ slot }) => slot)
  const path = wants.find(({ name }) => name === 'path')?.expected
  const like = typeof path === 'string' ? nearest(path, slots.map(pathOf)) : undefined
  return slots.filter((slot) => like === undefined || pathOf(slot) === like).slice(-1)
}

function missLines(wants: readonly Want[], slot: Slot, i: number, view: View): string[] {
  const summary = view.summary(slot)
  const right = wants.filter((want) => want.fits(slot)).map(({ name }) => name)
  return [
    '',
    `Nearest miss ${i + 1}: ${lineOf(summary)}`,
    ...wants
      .filter(({ name }) => !right.includes(name))
      .map(
        (want) =>
          `  ✗ ${want.name}: expected ${shown(want, want.expected)}, got ${shown(want, want.actual(slot))}`,
      ),
    ...(right.length > 0 ? [`  ✓ ${right.join(', ')}`] : []),
    ...summary.hints.map((hint) => `  hint: ${hint}`),
  ]
}

/** Returns an expectation in words: `exactly 1 exchange`. */
function countText(least: number, most: number): string {
  if (most === 0) return 'no exchange'
  if (least === most) return `exactly ${counted(least, 'exchange')}`
  if (most === Number.POSITIVE_INFINITY) return `at least ${counted(least, 'exchange')}`
  return least === 0 ? `at most ${counted(most, 'exchange')}` : `${least} to ${most} exchanges`
}

function wantText(want: Want): string {
  return `${want.name}: ${shown(want, want.expected)}`
}

function shown(want: Want, value: unknown): string {
  const text = inspect(withoutToken(want, value), {
    depth: 4,
    breakLength: Number.POSITIVE_INFINITY,
    maxArrayLength: 5,
  })
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

/** Also one that nobody knows: it may be that of another service. */
function withoutToken({ name }: Want, value: unknown): unknown {
  return name === 'headers.authorization' && typeof value === 'string' ? maskedAuthorization(value) : value
}
