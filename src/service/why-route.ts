import type { IncomingHttpHeaders } from 'node:http'
import type { Fault, FaultName } from '../contract/faults.ts'
import { withoutQuery } from '../contract/url.ts'
import { isLoopbackOrigin, isOrigin } from '../operator/allow-lists.ts'
import { hint } from './why-token.ts'

const LIST = '/pessoas'
const VALIDATE = '/relatorios/validar'
const KNOWN = /^\/(pessoas|relatorios\/validar\/[^/]+)$/
const BY_ITSELF = /^\/(favicon\.ico|robots\.txt|apple-touch-icon[^/]*\.png|\.well-known\/[^?]*)$/
/** A longer path is not a misspelled path of this service. */
const LONGEST = 1_000

/** The usual mistakes in the path of a route, the outermost first, and how each is undone. */
const SLIPS: readonly [FaultName, wrong: RegExp, right: (part: string) => string][] = [
  ['route.query', /(%3f|[&;]).*/is, () => ''],
  ['route.slash', /\/{2,}/g, () => '/'],
  ['route.slash', /(?<=[^/])\/$/, () => ''],
  ['route.capitals', /(?<=\/)(pessoas|relatorios|validar)(?=\/|$)/gi, (word) => word.toLowerCase()],
  ['route.prefix', /^\/.*(?=\/(pessoas|relatorios\/validar\/))/, () => ''],
]

/** Returns why a request has no route, if that is known more exactly. */
export function whyNoRoute({
  method = '',
  url = '',
  headers,
}: {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}): Fault[] | undefined {
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
    const { origin = '' } = headers
    const flag = isOrigin(origin) && !isLoopbackOrigin(origin) ? `--cors ${origin}` : '--cors'
    return [hint('route.preflight', { flag })]
  }
  let path = withoutQuery(url.slice(0, LONGEST).replace(/^https?:\/\/[^/?]*/i, ''))
  if (BY_ITSELF.test(path)) return [hint('route.browser')]
  const hints: Fault[] = []
  for (const [name, wrong, right] of SLIPS) {
    const before = path
    if (!KNOWN.test(path)) path = path.replace(wrong, right)
    if (path !== before) hints.push(hint(name))
  }
  if (KNOWN.test(path)) {
    const isRightMethod = path === LIST ? /^(GET|HEAD)$/.test(method) : method === 'POST'
    return isRightMethod ? hints : [...hints, hint('route.method')]
  }
  if (`${path}/`.includes(`${VALIDATE}/`)) return [hint('route.number')]
  return path.startsWith(`${LIST}/`) ? [hint('route.person')] : undefined
}
