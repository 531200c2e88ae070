import type { Seen, SeenHeaders } from '../../src/contract/seen.ts'
import type { Answer } from './answer.ts'
import { comparedHeaders, describesPage, isComparedByPresence } from './exemptions.ts'

/** The headers of the service where nothing replaces them. */
export const usualHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
}

/** Returns the headers of an answer that are compared. Of one whose value means nothing, no digit or letter stays. */
export function toldHeaders({ headers }: Pick<Answer, 'headers'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] => {
      if (value === undefined) return []
      const text = [value].flat().join(', ')
      if ((comparedHeaders as readonly string[]).includes(name) || describesPage(name)) return [[name, text]]
      return isComparedByPresence(name) ? [[name, text.replace(/[\da-z]/gi, '0')]] : []
    }),
  )
}

/**
 * Puts back what a header says in every answer, and adds the name of the server: of all others whose value means nothing, a
 * profile has no digit or letter.
 */
export function withConstants(
  seen: Seen,
  said: ReadonlyMap<string, string | undefined>,
  isKept: (text: string) => boolean,
): Seen {
  const constants = new Map([...said].filter(([, text]) => text !== undefined && isKept(text)))
  const whole = JSON.parse(JSON.stringify(seen), (key, value) => {
    if (!/headers$/i.test(key)) return value
    const entries = Object.entries(value as SeenHeaders)
    return Object.fromEntries(
      entries.map(([name, text]) => [
        name,
        /^[^a-z1-9]*$/i.test(text ?? '-') ? (constants.get(name) ?? text) : text,
      ]),
    )
  }) as Seen
  const server = constants.get('server')
  return server === undefined ? whole : { ...whole, headers: { ...(whole.headers ?? usualHeaders), server } }
}

/** Returns the headers that most of these answers have, each with its most frequent value. */
export function commonHeaders(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const counts = new Map<string, number>()
  for (const headers of all)
    for (const entry of Object.entries(headers))
      counts.set(JSON.stringify(entry), (counts.get(JSON.stringify(entry)) ?? 0) + 1)
  const most = [...counts].filter(([, count]) => count * 2 > all.length)
  return Object.fromEntries(most.map(([entry]) => JSON.parse(entry) as [string, string]))
}

/** Returns what headers say beside others; null for one that is missing. */
export function headersBeside(
  own: Readonly<Record<string, string>>,
  others: SeenHeaders,
): Record<string, string | null> {
  const changed = Object.entries(own).filter(([name, value]) => others[name] !== value)
  const missing = Object.keys(others).filter((name) => others[name] !== null && own[name] === undefined)
  return Object.fromEntries([...changed, ...missing.map((name): [string, null] => [name, null])])
}
