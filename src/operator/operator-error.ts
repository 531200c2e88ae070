import { printable } from '../contract/printable.ts'
import { hint } from './hint.ts'
import { kebabCase } from './kebab-case.ts'

/** An error that the operator can fix; its message says how. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** An option with an unknown name or an invalid value; the operator has to change the command line or the call. */
export class OptionError extends OperatorError {
  /** The message as a command line says it. */
  readonly withFlags: string

  constructor(message: string, withFlags = message) {
    super(message)
    this.withFlags = withFlags
  }
}

/**
 * Returns the error for options that cannot be used so.
 * @param text names options in braces, `{store} and {state}`, and has nothing in it that somebody else wrote
 */
export function optionsError(text: string): OptionError {
  const named = (nameOf: (option: string) => string) =>
    text.replace(/\{([a-zA-Z]+)\}/g, (_, option: string) => nameOf(option))
  return new OptionError(
    named((option) => option),
    named((option) => `--${kebabCase(option)}`),
  )
}

/**
 * Returns the error for a source that is neither a known name nor a file. One without a dot or a slash was meant as a
 * name.
 * @param what what has such a name: fixture, profile
 * @param names the known names
 * @param others a sentence that lists what there is
 */
export function noSuchSource(
  source: string,
  what: string,
  names: readonly string[],
  others: string,
): OperatorError {
  const isName = /^[\w-]+$/.test(source)
  const sought = isName ? `file or ${what} named ${source}` : `file ${printable(source)}`
  const message = `There is no ${sought}${hint(source, names) || '.'} ${others}`
  return isName ? new OptionError(message) : new OperatorError(message)
}
