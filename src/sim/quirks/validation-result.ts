import { onNumero, onValidation } from './on-validation.ts'
import { answer, type Quirk } from './quirk.ts'

/** Heading 2.3: the `result` of a validation. */
export const validationResult: readonly Quirk[] = [
  {
    name: 'numero-missing',
    clause: ['2.3-numero', '4.2-2'],
    says: 'Answers a validation with an empty result.',
    apply: onNumero(() => undefined),
  },
  {
    name: 'numero-null',
    clause: ['2.3-numero', '4.2-2'],
    says: 'Answers a validation with null for numero.',
    apply: onNumero(() => null),
  },
  {
    name: 'numero-other',
    clause: ['2.3-numero', '4.2-2'],
    says: 'Answers a validation with the number of another report.',
    apply: onNumero((numero) =>
      numero.replace(/.$/, (digit) => (Number.parseInt(digit, 16) ^ 1).toString(16)),
    ),
  },
  {
    name: 'numero-without-hyphens',
    clause: ['2.3-numero', '4.2-2'],
    says: 'Sends numero without hyphens.',
    apply: onNumero((numero) => numero.replaceAll('-', '')),
  },
  {
    name: 'numero-in-braces',
    clause: ['2.3-numero', '4.2-2'],
    says: 'Sends numero in braces.',
    apply: onNumero((numero) => `{${numero}}`),
  },
  {
    name: 'numero-as-list',
    clause: ['2.3-numero', '4.2-2'],
    says: 'Sends numero as a list of one.',
    apply: onNumero((numero) => [numero]),
  },
  {
    name: 'validation-result-as-text',
    clause: ['2.4-success', '4.2-2', '2.3-numero'],
    says: 'Answers a validation with the number itself for result.',
    apply: onValidation((_, { result }) => answer(200, { result: result.numero, status_code: 200 })),
  },
  {
    name: 'validation-not-json',
    clause: ['2.4-success', '4.2-2', '2.3-numero', '0-json'],
    says: 'Answers a validation with the bare number as plain text.',
    apply: onValidation((answered, { result }) => ({
      ...answered,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: result.numero,
    })),
  },
  {
    name: 'validation-status-code-text',
    clause: ['2.4-success', '4.2-2'],
    says: 'Sends the status_code of a validation as a string.',
    apply: onValidation((_, { result }) => answer(200, { result, status_code: '200' })),
  },
  {
    name: 'validation-status-201',
    clause: ['4.2-2', '2.4-success'],
    says: 'Answers a validation with 201.',
    apply: onValidation((_, { result }) => answer(201, { result, status_code: 201 })),
  },
  {
    name: 'rejection-other-shape',
    clause: ['4.2-2'],
    says: 'Answers a rejection with a field more than an approval.',
    apply: onValidation((answered, { result }, { aprovar, mensagem }) =>
      aprovar ? answered : answer(200, { result: { ...result, rejeicao: { mensagem } }, status_code: 200 }),
    ),
  },
  {
    name: 'rejection-other-type',
    clause: ['4.2-2'],
    says: 'Answers with a field that is a string in an approval and a number in a rejection.',
    apply: onValidation((_, { result }, { aprovar }) =>
      answer(200, { result: { ...result, estado: aprovar ? 'aprovado' : 2 }, status_code: 200 }),
    ),
  },
  {
    name: 'rejection-without-numero',
    clause: ['4.2-2', '2.3-numero'],
    says: 'Answers a rejection with an empty result.',
    apply: onValidation((answered, _, { aprovar }) =>
      aprovar ? answered : answer(200, { result: {}, status_code: 200 }),
    ),
  },
]
