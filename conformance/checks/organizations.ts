import { type Axes, type Cell, coveringCells } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import { judgeList, LIST_ASPECTS, LIST_CLAUSES, type ListAspect } from '../model/list-faults.ts'
import type { Person } from '../model/lists.ts'
import type { Query } from '../model/questions.ts'
import { type Expected, orderOf, PAGE, SORTS, type World } from '../model/world.ts'
import { searchOfMany } from './searched.ts'
import { askAll, check, type Judged, type Table } from './table.ts'

/** Asked by each organization for whom the other one was not shown. */
const AFTER = 'cpf-hidden-from-the-other'
const HIDDEN = ['cpf-of-the-other', 'nome-of-the-other', 'cpf-and-nome-of-the-other']
const axes: Axes = {
  asker: ['own', 'other'],
  filter: ['none', 'word', 'shared-cpf', 'shared-nome', AFTER, ...HIDDEN],
  order: ['none', ...SORTS],
  rows: ['none', '50', '100'],
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
      {
        of: ({ filter = '' }) => HIDDEN.includes(filter),
      },
    ),
    check(
      'ORG-02',
      '4.1-2 1-1 2.2-total',
      'selection total',
      'lists only persons whom the calling organization queried, whatever the order, rows, page and search',
      {
        of: ({ filter = '' }) => ['none', 'word'].includes(filter),
      },
    ),
    check(
      'ORG-13',
      '2.1-atualizado_em 2.1-nome 4.1-2 4.1-nome 4.1-cpf',
      'selection item',
      'finds a person of both organizations for each of them as its own list shows the person',
      {
        of: ({ filter = '' }) => /^shared|from-the-other$/.test(filter),
      },
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
    const worlds = { own: await service.world(), other: await service.world(service.keys.other) }
    const [honoured, sorts] = await Promise.all([worlds.own.rows(), worlds.own.sorts()])
    const others = coveringCells(
      { ...axes, asker: ['other'] },
      {
        strength: 2,
        allows: ({ filter = 'none', order = 'none', rows = 'none', place }) => {
          const isPlain = order === 'none' && rows === 'none'
          return ['none', 'word'].includes(filter) || (filter !== AFTER && isPlain && (place === undefined || place === 'first'))
        },
      },
    )
    // The own lists in every order are asked by other tables.
    const own = (axes.filter as string[])
      .filter((filter) => filter !== AFTER)
      .flatMap((filter) => (['none', 'word'].includes(filter) ? ['beyond', 'far-beyond'] : ['first']).map((place) => ({ filter, place })))
      .map((cell) => ({ asker: 'own', order: 'none', rows: 'none', ...cell }))
    const cells: Cell[] = [...others, ...own]
    const filters = { own: await filtersOf(worlds.own, worlds.other), other: await filtersOf(worlds.other, worlds.own) }
    const judged = await askAll<{ cell: Cell }, ListAspect>(
      cells.map((cell) => ({ cell })),
      async ({ cell }) => {
        const asker = cell.asker as 'own' | 'other'
        const { order, rows, place } = cell
        const filter = filters[asker][cell.filter as string]
        if (!filter) return undefined
        const world = worlds[asker]
        const sort = order === 'none' ? undefined : order
        if (rows !== 'none' && !honoured.includes(Number(rows))) return undefined
        if (sort !== undefined && !sorts.includes(sort)) return undefined
        const size = rows === 'none' ? PAGE : Number(rows)
        const expected = (page: number) => expectedOf(world, filter, sort, size, page)
        const last = Math.max(1, Math.ceil(((await expected(1)).total ?? 0) / size))
        const page = { first: 1, last, beyond: last + 1, 'far-beyond': last + 40 }[place as string] ?? 1
        const query = {
          ...filter.query,
          ...(sort !== undefined && { sort }),
          ...(rows !== 'none' && { rows: size }),
          ...(page > 1 && { page }),
        }
        const answer = await service.get(query, { authorization: service.keys[asker] })
        const want = await expected(page)
        // The maximum of rows is not shown, so an organization may have one of its own.
        const { linhas = size } = answer.list ?? {}
        if (linhas < size && linhas % PAGE === 0) return undefined
        // A service may answer a page after the last one in another way.
        if (page > last && !(await isEmptyBeyond(world))) return strangersOnly(want, answer)
        return { ...judgeList(want, answer), exchanges: [answer.exchange] }
      },
    )
    // Whom one of them was not shown, the other one still is.
    for (const [asker, of] of [
      ['own', 'other'],
      ['other', 'own'],
    ] as const) {
      const person = worlds[asker].known.get(String(filters[of]['cpf-of-the-other']?.query.cpf))
      if (!person) continue
      const query = { cpf: person.id }
      const answer = await service.again(query, { authorization: service.keys[asker] })
      const want = await expectedOf(worlds[asker], { query, people: [person] }, undefined, PAGE, 1)
      const cell = { asker, filter: AFTER, order: 'none', rows: 'none', place: 'first' }
      judged.push({ cell, ...judgeList(want, answer), exchanges: [answer.exchange] })
    }
    return judged
  },
}

interface Filter {
  query: Query
  /** Whom it selects by the interface; undefined if only the service knows. */
  people?: readonly Person[]
}

/** Returns the searches of one organization, as far as both lists allow them. */
async function filtersOf(mine: World, theirs: World): Promise<Record<string, Filter | undefined>> {
  const hidden = theirs.named.findLast(({ id, nome }) => !mine.known.has(id) && !mine.people.some((one) => one.nome === nome))
  const shared = mine.named.findLast(({ id, nome }) => theirs.known.has(id) && mine.people.filter((one) => one.nome === nome).length === 1)
  const word = await searchOfMany(mine)
  const isWhole = mine.plain.isWhole && theirs.plain.isWhole
  return {
    none: { query: {} },
    word: word === undefined ? undefined : { query: { nome: word } },
    ...(isWhole &&
      shared && {
        'shared-cpf': { query: { cpf: shared.id }, people: [shared] },
        'shared-nome': { query: { nome: shared.nome }, ...(isOnlyOne(mine, shared) && { people: [shared] }) },
      }),
    ...(isWhole &&
      hidden && {
        'cpf-of-the-other': { query: { cpf: hidden.id }, people: [] },
        'nome-of-the-other': { query: { nome: hidden.nome }, people: [] },
        'cpf-and-nome-of-the-other': { query: { cpf: hidden.id, nome: hidden.nome }, people: [] },
      }),
  }
}

/** Whether no other name has all words of a person's name, so that no way to match names finds another person. */
function isOnlyOne({ people }: World, { id, nome }: Person): boolean {
  const words = nome.toLowerCase().split(/\s+/)
  return !people.some((one) => one.id !== id && words.every((word) => one.nome.toLowerCase().includes(word)))
}

/** Returns what a list must contain by the interface, or else by what the service shows for the search alone. */
async function expectedOf(
  world: World,
  { query, people }: Filter,
  sort: string | undefined,
  rows: number,
  page: number,
): Promise<Expected> {
  if (people === undefined) return world.expected(query, sort, rows, page)
  return {
    page,
    rows,
    selected: new Map(people.map((person) => [person.id, person])),
    isWhole: true,
    total: people.length,
    people,
    window: people.slice((page - 1) * rows, page * rows),
    busca: undefined,
    order: orderOf(sort),
    known: world.known,
    shownBy: [],
  }
}

/** Returns whether a page after the last one is an empty page of the same list. */
async function isEmptyBeyond(world: World): Promise<boolean> {
  const page = Math.ceil(world.size / PAGE) + 1
  const { list } = await world.service.get({ page }, { authorization: world.who })
  return list?.people.length === 0 && list.total === world.size && Number(list.paginacao.atual) === page
}

function strangersOnly(want: Expected, answer: Parameters<typeof judgeList>[1]): Omit<Judged<ListAspect>, 'cell'> | undefined {
  if (!answer.list) return undefined
  const { faults } = judgeList({ ...want, total: undefined, window: undefined, people: undefined, busca: undefined }, answer)
  return { faults: faults.filter(({ aspect }) => aspect === 'selection'), shown: ['selection'], exchanges: [answer.exchange] }
}

type Comparison = 'persons' | 'stamps'
/** How many persons two organizations must share before that says something. */
const ENOUGH_SHARED = 10
const APART = 'What two organizations show differs unless they share every person.'

/** Two organizations show lists of their own. */
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
      {
        should: APART,
      },
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
    return [
      {
        cell: { compared: 'persons' },
        exchanges,
        shown: ['persons'],
        faults: isSame ? [{ aspect: 'persons', expected, actual: numbers }] : [],
      },
      {
        cell: { compared: 'stamps' },
        exchanges,
        shown: isTelling ? ['stamps'] : [],
        faults:
          isTelling && equal === shared.length
            ? [
                {
                  aspect: 'stamps',
                  expected: 'another atualizado_em in each list',
                  actual: `the same one for all ${equal} persons of both`,
                },
              ]
            : [],
      },
    ]
  },
}
