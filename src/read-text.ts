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
    const [line, column] = firstWrong(bytes)
    throw new OperatorError(
      `The ${what} ${path} is not in UTF-8 (line ${line}, column ${column}): save it so.`,
    )
  }
}

/** Where the first bytes stand that are no UTF-8. */
function firstWrong(bytes: Buffer): [line: number, column: number] {
  const lines = bytes.toString('utf8').split('\ufffd', 1).join().split('\n')
  return [lines.length, (lines.at(-1) as string).length + 1]
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
