import { closeSync, fdatasync, openSync, rmSync, writeFile, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { chunksOf, halfWritten } from '../operator/replace-file.ts'
import type { Ledger } from './ledger.ts'
import { beginningOf, TAIL } from './read-decisions.ts'

const write = promisify(writeFile)
const sync = promisify(fdatasync)

/**
 * Writes a new file with only the current decisions, piece by piece beside the old file, so that requests need not
 * wait.
 */
export class Compaction {
  readonly #path: string
  readonly #ledger: Ledger
  #late = ''
  #isCancelled = false

  /** @param path the file that the new one will replace */
  constructor(path: string, ledger: Ledger) {
    this.#path = halfWritten(path)
    this.#ledger = ledger
  }

  /** Takes lines that are written to the old file during the compaction. */
  add(lines: string): void {
    this.#late += lines
  }

  cancel(): void {
    this.#isCancelled = true
  }

  /**
   * Writes the new file.
   * @param replace moves it to its place; called synchronously after the last lines are written, so that none is lost
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
    // Later decisions arrive as late lines, so the serial number excludes them here.
    const lines = beginningOf(this.#ledger, this.#ledger.serial)
    for (const piece of chunksOf(lines)) yield write(file, piece)
    yield sync(file)
  }
}
