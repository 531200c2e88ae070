import { randomBytes } from 'node:crypto'
import { URL } from 'node:url'
import { counted } from '../../src/contract/counted.ts'
import { type Credentials, type Exchange, JSON_TYPE } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { refusalOf } from '../client/proxy.ts'
import type { Target } from '../client/target.ts'
import type { Redactor } from '../redaction/redact.ts'

/** What the first request shows about all others. */
export interface Opening {
  /** What is wrong, reported once for all checks. */
  cause?: RootCause
  /** Why nothing else can be asked; undefined if the run can go on. */
  end?: { reason: 'blocked' | 'interrupted'; detail: string }
}

export interface RootCause {
  /** A few words for the summary. */
  label: string
  /** The whole cause, with what to do about it. */
  says: string
}

interface Found extends RootCause {
  /** Whether nothing else can be asked. */
  isFatal: boolean
}

/** Asks for the list once, so that one cause is reported once, not by every check. */
export async function open(
  target: Target,
  own: Credentials,
  redactor: Redactor,
  baseUrl: string,
): Promise<Opening> {
  const found = await look(target, own, redactor, baseUrl)
  if (!found || found instanceof TargetFailure)
    return found ? { end: { reason: 'interrupted', detail: found.message } } : {}
  const { label, says, isFatal } = found
  const proxy = isFatal ? target.proxy : undefined
  const isNamed = proxy && label.includes(proxy.name)
  const through = proxy && !isNamed ? `, asked through the proxy ${proxy.name} (${proxy.variable})` : ''
  const mayHave = through && ` It was${through.slice(1)}, which may have answered instead.`
  const bypass = proxy ? ` To bypass the proxy, set NO_PROXY=${new URL(baseUrl).hostname}.` : ''
  const cause = { label: redactor.ours(label + through), says: redactor.ours(says + mayHave + bypass) }
  return { cause, ...(isFatal && { end: { reason: 'blocked', detail: cause.says } }) }
}

async function look(
  target: Target,
  own: Credentials,
  redactor: Redactor,
  baseUrl: string,
): Promise<Found | TargetFailure | undefined> {
  const get = (path: string, authorization = own, base?: string) => ({
    ...({ method: 'GET', path, contentType: JSON_TYPE, authorization } as const),
    ...(base !== undefined && { base }),
  })
  const attempt = async (question: ReturnType<typeof get>) => {
    const answer = await target.attempt(question, 'opening')
    return answer instanceof TargetFailure ? undefined : answer
  }
  try {
    const first = await target.observe({ ...get(LIST), connection: 'new' }, 'opening')
    if (isList(first)) return undefined
    const cause = causeOf(first, own, target, redactor, baseUrl)
    if (cause) return cause
    const nowhere = await attempt(get(`/nao-existe-${randomBytes(4).toString('hex')}`))
    const { status } = first.response
    const asked = `GET ${baseUrl}${LIST} answered ${status}`
    const isPage = first.response.json === undefined && status < 300
    // A service uses its envelope for unknown paths, too, but not with such a status.
    const isService = isEnvelope(first) && ![404, 405, 410].includes(status)
    if (isPage || (!isService && nowhere?.response.status === status)) {
      for (const base of neighbours(baseUrl)) {
        // Without the token, which is not for whoever answers there.
        const answer = await attempt(get(LIST, { value: undefined, label: '' }, base))
        if (answer && (isList(answer) || (answer.response.status === 401 && isEnvelope(answer))))
          return wrongBaseUrl(asked, `; the service may be at ${base}`)
      }
      return wrongBaseUrl(
        isPage ? `${asked} with something that is not JSON` : `${asked}, and so did a made-up path`,
      )
    }
    if (status === 403)
      return fatal(
        `GET ${LIST} answered 403`,
        `${asked}: something in front of the service rejects this caller.`,
      )
    const says = status === 200 ? `${asked} with something that is not a list.` : `${asked}.`
    return {
      label: `GET ${LIST} ${status === 200 ? 'did not return a list' : `answered ${status}`}`,
      says,
      isFatal: false,
    }
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    return error.kind === 'aborted' ? error : unanswered(error, target, baseUrl)
  }
}

const LIST = '/pessoas'

/** Returns what an answer shows on its own; undefined if that depends on what other paths answer. */
function causeOf(
  first: Exchange,
  own: Credentials,
  target: Target,
  redactor: Redactor,
  baseUrl: string,
): Found | undefined {
  const { status, headers, json } = first.response
  const asked = `GET ${baseUrl}${LIST} answered ${status}`
  const refusal = target.proxy && refusalOf(headers)
  if (target.proxy && (refusal || status === 407)) {
    const name = `the proxy ${target.proxy.name} (${target.proxy.variable})`
    const why = refusal ? `, as its header ${refusal} says` : ''
    const remedy = status === 407 ? ` Put its user and password into ${target.proxy.variable}.` : ''
    return fatal(
      `${name} answered ${status}`,
      `${asked}, and it was ${name} that answered${why}: the request did not reach the service.${remedy}`,
    )
  }
  const { error } = (json ?? {}) as { error?: { code?: unknown; remedy?: unknown } | null }
  if (error?.code === 'token' && /\bcontrol token\b/.test(String(error.remedy)))
    return fatal(
      'this is the control port of pessoas-sim, not its service',
      `${asked} as the control port of pessoas-sim does. Give the URL of the service: the first line that the simulator prints, and \`url\` in the line of --json; http://127.0.0.1:3210 by default.`,
    )
  if (status === 401) {
    const hint = /\S\s+\S/.test(own.value ?? '')
      ? 'it without its scheme'
      : 'a scheme such as "Bearer " before it'
    return fatal(
      'the token was refused with 401',
      `The token was refused with 401. It is sent exactly as given: is it enabled here, and does the target want ${hint}?`,
    )
  }
  if (status >= 500 || status === 407) {
    const retried = target.counts.retried > 0 ? ', even after retries' : ''
    return fatal(`GET ${LIST} answered ${status}`, `${asked}${retried}: the target is busy or broken.`)
  }
  if (status < 300 || status > 399) return undefined
  const here = `${baseUrl}${LIST}`
  const there = URL.canParse(String(headers.location), here)
    ? new URL(String(headers.location), here)
    : undefined
  const place = there && there.origin + redactor.theirs(there.pathname)
  const leads = `${asked}, a redirect${place ? ` to ${place}` : ''}, which is not followed`
  if (place === `${here}/`)
    return {
      label: `GET ${LIST} is redirected`,
      says: `${leads}. The interface has no slash at the end of the path.`,
      isFatal: false,
    }
  return wrongBaseUrl(leads, place?.endsWith(LIST) ? `; try ${place.slice(0, -LIST.length)}` : '')
}

function wrongBaseUrl(says: string, hint = ''): Found {
  const question = hint ? '' : ` Is ${LIST} right behind this base URL?`
  return fatal(`wrong base URL${hint}`, `Wrong base URL: ${says}${hint}.${question}`)
}

function fatal(label: string, says: string): Found {
  return { label, says, isFatal: true }
}

/** Returns base URLs of the same origin one level up and down. */
function neighbours(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl)
  const above = pathname.replace(/\/(?:pessoas|relatorios).*$|\/[^/]*\/?$/, '')
  const all = [origin + above, `${baseUrl}/api`, `${baseUrl}/v1`, `${baseUrl}/api/v1`]
  return all.filter((base) => base !== baseUrl)
}

function isList({ response: { status, json } }: Exchange): boolean {
  const { result } = (json ?? {}) as { result?: { itens?: unknown; paginacao?: unknown } | null }
  return status === 200 && Array.isArray(result?.itens) && typeof result.paginacao === 'object'
}

function isEnvelope({ response: { status, json } }: Exchange): boolean {
  const { error, message, status_code: code } = (json ?? {}) as Record<string, unknown>
  return typeof error === 'string' && typeof message === 'string' && code === status
}

function unanswered({ kind, message, remedy }: TargetFailure, target: Target, baseUrl: string): Found {
  const { sent, retried } = target.counts
  const tried = retried > 0 && sent > 0 ? `, tried ${retried + 1} times` : ''
  if (kind === 'rate-limit')
    return fatal(
      `GET ${LIST} answered 429 (too many requests)`,
      `GET ${baseUrl}${LIST}: ${message}. Wait until the rate limit resets, then ${remedy}.`,
    )
  if (kind === 'no-tls') {
    const plain = baseUrl.replace(/^https/, 'http')
    return fatal(
      `wrong base URL; it answers without TLS: use ${plain}`,
      `Wrong base URL: ${baseUrl} answers without TLS. Use ${plain} as the base URL.`,
    )
  }
  if (kind === 'proxy')
    return fatal(
      message,
      `Nothing could be asked: ${message}${tried}. The request did not reach the service.`,
    )
  if (kind === 'too-large' || kind === 'broken-answer')
    return fatal(
      `the answer of ${baseUrl} cannot be read: ${message}`,
      `The answer of ${baseUrl} cannot be read: ${message}.`,
    )
  // A TLS server cuts a connection that begins with plain HTTP.
  const isCut = baseUrl.startsWith('http:') && /UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(message)
  const question = isCut ? `does it want ${baseUrl.replace(/^http/, 'https')}` : 'is the base URL right'
  const cause = `o answer from ${baseUrl}: ${message}${tried}`
  return fatal(`n${cause}`, `N${cause}. Is the service running, and ${question}?`)
}

/** Returns why the run stopped asking the target early, if it did. */
export function causeOfEnd({ givenUp, counts }: Target, redactor: Redactor): RootCause | undefined {
  if (!givenUp) return undefined
  const { kind, message, remedy } = givenUp
  const asked = `The run stopped after ${counted(counts.sent, 'request')}`
  const says =
    kind === 'rate-limit'
      ? `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${asked}; ${remedy}.`
      : `The target stopped answering: ${message}. ${asked}. Is the service still running?`
  return { label: redactor.ours(message), says: redactor.ours(says) }
}
