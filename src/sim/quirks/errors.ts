import { onRefusal, onRefusalAnswer, type Validation } from './on-refusal.ts'
import type { Quirk } from './quirk.ts'

const onValidationOf400 = (edit: (validation: Validation) => unknown) =>
  onRefusal((body) => (body.validation ? { ...body, validation: edit(body.validation) } : body), 400)

/** Heading 7. */
export const errors: readonly Quirk[] = [
  {
    name: 'error-as-text',
    clause: ['0-json', '2.4-error'],
    says: 'Sends the message of an error as plain text.',
    apply: onRefusalAnswer((answered, { message }) => ({
      ...answered,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: message,
    })),
  },
  {
    name: 'error-in-result',
    clause: ['2.4-error', '7-error', '7-message', '7-400'],
    says: 'Puts error and message into a result.',
    apply: onRefusal(({ error, message, ...body }) => ({ result: { error, message }, ...body })),
  },
  {
    name: 'error-missing',
    clause: ['7-error'],
    says: 'Sends errors without error.',
    apply: onRefusal(({ error: _, ...body }) => body),
  },
  {
    name: 'error-empty',
    clause: ['7-error'],
    says: 'Sends an empty error.',
    apply: onRefusal((body) => ({ ...body, error: '' })),
  },
  {
    name: 'error-as-boolean',
    clause: ['7-error'],
    says: 'Sends true for error.',
    apply: onRefusal((body) => ({ ...body, error: true })),
  },
  {
    name: 'message-missing',
    clause: ['7-message', '7-400'],
    says: 'Sends errors without message.',
    apply: onRefusal(({ message: _, ...body }) => body),
  },
  {
    name: 'message-empty',
    clause: ['7-message', '7-400'],
    says: 'Sends an empty message.',
    apply: onRefusal((body) => ({ ...body, message: '' })),
  },
  {
    name: 'message-as-list',
    clause: ['7-message'],
    says: 'Sends message as a list of one.',
    apply: onRefusal((body) => ({ ...body, message: [body.message] })),
  },
  {
    name: 'error-status-code-missing',
    clause: ['7-status_code'],
    says: 'Sends errors without status_code.',
    apply: onRefusal(({ status_code: _, ...body }) => body),
  },
  {
    name: 'error-status-code-text',
    clause: ['7-status_code'],
    says: 'Sends the status_code of an error as a string.',
    apply: onRefusal((body) => ({ ...body, status_code: String(body.status_code) })),
  },
  {
    name: 'error-status-code-other',
    clause: ['7-status_code'],
    says: 'Says 500 in the status_code of every error.',
    apply: onRefusal((body) => ({ ...body, status_code: 500 })),
  },
  {
    name: 'error-status-200',
    clause: [
      '7-status_code',
      '2.4-success',
      '4.1-5',
      '4.2-1',
      '4.2-3',
      '4.2-4',
      '5-2',
      '7-400',
      '7-401',
      '7-404',
      '4.2-aprovar',
      '4.2-mensagem',
      '8-mensagem',
    ],
    says: 'Answers errors with the HTTP status 200.',
    apply: onRefusalAnswer((answered) => ({ ...answered, status: 200 })),
  },
  {
    name: 'validation-on-401',
    clause: ['7-validation'],
    says: 'Sends validation with a 401.',
    apply: onRefusal(
      (body) => ({ ...body, validation: { source: 'headers', keys: ['authorization'] } }),
      401,
    ),
  },
  {
    name: 'validation-on-404',
    clause: ['7-validation'],
    says: 'Sends validation with a 404.',
    apply: onRefusal(
      (body) => ({ ...body, validation: { source: 'params', keys: ['numero_do_relatorio'] } }),
      404,
    ),
  },
  {
    name: 'validation-null-on-404',
    clause: ['7-validation'],
    says: 'Sends null for validation with a 404.',
    apply: onRefusal((body) => ({ ...body, validation: null }), 404),
  },
  {
    name: 'source-missing',
    clause: ['7-validation', '4.2-1'],
    says: 'Sends validation without source.',
    apply: onValidationOf400(({ keys }) => ({ keys })),
  },
  {
    name: 'source-as-list',
    clause: ['7-validation', '4.2-1'],
    says: 'Sends source as a list of one.',
    apply: onValidationOf400(({ source, keys }) => ({ source: [source], keys })),
  },
  {
    name: 'keys-missing',
    clause: ['7-validation', '4.2-1'],
    says: 'Sends validation without keys.',
    apply: onValidationOf400(({ source }) => ({ source })),
  },
  {
    name: 'keys-null',
    clause: ['7-validation', '4.2-1'],
    says: 'Sends null for keys.',
    apply: onValidationOf400(({ source }) => ({ source, keys: null })),
  },
  {
    name: 'keys-as-text',
    clause: ['7-validation', '4.2-1'],
    says: 'Sends keys as one string.',
    apply: onValidationOf400(({ source, keys }) => ({ source, keys: keys.join(',') })),
  },
  {
    name: 'keys-as-objects',
    clause: ['7-validation', '4.2-1'],
    says: 'Sends objects instead of strings in keys.',
    apply: onValidationOf400(({ source, keys }) => ({ source, keys: keys.map((path) => ({ path })) })),
  },
  {
    name: 'bad-request-renamed',
    clause: ['7-400', '7-error'],
    says: 'Says ValidationError in the error of a 400.',
    apply: onRefusal((body) => ({ ...body, error: 'ValidationError' }), 400),
  },
  {
    name: 'unauthorized-renamed',
    clause: ['7-401', '7-error'],
    says: 'Says Não autorizado in the error of a 401.',
    apply: onRefusal((body) => ({ ...body, error: 'Não autorizado' }), 401),
  },
  {
    name: 'not-found-renamed',
    clause: ['7-404', '7-error'],
    says: 'Says NotFound in the error of a 404.',
    apply: onRefusal((body) => ({ ...body, error: 'NotFound' }), 404),
  },
  {
    name: 'not-found-text',
    clause: ['7-404'],
    says: 'Does not mention protocolo in the message of a 404.',
    apply: onRefusal((body) => ({ ...body, message: 'Erro.' }), 404),
  },
]
