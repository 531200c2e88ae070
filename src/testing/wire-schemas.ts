/** An object of exactly these fields, but for those that may be missing. */
function objectOf<T extends Record<string, object>>(properties: T, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', additionalProperties: false, required, properties } as const
}
const text = { type: 'string' } as const
const someText = { type: 'string', minLength: 1 } as const
const fromOne = { type: 'integer', minimum: 1 } as const

/** A person in a list (clause 2.1). */
const personItemSchema = objectOf({
  cpf: { type: 'string', pattern: '^[0-9]+$' },
  nome: text,
  atualizado_em: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
})
const paginacao = objectOf({
  atual: fromOne,
  linhas: fromOne,
  total: { type: 'string', pattern: '^\\d+$' },
})

/** The answer of `GET /pessoas` (clauses 2.2, 2.4). */
export const listResponseSchema = objectOf({
  result: objectOf({ busca: text, itens: { type: 'array', items: personItemSchema }, paginacao }),
  status_code: { const: 200 },
})

/** The answer of a validation (clauses 2.3, 2.4). */
export const validationResponseSchema = objectOf({
  result: objectOf({ numero: text }),
  status_code: { const: 200 },
})

/** The body of every answer that is an error (clause 7). */
export const refusalSchema = objectOf(
  {
    error: someText,
    message: someText,
    validation: objectOf({ source: text, keys: { type: 'array', items: text } }),
    status_code: { type: 'integer', minimum: 400 },
  },
  ['validation'],
)
