import { fileURLToPath, type URL } from 'node:url'
import { OptionError } from './operator-error.ts'

/**
 * Returns the path that a file: URL names, also one of another context or as a string; anything else as it is.
 * @throws {OptionError} when it names no file of this machine
 */
export function pathOf<T>(source: T): Exclude<T, URL> | (T extends URL ? string : never) {
  const isUrl = Object.prototype.toString.call(source) === '[object URL]'
  const text: unknown = isUrl ? (source as URL).href : source
  if (typeof text !== 'string' || !/^file:\/\//i.test(text)) return source as Exclude<T, URL>
  try {
    return fileURLToPath(text) as never
  } catch {
    throw new OptionError(`${text} is not the URL of a file on this machine.`)
  }
}
