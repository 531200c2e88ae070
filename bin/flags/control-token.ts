import { CONTROL_TOKEN } from './environment.ts'
import { UsageError } from './usage-error.ts'

/**
 * Returns the control token of the environment, without the line break that a shell may leave around it; undefined if
 * it is unset or empty.
 * @throws {UsageError} when the token can be guessed, or no header can carry it
 */
export function controlTokenOf(environment: NodeJS.ProcessEnv): string | undefined {
  const token = environment[CONTROL_TOKEN]?.trim()
  if (token === undefined || token === '' || /^[\x21-\x7e]{16,}$/.test(token)) return token || undefined
  throw new UsageError(`${CONTROL_TOKEN} must have at least 16 visible ASCII characters.`)
}
