/** Something that the operator has to put right; its message says how. */
export class OperatorError extends Error {}

/** An option with a name or a value that does not exist: the operator has to write it another way. */
export class OptionError extends OperatorError {}

/** Returns the error for a source that is neither a name nor a file; what cannot be a file's name was meant as a name. */
export function noSuchSource(source: string, message: string): OperatorError {
  return /^[\w-]+$/.test(source) ? new OptionError(message) : new OperatorError(message)
}
