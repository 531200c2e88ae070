import { METHODS } from 'node:http'
import { types } from 'node:util'
import { shown } from '../../operator/fault-text.ts'
import { nearest } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { otherKindsIn } from '../../operator/other-kinds.ts'
import { pathText } from '../../operator/path-text.ts'
import { requirePlain } from '../../operator/require-plain.ts'
import { outcomes } from './entry.ts'
import type { ExchangeMatcher } from './exchange-matcher.ts'
import { isAsymmetric, isPlain } from './values.ts'

export const matcherFields = [
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

const STATUS = /^[1-5](xx|\d\d)$/
/** Also that of OPTIONS and CONNECT, and that of bytes that are no request. */
const PATH = /^(\/[^?]*|\*|[^/?]+:\d+)?$/
const CPF = /^\d{11}$/

/** Returns what is wrong with a value and what to write instead, as the end of a sentence; undefined if it can match. */
type Check = (value: unknown, codes: readonly string[]) => string | undefined

const isTest = (value: unknown) => types.isRegExp(value) || typeof value === 'function' || isAsymmetric(value)

const oneOf = (value: unknown, known: readonly string[], all: string): string | undefined => {
  if (known.includes(value as string)) return undefined
  const near = typeof value === 'string' ? nearest(value, known) : undefined
  return `is ${shown(value)}. ${near === undefined ? all : `Did you mean ${near}?`}`
}

const text: Check = (value) =>
  [value].flat().every((one) => typeof one === 'string' || types.isRegExp(one))
    ? undefined
    : `is ${shown(value)}. Use a string or a regular expression.`

const fields: Check = (value) => {
  if (isTest(value)) return undefined
  if (!isPlain(value)) return `is ${shown(value)}. Use an object of names and values, such as { rows: 25 }.`
  const nested = Object.entries(value).find(([, one]) => isPlain(one))
  return nested && `has an object as ${shown(nested[0])}. Use a string, a number or a regular expression.`
}

/**
 * What of each field no exchange can ever have, so that such a slip does not make `exactly: 0` pass. A client can send
 * any path, report and name, and a fault may be gone: a test may forbid these.
 */
const checks: { [Name in keyof ExchangeMatcher]?: Check } = {
  // What is not HTTP has no method.
  method: (value) => {
    const wrong = [value].flat().find((one) => one !== '' && !METHODS.includes(String(one).toUpperCase()))
    return wrong === undefined ? undefined : oneOf(wrong, METHODS, 'Use a method such as GET or POST.')
  },
  path: (value) => {
    const wrong = [value].flat().find((one) => typeof one === 'string' && !PATH.test(one))
    if (wrong === undefined) return text(value, [])
    return `is ${shown(wrong)}. Begin it with /, and put what is after a ? into \`query\`.`
  },
  report: text,
  organization: (value) =>
    typeof value === 'string' || isTest(value)
      ? undefined
      : `is ${shown(value)}. Use a handle, such as 'org-1'.`,
  query: fields,
  headers: fields,
  status: (value) => {
    const all = [value].flat()
    const wrong = all.find((one) => !STATUS.test(String(one)))
    if (wrong === undefined && all.length > 0) return undefined
    return `is ${shown(wrong ?? value)}. Use a status such as 200, or 4xx.`
  },
  // A CPF would tell who it is about, so it is not repeated.
  listed: (value) =>
    typeof value === 'string' && CPF.test(value)
      ? undefined
      : 'is not a CPF as the interface writes it. Use a string of its eleven digits, without dots and dash.',
  fault: (value) =>
    typeof value === 'string' || typeof value === 'boolean'
      ? undefined
      : `is ${shown(value)}. Use the name of a fault, true or false.`,
  why: (value, codes) =>
    oneOf(value, codes, 'Use a code such as payload.unknown; docs/control/journal.md lists them.'),
  outcome: (value) => (isTest(value) ? undefined : oneOf(value, outcomes, `Use ${outcomes.join(', ')}.`)),
}

/** @throws {OperatorError} when no exchange can ever match it, or when a field is unknown or undefined */
export function checkMatcher(matcher: ExchangeMatcher, what: string, codes: readonly string[]): void {
  requirePlain(matcher, `${what} must be an object, such as { method: 'POST' }`)
  for (const [name, value] of Object.entries(matcher)) {
    if (!matcherFields.includes(name as never)) {
      const near = nearest(name, matcherFields)
      const remedy = near === undefined ? `Use ${matcherFields.join(', ')}.` : `Did you mean ${near}?`
      throw new OperatorError(`${what} has no field "${name}". ${remedy}`)
    }
    requireDefined(value, name, what)
    const [strange] = otherKindsIn(value, isTest)
    if (strange !== undefined)
      throw new OperatorError(`${pathText([name, ...strange.path])} of ${what} is ${strange.kind}.`)
    const fault = checks[name as keyof ExchangeMatcher]?.(value, codes)
    if (fault !== undefined) throw new OperatorError(`${name} of ${what} ${fault}`)
  }
}

/** A variable without a value would make a matcher wider than it was meant. */
function requireDefined(value: unknown, place: string, what: string): void {
  if (value === undefined) {
    throw new OperatorError(`${place} of ${what} is undefined. Give it a value, or leave it out.`)
  }
  if (!isPlain(value)) return
  for (const [name, one] of Object.entries(value)) requireDefined(one, `${place}.${name}`, what)
}
