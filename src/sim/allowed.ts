import type { OutgoingHttpHeaders } from 'node:http'
import type { Shape } from '../contract/dialect.ts'
import type { RequestParts } from './wording.ts'

const ALLOW = '{allow}'

/** Returns the methods that a profile names for the path of a request. */
export function allowedAt({ allow = {} }: Shape, asked: RequestParts): string | undefined {
  const url = (asked.originalUrl ?? asked.url) as string
  if (/^\/+pessoas/i.test(url)) return allow.list
  return /^\/+relatorios/i.test(url) ? allow.report : undefined
}

/** Returns headers with these methods in place of the slot for them; without a header that has it if there are none. */
export function withAllowed(headers: OutgoingHttpHeaders, methods: string | undefined): OutgoingHttpHeaders {
  const entries = Object.entries(headers)
  if (!entries.some(([, value]) => hasAllow(value))) return headers
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, (typeof entries)[number][1]][] => {
      if (!hasAllow(value)) return [[name, value]]
      return methods === undefined ? [] : [[name, value.replaceAll(ALLOW, () => methods)]]
    }),
  )
}

function hasAllow(value: unknown): value is string {
  return typeof value === 'string' && value.includes(ALLOW)
}
