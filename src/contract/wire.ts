import type { Static } from 'typebox'

/**
 * The messages between a client and the service, one JSON Schema each; the types are inferred from them.
 * The schemas are plain objects, because loading a schema builder takes longer than loading the whole contract.
 */

/** Returns a report number as the interface writes it, if it is one in capitals, in braces, without dashes or a URN. */
export function plainNumber(numero: string): string {
  const plain = numero
    .toLowerCase()
    .replace(/^\{(.*)\}$/s, '$1')
    .replace(/^urn:uuid:/, '')
    .replace(/^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/, '$1-$2-$3-$4-$5')
  return UUID.test(plain) ? plain : numero
}

/** The shape of a report number (clause 2.3). */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A person in a list (clause 2.1). */
const personItemSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['cpf', 'nome', 'atualizado_em'],
  properties: {
    cpf: { type: 'string', pattern: '^[0-9]+$' },
    nome: { type: 'string' },
    atualizado_em: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
  },
} as const

/** The query of `GET /pessoas` (clause 4.1) after parsing. */
export const listQuerySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['page', 'rows'],
  properties: {
    page: { type: 'integer', minimum: 1 },
    rows: { type: 'integer', minimum: 1 },
    cpf: { type: 'string' },
    nome: { type: 'string' },
    sort: { type: 'string' },
  },
} as const

/** The answer of `GET /pessoas` (clauses 2.2, 2.4). */
export const listResponseSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['result', 'status_code'],
  properties: {
    result: {
      type: 'object',
      additionalProperties: false,
      required: ['busca', 'itens', 'paginacao'],
      properties: {
        busca: { type: 'string' },
        itens: { type: 'array', items: personItemSchema },
        paginacao: {
          type: 'object',
          additionalProperties: false,
          required: ['atual', 'linhas', 'total'],
          properties: {
            atual: { type: 'integer', minimum: 1 },
            linhas: { type: 'integer', minimum: 1 },
            total: { type: 'string', pattern: '^\\d+$' },
          },
        },
      },
    },
    status_code: { const: 200 },
  },
} as const

/**
 * The body of `POST /relatorios/validar/{numero_do_relatorio}` (clause 4.2); errors follow the order of its
 * properties.
 */
export const validationBodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['aprovar', 'mensagem'],
  properties: { aprovar: { type: 'boolean' }, mensagem: { type: 'string' } },
} as const

/** The answer of a validation (clauses 2.3, 2.4). */
export const validationResponseSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['result', 'status_code'],
  properties: {
    result: {
      type: 'object',
      additionalProperties: false,
      required: ['numero'],
      properties: { numero: { type: 'string' } },
    },
    status_code: { const: 200 },
  },
} as const

/** The body of every answer that is an error (clause 7). */
export const refusalSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['error', 'message', 'status_code'],
  properties: {
    error: { type: 'string', minLength: 1 },
    message: { type: 'string', minLength: 1 },
    validation: {
      type: 'object',
      additionalProperties: false,
      required: ['source', 'keys'],
      properties: { source: { type: 'string' }, keys: { type: 'array', items: { type: 'string' } } },
    },
    status_code: { type: 'integer', minimum: 400 },
  },
} as const

export type PersonItem = Static<typeof personItemSchema>
export type ListResponse = Static<typeof listResponseSchema>
export type ValidationBody = Static<typeof validationBodySchema>
export type ValidationResponse = Static<typeof validationResponseSchema>
export type RefusalBody = Static<typeof refusalSchema>

/** `rows` is a multiple of this, and this is its default (clauses 2.2, 8). */
export const ROWS_STEP = 25

/** The minimum length of `mensagem`, in characters (clause 8). */
export const MENSAGEM_MINIMUM = 25
