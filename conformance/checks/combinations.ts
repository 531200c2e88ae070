import { type Axes, type Cell, coveringCells } from '../model/cells.ts'
import { unlessUndecided } from '../model/judgement.ts'
import { LIST_ASPECTS, type ListAspect } from '../model/list-faults.ts'
import type { Person } from '../model/lists.ts'
import { fewWithAllKinds, NAME_KINDS, type NameKind, plainPerson } from '../model/persons.ts'
import type { Query } from '../model/questions.ts'
import { PAGE, pageAt, SORTS, type World } from '../model/world.ts'
import { judgeAsked, queryOf, searchOfMany } from './asked.ts'
import { askAll, check, type Table } from './table.ts'

const KINDS: readonly NameKind[] = ['apostrophe', 'cedilla', 'tilde', 'accent', 'hyphen', 'plus', 'percent', 'ampersand']
/** Search boxes have limits, which the interface does not show. */
const LONG = 50
const LARGER = ['50', '75', '1000']
const axes = {
  filter: [
    'none',
    'word',
    'plain',
    'cpf',
    'cpf-and-nome',
    ...KINDS,
    'cpf-with-zeros',
    'nome-of-nobody',
    'cpf-of-nobody',
    'cpf-with-zeros-and-nome',
  ],
  order: ['none', ...SORTS],
  rows: ['none', ...LARGER],
  place: ['first', 'second', 'last', 'beyond'],
  parameters: ['in-order', 'reversed'],
} as const satisfies Axes
/** Filters that are asked for in every order; the others are like them, so that a few orders are enough. */
const OWN = ['none', 'word', 'plain', 'cpf']

/** Rule 3 of heading 4.1: what holds for a plain list holds for every combination of parameters. */
export const combinations: Table<ListAspect> = {
  name: 'combinations',
  risk: 'r',
  steady: true,
  needs: ['two-persons'],
  axes,
  aspects: LIST_ASPECTS,
  checks: [
    check('CELL-01', '4.1-3 4.1-query 4.1-4', 'status', 'returns a list for every combination of parameters that it accepts alone'),
    check('CELL-02', '4.1-3 4.1-nome 4.1-cpf', 'selection', 'lists only persons who match the search, whatever the other parameters'),
    check('CELL-03', '2.2-total 4.1-3', 'total', 'returns the same total for a search, whatever the other parameters'),
    check(
      'CELL-04',
      '2.2-atual 2.2-linhas 4.1-3 4.1-page 4.1-rows',
      'paginacao',
      'returns page and rows as atual and linhas, whatever the other parameters',
    ),
    check('CELL-05', '2.2-busca 4.1-3', 'busca', 'returns the same busca for a search, whatever the other parameters'),
    check('CELL-06', '4.1-sort 4.1-3', 'order', 'keeps the order of sort, whatever the other parameters', {
      of: ({ order }) => order !== 'none',
    }),
    check('CELL-07', '4.1-1 1-1-order 4.1-3', 'order', 'keeps the order by last update, whatever the other parameters', {
      of: ({ order }) => order === 'none',
    }),
    check('CELL-08', '4.1-page 4.1-rows 2.2-itens 4.1-3', 'window', 'returns the persons of the page, whatever the other parameters'),
    check('CELL-09', '2.1-nome 2.1-atualizado_em 2.1-cpf 1-1', 'item', 'shows a person the same in every list'),
  ],
  async ask(service) {
    const world = await service.world()
    const [filters, rows, sorts, ends] = await Promise.all([filtersOf(world), world.rows(), world.sorts(), world.ends()])
    const totals = await Promise.all(Object.entries(filters).map(async ([name, filter]) => [name, await totalOf(world, filter)] as const))
    // A search that contradicts itself does not show whom it selects.
    const sizes = new Map(totals.filter((entry): entry is [string, number] => entry[1] !== undefined))
    const pageOf = ({ filter = 'none', rows = 'none', place = 'first' }: Cell) =>
      pageAt(place, Math.ceil((sizes.get(filter) as number) / rowsOf(rows)))
    const few = ['none', ...sorts.slice(-1)]
    const allows = (part: Cell) => {
      const { filter = 'none', order = 'none', rows = 'none', place } = part
      if (!OWN.includes(filter) && !(few.includes(order) && ['none', '1000'].includes(rows))) return false
      if (place === 'beyond' && !(ends && few.includes(order))) return false
      return pageOf(part) !== undefined
    }
    const possible = {
      order: ['none', ...sorts],
      rows: ['none', ...LARGER.filter((one) => rows.includes(Number(one)))],
      place: axes.place,
      parameters: axes.parameters,
    }
    const { order: orders } = possible
    // These were asked already.
    const alone: Cell = { order: 'none', rows: 'none', place: 'first', parameters: 'in-order' }
    const chosen = [
      ...[...sizes.keys()].map((filter) => ({ ...alone, filter })),
      ...possible.rows.slice(1).map((rows) => ({ ...alone, filter: 'none', rows })),
      ...orders.slice(1).map((order) => ({ ...alone, filter: 'none', order })),
      ...orders.flatMap((order) => ['second', 'last'].map((place) => ({ ...alone, filter: 'none', order, place }))),
    ]
    const wide = possible.rows.map((rows, i) => ({ filter: 'none', rows, order: orders[i % orders.length] as string }))
    const coverage = { strength: 2, allows, chosen }
    // Only a search with several pages shows how its order, its rows and its pages go together.
    const several = sizes.has('word') ? coveringCells({ filter: ['word'], ...possible }, coverage) : chosen.filter(allows)
    const single = { filter: [...sizes.keys()].filter((filter) => filter !== 'word'), ...possible, place: ['first', 'beyond'] }
    const cells = coveringCells(single, { ...coverage, chosen: several, parts: wide })
    return askAll<{ cell: Cell }, ListAspect>(
      cells.map((cell) => ({ cell })),
      ({ cell }) => {
        const { filter = '', order, rows = '', parameters } = cell
        const page = pageOf(cell)
        const asked = { filter: filters[filter], sort: order === 'none' ? undefined : order, rows: rowsOf(rows), page }
        const given = Object.entries({ ...queryOf(asked), ...(parameters === 'reversed' && { page }) } as Query)
        const query = Object.fromEntries(parameters === 'reversed' ? given.reverse() : given)
        return judgeAsked(service, asked, service.get(query))
      },
    )
  },
}

async function totalOf(world: World, filter: Query): Promise<number | undefined> {
  return (await world.expected(filter).catch(unlessUndecided))?.total
}

const rowsOf = (rows: string) => (rows === 'none' ? PAGE : Number(rows))

/** Returns the searches whose answers are known beforehand, or that find somebody. */
async function filtersOf(world: World): Promise<Record<string, Query>> {
  const { named, people, nobody } = world
  const word = await searchOfMany(world)
  const plain = plainPerson(named)
  const zeros = named.find(({ id, nome }) => id.startsWith('0') && nome.length <= LONG)
  // The same persons as those of the searches.
  const kinds = [...fewWithAllKinds(named, NAME_KINDS)].filter(([kind]) => (KINDS as readonly string[]).includes(kind))
  const ofKinds = new Map(kinds.map(([kind, { nome }]) => [nome, kind]))
  const filters: Record<string, Query | undefined> = {
    none: {},
    word: word === undefined ? undefined : { nome: word },
    plain: plain && { nome: plain.nome },
    cpf: { cpf: (plain ?? (people[0] as Person)).id },
    'cpf-and-nome': plain && { cpf: plain.id, nome: plain.nome },
    ...Object.fromEntries([...ofKinds].map(([nome, kind]) => [kind, { nome }])),
    'cpf-with-zeros': zeros && { cpf: zeros.id },
    'cpf-with-zeros-and-nome': zeros && { cpf: zeros.id, nome: zeros.nome },
    'nome-of-nobody': { nome: nobody.nome },
    'cpf-of-nobody': world.isWhole ? { cpf: nobody.cpf } : undefined,
  }
  return Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, Query] => entry[1] !== undefined))
}
