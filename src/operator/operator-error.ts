/** An error that the operator can fix; its message says how. */
export class OperatorError extends Error {}

/** An option with an unknown name or an invalid value; the operator has to change the command line or the call. */
export class OptionError extends OperatorError {
  readonly #text: string

  /** @param text the message, with option names in braces: `{data} and {fixture}` */
  constructor(text: string) {
    super(named(text, (option) => option))
    this.#text = text
  }

  /** Returns the message with the options as flags: `--allow-invalid-cpf`. */
  withFlags(): string {
    return named(
      this.#text,
      (option) => `--${option.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`,
    )
  }
}

function named(text: string, nameOf: (option: string) => string): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (_, option: string) => nameOf(option))
}

/**
 * Returns the error for a source that is neither a known name nor a file. One without a dot or a slash was meant as a
 * name.
 */
export function noSuchSource(source: string, message: string): OperatorError {
  return /^[\w-]+$/.test(source) ? new OptionError(message) : new OperatorError(message)
}
