import { counted } from '../../src/contract/counted.ts'
import type { Credentials } from '../client/exchange.ts'
import { type Axes, type Cell, coveringCells, nameOf } from '../judging/cells.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import type { List, ListAnswer, Pages, Person, Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import { alike, nobodysCpfLike, nobodysNameLike, plainText } from './alike.ts'
import type { Check } from './check.ts'
import { HEADERS, instant, PAGES } from './listed.ts'

/** One of the two organizations and its list. */
export interface Side {
  name: 'own' | 'other'
  how: { authorization: Credentials }
  list: Pages
  ids: ReadonlySet<string>
  /** Whom it did not find by CPF although the other organization has them. */
  hidden: Set<string>
}

const ORDERS = ['none', 'cpf', '-cpf', 'nome', '-nome', 'atualizado_em', '-atualizado_em']
const ROWS = ['25', '50', '100']

/** The contexts in which a person is asked for whom only the other organization has. */
export const hiddenAxes: Axes = {
  subject: ['cpf', 'nome', 'cpf-and-nome'],
  order: ORDERS,
  asker: ['own', 'other'],
  rows: ROWS,
  page: ['1', '2'],
}

/** The contexts in which a list must have nobody else. */
export const listAxes: Axes = {
  place: ['first', 'last', 'beyond', 'far-beyond'],
  order: ORDERS,
  rows: ROWS,
  filter: ['none', 'word', 'letter'],
  asker: ['own', 'other'],
}

export const hiddenCells = coveringCells(hiddenAxes, {
  strength: 2,
  groups: [['subject', 'order', 'asker']],
})
export const listCells = coveringCells(listAxes, { strength: 2, groups: [['rows', 'place', 'asker']] })

/** The checks of lists without which the list of an organization is not known. */
const WHOLE_LISTS = [...HEADERS, ...PAGES, 'PAG-04', 'PAG-05', 'PAG-10']

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
    rests: [...WHOLE_LISTS, 'AUTH-11', 'CPF-07', 'NOME-05', 'NOME-08'],
    needs: ['other-token'],
    title: 'answers about a person whom only another organization queried as about nobody',
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
    title: 'lists nobody else in any order, with any rows, on any page and for any search',
    async run(service) {
      const both = await wholeSides(service)
      const words = {
        own: wordOf(both[0], both[1]),
        other: wordOf(both[1], both[0]),
      }
      await Promise.all(
        listCells.map(async (cell) => {
          const [mine, theirs] = (cell.asker === 'own' ? both : turned(both)) as [Side, Side]
          const answer = await service.get(queryOf(cell, mine, words[mine.name]), mine.how)
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
    id: 'ORG-03',
    clause: ['4.1-2', '1-1', '4.1-cpf', '2.2-total'],
    level: 'required',
    risk: 'r',
    alone: true,
    rests: [...WHOLE_LISTS, 'AUTH-11', 'ORG-02', 'CPF-01', 'SORT-10'],
    needs: ['other-token'],
    title: 'gives each of two organizations its own answer to the same question, whoever asks first',
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
    rests: [...WHOLE_LISTS, 'AUTH-11', 'ORG-02', 'ORG-03', 'CPF-01', 'SORT-10'],
    needs: ['other-token'],
    title: 'gives each of two organizations its own answer when both ask at the same moment',
    async run(service) {
      const both = await wholeSides(service)
      const questions = sharedQuestions(both, 1)
      const PAIRS = 20
      for (let i = 0; i < PAIRS; i++) {
        const question = questions[i % questions.length] as SharedQuestion
        const order = i % 4 < 2 ? both : turned(both)
        await Promise.all(order.map((side) => answersForSide(service, side, both, question)))
      }
      return `${PAIRS} pairs of equal questions`
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

/** So many equal timestamps or shared persons are no coincidence. */
const ENOUGH_SHARED = 3

/**
 * Returns both organizations with their whole lists, the one of the run first.
 * @throws {Violation} if a page of the other organization is the one of this organization
 */
export async function sides(service: Service): Promise<[Side, Side]> {
  const { own, other } = service.keys
  const mine = await service.pages()
  const list = await service.pages({}, { authorization: other as Credentials }).catch((error: unknown) => {
    if (!(error instanceof Undecided)) throw error
    throw new Undecided('blocked', `a request with the other token did not return a list: ${error.message}`)
  })
  for (const [i, page] of list.pages.entries()) {
    const same = mine.pages[i]
    if (i === 0 || same === undefined || page.people.length < ENOUGH_SHARED) continue
    const isSame = idsOf(page.people) === idsOf(same.people) && page.total === same.total
    const isItsOwn = idsOf((list.pages[0] as List).people) === idsOf((mine.pages[0] as List).people)
    must(
      !isSame || isItsOwn,
      `a page of its own list for the other organization, page ${i + 1}`,
      'the same page as for this organization',
      same.exchange,
      page.exchange,
    )
  }
  const side = async (name: Side['name'], authorization: Credentials): Promise<Side> => {
    const how = { authorization }
    const list = await service.everyone({}, how)
    return { name, how, list, ids: new Set(list.people.map(({ id }) => id)), hidden: new Set() }
  }
  return [await side('own', own), await side('other', other as Credentials)]
}

/** @throws {Undecided} if a list is too long to be read to its end */
async function wholeSides(service: Service): Promise<[Side, Side]> {
  const both = await sides(service)
  const capped = both.find(({ list }) => list.capped)
  if (capped === undefined) return both
  throw new Undecided('page-limit', `the ${capped.name} list has more pages than --max-pages allows`)
}

function idsOf(people: readonly Person[]): string {
  return people.map(({ id }) => id).join()
}

export function turned([a, b]: readonly [Side, Side]): [Side, Side] {
  return [b, a]
}

function onlyIn(theirs: Side, mine: Side): Person[] {
  return theirs.list.people.filter(({ id }) => id !== '' && !mine.ids.has(id))
}

/** Returns some of the persons from all over a list. */
function few<T>(people: readonly T[], most: number): T[] {
  const step = Math.max(1, people.length / most)
  return Array.from({ length: Math.min(most, people.length) }, (_, i) => people[Math.floor(i * step)] as T)
}

function sameLists(own: Side, other: Side): Undecided {
  if (own.list.capped || other.list.capped) {
    return new Undecided(
      'page-limit',
      'each organization finds every person of the pages that were read of the other list',
    )
  }
  return new Undecided(
    'thin-data',
    `both organizations have the same ${counted(own.ids.size, 'person')}${other.ids.size === 0 ? '' : ', so nothing shows whether they are kept apart'}`,
    'give each organization a person whom the other one does not have',
  )
}

/** @throws {Violation} if an answer has a person who is not in the list of its caller */
async function mustHaveNobodyElse(
  service: Service,
  mine: Side,
  theirs: Side,
  { list }: ListAnswer,
  where?: string,
): Promise<void> {
  // Of a list that was not read to its end, only those are known to be missing who were asked for.
  const isStranger = (id: string) => (mine.list.capped ? mine.hidden.has(id) : id !== '' && !mine.ids.has(id))
  const strangers = list?.people.filter(({ id }) => isStranger(id)) ?? []
  if (!list || strangers.length === 0) return
  await mustHold(service, mine)
  const foreign = strangers.filter(({ id }) => theirs.ids.has(id)).length
  const actual =
    foreign > 0
      ? `${counted(foreign, 'person')} of another organization`
      : `${counted(strangers.length, 'person')} who are not in its list`
  const context = where === undefined ? '' : ` (${where})`
  must(false, `only persons of the caller's list${context}`, actual, list.exchange)
}

/** @throws {Undecided} if the list of an organization is not the one that was read */
async function mustHold(service: Service, { name, how, list }: Side): Promise<void> {
  for (const page of new Set([0, list.pages.length - 1])) {
    const then = list.pages[page] as List
    const now = (await service.again(Object.fromEntries(then.exchange.question.query ?? []), how)).list
    const lines = (people: readonly Person[] = []) => people.map(({ id, stamp }) => `${id} ${stamp}`).sort()
    if (now?.total !== then.total || lines(now?.people).join() !== lines(then.people).join())
      throw new Undecided('data-drift', `the ${name} list changed while it was compared`)
  }
}

interface Hidden {
  people: number
  cpfs: readonly string[]
  /** A name by which the asker finds nobody; undefined if there is none. */
  nome: string | undefined
}

/** Returns whom only the other side has, and a name of such a person by which the asker finds nobody. */
async function hiddenFrom(
  service: Service,
  [mine, theirs]: readonly [Side, Side],
): Promise<Hidden | undefined> {
  const hidden = mine.list.capped
    ? await notFoundByCpf(service, mine, few(onlyIn(theirs, mine), 20))
    : onlyIn(theirs, mine)
  if (hidden.length === 0) return undefined
  const known = mine.list.people.map(({ nome }) => plainText(nome))
  const unlike = hidden.filter(({ nome }) => {
    const plain = plainText(nome)
    return plain.length > 3 && !known.some((other) => other.includes(plain) || plain.includes(other))
  })
  let nome: string | undefined
  for (const person of few(unlike, 4)) {
    const answer = await service.get({ nome: person.nome }, mine.how)
    await mustHaveNobodyElse(service, mine, theirs, answer)
    // Some services match any word of a name, and find persons of the asker.
    if (answer.list && answer.list.people.length > 0) continue
    nome = person.nome
    break
  }
  return { people: hidden.length, cpfs: few(hidden, 7).map(({ id }) => id), nome }
}

/** Returns the persons whom the asker, whose list is too long to be read, does not find by CPF. */
async function notFoundByCpf(service: Service, mine: Side, people: readonly Person[]): Promise<Person[]> {
  const answers = await Promise.all(people.map(({ id }) => service.get({ cpf: id }, mine.how)))
  const hidden = people.filter((_, i) => answers[i]?.list?.people.length === 0)
  for (const { id } of hidden) mine.hidden.add(id)
  return hidden
}

/** Asks for a hidden person and for nobody in one context. @throws {Violation} if the answers differ */
async function answersAsForNobody(
  service: Service,
  mine: Side,
  theirs: Side,
  cell: Cell,
  { cpfs, nome }: Hidden,
): Promise<void> {
  const place = hiddenCells.indexOf(cell)
  const cpf = cpfs[place % cpfs.length] as string
  const others = new Set([...mine.ids, ...theirs.ids])
  const hidden = subjectOf(cell, cpf, nome)
  const control = () => subjectOf(cell, nobodysCpfLike(cpf, others), nome && nobodysNameLike(nome, service))
  const query = (subject: Query): Query => ({ ...subject, ...parametersOf(cell) })
  const where = nameOf(cell, hiddenAxes)
  const ask = async (subject: Query) => ({ subject, answer: await service.get(query(subject), mine.how) })

  const [asked, compared] = await Promise.all([ask(hidden), ask(control())])
  await mustHaveNobodyElse(service, mine, theirs, asked.answer, where)
  const differs = alike(asked, compared)
  if (differs === undefined) return
  // A difference counts if the same one comes again, and two questions about nobody do not differ.
  const [again, other] = [await ask(hidden), await ask(control())]
  if (alike(again, compared) === undefined || alike(asked, other) === undefined) return
  if (alike(compared, other) !== undefined || alike(asked, again) !== undefined) return
  await mustHold(service, mine)
  throw new Violation(`the same answer as for nobody (${where})`, `another ${differs}`, [
    again.answer.exchange,
    other.answer.exchange,
  ])
}

function subjectOf({ subject }: Cell, cpf: string, nome: string | undefined): Query {
  return {
    ...(subject !== 'nome' && { cpf }),
    ...(subject !== 'cpf' && { nome: nome ?? '' }),
  }
}

function parametersOf({ order, rows, page }: Cell): Query {
  return {
    ...(order !== 'none' && { sort: order as string }),
    ...(rows !== '25' && { rows: rows as string }),
    ...(page !== '1' && { page: page as string }),
  }
}

function queryOf({ place, order, rows, filter }: Cell, { list }: Side, word: string): Query {
  const last = Math.max(1, Math.ceil(list.people.length / Number(rows)))
  const page = { first: 1, last, beyond: last + 1, 'far-beyond': last + 40 }[place as string] ?? 1
  return {
    ...(filter === 'word' && { nome: word }),
    ...(filter === 'letter' && { nome: 'a' }),
    ...(rows !== '25' && { rows: rows as string }),
    ...(order !== 'none' && { sort: order as string }),
    ...(page !== 1 && { page }),
  }
}

/** Returns the word that most names of whom only the other side has contain, if possible one that both know. */
function wordOf(mine: Side, theirs: Side): string {
  const known = new Set(mine.list.people.flatMap(({ nome }) => nome.split(/\s+/)))
  const counts = new Map<string, number>()
  const foreign = onlyIn(theirs, mine)
  for (const { nome } of foreign.length > 0 ? foreign : mine.list.people) {
    for (const word of new Set(nome.split(/\s+/))) {
      if (word.length > 2) counts.set(word, (counts.get(word) ?? 0) + (known.has(word) ? 1_000 : 1))
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'Silva'
}

/** A question that both organizations ask, and how many persons the answer has for whom it is decided. */
interface SharedQuestion {
  query: Query
  /** Whose person it asks for; undefined if both have an answer of their own. */
  owner?: Side['name']
  total?: true
}

/** Returns questions of which each organization has its own answer. */
function sharedQuestions(both: readonly [Side, Side], round: number): SharedQuestion[] {
  const [own, other] = both
  const person = (side: Side, not: Side, place: number) => {
    const people = onlyIn(side, not)
    return people[(place + 3 * round) % Math.max(1, people.length)]
  }
  const cpf = (side: Side, not: Side, place: number): SharedQuestion[] => {
    const found = person(side, not, place)
    return found ? [{ query: { cpf: found.id }, owner: side.name }] : []
  }
  const named = (side: Side, not: Side): SharedQuestion[] => {
    const found = person(side, not, 0)
    return found && found.nome.trim() !== '' ? [{ query: { nome: found.nome, page: 1 } }] : []
  }
  // Half of the questions are asked by the other organization first, so each kind comes twice.
  const twice = (kind: (place: number) => SharedQuestion[]) => [...kind(0), ...kind(1)]
  return [
    ...[{}, { page: 1, rows: PAGE }].map((query): SharedQuestion => ({ query, total: true })),
    ...twice((place) => cpf(other, own, place)),
    ...twice((place) => cpf(own, other, place)),
    ...['cpf', '-cpf'].map((sort): SharedQuestion => ({ query: { sort, page: 1 }, total: true })),
    ...[2, 1].map((page): SharedQuestion => ({ query: { sort: '-nome', rows: 50, page }, total: true })),
    ...named(own, other),
    ...named(other, own),
    ...[2, 3].map((page): SharedQuestion => ({ query: { page, sort: '-atualizado_em' }, total: true })),
  ]
}

/** @throws {Violation} if an answer is not the one of its caller */
async function answersForSide(
  service: Service,
  mine: Side,
  both: readonly [Side, Side],
  { query, owner, total }: SharedQuestion,
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
  if (owner === mine.name && list.people.length !== 1) {
    await mustHold(service, mine)
    must(
      false,
      'the person with this CPF, also after the other organization asked',
      counted(list.people.length, 'person'),
      exchange,
    )
  }
  if (total && list.total !== undefined && list.total !== mine.list.people.length) {
    await mustHold(service, mine)
    must(
      false,
      `total ${mine.list.people.length}, also when the other organization asks the same`,
      `total ${list.total}`,
      exchange,
    )
  }
}
