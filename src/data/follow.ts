import { type Stats, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { printable, printableLines } from '../contract/printable.ts'
import { clearTimeout, setTimeout } from '../contract/real-globals.ts'
import { isMissing } from '../operator/read-text.ts'
import type { CheckOptions } from './check.ts'
import { textOfCounts } from './counts.ts'
import { readFixture } from './read-fixture.ts'
import type { DatasetSource } from './source.ts'

/**
 * How often the file is polled, in milliseconds. File events do not reach containers and mounted folders; polling
 * works there.
 */
const INTERVAL = 100

/**
 * Watches the file of a fixture. It passes on a valid change; for any other it prints a notice, and the previous data
 * stays. It compares with the file as it was when constructed, and polls after `start`.
 */
export class FixtureFollower {
  readonly #file: string
  readonly #options: CheckOptions
  readonly #notice: (line: string) => void
  /** The state of the file when it was last read, and at the last poll: a file that is being written changes between. */
  #read: string
  #seen: string
  #timer: NodeJS.Timeout | undefined

  constructor(file: string, options: CheckOptions, notice: (line: string) => void) {
    this.#file = file
    this.#options = options
    this.#notice = notice
    let stats: Stats | undefined
    try {
      stats = statSync(file)
    } catch {}
    this.#read = this.#seen = likeness(stats)
  }

  /** @param use receives the new data, and throws to refuse it */
  start(use: (source: DatasetSource) => void): void {
    const look = async () => {
      // Polling must survive every error, including one of the caller's notice function.
      await this.#look(use).catch(() => {})
      if (this.#timer !== undefined) this.#timer = setTimeout(look, INTERVAL).unref()
    }
    this.#timer = setTimeout(look, INTERVAL).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #look(use: (source: DatasetSource) => void): Promise<void> {
    const before = this.#seen
    this.#seen = likeness(await stat(this.#file).catch(() => undefined))
    if (this.#seen === this.#read || this.#seen !== before) return
    this.#read = this.#seen
    const file = printable(this.#file)
    if (isMissing(this.#file)) return this.#notice(`${file} was deleted. The previous data is still served.`)
    try {
      // Waiting for a pipe would block every request.
      const options = { ...this.#options, notice: this.#notice, patience: 0 }
      const source = await readFixture(this.#file, options)
      // The follower may have been closed while the file was read.
      if (this.#timer === undefined) return
      use(source)
      this.#notice(`${file} changed and is now served: ${textOfCounts(source.counts)}.`)
    } catch (error) {
      const why = printableLines((error as Error).message)
      this.#notice(`${why}\nThe change is not served. The previous data is still served.`)
    }
  }
}

/** Returns a string that changes with the file; it is empty for a file that is missing or inaccessible. */
function likeness(stats: Stats | undefined): string {
  return stats === undefined ? '' : [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ')
}
