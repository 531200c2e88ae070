/** A person as the list of one organization has it. */
export interface Person {
  cpf: string
  nome: string
  /** The last update of its reports, in milliseconds since 1970. */
  stamp: number
}

/**
 * The persons that one organization queried, as columns. The rows of the dataset come first, by ascending CPF, and keep
 * their numbers for ever; each person that appears later gets a new row behind them. A person that vanishes leaves its
 * row, which is then not alive.
 */
export class Persons {
  /** The number of rows of the dataset. */
  readonly base: number
  readonly cpfs: string[]
  readonly names: string[]
  /** These columns may be longer than there are rows. */
  stamps: Float64Array
  alive: Uint8Array
  /** The living row of each person behind the rows of the dataset. */
  readonly #later = new Map<string, number>()
  #size: number

  /** @param cpfs unique, ascending by code unit */
  constructor(cpfs: string[], names: string[], stamps: Float64Array) {
    this.base = cpfs.length
    this.cpfs = cpfs
    this.names = names
    this.stamps = stamps
    this.alive = new Uint8Array(cpfs.length).fill(1)
    this.#size = cpfs.length
  }

  /** The number of rows, dead ones included. */
  get count(): number {
    return this.cpfs.length
  }

  /** The number of living rows. */
  get size(): number {
    return this.#size
  }

  get hasLater(): boolean {
    return this.count > this.base
  }

  get hasDead(): boolean {
    return this.#size < this.count
  }

  /** Returns the living row of a person, or -1. */
  find(cpf: string): number {
    const later = this.#later.size === 0 ? undefined : this.#later.get(cpf)
    if (later !== undefined) return later
    const row = this.findGiven(cpf)
    return row !== -1 && this.alive[row] === 1 ? row : -1
  }

  /** Returns the row of a person of the dataset, be it alive or not, or -1. */
  findGiven(cpf: string): number {
    const row = lowerBound(this.cpfs, cpf, this.base)
    return row < this.base && this.cpfs[row] === cpf ? row : -1
  }

  at(row: number): Person {
    return {
      cpf: this.cpfs[row] as string,
      nome: this.names[row] as string,
      stamp: this.stamps[row] as number,
    }
  }

  /** Adds a row that is not alive yet. */
  append({ cpf, nome, stamp }: Person): number {
    const row = this.cpfs.push(cpf) - 1
    this.names.push(nome)
    if (row >= this.stamps.length) this.#grow(row)
    this.stamps[row] = stamp
    this.alive[row] = 0
    return row
  }

  setAlive(row: number, isAlive: boolean): void {
    this.alive[row] = isAlive ? 1 : 0
    this.#size += isAlive ? 1 : -1
    if (row < this.base) return
    const cpf = this.cpfs[row] as string
    if (isAlive) this.#later.set(cpf, row)
    else this.#later.delete(cpf)
  }

  /** Forgets the rows behind those of the dataset, and returns the persons that were alive there. */
  truncate(): Person[] {
    const living = [...this.#later.values()].map((row) => this.at(row))
    this.cpfs.length = this.base
    this.names.length = this.base
    this.#later.clear()
    this.#size -= living.length
    return living
  }

  #grow(row: number): void {
    const length = row + Math.max(64, row >> 3)
    this.stamps = grown(this.stamps, new Float64Array(length))
    this.alive = grown(this.alive, new Uint8Array(length))
  }
}

/** Copies a column into a longer one, and returns that. */
export function grown<T extends Float64Array | Uint32Array | Uint8Array>(column: T, longer: T): T {
  longer.set(column)
  return longer
}

/** Returns the numbers from 0 up to but not including `end`. */
export function upTo(end: number): Uint32Array {
  return new Uint32Array(end).map((_, i) => i)
}

/** Returns the first position of an ascending list, up to `end`, whose value is not below this one. */
export function lowerBound<T extends string | number>(
  sorted: ArrayLike<T>,
  value: T,
  end = sorted.length,
): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as T) < value) low = middle + 1
    else high = middle
  }
  return low
}
