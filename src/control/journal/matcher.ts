import { maskedCpf } from '../../contract/cpf.ts'
import { checkMatcher, matcherFields } from './check-matcher.ts'
import { type Entry, type Owner, settled } from './entry.ts'
import type { ExchangeMatcher } from './exchange-matcher.ts'
import { answerValueOf, partsOf, reportOf } from './parts.ts'
import {
  fieldOf,
  fitsStatus,
  fitsText,
  fitsValue,
  isPlain,
  isSameParameter,
  type MatchResult,
  type TextMatcher,
} from './values.ts'

export type { ExchangeMatcher, MatchResult, TextMatcher }

/** One thing that a matcher wants. */
export interface Want {
  /** `body.aprovar` */
  name: string
  expected: unknown
  fits(entry: Entry): MatchResult
  /** Returns what is there in its place. */
  actual(entry: Entry): unknown
}

/** A matcher that was checked. */
export interface Matching {
  wants: readonly Want[]
  fits(entry: Entry): MatchResult
  /** Whether exchanges of an owner that are not kept any more may have fitted. */
  mayFit(owner: Owner): boolean
}

/** What a matcher is made and judged with. */
export interface MatchSource {
  /** Those that reasons can have. */
  codes: readonly string[]
  /** Whose exchange it is; while it is in flight, as far as its header tells. */
  ownerOf(entry: Entry): Owner
}

/**
 * Makes a matcher ready.
 * @throws {OperatorError} when a field is unknown, undefined or has a value that no exchange can have
 */
export function createMatching(
  matcher: ExchangeMatcher,
  source: MatchSource,
  what = 'the matcher',
): Matching {
  checkMatcher(matcher, what, source.codes)
  const wants = matcherFields
    .filter((name) => Object.hasOwn(matcher, name))
    .flatMap((name) => wantsOf[name](matcher[name] as never, source))
  return {
    wants,
    fits: (entry) => allFit(wants, (want) => want.fits(entry)),
    mayFit: ({ handle, isGone }) =>
      isGone || wants.every(({ name, expected }) => name !== 'organization' || expected === handle),
  }
}

function allFit(wants: readonly Want[], fitOf: (want: Want) => MatchResult): MatchResult {
  let found: MatchResult = 'yes'
  for (const want of wants) {
    const fit = fitOf(want)
    if (fit === 'no') return 'no'
    if (fit === 'unknown') found = 'unknown'
  }
  return found
}

const wantsOf: {
  [Name in keyof Required<ExchangeMatcher>]: (expected: never, source: MatchSource) => Want[]
} = {
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
  organization: (expected: string, { ownerOf }) => [
    want(
      'organization',
      expected,
      (entry) => ownerOf(entry).handle,
      undefined,
      // One in flight whose token is unknown may still be found to be somebody's.
      (entry) => entry.owner !== undefined || ownerOf(entry).handle !== null,
    ),
  ],
  query: (expected: object) =>
    leaves('query', expected, (entry) => partsOf(entry).parameters, isSameParameter),
  headers: (expected: object) => {
    const lower = Object.fromEntries(
      Object.entries(expected).map(([name, value]) => [name.toLowerCase(), value]),
    )
    return leaves('headers', lower, (entry) => partsOf(entry).headers, isSameParameter)
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
  const fits = (entry: Entry): MatchResult => {
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

/** A long list is not taken apart for a CPF that is not in it. Quirks send it with a mask, or as a number. */
function isListed(cpf: string, entry: Entry): boolean {
  const { answer } = entry
  const forms = [String(Number(cpf)), maskedCpf(cpf), cpf.replace(/\d\d$/, '-$&')]
  if (answer === undefined || !forms.some((form) => answer.includes(form))) return false
  return listedIn(answerValueOf(entry)).some((one) => digitsOf(one) === cpf)
}

function digitsOf(cpf: string): string {
  return cpf.replace(/[.-]/g, '').padStart(11, '0')
}

/** Returns the CPFs in an answer, whatever its form. */
function listedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listedIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'cpf' && (typeof one === 'string' || typeof one === 'number') ? [String(one)] : listedIn(one),
  )
}
