import type { Shape } from '../../src/contract/dialect.ts'
import type { Evidence } from './evidence.ts'
import type { Headers, IsRepeated } from './headers.ts'
import { plainAnswerOf, textOf } from './plain-answer.ts'

/** `http://host/path`: the scheme is the first part. */
const ABSOLUTE = /^(https?:\/\/)[^/]+(?=\/)/i
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308])

/** What the text of a redirect names. */
const PLACES: readonly [slot: string, of: (location: string) => string][] = [
  ['{location}', (location) => location],
  ['{pathname}', (location) => location.replace(ABSOLUTE, '').replace(/\?.*$/s, '')],
]

/** Learns the form of redirects: whether they name the host, what they say, and their headers. */
export function redirectShapeOf(
  evidence: readonly Evidence[],
  usual: Headers,
  isHarmless: (text: string) => boolean,
  isRepeated: IsRepeated,
): Pick<Shape, 'redirect'> {
  const own = evidence.flatMap(({ asked, answer }) => {
    const { location, ...headers } = answer.headers
    const isRedirect = REDIRECTS.has(answer.status) && typeof location === 'string'
    const isOfPath = asked.question.method === 'GET' && asked.stratum.startsWith('path.')
    return isRedirect && isOfPath ? [{ answer: { ...answer, headers }, location }] : []
  })
  if (own.length === 0) return {}
  const told = PLACES.map(([slot, of]) => ({
    slot,
    texts: own.map(({ answer, location }) => {
      const place = of(location)
      return textOf(answer).replaceAll(place, slot).replaceAll(place.replaceAll('&', '&amp;'), slot)
    }),
  }))
  // A text that does not name the place may have something else of the request in it.
  const isForm = ({ slot, texts }: (typeof told)[0]) =>
    texts.every((text) => text.includes(slot) && text === texts[0])
  const { texts } = told.find(isForm) ?? { texts: [] }
  const answers = own.map(({ answer }) => answer)
  const { headers, ...text } = plainAnswerOf(answers, texts, usual, isHarmless, isRepeated)
  const schemes = new Set(own.map(({ location }) => ABSOLUTE.exec(location)?.[1]))
  const [scheme] = schemes.size === 1 ? schemes : []
  const all = { ...headers, ...(scheme !== undefined && { location: `${scheme}{host}{path}` }) }
  const form = { ...text, ...(Object.keys(all).length > 0 && { headers: all }) }
  return Object.keys(form).length > 0 ? { redirect: form } : {}
}
