import { URL } from 'node:url'
import { toByteText } from '../../src/contract/bytes.ts'
import { encodedName, encodedPath, headerName, JSON_TYPE, percentEncoded, type Question } from './exchange.ts'

/** Returns the URL of a request as it is sent. */
export function urlOf(baseUrl: string, question: Question): string {
  const { base = baseUrl, query = [] } = question
  const parameters = query.map(([name, value]) => `${encodedName(name, question)}=${percentEncoded(value, question)}`)
  return `${base}${encodedPath(question)}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/** Returns the origin that a request is sent to, and its path with the query, a character for each byte. */
export function addressOf(baseUrl: string, question: Question): { origin: string; path: string } {
  const url = urlOf(baseUrl, question)
  const { origin, pathname, search } = new URL(url)
  return {
    origin,
    path: question.unescaped ? toByteText(url.replace(/^\w+:\/\/[^/]*/, '')) : pathname + search,
  }
}

/** Returns the body of a request as it is sent; undefined for none. */
export function bytesOf({ body, latin1 }: Pick<Question, 'body' | 'latin1'>): string | Buffer | undefined {
  return latin1 && body !== undefined ? Buffer.from(body, 'latin1') : body
}

/** What a browser sends before a request of a page from an origin that no service knows. */
const preflightOf = (method: 'GET' | 'POST') => ({
  Origin: 'https://pagina.example',
  'Access-Control-Request-Method': method,
  'Access-Control-Request-Headers': method === 'GET' ? 'authorization' : 'authorization,content-type',
})

/** Returns the headers of a request as they are sent. */
export function headersOf(question: Question, userAgent: string): Record<string, string> {
  const headers: Record<string, string | null | undefined> = {
    'User-Agent': userAgent,
    Accept: question.accept === undefined ? JSON_TYPE : question.accept,
    'Accept-Encoding': question.acceptEncoding ?? 'identity',
    'Accept-Language': question.acceptLanguage,
    'If-None-Match': question.ifNoneMatch,
    ...(question.preflight && preflightOf(question.preflight)),
    'Content-Type': question.contentType,
    'Content-Encoding': question.contentEncoding,
    Authorization: question.authorization.value,
  }
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[headerName(name, question.headerNames), value]],
    ),
  )
}
