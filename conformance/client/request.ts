import { URL } from 'node:url'
import { encodedName, encodedPath, JSON_TYPE, percentEncoded, type Question } from './exchange.ts'

export function urlOf(baseUrl: string, question: Question): string {
  const { query = [] } = question
  const parameters = query.map(([name, value]) => `${encodedName(name, question)}=${percentEncoded(value, question)}`)
  return `${baseUrl}${encodedPath(question)}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

export function addressOf(baseUrl: string, question: Question): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(urlOf(baseUrl, question))
  return { origin, path: pathname + search }
}

export function headersOf(question: Question, userAgent: string): Record<string, string> {
  const { accept = JSON_TYPE, headerNames } = question
  const headers: Record<string, string | null | undefined> = {
    'User-Agent': userAgent,
    Accept: accept,
    'Accept-Encoding': question.acceptEncoding ?? 'identity',
    'Accept-Language': question.acceptLanguage,
    'Content-Type': question.contentType,
    Authorization: question.authorization.value,
  }
  const spelt = (name: string) =>
    headerNames === 'capitals' ? name.toUpperCase() : headerNames === 'as-documented' ? name : name.toLowerCase()
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[spelt(name), value]] : [])),
  )
}
