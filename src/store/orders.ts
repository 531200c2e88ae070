import type { Ranking } from './ranking.ts'
import type { Collation, NameMatch, Order } from './store.ts'

/** A selection of rows, with their cached orders. */
export interface Selection {
  /** The search; null if all rows are selected. */
  nome: NameMatch | null
  /** Ascending, with rows that are not alive; null means all rows. */
  rows: Uint32Array | null
  /** Rows that were added since, ascending. */
  late: number[]
  /** How many of them are alive. */
  total: number
  /** The cached ranking of each order, at the slot of the order. */
  rankings: (Ranking | undefined)[]
}

/** The orders by time, which a touch changes, have the first slots. */
export const TIME_SLOTS = 2

const fieldSlots = { atualizado_em: 0, cpf: TIME_SLOTS, nome: TIME_SLOTS + 2 }
export const collationSlots: Record<Collation, number> = {
  'pt-BR': 0,
  'code-point': 2,
  'case-blind': 4,
}

export function slotOf({ by, descending, collation }: Order): number {
  return fieldSlots[by] + (by === 'nome' ? collationSlots[collation] : 0) + (descending ? 1 : 0)
}

/** Returns the order of a slot; its collation means something to names only. */
export function orderAt(slot: number): Order {
  const descending = slot % 2 === 1
  const by = slot < TIME_SLOTS ? 'atualizado_em' : slot < fieldSlots.nome ? 'cpf' : 'nome'
  const collations = Object.keys(collationSlots) as Collation[]
  const collation = collations[Math.max(0, (slot - fieldSlots.nome) >> 1)] as Collation
  return { by, descending, collation }
}

/** Returns the rows in reverse, but keeps the order of rows with equal keys. */
export function reversed(rows: ArrayLike<number>, keys: ArrayLike<number> | null): Uint32Array {
  const turned = Uint32Array.from(rows).reverse()
  if (keys === null) return turned
  for (let start = 0; start < turned.length; ) {
    let end = start + 1
    while (end < turned.length && keys[turned[end] as number] === keys[turned[start] as number]) end++
    turned.subarray(start, end).reverse()
    start = end
  }
  return turned
}
