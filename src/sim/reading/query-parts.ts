import type { Settled } from './settled.ts'

/** Returns the parameters of a URL as they are written, divided as the profile takes semicolons. */
export function queryParts(url: string, semicolon: Settled['others']['semicolon']): string[] {
  const mark = url.indexOf('?')
  if (mark === -1) return []
  const query = url.slice(mark + 1)
  if (semicolon === 'divide') return query.split(/[&;]/)
  const parts = query.split('&')
  return semicolon === 'absent' ? parts.filter((part) => !part.includes(';')) : parts
}
