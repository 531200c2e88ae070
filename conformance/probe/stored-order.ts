import { groupBy } from '../../src/contract/group-by.ts'
import type { Person } from '../service/lists.ts'
import type { Service } from '../service/service.ts'

/**
 * Returns the persons in an order in which a service may store them: one that agrees with its lists about persons whose
 * times or names are equal. Many services leave those in the order of their table.
 * @param people the list without `sort`
 */
export async function storedOrder(service: Service, people: readonly Person[]): Promise<readonly Person[]> {
  const places = new Map(people.map(({ id }, place) => [id, place]))
  const ties = [...groupBy(people, ({ stamp }) => stamp).values()]
  const hasHomonyms = new Set(people.map(({ nome }) => nome)).size < people.length
  if (!hasHomonyms) return people
  const { list } = await service.tryOut({ sort: 'nome' })
  const byName = list ? await service.pages({ sort: 'nome' }).catch(() => undefined) : undefined
  const known = (byName?.people ?? []).filter(({ id }) => places.has(id))
  const homonyms = [...groupBy(known, ({ nome }) => nome).values()]
  const before = new Map<number, number[]>()
  for (const group of [...ties, ...homonyms]) {
    for (const [i, { id }] of group.entries()) {
      const [place, last] = [places.get(id) as number, group[i - 1]]
      if (last) before.set(place, [...(before.get(place) ?? []), places.get(last.id) as number])
    }
  }
  const order = inOrder(people.length, before)
  return order.length === people.length ? order.map((place) => people[place] as Person) : people
}

/** Orders numbers so that each comes after those before it, else by size; those in a circle are left out. */
function inOrder(count: number, before: ReadonlyMap<number, readonly number[]>): number[] {
  const done = new Set<number>()
  for (let size = -1; size < done.size; ) {
    size = done.size
    for (let place = 0; place < count; place++) {
      if (!done.has(place) && (before.get(place) ?? []).every((other) => done.has(other))) done.add(place)
    }
  }
  return [...done]
}
