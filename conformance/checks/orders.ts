import { isJudgedElsewhere, LIST_ASPECTS, type ListAspect } from '../model/list-faults.ts'
import type { Person } from '../model/lists.ts'
import { directionOf } from '../model/order.ts'
import type { Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { contradictions, disorderAt, fieldOf, orderOf, PAGE, type Reading, SORTS, type World } from '../model/world.ts'
import { check, fault, type Judged, type Table } from './table.ts'

const FIELDS = SORTS.filter((sort) => !sort.startsWith('-'))

/** The list in its own order and in every other one, page by page. */
export const orders: Table<ListAspect> = {
  name: 'orders',
  risk: 'r',
  steady: true,
  needs: ['two-persons'],
  axes: { order: ['none', ...SORTS, 'any'], place: ['first', 'later'] },
  aspects: LIST_ASPECTS,
  checks: [
    check('ORD-01', '4.1-1 1-1-order', 'order', 'orders by the last update without sort', {
      needs: ['two-stamps'],
      of: ({ order }) => order === 'none',
    }),
    check('SORT-01', '4.1-sort 1-1-select', 'status', 'orders by at least one of cpf, nome and atualizado_em', {
      of: ({ order }) => order === 'any',
    }),
    check('SORT-11', '4.1-sort', 'status', 'returns every page of an order, also with - before the field', {
      of: ({ order }) => order !== 'any',
    }),
    // A window is wrong for the same reason.
    check('SORT-10', '4.1-sort 1-1-select', 'selection total window', 'lists the same persons in every order'),
    check(
      'SORT-02',
      '4.1-sort',
      'order window',
      'orders by each field that it orders by, ascending and the reverse descending, on and between pages',
      { of: ({ order }) => order !== 'none' },
    ),
  ],
  async ask(service) {
    const world = await service.world()
    const sorts = await world.sorts()
    const [any, ...sorted] = await Promise.all([judgeAny(service, world, sorts), ...sorts.map((sort) => judgeOrder(service, world, sort))])
    return [...judgePlain(world), ...any, ...sorted.flat()]
  },
}

const cellOf = (order: string, page: number) => ({ order, place: page === 1 ? 'first' : 'later' })

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
    return { cell: cellOf('none', i + 1), faults, shown: direction === 'either' ? [] : ['order'], exchanges: [exchange] }
  })
}

async function judgeAny(service: Service, { people }: World, sorts: readonly string[]): Promise<Judged<ListAspect>[]> {
  // If all persons have the same value, no order by it is visible.
  const isHidden = FIELDS.some((field) => new Set(people.map(orderOf(field).keyOf)).size < 2)
  if (sorts.length === 0 && isHidden) return []
  const answers = await Promise.all(FIELDS.map((sort) => service.get({ sort })))
  const seen = answers.map(({ list, status }) => (list ? 'the same order as without sort' : status)).join(', ')
  return [
    {
      cell: { order: 'any', place: 'first' },
      faults: sorts.length === 0 ? [fault('status', 'an order by at least one field', seen)] : [],
      shown: ['status'],
      exchanges: answers.map(({ exchange }) => exchange),
    },
  ]
}

/** Judges every page of an order by the ones before it, by the plain list and by the opposite order. */
async function judgeOrder(service: Service, world: World, sort: string): Promise<Judged<ListAspect>[]> {
  const first = await service.get({ sort })
  const length = Math.ceil((first.list?.total ?? 0) / PAGE)
  const numbers = Array.from({ length: Math.min(length, world.isWhole ? service.mostPages : 4) - 1 }, (_, i) => i + 2)
  const answers = [first, ...(await Promise.all(numbers.map((page) => service.get({ sort, page }))))]
  const refused = answers.findIndex(({ list }) => !list)
  const lists = answers.flatMap(({ list }) => (list ? [list] : []))
  const query: Query = { sort }
  const reading = { query, pages: lists, people: lists.flatMap(({ people }) => people) }
  const isWhole = world.isWhole && refused < 0
  const wrong = refused < 0 ? contradictions(reading) : []
  const isMoved = new Set(reading.people.map(({ id }) => id)).size < reading.people.length
  const lost = isWhole && !isMoved ? [...world.known.keys()].filter((id) => !reading.people.some((one) => one.id === id)).length : 0
  const unlike = isWhole && wrong.length === 0 && lost === 0 ? await unreversed(service, world, sort, reading) : undefined
  return answers.map(({ list, status, exchange }, i): Judged<ListAspect> => {
    const cell = cellOf(sort, i + 1)
    if (!list && isJudgedElsewhere(status)) return { cell, faults: [], shown: [], exchanges: [] }
    if (!list) return { cell, faults: [fault('status', '200 and a list', status)], shown: ['status'], exchanges: [exchange] }
    const before = answers[i - 1]?.list?.people.slice(-1) ?? []
    const [contradiction] = wrong.filter(({ page }) => page === i + 1)
    const strangers = isWhole ? list.people.filter(({ id }) => !world.known.has(id)).length : 0
    const disorder = disorderAt([...before, ...list.people], fieldOf(sort), sort.startsWith('-'))
    const isLast = i === answers.length - 1
    const faults = [
      ...(contradiction ? [fault('selection', contradiction.expected, contradiction.actual)] : []),
      ...(strangers > 0 ? [fault('selection', 'the persons of the list without sort', `${strangers} others`)] : []),
      ...(isLast && lost > 0 ? [fault('selection', 'the persons of the list without sort', `${lost} missing`)] : []),
      ...(list.total === world.plain.total ? [] : [fault('total', `total ${world.plain.total}, as without sort`, list.total)]),
      ...(disorder === undefined ? [] : [fault('order', `the order of sort=${sort}`, 'another order')]),
      ...(unlike === i && disorder === undefined ? [fault('order', 'the reverse of the opposite order', 'another order')] : []),
    ]
    return { cell, faults: faults.slice(0, 1), shown: ['status', 'selection', 'total', 'order'], exchanges: [exchange] }
  })
}

/** Returns the page of a descending order on which it first differs from the reverse of the ascending one. */
async function unreversed(service: Service, world: World, sort: string, down: Pick<Reading, 'people'>): Promise<number | undefined> {
  if (!sort.startsWith('-')) return undefined
  const sortUp = fieldOf(sort)
  if (!(await service.get({ sort: sortUp })).list) return undefined
  const up = await world.read({ sort: sortUp })
  // A person without the field has no place in its order.
  if ([...up.people, ...down.people].some(({ raw }) => raw[sortUp] === undefined)) return undefined
  const [left, right] = [down.people, up.people.toReversed()].map((people) => people.map(orderOf(sort).keyOf)) as [string[], string[]]
  const place = left.findIndex((key, at) => key !== right[at])
  return place < 0 ? undefined : Math.floor(place / PAGE)
}
