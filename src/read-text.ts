import { constants } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { OperatorError } from './operator-error.ts'

/**
 * The text of a file in UTF-8, without its byte order mark.
 * @param what the file is, for the error
 * @throws {OperatorError} when it is not there, cannot be read, is too large or in another encoding
 */
export function readText(path: string, what: string): string {
  const bytes = readBytes(path, what)
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw new OperatorError(
      `The ${what} ${path} has ${bytes.length} bytes, and ${constants.MAX_STRING_LENGTH} are the most that can be read.`,
    )
  }
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(bytes)
  } catch {
    throw new OperatorError(`The ${what} ${path} is not in UTF-8: save it so.`)
  }
}

/** @throws {OperatorError} when the file is not there, or cannot be read */
export function readBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(
      code === 'ENOENT' ? `There is no file ${path}.` : `The ${what} ${path} cannot be read (${code}).`,
    )
  }
}
