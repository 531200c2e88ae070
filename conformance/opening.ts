import { mediaType } from './record.ts'
import type { Redactor } from './redact.ts'
import type { Session } from './service.ts'
import { type Target, TargetFailure } from './target.ts'

/** What the first request says of all others. */
export interface Opening {
  /** What is wrong with it, once, for everybody. */
  cause?: string
  /** Whether nothing else can be asked. */
  fatal: boolean
}

/** Asks for the list once, so that one cause is told once and not by every check. */
export async function open(target: Target, session: Session, redactor: Redactor): Promise<Opening> {
  try {
    const service = session.as('opening')
    const { exchange, status, list } = await service.observe()
    const hasScheme = /\S\s+\S/.test(service.keys.own.value ?? '')
    const { headers, text, json } = exchange.response
    const type = mediaType(headers['content-type'], redactor) ?? 'no content-type'
    const asked = 'GET /pessoas'
    if (json === undefined && /^\s*<|html/i.test(`${text.slice(0, 200)} ${type}`)) {
      return {
        fatal: true,
        cause: `${asked} answered ${status} with HTML (${type}): a login page or a proxy, and not the service. Is the base URL right?`,
      }
    }
    if (status === 401) {
      return {
        fatal: true,
        cause: `The token was refused with 401. It is sent exactly as given: is it enabled here, and does this deployment want ${hasScheme ? 'it without its scheme' : 'a scheme such as "Bearer " before it'}?`,
      }
    }
    if (status === 403 || status === 407) {
      return {
        fatal: true,
        cause: `${asked} answered ${status}: something before the service keeps this caller out.`,
      }
    }
    if (status === 429 || status >= 500) {
      return {
        fatal: true,
        cause: `${asked} answered ${status}${target.counts.retried > 0 ? ', also after retries' : ''}: the target is busy or broken.`,
      }
    }
    if (status >= 300 && status < 400) {
      return {
        fatal: true,
        cause: `${asked} answered ${status}, a redirect, which is not followed. Is the base URL right?`,
      }
    }
    if (status !== 200) return { fatal: false, cause: `${asked} answered ${status}. Is the base URL right?` }
    if (list === undefined)
      return { fatal: false, cause: `${asked} answered 200 with something that is no list.` }
    return { fatal: false }
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    const retried = target.counts.retried
    return {
      fatal: true,
      cause: `Nothing could be asked: ${error.message}${retried > 0 ? `, tried ${retried + 1} times` : ''}. Is the service there, and the base URL right?`,
    }
  }
}
