/** The messages between a client and the service. */

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
export const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/

/** A person in a list (clause 2.1). */
export interface PersonItem {
  /** Digits only. */
  cpf: string
  nome: string
  /** ISO 8601, UTC, with milliseconds. */
  atualizado_em: string
}

/** The parameters of `GET /pessoas` (clause 4.1), in the order in which faults are told. */
export const parameters = ['page', 'rows', 'cpf', 'nome', 'sort'] as const

/** The answer of `GET /pessoas` (clauses 2.2, 2.4). */
export interface ListResponse {
  result: {
    busca: string
    itens: PersonItem[]
    /** `total` is a number in a string. */
    paginacao: { atual: number; linhas: number; total: string }
  }
  status_code: 200
}

/** The body of `POST /relatorios/validar/{numero_do_relatorio}` (clause 4.2). */
export interface ValidationBody {
  aprovar: boolean
  mensagem: string
}

/** Its fields, in the order in which faults are told. */
export const decisionFields = ['aprovar', 'mensagem'] as const

/** The answer of a validation (clauses 2.3, 2.4). */
export interface ValidationResponse {
  result: { numero: string }
  status_code: 200
}

/** The body of every answer that is an error (clause 7). */
export interface RefusalBody {
  error: string
  message: string
  validation?: { source: string; keys: string[] }
  status_code: number
}

/** `rows` is a multiple of this, and this is its default (clauses 2.2, 8). */
export const ROWS_STEP = 25

/** The minimum length of `mensagem`, in characters (clause 8). */
export const MENSAGEM_MINIMUM = 25
