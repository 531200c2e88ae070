import { nameComparison } from '../name-order.ts'
import { orderAt } from '../orders.ts'
import { fromStored } from './codec.ts'
import { Missing } from './columns.ts'
import type { Database } from './database.ts'
import { BLOCK } from './load.ts'

/** A person as orders by name see it. */
interface NamedPerson {
  nome: string
  cpf: string
}

/** How many names one round of a search in an order reads for one person, and about how many for all. */
const PIVOTS = 15
const ROUND = 5_000
/** How many found places are kept. */
const MOST_PLACED = 100_000

/** The persons at some places of a stored order. */
const AT_PLACES = `
  SELECT i.place, p.cpf, p.nome FROM unnest($3::int[]) AS i(place)
    JOIN {orders} b ON b.org = $1 AND b.slot = $2 AND b.block = i.place / ${BLOCK}
    JOIN {persons} p ON p.org = $1 AND p.row_no = b.row_nos[i.place % ${BLOCK} + 1]`

/** Finds where persons whom moves changed or added are in the stored orders by name of an organization. */
export class PlacesByName {
  readonly #database: Database
  readonly #org: number
  readonly #placed = new Map<string, number>()

  constructor(database: Database, org: number) {
    this.#database = database
    this.#org = org
  }

  /**
   * Returns how many of everyone come before each of some persons in an order by name, which decisions and moves never
   * change. Each round of the search is one statement for all of them.
   */
  async of(slot: number, count: number, persons: readonly NamedPerson[]): Promise<number[]> {
    const { collation, descending } = orderAt(slot)
    const compareNames = nameComparison(collation)
    const sign = descending ? -1 : 1
    const isBefore = (one: NamedPerson, other: NamedPerson) => {
      const difference = sign * compareNames(one.nome, other.nome)
      return difference === 0 ? one.cpf < other.cpf : difference < 0
    }
    const keyOf = ({ nome, cpf }: NamedPerson) => `${slot} ${cpf} ${nome}`
    const unknown = persons.filter((person) => !this.#placed.has(keyOf(person)))
    const searches = unknown.map((person) => ({ person, low: 0, high: count }))
    for (let open = searches; open.length > 0; open = open.filter(({ low, high }) => low < high)) {
      const pivots = Math.max(1, Math.min(PIVOTS, Math.floor(ROUND / open.length)))
      const wanted = new Set(open.flatMap(({ low, high }) => pivotsOf(low, high, pivots)))
      const rows = await this.#database.read<{ place: number; cpf: string; nome: string }>(AT_PLACES, [
        this.#org,
        slot,
        [...wanted],
      ])
      if (rows.length < wanted.size) throw new Missing('the data of the database is being replaced')
      const at = new Map(
        rows.map(({ place, cpf, nome }) => [place, { cpf: fromStored(cpf), nome: fromStored(nome) }]),
      )
      for (const search of open) {
        for (const pivot of pivotsOf(search.low, search.high, pivots)) {
          if (isBefore(at.get(pivot) as NamedPerson, search.person)) search.low = pivot + 1
          else {
            search.high = pivot
            break
          }
        }
      }
    }
    if (this.#placed.size > MOST_PLACED) this.#placed.clear()
    const found = new Map(searches.map(({ person, low }) => [keyOf(person), low]))
    for (const [key, place] of found) this.#placed.set(key, place)
    return persons.map((person) => (found.get(keyOf(person)) ?? this.#placed.get(keyOf(person))) as number)
  }
}

/** Returns places that divide a range, ascending. */
function pivotsOf(low: number, high: number, most: number): number[] {
  const count = Math.min(most, high - low)
  return Array.from({ length: count }, (_, i) => low + Math.floor(((i + 1) * (high - low)) / (count + 1)))
}
