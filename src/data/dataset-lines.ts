import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readSync } from 'node:fs'
import type { Dataset } from '../contract/dataset.ts'
import { walkJson } from '../operator/json-text.ts'
import type { Place } from '../operator/place.ts'
import type { Path } from './finding.ts'
import { bounds } from './fixture.ts'

const PIECE = 2 ** 16
/** A longer line is not one of a record. */
const LONGEST_LINE = 2 ** 24
const NEWLINE = 0x0a

/** A text is not in the form of {@link DatasetLines}. */
export class NotLines extends Error {}

/** A dataset in the form in which this package writes it, one record a line: a file of gigabytes is never in memory. */
export class DatasetLines {
  readonly value: Pick<Dataset, 'organizacoes'>
  readonly repeated: { path: Path; place: Place }[] = []
  readonly lines = this
  /** The number of bytes. */
  readonly size: number
  readonly #hash = createHash('sha256')
  readonly #lines: Generator<string>
  #line = 0
  /** The line of the first record of each list. */
  readonly #starts: Partial<Record<string, number>> = {}

  /**
   * @param file its descriptor
   * @throws {NotLines} as every method that reads
   */
  constructor(file: number, size: number) {
    this.size = size
    this.#lines = this.#split(file)
    if (this.#next() !== '{') throw new NotLines()
    const organizacoes: Dataset['organizacoes'] = []
    this.each('organizacoes', (line, path) => organizacoes.push(this.read(line, path) as never))
    this.value = { organizacoes }
  }

  /** Complete when all lists were read. */
  get hash(): string {
    return this.#hash.copy().digest('hex').slice(0, 12)
  }

  /** Calls `take` with the text of each record of the next list. */
  each(list: keyof Dataset, take: (line: string, path: Path) => void): void {
    if (this.#next() !== `"${list}": [`) throw new NotLines()
    this.#starts[list] = this.#line + 1
    for (let [i, isLast] = [0, false]; !isLast; i++) {
      const line = this.#next()
      isLast = !line.endsWith(',')
      take(isLast ? line : line.slice(0, -1), [list, i])
    }
    const isEnd = list === 'relatorios'
    if (
      this.#next() !== (isEnd ? ']' : '],') ||
      (isEnd && (this.#next() !== '}' || !this.#lines.next().done))
    )
      throw new NotLines()
  }

  /** Returns the value of a record. */
  read(line: string, path: Path): unknown {
    walkJson(line, (inside, offset, isRepeated) => {
      if (!isRepeated || this.repeated.length === bounds.findings) return
      this.repeated.push({ path: [...path, ...inside], place: { line: this.#line, column: offset + 1 } })
    })
    try {
      return JSON.parse(line)
    } catch {
      throw new NotLines()
    }
  }

  placesOf(paths: readonly Path[]): Place[] {
    return paths.map(([list, i]) => ({
      line: typeof i === 'number' ? (this.#starts[list as string] ?? 1) + i : 1,
      column: 1,
    }))
  }

  #next(): string {
    this.#line++
    return this.#lines.next().value ?? ''
  }

  *#split(file: number): Generator<string> {
    let buffer = Buffer.alloc(PIECE)
    for (let used = 0; ; ) {
      const count = readSync(file, buffer, used, buffer.length - used, null)
      if (count === 0 && used > 0) throw new NotLines()
      if (count === 0) return
      this.#hash.update(buffer.subarray(used, used + count))
      used += count
      const end = buffer.lastIndexOf(NEWLINE, used - 1) + 1
      if (used - end === LONGEST_LINE || !isUtf8(buffer.subarray(0, end))) throw new NotLines()
      const lines = buffer.toString('utf8', 0, end).split('\n')
      lines.pop()
      yield* lines
      buffer.copyWithin(0, end, used)
      used -= end
      if (used === buffer.length) buffer = Buffer.concat([buffer], 2 * used)
    }
  }
}
