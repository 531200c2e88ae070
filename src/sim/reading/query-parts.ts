import { queryIn } from '../../contract/url.ts'
import type { Settled } from './settled.ts'

/** Returns the parameters of a URL as they are written, divided as the profile takes semicolons. */
export function queryParts(url: string, semicolon: Settled['others']['semicolon']): string[] {
  if (!url.includes('?')) return []
  const query = queryIn(url)
  if (semicolon === 'divide') return query.split(/[&;]/)
  const parts = query.split('&')
  return semicolon === 'absent' ? parts.filter((part) => !part.includes(';')) : parts
}
