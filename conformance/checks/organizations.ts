import { counted } from '../../src/contract/counted.ts'
import { nameOf } from '../judging/cells.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import type { ListAnswer, Person, Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { answersAsForNobody, type Hidden, hiddenCells, hiddenFrom } from './hidden-persons.ts'
import { HEADERS, instant, PAGES } from './listed.ts'
import { answersOtherAlike, askedCells, listAxes, listCells } from './organization-lists.ts'
import {
  ENOUGH_SHARED,
  few,
  mustHaveNobodyElse,
  mustHold,
  onlyIn,
  type Side,
  sameLists,
  sides,
  turned,
  wholeSides,
} from './two-organizations.ts'

/** Without these checks of lists, the list of an organization is not known. */
const WHOLE_LISTS = [...HEADERS, ...PAGES, 'PAG-04', 'PAG-05', 'PAG-10']

/** How many times two organizations ask the same at the same moment, at least. */
const PAIRS = 20

/** The checks of what holds for a list, whoever asks for it. */
const RULES_OF_LISTS = [
  ...WHOLE_LISTS,
  ...['ITEM-01', 'ITEM-02', 'ITEM-04', 'PAG-01', 'PAG-02', 'PAG-09', 'PAG-12', 'PAG-14', 'PAG-16'],
  ...['PAG-17', 'PAG-23', 'PAG-24', 'PAG-29', 'ORD-01', 'ORD-02', 'NOME-02', 'CPF-03', 'ORG-02'],
  ...['SORT-02', 'SORT-04', 'SORT-06', 'SORT-08', 'SORT-09', 'SORT-10', 'SORT-12', 'SORT-14'],
  ...['CELL-01', 'CELL-02', 'CELL-03', 'CELL-04', 'CELL-06', 'CELL-07', 'CELL-08', 'CELL-09'],
]

/** The parts of 4.1-2 and 1.1 that need the tokens of two organizations. */
export const organizations: readonly Check[] = [
  {
    id: 'AUTH-11',
    clause: ['4.1-2', '1-1'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: [...WHOLE_LISTS, 'CPF-06'],
    needs: ['other-token'],
    title: 'does not list a person whom only another organization queried',
    async run(service) {
      const [own, other] = await wholeSides(service)
      let asked = 0
      for (const [mine, theirs] of [
        [own, other],
        [other, own],
      ] as const) {
        for (const { id } of few(onlyIn(theirs, mine), 3)) {
          const answer = await service.get({ cpf: id }, mine.how)
          await mustHaveNobodyElse(service, mine, theirs, answer)
          asked++
        }
      }
      if (asked === 0) throw sameLists(own, other)
      return `${counted(asked, 'person')} whom only one of the organizations queried`
    },
  },
  {
    id: 'ORG-01',
    clause: ['4.1-2', '1-1', '2.2-total'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: [...WHOLE_LISTS, 'AUTH-11', 'CPF-06', 'CPF-07', 'NOME-05', 'NOME-08'],
    needs: ['other-token'],
    title: 'answers a search for a person whom only another organization queried like one that finds nobody',
    async run(service) {
      const both = await sides(service)
      const hidden = { own: await hiddenFrom(service, both), other: await hiddenFrom(service, turned(both)) }
      if (!hidden.own && !hidden.other) throw sameLists(...both)
      const cells = hiddenCells.filter((cell) => {
        const subject = hidden[cell.asker as Side['name']]
        return subject !== undefined && (subject.nome !== undefined || cell.subject === 'cpf')
      })
      await Promise.all(
        cells.map((cell) => {
          const mine = both.find(({ name }) => name === cell.asker) as Side
          const theirs = both.find(({ name }) => name !== cell.asker) as Side
          return answersAsForNobody(service, mine, theirs, cell, hidden[mine.name] as Hidden)
        }),
      )
      const directions = both.map(({ name }) => hidden[name]?.people ?? 0)
      return `${counted(cells.length, 'context')}; ${directions[0]} persons only in the other list, ${directions[1]} only in this one`
    },
  },
  {
    id: 'ORG-02',
    clause: ['4.1-2', '1-1', '2.2-total'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: [...WHOLE_LISTS, 'PAG-12', 'SORT-10', 'NOME-02'],
    needs: ['other-token', 'one-person'],
    title:
      'lists only persons whom the calling organization queried, whatever the order, rows, page and search',
    async run(service) {
      await Promise.all(
        (await askedCells(service)).map(async ({ cell, mine, theirs, answer }) => {
          await mustHaveNobodyElse(service, mine, theirs, answer, nameOf(cell, listAxes))
          const { list } = answer
          const most = mine.list.people.length
          if (!list || list.total === undefined || list.total <= most) return
          await mustHold(service, mine)
          throw new Violation(
            `total of at most ${most}, the persons of this list (${nameOf(cell, listAxes)})`,
            `total ${list.total}`,
            [list.exchange],
            'total-counts-selection',
          )
        }),
      )
      return counted(listCells.length, 'context')
    },
  },
  {
    id: 'ORG-15',
    clause: [
      '4.1-1',
      '4.1-sort',
      '4.1-page',
      '4.1-rows',
      '1-1-order',
      '2.2-atual',
      '2.2-linhas',
      '2.2-total',
      '2.1-nome',
      '2.1-atualizado_em',
      '4.1-3',
    ],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: RULES_OF_LISTS,
    needs: ['other-token', 'one-person'],
    title: 'follows the same rules in the lists of both organizations, in every context',
    run: answersOtherAlike,
  },
  {
    id: 'ORG-03',
    clause: ['4.1-2', '1-1', '4.1-cpf', '2.2-total'],
    level: 'required',
    risk: 'r',
    alone: true,
    rests: [...WHOLE_LISTS, 'AUTH-11', 'ORG-02', 'CPF-01', 'CPF-05', 'SORT-10'],
    needs: ['other-token'],
    title: 'gives each of two organizations its own answer to the same request, whoever sends it first',
    async run(service) {
      const both = await wholeSides(service)
      const questions = sharedQuestions(both, 0)
      for (const [i, question] of questions.entries()) {
        const order = i % 2 === 0 ? both : turned(both)
        for (const side of [...order, order[0]]) await answersForSide(service, side, both, question)
      }
      return `${counted(questions.length, 'question')}, each asked by both in turn`
    },
  },
  {
    id: 'ORG-04',
    clause: ['4.1-2', '1-1', '4.1-cpf', '2.2-total'],
    level: 'required',
    risk: 'r',
    alone: true,
    rests: [...WHOLE_LISTS, 'AUTH-11', 'ORG-02', 'ORG-03', 'CPF-01', 'CPF-05', 'SORT-10'],
    needs: ['other-token'],
    title: 'gives each of two organizations its own answer when both ask at the same moment',
    async run(service) {
      const both = await wholeSides(service)
      const questions = sharedQuestions(both, 1)
      const pairs = Math.max(PAIRS, questions.length)
      for (let i = 0; i < pairs; i++) {
        const question = questions[i % questions.length] as SharedQuestion
        const order = i % 4 < 2 ? both : turned(both)
        await Promise.all(order.map((side) => answersForSide(service, side, both, question)))
      }
      return `${pairs} pairs of equal questions`
    },
  },
  {
    id: 'ORG-05',
    clause: ['4.1-2', '1-1'],
    level: 'conditional',
    risk: 'r',
    rests: ['AUTH-11', 'ORG-03'],
    needs: ['other-token'],
    title: 'does not show two organizations the same list',
    async run(service) {
      const both = await wholeSides(service)
      const [own, other] = both
      const shared = own.list.people.filter(({ id }) => other.ids.has(id)).length
      const numbers = `${own.ids.size} and ${other.ids.size} persons, ${shared} of them in both lists`
      const exchanges = both.flatMap(({ list }) => list.pages.slice(0, 1).map(({ exchange }) => exchange))
      if (service.tenantsDisjoint) {
        await mustHold(service, own)
        await mustHold(service, other)
        must(shared === 0, 'nobody in both lists (--tenants-disjoint)', numbers, ...exchanges)
      }
      if (own.ids.size === 0 || other.ids.size === 0)
        throw new Undecided('thin-data', 'one of the two lists is empty')
      const smaller = Math.min(own.ids.size, other.ids.size)
      if (shared === smaller && shared >= ENOUGH_SHARED) {
        throw new Violation(
          'somebody in each list who is not in the other one; if the organizations share nobody, use --tenants-disjoint',
          numbers,
          exchanges,
          'tenants-apart',
        )
      }
      return numbers
    },
  },
  {
    id: 'ORG-06',
    clause: ['2.1-atualizado_em', '4.1-2', '1-1', '1-1-order', '4.1-1'],
    level: 'conditional',
    risk: 'r',
    rests: ['AUTH-11', 'ORG-03'],
    needs: ['other-token'],
    title: "returns in atualizado_em the last update of the organization's own reports",
    async run(service) {
      const both = await wholeSides(service)
      const [own, other] = both
      const theirs = new Map(other.list.people.map((person) => [person.id, instant(person)]))
      const shared = own.list.people.filter(({ id }) => theirs.has(id))
      const stamps = new Set(shared.map(instant))
      if (shared.length < ENOUGH_SHARED || stamps.size < 2)
        throw new Undecided('thin-data', `the organizations share ${counted(shared.length, 'person')}`)
      const equal = shared.filter((person) => theirs.get(person.id) === instant(person)).length
      if (equal === shared.length) {
        throw new Violation(
          'another atualizado_em in each list, unless both organizations have the same reports',
          `the same one for all ${shared.length} persons of both lists`,
          both.flatMap(({ list }) => list.pages.slice(0, 1).map(({ exchange }) => exchange)),
          'tenants-apart',
        )
      }
      return `${shared.length} persons in both lists, ${equal} with the same atualizado_em`
    },
  },
]

/** A question that both organizations ask. */
interface SharedQuestion {
  query: Query
  /** Who has the person of the question; undefined if each organization has an answer of its own. */
  owner?: Side['name'] | 'both'
  /** The person whose name is searched for. */
  found?: Person
  total?: true
}

/** Returns questions to which the two organizations must get different answers. */
function sharedQuestions(both: readonly [Side, Side], round: number): SharedQuestion[] {
  const [own, other] = both
  const person = (side: Side, not: Side, place: number) => {
    const people = onlyIn(side, not)
    return people[(place + 3 * round) % Math.max(1, people.length)]
  }
  const cpf = (side: Side, not: Side, place: number): SharedQuestion[] => {
    const found = person(side, not, place)
    // A cache may be right for one parameter and wrong for two.
    const sort = place === 1 ? { sort: 'nome' } : {}
    return found ? [{ query: { cpf: found.id, ...sort }, owner: side.name }] : []
  }
  const named = (side: Side, not: Side, place: number): SharedQuestion[] => {
    const found = person(side, not, place)
    return found && found.nome.trim() !== ''
      ? [{ query: { nome: found.nome, page: 1 }, owner: side.name, found }]
      : []
  }
  const lettered = (sort: string, page: number): SharedQuestion => ({ query: { nome: 'a', sort, page } })
  // The other organization asks every second question first, so each kind occurs twice.
  const twice = (kind: (place: number) => SharedQuestion[]) => [...kind(0), ...kind(1)]
  return [
    ...[{}, { page: 1, rows: PAGE }].map((query): SharedQuestion => ({ query, total: true })),
    ...twice((place) => cpf(other, own, place)),
    ...twice((place) => cpf(own, other, place)),
    ...own.list.people
      .filter(({ id }) => id !== '' && other.list.people.some((one) => one.id === id))
      .slice(round, round + 1)
      .map(({ id }): SharedQuestion => ({ query: { cpf: id }, owner: 'both' })),
    ...['cpf', '-cpf'].map((sort): SharedQuestion => ({ query: { sort, page: 1 }, total: true })),
    ...[2, 1].map((page): SharedQuestion => ({ query: { sort: '-nome', rows: 50, page }, total: true })),
    ...twice((place) => named(own, other, place)),
    ...twice((place) => named(other, own, place)),
    ...[1, 2].map((page) => lettered('cpf', page)),
    ...[2, 1].map((page) => lettered('-cpf', page)),
    ...[2, 3].map((page): SharedQuestion => ({ query: { page, sort: '-atualizado_em' }, total: true })),
  ]
}

/** @throws {Violation} if a search does not find a person whom the same organization finds by the same name otherwise */
async function mustFind(
  service: Service,
  mine: Side,
  { id, nome }: Person,
  answer: ListAnswer,
): Promise<void> {
  const has = ({ list }: ListAnswer) => list?.people.some((person) => person.id === id) === true
  if (has(answer)) return
  // A service need not find a name, and there may be more namesakes than rows; both are told by another spelling.
  const otherwise = await service.again({ nome, rows: PAGE }, mine.how)
  if (!has(otherwise)) return
  await mustHold(service, mine)
  must(
    false,
    'the person with this name, even after the other organization asked',
    counted(answer.list?.people.length ?? 0, 'other person'),
    answer.exchange,
    otherwise.exchange,
  )
}

/** @throws {Violation} if an answer is not that of the organization that asked */
async function answersForSide(
  service: Service,
  mine: Side,
  both: readonly [Side, Side],
  { query, owner, found, total }: SharedQuestion,
): Promise<void> {
  const theirs = both.find(({ name }) => name !== mine.name) as Side
  const answer = await service.again(query, mine.how)
  await mustHaveNobodyElse(
    service,
    mine,
    theirs,
    answer,
    `${Object.keys(query).join(', ') || 'no parameters'}, also asked by the other organization`,
  )
  const { list, exchange } = answer
  if (!list) return
  if (found && owner === mine.name) return mustFind(service, mine, found, answer)
  if ((owner === mine.name || owner === 'both') && list.people.length !== 1) {
    await mustHold(service, mine)
    must(
      false,
      'the person with this CPF, even after the other organization asked',
      counted(list.people.length, 'person'),
      exchange,
    )
  }
  const { page = 1, rows = PAGE } = query
  // What a page after the end of its list shows is the same for every organization: PAG-29.
  const isWithin = (Number(page) - 1) * Number(rows) < mine.list.people.length || Number(page) === 1
  if (total && isWithin && list.total !== undefined && list.total !== mine.list.people.length) {
    await mustHold(service, mine)
    must(
      false,
      `total ${mine.list.people.length}, even if the other organization asks the same`,
      `total ${list.total}`,
      exchange,
    )
  }
}
