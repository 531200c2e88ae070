import { URLSearchParams } from 'node:url'
import { compareUnits } from '../../contract/compare-units.ts'
import type { ListResponse, PersonItem, RefusalBody, ValidationResponse } from '../../contract/wire.ts'
import type { Organization } from '../../world/store.ts'
import type { Answer, Request } from '../ask.ts'
import {
  as,
  bodyOf,
  callerOf,
  enabledFor,
  isDecision,
  isKnown,
  isList,
  json,
  type Mutation,
  type Next,
  notAllowed,
  notFound,
  objectSent,
  type Query,
  type QuirkContext,
  queryOf,
  read,
  refusal,
  sentIn,
  tokenOf,
} from './quirk.ts'

// What a quirk does.

type Given<T> = T | Promise<T>
export type Result = ListResponse['result']
export type Paginacao = Result['paginacao']
/** Parameters to change; undefined leaves one out. */
type Parameters = Record<string, string | undefined>

/** A request for a list. */
export interface ListCall {
  query: Query
  request: Request
  context: QuirkContext
  /** Returns the list with other parameters; those that are not named stay. */
  list(change: Parameters, organization?: Organization): Promise<ListResponse>
  /** Returns the persons of all its pages. */
  everyone(change?: Parameters, organization?: Organization): Promise<PersonItem[]>
}

/** Another answer in place of each one that has one of the statuses. */
export const on =
  (
    statuses: readonly number[],
    edit: (answer: Answer, request: Request, context: QuirkContext, next: Next) => Given<Answer>,
  ): Mutation =>
  (next, context) =>
  async (request) => {
    const answer = await next(request)
    return statuses.includes(answer.status) ? edit(answer, request, context, next) : answer
  }

// Lists.

export const listAnswer = (edit: (answer: Answer, list: ListResponse, call: ListCall) => Given<Answer>): Mutation =>
  on([200], (answer, request, context, next) => {
    if (!isList(request)) return answer
    const list = read(answer) as ListResponse | undefined
    // What another quirk left in no known form stays as it is.
    if (!Array.isArray(list?.result?.itens) || !list.result.paginacao) return answer
    return edit(answer, list, listCall(request, next, context))
  })

export const list = (edit: (list: ListResponse, call: ListCall) => unknown): Mutation =>
  listAnswer(async (answer, list, call) => ({ ...answer, body: bodyOf(await edit(list, call)) }))

export const result = (edit: (result: Result, call: ListCall) => unknown): Mutation =>
  list(async (list, call) => ({ ...list, result: await edit(list.result, call) }))

export const paginacao = (edit: (paginacao: Paginacao, result: Result, call: ListCall) => unknown): Mutation =>
  result(async (result, call) => ({ ...result, paginacao: await edit(result.paginacao, result, call) }))

export const total = (edit: (total: number, result: Result, call: ListCall) => unknown): Mutation =>
  paginacao(async (paginacao, result, call) => ({
    ...paginacao,
    total: await edit(Number(paginacao.total), result, call),
  }))

export const itens = (edit: (itens: PersonItem[], result: Result, call: ListCall) => unknown): Mutation =>
  result(async (result, call) => ({ ...result, itens: await edit(result.itens, result, call) }))

export const item = (edit: (item: PersonItem) => unknown): Mutation => itens((itens) => itens.map(edit))

/** Edits one person, the same in every list, whom a look at the first pages need not find. */
export const onePerson = (edit: (item: PersonItem) => unknown): Mutation =>
  itens(async (itens, _, call) => {
    const cpf = await cpfOfOne(call)
    return itens.map((item) => (item.cpf === cpf ? edit(item) : item))
  })

export async function cpfOfOne({ everyone }: ListCall): Promise<string | undefined> {
  const people = await everyone({ cpf: undefined, nome: undefined, sort: 'cpf' })
  return people[Math.floor(people.length * 0.7)]?.cpf
}

const field = (name: keyof PersonItem) => (edit: (value: string) => unknown) => (item: PersonItem) => ({
  ...item,
  [name]: edit(item[name]),
})
export const cpf = field('cpf')
export const nome = field('nome')
export const stamp = field('atualizado_em')

/** The same selection with other persons in it, or in another order. */
export const selection = (edit: (people: PersonItem[], call: ListCall) => Given<PersonItem[]>): Mutation =>
  result(async (result, call) => cut(result, await edit(await call.everyone(), call)))

/** The page of a result, out of a whole selection, which may have another size. */
export function cut(result: Result, people: readonly PersonItem[]): Result {
  const { atual, linhas } = result.paginacao
  const itens = people.slice((atual - 1) * linhas, atual * linhas)
  return { ...result, itens, paginacao: { ...result.paginacao, total: String(people.length) } }
}

/** Other persons of the selection on each page: from one place up to another. */
export const places = (range: (atual: number, linhas: number, total: number) => [number, number]): Mutation =>
  itens(async (_, { paginacao: { atual, linhas } }, { everyone }) => {
    const people = await everyone()
    return people.slice(...range(atual, linhas, people.length))
  })

/** The persons of another list under the search text of this one. */
export const instead = (change: Parameters): Mutation =>
  result(async ({ busca }, { list }) => ({ ...(await list(change)).result, busca }))

/** Another list than the requested one. */
export function ask(change: Parameters | ((query: Query) => Parameters)): Mutation {
  return url((_, query) => withParameters(query, typeof change === 'function' ? change(query) : change))
}

export const url =
  (edit: (url: string, query: Query) => string): Mutation =>
  (next) =>
  (request) =>
    next(isList(request) ? { ...request, url: edit(request.url, queryOf(request)) } : request)

function withParameters(query: Query, change: Parameters): string {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
  }
  return `/pessoas?${changed}`
}

function listCall(request: Request, next: Next, context: QuirkContext): ListCall {
  const query = queryOf(request)
  const list: ListCall['list'] = async (change, organization) => {
    const changed = { ...request, url: withParameters(query, change) }
    return read(await next(organization ? as(organization, changed, context) : changed)) as ListResponse
  }
  const everyone: ListCall['everyone'] = async (change, organization) => {
    const rows = String(context.profile.rowsMaximum ?? 100_000)
    const people: PersonItem[] = []
    for (let page = 1; ; page++) {
      const { itens, paginacao } = (await list({ ...change, page: String(page), rows }, organization)).result
      for (const item of itens) people.push(item)
      if (itens.length === 0 || people.length >= Number(paginacao.total)) return people
    }
  }
  return { query, request, context, list, everyone }
}

/** Returns everybody whom an organization queried, whatever the list is of. */
export const everyoneOf = ({ everyone }: ListCall, organization?: Organization) =>
  everyone({ cpf: undefined, nome: undefined, sort: undefined }, organization)

/** Returns the persons that another organization queried and this one did not. */
export async function foreigners({ everyone, request, context }: ListCall): Promise<PersonItem[]> {
  const own = new Set((await everyone({ nome: undefined })).map(({ cpf }) => cpf))
  const lists = enabledFor(request, context).map((other) => everyone({ nome: undefined }, other))
  return (await Promise.all(lists)).flat().filter(({ cpf }) => !own.has(cpf))
}

/** Compares code unit by code unit what is made of a person. */
export const by = (key: (item: PersonItem) => string) => (a: PersonItem, b: PersonItem) =>
  compareUnits(key(a), key(b)) || compareUnits(a.cpf, b.cpf)
export const byCpf = by(({ cpf }) => cpf)

// Decisions.

/** Another body in place of each one that is an object. */
export const sent =
  (edit: (body: Record<string, unknown>, request: Request) => object): Mutation =>
  (next) =>
  (request) => {
    const body = isDecision(request) ? objectSent(request) : undefined
    const edited = body && edit(body, request)
    return next(edited === body ? request : { ...request, body: written(edited) ?? request.body })
  }

/** Returns undefined for what is nested deeper than JSON can be written, though it was read. */
function written(value: unknown): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(value))
  } catch {
    return undefined
  }
}

const LONG_ENOUGH = 'Sem mensagem do solicitante.'
export const LEGAL = { aprovar: true, mensagem: LONG_ENOUGH }

/** Accepts a mensagem about which a claim holds. */
export const accepts = (claim: (mensagem: unknown) => boolean): Mutation =>
  sent((body) => (claim(body.mensagem) ? { ...body, mensagem: LONG_ENOUGH } : body))

/** Refuses a mensagem about which a claim holds, as one that is too short. */
export const refuses = (claim: (mensagem: string) => boolean): Mutation =>
  sent((body) => (typeof body.mensagem === 'string' && claim(body.mensagem) ? { ...body, mensagem: 'curta' } : body))

/** Counts the characters of another mensagem than the one that was sent. */
export const counts = (change: (mensagem: string) => string): Mutation =>
  sent((body) => {
    if (typeof body.mensagem !== 'string') return body
    const mensagem = change(body.mensagem)
    return mensagem === body.mensagem ? body : { ...body, mensagem }
  })

export const length =
  (least: number, most = least) =>
  (mensagem: unknown) =>
    typeof mensagem === 'string' && mensagem.length >= least && mensagem.length <= most

/** Ignores unknown fields of which a claim holds. */
export const ignores = (claim: (key: string, value: unknown) => boolean): Mutation =>
  sent((body) => Object.fromEntries(Object.entries(body).filter(([key, value]) => isKnown(key) || !claim(key, value))))
export const success = (numero: unknown): Answer => json(200, { result: { numero }, status_code: 200 })

/** Another answer in place of each success. */
export const decided = (edit: (answer: Answer, numero: string, request: Request) => Given<Answer>): Mutation =>
  on([200], (answer, request) => {
    const { result } = (read(answer) ?? {}) as Partial<ValidationResponse>
    return isDecision(request) && result ? edit(answer, result.numero, request) : answer
  })

/** Asks as the other organization that has the report. Returns undefined if no other one has it. */
export async function asOwner(request: Request, context: QuirkContext, next: Next): Promise<Answer | undefined> {
  const caller = callerOf(request, context)
  if (caller === undefined) return undefined
  for (const other of enabledFor(request, context)) {
    const answer = other === caller ? undefined : await next(as(other, request, context))
    if (answer?.status === 200) return answer
  }
  return undefined
}

// Refusals.

const ERRORS = Array.from({ length: 200 }, (_, i) => 400 + i)

/** Another answer in place of each refusal, or of those of some statuses. */
export const refused = (
  edit: (answer: Answer, body: RefusalBody, request: Request) => Given<Answer>,
  ...statuses: number[]
): Mutation =>
  on(statuses.length > 0 ? statuses : ERRORS, (answer, request) => {
    const body = read(answer) as RefusalBody | undefined
    return body === undefined ? answer : edit(answer, body, request)
  })

/** Another body of each refusal, or of those of some statuses. */
export const refusalBody = (edit: (body: RefusalBody) => unknown, ...statuses: number[]): Mutation =>
  refused((answer, body) => ({ ...answer, body: bodyOf(edit(body)) }), ...statuses)

/** Another refusal of a body with unknown fields, of which it is given the first, and all that were sent. */
export const unknownKey = (edit: (body: RefusalBody, key: string, sent: string[]) => unknown): Mutation =>
  refused((answer, body, request) => {
    const sent = Object.keys(sentIn(request))
    const key = sent.find((key) => !isKnown(key))
    return isDecision(request) && key !== undefined && body.validation
      ? { ...answer, body: bodyOf(edit(body, key, sent)) }
      : answer
  }, 400)

/** Answers without the service. */
export const always =
  (answer: () => Answer): Mutation =>
  () =>
  async () =>
    answer()
export const broken = always(() => refusal(500, 'Internal Server Error', 'An internal server error occurred'))
export const unknownReport = on([200], (_, __, { profile }) => notFound(profile))
export const unauthorized: Mutation =
  (_, { profile }) =>
  async () =>
    refusal(401, 'Unauthorized', profile.texts.unauthorized)
export const otherType = on([200], () => refusal(415, 'Unsupported Media Type', 'Unsupported Media Type'))

/** Refuses a good list because of a parameter. */
export const refuse = (key: string): Mutation => listAnswer(() => notAllowed('query', key))
export const type = (text: string) => ({ headers: { 'content-type': `${text}; charset=utf-8` } })

/** Lets in as the first organization whom the service would not, if a claim about what was sent holds. */
export const lets =
  (claim: (sent: string | undefined) => boolean): Mutation =>
  (next, context) =>
  (request) => {
    const [first] = enabledFor(request, context)
    const isLet = first && !callerOf(request, context) && claim(tokenOf(request))
    return next(isLet ? as(first, request, context) : request)
  }
