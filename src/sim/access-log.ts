import type { IncomingMessage, ServerResponse } from 'node:http'
import { UUID } from '../contract/wire.ts'
import type { Organization } from '../store/store.ts'

/** What is known of a request that was answered; bytes that never became one have a status and a reason only. */
export interface Answered {
  request?: IncomingMessage
  status: number
  /** Milliseconds from the first header to the last byte. */
  ms?: number
  organization?: Organization | undefined
  /** Why it never became a request, as `node:http` names it. */
  reason?: string | undefined
}

/** Writes one line for a request. */
export type AccessLog = (answered: Answered) => void

/** What is shown of a query: parameters with values that no person can be in. Everything else may be one. */
const SHOWN: Record<string, RegExp> = {
  page: /^-?\d{0,9}$/,
  rows: /^-?\d{0,9}$/,
  sort: /^-?(cpf|nome|atualizado_em)?$/,
  cpf: /^$/,
  nome: /^$/,
}
const MASK = '***'

/**
 * An access log: method, path with persons masked, status, milliseconds, organization. No header is ever in it.
 * @param write gets each line, without its end
 */
export function createAccessLog(format: 'pretty' | 'json', write: (line: string) => void): AccessLog {
  return ({ request, status, ms: exact = 0, organization, reason = '-' }) => {
    const method = request?.method ?? '-'
    const path = request?.url === undefined ? reason : maskedPath(request.url)
    const ms = Math.round(exact * 10) / 10
    if (format === 'json') {
      const time = new Date().toISOString()
      write(JSON.stringify({ time, method, path, status, ms, organization: organization?.id ?? null }))
    } else {
      write(`${method} ${path} ${status} ${ms} ms ${organization?.id ?? '-'}`)
    }
  }
}

/** What the log says, by custom, of a request whose client did not wait for the answer. */
const CLIENT_WENT_AWAY = 499

/** Logs a request when it ends. */
export function logWhenAnswered(
  accessLog: AccessLog,
  request: IncomingMessage,
  response: ServerResponse,
  organization: () => Organization | undefined,
): void {
  const start = performance.now()
  response.once('close', () => {
    const { headersSent, statusCode } = response
    const status = headersSent || statusCode !== 200 ? statusCode : CLIENT_WENT_AWAY
    accessLog({ request, status, ms: performance.now() - start, organization: organization() })
  })
}

/** The path of a known route as it is, of any other only the words that are known: a segment may be a person. */
export function maskedPath(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const masked = path.replace(/[^/]+/g, (segment, offset: number) =>
    isShown(segment, path, offset) ? segment : MASK,
  )
  return query === undefined ? masked : `${masked}?${query.split('&').map(maskedParameter).join('&')}`
}

function isShown(segment: string, path: string, offset: number): boolean {
  return (
    /^(pessoas|relatorios|validar)$/.test(segment) ||
    (path.slice(0, offset) === '/relatorios/validar/' && UUID.test(segment))
  )
}

function maskedParameter(parameter: string): string {
  const [name = '', value = ''] = parameter.split('=', 2)
  if (!Object.hasOwn(SHOWN, name)) return MASK
  return SHOWN[name]?.test(value) ? parameter : `${name}=${MASK}`
}
