import type { SortField } from '../../src/contract/profile.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import type { Exchange } from '../client/exchange.ts'
import { Undecided, unlessUndecided } from '../judging/judgement.ts'
import type { ListAnswer, Pages, Person } from '../service/lists.ts'
import { firstAndLast } from '../service/pages.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import { decide, decideAny, decision } from './first-decisions.ts'
import { printOf } from './list-print.ts'
import { instant, ordersBy } from './listed.ts'

/** The lists that were read right after a decision. */
export interface Look {
  after: string
  /** The decision, if it was accepted, and the list before it. */
  decided: { exchange: Exchange; before: Pages } | undefined
  pages: Pages
  sorted: { field: SortField; descending: boolean; answer: ListAnswer }[]
  /** A sorted list that was read as far as the other one. */
  whole: { field: SortField; pages: Pages } | undefined
  /** The first and the last page of a search that finds the person whose report was decided. */
  searched: ListAnswer[]
  /** The person whose report was decided, as far as a decision showed it, and the searches for the CPF and the full name. */
  person: Person | undefined
  byCpf: ListAnswer | undefined
  byName: ListAnswer | undefined
}

const FIELDS = ['atualizado_em', 'cpf', 'nome'] as const satisfies readonly SortField[]
/** The order that is read to its end after each of two decisions. */
const WHOLE = ['nome', 'cpf'] as const satisfies readonly SortField[]
/** Two decisions within one millisecond have the same time. */
export const A_TICK = 2
/** A service may show a decision so many milliseconds later. */
export const LATE = 1_500

/** Reads the lists after decisions once for all checks. */
export function looks(service: Service): Promise<Look[]> {
  return service.once('lists after decisions', async () => {
    await decision(service, 0)
    const [report] = service.reports as [Numero]
    const found: Look[] = []
    for (const aprovar of [true, false]) {
      const before = await service.pages()
      await sleep(A_TICK)
      const { report: at, exchange } = await decideAny(service, report, { ...LEGAL_BODY, aprovar })
      const isAccepted = exchange.response.status === 200
      // If no report is left that can be decided, there is only one list to read.
      if (!isAccepted && found.length > 0) break
      const after = aprovar ? 'an approval' : 'a rejection'
      const known = at === report ? found[0]?.person : undefined
      const decided = isAccepted ? { exchange, before } : undefined
      found.push(await look(service, after, decided, known, FIELDS, WHOLE[found.length]))
    }
    // The person of the first report is at the beginning already, so the order shows only what moves another one.
    const another = service.reports[1]
    // Checks share the first decision on it.
    if (another && found.length > 1 && (await unlessUndecided(decision(service, 1)))) {
      const before = await service.pages()
      await sleep(A_TICK)
      const exchange = await decide(service, another, { ...LEGAL_BODY, aprovar: false })
      if (exchange.response.status === 200)
        found.push(await look(service, 'a rejection of another report', { exchange, before }))
    }
    return found
  })
}

/** @throws {Undecided} if the list changes while it is read */
async function look(
  service: Service,
  after: string,
  decided: Look['decided'],
  known?: Person,
  fields: readonly SortField[] = [],
  wholeField?: SortField,
): Promise<Look> {
  const own = { authorization: service.keys.own }
  const { lines } = await printOf(service, own)
  const pages = await service.pages()
  const sorted: Look['sorted'] = []
  for (const field of fields) {
    if (!(await ordersBy(service, field))) continue
    for (const descending of [false, true])
      sorted.push({
        field,
        descending,
        answer: await service.again({ sort: `${descending ? '-' : ''}${field}` }),
      })
  }
  const whole =
    wholeField && (await ordersBy(service, wholeField))
      ? { field: wholeField, pages: await service.pages({ sort: wholeField }) }
      : undefined
  const [moved] = movedIn({ decided, pages })
  const word = moved?.nome.split(' ').find((part) => part.length > 2)
  const answers =
    word === undefined ? [] : await firstAndLast((query) => service.again({ ...query, nome: word }))
  const searched = answers.filter(({ list }) => list !== undefined)
  const person = known ?? moved
  const byCpf = person && person.id !== '' ? await service.again({ cpf: person.id }) : undefined
  const byName = person && person.nome !== '' ? await service.again({ nome: person.nome }) : undefined
  if ((await printOf(service, own)).lines !== lines)
    throw new Undecided('data-drift', 'the list changed while it was read after a decision')
  return { after, decided, pages, sorted, whole, searched, person, byCpf, byName }
}

/** Returns the persons whose last update a decision changed. */
export function movedIn({ decided, pages }: Pick<Look, 'decided' | 'pages'>): Person[] {
  const known = new Map(decided?.before.people.map((person) => [person.id, instant(person)]))
  return pages.people.filter((person) => known.has(person.id) && known.get(person.id) !== instant(person))
}
