import { sleep } from '../../contract/real-globals.ts'
import { refusal } from '../refusal.ts'
import { broken } from './breaks.ts'
import { letIn } from './let-in.ts'
import { onResult, onTotal, queryOf, refuseParameter, textOf, where } from './on-list.ts'
import { onRefusal, onRefusalAnswer } from './on-refusal.ts'
import { ignoreUnknownKeys, isKnown, numeroOf, onBody } from './on-validation.ts'
import {
  type Apply,
  answer,
  forLists,
  forValidations,
  isList,
  isValidation,
  parse,
  type Quirk,
  refuse,
} from './quirk.ts'

const MENSAGEM = 'Sem mensagem do solicitante.'
const SHORT = 'curta'
const LONG = 100
const LONGEST = 2_000
/** The number of refused bodies that close every open report. */
const MANY = 12

const lengthOf = (mensagem: unknown) => String(mensagem).length

/** Quirks that keep a clause for an undecided report, a plain body and the first pages, and break it elsewhere. */
export const otherContexts: readonly Quirk[] = [
  {
    name: 'unknown-key-ignored-beside-long-mensagem',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields when mensagem has more than 100 characters.',
    apply: onBody((body) => (lengthOf(body.mensagem) > LONG ? knownOf(body) : body)),
  },
  {
    name: 'unknown-key-ignored-beside-longest-mensagem',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields when mensagem has more than 2,000 characters.',
    apply: onBody((body) => (lengthOf(body.mensagem) > LONGEST ? knownOf(body) : body)),
  },
  {
    name: 'unknown-key-ignored-with-blanks-around',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores an unknown field whose name is a known one with spaces around it.',
    apply: ignoreUnknownKeys((key) => isKnown(key.trim())),
  },
  {
    name: 'unknown-key-ignored-among-many',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields in a body of more than ten fields.',
    apply: onBody((body) => (Object.keys(body).length > 10 ? knownOf(body) : body)),
  },
  {
    name: 'unknown-key-ignored-once-decided',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields when the report was decided before.',
    apply: onDecidedReports(ignoreUnknownKeys(() => true)),
  },
  {
    name: 'mensagem-minimum-until-decided',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Decides with a short mensagem when the report was decided before.',
    apply: onDecidedReports(
      onBody((body) => (typeof body.mensagem === 'string' ? { ...body, mensagem: MENSAGEM } : body)),
    ),
  },
  {
    name: 'aprovar-optional-once-decided',
    clause: ['4.2-aprovar'],
    says: 'Approves without aprovar when the report was decided before.',
    apply: onDecidedReports(onBody((body) => ({ aprovar: true, ...body }))),
  },
  {
    name: 'aprovar-in-capitals-accepted',
    clause: ['4.2-aprovar'],
    says: 'Accepts "TRUE" and "FALSE" in aprovar, and refuses "true" and "false".',
    apply: onBody((body) =>
      /^(TRUE|FALSE)$/.test(String(body.aprovar)) ? { ...body, aprovar: body.aprovar === 'TRUE' } : body,
    ),
  },
  {
    name: 'fields-in-one-order',
    clause: ['4.2-aprovar', '4.2-mensagem', '7-validation'],
    says: 'Reads aprovar as missing when it comes after mensagem.',
    apply: onBody((body) => (Object.keys(body)[0] === 'mensagem' ? { ...body, aprovar: undefined } : body)),
  },
  {
    name: 'mensagem-spaces-joined',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Counts consecutive spaces in mensagem as one.',
    apply: onMensagem((mensagem) => mensagem.replace(/ +/g, ' ')),
  },
  {
    name: 'mensagem-line-breaks-not-counted',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Leaves line breaks out when it counts the characters of mensagem.',
    apply: onMensagem((mensagem) => mensagem.replace(/[\r\n]/g, '')),
  },
  {
    name: 'body-type-with-charset-refused',
    clause: ['4.2-headers'],
    says: 'Refuses a Content-Type that names a charset.',
    apply: forValidations(async (asked, next) =>
      /charset/i.test(String(asked.headers['content-type'])) ? refuse(refusal.bodyType()) : next(asked),
    ),
  },
  {
    name: 'opposite-decision-unknown',
    clause: ['4.2-3', '7-404', '4.2-2'],
    says: 'Answers 404 to a rejection of a report that it approved, and the other way round.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const slot = `first ${numeroOf(asked)}`
      const answered = await next(asked)
      if (answered.status !== 200) return answered
      const { aprovar } = parse(asked.body) as { aprovar: boolean }
      const first = memory.get(slot) ?? aprovar
      memory.set(slot, first)
      return first === aprovar ? answered : refuse(refusal.reportUnknown(profile))
    }),
  },
  {
    name: 'decided-report-unknown-in-turn',
    clause: ['4.2-3', '7-404', '4.2-2'],
    says: 'Refuses a second decision on a report with 409 and with 404 in turn.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const slot = `decisions ${numeroOf(asked)}`
      const answered = await next(asked)
      if (answered.status !== 200) return answered
      const times = Number(memory.get(slot) ?? 0)
      memory.set(slot, times + 1)
      if (times === 0) return answered
      return refuse(times % 2 === 0 ? refusal.reportUnknown(profile) : refusal.alreadyDecided(409))
    }),
  },
  {
    name: 'decision-beside-another-unknown',
    clause: ['4.2-3', '7-404', '4.2-2'],
    says: 'Answers 404 to a decision while another one is in flight.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const isBeside = memory.get('in flight') === true
      memory.set('in flight', true)
      if (!isBeside) await sleep(20)
      const answered = await next(asked)
      if (!isBeside) memory.delete('in flight')
      return isBeside && answered.status === 200 ? refuse(refusal.reportUnknown(profile)) : answered
    }),
  },
  {
    name: 'rejection-after-approval-not-recorded',
    clause: ['4.1-1', '1-1-order', '2.1-atualizado_em'],
    says: 'Accepts a rejection of a decided report without recording it.',
    apply: forValidations(async (asked, next, { memory }) => {
      const slot = `recorded ${asked.headers.authorization} ${numeroOf(asked)}`
      const body = parse(asked.body) as Record<string, unknown> | undefined
      const isRejection = body?.aprovar === false && lengthOf(body.mensagem) >= 25 && areKnown(body)
      if (isRejection && memory.has(slot)) {
        return answer(200, { result: { numero: numeroOf(asked) }, status_code: 200 })
      }
      const answered = await next(asked)
      if (answered.status === 200) memory.set(slot, true)
      return answered
    }),
  },
  {
    name: 'reports-lost-after-many-refusals',
    clause: ['4.2-3', '7-404', '4.2-2'],
    says: 'Answers 404 for every undecided report after it refused twelve bodies.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const slot = `kept ${numeroOf(asked)}`
      const refused = Number(memory.get('refused bodies') ?? 0)
      const answered = await next(asked)
      if (answered.status === 400) memory.set('refused bodies', refused + 1)
      if (answered.status !== 200) return answered
      if (refused >= MANY && !memory.has(slot)) return refuse(refusal.reportUnknown(profile))
      memory.set(slot, true)
      return answered
    }),
  },
  {
    name: 'token-with-another-end',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Accepts a token whose last character is wrong.',
    apply: letIn((sent, { organizations }) =>
      organizations.find(
        ({ token, enabled }) =>
          enabled && sent?.length === token.length && sent.slice(0, -1) === token.slice(0, -1),
      ),
    ),
  },
  {
    name: 'query-before-token',
    clause: ['4.1-5', '5-2', '7-401'],
    says: 'Refuses page=0 with 400 before it checks the token.',
    apply: onRefusalAnswer((answered, _, asked) => {
      if (!isList(asked) || queryOf(asked).get('page') !== '0') return answered
      const message = 'child "page" fails because ["page" must be larger than or equal to 1]'
      const validation = { source: 'query', keys: ['page'] }
      return answer(400, { error: 'Bad Request', message, validation, status_code: 400 })
    }, 401),
  },
  {
    name: 'total-of-everybody-after-search',
    clause: ['2.2-total', '4.1-3'],
    says: 'Counts everybody in total on a page after the last one of a search.',
    apply: onTotal(async (total, { itens, paginacao }, { query, list }) => {
      const isAfter = itens.length === 0 && paginacao.atual > 1 && (query.has('nome') || query.has('cpf'))
      if (!isAfter) return String(total)
      return (await list({ nome: undefined, cpf: undefined, page: '1' })).result.paginacao.total
    }),
  },
  {
    name: 'rows-75-refused',
    clause: ['4.1-rows', '8-rows'],
    says: 'Refuses only rows=75.',
    apply: where((query) => query.get('rows') === '75', refuseParameter('rows')),
  },
  {
    name: 'nome-of-100-breaks',
    clause: ['4.1-nome', '4.1-query'],
    says: 'Answers 500 to a nome of more than 100 characters.',
    apply: forLists(async (asked, next) =>
      textOf(queryOf(asked), 'nome').length > LONG ? broken() : next(asked),
    ),
  },
  {
    name: 'query-decoded-before-it-is-split',
    clause: ['4.1-nome', '4.1-query'],
    says: 'Reads an encoded ampersand as one that separates parameters.',
    apply: forLists((asked, next) =>
      next({ ...asked, url: asked.url.replace(/%26/g, '&').replace(/%3d/gi, '=') }),
    ),
  },
  {
    name: 'busca-as-in-the-url',
    clause: ['2.2-busca'],
    says: 'Shows the search text in busca percent-encoded.',
    apply: onResult((result) => ({ ...result, busca: encodeURIComponent(result.busca) })),
  },
  {
    name: 'query-refused-without-validation',
    clause: ['7-validation'],
    says: 'Leaves validation out when it refuses a query.',
    apply: onRefusalAnswer(async (answered, { error, message, status_code }, asked) => {
      return isList(asked) ? answer(400, { error, message, status_code }) : answered
    }, 400),
  },
  {
    name: 'refusal-as-plain-text-type',
    clause: ['0-json'],
    says: 'Sends text/plain as the Content-Type of every refusal.',
    apply: async (asked, next) => {
      const answered = await next(asked)
      return answered.status < 400
        ? answered
        : { ...answered, headers: { 'content-type': 'text/plain; charset=utf-8' } }
    },
  },
  {
    name: 'text-number-without-message',
    clause: ['7-message', '7-error', '7-404'],
    says: 'Sends neither error nor message for a report number that is not a UUID.',
    apply: async (asked, next, context) => {
      const isText = isValidation(asked) && !/^[\da-f-]{36}$/i.test(numeroOf(asked))
      return isText
        ? onRefusal(({ status_code }) => ({ status_code }), 404)(asked, next, context)
        : next(asked)
    },
  },
]

function knownOf(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => isKnown(key)))
}

function areKnown(body: Record<string, unknown>): boolean {
  return Object.keys(body).every(isKnown)
}

/** Counts the characters of another mensagem in its place. */
function onMensagem(edit: (mensagem: string) => string): Apply {
  return onBody((body) =>
    typeof body.mensagem === 'string' && edit(body.mensagem).length < 25
      ? { ...body, mensagem: SHORT }
      : body,
  )
}

/** The quirk, for reports that were decided before. */
function onDecidedReports(apply: Apply): Apply {
  return forValidations(async (asked, next, context) => {
    const slot = `once ${numeroOf(asked)}`
    const answered = await (context.memory.has(slot) ? apply : untouched)(asked, next, context)
    if (answered.status === 200) context.memory.set(slot, true)
    return answered
  })
}

const untouched: Apply = (asked, next) => next(asked)
