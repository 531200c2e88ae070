import { sleep } from '../../contract/real-globals.ts'
import type { ListResponse, PersonItem } from '../../contract/wire.ts'
import type { Answer, Request } from '../ask.ts'
import {
  credentials,
  isDecision,
  isList,
  isOther,
  type Mutation,
  type Next,
  numeroOf,
  type Query,
  type QuirkContext,
  queryOf,
  read,
  sentIn,
} from './quirk.ts'

// When a quirk does it.

type Claim = (request: Request, context: QuirkContext) => boolean

export const when =
  (claim: Claim, mutation: Mutation): Mutation =>
  (next, context) => {
    const changed = mutation(next, context)
    return (request) => (claim(request, context) ? changed(request) : next(request))
  }

export const lists = (mutation: Mutation): Mutation => when(isList, mutation)
export const decisions = (mutation: Mutation): Mutation => when(isDecision, mutation)
/** Every organization but the first. */
export const others = (mutation: Mutation): Mutation => when(isOther, mutation)

/** Lists about whose query a claim holds. */
export const where = (claim: (query: Query) => boolean, mutation: Mutation): Mutation =>
  when((request) => isList(request) && claim(queryOf(request)), mutation)

/** Lists with all of these parameters. */
export const given = (names: string, mutation: Mutation): Mutation =>
  where((query) => names.split(' ').every((name) => query.has(name)), mutation)

export const without = (name: string, mutation: Mutation): Mutation => where((query) => !query.has(name), mutation)
export const isSearch = (query: Query): boolean => query.has('nome') || query.has('cpf')
export const search = (mutation: Mutation): Mutation => where(isSearch, mutation)
export const whole = (mutation: Mutation): Mutation => where((query) => !isSearch(query), mutation)
export const both = (mutation: Mutation): Mutation => given('cpf nome', mutation)
export const descending = (mutation: Mutation): Mutation =>
  where((query) => /^-./.test(query.get('sort') ?? ''), mutation)
export const rows = (number: number, mutation: Mutation): Mutation =>
  where((query) => query.get('rows') === String(number), mutation)
/** Lists whose parameter is a greater number. */
export const above = (name: string, number: number, mutation: Mutation): Mutation =>
  where((query) => Number(query.get(name)) > number, mutation)

/** Decisions about whose body a claim holds. */
export const body = (claim: (body: ReturnType<typeof sentIn>) => boolean, mutation: Mutation): Mutation =>
  when((request) => isDecision(request) && claim(sentIn(request)), mutation)
export const rejection = (mutation: Mutation): Mutation => body(({ aprovar }) => aprovar === false, mutation)
export const numero = (pattern: RegExp, mutation: Mutation): Mutation =>
  when((request) => isDecision(request) && pattern.test(numeroOf(request)), mutation)

export interface Exchange {
  request: Request
  answer: Answer
}

export const status =
  (...statuses: number[]) =>
  ({ answer, request }: Exchange): true | undefined =>
    isDecision(request) && statuses.includes(answer.status) ? true : undefined

interface Memory {
  /** What the exchange and the changed requests have in common; nothing by default. */
  key?: (request: Request) => string
  /** How many requests are changed after an exchange; all by default. */
  times?: number
}

/**
 * Changes requests after an exchange.
 * @param event returns what the change is given; undefined for any other exchange, false for one that ends it
 */
export function after<T>(
  event: (exchange: Exchange, known: T | undefined) => T | undefined | false,
  change: (met: T, request: Request) => Mutation,
  { key = () => '', times = Number.POSITIVE_INFINITY }: Memory = {},
): Mutation {
  return (next, context) => {
    const memory = new Map<string, { met: T; left: number }>()
    const heard: Next = async (request) => {
      const answer = await next(request)
      const met = event({ request, answer }, memory.get(key(request))?.met)
      if (met === false) memory.delete(key(request))
      else if (met !== undefined) memory.set(key(request), { met, left: times })
      return answer
    }
    return async (request) => {
      const known = memory.get(key(request))
      if (known === undefined || known.left === 0) return heard(request)
      let plain: { asked: Request; answer: Answer } | undefined
      const through: Next = async (asked) => {
        plain = { asked, answer: await heard(asked) }
        return plain.answer
      }
      const answer = await change(known.met, request)(through, context)(request)
      const isChanged = plain?.asked !== request || plain.answer !== answer
      if (isChanged && memory.has(key(request))) memory.set(key(request), { ...known, left: known.left - 1 })
      return answer
    }
  }
}

/** Changes every so many-th of the requests that it is given. */
export const every =
  (number: number, mutation: Mutation): Mutation =>
  (next, context) => {
    const changed = mutation(next, context)
    let times = 0
    return (request) => (++times % number === 0 ? changed : next)(request)
  }

interface Decided extends PersonItem {
  numero: string
  aprovar: unknown
  /** The header `Authorization` of who decided. */
  by: string
}

/** Changes lists by what was decided before, by their caller or, with another claim, by another. */
export const sinceDecided =
  (
    change: (decided: readonly Decided[]) => Mutation,
    isMeant = (decider: string, reader: string): boolean => decider === reader,
  ): Mutation =>
  (next, context) => {
    const all: Decided[] = []
    return async (request) => {
      const decided = all.filter(({ by }) => isMeant(by, credentials(request)))
      if (isList(request)) return decided.length === 0 ? next(request) : change(decided)(next, context)(request)
      const answer = await next(request)
      if (!isDecision(request) || answer.status !== 200) return answer
      const { authorization } = request.headers
      const list = await next({ method: 'GET', url: '/pessoas?sort=-atualizado_em', headers: { authorization } })
      const [newest] = (read(list) as Partial<ListResponse> | undefined)?.result?.itens ?? []
      const { aprovar } = sentIn(request)
      if (newest) all.push({ ...newest, numero: numeroOf(request), aprovar, by: credentials(request) })
      return answer
    }
  }

/** A request beside another one, and what the service answers to it. */
export interface Beside {
  request: Request
  answer: () => Promise<Answer>
}

/** Keeps requests waiting, and changes them by those that came meanwhile, earlier and later ones. */
export const meanwhile =
  (ms: number, change: (earlier: readonly Beside[], later: readonly Beside[]) => Mutation): Mutation =>
  (next, context) => {
    const waiting = new Set<Beside>()
    return async (request) => {
      let answer: Promise<Answer> | undefined
      const own: Beside = { request, answer: () => (answer ??= next(request)) }
      const earlier = [...waiting]
      waiting.add(own)
      await sleep(ms)
      const later = [...waiting].slice([...waiting].indexOf(own) + 1)
      const ask: Next = (asked) => (asked === request ? own.answer() : next(asked))
      try {
        return await change(earlier, later)(ask, context)(request)
      } finally {
        waiting.delete(own)
      }
    }
  }
