import { closeSync, fdatasync, openSync, rmSync, writeFile, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { chunksOf, halfWritten } from '../operator/replace-file.ts'
import type { Ledger } from './ledger.ts'
import { beginningOf, TAIL } from './read-decisions.ts'

const write = promisify(writeFile)
const sync = promisify(fdatasync)

/** A new file with the decisions that count, written beside the old one a piece at a time, so that nobody waits. */
export class Compaction {
  readonly #path: string
  readonly #ledger: Ledger
  #late = ''
  #isCancelled = false

  /** @param path the file that it is to replace */
  constructor(path: string, ledger: Ledger) {
    this.#path = halfWritten(path)
    this.#ledger = ledger
  }

  /** Takes lines that were written to the old file meanwhile. */
  add(lines: string): void {
    this.#late += lines
  }

  cancel(): void {
    this.#isCancelled = true
  }

  /**
   * Writes the file.
   * @param replace puts it in its place; it is called in one turn with the last lines, so that none is missing
   */
  async run(replace: (path: string) => void): Promise<void> {
    const file = openSync(this.#path, 'wx')
    try {
      for (const done of this.#steps(file)) {
        await done
        if (this.#isCancelled) return
      }
      writeFileSync(file, this.#late + TAIL)
      replace(this.#path)
    } finally {
      closeSync(file)
      rmSync(this.#path, { force: true })
    }
  }

  *#steps(file: number): Generator<Promise<void>> {
    // What is decided from now on is among the late lines, and must not be there twice.
    const lines = beginningOf(this.#ledger, this.#ledger.serial)
    for (const piece of chunksOf(lines)) yield write(file, piece)
    yield sync(file)
  }
}
