import { type Stats, statSync } from 'node:fs'
import { printable, printableLines } from '../contract/printable.ts'
import { clearInterval, setInterval } from '../contract/real-globals.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { isMissing } from '../operator/read-text.ts'
import type { CheckOptions } from './check.ts'
import { textOfCounts } from './counts.ts'
import { readFixture } from './read-fixture.ts'
import type { DatasetSource } from './source.ts'

/** How often the file is polled, in milliseconds. File events do not reach containers and mounted folders. */
const INTERVAL = 100

/**
 * Watches the file of a fixture. It passes on a valid change; for any other it prints a notice, and the previous data
 * stays. It compares with the file as it was when constructed.
 */
export class FixtureFollower {
  readonly #file: string
  readonly #options: CheckOptions
  readonly #notice: (line: string) => void
  /** The state of the file when it was last read, and at the last poll: a file that is being written changes between. */
  #served: string
  #seen: string
  #timer: NodeJS.Timeout | undefined

  constructor(file: string, options: CheckOptions, notice: (line: string) => void) {
    this.#file = file
    this.#options = options
    this.#notice = notice
    this.#served = this.#seen = likeness(file)
  }

  /** @param use receives the new data, and throws to refuse it */
  start(use: (source: DatasetSource) => void): void {
    const poll = () => {
      const before = this.#seen
      this.#seen = likeness(this.#file)
      if (this.#seen === this.#served || this.#seen !== before) return
      this.#served = this.#seen
      // Polling must survive every error, including one of the caller's notice function.
      void this.#read(use).catch(() => {})
    }
    this.#timer = setInterval(poll, INTERVAL).unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #read(use: (source: DatasetSource) => void): Promise<void> {
    const file = printable(this.#file)
    try {
      if (isMissing(this.#file))
        return this.#notice(`${file} was deleted. The previous data is still served.`)
      // Reading a pipe would block every request.
      if (statsOf(this.#file)?.isFIFO()) throw new OperatorError(`${file} is a pipe, not a file.`)
      const source = await readFixture(this.#file, { ...this.#options, notice: this.#notice })
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
function likeness(file: string): string {
  const stats = statsOf(file)
  return stats === undefined ? '' : [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ')
}

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}
