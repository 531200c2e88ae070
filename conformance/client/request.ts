import { encodedName, encodedPath, JSON_TYPE, percentEncoded, type Question } from './exchange.ts'

/** Returns the URL of a request as it is sent. */
export function urlOf(baseUrl: string, question: Question): string {
  const { base = baseUrl, query = [] } = question
  const parameters = query.map(
    ([name, value]) => `${encodedName(name, question)}=${percentEncoded(value, question)}`,
  )
  return `${base}${encodedPath(question)}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
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
  }: Question,
  userAgent: string,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    ...(accept !== null && { accept }),
    'accept-encoding': acceptEncoding,
    ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(authorization.value !== undefined && { authorization: authorization.value }),
  }
}
