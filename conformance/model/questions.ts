import { type Credentials, FORM_TYPE, JSON_TYPE, type Question } from '../client/exchange.ts'

/** The query of a list in the order in which it is sent. An array of values repeats the parameter. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

type Pairs = NonNullable<Question['query']>

/** The number of a report: an unknown one or a declared one. */
export interface Numero {
  value: string
  /** Replaces the number in reports. */
  label: string
}

/** How a request is sent, if not as the interface shows it. */
export type How = Partial<Omit<Question, 'method' | 'path' | 'query' | 'body' | 'contentType' | 'authorization'>> & {
  authorization?: Credentials | undefined
  /** Null sends no header; undefined sends the documented type. */
  contentType?: string | null | undefined
}

/** A valid body that names its sender. It has 26 characters, one more than the minimum, in case there is a maximum. */
export const APPROVAL = { aprovar: true, mensagem: 'Teste via npx pessoas-sim.' }
export const REJECTION = { ...APPROVAL, aprovar: false }

export const UNKNOWN_KEY = 'campo_desconhecido'

export function listQuestion(own: Credentials, query: Query | Pairs = {}, how: How = {}): Question {
  const entries: Pairs | [string, Query[string]][] = Array.isArray(query) ? query : Object.entries(query)
  const pairs = entries.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const))
  return question('GET', '/pessoas', own, how, pairs.length === 0 ? JSON_TYPE : FORM_TYPE, { query: pairs })
}

/** A string is sent as it is, any other body as JSON. */
export function decisionQuestion(own: Credentials, numero: Numero, body: unknown, how: How = {}): Question {
  return question('POST', reportPath(numero), own, how, JSON_TYPE, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function question(
  method: Question['method'],
  path: string,
  own: Credentials,
  { authorization = own, contentType, ...how }: How,
  documented: string,
  rest: Partial<Question>,
): Question {
  const type = contentType === null ? undefined : (contentType ?? documented)
  return { method, path, authorization, ...(type !== undefined && { contentType: type }), ...rest, ...how }
}

export function reportPath(numero: Numero): string {
  return `/relatorios/validar/${encodeURIComponent(numero.value)}`
}
