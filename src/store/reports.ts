import type { Dataset, Relatorio } from '../contract/dataset.ts'
import { grown } from './persons.ts'
import type { Decision } from './store.ts'
import { TextIndex } from './text-index.ts'

/** What can become of a report. */
export const UNDECIDED = 0
export const APPROVED = 1
/** Removed by a move. */
export const GONE = 2
const REJECTED = 3

/** Returns what a report is once it is decided. */
export function decidedState({ aprovar }: Pick<Decision, 'aprovar'>): number {
  return aprovar ? APPROVED : REJECTED
}

/** A report that was not in the dataset. */
export interface LaterReport {
  numero: string
  /** The position of its organization. */
  organization: number
  cpf: string
  stamp: number
  given: Decision | null
}

/**
 * The reports of a world, as columns; a report is a position in them. Those of the dataset keep their positions for
 * ever, those that were added later are behind them.
 */
export class Reports {
  /** The number of reports of the dataset. */
  readonly base: number
  readonly numeros: string[]
  /** The organization of each report, as a position in the dataset. */
  organizationOf: Uint32Array
  /** The last update of each, in milliseconds since 1970. */
  stamps: Float64Array
  states: Uint8Array
  /** The decisions that reports began with. */
  readonly given = new Map<number, Decision>()
  readonly #index: TextIndex
  /** The reports that were added later, in the order in which they came. */
  readonly #later = new Map<string, number>()
  /** The CPFs of the persons of these. */
  readonly #laterCpfs: string[] = []
  /** Positions of reports that were added and no longer exist. */
  readonly #free: number[] = []

  constructor(relatorios: readonly Relatorio[], organizacoes: Dataset['organizacoes']) {
    const organizationOf = new Map(organizacoes.map(({ id }, k) => [id, k]))
    const count = relatorios.length
    this.base = count
    this.numeros = relatorios.map(({ numero }) => numero)
    this.#index = new TextIndex(this.numeros)
    this.organizationOf = new Uint32Array(count)
    this.stamps = new Float64Array(count)
    this.states = new Uint8Array(count)
    for (let report = 0; report < count; report++) {
      const { organizacao, atualizado_em, aprovar, mensagem } = relatorios[report] as Relatorio
      this.organizationOf[report] = organizationOf.get(organizacao) as number
      this.stamps[report] = Date.parse(atualizado_em)
      if (aprovar === undefined || mensagem === undefined) continue
      this.states[report] = decidedState({ aprovar })
      this.given.set(report, { aprovar, mensagem })
    }
  }

  /** Returns the position of a report that is there, or -1. */
  find(numero: string): number {
    const report = this.locate(numero)
    return report !== -1 && this.states[report] === GONE ? -1 : report
  }

  /** Returns the position of a report, be it there or removed, or -1. */
  locate(numero: string): number {
    if (this.#later.size === 0) return this.#index.find(numero)
    return this.#later.get(numero) ?? this.#index.find(numero)
  }

  isLater(numero: string): boolean {
    return this.#later.has(numero)
  }

  /** Returns the reports that were added later, in the order in which they came. */
  later(): Iterable<number> {
    return this.#later.values()
  }

  /** Returns the CPF of the person of a report that was added later. */
  cpfOf(report: number): string {
    return this.#laterCpfs[report - this.base] as string
  }

  add({ numero, organization, cpf, stamp, given }: LaterReport): number {
    const report = this.#free.pop() ?? this.numeros.length
    if (report >= this.stamps.length) this.#grow(report)
    this.numeros[report] = numero
    this.#laterCpfs[report - this.base] = cpf
    this.organizationOf[report] = organization
    this.stamps[report] = stamp
    this.states[report] = given === null ? UNDECIDED : decidedState(given)
    if (given !== null) this.given.set(report, given)
    this.#later.set(numero, report)
    return report
  }

  /** Forgets a report that was added later. */
  forget(report: number): void {
    this.states[report] = GONE
    this.given.delete(report)
    this.#later.delete(this.numeros[report] as string)
    this.#free.push(report)
  }

  #grow(report: number): void {
    const length = report + Math.max(64, report >> 3)
    this.organizationOf = grown(this.organizationOf, new Uint32Array(length))
    this.stamps = grown(this.stamps, new Float64Array(length))
    this.states = grown(this.states, new Uint8Array(length))
  }
}

/** The reports of the dataset that each group has: those of group `g` are `items` from `starts[g]` to `starts[g + 1]`. */
export interface Grouped {
  starts: Uint32Array
  items: Uint32Array
}

/**
 * Groups items, in their order.
 * @param groupOf the group of each item
 */
export function groupItems(items: Uint32Array, count: number, groupOf: Uint32Array): Grouped {
  const starts = new Uint32Array(count + 1)
  // Loops over positions, because iterators take ten times as long for a million items that are seen once.
  for (let i = 0; i < items.length; i++) {
    const next = (groupOf[items[i] as number] as number) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let g = 0; g < count; g++) starts[g + 1] = (starts[g + 1] as number) + (starts[g] as number)
  const next = starts.slice()
  const grouped = new Uint32Array(items.length)
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as number
    const group = groupOf[item] as number
    const at = next[group] as number
    grouped[at] = item
    next[group] = at + 1
  }
  return { starts, items: grouped }
}

/** Returns the items of a group. */
export function itemsOf({ starts, items }: Grouped, group: number): Uint32Array {
  return items.subarray(starts[group], starts[group + 1])
}
