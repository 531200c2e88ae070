import { MENSAGEM_MINIMUM } from '../../contract/wire.ts'
import { refusal } from '../refusal.ts'
import { onRefusalAnswer } from './on-refusal.ts'
import { ignoreUnknownKeys, isKnown, onBody, onUnknownKey, onUnknownReport } from './on-validation.ts'
import { answer, type Quirk, refuse } from './quirk.ts'

const MENSAGEM = 'Sem mensagem do solicitante.'
const success = (numero: string) => answer(200, { result: { numero }, status_code: 200 })

/** Lets a short message through where a claim about it holds, as one that is long enough. */
const acceptMensagem = (claim: (mensagem: unknown) => boolean) =>
  onBody((body) => (claim(body.mensagem) ? { ...body, mensagem: MENSAGEM } : body))

/** Puts a message that is refused in the place of some. */
const refuseMensagem = (claim: (mensagem: string) => boolean) =>
  onBody((body) =>
    typeof body.mensagem === 'string' && claim(body.mensagem) ? { ...body, mensagem: 'curta' } : body,
  )

/** Takes a value of aprovar for a boolean where a claim about it holds. */
const acceptAprovar = (claim: (aprovar: unknown) => boolean) =>
  onBody((body) => (claim(body.aprovar) ? { ...body, aprovar: Boolean(body.aprovar) } : body))

const isOfLength = (least: number, most: number) => (mensagem: unknown) =>
  typeof mensagem === 'string' && mensagem.length >= least && mensagem.length <= most

/** Heading 4.2. */
export const validateReport: readonly Quirk[] = [
  {
    name: 'aprovar-optional',
    clause: ['4.2-aprovar'],
    says: 'Approves when aprovar is missing.',
    apply: onBody((body) => ({ aprovar: true, ...body })),
  },
  {
    name: 'aprovar-null-accepted',
    clause: ['4.2-aprovar'],
    says: 'Reads null as false in aprovar.',
    apply: acceptAprovar((aprovar) => aprovar === null),
  },
  {
    name: 'aprovar-number-accepted',
    clause: ['4.2-aprovar'],
    says: 'Reads any number as true or false in aprovar.',
    apply: acceptAprovar((aprovar) => typeof aprovar === 'number'),
  },
  {
    name: 'aprovar-text-accepted',
    clause: ['4.2-aprovar'],
    says: 'Reads any string as true in aprovar.',
    apply: acceptAprovar((aprovar) => typeof aprovar === 'string'),
  },
  {
    name: 'aprovar-object-accepted',
    clause: ['4.2-aprovar'],
    says: 'Reads any object or list as true in aprovar.',
    apply: acceptAprovar((aprovar) => typeof aprovar === 'object' && aprovar !== null),
  },
  {
    name: 'mensagem-optional',
    clause: ['4.2-mensagem'],
    says: 'Decides without mensagem.',
    apply: acceptMensagem((mensagem) => mensagem === undefined),
  },
  {
    name: 'mensagem-null-accepted',
    clause: ['4.2-mensagem'],
    says: 'Decides with null for mensagem.',
    apply: acceptMensagem((mensagem) => mensagem === null),
  },
  {
    name: 'mensagem-number-accepted',
    clause: ['4.2-mensagem'],
    says: 'Decides with a number for mensagem.',
    apply: acceptMensagem((mensagem) => typeof mensagem === 'number'),
  },
  {
    name: 'mensagem-list-accepted',
    clause: ['4.2-mensagem'],
    says: 'Decides with a list for mensagem.',
    apply: acceptMensagem(Array.isArray),
  },
  {
    name: 'body-empty-accepted',
    clause: ['4.2-aprovar', '4.2-mensagem'],
    says: 'Decides with a body that has neither aprovar nor mensagem.',
    apply: onBody((body) => (Object.keys(body).length === 0 ? { aprovar: true, mensagem: MENSAGEM } : body)),
  },
  {
    name: 'mensagem-empty-accepted',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Decides with an empty mensagem.',
    apply: acceptMensagem(isOfLength(0, 0)),
  },
  {
    name: 'mensagem-one-accepted',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Decides with a mensagem of 1 to 10 characters.',
    apply: acceptMensagem(isOfLength(1, 10)),
  },
  {
    name: 'mensagem-minimum-20',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Decides with a mensagem of 20 characters or more.',
    apply: acceptMensagem(isOfLength(20, 24)),
  },
  {
    name: 'mensagem-minimum-24',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Decides with a mensagem of 24 characters.',
    apply: acceptMensagem(isOfLength(24, 24)),
  },
  {
    name: 'mensagem-counts-escapes',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Counts a character of mensagem that is escaped as \\u and four digits as the six that are sent.',
    async apply(asked, next, context) {
      const escapes = asked.body.toString().match(/\\u[0-9a-f]{4}/gi)?.length ?? 0
      return acceptMensagem(
        (mensagem) =>
          typeof mensagem === 'string' &&
          mensagem.length < MENSAGEM_MINIMUM &&
          mensagem.length + 5 * escapes >= MENSAGEM_MINIMUM,
      )(asked, next, context)
    },
  },
  {
    name: 'mensagem-minimum-26',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Refuses a mensagem of exactly 25 characters.',
    apply: refuseMensagem(isOfLength(25, 25)),
  },
  {
    name: 'mensagem-in-bytes',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Counts the bytes of mensagem, so that fewer letters suffice when they have accents.',
    apply: acceptMensagem(
      (mensagem) => typeof mensagem === 'string' && mensagem.length < 25 && Buffer.byteLength(mensagem) >= 25,
    ),
  },
  {
    name: 'mensagem-accents-not-counted',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Leaves letters with an accent out when it counts the characters of mensagem.',
    apply: refuseMensagem((mensagem) => mensagem.replace(/[^ -~]/g, '').length < 25),
  },
  {
    name: 'unknown-key-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores every unknown field.',
    apply: ignoreUnknownKeys(() => true),
  },
  {
    name: 'unknown-key-accented-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields with a non-ASCII character in the name.',
    apply: ignoreUnknownKeys((key) => /[^ -~]/.test(key)),
  },
  {
    name: 'unknown-key-strange-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Refuses the unknown field message, and ignores every other one.',
    apply: ignoreUnknownKeys((key) => key !== 'message'),
  },
  {
    name: 'unknown-key-null-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores an unknown field that is null.',
    apply: ignoreUnknownKeys((_, value) => value === null),
  },
  {
    name: 'unknown-key-object-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores an unknown field that contains an object or a list.',
    apply: ignoreUnknownKeys((_, value) => typeof value === 'object' && value !== null),
  },
  {
    name: 'unknown-key-falsy-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores an unknown field that is false, 0 or an empty string.',
    apply: ignoreUnknownKeys((_, value) => value === false || value === 0 || value === ''),
  },
  {
    name: 'unknown-key-inherited-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Ignores unknown fields such as constructor, toString and __proto__, which every object inherits.',
    apply: ignoreUnknownKeys((key) => key in {}),
  },
  {
    name: 'key-case-ignored',
    clause: ['4.2-1', '7-400'],
    says: 'Reads Aprovar as aprovar.',
    apply: onBody((body) => {
      const spelling = (key: string) => (isKnown(key.toLowerCase()) ? key.toLowerCase() : key)
      return Object.fromEntries(Object.entries(body).map(([key, value]) => [spelling(key), value]))
    }),
  },
  {
    name: 'unknown-key-422',
    clause: ['4.2-1', '7-400'],
    says: 'Refuses an unknown field with 422.',
    apply: onRefusalAnswer(
      (answered, body) =>
        /is not allowed(?! to be empty)/.test(body.message)
          ? answer(422, { ...body, error: 'Unprocessable Entity', status_code: 422 })
          : answered,
      400,
    ),
  },
  {
    name: 'unknown-key-without-validation',
    clause: ['4.2-1', '7-validation'],
    says: 'Omits validation when it refuses an unknown field.',
    apply: onUnknownKey(({ error, message, status_code }) => ({ error, message, status_code })),
  },
  {
    name: 'source-body',
    clause: ['4.2-1'],
    says: 'Says body in source when it refuses an unknown field.',
    apply: onUnknownKey((body, validation) => ({ ...body, validation: { ...validation, source: 'body' } })),
  },
  {
    name: 'keys-empty',
    clause: ['4.2-1', '7-validation'],
    says: 'Sends an empty list of keys when it refuses an unknown field.',
    apply: onUnknownKey((body, validation) => ({ ...body, validation: { ...validation, keys: [] } })),
  },
  {
    name: 'keys-name-another',
    clause: ['4.2-1', '7-validation'],
    says: 'Names mensagem in keys when another field is unknown.',
    apply: onUnknownKey((body, validation) => ({
      ...body,
      validation: { ...validation, keys: ['mensagem'] },
    })),
  },
  {
    name: 'keys-name-all',
    clause: ['4.2-1', '7-validation'],
    says: 'Names every field of the body in keys when one of them is unknown.',
    apply: onUnknownKey((body, validation, _, sent) => ({
      ...body,
      validation: { ...validation, keys: sent },
    })),
  },
  {
    name: 'keys-in-lower-case',
    clause: ['4.2-1', '7-validation'],
    says: 'Spells keys without accents and capitals.',
    apply: onUnknownKey((body, { source, keys }) => ({
      ...body,
      validation: {
        source,
        keys: keys.map((key) =>
          key
            .normalize('NFD')
            .replace(/[^ -~]/g, '')
            .toLowerCase(),
        ),
      },
    })),
  },
  {
    name: 'message-names-no-key',
    clause: ['7-400'],
    says: 'Names no field in the message about an unknown one.',
    apply: onUnknownKey((body) => ({ ...body, message: 'O corpo da requisição é inválido.' })),
  },
  {
    name: 'message-names-another',
    clause: ['7-400'],
    says: 'Names mensagem in the message about an unknown field.',
    apply: onUnknownKey((body) => ({
      ...body,
      message: 'child "payload" fails because ["mensagem" is not allowed]',
    })),
  },
  {
    name: 'message-in-other-words',
    clause: ['7-400'],
    says: 'Names the unknown field in other words than the documented ones.',
    apply: onUnknownKey((body, _, key) => ({ ...body, message: `O campo ${key} não é permitido.` })),
  },
  {
    name: 'unknown-key-alone-hidden',
    clause: ['4.2-1', '7-400', '7-validation'],
    says: 'Names no field when every field of the body is unknown.',
    apply: onUnknownKey((body, _, __, sent) => {
      const validation = { source: 'payload', keys: ['value'] }
      return sent.some(isKnown) ? body : { ...body, message: '"value" is not allowed', validation }
    }),
  },
  {
    name: 'unknown-report-200',
    clause: ['4.2-3', '7-404'],
    says: 'Answers 200 for a report that does not exist.',
    apply: onUnknownReport(success),
  },
  {
    name: 'unknown-report-rejected',
    clause: ['4.2-3', '7-404'],
    says: 'Answers 200 when a report that does not exist is rejected.',
    apply: onUnknownReport((numero, { aprovar }) => (aprovar ? undefined : success(numero))),
  },
  {
    name: 'unknown-report-204',
    clause: ['4.2-3', '7-404'],
    says: 'Answers 204 for a report that does not exist.',
    apply: onUnknownReport(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'unknown-report-400',
    clause: ['4.2-3', '7-404'],
    says: 'Answers 400 for a report that does not exist.',
    apply: onUnknownReport(() => {
      const validation = { source: 'params', keys: ['numero_do_relatorio'] }
      const message = 'child "numero_do_relatorio" fails because ["numero_do_relatorio" is unknown]'
      return answer(400, { error: 'Bad Request', message, validation, status_code: 400 })
    }),
  },
  {
    name: 'unknown-report-403',
    clause: ['4.2-3', '7-404'],
    says: 'Answers 403 for a report that does not exist.',
    apply: onUnknownReport(() => refuse(refusal.forbidden())),
  },
]
