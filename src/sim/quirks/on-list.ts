import type { IncomingHttpHeaders } from 'node:http'
import type { URLSearchParams } from 'node:url'
import { parametersIn } from '../../contract/url.ts'
import type { ListResponse, PersonItem } from '../../contract/wire.ts'
import { compareUnits } from '../../store/name-order.ts'
import type { Organization } from '../../store/store.ts'
import { causes } from '../causes/causes.ts'
import { reason, refusal } from '../refusal.ts'
import { authorized } from './let-in.ts'
import {
  type Apply,
  isList,
  type Next,
  parse,
  type QuirkContext,
  type QuirkRequest,
  type QuirkResponse,
  refuse,
  withBody,
} from './quirk.ts'

export type List = ListResponse
export type Result = List['result']
export type Paginacao = Result['paginacao']
/** Parameters to change; undefined leaves one out. */
export type ListParameters = Record<string, string | undefined>

/** A request for a list, and what the untouched simulator says to it. */
export interface ListCall {
  query: URLSearchParams
  headers: IncomingHttpHeaders
  context: QuirkContext
  /** The list that other parameters give; those that are not named stay. */
  list(change: ListParameters, organization?: Organization): Promise<List>
  /** All pages of it. */
  everyone(change?: ListParameters, organization?: Organization): Promise<PersonItem[]>
}

export function queryOf({ url }: QuirkRequest): URLSearchParams {
  return parametersIn(url)
}

/** A parameter; empty where it is not given. */
export function textOf(query: URLSearchParams, name: string): string {
  return query.get(name) ?? ''
}

/** The number of rows that a query asks for; 0 where it asks for none. */
export function rowsIn(query: URLSearchParams): number {
  return Number(query.get('rows') ?? 0)
}

function withParameters(asked: QuirkRequest, change: ListParameters): QuirkRequest {
  const query = queryOf(asked)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  }
  return { ...asked, url: `/pessoas?${query}` }
}

function listCall(asked: QuirkRequest, next: Next, context: QuirkContext): ListCall {
  const list: ListCall['list'] = async (change, organization) => {
    const changed = withParameters(asked, change)
    const { body } = await next(organization ? authorized(changed, organization, context) : changed)
    return JSON.parse(body) as List
  }
  return {
    query: queryOf(asked),
    headers: asked.headers,
    context,
    list,
    everyone: async (change, organization) => {
      const rows = String(context.profile.rowsMaximum ?? 100_000)
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

/** Returns whom a caller sees as updated last, such as by the decision that was just made. */
export async function newestPerson({ headers }: QuirkRequest, next: Next): Promise<PersonItem | undefined> {
  const { authorization } = headers
  const url = '/pessoas?sort=-atualizado_em'
  const { body } = await next({ method: 'GET', url, headers: { authorization }, body: '' })
  return (parse(body) as Partial<ListResponse> | undefined)?.result?.itens?.[0]
}

/** Another body in place of each list. */
export function onList(edit: (list: List, call: ListCall) => unknown): Apply {
  return onListAnswer((answered, list, call) => withBody(answered, edit(list, call)))
}

/** Another answer in place of each list. */
export function onListAnswer(
  edit: (answered: QuirkResponse, list: List, call: ListCall) => QuirkResponse | Promise<QuirkResponse>,
): Apply {
  return async (asked, next, context) => {
    const answered = await next(asked)
    if (!isList(asked) || answered.status !== 200) return answered
    const list = parse(answered.body) as List | undefined
    // What another quirk left in no known form is left as it is.
    if (!Array.isArray(list?.result?.itens) || !list.result.paginacao) return answered
    return edit(answered, list, listCall(asked, next, context))
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
  return (asked, next, context) =>
    isList(asked) && claim(queryOf(asked)) ? apply(asked, next, context) : next(asked)
}

/** The quirk, where any of these parameters is given. */
export function given(names: readonly string[], apply: Apply): Apply {
  return where((query) => names.some((name) => query.has(name)), apply)
}

/** A list of other parameters in place of the one that was asked for. */
export function rewrite(change: (query: URLSearchParams) => ListParameters): Apply {
  return (asked, next) => next(isList(asked) ? withParameters(asked, change(queryOf(asked))) : asked)
}

/** 400 in place of a list. */
export function refuseParameter(key: string): Apply {
  return onListAnswer((_, __, { context }) =>
    refuse(
      refusal.invalid(
        'query',
        [{ key, reasons: [reason.notAllowed(key)], situation: `${key}.quirk`, cause: causes.query.quirk }],
        context.profile,
      ),
    ),
  )
}

/** Code unit by code unit; a field, or what is made of one. */
export function by(key: (item: PersonItem) => string) {
  return (a: PersonItem, b: PersonItem) => compareUnits(key(a), key(b)) || compareUnits(a.cpf, b.cpf)
}

export function isDescending(query: URLSearchParams): boolean {
  return /^-./.test(textOf(query, 'sort'))
}

/** Turns each run of persons with equal values of a field around. */
export function tiesTurned(people: readonly PersonItem[], field: keyof PersonItem): PersonItem[] {
  const runs: PersonItem[][] = []
  for (const item of people) {
    const last = runs.at(-1)
    if (last?.[0]?.[field] === item[field]) last.unshift(item)
    else runs.push([item])
  }
  return runs.flat()
}
