import type { Parameters } from '../../contract/kind-tables.ts'
import { bytesOf } from './escapes.ts'
import type { RawQuery } from './read-others.ts'

type Choice = NonNullable<NonNullable<Parameters['others']>['semicolon']>

/** Returns the query of a URL as services read it that take a semicolon for more than a sign of a value. */
export function withSemicolons(url: string, raw: RawQuery, choice: Choice): RawQuery {
  if (choice === 'take' || !url.includes(';')) return raw
  const query = url.slice(url.indexOf('?') + 1)
  const parts =
    choice === 'divide' ? query.split(/[&;]/) : query.split('&').filter((part) => !part.includes(';'))
  const values = new Map<string, string[]>()
  for (const part of parts) {
    if (part === '') continue
    const [name, ...rest] = part.split('=').map((one) => bytesOf(one).toString()) as [string]
    values.set(name, [...(values.get(name) ?? []), rest.join('=')])
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : String(all[0])]))
}
