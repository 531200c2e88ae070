import { isDeepStrictEqual, types } from 'node:util'
import { faultNames } from '../../contract/faults.ts'
import { isPlainObject, otherKind } from '../../contract/plain-object.ts'
import { hint } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { requirePlain } from '../../operator/require-plain.ts'
import type { Schema } from '../../operator/schema.ts'
import { faultOf } from '../../operator/schema-fault.ts'
import { headersOf, jsonOr, parametersOf, pathOf, textOf } from './exchange.ts'
import { outcomes } from './outcome.ts'
import type { Slot } from './recorder.ts'

/** A string to be equal to, a pattern to match, or several of which one is enough. */
export type TextMatcher = string | RegExp | readonly (string | RegExp)[]

/**
 * Selects the exchanges that match every field. An object means an object with at least these fields; a value
 * may also be a RegExp, a function that returns true if it fits, or a matcher of vitest or jest.
 */
export interface ExchangeMatcher {
  /** In upper case; several of which one is enough. */
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
  /** The name of a fault that struck it; true for any, false for none. */
  fault?: string | boolean
  /** The code of a reason, such as `payload.unknown`. */
  why?: string
  /** What became of the answer: `sent`, `replaced`, `cut`, `unanswered` or `pending`. */
  outcome?: string
  /** Fields of the answer, at any depth. */
  answer?: unknown
}

const text = { type: 'string', maxLength: 1_000 } as const
const orList = (one: Schema) => ({ anyOf: [one, { type: 'array', items: one, minItems: 1 }] }) as const
const parameters = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'array'] },
} as const

/** What a filter of a query and a matcher have in common. */
export const filters = {
  method: {
    type: 'string',
    pattern: '^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)?$',
    examples: ['GET', 'POST'],
    description: 'Empty for bytes that never became a request.',
  },
  path: {
    ...text,
    // Also that of OPTIONS and CONNECT, and that of bytes that are no request.
    pattern: String.raw`^(/[^?]*|\*|[^/?]+:\d+)?$`,
    examples: ['/pessoas, with what follows a ? in query'],
    description: 'Without the query, as it was sent.',
  },
  report: { ...text, description: 'The number of the report that a validation is about.' },
  status: {
    type: ['integer', 'string'],
    minimum: 100,
    maximum: 599,
    pattern: '^[1-5](xx|[0-9][0-9])$',
    examples: ['200', '4xx'],
  },
  fault: {
    type: ['string', 'boolean'],
    description: 'The name of a fault that struck; true for any, false for none.',
  },
  why: { ...text, description: 'The code of a reason, such as payload.unknown.' },
} as const satisfies Record<string, Schema>

const anything = { description: 'Any JSON value; an object means one with at least these fields.' } as const

export const matcherSchema = {
  type: 'object',
  description: 'Selects the exchanges that match every field.',
  properties: {
    ...filters,
    method: orList(filters.method),
    path: orList(filters.path),
    report: orList(filters.report),
    organization: { ...text, description: 'The handle of an organization.' },
    query: parameters,
    headers: parameters,
    body: anything,
    status: orList(filters.status),
    outcome: { enum: outcomes },
    answer: anything,
  },
} as const satisfies Schema

/** One thing that a matcher wants. */
export interface Want {
  /** `body.aprovar` */
  name: string
  expected: unknown
  fits(slot: Slot): boolean
  /** Returns what is there in its place. */
  actual(slot: Slot): unknown
}

/** A matcher that was checked. */
export interface Matching {
  wants: readonly Want[]
  fits(slot: Slot): boolean
}

type HandleOf = (slot: Slot) => string | null

/**
 * Makes a matcher ready.
 * @throws {OperatorError} when a field is unknown, undefined or has a value that no exchange can have
 */
export function createMatching(matcher: ExchangeMatcher, handleOf: HandleOf, at = 'matcher'): Matching {
  check(matcherSchema, matcher, at, "{ method: 'POST' }")
  const { why } = matcher
  if (typeof why === 'string' && !faultNames.includes(why as never)) {
    const near = hint(why, faultNames) || '. Use a code of docs/reference/faults.md, such as payload.unknown.'
    throw new OperatorError(`${at}.why is ${JSON.stringify(why)}${near}`)
  }
  const found = actualsOf(handleOf)
  const names = Object.keys(found).filter((name) => Object.hasOwn(matcher, name)) as (keyof ExchangeMatcher)[]
  const wants = names.flatMap((name) => {
    const fits = comparisons[name] ?? fitsValue
    const given = matcher[name]
    const expected = name === 'headers' && isPlain(given) ? inLowerCase(given) : given
    if (/^(query|headers|body|answer)$/.test(name)) return leaves(name, expected, found[name], fits)
    // Several of which one is enough.
    const fitsOne = (all: unknown, actual: unknown) => [all].flat().some((one) => fits(one, actual))
    return [wantOf(name, expected, found[name], fitsOne)]
  })
  return { wants, fits: (slot) => wants.every((want) => want.fits(slot)) }
}

/**
 * Checks a value that code gave, of which a part may be patterns and functions.
 * @throws {OperatorError} when it does not fit the schema
 */
export function check(schema: Schema, value: unknown, at: string, example: string): void {
  requirePlain(value, `${at} must be an object, such as ${example}`)
  const fault = faultOf(schema, withoutTests(value, at), at)
  if (fault !== undefined) throw new OperatorError(fault)
}

/** Returns what a schema can check. A variable without a value would make a matcher wider than it was meant. */
function withoutTests(value: unknown, at: string): unknown {
  if (value === undefined) throw new OperatorError(`${at} is undefined. Give it a value, or leave it out.`)
  if (Array.isArray(value)) return value.map((one, i) => withoutTests(one, `${at}[${i}]`))
  if (typeof value !== 'object' || value === null) return value
  const kind = otherKind(value)
  if (kind !== undefined) throw new OperatorError(`${at} is ${kind}.`)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => ![one].flat().some(isTest))
      .map(([name, one]) => [name, withoutTests(one, `${at}.${name}`)]),
  )
}

/** What an exchange has for each field of a matcher; what takes longest comes last. */
function actualsOf(handleOf: HandleOf): Record<keyof ExchangeMatcher, (slot: Slot) => unknown> {
  return {
    method: ({ method }) => method,
    path: pathOf,
    report: (slot) => /^\/relatorios\/validar\/([^/]+)$/.exec(pathOf(slot))?.[1],
    organization: handleOf,
    status: ({ status }) => status,
    fault: ({ faults }) => faults,
    outcome: ({ outcome }) => outcome,
    query: parametersOf,
    headers: ({ headers }) => headersOf(headers),
    body: ({ body }) => body && jsonOr(body.toString()),
    why: (slot) => slot.explained().map(({ code }) => code),
    answer: ({ answer }) => (answer === undefined ? undefined : jsonOr(textOf(answer))),
  }
}

type Compare = (expected: unknown, actual: unknown) => boolean

/** A parameter is text, whatever it stands for. */
const fitsText: Compare = (expected, actual) =>
  fitsValue(
    typeof expected === 'number' || typeof expected === 'boolean' ? String(expected) : expected,
    actual,
  )

const comparisons: { [Name in keyof ExchangeMatcher]?: Compare } = {
  status: (expected, actual) =>
    String(expected).endsWith('xx')
      ? String(actual).startsWith(String(expected).charAt(0))
      : fitsValue(typeof expected === 'string' ? Number(expected) : expected, actual),
  fault: (expected, actual) => {
    const names = actual as string[]
    return typeof expected === 'boolean' ? names.length > 0 === expected : names.includes(expected as string)
  },
  why: (expected, actual) => (actual as string[]).some((one) => fitsValue(expected, one)),
  query: fitsText,
  headers: fitsText,
}

/** One want for each field of an object, at any depth. */
function leaves(name: string, expected: unknown, actual: Want['actual'], fits: Compare): Want[] {
  if (!isPlain(expected) || Object.keys(expected).length === 0) return [wantOf(name, expected, actual, fits)]
  return Object.entries(expected).flatMap(([key, one]) =>
    leaves(`${name}.${key}`, one, (slot) => fieldOf(actual(slot), key), fits),
  )
}

function wantOf(name: string, expected: unknown, actual: Want['actual'], fits: Compare): Want {
  return { name, expected, actual, fits: (slot) => fits(expected, actual(slot)) }
}

function fitsValue(expected: unknown, actual: unknown): boolean {
  if (types.isRegExp(expected)) return typeof actual === 'string' && matches(expected, actual)
  if (typeof expected === 'function') return actual !== undefined && expected(actual) === true
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual)
  if (Array.isArray(expected)) {
    const isLike = Array.isArray(actual) && actual.length === expected.length
    return isLike && expected.every((one, i) => fitsValue(one, actual[i]))
  }
  if (!isPlain(expected)) return isDeepStrictEqual(expected, actual)
  const isObject = typeof actual === 'object' && actual !== null && !Array.isArray(actual)
  return isObject && Object.keys(expected).every((key) => fitsValue(expected[key], fieldOf(actual, key)))
}

/** A pattern with the flag g remembers where it was. */
function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0
  return pattern.test(text)
}

function fieldOf(value: unknown, key: string): unknown {
  const isObject = typeof value === 'object' && value !== null
  return isObject && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}

function inLowerCase(headers: object): object {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function isTest(value: unknown): boolean {
  return types.isRegExp(value) || typeof value === 'function' || isAsymmetric(value)
}

function isAsymmetric(value: unknown): value is { asymmetricMatch(actual: unknown): boolean } {
  return typeof (value as { asymmetricMatch?: unknown } | null)?.asymmetricMatch === 'function'
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && !isAsymmetric(value)
}
