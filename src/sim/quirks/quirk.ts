import type { IncomingHttpHeaders } from 'node:http'
import type { ClauseId } from '../../contract/clauses.ts'
import type { Profile } from '../../contract/profile.ts'
import type {
  ListResponse,
  PersonItem,
  RefusalBody,
  ValidationBody,
  ValidationResponse,
} from '../../contract/wire.ts'
import type { Organization } from '../../store/store.ts'
import type { Answer } from '../answer.ts'
import type { Cause } from '../causes/cause.ts'
import { type Refusal, reason, refusal } from '../refusal.ts'

/** One clause deliberately broken, by name. */
export interface Quirk {
  /** Kebab-case; says what happens. */
  name: string
  /** The clause that is broken, and those that cannot hold without it. */
  clause: readonly [ClauseId, ...ClauseId[]]
  /** One sentence: what the service then does wrong. */
  says: string
  apply: Apply
}

/** Answers a request in place of the simulator, which it can ask as often as it likes. */
export type Apply = (asked: Asked, next: Next, world: World) => Promise<Answered>
export type Next = (asked: Asked) => Promise<Answered>

export interface Asked {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: Buffer | string
}

/** What the simulator or a quirk answers. */
export interface Answered extends Omit<Answer, 'body'> {
  body: string
}

/** What a quirk may know beside the exchange. */
export interface World {
  readonly organizations: readonly Organization[]
  readonly profile: Profile
  /** How many requests were answered before this one. */
  readonly turn: number
}

export function answer(status: number, body: unknown): Answered {
  return { status, body: JSON.stringify(body) }
}

export function refuse({ status, body, why }: Refusal): Answered {
  return { status, body: Buffer.from(body, 'latin1').toString(), why }
}

/** Another body in an answer; a promise of it is waited for. */
async function withBody(answered: Answered, body: unknown): Promise<Answered> {
  return { ...answered, body: JSON.stringify(await body) }
}

/** @returns undefined for what is no JSON */
function parse(body: Answered['body'] | Asked['body']): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

// Lists

export type List = ListResponse
export type Result = List['result']
export type Paginacao = Result['paginacao']
/** Parameters to change; undefined leaves one out. */
export type Change = Record<string, string | undefined>

/** A request for a list, and what the untouched simulator says to it. */
export interface ListCall {
  query: URLSearchParams
  headers: IncomingHttpHeaders
  world: World
  /** The list that other parameters give; those that are not named stay. */
  list(change: Change, organization?: Organization): Promise<List>
  /** All pages of it. */
  everyone(change?: Change, organization?: Organization): Promise<PersonItem[]>
}

function isList({ method, url }: Asked): boolean {
  return method === 'GET' && /^\/pessoas(\?|$)/.test(url)
}

export function queryOf({ url }: Asked): URLSearchParams {
  return new URLSearchParams(url.split('?')[1])
}

/** A parameter; empty where it is not given. */
export function textOf(query: URLSearchParams, name: string): string {
  return query.get(name) ?? ''
}

function withQuery(asked: Asked, query: URLSearchParams): Asked {
  return { ...asked, url: `/pessoas?${query}` }
}

function listCall(asked: Asked, next: Next, world: World): ListCall {
  const list: ListCall['list'] = async (change, organization) => {
    const query = queryOf(asked)
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) query.delete(name)
      else query.set(name, value)
    }
    const changed = withQuery(asked, query)
    const { body } = await next(organization ? authorized(changed, organization, world) : changed)
    return JSON.parse(body) as List
  }
  return {
    query: queryOf(asked),
    headers: asked.headers,
    world,
    list,
    everyone: async (change, organization) => {
      const rows = String(world.profile.rowsMaximum ?? 100_000)
      let everyone: PersonItem[] = []
      for (let page = 1; ; page++) {
        const { itens, paginacao } = (await list({ ...change, page: String(page), rows }, organization))
          .result
        everyone = everyone.concat(itens)
        if (everyone.length >= Number(paginacao.total)) return everyone
      }
    },
  }
}

/** Another body in place of each list. */
export function onList(edit: (list: List, call: ListCall) => unknown): Apply {
  return onListAnswer((answered, list, call) => withBody(answered, edit(list, call)))
}

/** Another answer in place of each list. */
export function onListAnswer(
  edit: (answered: Answered, list: List, call: ListCall) => Answered | Promise<Answered>,
): Apply {
  return async (asked, next, world) => {
    const answered = await next(asked)
    if (!isList(asked) || answered.status !== 200) return answered
    const list = parse(answered.body) as List | undefined
    // What another quirk left in no known form is left as it is.
    if (!Array.isArray(list?.result?.itens) || !list.result.paginacao) return answered
    return edit(answered, list, listCall(asked, next, world))
  }
}

export function onResult(edit: (result: Result, call: ListCall) => unknown): Apply {
  return onList(async (list, call) => ({ ...list, result: await edit(list.result, call) }))
}

export function onPaginacao(edit: (paginacao: Paginacao, result: Result, call: ListCall) => unknown): Apply {
  return onResult(async (result, call) => ({
    ...result,
    paginacao: await edit(result.paginacao, result, call),
  }))
}

export function onTotal(edit: (total: number, result: Result, call: ListCall) => unknown): Apply {
  return onPaginacao(async (paginacao, result, call) => ({
    ...paginacao,
    total: await edit(Number(paginacao.total), result, call),
  }))
}

export function onItens(
  edit: (itens: PersonItem[], result: Result, call: ListCall) => unknown[] | Promise<unknown[]>,
): Apply {
  return onResult(async (result, call) => ({ ...result, itens: await edit(result.itens, result, call) }))
}

export function onItem(edit: (item: PersonItem) => unknown): Apply {
  return onItens((itens) => itens.map(edit))
}

/** Edits one person, the same in every list, whom a look at the first pages need not find. */
export function onOnePerson(edit: (item: PersonItem) => unknown): Apply {
  return onItens(async (itens, _, call) => {
    const { cpf } = await onePerson(call)
    return itens.map((item) => (item.cpf === cpf ? edit(item) : item))
  })
}

/** The same person in every list; nobody where there is nobody. */
export async function onePerson(call: ListCall): Promise<Partial<PersonItem>> {
  const everyone = await call.everyone({ cpf: undefined, nome: undefined, sort: 'cpf' })
  return everyone[Math.floor(everyone.length * 0.7)] ?? {}
}

/** The page that a result is of, cut out of the whole selection, which may have another size. */
export function cut(result: Result, selection: readonly PersonItem[], total = selection.length): Result {
  const { paginacao } = result
  const start = (paginacao.atual - 1) * paginacao.linhas
  return {
    ...result,
    itens: selection.slice(start, start + paginacao.linhas),
    paginacao: { ...paginacao, total: String(total) },
  }
}

/** The same selection with other persons in it, or in another order. */
export function onSelection(
  edit: (selection: PersonItem[], call: ListCall) => PersonItem[] | Promise<PersonItem[]>,
): Apply {
  return onResult(async (result, call) => cut(result, await edit(await call.everyone(), call)))
}

/** The quirk, where a query says so. */
export function where(claim: (query: URLSearchParams) => boolean, apply: Apply): Apply {
  return (asked, next, world) =>
    isList(asked) && claim(queryOf(asked)) ? apply(asked, next, world) : next(asked)
}

/** The quirk, where any of these parameters is given. */
export function given(names: readonly string[], apply: Apply): Apply {
  return where((query) => names.some((name) => query.has(name)), apply)
}

/** A list of other parameters in place of the one that was asked for. */
export function rewrite(change: (query: URLSearchParams) => Change): Apply {
  return async (asked, next) => {
    if (!isList(asked)) return next(asked)
    const query = queryOf(asked)
    for (const [name, value] of Object.entries(change(query))) {
      if (value === undefined) query.delete(name)
      else query.set(name, value)
    }
    return next(withQuery(asked, query))
  }
}

const brokenOnPurpose = (): Cause => ({
  step: 'query',
  code: 'query-quirk',
  reason: 'a quirk refuses the parameter on purpose',
})

/** 400 in place of a list. */
export function refuseParameter(key: string): Apply {
  return onListAnswer((_, __, { world }) =>
    refuse(
      refusal.invalid(
        'query',
        [{ key, reasons: [reason.notAllowed(key)], cause: brokenOnPurpose }],
        world.profile,
      ),
    ),
  )
}

/** Code unit by code unit; a field, or what is made of one. */
export function by(key: (item: PersonItem) => string) {
  return (a: PersonItem, b: PersonItem) => compare(key(a), key(b)) || compare(a.cpf, b.cpf)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function isDescending(query: URLSearchParams): boolean {
  return textOf(query, 'sort').startsWith('-')
}

// Validations

function isValidation({ method, url }: Asked): boolean {
  return method === 'POST' && /^\/relatorios\/validar\/[^/?]/.test(url)
}

export function numeroOf({ url }: Pick<Asked, 'url'>): string {
  const [path = ''] = url.split('?', 1)
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
}

/** Another body in place of each one that is an object. */
export function onBody(edit: (body: Record<string, unknown>) => unknown): Apply {
  return async (asked, next) => {
    const body = parse(asked.body)
    if (!isValidation(asked) || typeof body !== 'object' || body === null || Array.isArray(body)) {
      return next(asked)
    }
    return next({ ...asked, body: JSON.stringify(edit(body as Record<string, unknown>)) })
  }
}

/** Lets through what `keep` does not keep of the fields that are not known. */
export function ignoreUnknownKeys(ignored: (key: string, value: unknown) => boolean): Apply {
  return onBody((body) =>
    Object.fromEntries(Object.entries(body).filter(([key, value]) => isKnown(key) || !ignored(key, value))),
  )
}

export function isKnown(key: string): boolean {
  return key === 'aprovar' || key === 'mensagem'
}

/** Another answer in place of each success. */
export function onValidation(
  edit: (answered: Answered, body: ValidationResponse, sent: ValidationBody) => Answered | Promise<Answered>,
): Apply {
  return async (asked, next) => {
    const answered = await next(asked)
    const body = parse(answered.body) as ValidationResponse | undefined
    if (!isValidation(asked) || answered.status !== 200 || !body?.result) return answered
    return edit(answered, body, parse(asked.body) as ValidationBody)
  }
}

export function onNumero(edit: (numero: string) => unknown): Apply {
  return onValidation((answered, body) =>
    withBody(answered, { ...body, result: { numero: edit(body.result.numero) } }),
  )
}

/** Another answer in place of each 404 of a report number. */
export function onUnknownReport(edit: (numero: string, sent: ValidationBody) => Answered | undefined): Apply {
  return async (asked, next) => {
    const answered = await next(asked)
    if (!isValidation(asked) || answered.status !== 404) return answered
    return edit(numeroOf(asked), parse(asked.body) as ValidationBody) ?? answered
  }
}

// Refusals

/** Another body in place of each refusal, or of those of some statuses. */
export function onRefusal(edit: (body: RefusalBody) => unknown, ...statuses: number[]): Apply {
  return onRefusalAnswer((answered, body) => withBody(answered, edit(body)), ...statuses)
}

/** Another answer in place of each refusal, or of those of some statuses. */
export function onRefusalAnswer(
  edit: (answered: Answered, body: RefusalBody, asked: Asked) => Answered | Promise<Answered>,
  ...statuses: number[]
): Apply {
  return async (asked, next) => {
    const answered = await next(asked)
    const { status } = answered
    const body = parse(answered.body) as RefusalBody | undefined
    if (body === undefined || (statuses.length > 0 ? !statuses.includes(status) : status < 400))
      return answered
    return edit(answered, body, asked)
  }
}

export type Validation = NonNullable<RefusalBody['validation']>

/** Another refusal of bodies with a field that is not known, of which it is given the first, and all that were sent. */
export function onUnknownKey(
  edit: (body: RefusalBody, validation: Validation, unknown: string, sent: string[]) => unknown,
): Apply {
  return onRefusalAnswer((answered, body, asked) => {
    const sent = Object.keys(parse(asked.body) ?? {})
    const unknown = sent.find((key) => !isKnown(key))
    return unknown !== undefined && body.validation && isValidation(asked)
      ? withBody(answered, edit(body, body.validation, unknown, sent))
      : answered
  }, 400)
}

// Tokens

/**
 * Lets in whom the simulator would not: as the organization that is found for the credentials.
 * @param find gets what was sent, without a scheme
 */
export function letIn(
  find: (sent: string | undefined, world: World, asked: Asked) => Organization | undefined,
): Apply {
  return (asked, next, world) => {
    const sent = asked.headers.authorization?.replace(/^Bearer +/i, '')
    const isLegal = world.organizations.some(({ token, enabled }) => enabled && sent === token)
    const found = isLegal ? undefined : find(sent, world, asked)
    return next(found ? authorized(asked, found, world) : asked)
  }
}

export function firstEnabled({ organizations }: World): Organization | undefined {
  return organizations.find(({ enabled }) => enabled)
}

function authorized(asked: Asked, { token }: Organization, { profile }: World): Asked {
  const authorization = profile.authorization === 'bearer' ? `Bearer ${token}` : token
  return { ...asked, headers: { ...asked.headers, authorization } }
}

/** The quirk, for lists or for validations alone. */
export function forLists(apply: Apply): Apply {
  return (asked, next, world) => (isList(asked) ? apply(asked, next, world) : next(asked))
}

export function forValidations(apply: Apply): Apply {
  return (asked, next, world) => (isValidation(asked) ? apply(asked, next, world) : next(asked))
}
