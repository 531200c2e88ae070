import { decodedOrSame } from '../../contract/decoded.ts'
import { sleep } from '../../contract/real-globals.ts'
import type { PersonItem, ValidationBody } from '../../contract/wire.ts'
import { refusal } from '../refusal.ts'
import { sentIn } from './let-in.ts'
import { cut, onResult, onSelection, rewrite, textOf, tiesTurned, where } from './on-list.ts'
import { numeroOf, onBody } from './on-validation.ts'
import {
  answer,
  forValidations,
  isValidation,
  parse,
  type Quirk,
  type QuirkContext,
  type QuirkRequest,
  type QuirkResponse,
  refuse,
} from './quirk.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** How long something stays in flight, in milliseconds. */
const MEANWHILE = 15
/** The rows of the pages that a quirk is about. */
const ROWS = 50

function sentBody(asked: QuirkRequest): Partial<ValidationBody> {
  return (parse(asked.body) ?? {}) as Partial<ValidationBody>
}

/** Counts the characters of another text than the one that was sent. */
function countingAs(change: (mensagem: string) => string) {
  return onBody((body) => {
    const { mensagem } = body
    if (typeof mensagem !== 'string') return body
    const counted = change(mensagem)
    return counted === mensagem ? body : { ...body, mensagem: counted }
  })
}

function isToken(sent: string | undefined, { organizations }: QuirkContext): boolean {
  return organizations.some(({ enabled, token }) => enabled && token === sent)
}

/** Quirks that break a clause only because of an earlier or simultaneous request, or of what a field contains or resembles. */
export const pairedContexts: readonly Quirk[] = [
  {
    name: 'mensagem-counted-in-html',
    clause: ['4.2-mensagem', '8-mensagem', '7-400'],
    says: 'Counts the characters of mensagem after it has escaped it for HTML.',
    apply: countingAs((mensagem) => mensagem.replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string)),
  },
  {
    name: 'mensagem-counted-in-capitals',
    clause: ['4.2-mensagem', '8-mensagem', '7-400'],
    says: 'Counts the characters of mensagem in capitals, where some letters become two.',
    apply: countingAs((mensagem) => mensagem.toUpperCase()),
  },
  {
    name: 'mensagem-counted-decoded',
    clause: ['4.2-mensagem', '8-mensagem', '4.2-3', '4.2-2'],
    says: 'Counts the characters of mensagem after it has decoded its percent signs.',
    apply: countingAs((mensagem) => decodedOrSame(mensagem.replace(/%(?![\da-f]{2})/gi, '%25'))),
  },
  {
    name: 'nome-finds-other-fields',
    clause: ['4.1-nome'],
    says: 'Searches for digits in nome among the CPFs and the times of the last update.',
    apply: where(
      (query) => /^[\d-]{5,}$/.test(textOf(query, 'nome')),
      onResult(async (result, call) => {
        const text = textOf(call.query, 'nome')
        const everyone = await call.everyone({ nome: undefined })
        return cut(
          result,
          everyone.filter(({ cpf, atualizado_em }) => cpf.includes(text) || atualizado_em.startsWith(text)),
        )
      }),
    ),
  },
  {
    name: 'letters-behind-a-name-ignored',
    clause: ['4.1-nome'],
    says: 'Searches for nome without its last three letters if nobody has it.',
    apply: where(
      (query) => textOf(query, 'nome').length > 3,
      async (asked, next, context) => {
        const answered = await next(asked)
        const total = (parse(answered.body) as { result?: { paginacao?: { total?: unknown } } })?.result
          ?.paginacao?.total
        if (total !== '0') return answered
        return rewrite((query) => ({ nome: textOf(query, 'nome').slice(0, -3) }))(asked, next, context)
      },
    ),
  },
  {
    name: 'accented-token-breaks',
    clause: ['5-2', '5-1', '4.1-5', '4.2-4', '1-3', '7-401'],
    says: 'Answers 500 to a token of the right length with a letter outside ASCII.',
    async apply(asked, next, { organizations }) {
      const sent = sentIn(asked) ?? ''
      const isOdd = /[^\0-\x7f]/.test(sent) && organizations.some(({ token }) => token.length === sent.length)
      return isOdd ? refuse(refusal.internal()) : next(asked)
    },
  },
  {
    name: 'wrong-token-hears-of-unknown-report',
    clause: ['4.2-4', '5-2', '5-1', '1-3', '7-401'],
    says: 'Answers 404 to a wrong token for a report number that no organization sent before.',
    apply: forValidations(async (asked, next, context) => {
      const slot = `asked for ${numeroOf(asked)}`
      const answered = await next(asked)
      if (isToken(sentIn(asked), context)) context.memory.set(slot, true)
      return answered.status === 401 && !context.memory.has(slot)
        ? refuse(refusal.reportUnknown(context.profile))
        : answered
    }),
  },
  {
    name: 'ties-turned-on-even-pages-of-50',
    clause: ['4.1-page', '4.1-sort', '4.1-rows'],
    says: 'Orders persons with equal names differently on every second page of 50 rows.',
    apply: where(
      (query) => Number(query.get('rows')) === ROWS && /^-?nome$/.test(textOf(query, 'sort')),
      onSelection((people, { query }) =>
        Number(query.get('page') ?? 1) % 2 === 0 ? tiesTurned(people, 'nome') : people,
      ),
    ),
  },
  {
    name: 'rejection-answered-like-the-last',
    clause: ['4.2-2', '2.3-numero'],
    says: 'Answers a rejection with the number of the last one if both have the same mensagem.',
    apply: forValidations(async (asked, next, { memory }) => {
      const { aprovar, mensagem } = sentBody(asked)
      const answered = await next(asked)
      if (answered.status !== 200) return answered
      const last = memory.get('last rejection') as { of: string; answered: QuirkResponse } | undefined
      const of = `${asked.headers.authorization} ${mensagem}`
      if (aprovar === false && last?.of === of) return last.answered
      memory.set('last rejection', aprovar === false ? { of, answered } : undefined)
      return answered
    }),
  },
  {
    name: 'report-unknown-after-a-stranger',
    clause: ['4.2-3', '4.2-2', '7-404', '2.3-numero'],
    says: 'Answers 404 to every organization for a report that one organization was told is unknown.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const slot = `unknown ${numeroOf(asked)}`
      const answered = await next(asked)
      if (answered.status === 404) memory.set(slot, true)
      return answered.status === 200 && memory.has(slot) ? refuse(refusal.reportUnknown(profile)) : answered
    }),
  },
]

/** What shows only at the same moment as something else, or after a decision. */
export const pairedMeanwhile: readonly Quirk[] = [
  {
    name: 'search-order-kept',
    clause: ['4.1-1', '1-1-order', '4.1-nome'],
    says: 'Remembers the order of each search by nome, and shows current persons in that order.',
    apply: where(
      (query) => query.has('nome') && !query.has('sort'),
      onSelection((people, { query, headers, context: { memory } }) => {
        const slot = `order of ${headers.authorization} ${query.get('nome')} ${query.get('cpf')}`
        const known = memory.get(slot) as ReadonlyMap<string, number> | undefined
        if (!known) memory.set(slot, new Map(people.map(({ cpf }, place) => [cpf, place])))
        const placeOf = ({ cpf }: PersonItem) => known?.get(cpf) ?? 0
        return people.toSorted((a, b) => placeOf(a) - placeOf(b))
      }),
    ),
  },
  {
    name: 'decision-beside-another-organization-unknown',
    clause: ['4.2-3', '4.2-2', '7-404'],
    says: 'Answers 404 to a decision while another organization decides a report.',
    apply: forValidations(async (asked, next, context) => {
      const { memory, profile } = context
      const caller = sentIn(asked)
      if (!isToken(caller, context)) return next(asked)
      const deciding = memory.get('deciding by')
      if (deciding === undefined) memory.set('deciding by', caller)
      const answered = await next(asked)
      if (answered.status === 200) await sleep(MEANWHILE)
      if (deciding === undefined) memory.delete('deciding by')
      const isBeside = deciding !== undefined && deciding !== caller
      return answered.status === 200 && isBeside ? refuse(refusal.reportUnknown(profile)) : answered
    }),
  },
  {
    name: 'refusal-of-the-body-beside',
    clause: ['4.2-2', '4.2-1', '7-400', '4.2-mensagem', '8-mensagem', '2.3-numero'],
    says: 'Answers a decision with the refusal of the body that came at the same moment.',
    apply: forValidations(async (asked, next, { memory }) => {
      const slot = 'refusal beside'
      const answered = await next(asked)
      if (answered.status !== 200 && answered.status !== 400) return answered
      if (answered.status === 400) memory.set(slot, answered)
      const before = memory.get(slot) as QuirkResponse | undefined
      await sleep(MEANWHILE)
      const beside = before ?? (memory.get(slot) as QuirkResponse | undefined)
      if (answered.status === 400) memory.delete(slot)
      return answered.status === 200 && beside ? beside : answered
    }),
  },
  {
    name: 'like-rejection-not-recorded',
    clause: ['4.2-2', '4.1-1', '1-1-order', '2.1-atualizado_em'],
    says: 'Does not record a rejection that has the mensagem of the one before, for another report.',
    async apply(asked, next, { memory }) {
      if (!isValidation(asked)) return next(asked)
      const { aprovar, mensagem } = sentBody(asked)
      const numero = numeroOf(asked)
      const { authorization } = asked.headers
      const isKnown = memory.get(`decided ${numero}`) === authorization
      const like = `${authorization} ${mensagem}`
      const last = memory.get('rejected') as { like: string; numero: string } | undefined
      const isGood = Object.keys(sentBody(asked)).length === 2
      if (aprovar === false && isGood && isKnown && last?.like === like && last.numero !== numero)
        return answer(200, { result: { numero }, status_code: 200 })
      const answered = await next(asked)
      if (answered.status !== 200) return answered
      memory.set(`decided ${numero}`, authorization)
      memory.set('rejected', aprovar === false ? { like, numero } : undefined)
      return answered
    },
  },
]
