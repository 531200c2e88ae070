import type { URLSearchParams } from 'node:url'
import { refusal } from '../refusal.ts'
import { broken } from './breaks.ts'
import {
  cut,
  newestPerson,
  onItens,
  onResult,
  onSelection,
  onTotal,
  queryOf,
  refuseParameter,
  textOf,
  where,
} from './on-list.ts'
import { onRefusalAnswer } from './on-refusal.ts'
import { ignoreAllUnknownKeys, numeroOf } from './on-validation.ts'
import { forLists, forValidations, isList, isValidation, parse, type Quirk, refuse } from './quirk.ts'

/** Every n-th list is refused. */
const NOW_AND_THEN = 50
/** The length of a body, in characters, above which its unknown fields are ignored. */
const KIBIBYTES_16 = 16_384
/** How many decisions on a report get 404 after another organization tried to decide it. */
const LOST_TIMES = 2

const hasBoth = (query: URLSearchParams) => query.has('cpf') && query.has('nome')

/** Quirks that break a clause only with a certain header or parameter besides, or after certain earlier requests. */
export const furtherContexts: readonly Quirk[] = [
  {
    name: 'valid-token-refused-now-and-then',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Refuses every fiftieth list whatever its token.',
    apply: forLists(async (asked, next, { memory, profile }) => {
      const lists = Number(memory.get('lists') ?? 0) + 1
      memory.set('lists', lists)
      return lists % NOW_AND_THEN === 0 ? refuse(refusal.unauthorized(profile)) : next(asked)
    }),
  },
  {
    name: 'cpf-and-nome-refused-in-turn',
    clause: ['4.1-3', '4.1-cpf', '4.1-nome', '4.1-query', '4.1-2', '1-1'],
    says: 'Refuses every second request with cpf and nome.',
    apply: where(hasBoth, (asked, next, context) => {
      const times = Number(context.memory.get('both') ?? 0) + 1
      context.memory.set('both', times)
      return times % 2 === 0 ? refuseParameter('cpf')(asked, next, context) : next(asked)
    }),
  },
  {
    name: 'cpf-with-zeros-and-nome-not-found',
    clause: ['4.1-3', '4.1-cpf', '4.1-nome'],
    says: 'Finds nobody by a cpf that begins with 0 and nome in descending order.',
    apply: where(
      (query) => hasBoth(query) && textOf(query, 'cpf').startsWith('0') && textOf(query, 'sort') === '-nome',
      onSelection(() => []),
    ),
  },
  {
    name: 'report-lost-after-foreign-attempt',
    clause: ['4.2-3', '4.2-2', '7-404', '2.3-numero'],
    says: 'Answers 404 to the next decisions on a report after another organization tried to decide it.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const answered = await next(asked)
      const slot = `tried ${numeroOf(asked)}`
      if (answered.status === 404) memory.set(slot, LOST_TIMES)
      const left = Number(memory.get(slot) ?? 0)
      if (answered.status !== 200 || left === 0) return answered
      memory.set(slot, left - 1)
      return refuse(refusal.reportUnknown(profile))
    }),
  },
  {
    name: 'refusal-as-page-for-browsers',
    clause: ['7-error', '0-json', '2.4-error', '7-message', '7-401'],
    says: 'Refuses a token with a page instead of JSON if the request also accepts HTML.',
    apply: onRefusalAnswer(
      (answered, _, { headers }) =>
        /text\/html/.test(headers.accept ?? '')
          ? { ...answered, headers: { 'content-type': 'text/html' }, body: '<h1>401</h1>' }
          : answered,
      401,
    ),
  },
  {
    name: 'cpf-shows-newest-update-of-all',
    clause: ['2.1-atualizado_em', '4.1-2'],
    says: 'Shows in a search by cpf the newest atualizado_em that any organization has for the person.',
    apply: where(
      (query) => query.has('cpf') && !query.has('nome'),
      onItens(async (itens, _, call) => {
        const others = call.context.organizations.filter(({ enabled }) => enabled)
        const lists = await Promise.all(others.map((other) => call.list({ page: undefined }, other)))
        const stamps = lists.flatMap(({ result }) => result.itens.map(({ atualizado_em }) => atualizado_em))
        const newest = stamps.sort().at(-1) as string
        return itens.map((item) => ({ ...item, atualizado_em: newest }))
      }),
    ),
  },
  {
    name: 'busca-of-another-organization',
    clause: ['2.2-busca', '4.1-2'],
    says: 'Shows the search of another organization as the busca of a list right after it.',
    apply: onResult((result, { query, headers: { authorization }, context: { memory } }) => {
      const before = memory.get('searched') as { by: unknown; busca: unknown } | undefined
      memory.set('searched', query.has('nome') ? { by: authorization, busca: result.busca } : undefined)
      const isLeft =
        before !== undefined && before.by !== authorization && !query.has('nome') && !query.has('cpf')
      return isLeft ? { ...result, busca: before.busca } : result
    }),
  },
  {
    name: 'rejected-person-not-found-by-cpf',
    clause: ['4.1-cpf', '4.1-2'],
    says: 'Returns nobody for the cpf of the person whose report was rejected last.',
    async apply(asked, next, context) {
      const slot = `rejected ${asked.headers.authorization}`
      if (isList(asked)) {
        const isGone = context.memory.get(slot) === textOf(queryOf(asked), 'cpf')
        return isGone ? onSelection(() => [])(asked, next, context) : next(asked)
      }
      const answered = await next(asked)
      if (!isValidation(asked) || answered.status !== 200) return answered
      const { aprovar } = parse(asked.body) as { aprovar?: unknown }
      context.memory.set(slot, aprovar === false ? (await newestPerson(asked, next))?.cpf : undefined)
      return answered
    },
  },
  {
    name: 'page-number-overflows',
    clause: ['4.1-page', '2.2-itens'],
    says: 'Counts persons in 32 bits, so that pages begin again after the end of them.',
    apply: where(
      (query) => Number(query.get('page')) > 2 ** 26,
      onResult(async (result, call) => {
        const everyone = await call.everyone({ page: undefined })
        const { atual, linhas } = result.paginacao
        const start = ((atual - 1) * linhas) % 2 ** 32
        return { ...result, itens: everyone.slice(start, start + linhas) }
      }),
    ),
  },
  {
    name: 'rows-125-skip-one',
    clause: ['4.1-page', '4.1-rows', '2.2-itens'],
    says: 'Leaves out the first person of the second page of 125 rows.',
    apply: where(
      (query) => textOf(query, 'rows') === '125' && textOf(query, 'page') === '2',
      onResult(async (result, call) => {
        const everyone = await call.everyone()
        return { ...cut(result, everyone), itens: everyone.slice(126, 250) }
      }),
    ),
  },
  {
    name: 'total-zero-after-the-end-of-an-order',
    clause: ['2.2-total', '4.1-3'],
    says: 'Returns total 0 on a page after the end if there is a sort.',
    apply: where(
      (query) => query.has('sort'),
      onTotal((total, { itens }) => (itens.length === 0 ? '0' : String(total))),
    ),
  },
  {
    name: 'unknown-key-with-charset-accepted',
    clause: ['4.2-1'],
    says: 'Ignores unknown fields if the Content-Type has a charset.',
    apply: ignoreAllUnknownKeys(({ headers }) => /charset/i.test(String(headers['content-type']))),
  },
  {
    name: 'unknown-key-in-large-body-accepted',
    clause: ['4.2-1'],
    says: 'Ignores unknown fields in a body of more than 16 KiB.',
    apply: ignoreAllUnknownKeys(({ body }) => body.length > KIBIBYTES_16),
  },
  {
    name: 'scheme-basic-breaks',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Answers 500 to credentials of the scheme Basic.',
    apply: async (asked, next) =>
      /^basic /i.test(asked.headers.authorization ?? '') ? broken() : next(asked),
  },
  {
    name: 'encoded-letter-of-a-name-ignored',
    clause: ['4.1-query', '4.1-page', '4.1-rows', '4.1-sort', '4.1-cpf', '4.1-nome'],
    says: 'Ignores a parameter whose name begins with an encoded letter.',
    apply: forLists((asked, next) =>
      next({ ...asked, url: asked.url.replace(/([?&])%[\da-f]{2}[a-z][^&]*/gi, '$1') }),
    ),
  },
]
