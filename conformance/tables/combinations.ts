import { type Axes, type Cell, coveringCells } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import { judgeList, LIST_ASPECTS, type ListAspect } from '../model/list-faults.ts'
import { fewWithAllKinds, type NameKind, plainPerson } from '../model/persons.ts'
import type { Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { PAGE, SORTS, type World } from '../model/world.ts'
import { askAll, check, type Table } from './table.ts'

const KINDS: readonly NameKind[] = ['apostrophe', 'cedilla', 'tilde', 'accent', 'hyphen', 'plus', 'percent', 'ampersand']
const PLACES = ['first', 'second', 'middle', 'last', 'beyond']
const axes: Axes = {
  filter: ['none', 'word', 'plain', ...KINDS, 'cpf', 'cpf-with-zeros', 'cpf-and-nome', 'cpf-of-nobody', 'nome-of-nobody'],
  order: ['none', ...SORTS],
  rows: ['none', '25', '50', '75', '100', '125', '150', '200', '1000'],
  place: PLACES,
  parameters: ['in-order', 'reversed'],
}

/** Rule 3 of heading 4.1: what holds for a plain list holds for every combination of parameters. */
export const combinations: Table<ListAspect> = {
  name: 'combinations',
  risk: 'r',
  steady: true,
  needs: ['two-persons'],
  axes,
  aspects: LIST_ASPECTS,
  rests: ['pages', 'searches', 'orders'],
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
    const [filters, rows, sorts] = await Promise.all([filtersOf(service, world), world.rows(), world.sorts()])
    const sizes = new Map(
      await Promise.all(Object.entries(filters).map(async ([name, filter]) => [name, (await world.expected(filter)).total ?? 0] as const)),
    )
    const lengthOf = ({ filter = 'none', rows = 'none' }: Cell) => Math.ceil((sizes.get(filter) ?? 0) / rowsOf(rows))
    const cells = coveringCells(
      {
        filter: [...sizes.keys()],
        order: ['none', ...sorts],
        rows: ['none', '25', ...rows.map(String)],
        place: PLACES,
        parameters: axes.parameters as string[],
      },
      {
        strength: 2,
        groups: [['filter', 'order', 'place']],
        allows: (part) => part.place === undefined || pageAt(part.place, lengthOf(part)) !== undefined,
      },
    )
    return askAll(
      cells.map((cell) => ({ cell })),
      async ({ cell }) => {
        const { filter = 'none', order = 'none', rows = 'none', place = 'first', parameters } = cell
        const page = pageAt(place, lengthOf(cell)) as number
        const search = filters[filter] as Query
        const sort = order === 'none' ? undefined : order
        const given = Object.entries({
          ...search,
          ...(sort !== undefined && { sort }),
          ...(rows !== 'none' && { rows }),
          ...((page > 1 || parameters === 'reversed') && { page }),
        })
        if (parameters === 'reversed') given.reverse()
        const answer = await service.get(Object.fromEntries(given))
        const want = await world.expected(search, sort, rowsOf(rows), page)
        return { ...judgeList(want, answer), exchanges: [answer.exchange] }
      },
    )
  },
}

const rowsOf = (rows: string) => (rows === 'none' ? PAGE : Number(rows))

/** Returns the page at a place of a list with so many pages; undefined if another place has the same page. */
export function pageAt(place: string, length: number): number | undefined {
  if (place === 'first') return 1
  if (place === 'second') return length >= 2 ? 2 : undefined
  if (place === 'last') return length >= 3 ? length : undefined
  if (place === 'beyond') return Math.max(1, length) + 1
  return length >= 4 ? Math.ceil((length + 2) / 2) : undefined
}

/** Returns the searches whose answers are known beforehand, or that find somebody. */
async function filtersOf(service: Service, world: World): Promise<Record<string, Query>> {
  const { named, people } = world
  const kinds = fewWithAllKinds(named, KINDS)
  const plain = plainPerson(named)
  const zeros = people.find(({ id }) => id.startsWith('00')) ?? people.find(({ id }) => id.startsWith('0'))
  const some = people.find(({ id }) => /^[1-9]/.test(id))
  if (!some) throw new Undecided('thin-data', 'the list is empty')
  const filters: Record<string, Query | undefined> = {
    none: {},
    plain: plain && { nome: plain.nome },
    ...Object.fromEntries(KINDS.map((kind) => [kind, kinds.get(kind) && { nome: kinds.get(kind)?.nome }])),
    cpf: { cpf: some.id },
    'cpf-with-zeros': zeros && { cpf: zeros.id },
    'cpf-and-nome': plain && { cpf: plain.id, nome: plain.nome },
    'nome-of-nobody': { nome: service.gibberish(32) },
  }
  return Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, Query] => entry[1] !== undefined))
}
