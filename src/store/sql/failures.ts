import { Unavailable } from '../unavailable.ts'

/**
 * Errors with these classes of SQLSTATE pass by themselves, with another server, or when a schema that was dropped is
 * loaded again.
 */
const PASSING = /^(08|53|57|58|40|25006|25P03|55P03|F0|42P01|3F000)/
/** These end every connection to a server, or say that it may not be written to any more. */
const GONE = /^(08|57P0[123]|25006)/
/** What the client says of a connection, without a code. */
const CLIENT = /timeout|terminated|connection|closed|not queryable/i
/** What the client says when no connection is free, or when an answer is late: the server may be only slow. */
const SLOW = /^(timeout exceeded when trying to connect|Query read timeout)$/

/** An error of the client (or of the system, with a code), or one that the server sent (with a severity). */
interface Failure {
  code?: string
  message: string
  severity?: string
}

/** Returns whether an error may pass: later, or with another server. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unavailable) return true
  const { code, message, severity } = error as Failure
  if (severity !== undefined) return PASSING.test(code ?? '')
  return code !== undefined || CLIENT.test(message)
}

/** Returns whether every connection to the server is as good as lost. */
export function isGone(error: unknown): boolean {
  if (error instanceof Unavailable) return false
  const { code, message, severity } = error as Failure
  if (severity !== undefined) return GONE.test(code ?? '')
  return isPassing(error) && !SLOW.test(message)
}

/** Returns whether an answer did not come in time, so that nobody knows whether the server is there. */
export function isSilent(error: unknown): boolean {
  const { message, severity } = error as Failure
  return severity === undefined && message === 'Query read timeout'
}

/** Returns whether the server does not support a statement. */
export function isUnsupported(error: unknown): boolean {
  const { code = '', severity } = error as Failure
  return severity !== undefined && /^(0A000|42601)$/.test(code)
}

/** Returns an error as {@link Unavailable} if it may pass. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof Unavailable || !isPassing(error)) return error
  return new Unavailable(whyOf(error), { cause: error })
}

export function whyOf(error: unknown): string {
  const { code, message } = error as Failure
  return code === undefined || message.includes(code) ? message : `${code}: ${message}`
}
