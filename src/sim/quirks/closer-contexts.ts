import type { PersonItem } from '../../contract/wire.ts'
import { refusal } from '../refusal.ts'
import { isOther } from './let-in.ts'
import { newestPerson, onListAnswer, onSelection, onTotal, queryOf, textOf, where } from './on-list.ts'
import { ignoreUnknownKeys, isKnown, numeroOf, onBody } from './on-validation.ts'
import {
  type Apply,
  forValidations,
  isList,
  isValidation,
  parse,
  type Quirk,
  type QuirkResponse,
  refuse,
} from './quirk.ts'

/** A name with more characters than this counts as long. */
const LONG = 64

/** The quirk, for every organization but the first. */
function forOthers(apply: Apply): Apply {
  return (asked, next, context) => (isOther(asked, context) ? apply(asked, next, context) : next(asked))
}

function ofMensagem(change: (mensagem: string) => string): Apply {
  return onBody((body) =>
    typeof body.mensagem === 'string' ? { ...body, mensagem: change(body.mensagem) } : body,
  )
}

/** The quirk, for lists, once it is known whose report their organization decided last. */
function withLastDecided(applyTo: (cpf: string) => Apply): Apply {
  return async (asked, next, context) => {
    const slot = `decided last ${asked.headers.authorization}`
    if (isList(asked)) {
      const cpf = context.memory.get(slot)
      return cpf === undefined ? next(asked) : applyTo(cpf as string)(asked, next, context)
    }
    const answered = await next(asked)
    if (!isValidation(asked) || answered.status !== 200) return answered
    context.memory.set(slot, (await newestPerson(asked, next))?.cpf)
    return answered
  }
}

/** Quirks that break a clause only for one kind of field, only for later organizations, or only for the report decided last. */
export const closerContexts: readonly Quirk[] = [
  {
    name: 'mensagem-first-blank-dropped',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Does not count white space at the beginning of mensagem.',
    apply: ofMensagem((mensagem) => mensagem.replace(/^\s+/, '')),
  },
  {
    name: 'mensagem-last-line-break-dropped',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Does not count a line break at the end of mensagem.',
    apply: ofMensagem((mensagem) => mensagem.replace(/\n$/, '')),
  },
  {
    name: 'unknown-key-with-quote-breaks',
    clause: ['4.2-1', '7-400'],
    says: 'Answers 500 to an unknown field with a quotation mark in its name.',
    apply: forValidations((asked, next) =>
      Object.keys(parse(asked.body) ?? {}).some((key) => !isKnown(key) && key.includes('"'))
        ? Promise.resolve(refuse(refusal.internal()))
        : next(asked),
    ),
  },
  {
    name: 'unknown-key-of-many-letters-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields with names of more than 64 letters.',
    apply: ignoreUnknownKeys((key) => key.length > LONG),
  },
  {
    name: 'other-organization-body-unread',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields in the bodies of every organization but the first.',
    apply: forOthers(ignoreUnknownKeys(() => true)),
  },
  {
    name: 'other-organization-short-mensagem',
    clause: ['8-mensagem', '4.2-mensagem', '7-400'],
    says: 'Accepts a mensagem of any length from every organization but the first.',
    apply: forOthers(ofMensagem((mensagem) => mensagem.padEnd(25, '.'))),
  },
  {
    name: 'decided-report-told-to-strangers',
    clause: ['4.2-4', '5-2', '5-1', '1-3', '7-401'],
    says: 'Answers a wrong token with the answer to an equal decision that was accepted before.',
    apply: forValidations(async (asked, next, { memory }) => {
      const slot = `answer to ${numeroOf(asked)} ${asked.body}`
      const answered = await next(asked)
      if (answered.status === 200) memory.set(slot, answered)
      const known = memory.get(slot) as QuirkResponse | undefined
      return answered.status === 401 && known ? known : answered
    }),
  },
  {
    name: 'search-as-plain-text-type',
    clause: ['0-json'],
    says: 'Sends text/plain as the Content-Type of a search by nome.',
    apply: where(
      (query) => query.has('nome'),
      onListAnswer((answered) => ({
        ...answered,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      })),
    ),
  },
  {
    name: 'search-total-counts-decided-twice',
    clause: ['2.2-total'],
    says: 'Counts the person whose report was decided last as two in total of a search by nome.',
    apply: withLastDecided((cpf) =>
      where(
        (query) => query.has('nome') && !query.has('page'),
        onTotal(async (total, _, call) =>
          String(total + Number((await call.everyone()).some((one) => one.cpf === cpf))),
        ),
      ),
    ),
  },
  {
    name: 'decided-person-gone-from-order-by-nome',
    clause: ['4.1-sort', '4.1-2'],
    says: 'Replaces the person whose report was decided last with a copy of another one in lists sorted by nome.',
    apply: withLastDecided((cpf) =>
      where(
        (query) => /^-?nome$/.test(textOf(query, 'sort')) && !query.has('nome'),
        onSelection((people) =>
          people.map((one, i) => (one.cpf === cpf ? (people.at(i - 1) as PersonItem) : one)),
        ),
      ),
    ),
  },
  {
    name: 'decided-person-not-found-by-nome',
    clause: ['4.1-nome', '4.1-2'],
    says: 'Omits the person whose report was decided last from a search by their full name.',
    apply: withLastDecided((cpf) => (asked, next, context) => {
      const nome = textOf(queryOf(asked), 'nome')
      const drop = onSelection((people) => people.filter((one) => one.cpf !== cpf || one.nome !== nome))
      return nome === '' ? next(asked) : drop(asked, next, context)
    }),
  },
]
