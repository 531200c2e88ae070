import { queryIn, withoutQuery } from '../../contract/url.ts'
import { bytesOf } from './escapes.ts'
import { queryParts } from './query-parts.ts'
import type { RawQuery } from './read-others.ts'
import type { Settled } from './settled.ts'

/** Returns the query of a URL as services read it that take a semicolon for more than a sign of a value. */
export function withSemicolons(url: string, raw: RawQuery, choice: Settled['others']['semicolon']): RawQuery {
  if (choice === 'take' || !queryIn(url).includes(';')) return raw
  const values = new Map<string, string[]>()
  for (const part of queryParts(url, choice)) {
    if (part === '') continue
    const [name, ...rest] = part.split('=').map((one) => bytesOf(one).toString()) as [string]
    const value = rest.join('=')
    const others = values.get(name)
    // Copying the list for each value would take seconds for a name that is repeated often.
    if (others === undefined) values.set(name, [value])
    else others.push(value)
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : String(all[0])]))
}

/** Returns a URL with its query as the service reads it, which is what links repeat that are made of parameters. */
export function urlAsRead(url: string, others: Settled['others']): string {
  const path = withoutQuery(url)
  if (path === url) return url
  const query = queryIn(url)
  const bare = others['question-mark'] === 'take' ? query.replace(/^\?/, '') : query
  return `${path}?${others.semicolon === 'divide' ? bare.replaceAll(';', '&') : bare}`
}
