import type { TextMatcher } from './values.ts'

/**
 * Selects the exchanges that match every field. An object means an object with at least these fields; a value
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
  /** The CPF of a person that the answer lists: its eleven digits. */
  listed?: string
  /** The name of a fault that struck it; true for any, false for none. */
  fault?: string | boolean
  /** The code of a reason, such as `payload.unknown`. */
  why?: string
  /** What became of the answer: `sent`, `replaced`, `cut`, `unanswered` or `pending`. */
  outcome?: string
}
