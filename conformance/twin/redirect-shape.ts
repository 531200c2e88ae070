import type { Shape } from '../../src/contract/dialect.ts'
import type { Evidence } from './evidence.ts'
import { withoutPersons } from './harmless.ts'
import { type Headers, headersOf, withHeaders } from './headers.ts'
import { textOf } from './options-shape.ts'

/** `http://host/path`, with the path in the second part. */
const ABSOLUTE = /^(https?:\/\/)[^/]+(?=\/)/i
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308])

/** Learns the form of redirects: whether they name the host, what they say, and their headers. */
export function redirectShapeOf(
  evidence: readonly Evidence[],
  usual: Headers,
  isHarmless: (text: string) => boolean,
): Pick<Shape, 'redirect'> {
  const { 'content-type': _, ...ofEvery } = withHeaders(usual)
  const own = evidence.flatMap(({ asked, answer }) => {
    const { location } = answer.headers
    const isRedirect = REDIRECTS.has(answer.status) && typeof location === 'string'
    const isOfPath = asked.question.method === 'GET' && asked.stratum.startsWith('path.')
    return isRedirect && isOfPath ? [{ answer, location }] : []
  })
  const [first] = own
  if (first === undefined) return {}
  const told = own.map(({ answer, location }) =>
    textOf(answer)
      .replaceAll(location, '{location}')
      .replaceAll(location.replaceAll('&', '&amp;'), '{location}'),
  )
  const [text = ''] = told
  const isSaid =
    text.includes('{location}') && told.every((one) => one === text) && isHarmless(text.replace(/\s/g, ' '))
  const schemes = new Set(own.map(({ location }) => ABSOLUTE.exec(location)?.[1]))
  const [scheme] = schemes.size === 1 ? schemes : []
  const { location: __, ...others } = headersOf(
    own.map(({ answer }) => answer),
    ofEvery,
  )
  const headers = {
    ...withoutPersons(others, isHarmless),
    ...(scheme !== undefined && { location: `${scheme}{host}{path}` }),
  }
  const form = { ...(isSaid && { text }), ...(Object.keys(headers).length > 0 && { headers }) }
  return Object.keys(form).length > 0 ? { redirect: form } : {}
}
