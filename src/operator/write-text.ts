import { closeSync, existsSync, openSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { replaceFile } from './replace-file.ts'

/**
 * Writes a text to a file, or to the target of a link, completely or not at all. A device or a pipe is written
 * directly.
 */
export function writeText(path: string, pieces: Iterable<string>): void {
  if (!existsSync(path)) replaceFile(path, pieces)
  else if (statSync(path).isFile()) replaceFile(realpathSync(path), pieces)
  else writeInto(path, pieces)
}

function writeInto(path: string, pieces: Iterable<string>): void {
  // The reader of a pipe stops when its writer closes it, so the pipe is opened only once.
  const file = openSync(path, 'a')
  try {
    for (const piece of pieces) writeFileSync(file, piece)
  } finally {
    closeSync(file)
  }
}
