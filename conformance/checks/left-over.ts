import { counted } from '../../src/contract/counted.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import type { ListAnswer, Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { HEADERS, instant } from './listed.ts'

/** A list without parameters and the request before it. */
interface Plain {
  before: Query
  answer: ListAnswer
}

/** How often a difference must come again. */
const TIMES = 2
/** How many differences are repeated. */
const MOST_REPEATED = 4

/** What a request leaves behind for good, so that no reference shows it. */
export const leftOver: readonly Check[] = [
  {
    id: 'MEM-07',
    clause: [
      '4.1-1',
      '1-1-order',
      '4.1-query',
      '4.1-2',
      '2.2-default',
      '2.2-busca',
      '4.1-sort',
      '4.1-nome',
      '4.1-cpf',
      '4.1-page',
      '4.1-rows',
    ],
    level: 'required',
    risk: 'r',
    alone: true,
    rests: HEADERS,
    title: 'returns the same list without parameters after every list with some',
    async run(service) {
      const queries = await acceptedQueries(service)
      const seen: Plain[] = []
      for (const before of queries) seen.push(await plainAfter(service, before))
      const different = [...new Map(seen.map((plain) => [traits(plain.answer), plain])).values()]
      for (const [i, plain] of different.slice(1, MOST_REPEATED + 1).entries())
        await mustNotRecur(service, different[i] as Plain, plain)
      if (different.length > 1)
        throw new Undecided('data-drift', 'the list changed while its answers were compared')
      return `after ${counted(queries.length, 'other list')}`
    },
  },
]

/** Returns queries of every kind that the service answers with a list. */
async function acceptedQueries(service: Service): Promise<Query[]> {
  const { people, commonWords, size } = await service.facts()
  const sorts = ['nome', '-nome', 'cpf', 'atualizado_em', '-atualizado_em'].map((sort) => ({ sort }))
  const queries: Query[] = [
    ...people.slice(0, 1).map(({ id }) => ({ cpf: id })),
    ...sorts,
    { nome: service.gibberish(12) },
    { nome: commonWords[0] ?? 'a' },
    { rows: 2 * PAGE },
    ...(size > PAGE ? [{ page: 2 }] : []),
  ]
  const answers = await Promise.all(queries.map((query) => service.get(query)))
  const accepted = queries.filter((_, i) => answers[i]?.list)
  if (accepted.length < 2) throw new Undecided('blocked', 'the service answers no query with a list')
  return accepted
}

async function plainAfter(service: Service, before: Query): Promise<Plain> {
  await service.again(before, { connection: 'same' })
  return { before, answer: await service.again({}, { connection: 'same' }) }
}

/** Returns what one answer and the next have in common, whatever the order of persons with equal timestamps. */
function traits({ status, list }: ListAnswer): string {
  const { busca } = list?.result ?? {}
  return JSON.stringify([status, list?.paginacao, busca, list?.people.map(instant)])
}

/** @throws {Violation} if each of two requests leads to the same list every time, and to another one than the other */
async function mustNotRecur(service: Service, one: Plain, other: Plain): Promise<void> {
  for (let times = 0; times < TIMES; times++) {
    for (const { before, answer } of [one, other]) {
      const again = await plainAfter(service, before)
      if (traits(again.answer) !== traits(answer)) return
    }
  }
  const [a, b] = [one, other].map(({ before }) => nameOf(before))
  throw new Violation(
    'the same list without parameters, whatever was asked before',
    `${differenceOf(one.answer, other.answer)} after ${b} than after ${a}, ${TIMES + 1} times of ${TIMES + 1}`,
    [one.answer.exchange, other.answer.exchange],
  )
}

function nameOf(query: Query): string {
  const [[name = '', value = ''] = []] = Object.entries(query)
  return name === 'nome' || name === 'cpf' ? `a search by ${name}` : `${name}=${value}`
}

function differenceOf(a: ListAnswer, b: ListAnswer): string {
  if (a.status !== b.status || !a.list || !b.list) return `${b.status}, another answer`
  const fields = ['atual', 'linhas', 'total'].filter(
    (field) => a.list?.paginacao[field] !== b.list?.paginacao[field],
  )
  if (fields.length > 0) return `another ${fields.join(' and ')}`
  return a.list.result.busca === b.list.result.busca ? 'another order or other persons' : 'another busca'
}
