import { closeSync, existsSync, openSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { replaceFile } from './replace-file.ts'

/** Writes a text to a file, or to the one that a link leads to: whole, or not at all. A device or a pipe just gets it. */
export function writeText(path: string, pieces: Iterable<string>): void {
  if (!existsSync(path)) replaceFile(path, pieces)
  else if (statSync(path).isFile()) replaceFile(realpathSync(path), pieces)
  else writeInto(path, pieces)
}

function writeInto(path: string, pieces: Iterable<string>): void {
  // Whoever reads a pipe takes its first end for the last one, so it is opened once.
  const file = openSync(path, 'a')
  try {
    for (const piece of pieces) writeFileSync(file, piece)
  } finally {
    closeSync(file)
  }
}
