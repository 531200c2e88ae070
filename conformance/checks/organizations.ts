import { type Axes, type Cell, coveringCells } from '../model/cells.ts'
import { fault, Undecided } from '../model/judgement.ts'
import { judgeList, LIST_ASPECTS, LIST_CLAUSES, type ListAspect } from '../model/list-faults.ts'
import type { Person } from '../model/lists.ts'
import type { Query } from '../model/questions.ts'
import { type Expected, orderOf, PAGE, SORTS, type World } from '../model/world.ts'
import { queryOf, searchOfMany } from './asked.ts'
import { askAll, check, shows, type Table } from './table.ts'

/** Asked by each organization for whom the other one was not shown. */
const AFTER = 'cpf-hidden-from-the-other'
const HIDDEN = ['cpf-of-the-other', 'nome-of-the-other', 'cpf-and-nome-of-the-other']
const ROWS = ['50', '100']
const axes: Axes = {
  asker: ['own', 'other'],
  filter: ['none', 'word', 'shared-cpf', 'shared-nome', AFTER, ...HIDDEN],
  order: ['none', ...SORTS],
  rows: ['none', ...ROWS],
  place: ['first', 'last', 'beyond', 'far-beyond'],
}

/** Rule 2 of heading 4.1: what an organization may not see is answered like what nobody has. */
export const organizations: Table<ListAspect> = {
  name: 'organizations',
  risk: 'r',
  steady: true,
  needs: ['other-token', 'one-person'],
  axes,
  aspects: LIST_ASPECTS,
  clauses: LIST_CLAUSES,
  checks: [
    check(
      'ORG-01',
      '4.1-2 1-1 2.2-total 4.1-cpf 4.1-nome 4.1-4',
      'status selection total',
      'answers a search for a person whom only another organization queried like one that finds nobody',
      { of: ({ filter = '' }) => HIDDEN.includes(filter) },
    ),
    check(
      'ORG-02',
      '4.1-2 1-1 2.2-total',
      'selection total',
      'lists only persons whom the calling organization queried, whatever the order, rows, page and search',
      { of: ({ filter = '' }) => ['none', 'word'].includes(filter) },
    ),
    check(
      'ORG-13',
      '2.1-atualizado_em 2.1-nome 4.1-2 4.1-nome 4.1-cpf',
      'selection item',
      'finds a person of both organizations for each of them as its own list shows the person',
      { of: ({ filter = '' }) => /^shared|from-the-other$/.test(filter) },
    ),
    check(
      'ORG-15',
      '4.1-1 4.1-sort 4.1-page 4.1-rows 1-1-order 2.2-atual 2.2-linhas 2.2-busca 2.2-itens 2.1-nome 2.1-atualizado_em 4.1-3 4.1-4',
      'status paginacao busca order window item',
      'follows the same rules in the lists of both organizations, in every context',
      { of: ({ filter = '' }) => ['none', 'word'].includes(filter) },
    ),
  ],
  async ask(service) {
    const { own, other } = service.keys
    const askers = [
      { asker: 'own', mine: await service.world(), theirs: await service.world(other), authorization: own },
      { asker: 'other', mine: await service.world(other), theirs: await service.world(), authorization: other },
    ]
    const [honoured, sorts] = await Promise.all([askers[0]?.mine.rows(), askers[0]?.mine.sorts()])
    const judged = await Promise.all(
      askers.map(async ({ asker, mine, theirs, authorization }) => {
        const filters = await filtersOf(mine, theirs)
        const cells = cellsOf(asker, {
          filter: Object.keys(filters),
          order: ['none', ...(sorts ?? [])],
          rows: ['none', ...ROWS.filter((rows) => honoured?.includes(Number(rows)))],
        })
        return askAll<{ cell: Cell }, ListAspect>(
          cells.map((cell) => ({ cell })),
          async ({ cell: { filter = '', order, rows, place = '' } }) => {
            const sort = order === 'none' ? undefined : order
            const size = rows === 'none' ? PAGE : Number(rows)
            const search = filters[filter] as Filter
            const last = Math.max(1, Math.ceil(((await expectedOf(mine, search)).total ?? 0) / size))
            const page = last + (PLACES[place] ?? 1 - last)
            const query = queryOf({ filter: search.query, sort, rows: size, page })
            const answer = await service.get(query, { authorization })
            // The maximum of rows and the answer to a page after the last one are not shown.
            const { linhas = size } = answer.list ?? {}
            if (linhas < size && linhas % PAGE === 0) return undefined
            const found = judgeList(await expectedOf(mine, search, sort, size, page), answer)
            const isOpen = page > last && !(await mine.ends())
            const faults = found.faults.filter(({ aspect }) => !isOpen || aspect === 'selection')
            return shows(answer, faults, isOpen ? ['selection'] : found.shown)
          },
        )
      }),
    )
    // Whom one of them was not shown, the other one still is.
    const after = await askAll<(typeof askers)[0] & { cell: Cell }, ListAspect>(
      askers.map((one) => ({ ...one, cell: { asker: one.asker, filter: AFTER, order: 'none', rows: 'none', place: 'first' } })),
      async ({ mine, theirs, authorization }) => {
        const person = hiddenFrom(theirs, mine)
        if (!person) return undefined
        const answer = await service.again({ cpf: person.id }, { authorization })
        const { faults, shown } = judgeList(mine.only([person]), answer)
        return shows(answer, faults, shown)
      },
    )
    return [...judged.flat(), ...after]
  },
}

/** How many pages after the last one a place is; the first page by default. */
const PLACES: Readonly<Record<string, number>> = { last: 0, beyond: 1, 'far-beyond': 40 }

/** Returns all pairs of parameters for the other organization; the own lists in every order are asked by other tables. */
function cellsOf(asker: string, found: Axes): Cell[] {
  const isList = (filter = 'none') => ['none', 'word'].includes(filter)
  return coveringCells(
    { ...axes, ...found, asker: [asker], ...(asker === 'own' && { order: ['none'], rows: ['none'] }) },
    {
      strength: 2,
      allows: ({ filter, order = 'none', rows = 'none', place }) => {
        if (!isList(filter)) return order === 'none' && rows === 'none' && (place ?? 'first') === 'first'
        return asker === 'other' || place === undefined || place.endsWith('beyond')
      },
    },
  )
}

interface Filter {
  query: Query
  /** Whom it selects by the interface; undefined if only the service knows. */
  people?: readonly Person[]
}

async function filtersOf(mine: World, theirs: World): Promise<Record<string, Filter>> {
  const hidden = hiddenFrom(mine, theirs)
  const shared = mine.named.findLast((person) => theirs.known.has(person.id) && isOnlyOne(mine, person))
  const word = await searchOfMany(mine)
  return {
    none: { query: {} },
    ...(word !== undefined && { word: { query: { nome: word } } }),
    ...(shared && {
      'shared-cpf': { query: { cpf: shared.id }, people: [shared] },
      'shared-nome': { query: { nome: shared.nome }, people: [shared] },
    }),
    ...(hidden && {
      'cpf-of-the-other': { query: { cpf: hidden.id }, people: [] },
      'nome-of-the-other': { query: { nome: hidden.nome }, people: [] },
      'cpf-and-nome-of-the-other': { query: { cpf: hidden.id, nome: hidden.nome }, people: [] },
    }),
  }
}

/** Returns a person whom only the other organization shows; undefined if one of the lists is too long to know. */
function hiddenFrom(mine: World, theirs: World): Person | undefined {
  if (!mine.isWhole || !theirs.isWhole) return undefined
  return theirs.named.findLast((person) => !mine.known.has(person.id) && isOnlyOne(mine, person))
}

/** Whether no other name has all words of a person's name, so that no way to match names finds another person. */
function isOnlyOne({ people }: World, { id, nome }: Person): boolean {
  const words = nome.toLowerCase().split(/\s+/)
  return !people.some((one) => one.id !== id && words.every((word) => one.nome.toLowerCase().includes(word)))
}

/** Returns what a list must contain by the interface, or else by what the service shows for the search alone. */
async function expectedOf(world: World, { query, people }: Filter, sort?: string, rows = PAGE, page = 1): Promise<Expected> {
  return people ? world.only(people, sort, rows, page) : world.expected(query, sort, rows, page)
}

type Comparison = 'persons' | 'stamps'
/** How many persons two organizations must share before that says something. */
const ENOUGH_SHARED = 10
const APART = 'What two organizations show differs unless they share every person.'

export const twoLists: Table<Comparison> = {
  name: 'two lists',
  risk: 'r',
  needs: ['other-token'],
  axes: { compared: ['persons', 'stamps'] },
  aspects: ['persons', 'stamps'],
  checks: [
    check('ORG-05', '4.1-2 1-1', 'persons', 'does not show two organizations the same list', { should: APART }),
    check(
      'ORG-06',
      '2.1-atualizado_em 4.1-2 1-1 1-1-order 4.1-1',
      'stamps',
      "returns in atualizado_em the last update of the organization's own reports",
      { should: APART },
    ),
  ],
  async ask(service) {
    const [own, other] = await Promise.all([service.world(), service.world(service.keys.other)])
    const shared = own.people.filter(({ id }) => other.known.has(id))
    const exchanges = [own, other].flatMap(({ plain }) => plain.pages.slice(0, 1).map(({ exchange }) => exchange))
    const smaller = Math.min(own.people.length, other.people.length)
    if (smaller === 0) throw new Undecided('thin-data', 'one of the two lists is empty')
    const numbers = `${own.people.length} and ${other.people.length} persons, ${shared.length} of them in both lists`
    const isSame = service.tenantsDisjoint ? shared.length > 0 : shared.length === smaller && smaller >= ENOUGH_SHARED
    const expected = service.tenantsDisjoint
      ? 'nobody in both lists (--tenants-disjoint)'
      : 'somebody in each list who is not in the other one'
    const stampOf = orderOf(undefined).keyOf
    const equal = shared.filter((person) => stampOf(person) === stampOf(other.known.get(person.id) as Person)).length
    const isTelling = shared.length >= ENOUGH_SHARED && new Set(shared.map(stampOf)).size > 1
    const [lists, stamps] = [
      isSame && { ...fault('persons' as const, expected, numbers), isDeclared: service.tenantsDisjoint },
      fault('stamps' as const, 'another atualizado_em in each list', `the same one for all ${equal} persons of both`),
    ]
    const isEqual = isTelling && equal === shared.length
    return [
      { cell: { compared: 'persons' }, exchanges, shown: ['persons'], faults: lists ? [lists] : [] },
      { cell: { compared: 'stamps' }, exchanges, shown: isTelling ? ['stamps'] : [], faults: isEqual ? [stamps] : [] },
    ]
  },
}
