import { fromStored } from './codec.ts'
import type { MovedRow } from './merge.ts'

/** How an organization lists a person whom moves changed, added or removed; it overrides the data. */
export interface Face {
  row: number
  cpf: string
  /** The name now; that of the data for a person that vanished. */
  nome: string
  /** Both as they are stored in the database. */
  stored: { cpf: string; nome: string }
  isListed: boolean
  /** How many persons of the data have a smaller CPF. */
  bound: number
  /** The row in the data; null for a person that was added later. */
  base: { nome: string; oldest: number; newest: number } | null
}

/** A face as the database sends it. */
export interface FaceRow {
  row: number
  cpf: string
  bound: number
  listed: boolean
  nome: string
  base: string | null
  oldest: number
  newest: number
}

/** Persons who can be listed: everyone, or those of a search. */
export interface Membership {
  /** Returns whether the data has a row among them. */
  has(row: number): boolean
  /** Returns whether a person whom moves changed or added is among them now. */
  matches(face: Face): boolean
}

/** What moves made of the list of one organization, up to one of them. It never changes. */
export class Faces {
  /** The number of the last move, or restore of moves. */
  readonly seq: number
  readonly #byRow = new Map<number, Face>()
  readonly #byCpf = new Map<string, Face>()
  readonly #differences = new WeakMap<Membership, number>()
  readonly #kept = new Map<string, unknown>()

  constructor(seq = 0, rows: readonly FaceRow[] = []) {
    this.seq = seq
    for (const { row, cpf, nome, listed, bound, base, oldest, newest } of rows) {
      const face: Face = {
        ...{ row, bound, isListed: listed, stored: { cpf, nome } },
        cpf: fromStored(cpf),
        nome: fromStored(nome),
        base: base === null ? null : { nome: fromStored(base), oldest, newest },
      }
      this.#byRow.set(row, face)
      this.#byCpf.set(face.cpf, face)
    }
  }

  get size(): number {
    return this.#byRow.size
  }

  all(): Iterable<Face> {
    return this.#byRow.values()
  }

  at(row: number): Face | undefined {
    return this.#byRow.get(row)
  }

  ofCpf(cpf: string): Face | undefined {
    return this.#byCpf.get(cpf)
  }

  /** Returns how many more persons are in a selection than the data has. */
  difference(selection: Membership): number {
    const known = this.#differences.get(selection)
    if (known !== undefined) return known
    let difference = 0
    for (const face of this.all()) {
      const isNow = face.isListed && selection.matches(face)
      const wasBefore = face.base !== null && selection.has(face.row)
      difference += Number(isNow) - Number(wasBefore)
    }
    this.#differences.set(selection, difference)
    return difference
  }

  /** Compares two rows by their CPFs. */
  compareCpfs(a: number, b: number): number {
    const [x, y] = [this.#cpfKey(a), this.#cpfKey(b)]
    if (x !== y || a === b) return x - y
    // Both came later, between the same two persons.
    return (this.at(a) as Face).cpf < (this.at(b) as Face).cpf ? -1 : 1
  }

  /** Returns those of everyone's moved persons that a selection has or had. */
  ofSelection(moved: readonly MovedRow[], selection: Membership): MovedRow[] {
    return moved.flatMap(({ row, from, to }) => {
      const face = this.at(row)
      const was = from !== undefined && selection.has(row) ? from : undefined
      const is = to !== undefined && (face ? selection.matches(face) : was !== undefined) ? to : undefined
      return was === undefined && is === undefined ? [] : [{ row, from: was, to: is }]
    })
  }

  /** Returns a value that is made when first needed. */
  kept<T>(key: string, make: () => T): T {
    if (!this.#kept.has(key)) this.#kept.set(key, make())
    return this.#kept.get(key) as T
  }

  forget(key: string): void {
    this.#kept.delete(key)
  }

  #cpfKey(row: number): number {
    const face = this.#byRow.get(row)
    return face === undefined || face.base !== null ? row : face.bound - 0.5
  }
}
