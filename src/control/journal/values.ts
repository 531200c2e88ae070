import { isDeepStrictEqual, types } from 'node:util'
import { isPlainObject } from '../../contract/plain-object.ts'

/** Whether something fits; `unknown` if it is not kept, or not there yet. */
export type MatchResult = 'yes' | 'no' | 'unknown'

/** A text to be equal to, a pattern to fit, or several of which one is enough. */
export type TextMatcher = string | RegExp | readonly (string | RegExp)[]

export function fieldOf(value: unknown, key: string): unknown {
  const isObject = typeof value === 'object' && value !== null
  return isObject && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}

export function fitsText(expected: TextMatcher, actual: unknown): boolean {
  if (typeof actual !== 'string') return false
  return [expected].flat().some((one) => (types.isRegExp(one) ? fitsPattern(one, actual) : one === actual))
}

/** A pattern with the flag g remembers where it was. */
function fitsPattern(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0
  return pattern.test(text)
}

export function fitsStatus(
  expected: number | string | readonly (number | string)[],
  actual: unknown,
): boolean {
  return [expected].flat().some((one) => {
    const text = String(one)
    return text.endsWith('xx') ? String(actual).startsWith(text.charAt(0)) : text === String(actual)
  })
}

/** A parameter is a text, whatever it stands for. */
export function isSameParameter(expected: unknown, actual: unknown): boolean {
  return fitsValue(typeof expected === 'number' ? String(expected) : expected, actual)
}

export function fitsValue(expected: unknown, actual: unknown): boolean {
  if (types.isRegExp(expected)) return typeof actual === 'string' && fitsPattern(expected, actual)
  if (typeof expected === 'function') return actual !== undefined && expected(actual) === true
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual)
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((one, i) => fitsValue(one, actual[i]))
    )
  }
  if (isPlain(expected)) {
    const isObject = typeof actual === 'object' && actual !== null && !Array.isArray(actual)
    return isObject && Object.keys(expected).every((key) => fitsValue(expected[key], fieldOf(actual, key)))
  }
  return isDeepStrictEqual(expected, actual)
}

export function isAsymmetric(value: unknown): value is { asymmetricMatch(actual: unknown): boolean } {
  return typeof (value as { asymmetricMatch?: unknown } | null)?.asymmetricMatch === 'function'
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && !isAsymmetric(value)
}
