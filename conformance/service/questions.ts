import { type Credentials, FORM_TYPE, JSON_TYPE, type Question } from '../client/exchange.ts'
import type { Query } from './lists.ts'
import type { How, Numero } from './service.ts'

/** Returns the question for a list, with the token of the run unless it says another. */
export function listQuestion(own: Credentials, query: Query = {}, how: How = {}): Question {
  const { authorization = own, contentType, blank, escapes, connection } = how
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as const),
  )
  return {
    method: 'GET',
    path: '/pessoas',
    query: pairs,
    contentType: typeOf(contentType, pairs.length === 0 ? JSON_TYPE : FORM_TYPE),
    authorization,
    ...(blank && { blank }),
    ...(escapes && { escapes }),
    connection,
    ...preferencesOf(how),
  }
}

/** Returns the question for a decision. A string is sent as it is, any other body as JSON. */
export function validationQuestion(own: Credentials, numero: Numero, body: unknown, how: How = {}): Question {
  return {
    method: 'POST',
    path: reportPath(numero),
    contentType: typeOf(how.contentType, JSON_TYPE),
    authorization: how.authorization ?? own,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(how.chunked && { chunked: how.chunked }),
    ...(how.pathEscapes && { pathEscapes: how.pathEscapes }),
    ...preferencesOf(how),
  }
}

/** Returns what a request says of the answers that it accepts, and how its headers are written. */
function preferencesOf({ accept, acceptEncoding, acceptLanguage, headerNames }: How): Partial<Question> {
  return {
    ...(accept !== undefined && { accept }),
    ...(acceptEncoding !== undefined && { acceptEncoding }),
    ...(acceptLanguage !== undefined && { acceptLanguage }),
    ...(headerNames !== undefined && { headerNames }),
  }
}

export function reportPath(numero: Numero): string {
  return `/relatorios/validar/${encodeURIComponent(numero.value)}`
}

/** Returns the page of a request for the list without search and order. */
export function plainPage({ query = [] }: Question): string | undefined {
  if (query.length === 0) return '1'
  const [[name, value]] = query as [readonly [string, string]]
  return query.length === 1 && name === 'page' && /^\d{1,9}$/.test(value) ? value : undefined
}

function typeOf(given: string | null | undefined, documented: string): string | undefined {
  return given === null ? undefined : (given ?? documented)
}
