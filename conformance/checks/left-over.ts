import { counted } from '../../src/contract/counted.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import type { ListAnswer, Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { HEADERS, instant } from './listed.ts'
import { everyPair, PLAIN } from './sequences.ts'

/** A list without parameters and what was asked before it. */
interface Plain {
  name: string
  ask: () => Promise<unknown>
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
    alone: 'but-wrong-tokens',
    rests: HEADERS,
    title: 'returns the same list without parameters after every list with parameters',
    run: (service) => service.undisturbed((anew) => leavesNothing(service, anew)),
  },
]

async function leavesNothing(service: Service, anew: boolean): Promise<string> {
  const seen = await plainInPairs(service, anew)
  for (const query of await moreQueries(service)) {
    const ask = () => service.again(query, { connection: 'same' })
    seen.push({ name: nameOf(query), ask, answer: await plainAfter(service, ask) })
  }
  if (seen.length < 2) throw new Undecided('blocked', 'the service answers no query with a list')
  const different = [...new Map(seen.map((plain) => [traits(plain.answer), plain])).values()]
  for (const [i, plain] of different.slice(1, MOST_REPEATED + 1).entries())
    await mustNotRecur(service, different[i] as Plain, plain)
  if (different.length > 1)
    throw new Undecided('data-drift', 'the list changed while its answers were compared')
  return `after ${counted(seen.length, 'other list')}`
}

/** Returns the lists without parameters among the questions that were asked after each other. */
async function plainInPairs(service: Service, anew: boolean): Promise<Plain[]> {
  const { sequence, answers } = await everyPair(service, anew)
  return sequence.flatMap((step, i) => {
    const [before, answer] = [sequence[i - 1], answers[i]]
    const isPlain = step.name === PLAIN && answer?.list && before && answers[i - 1]?.list
    return isPlain ? [{ name: before.name, ask: () => before.ask('same'), answer }] : []
  })
}

/** Returns queries that are not among these questions, as far as the service answers them with a list. */
async function moreQueries(service: Service): Promise<Query[]> {
  const { size } = await service.facts()
  const beyond = Math.ceil(size / PAGE) + 1
  const afterEnd = await service.get({ sort: 'nome', page: beyond })
  const sorts = ['-nome', 'cpf', 'atualizado_em', '-atualizado_em'].map((sort): Query => ({ sort }))
  // A page after the last one may be refused.
  sorts.push({ sort: 'nome', ...(afterEnd.list && { page: beyond }) })
  const answers = await Promise.all(sorts.map((query) => service.get(query)))
  return [...sorts.filter((_, i) => answers[i]?.list), { nome: service.gibberish(12) }]
}

async function plainAfter(service: Service, ask: () => Promise<unknown>): Promise<ListAnswer> {
  await ask()
  return service.again({}, { connection: 'same' })
}

/** Returns what one answer and the next have in common, whatever the order of persons with equal timestamps. */
function traits({ status, list }: ListAnswer): string {
  const { busca } = list?.result ?? {}
  return JSON.stringify([status, list?.paginacao, busca, list?.people.map(instant)])
}

/** @throws {Violation} if each of two requests leads to the same list every time, and to another one than the other */
async function mustNotRecur(service: Service, one: Plain, other: Plain): Promise<void> {
  for (let times = 0; times < TIMES; times++) {
    for (const { ask, answer } of [one, other]) {
      if (traits(await plainAfter(service, ask)) !== traits(answer)) return
    }
  }
  throw new Violation(
    'the same list without parameters, whatever was asked before',
    `${differenceOf(one.answer, other.answer)} after ${other.name} than after ${one.name}, ${TIMES + 1} times out of ${TIMES + 1}`,
    [one.answer.exchange, other.answer.exchange],
  )
}

function nameOf(query: Query): string {
  const isSearch = 'nome' in query || 'cpf' in query
  if (isSearch) return `a search by ${'nome' in query ? 'nome' : 'cpf'}`
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function differenceOf(a: ListAnswer, b: ListAnswer): string {
  if (a.status !== b.status || !a.list || !b.list) return `${b.status}, another answer`
  const fields = ['atual', 'linhas', 'total'].filter(
    (field) => a.list?.paginacao[field] !== b.list?.paginacao[field],
  )
  if (fields.length > 0) return `another ${fields.join(' and ')}`
  return a.list.result.busca === b.list.result.busca ? 'another order or other persons' : 'another busca'
}
