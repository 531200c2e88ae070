import { counted } from '../../src/contract/counted.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { directionOf, foldName } from '../judging/order.ts'
import { firstRepeat, firstWrongSize } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import type { List, ListAnswer, Pages, Person } from '../service/lists.ts'
import { firstPageOf, isRestless } from '../service/pages.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { ends, firstDirection, ids, instant, isWhole, PAGES, PLAIN_NAME } from './listed.ts'
import { type Look, looks, movedIn } from './looks.ts'
import { inOrder } from './sorted.ts'

/** What the number of persons in a search rests on. */
const SEARCHES = ['NOME-01', 'NOME-03', 'NOME-04', 'NOME-06', 'CPF-01', 'CPF-02']
const MINUTE = 60_000
/** Offsets of time zones are multiples of this. */
const ZONE = 30 * MINUTE
const FARTHEST_ZONE = 14 * 60 * MINUTE

/** What holds for a list also holds after a decision, which changes it. */
export const afterDecisions: readonly Check[] = [
  {
    id: 'CELL-44',
    clause: ['2.1-atualizado_em', '2.1-cpf', '2.1-nome', '2.2-itens', '2.2-total', '2.2-atual', '2.2-linhas'],
    level: 'required',
    risk: 'w2',
    rests: ['ITEM-01', 'ITEM-02', 'ITEM-04', 'ENV-02', 'ENV-03', 'PAG-01', 'PAG-02', 'PAG-04', 'PAG-05'],
    needs: ['report', 'one-person'],
    title: 'keeps the form of a list after a decision',
    async run(service) {
      const found = await looks(service)
      const lists = found.flatMap(({ pages, sorted }) => [
        ...pages.pages.map(({ exchange }) => exchange),
        ...sorted.map(({ answer }) => answer.exchange),
      ])
      for (const exchange of lists) {
        const fault = exchange.response.status === 200 ? service.format.faultOf(exchange) : undefined
        if (fault) throw new Violation(fault.expected, `${fault.actual} after a decision`, [exchange])
      }
      for (const look of found) mustBeUtc(look)
      return counted(lists.length, 'list')
    },
  },
  {
    id: 'CELL-45',
    clause: ['4.1-1', '1-1-order'],
    level: 'required',
    risk: 'w2',
    reading: 'default-order-field',
    rests: [...PAGES, 'ORD-01', 'NOME-02', 'CELL-44'],
    needs: ['report', 'two-stamps'],
    title: 'keeps the order by last update after a decision',
    async run(service) {
      const usual = await firstDirection(service)
      const mustBeUsual = (people: readonly Person[], what: string, exchanges: readonly Exchange[]) => {
        const direction = directionOf(people.map(instant))
        const isUsual = direction === 'either' || usual === 'either' || direction === usual
        must(direction !== undefined && isUsual, what, direction ?? 'it changes direction', ...exchanges)
      }
      const found = await looks(service)
      for (const { after, pages } of found) {
        const what = `atualizado_em in one direction after ${after}, the same as before`
        mustBeUsual(pages.people, what, ends(pages))
      }
      for (const { after, searched } of found) {
        const what = `a search in the order of atualizado_em after ${after}, the same as before`
        for (const { list } of searched) mustBeUsual(list?.people ?? [], what, [(list as List).exchange])
      }
      return usual ?? 'no order before'
    },
  },
  {
    id: 'CELL-46',
    clause: ['2.2-total', '2.2-itens', '4.1-page', '1-1'],
    level: 'required',
    risk: 'w2',
    reading: 'pages-partition',
    rests: ['PAG-02', 'PAG-10', 'PAG-11', 'PAG-12', 'SORT-10', ...SEARCHES, 'CELL-44'],
    needs: ['report', 'one-person'],
    title: 'keeps total consistent with the pages after a decision',
    async run(service) {
      const found = await looks(service)
      for (const { after, pages, sorted, searched, byCpf, byName } of found) {
        mustAddUp(pages, sorted, after, service)
        for (const answers of [searched, [byCpf], [byName]]) mustFit(answers, after)
        for (const { list } of searched) {
          const repeat = firstRepeat(ids(list as List).filter((id) => id !== ''))
          must(
            repeat === undefined,
            `every person once in a search after ${after}`,
            `${service.redactor.cpf(repeat ?? '')} twice on a page`,
            (list as List).exchange,
          )
        }
      }
      return `${counted(found.length, 'list')} read to the end`
    },
  },
  {
    id: 'CELL-47',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'w2',
    rests: ['PAG-10', 'PAG-11', 'SORT-02', 'SORT-04', 'SORT-06', 'SORT-10', 'SORT-11', 'CELL-44'],
    needs: ['report', 'two-persons'],
    title: 'keeps sorted lists in order after a decision and includes the person of the report in them',
    async run(service) {
      const found = await looks(service)
      const sorted = found.flatMap((look) => look.sorted)
      if (sorted.length === 0) throw new Undecided('branch-not-taken', 'the service orders by no field')
      for (const { field, descending, answer } of sorted) {
        must(answer.list !== undefined, 'a list, the same as before', answer.status, answer.exchange)
        inOrder(firstPageOf(answer.list), field, descending)
      }
      for (const look of found) mustListTheDecided(look, service)
      return counted(sorted.length, 'list')
    },
  },
  {
    id: 'CELL-58',
    clause: ['4.1-cpf', '4.1-nome', '4.1-2'],
    level: 'required',
    risk: 'w2',
    rests: [...PAGES, 'CPF-01', 'NOME-01', 'NOME-03', 'NOME-08', 'CELL-44', 'CELL-46'],
    needs: ['report', 'one-person'],
    title: 'finds a listed person by CPF and by name after an approval and after a rejection of the report',
    async run(service) {
      let asked = 0
      for (const { after, pages, person, ...found } of await looks(service)) {
        if (!person || !ids(pages).includes(person.id)) continue
        for (const [by, answer] of Object.entries({ CPF: found.byCpf, name: found.byName })) {
          if (!answer?.list || !isWhole(answer.list)) continue
          // Nothing was searched for the others before.
          if (by === 'name' && !PLAIN_NAME.test(person.nome)) continue
          must(
            ids(answer.list).includes(person.id),
            `${service.redactor.cpf(person.id)}, who is listed, also by ${by} after ${after}`,
            counted(answer.list.people.length, 'other person'),
            answer.exchange,
            ...ends(pages),
          )
          asked++
        }
      }
      if (asked === 0) throw new Undecided('branch-not-taken', 'no decision shows whom it concerns')
      return counted(asked, 'search', 'searches')
    },
  },
]

/** @throws {Violation} if the last update that a decision made is the time of another zone */
function mustBeUtc(look: Look): void {
  const { decided, pages } = look
  if (!decided) return
  const moved = movedIn(look)
  const [person] = moved
  if (!person || moved.length > 1) return
  const told = Date.parse(String(decided.exchange.response.headers.date))
  const off = Date.parse(instant(person)) - (Number.isNaN(told) ? dateNow() : told)
  const zones = Math.round(off / ZONE)
  if (zones === 0 || Math.abs(off) > FARTHEST_ZONE || Math.abs(off - zones * ZONE) > MINUTE) return
  const list = pages.pages.find(({ people }) => people.includes(person)) as List
  throw new Violation('the time of the decision in UTC', `${(zones * ZONE) / (60 * MINUTE)} hours off`, [
    decided.exchange,
    list.exchange,
  ])
}

/** @throws {Violation} if the first and the last page of a search have not as many persons as its total says */
function mustFit(answers: readonly (ListAnswer | undefined)[], after: string): void {
  const lists = answers.flatMap((answer) => answer?.list ?? [])
  const [first, last] = lists
  if (!first || lists.length < answers.length || first.total === undefined) return
  const { total, linhas = PAGE } = first
  const before = last ? PAGE * (Math.ceil(total / PAGE) - 1) : 0
  const list = last ?? first
  const expected = Math.min(total - before, linhas)
  if (list.people.length === expected) return
  throw new Violation(
    `as many persons as total says in a search after ${after}`,
    `total ${total} and ${counted(list.people.length, 'person')} instead of ${expected} on a page`,
    lists.map(({ exchange }) => exchange),
    'total-counts-selection',
  )
}

/** @throws {Violation} if a whole sorted list has not the person whose report was decided and whom the other list has */
function mustListTheDecided({ after, pages, whole, person }: Look, service: Service): void {
  if (!person || !whole || whole.pages.capped || !ids(pages).includes(person.id)) return
  // Persons with equal names may change places between two pages.
  if (isRestless(whole.pages, ({ id, nome }) => (whole.field === 'cpf' ? id : foldName(nome)))) return
  must(
    ids(whole.pages).includes(person.id),
    `${service.redactor.cpf(person.id)}, who is listed, also in the order of ${whole.field} after ${after}`,
    'everybody else',
    ...ends(whole.pages),
    ...ends(pages),
  )
}

function mustAddUp(pages: Pages, sorted: Look['sorted'], after: string, service: Service): void {
  const { total = 0, capped, people } = pages
  const [first] = pages.pages as [List]
  for (const list of [...pages.pages, ...sorted.flatMap(({ answer }) => answer.list ?? [])])
    must(
      list.total === total,
      `total ${total} in every list after ${after}`,
      `total ${list.total}`,
      first.exchange,
      list.exchange,
    )
  if (capped) return
  const sizes = pages.pages.map(({ people }) => people.length)
  const wrong = firstWrongSize(sizes, total, first.linhas)
  must(
    wrong === undefined,
    `as many persons as total says after ${after}`,
    `total ${total} and ${counted(people.length, 'person')} on the pages`,
    first.exchange,
  )
  const repeat = isRestless(pages, instant) ? undefined : firstRepeat(ids(pages).filter((id) => id !== ''))
  must(
    repeat === undefined,
    `every person once after ${after}`,
    `${service.redactor.cpf(repeat ?? '')} twice`,
    ...pages.pages.filter((list) => ids(list).includes(repeat as string)).map(({ exchange }) => exchange),
  )
}
