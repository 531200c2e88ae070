import { type Axes, type Cell, coveringCells } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import { isJudgedElsewhere, judgeList, LIST_ASPECTS, type ListAspect } from '../model/list-faults.ts'
import type { Person } from '../model/lists.ts'
import { fewWithAllKinds, type NameKind, plainPerson } from '../model/persons.ts'
import type { Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { PAGE, pageAt, SORTS, type World } from '../model/world.ts'
import { searchOfMany } from './searched.ts'
import { askAll, check, type Table } from './table.ts'

const KINDS: readonly NameKind[] = ['apostrophe', 'cedilla', 'tilde', 'accent', 'hyphen', 'plus', 'percent', 'ampersand']
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
    'cpf-and-five-words',
  ],
  order: ['none', ...SORTS],
  rows: ['none', ...LARGER],
  place: ['first', 'second', 'inner', 'last', 'beyond'],
  parameters: ['in-order', 'reversed', 'page-given', 'plus-for-blank'],
} as const satisfies Axes
/** Filters that are asked for in every order; the others are like them, so that a few orders are enough. */
const OWN = ['none', 'word', 'plain', 'cpf', 'cpf-and-nome']

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
    const readsPlus = await readsPlusAsBlank(service, Object.values(filters))
    const few = ['none', ...sorts.filter((_, i) => i % 3 === 0)]
    const allows = (part: Cell) => {
      const { filter = 'none', order = 'none', rows = 'none', place, parameters } = part
      if (parameters === 'plus-for-blank' && part.filter && !(readsPlus && hasBlank(filters[filter]))) return false
      if (!OWN.includes(filter) && !(few.includes(order) && ['none', '1000'].includes(rows))) return false
      return (place !== 'beyond' || ends) && pageOf(part) !== undefined
    }
    const possible = {
      order: ['none', ...sorts],
      rows: ['none', ...LARGER.filter((one) => rows.includes(Number(one)))],
      place: axes.place,
      parameters: axes.parameters,
    }
    // The orders were read page by page.
    const plain = { ...possible, filter: ['none'], rows: ['none'], parameters: ['in-order'] }
    const chosen = coveringCells(plain, { strength: 2, allows: (cell) => cell.place !== 'beyond' && allows(cell) })
    const others = [...sizes.keys()].filter((filter) => filter !== 'word')
    const wide = possible.rows.map((rows, i) => ({ filter: 'none', rows, order: possible.order[i % possible.order.length] as string }))
    // Only a search with several pages shows how its order, its rows and its pages go together.
    const cells = [
      ...(sizes.has('word') ? coveringCells({ filter: ['word'], ...possible }, { strength: 2, allows }) : []),
      ...coveringCells({ filter: others, ...possible, place: ['first', 'beyond'] }, { strength: 2, allows, chosen, parts: wide }),
    ]
    return askAll<{ cell: Cell }, ListAspect>(
      cells.map((cell) => ({ cell })),
      async ({ cell }) => {
        const { filter = '', order, rows = '', parameters } = cell
        const page = pageOf(cell) as number
        const search = filters[filter] as Query
        const sort = order === 'none' ? undefined : order
        const isGiven = page > 1 || parameters === 'reversed' || parameters === 'page-given'
        const given = Object.entries({
          ...search,
          ...(sort !== undefined && { sort }),
          ...(rows !== 'none' && { rows }),
          ...(isGiven && { page }),
        })
        if (parameters === 'reversed') given.reverse()
        const answer = await service.get(Object.fromEntries(given), parameters === 'plus-for-blank' ? { blank: '+' } : {})
        if (!answer.list && isJudgedElsewhere(answer.status)) return undefined
        return { ...judgeList(await world.expected(search, sort, rowsOf(rows), page), answer), exchanges: [answer.exchange] }
      },
    )
  },
}

async function totalOf(world: World, filter: Query): Promise<number | undefined> {
  try {
    return (await world.expected(filter)).total
  } catch (error) {
    if (error instanceof Undecided) return undefined
    throw error
  }
}

/** Returns whether + stands for a blank, which the interface does not say. */
async function readsPlusAsBlank(service: Service, filters: readonly Query[]): Promise<boolean> {
  const query = filters.find((filter) => filter.cpf === undefined && hasBlank(filter))
  const { list } = query ? await service.get(query, { blank: '+' }) : {}
  return list !== undefined && list.people.length > 0
}

const hasBlank = ({ nome = '' }: Query = {}) => String(nome).includes(' ')
const rowsOf = (rows: string) => (rows === 'none' ? PAGE : Number(rows))

/** Returns the searches whose answers are known beforehand, or that find somebody. */
async function filtersOf(world: World): Promise<Record<string, Query>> {
  const { named, people, nobody } = world
  const kinds = fewWithAllKinds(named, KINDS)
  const plain = plainPerson(named)
  const isShort = ({ nome }: Person) => nome.length <= 50
  const withZeros = (some: readonly Person[]) =>
    some.findLast(({ id }) => id.startsWith('00')) ?? some.findLast(({ id }) => id.startsWith('0'))
  const zeros = withZeros(people)
  const some = people.find(({ id }) => /^[1-9]/.test(id))
  const word = await searchOfMany(world)
  const five = fewWithAllKinds(named.filter(isShort), ['five-words']).get('five-words')
  const both = (person: Person | undefined) => person && { cpf: person.id, nome: person.nome }
  const names = [...kinds].filter(([, person], i) => [...kinds.values()].indexOf(person) === i)
  const filters: Record<string, Query | undefined> = {
    none: {},
    word: word === undefined ? undefined : { nome: word },
    plain: plain && { nome: plain.nome },
    ...Object.fromEntries(names.map(([kind, { nome }]) => [kind, { nome }])),
    cpf: some && { cpf: some.id },
    'cpf-with-zeros': zeros && { cpf: zeros.id },
    'cpf-and-nome': both(plain),
    'nome-of-nobody': { nome: nobody.nome },
    'cpf-of-nobody': world.isWhole ? { cpf: nobody.cpf } : undefined,
    'cpf-with-zeros-and-nome': both(withZeros(named.filter(isShort))),
    'cpf-and-five-words': both(five),
  }
  return Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, Query] => entry[1] !== undefined))
}
