import { toByteText } from '../../contract/bytes.ts'
import type { RefusalBody } from '../../contract/wire.ts'
import { rejection } from './contexts.ts'
import { refusalBody, refused, type, unknownKey } from './mutations.ts'
import { bodyOf, isKnown, json, type Quirk, quirk } from './quirk.ts'

type Validation = NonNullable<RefusalBody['validation']>
const validationOf400 = (edit: (validation: Validation) => unknown) =>
  refusalBody(({ validation, ...body }) => (validation ? { ...body, validation: edit(validation) } : body), 400)
const VAGUE = 'O corpo da requisição é inválido.'

/** Heading 7: the body of an error. */
export const refusals: readonly Quirk[] = [
  quirk('error-as-text', '0-json 2.4-error', 'Sends the message of an error as plain text.',
    refused((answer, { message }) => ({ ...answer, ...type('text/plain'), body: toByteText(message) }))),
  quirk('refusal-as-plain-text-type', '0-json', 'Sends text/plain as the Content-Type of every refusal.',
    refused((answer) => ({ ...answer, ...type('text/plain') }))),
  quirk('error-in-result', '2.4-error 7-error 7-message 7-400', 'Puts error and message into a result.',
    refusalBody(({ error, message, ...body }) => ({ result: { error, message }, ...body }))),
  quirk('error-missing', '7-error', 'Sends errors without error.', refusalBody(({ error: _, ...body }) => body)),
  quirk('error-empty', '7-error', 'Sends an empty error.', refusalBody((body) => ({ ...body, error: '' }))),
  quirk('message-missing', '7-message 7-400', 'Sends errors without message.',
    refusalBody(({ message: _, ...body }) => body)),
  quirk('message-empty', '7-message 7-400', 'Sends an empty message.',
    refusalBody((body) => ({ ...body, message: '' }))),
  quirk('error-status-200', '7-status_code 2.4-success 4.1-5 4.2-1 4.2-3 4.2-4 5-2 7-400 7-401 7-404 4.2-aprovar 4.2-mensagem 8-mensagem',
    'Answers errors with the HTTP status 200.', refused((answer) => ({ ...answer, status: 200 }))),
  quirk('error-status-code-other', '7-status_code', 'Says 500 in the status_code of every error.',
    refusalBody((body) => ({ ...body, status_code: 500 }))),
  quirk('error-status-code-text', '7-status_code', 'Sends the status_code of an error as a string.',
    refusalBody((body) => ({ ...body, status_code: String(body.status_code) }))),
  quirk('keys-missing', '7-validation 4.2-1', 'Sends validation without keys.',
    validationOf400(({ source }) => ({ source }))),
  quirk('validation-missing-on-rejection', '7-validation', 'Refuses a bad rejection without validation.',
    rejection(refusalBody(({ validation: _, ...body }) => body, 400))),
  quirk('source-as-list', '7-validation 4.2-1', 'Sends source as a list of one.',
    validationOf400(({ source, keys }) => ({ source: [source], keys }))),
  quirk('validation-null-on-404', '7-validation', 'Sends null for validation with a 404.',
    refusalBody((body) => ({ ...body, validation: null }), 404)),
  quirk('validation-on-404', '7-validation', 'Sends validation with a 404.',
    refusalBody((body) => ({ ...body, validation: { source: 'params', keys: ['numero_do_relatorio'] } }), 404)),
  quirk('bad-request-renamed', '7-400 7-error', 'Says ValidationError in the error of a 400.',
    refusalBody((body) => ({ ...body, error: 'ValidationError' }), 400)),
  quirk('unauthorized-renamed', '7-401 7-error', 'Says Não autorizado in the error of a 401.',
    refusalBody((body) => ({ ...body, error: 'Não autorizado' }), 401)),
  quirk('unauthorized-403', '4.1-5 4.2-4 5-2 7-401', 'Answers a missing or wrong token with 403.',
    refused((_, { message }) => json(403, { error: 'Forbidden', message, status_code: 403 }), 401)),
  quirk('unauthorized-text', '5-2 7-401', 'Mentions neither token nor access in the message of a 401.',
    refusalBody((body) => ({ ...body, message: 'Erro.' }), 401)),
  quirk('refused-token-in-english', '7-401 5-2', 'Refuses a token in English if the request prefers English.',
    refused((answer, body, { headers }) => /^en/i.test(headers['accept-language'] ?? '')
      ? { ...answer, body: bodyOf({ ...body, message: 'Invalid credentials' }) } : answer, 401)),
  quirk('not-found-renamed', '7-404 7-error', 'Says NotFound in the error of a 404.',
    refusalBody((body) => ({ ...body, error: 'NotFound' }), 404)),
  quirk('not-found-text', '7-404', 'Does not mention protocolo in the message of a 404.',
    refusalBody((body) => ({ ...body, message: 'Erro.' }), 404)),
  quirk('message-names-no-key', '7-400', 'Names no field in the message about an unknown one.',
    unknownKey((body) => ({ ...body, message: VAGUE }))),
  quirk('message-names-no-key-on-rejection', '7-400 7-message',
    'Names no field in the message about an unknown one when aprovar is false.',
    rejection(unknownKey((body) => ({ ...body, message: VAGUE })))),
  quirk('message-names-another', '7-400', 'Names mensagem in the message about an unknown field.',
    unknownKey((body) => ({ ...body, message: 'child "payload" fails because ["mensagem" is not allowed]' }))),
  quirk('source-body-on-rejection', '4.2-1 7-validation',
    'Names another source for an unknown field when aprovar is false.',
    rejection(unknownKey((body) => ({ ...body, validation: { ...body.validation, source: 'body' } })))),
  quirk('unknown-key-422', '4.2-1 7-400', 'Refuses an unknown field with 422.',
    refused((answer, body) => /is not allowed(?! to be empty)/.test(body.message)
      ? json(422, { ...body, error: 'Unprocessable Entity', status_code: 422 }) : answer, 400)),
  quirk('unknown-key-without-validation', '4.2-1 7-validation', 'Omits validation when it refuses an unknown field.',
    unknownKey(({ validation: _, ...body }) => body)),
  quirk('unknown-key-alone-hidden', '4.2-1 7-400 7-validation',
    'Names no field when every field of the body is unknown.', unknownKey((body, _, sent) => sent.some(isKnown) ? body
      : { ...body, message: '"value" is not allowed', validation: { source: 'payload', keys: ['value'] } })),
]
