import { counted } from '../../src/contract/counted.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { directionOf } from '../judging/order.ts'
import { PAGE } from '../service/discover.ts'
import type { Person, Query } from '../service/lists.ts'
import { firstAndLast } from '../service/pages.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { decide } from './first-decisions.ts'
import { firstDirection, instant, isWholeSecond, ordersBy, PAGES } from './listed.ts'
import { A_TICK, LATE, looks } from './looks.ts'
import { firstDisorderBy } from './sorted.ts'

/** What a decision moves in one list, it moves in every kind of list. */
export const orderAfterDecisions: readonly Check[] = [
  {
    id: 'MEM-14',
    clause: ['4.1-1', '1-1-order', '4.1-sort', '4.1-nome', '4.1-rows', '4.1-page'],
    level: 'required',
    risk: 'w2',
    reading: 'default-order-field',
    rests: [...PAGES, 'ORD-01', 'SORT-02', 'MEM-01', 'CELL-44', 'CELL-45', 'CELL-47'],
    needs: ['two-reports'],
    title:
      'orders every kind of list by the last update after a decision, even if the list was requested before',
    async run(service) {
      const [one, other] = await personsOfReports(service)
      const queries = await kindsOfLists(service, textInBoth(one, other))
      const [first, second] = service.reports as [Numero, Numero]
      // The person of the first report then stands behind that of the second, so that every list has to move the person.
      await decides(service, first, LEGAL_BODY)
      await decides(service, second, LEGAL_BODY)
      for (const query of queries) await service.again(query)
      const exchange = await decides(service, first, LEGAL_REJECTION)
      let judged = 0
      for (const query of queries) if (await mustBeOrdered(service, query, exchange)) judged++
      return `${counted(judged, 'kind')} of lists after a decision`
    },
  },
  {
    id: 'CELL-61',
    clause: ['4.2-2', '4.1-1', '1-1-order', '2.1-atualizado_em'],
    level: 'conditional',
    risk: 'w2',
    reading: 'decisions-update-alike',
    rests: ['CELL-40', 'CELL-44', 'CELL-45', 'CELL-53'],
    needs: ['two-reports'],
    title: 'updates a report even if the same decision was just made on another report',
    async run(service) {
      for (let times = 0; ; times++) {
        const proof = await isSwallowed(service, LEGAL_REJECTION)
        if (!proof) return 'both reports'
        if (times > 0)
          throw new Violation(
            'a new atualizado_em after the same decision on another report',
            'nobody moved, 2 times out of 2; a different decision on the report moved somebody',
            proof,
          )
      }
    },
  },
]

/** Returns the persons of the first two reports, as far as decisions on them showed it. */
async function personsOfReports(service: Service): Promise<[Person, Person]> {
  const found = await looks(service)
  const [one, other] = [found[0]?.person, found[2]?.person]
  if (one && other && one.id !== other.id) return [one, other]
  throw new Undecided('branch-not-taken', 'no decisions on two reports update two persons')
}

async function decides(service: Service, report: Numero, body: typeof LEGAL_BODY): Promise<Exchange> {
  await sleep(A_TICK)
  const exchange = await decide(service, report, body)
  if (exchange.response.status === 200) return exchange
  throw new Undecided('branch-not-taken', `the decision returned ${exchange.response.status}`)
}

function isNew(person: Person, before: ReadonlyMap<string, Person>): boolean {
  const known = before.get(person.id)
  return person.id !== '' && (!known || instant(known) !== instant(person))
}

/** Returns the persons on the first and the last page. */
async function stamps(service: Service): Promise<Map<string, Person>> {
  const shown = (await firstAndLast(service.again)).flatMap(({ list }) => list?.people ?? [])
  return new Map(shown.map((person) => [person.id, person]))
}

/** Returns a word that two names have in common, or else a letter. */
function textInBoth({ nome }: Person, other: Person): string {
  const words = other.nome.split(' ')
  const common = nome.split(' ').find((word) => word.length > 1 && words.includes(word))
  const letter = [...nome.toLowerCase()].find(
    (one) => /\p{L}/u.test(one) && other.nome.toLowerCase().includes(one),
  )
  return common ?? letter ?? nome
}

/** Returns what a list by time can be asked with, one question a kind, as far as the service orders by time on request. */
async function kindsOfLists(service: Service, nome: string): Promise<Query[]> {
  const last = Math.ceil(((await service.list()).total ?? 0) / PAGE)
  const isSorted = await ordersBy(service, 'atualizado_em')
  return [
    { nome },
    { nome, rows: 50 },
    { rows: 50 },
    ...(isSorted
      ? [
          { nome, sort: '-atualizado_em' },
          { sort: '-atualizado_em' },
          { sort: 'atualizado_em', ...(last > 1 && { page: last }) },
        ]
      : []),
  ]
}

/** @throws {Violation} if a list is out of order, and still is after a moment */
async function mustBeOrdered(service: Service, query: Query, decided: Exchange): Promise<boolean> {
  const usual = await firstDirection(service)
  const read = async () => {
    const answer = await service.again(query)
    const people = answer.list?.people ?? []
    const { sort } = query
    if (sort !== undefined) {
      const place = firstDisorderBy(people, 'atualizado_em', sort === '-atualizado_em')
      return { answer, fault: place === undefined ? undefined : `another order from person ${place + 1} on` }
    }
    const direction = directionOf(people.map(instant))
    const isUsual = direction === 'either' || usual === 'either' || direction === usual
    return { answer, fault: direction !== undefined && isUsual ? undefined : (direction ?? 'no order') }
  }
  const { answer, fault } = await read()
  if (fault === undefined) return answer.list !== undefined
  await sleep(LATE)
  const late = await read()
  must(
    late.fault === undefined,
    `the order of atualizado_em with ${Object.keys(query).join(', ')} after a decision`,
    `${fault}, and after a moment, too`,
    answer.exchange,
    decided,
    late.answer.exchange,
  )
  return true
}

/**
 * Rejects two reports one after the other with the same message.
 * @returns the answers if the second one moves nobody, although the first one and another decision on it do
 */
async function isSwallowed(service: Service, body: typeof LEGAL_BODY): Promise<Exchange[] | undefined> {
  const [one, other] = service.reports as [Numero, Numero]
  let shown = await stamps(service)
  const moves = async (report: Numero, sent: typeof LEGAL_BODY) => {
    const before = shown
    const exchange = await decides(service, report, sent)
    shown = await stamps(service)
    const after = [...shown.values()].filter((person) => isNew(person, before))
    if (after.some(isWholeSecond)) throw new Undecided('thin-data', 'atualizado_em has whole seconds only')
    return { exchange, isMoved: after.length > 0 }
  }
  const first = await moves(one, body)
  const second = await moves(other, body)
  if (!first.isMoved || second.isMoved) return undefined
  await sleep(LATE)
  shown = await stamps(service)
  const third = await moves(other, { ...LEGAL_BODY, mensagem: 'Decidido por pessoas-sim 2' })
  return third.isMoved ? [first.exchange, second.exchange, third.exchange] : undefined
}
