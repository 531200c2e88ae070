import { nearest } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { type Entry, settled } from './entry.ts'
import { answerValueOf, partsOf, reportOf } from './parts.ts'
import { fitsTally, type Tally } from './tallies.ts'
import {
  type Fit,
  fieldOf,
  fitsStatus,
  fitsText,
  fitsValue,
  isPlain,
  isSameParameter,
  type TextMatcher,
} from './values.ts'

export type { Fit, TextMatcher }

/**
 * Which exchanges are meant: those that fit every field. An object means an object with at least these fields; a value
 * may also be a RegExp, a function that returns true if it fits, or a matcher of vitest or jest.
 */
export interface ExchangeMatcher {
  method?: string | readonly string[]
  /** The path without its query, as it was sent. */
  path?: TextMatcher
  /** The number of the report that a validation is about. */
  report?: TextMatcher
  /** The handle of an organization. */
  organization?: string
  /** Parameters by name. */
  query?: Readonly<Record<string, unknown>>
  /** Headers by name, in any case. */
  headers?: Readonly<Record<string, unknown>>
  /** Fields of the body, at any depth. */
  body?: unknown
  /** A status, several, or all that begin with a digit: `4xx`. */
  status?: number | string | readonly (number | string)[]
  /** Fields of the answer, at any depth. */
  answer?: unknown
  /** The CPF of a person that the answer lists. */
  listed?: string
  /** The name of a fault that struck it; true for any, false for none. */
  fault?: string | boolean
  /** The code of a reason, such as `body-unknown-field`. */
  why?: string
  outcome?: string
}

/** One thing that a matcher wants. */
export interface Want {
  /** `body.aprovar` */
  name: string
  expected: unknown
  fits(entry: Entry): Fit
  /** Returns what is there in its place. */
  actual(entry: Entry): unknown
}

/** A matcher that was checked. */
export interface Matching {
  wants: readonly Want[]
  fits(entry: Entry): Fit
  /** Whether what was dropped may have fitted; `yes` if it did. */
  fitsDropped(tally: Tally): Fit
}

const FIELDS = [
  'method',
  'path',
  'report',
  'organization',
  'query',
  'headers',
  'body',
  'status',
  'answer',
  'listed',
  'fault',
  'why',
  'outcome',
] as const satisfies readonly (keyof ExchangeMatcher)[]

const STATUS = /^([1-5]xx|\d{3})$/

/**
 * Makes a matcher ready.
 * @throws {OperatorError} when a field is unknown or undefined, so that no slip makes it fit everything
 */
export function createMatching(matcher: ExchangeMatcher, what = 'the matcher'): Matching {
  if (typeof matcher !== 'object' || matcher === null || Array.isArray(matcher)) {
    throw new OperatorError(`${what} must be an object, such as { method: 'POST' }.`)
  }
  for (const [name, value] of Object.entries(matcher)) {
    if (!FIELDS.includes(name as never)) {
      const near = nearest(name, FIELDS)
      const remedy = near === undefined ? `Use ${FIELDS.join(', ')}.` : `Did you mean ${near}?`
      throw new OperatorError(`${what} has no field "${name}". ${remedy}`)
    }
    requireDefined(value, name, what)
  }
  requireStatus(matcher.status, what)
  const wants = FIELDS.filter((name) => Object.hasOwn(matcher, name)).flatMap((name) =>
    wantsOf[name](matcher[name] as never),
  )
  return {
    wants,
    fits: (entry) => allFit(wants, (want) => want.fits(entry)),
    fitsDropped: (tally) => allFit(wants, ({ name, expected }) => fitsTally(name, expected, tally)),
  }
}

function allFit(wants: readonly Want[], fitOf: (want: Want) => Fit): Fit {
  let found: Fit = 'yes'
  for (const want of wants) {
    const fit = fitOf(want)
    if (fit === 'no') return 'no'
    if (fit === 'unknown') found = 'unknown'
  }
  return found
}

/** A variable without a value would make a matcher wider than it was meant. */
function requireDefined(value: unknown, place: string, what: string): void {
  if (value === undefined) {
    throw new OperatorError(`${place} of ${what} is undefined. Give it a value, or leave it out.`)
  }
  if (!isPlain(value)) return
  for (const [name, one] of Object.entries(value)) requireDefined(one, `${place}.${name}`, what)
}

function requireStatus(status: ExchangeMatcher['status'], what: string): void {
  for (const one of status === undefined ? [] : [status].flat()) {
    if (!STATUS.test(String(one))) {
      throw new OperatorError(
        `status of ${what} is ${JSON.stringify(one)}. Use a status such as 200, or 4xx.`,
      )
    }
  }
}

const wantsOf: { [Name in keyof Required<ExchangeMatcher>]: (expected: never) => Want[] } = {
  method: (expected: string | readonly string[]) => {
    const methods = [expected].flat().map((method) => method.toUpperCase())
    return [
      want(
        'method',
        expected,
        ({ method }) => method,
        (actual) => methods.includes(actual as string),
      ),
    ]
  },
  path: (expected: TextMatcher) => [
    want(
      'path',
      expected,
      (entry) => partsOf(entry).path,
      (actual) => fitsText(expected, actual),
    ),
  ],
  report: (expected: TextMatcher) => [
    want(
      'report',
      expected,
      (entry) => reportOf(partsOf(entry).path),
      (actual) => fitsText(expected, actual),
    ),
  ],
  organization: (expected: string) => [
    want(
      'organization',
      expected,
      ({ owner }) => owner?.handle,
      undefined,
      ({ owner }) => owner !== undefined,
    ),
  ],
  query: (expected: object) =>
    leaves('query', expected, (entry) => partsOf(entry).parameters, isSameParameter),
  headers: (expected: object) => {
    const lower = Object.fromEntries(
      Object.entries(expected).map(([name, value]) => [name.toLowerCase(), value]),
    )
    return leaves('headers', lower, (entry) => partsOf(entry).headers)
  },
  body: (expected: unknown) =>
    leaves('body', expected, (entry) => partsOf(entry).body, undefined, hasWholeRequest),
  status: (expected: NonNullable<ExchangeMatcher['status']>) => [
    want(
      'status',
      expected,
      ({ status }) => status,
      (actual) => fitsStatus(expected, actual),
      isOver,
    ),
  ],
  answer: (expected: unknown) => leaves('answer', expected, answerValueOf, undefined, hasAnswer),
  listed: (expected: string) => [
    want(
      'listed',
      expected,
      (entry) => (isListed(expected, entry) ? expected : listedIn(answerValueOf(entry))),
      (actual) => actual === expected,
      hasAnswer,
    ),
  ],
  fault: (expected: string | boolean) => [
    want(
      'fault',
      expected,
      ({ faults = [] }) => faults,
      (actual) => {
        const names = actual as string[]
        return typeof expected === 'boolean' ? names.length > 0 === expected : names.includes(expected)
      },
      isOver,
    ),
  ],
  why: (expected: string) => [
    want(
      'why',
      expected,
      (entry) => settled(entry).map(({ code }) => code),
      (actual) => (actual as string[]).includes(expected),
      isOver,
    ),
  ],
  outcome: (expected: string) => [want('outcome', expected, ({ outcome }) => outcome)],
}

/**
 * @param actual what an entry has
 * @param isFit whether that is what is wanted; by default if it is the same
 * @param isThere whether an entry has it yet, and still
 */
function want(
  name: string,
  expected: unknown,
  actual: (entry: Entry) => unknown,
  isFit: (actual: unknown) => boolean = (value) => fitsValue(expected, value),
  isThere: (entry: Entry) => boolean = () => true,
): Want {
  const fits = (entry: Entry): Fit => {
    if (!isThere(entry)) return 'unknown'
    return isFit(actual(entry)) ? 'yes' : 'no'
  }
  return { name, expected, actual, fits }
}

/** One want for each field of an object, at any depth. */
function leaves(
  name: string,
  expected: unknown,
  valueIn: (entry: Entry) => unknown,
  isFit?: (expected: unknown, actual: unknown) => boolean,
  isThere?: (entry: Entry) => boolean,
): Want[] {
  if (isPlain(expected) && Object.keys(expected).length > 0) {
    return Object.entries(expected).flatMap(([key, one]) =>
      leaves(`${name}.${key}`, one, (entry) => fieldOf(valueIn(entry), key), isFit, isThere),
    )
  }
  const fits = isFit && ((actual: unknown) => isFit(expected, actual))
  return [want(name, expected, valueIn, fits, isThere)]
}

/** Whether nothing more of a request will come. */
function hasWholeRequest(entry: Entry): boolean {
  return entry.body !== undefined || isOver(entry)
}

function isOver({ answered }: Entry): boolean {
  return answered > 0
}

function hasAnswer(entry: Entry): boolean {
  return isOver(entry) && (entry.answer !== undefined || entry.answerBytes === 0)
}

/** A long list is not taken apart for a CPF that is not in it. */
function isListed(cpf: string, entry: Entry): boolean {
  return entry.answer?.includes(cpf) === true && listedIn(answerValueOf(entry)).includes(cpf)
}

/** Returns the CPFs in an answer, whatever its form. */
function listedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listedIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'cpf' && typeof one === 'string' ? [one] : listedIn(one),
  )
}
