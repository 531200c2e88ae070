import type { SortField } from '../../src/contract/profile.ts'
import { must } from '../judging/judgement.ts'
import { byCodeUnit, collations, firstDisorder, foldName } from '../judging/order.ts'
import type { Pages, Person } from '../service/lists.ts'
import { exchangesAt, instant } from './listed.ts'

/** The keys of a sort: `fine` decides the order, and persons with the same `coarse` key may change places. */
export const sortKeys = {
  cpf: { fine: ({ id }: Person) => id, coarse: ({ id }: Person) => id, compares: [byLengthThenUnit] },
  nome: {
    fine: ({ nome }: Person) => nome,
    coarse: ({ nome }: Person) => foldName(nome),
    compares: collations,
  },
  atualizado_em: { fine: instant, coarse: instant, compares: [byCodeUnit] },
}

/** Treats CPFs of different length as equal, because the interface does not say if they sort as strings or numbers. */
function byLengthThenUnit(a: string, b: string): number {
  return a.length === b.length ? byCodeUnit(a, b) : 0
}

/** @throws {Violation} unless the persons of a list are ordered by a field */
export function inOrder(pages: Pages, field: SortField, descending: boolean): void {
  const place = firstDisorderBy(pages.people, field, descending)
  must(
    place === undefined,
    `${field} ${descending ? 'descending' : 'ascending'}`,
    `person ${(place ?? 0) + 1} of the list belongs before person ${place ?? 0}`,
    ...exchangesAt(pages, place),
  )
}

/** Returns the place of the first person who belongs before the one that comes earlier. */
export function firstDisorderBy(
  all: readonly Person[],
  field: SortField,
  descending: boolean,
): number | undefined {
  const { fine, compares } = sortKeys[field]
  // A person without the field has no place in its order.
  const people = all.filter(({ raw }) => typeof raw[field] === 'string')
  const disorder = firstDisorder(people.map(fine), descending, compares)
  return disorder === undefined ? undefined : all.indexOf(people[disorder] as Person)
}
