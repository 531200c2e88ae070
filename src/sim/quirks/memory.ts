import { setTimeout } from '../../contract/real-globals.ts'
import type { ValidationBody } from '../../contract/wire.ts'
import { causes } from '../causes/causes.ts'
import { reason, refusal } from '../refusal.ts'
import { onResult, queryOf, rewrite, textOf } from './on-list.ts'
import { isKnown, numeroOf } from './on-validation.ts'
import {
  forLists,
  forValidations,
  isList,
  parse,
  type Quirk,
  type QuirkContext,
  type QuirkRequest,
  type QuirkResponse,
  refuse,
} from './quirk.ts'

const refusedAgain = ({ profile }: QuirkContext): QuirkResponse =>
  refuse(
    refusal.invalid(
      'payload',
      [
        {
          key: 'mensagem',
          reasons: [reason.notAllowed('mensagem')],
          situation: 'mensagem.quirk',
          cause: causes.body.quirk,
        },
      ],
      profile,
    ),
  )

const keyOf = ({ url, headers }: QuirkRequest) => `${headers.authorization} ${url}`

/** An answer that depends on what was asked before. */
export const memory: readonly Quirk[] = [
  {
    name: 'busca-left-over',
    clause: ['2.2-busca'],
    says: 'Shows the busca of a search also in the next list without one.',
    apply: onResult((result, { query, context: { memory } }) => {
      const isSearch = query.has('nome') || query.has('cpf')
      const left = memory.get('busca')
      if (isSearch) memory.set('busca', result.busca)
      else memory.delete('busca')
      return isSearch || left === undefined ? result : { ...result, busca: left }
    }),
  },
  {
    name: 'sort-left-over',
    clause: ['4.1-1', '1-1-order', '4.1-sort', '4.1-page', '4.1-rows'],
    says: 'Orders every list without sort as the last one with it.',
    apply: forLists((asked, next, context) => {
      const slot = `sort ${asked.headers.authorization}`
      const sort = queryOf(asked).get('sort') ?? context.memory.get(slot)
      if (sort === undefined) return next(asked)
      context.memory.set(slot, sort)
      return rewrite(() => ({ sort: String(sort) }))(asked, next, context)
    }),
  },
  {
    name: 'page-lost-after-refusal',
    clause: ['4.1-page', '2.2-atual'],
    says: 'Answers the first search after a refused token with its first page.',
    async apply(asked, next, { memory }) {
      const isLost = memory.get('refused') === true && isList(asked) && queryOf(asked).has('nome')
      const answered = await next(
        isLost ? { ...asked, url: asked.url.replace(/([?&])page=\d+/, '$1page=1') } : asked,
      )
      memory.set('refused', answered.status === 401)
      return answered
    },
  },
  {
    name: 'searches-crossed-at-once',
    clause: ['4.1-cpf', '4.1-nome', '4.1-2', '4.1-3', '2.2-busca', '2.2-atual', '2.2-total'],
    says: 'Answers a search by cpf with the search by nome of the same organization that is in flight.',
    apply: forLists(async (asked, next, { memory }) => {
      const query = queryOf(asked)
      const slot = `nome ${asked.headers.authorization}`
      if (query.has('nome') && !query.has('cpf')) {
        memory.set(slot, asked.url)
        const answered = await next(asked)
        await aMoment(20)
        memory.delete(slot)
        return answered
      }
      await aMoment(3)
      const crossed = memory.get(slot)
      return next(query.has('cpf') && typeof crossed === 'string' ? { ...asked, url: crossed } : asked)
    }),
  },
  {
    name: 'rejection-refused-after-unknown-key',
    clause: ['4.2-3', '4.2-1', '7-400'],
    says: 'Refuses a rejection after a body with an unknown field.',
    apply: forValidations(async (asked, next, context) => {
      const body = (parse(asked.body) ?? {}) as Partial<ValidationBody>
      const isLeft = context.memory.get('unknown key') === true
      const answered = await next(asked)
      context.memory.set(
        'unknown key',
        answered.status === 400 && Object.keys(body).some((key) => !isKnown(key)),
      )
      return isLeft && answered.status === 404 && body.aprovar === false ? refusedAgain(context) : answered
    }),
  },
  {
    name: 'decision-refused-after-refusal',
    clause: ['4.2-2', '4.2-mensagem', '8-mensagem', '4.2-1', '2.3-numero'],
    says: 'Refuses the next good decision on a report after a body that is refused.',
    apply: forValidations(async (asked, next, context) => {
      const slot = `refused ${numeroOf(asked)}`
      const isLeft = context.memory.get(slot) === true
      const answered = await next(asked)
      if (answered.status === 400) context.memory.set(slot, true)
      if (answered.status !== 200 || !isLeft) return answered
      context.memory.delete(slot)
      return refusedAgain(context)
    }),
  },
  {
    name: 'report-lost-after-refusal',
    clause: ['4.2-3', '4.2-2', '7-404', '7-400', '2.3-numero', '4.2-mensagem', '8-mensagem'],
    says: 'Answers 404 to every good decision on a report after a body that is refused.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const slot = `lost ${numeroOf(asked)}`
      const answered = await next(asked)
      if (answered.status === 400) memory.set(slot, true)
      return answered.status === 200 && memory.get(slot) === true
        ? refuse(refusal.reportUnknown(profile))
        : answered
    }),
  },
  {
    name: 'every-second-decision-unknown',
    clause: ['4.2-3', '4.2-2', '7-404', '2.3-numero', '4.2-mensagem', '8-mensagem'],
    says: 'Answers every second good decision with 404.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const answered = await next(asked)
      if (answered.status !== 200) return answered
      const isSecond = memory.get('second') === true
      memory.set('second', !isSecond)
      return isSecond ? refuse(refusal.reportUnknown(profile)) : answered
    }),
  },
  {
    name: 'search-kept-for-ever',
    clause: ['2.1-atualizado_em', '4.1-nome'],
    says: 'Remembers every search by nome, and shows it unchanged after a decision.',
    apply: forLists(async (asked, next, { memory }) => {
      if (textOf(queryOf(asked), 'nome') === '') return next(asked)
      const kept = memory.get(keyOf(asked)) as QuirkResponse | undefined
      const answered = kept ?? (await next(asked))
      memory.set(keyOf(asked), answered)
      return answered
    }),
  },
  {
    name: 'numero-of-another-organization',
    clause: ['2.3-numero', '4.2-2'],
    says: 'Answers the number of the decision before if another organization made it.',
    apply: forValidations(async (asked, next, { memory }) => {
      const answered = await next(asked)
      if (answered.status !== 200) return answered
      const before = memory.get('decided') as { by: string | undefined; answered: QuirkResponse } | undefined
      memory.set('decided', { by: asked.headers.authorization, answered })
      return before && before.by !== asked.headers.authorization ? before.answered : answered
    }),
  },
]

function aMoment(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
