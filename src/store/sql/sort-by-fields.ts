import { nameComparison } from '../name-order.ts'
import { keysOf, slotOf } from '../orders.ts'
import { upTo } from '../persons.ts'
import type { Collation, Order, TieKey } from '../store.ts'
import { type Columns, nameOf, type StoredPerson } from './columns.ts'
import type { FixedOrders } from './fixed-orders.ts'
import type { Overlay } from './overlay.ts'
import type { StoredSelection } from './selection.ts'

/** Returns a selection in an order of several fields, which is not kept. */
export async function sortedByFields(
  columns: Columns,
  orders: FixedOrders,
  selection: StoredSelection,
  order: Order,
  overlay: Overlay,
): Promise<number[]> {
  const { faces } = overlay
  const given = Array.from(selection.rows ?? upTo(selection.total)).filter((row) => !faces.at(row))
  const changed = [...faces.all()].filter((face) => face.isListed && selection.matches(face))
  const keys = keysOf(order)
  const ownCollation = (key: TieKey): Collation | undefined =>
    key !== order && key.by === 'nome' && key.collation !== order.collation ? key.collation : undefined
  const isByName = keys.some(({ by }) => by === 'nome')
  const isRanked = faces.size === 0
  const isByPerson = keys.some(
    (key) => key.by !== 'cpf' && (key.by !== 'nome' || !isRanked || ownCollation(key) !== undefined),
  )
  const nowGiven = changed.flatMap(({ row, base }) => (base === null ? [] : [row]))
  const read = isByPerson ? await orders.read([...given, ...nowGiven], overlay.epoch) : []
  const stored = new Map(read.map((person) => [person.row, person]))
  const personAt = (row: number) => stored.get(row) as StoredPerson
  const nameSlot = slotOf({ by: 'nome', descending: false, collation: order.collation })
  const ranks = isByName && isRanked ? await columns.nameRanks(nameSlot) : new Uint32Array()
  const compareNames = nameComparison(order.collation)
  const named = (row: number) => faces.at(row)?.nome ?? nameOf(personAt(row))
  const rankOf = (row: number) => ranks[row] as number
  const stampOf = (row: number) => overlay.stamp(row) ?? personAt(row).stamp
  const placeOf = (row: number) => faces.at(row)?.place ?? personAt(row).place
  const compareBy: Record<TieKey['by'], (a: number, b: number) => number> = {
    cpf: (a, b) => faces.compareCpfs(a, b),
    nome: (a, b) => (isRanked ? rankOf(a) - rankOf(b) : compareNames(named(a), named(b))),
    atualizado_em: (a, b) => stampOf(a) - stampOf(b),
    stored: (a, b) => placeOf(a) - placeOf(b),
  }
  const comparisons = keys.map((key) => {
    const collation = ownCollation(key)
    if (collation === undefined) return { compare: compareBy[key.by], descending: key.descending }
    const compareOwn = nameComparison(collation)
    const compare = (a: number, b: number) => compareOwn(named(a), named(b))
    return { compare, descending: key.descending }
  })
  return [...given, ...changed.map(({ row }) => row)].sort((a, b) => {
    for (const { compare, descending } of comparisons) {
      const difference = compare(a, b)
      if (difference !== 0) return descending ? -difference : difference
    }
    return faces.compareCpfs(a, b)
  })
}
