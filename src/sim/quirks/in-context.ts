import { broken } from './breaks.ts'
import { authorized, firstEnabled, letIn } from './let-in.ts'
import { onItem, queryOf, rewrite, where } from './on-list.ts'
import { onRefusalAnswer } from './on-refusal.ts'
import { isKnown, numeroOf, onBody, onUnknownKey, onValidation } from './on-validation.ts'
import { answer, forValidations, isList, parse, type Quirk, type QuirkRequest } from './quirk.ts'

const LEGAL = { aprovar: true, mensagem: 'Sem mensagem do solicitante.' }
const SHORT = 'curta'

const sentBy = ({ body }: QuirkRequest) => (parse(body) ?? {}) as Record<string, unknown>

/** Quirks that keep a clause in the plain case, and break it for one kind of body, number, list or token. */
export const inContext: readonly Quirk[] = [
  {
    name: 'unknown-key-ignored-on-rejection',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields when aprovar is false.',
    apply: onBody((body) =>
      body.aprovar === false
        ? Object.fromEntries(Object.entries(body).filter(([key]) => isKnown(key)))
        : body,
    ),
  },
  {
    name: 'mensagem-minimum-on-approval',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Checks the length of mensagem in approvals only.',
    apply: onBody((body) =>
      body.aprovar === false && typeof body.mensagem === 'string'
        ? { ...body, mensagem: LEGAL.mensagem }
        : body,
    ),
  },
  {
    name: 'source-body-on-rejection',
    clause: ['4.2-1', '7-validation'],
    says: 'Names another source for an unknown field when aprovar is false.',
    apply: onUnknownKeyOf(
      ({ aprovar }) => aprovar === false,
      (body) => ({ ...body, validation: { ...(body.validation as object), source: 'body' } }),
    ),
  },
  {
    name: 'keys-payload-for-two-faults',
    clause: ['4.2-1', '7-validation'],
    says: 'Names payload in keys when an unknown field comes with a short mensagem.',
    apply: onUnknownKeyOf(
      ({ mensagem }) => mensagem === SHORT,
      (body) => ({ ...body, validation: { source: 'payload', keys: ['payload'] } }),
    ),
  },
  {
    name: 'message-names-no-key-on-rejection',
    clause: ['7-400', '7-message'],
    says: 'Names no field in the message about an unknown one when aprovar is false.',
    apply: onUnknownKeyOf(
      ({ aprovar }) => aprovar === false,
      (body) => ({ ...body, message: 'O corpo da requisição é inválido.' }),
    ),
  },
  {
    name: 'body-list-breaks',
    clause: ['4.2-aprovar', '4.2-mensagem', '7-400'],
    says: 'Answers 500 to a body that is a list.',
    apply: forValidations(async (asked, next) => (Array.isArray(parse(asked.body)) ? broken() : next(asked))),
  },
  {
    name: 'mensagem-with-line-break-refused',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Refuses a mensagem with a line break.',
    apply: onBody((body) => (/\n/.test(String(body.mensagem)) ? { ...body, mensagem: SHORT } : body)),
  },
  {
    name: 'mensagem-trimmed',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Trims mensagem before it counts the characters.',
    apply: onBody((body) =>
      typeof body.mensagem === 'string' ? { ...body, mensagem: body.mensagem.trim() } : body,
    ),
  },
  {
    name: 'unknown-report-of-zeros-breaks',
    clause: ['4.2-3', '7-404'],
    says: 'Answers 500 for the number that consists of zeros.',
    apply: forValidations(async (asked, next) => (/^[0-]+$/.test(numeroOf(asked)) ? broken() : next(asked))),
  },
  {
    name: 'report-by-first-group',
    clause: ['4.2-3', '7-404'],
    says: 'Finds a report by the first 8 digits of its number.',
    apply: foundByFirst(8),
  },
  {
    name: 'report-by-all-but-last-group',
    clause: ['4.2-3', '7-404'],
    says: 'Finds a report without the last group of its number.',
    apply: foundByFirst(23),
  },
  {
    name: 'chunked-body-not-read',
    clause: ['4.2-headers', '4.2-aprovar', '4.2-mensagem'],
    says: 'Reads a body that is sent in chunks as an empty one.',
    apply: forValidations((asked, next) =>
      next(asked.headers['transfer-encoding'] === undefined ? asked : { ...asked, body: '{}' }),
    ),
  },
  {
    name: 'cpf-as-number-in-50-rows',
    clause: ['2.1-cpf'],
    says: 'Sends a cpf without leading zeros as a JSON number in lists of 50 rows.',
    apply: where(
      (query) => query.get('rows') === '50',
      onItem((item) => (item.cpf.startsWith('0') ? item : { ...item, cpf: Number(item.cpf) })),
    ),
  },
  {
    name: 'default-order-by-cpf-from-125-rows',
    clause: ['4.1-1', '1-1-order'],
    says: 'Orders by cpf without sort when 125 rows or more are requested.',
    apply: where(
      (query) => !query.has('sort') && Number(query.get('rows')) >= 125,
      rewrite(() => ({ sort: 'cpf' })),
    ),
  },
  {
    name: 'decision-with-emoji-not-recorded',
    clause: ['4.2-2', '4.1-1', '1-1-order', '2.1-atualizado_em'],
    says: 'Accepts a decision on a decided report without recording it if its mensagem has an emoji.',
    apply: forValidations(async (asked, next, { memory }) => {
      const slot = `decided ${asked.headers.authorization} ${numeroOf(asked)}`
      const { aprovar, mensagem, ...others } = sentBy(asked)
      const isLegal = typeof aprovar === 'boolean' && Object.keys(others).length === 0
      if (isLegal && memory.has(slot) && /\p{Emoji_Presentation}/u.test(String(mensagem)))
        return answer(200, { result: { numero: numeroOf(asked) }, status_code: 200 })
      const answered = await next(asked)
      if (answered.status === 200) memory.set(slot, true)
      return answered
    }),
  },
  {
    name: 'refused-decision-recorded',
    clause: ['4.2-mensagem', '8-mensagem', '4.1-1'],
    says: 'Records a decision that it refuses with 400.',
    apply: forValidations(async (asked, next) => {
      const answered = await next(asked)
      if (answered.status === 400) await next({ ...asked, body: JSON.stringify(LEGAL) })
      return answered
    }),
  },
  {
    name: 'rejection-numero-in-capitals',
    clause: ['2.3-numero', '4.2-2'],
    says: 'Spells the number of a rejected report in capitals.',
    apply: onValidation((answered, { result }, { aprovar }) =>
      aprovar ? answered : answer(200, { result: { numero: result.numero.toUpperCase() }, status_code: 200 }),
    ),
  },
  {
    name: 'decision-with-emoji-breaks',
    clause: ['4.2-mensagem', '4.2-2'],
    says: 'Answers 500 to a decision whose mensagem has an emoji.',
    apply: onValidation((answered, _, { mensagem }) =>
      /\p{Emoji_Presentation}/u.test(mensagem) ? broken() : answered,
    ),
  },
  {
    name: 'decision-with-combining-mark-breaks',
    clause: ['4.2-mensagem', '4.2-2'],
    says: 'Records a decision whose mensagem has a combining mark, and answers 500.',
    apply: onValidation((answered, _, { mensagem }) => (/\p{M}/u.test(mensagem) ? broken() : answered)),
  },
  {
    name: 'nome-with-bracket-breaks',
    clause: ['4.1-nome', '4.1-query'],
    says: 'Answers 500 to a nome with an opening bracket.',
    apply: async (asked, next) =>
      isList(asked) && /[([]/.test(queryOf(asked).get('nome') ?? '') ? broken() : next(asked),
  },
  {
    name: 'aprovar-zero-accepted',
    clause: ['4.2-aprovar'],
    says: 'Accepts 0 as false in aprovar, and refuses 1.',
    apply: onBody((body) => (body.aprovar === 0 ? { ...body, aprovar: false } : body)),
  },
  {
    name: 'token-without-its-end',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Accepts a token whose last character is missing.',
    apply: letIn((sent, { organizations }) =>
      organizations.find(({ token, enabled }) => enabled && sent === token.slice(0, -1)),
    ),
  },
  {
    name: 'token-in-query',
    clause: ['5-1', '4.1-5', '1-3'],
    says: 'Reads the token from the parameter access_token when Authorization is missing.',
    apply: async (asked, next, context) => {
      const given = isList(asked) ? queryOf(asked).get('access_token') : null
      const found = context.organizations.find(({ token, enabled }) => enabled && token === given)
      if (!found || asked.headers.authorization !== undefined) return next(asked)
      return next(authorized({ ...asked, url: '/pessoas' }, found, context))
    },
  },
  {
    name: 'token-with-quote-breaks',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Answers 500 to a token with a quotation mark.',
    apply: async (asked, next) => (/['"]/.test(asked.headers.authorization ?? '') ? broken() : next(asked)),
  },
  {
    name: 'body-before-token',
    clause: ['4.2-4', '5-2', '7-401'],
    says: 'Refuses an unknown field with 400 before it checks the token.',
    apply: onRefusalAnswer((answered, _, asked) => {
      const [unknown] = Object.keys(sentBy(asked)).filter((key) => !isKnown(key))
      if (unknown === undefined) return answered
      const message = `child "payload" fails because ["${unknown}" is not allowed]`
      const validation = { source: 'payload', keys: [unknown] }
      return answer(400, { error: 'Bad Request', message, validation, status_code: 400 })
    }, 401),
  },
  {
    name: 'token-null-accepted',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Accepts the word null as the token of the first organization.',
    apply: letIn((sent, context) => (sent === 'null' ? firstEnabled(context) : undefined)),
  },
]

/** Finds a report by the beginning of its number, once it was decided. */
function foundByFirst(digits: number): Quirk['apply'] {
  return forValidations(async (asked, next, { memory }) => {
    const slot = `found ${numeroOf(asked).slice(0, digits)}`
    const answered = await next(asked)
    if (answered.status === 200) memory.set(slot, true)
    const isFound = answered.status === 404 && memory.has(slot)
    return isFound ? answer(200, { result: { numero: numeroOf(asked) }, status_code: 200 }) : answered
  })
}

/** Another refusal of an unknown field where a claim about the body holds. */
function onUnknownKeyOf(
  claim: (sent: Record<string, unknown>) => boolean,
  edit: (body: Record<string, unknown>) => unknown,
): Quirk['apply'] {
  const apply = onUnknownKey((body) => edit({ ...body }))
  return (asked, next, context) => (claim(sentBy(asked)) ? apply(asked, next, context) : next(asked))
}
