import { bytesOf } from './escapes.ts'
import { queryParts } from './query-parts.ts'
import type { RawQuery } from './read-others.ts'
import type { RawValue } from './reading.ts'
import type { Settled } from './settled.ts'

/** Returns a query in which a comma that is not encoded divides a value into several, if the profile says so. */
export function withCommas(url: string, raw: RawQuery, { comma, semicolon }: Settled['others']): RawQuery {
  if (comma === 'take' || !url.includes(',')) return raw
  const divided: Record<string, RawValue> = { ...raw }
  const values = new Map<string, string[]>()
  for (const part of queryParts(url, semicolon)) {
    const at = part.indexOf('=')
    const name = textOf(at === -1 ? part : part.slice(0, at))
    // What no parser reads as a parameter stays as it is.
    if (!Object.hasOwn(raw, name)) continue
    const own =
      at === -1
        ? ['']
        : part
            .slice(at + 1)
            .split(',')
            .map(textOf)
    const known = values.get(name)
    if (known === undefined) values.set(name, own)
    else known.push(...own)
  }
  for (const [name, all] of values) if (all.length > 1) divided[name] = all
  return divided
}

function textOf(written: string): string {
  return bytesOf(written).toString()
}
