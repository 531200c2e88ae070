import { URL } from 'node:url'
import { toByteText } from '../../src/contract/bytes.ts'
import { encodedName, encodedPath, headerName, JSON_TYPE, percentEncoded, type Question } from './exchange.ts'

/** Returns the URL of a request as it is sent. */
export function urlOf(baseUrl: string, question: Question): string {
  const { base = baseUrl, query = [] } = question
  const parameters = query.map(
    ([name, value]) => `${encodedName(name, question)}=${percentEncoded(value, question)}`,
  )
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

/** Returns what a browser says of a request that a page wants to send. The page is one that no service knows. */
function preflightHeaders(method: 'GET' | 'POST'): Record<string, string> {
  return {
    Origin: 'https://pagina.example',
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': method === 'GET' ? 'authorization' : 'authorization,content-type',
  }
}

/** Returns the headers of a request as they are sent. */
export function headersOf(
  {
    authorization,
    contentType,
    accept = JSON_TYPE,
    acceptEncoding = 'identity',
    acceptLanguage,
    ifNoneMatch,
    preflight,
    contentEncoding,
    headerNames,
  }: Question,
  userAgent: string,
): Record<string, string> {
  const headers = {
    'User-Agent': userAgent,
    ...(accept !== null && { Accept: accept }),
    'Accept-Encoding': acceptEncoding,
    ...(acceptLanguage !== undefined && { 'Accept-Language': acceptLanguage }),
    ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
    ...(preflight && preflightHeaders(preflight)),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    ...(contentEncoding !== undefined && { 'Content-Encoding': contentEncoding }),
    ...(authorization.value !== undefined && { Authorization: authorization.value }),
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [headerName(name, headerNames), value]),
  )
}
