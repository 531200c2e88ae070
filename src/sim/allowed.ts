import type { OutgoingHttpHeaders } from 'node:http'
import type { Shape } from '../contract/dialect.ts'
import type { Asked } from './wording.ts'

const ALLOW = '{allow}'

/** Returns the methods that a profile names for the path of a request. */
export function allowedAt(allow: NonNullable<Shape['allow']>, asked: Asked): string | undefined {
  const url = asked.originalUrl ?? asked.url ?? ''
  if (/^\/+pessoas/i.test(url)) return allow.list
  return /^\/+relatorios/i.test(url) ? allow.report : undefined
}

/** Returns headers with these methods in place of the slot for them; without a header that has it where there are none. */
export function withAllowed(headers: OutgoingHttpHeaders, methods: string | undefined): OutgoingHttpHeaders {
  const entries = Object.entries(headers)
  if (!entries.some(([, value]) => value === ALLOW)) return headers
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, (typeof entries)[number][1]][] => {
      if (value !== ALLOW) return [[name, value]]
      return methods === undefined ? [] : [[name, methods]]
    }),
  )
}
