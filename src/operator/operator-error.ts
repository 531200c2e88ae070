/** Something that the operator has to put right; its message says how. */
export class OperatorError extends Error {}

/** An option with a name or a value that does not exist: the operator has to write it another way. */
export class OptionError extends OperatorError {
  readonly #text: string

  /** @param text names options in braces: `{data} and {fixture}` */
  constructor(text: string) {
    super(named(text, (option) => option))
    this.#text = text
  }

  /** Returns the message with the options as a command line writes them. */
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

/** Returns the error for a source that is neither a name nor a file; what cannot be a file's name was meant as a name. */
export function noSuchSource(source: string, message: string): OperatorError {
  return /^[\w-]+$/.test(source) ? new OptionError(message) : new OperatorError(message)
}
