import type { Routes } from '../contract/route-table.ts'
import { causes } from './causes/causes.ts'
import { BROKEN, bytesOf, isUtf8 } from './reading/escapes.ts'
import { queryParts } from './reading/query-parts.ts'
import { type Refusal, refusal } from './refusal.ts'

type Choice = NonNullable<Routes['path']>['query-escapes']

/** Returns a function that refuses a URL with invalid escapes in its query, before the token is judged. */
export function createQueryEscapes(choice: Choice = 'same'): (url: string) => Refusal | undefined {
  if (choice === 'same') return () => undefined
  return (url) => {
    for (const part of queryParts(url, 'take')) {
      const isBroken = part.search(BROKEN) !== -1
      if (!isBroken && (choice !== 'refuse' || isUtf8(part))) continue
      const [key = '', value = ''] = part.split(/=(.*)/s)
      return refusal
        .malformedRequest()
        .as(isBroken ? 'route.query-escape' : 'route.query-bytes', {
          key,
          value,
          decoded: bytesOf(value).toString(),
        })
        .because(() => [causes.route.refused()])
    }
    return undefined
  }
}
