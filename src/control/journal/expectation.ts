import { nearest } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { requirePlain } from '../../operator/require-plain.ts'
import { createMatching, type ExchangeMatcher, type Matching, type MatchSource } from './matcher.ts'

/** How many exchanges must match, in which order, and how long to wait for them. At least one, by default. */
export interface Expectation {
  exactly?: number
  atLeast?: number
  atMost?: number
  /** Only what arrives after the answer to the first exchange that matches this counts; there must be such an answer. */
  after?: ExchangeMatcher
  /** No exchange that matches this may arrive after the last of them; true means one like them. */
  noneAfter?: ExchangeMatcher | true
  /**
   * Milliseconds to wait for them, 0 by default. What forbids exchanges (`exactly`, `atMost`, `noneAfter`) is judged
   * once it is quiet, or at the end of this time.
   */
  within?: number
  /** Milliseconds without a request after which it is quiet, 200 by default. */
  quiet?: number
  /** Only what arrived after this mark counts; by default, after the last `clear`. */
  since?: number
  /** Show people and tokens in the error. */
  reveal?: boolean
}

/** An expectation that was checked. */
export interface Expected {
  matching: Matching
  after: Matching | undefined
  noneAfter: Matching | undefined
  least: number
  most: number
  /** Whether a later exchange can make it fail. */
  forbids: boolean
  within: number
  quiet: number
  reveal: boolean
}

const FIELDS = [
  'exactly',
  'atLeast',
  'atMost',
  'after',
  'noneAfter',
  'within',
  'quiet',
  'since',
  'reveal',
] as const satisfies readonly (keyof Expectation)[]
const COUNTS = ['exactly', 'atLeast', 'atMost'] as const
/** Half an hour: no test waits longer. */
const LONGEST_WAIT = 1_800_000

/**
 * @throws {OperatorError} when it contradicts itself, is always true, or has a field that is unknown or undefined
 */
export function createExpected(
  matcher: ExchangeMatcher,
  expectation: Expectation,
  source: MatchSource,
): Expected {
  requirePlain(expectation, 'The expectation must be an object, such as { exactly: 1 }')
  for (const [name, value] of Object.entries(expectation)) {
    if (!FIELDS.includes(name as never)) {
      const near = nearest(name, FIELDS)
      const remedy = near === undefined ? `Use ${FIELDS.join(', ')}.` : `Did you mean ${near}?`
      throw new OperatorError(`The expectation has no field "${name}". ${remedy}`)
    }
    if (value === undefined) {
      throw new OperatorError(`${name} of the expectation is undefined. Give it a value, or leave it out.`)
    }
  }
  const { exactly, atLeast, atMost, after, noneAfter, within = 0, quiet = 200, reveal = false } = expectation
  for (const name of COUNTS) requireWhole(name, expectation[name], Number.MAX_SAFE_INTEGER)
  requireWhole('within', within, LONGEST_WAIT)
  requireWhole('quiet', quiet, LONGEST_WAIT)
  requireWhole('since', expectation.since, Number.MAX_SAFE_INTEGER)
  if (exactly !== undefined && (atLeast !== undefined || atMost !== undefined)) {
    throw new OperatorError('exactly cannot be used with atLeast or atMost. Use one or the other.')
  }
  if (atLeast === 0 && atMost === undefined) {
    throw new OperatorError('atLeast: 0 is always true. Use at least 1, or atMost.')
  }
  const least = exactly ?? atLeast ?? (atMost === undefined ? 1 : 0)
  const most = exactly ?? atMost ?? Number.POSITIVE_INFINITY
  if (least > most) throw new OperatorError(`atLeast: ${least} is more than atMost: ${most}.`)
  if ((noneAfter as unknown) === false) {
    throw new OperatorError('noneAfter must be true or a matcher, or be left out.')
  }
  const matching = createMatching(matcher, source)
  const other = (given: ExchangeMatcher | undefined, what: string) =>
    given === undefined ? undefined : createMatching(given, source, what)
  return {
    matching,
    after: other(after, '`after`'),
    noneAfter: noneAfter === true ? matching : other(noneAfter, '`noneAfter`'),
    least,
    most,
    forbids: most !== Number.POSITIVE_INFINITY || noneAfter !== undefined,
    within,
    quiet,
    reveal,
  }
}

function requireWhole(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= most)) return
  throw new OperatorError(`${name} must be a whole number from 0 to ${most}, not ${value}.`)
}

/** Returns an expectation in words: `exactly 1 exchange`. */
export function countText({ least, most }: Pick<Expected, 'least' | 'most'>): string {
  if (most === 0) return 'no exchange'
  if (least === most) return `exactly ${exchanges(least)}`
  if (most === Number.POSITIVE_INFINITY) return `at least ${exchanges(least)}`
  return least === 0 ? `at most ${exchanges(most)}` : `${least} to ${most} exchanges`
}

export function exchanges(count: number): string {
  return `${count} exchange${count === 1 ? '' : 's'}`
}
