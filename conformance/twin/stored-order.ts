import { groupBy } from '../../src/contract/group-by.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Person } from '../service/lists.ts'

/**
 * Returns the persons in an order in which a service may store them: one that agrees with both lists about persons whose
 * keys are equal there. Lists of many services leave them in the order of the table.
 * @param people the list without `sort`
 * @param byName the list sorted by `nome`
 * @param isFlipped whether a list in descending order has the persons whose keys are equal in reverse
 */
export function storedOrder(
  people: readonly Person[],
  byName: readonly Person[],
  isFlipped = false,
): readonly Person[] {
  const places = new Map(people.map(({ id }, place) => [id, place]))
  const known = byName.filter(({ id }) => places.has(id))
  const ties = [...groupBy(people, ({ stamp }) => stamp).values()]
  // For some services, names are equal that differ in accents and capitals, so that their order says as much.
  const found = [folded, (nome: string) => nome].flatMap((spell) => {
    const homonyms = [...groupBy(known, ({ nome }) => spell(nome)).values()]
    // A list that begins with the newest may have its ties reversed, too.
    const reversed = ties.map((group) => [...group].reverse())
    return (isFlipped && isNewestFirst(people) ? [reversed, ties] : [ties, reversed]).map((some) =>
      inOrder(people.length, beforeOf([...some, ...homonyms], places)),
    )
  })
  const order = found.find((one) => one.length === people.length)
  return order === undefined ? people : order.map((place) => people[place] as Person)
}

function isNewestFirst(people: readonly Person[]): boolean {
  const [first, last] = [people[0], people.at(-1)]
  return first !== undefined && last !== undefined && Date.parse(first.stamp) > Date.parse(last.stamp)
}

/** Returns whether most persons of the same name change places where the order of names is reversed. */
export function isFlipping(byName: readonly Person[], byNameDown: readonly Person[]): boolean {
  const places = new Map(byNameDown.map(({ id }, place) => [id, place]))
  const turns = byName.flatMap(({ id, nome }, i) => {
    const before = byName[i - 1]
    if (before?.nome !== nome) return []
    const [one, other] = [places.get(before.id), places.get(id)]
    return one === undefined || other === undefined ? [] : [one > other]
  })
  return turns.filter((is) => is).length * 2 > turns.length
}

/** Returns for each place those that come before it. */
function beforeOf(
  groups: readonly (readonly Person[])[],
  places: ReadonlyMap<string, number>,
): Map<number, number[]> {
  const before = new Map<number, number[]>()
  for (const group of groups) {
    for (const [i, { id }] of group.entries()) {
      const [place, last] = [places.get(id) as number, group[i - 1]]
      if (last) before.set(place, [...(before.get(place) ?? []), places.get(last.id) as number])
    }
  }
  return before
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

/** Returns whether several persons have the same name, but for accents and capitals. */
export function hasHomonyms(people: readonly Person[]): boolean {
  return new Set(people.map(({ nome }) => folded(nome))).size < people.length
}

function folded(nome: string): string {
  return withoutAccents(nome).toLowerCase()
}
