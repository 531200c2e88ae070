import { maxHeaderSize } from 'node:http'
import type { Limits } from '../contract/dialect.ts'
import { causes } from './causes/causes.ts'
import { type Refusal, refusal } from './refusal.ts'

/**
 * Returns the size of a head that a server must read for a profile: a URL as long as its limit, beside the usual
 * headers. Undefined where Node decides.
 */
export function headLimitOf({ url }: Limits): number | undefined {
  return url === undefined ? undefined : maxHeaderSize + url
}

/**
 * Returns what refuses a URL that is too long. Without a limit in the profile, Node does so for the bytes of a socket;
 * what comes without a socket is refused alike.
 */
export function createLongUrls({ url: limit }: Limits): (url: string) => Refusal | undefined {
  const most = limit ?? maxHeaderSize
  return (url) => {
    if (url.length <= most) return undefined
    const refused = limit === undefined ? refusal.headersTooLarge() : refusal.urlTooLong()
    return refused
      .as('url.too-long', { limit: most, length: url.length })
      .because(() => [limit === undefined ? causes.request.tooLarge() : causes.request.urlTooLong(limit)])
  }
}

/**
 * Returns the refusal of a head that the parser does not read to its end. Without a limit in the profile, its words are
 * those for URLs, because a parser tells neither from the other.
 */
export function refusalOfHead({ url: limit }: Limits, packet: Buffer | undefined): Refusal {
  if (limit === undefined) return refusal.headersTooLarge().as('url.too-long')
  const url = /^[A-Z]+ (\S*)/.exec(packet?.toString('latin1') ?? '')?.[1] ?? ''
  return createLongUrls({ url: limit })(url) ?? refusal.headersTooLarge()
}
