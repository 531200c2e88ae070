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
