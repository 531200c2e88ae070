import { Unavailable } from '../unavailable.ts'

/**
 * Errors with these classes of SQLSTATE are of the database, not of a statement of ours. They pass by themselves, with
 * another server, when its operator gives rights or space back, or when a schema that was dropped is loaded again.
 */
const PASSING = /^(08|0L|0P|25006|25P0[34]|26000|28|3D|3F|40|42501|42P01|53|55|57|58|F0|P0|XX)/
/** These end every connection to a server, or say that it may not be written to any more. */
const GONE = /^(08|57P0[1234]|25006)/
/** The server is there, and refuses one connection more. */
const FULL = /^53/
/** These pass with a repetition, so nobody needs to do anything. */
const MOMENTARY = /^(08|25P03|40|55P03|57)/
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

/** Returns whether a server that refused one connection would refuse every other. */
export function isRefused(error: unknown): boolean {
  if (error instanceof Unavailable) return false
  const { code, message, severity } = error as Failure
  return severity === undefined ? !SLOW.test(message) : !FULL.test(code ?? '')
}

/** Returns whether a server refuses the user or the database, or does not speak our protocol: the other hosts would, too. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof Unavailable) return false
  const { code = '', severity } = error as Failure
  return severity === undefined ? !isPassing(error) : /^(28|3D|42)/.test(code) || !PASSING.test(code)
}

/** Returns whether somebody has to do something about a statement that the server refused. */
export function isHindrance(error: unknown): boolean {
  if (error instanceof Unavailable) return false
  const { code = '', severity } = error as Failure
  return severity !== undefined && PASSING.test(code) && !GONE.test(code) && !MOMENTARY.test(code)
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

/** Returns why a server cannot be reached, whatever kept it from being. */
export function asUnreachable(error: unknown): Unavailable {
  return error instanceof Unavailable ? error : new Unavailable(whyOf(error), { cause: error })
}

export function whyOf(error: unknown): string {
  const { code, message } = error as Failure
  return code === undefined || message.includes(code) ? message : `${code}: ${message}`
}
