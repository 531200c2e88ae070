import { fault } from '../model/judgement.ts'
import { LIST_ASPECTS, type ListAspect } from '../model/list-faults.ts'
import type { Person } from '../model/lists.ts'
import { directionOf } from '../model/order.ts'
import type { Service } from '../model/service.ts'
import { orderOf, PAGE, pageAt, SORTS, type World } from '../model/world.ts'
import { judgeAsked } from './asked.ts'
import { askAll, check, type Judged, type Table } from './table.ts'

const FIELDS = SORTS.filter((sort) => !sort.startsWith('-'))
const PLACES = ['first', 'second', 'last']

/** The list in its own order and in every other one. */
export const orders: Table<ListAspect> = {
  name: 'orders',
  risk: 'r',
  steady: true,
  needs: ['two-persons'],
  axes: { order: ['none', ...SORTS, 'any'], place: PLACES },
  aspects: LIST_ASPECTS,
  checks: [
    check('ORD-01', '4.1-1 1-1-order', 'order', 'orders by the last update without sort', {
      needs: ['two-stamps'],
      of: ({ order }) => order === 'none',
    }),
    check('SORT-01', '4.1-sort 1-1-select', 'status', 'orders by at least one of cpf, nome and atualizado_em', {
      of: ({ order }) => order === 'any',
    }),
    check('SORT-11', '4.1-sort', 'status total', 'returns every page of an order, also with - before the field', {
      of: ({ order }) => order !== 'any',
    }),
    // A list that has lost persons shows others on its pages.
    check('SORT-02', '4.1-sort 1-1-select', 'selection order window', 'lists everybody by each field, ascending and descending', {
      of: ({ order }) => order !== 'none',
    }),
  ],
  async ask(service) {
    const world = await service.world()
    const sorts = await world.sorts()
    const length = Math.ceil(world.size / PAGE)
    const cases = sorts.flatMap((sort) =>
      PLACES.flatMap((place) => {
        const page = pageAt(place, length)
        return page === undefined ? [] : [{ cell: { order: sort, place }, sort, page }]
      }),
    )
    const sorted = await askAll<(typeof cases)[0], ListAspect>(cases, (asked) => judgeAsked(service, asked))
    return [...judgePlain(world), ...(await judgeAny(service, world, sorts)), ...sorted]
  },
}

/** The interface does not show the direction of the list without sort. */
function judgePlain({ plain }: World): Judged<ListAspect>[] {
  const stamps = (people: readonly Person[]) => people.map(orderOf(undefined).keyOf)
  // The direction of the first page that has one is that of the list.
  const usual = plain.pages.map(({ people }) => directionOf(stamps(people))).find((one) => one !== 'either')
  return plain.pages.map(({ people, exchange }, i) => {
    const before = plain.pages[i - 1]?.people.slice(-1) ?? []
    const direction = directionOf(stamps([...before, ...people]))
    const isWrong = direction === undefined || (direction !== 'either' && direction !== usual)
    const faults = isWrong ? [fault('order', 'atualizado_em that only falls or only rises', direction ?? 'it changes direction')] : []
    const cell = { order: 'none', place: i === 0 ? 'first' : 'second' }
    return { cell, faults, shown: direction === 'either' ? [] : ['order'], exchanges: [exchange] }
  })
}

async function judgeAny(service: Service, { people }: World, sorts: readonly string[]): Promise<Judged<ListAspect>[]> {
  // If all persons have the same value, no order by it is visible.
  const isHidden = FIELDS.some((field) => new Set(people.map(orderOf(field).keyOf)).size < 2)
  if (sorts.length === 0 && isHidden) return []
  const answers = await Promise.all(FIELDS.map((sort) => service.get({ sort })))
  const seen = answers.map(({ list, status }) => (list ? 'the same order as without sort' : status)).join(', ')
  const faults = sorts.length === 0 ? [fault('status', 'an order by at least one field', seen)] : []
  return [{ cell: { order: 'any', place: 'first' }, faults, shown: ['status'], exchanges: answers.map(({ exchange }) => exchange) }]
}
