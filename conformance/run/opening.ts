import { randomBytes } from 'node:crypto'
import { URL } from 'node:url'
import { counted } from '../../src/contract/counted.ts'
import { type Credentials, type Exchange, JSON_TYPE, type Question } from '../client/exchange.ts'
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

/** What is wrong. */
interface Fault {
  /** A few words for the summary. */
  label: string
  /** What to do about it. */
  remedy?: string
  /** More than the label says, in its place. */
  says?: string
  goesOn?: true
}

const LIST = '/pessoas'
const NOBODY: Credentials = { value: undefined, label: '' }

/** Asks for the list once, so that one cause is reported once, not by every check. */
export async function open(
  target: Target,
  own: Credentials,
  { ours, theirs }: Redactor,
  baseUrl: string,
): Promise<Opening> {
  let fault: Fault | undefined
  try {
    fault = await look(target, own, theirs, baseUrl)
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    if (error.kind === 'aborted') return { end: { reason: 'interrupted', detail: error.message } }
    fault = unanswered(error, target, baseUrl)
  }
  if (!fault) return {}
  const { label, says = label, remedy = '', goesOn } = fault
  const { proxy } = goesOn ? {} : target
  const isNamed = !proxy || label.includes(proxy.name)
  const through = isNamed ? '' : `, asked through the proxy ${proxy.name} (${proxy.variable})`
  const bypass = proxy ? `To bypass the proxy, set NO_PROXY=${new URL(baseUrl).hostname}.` : ''
  const cause = { label: ours(label + through), says: ours(sentences(says + through, remedy, bypass)) }
  return { cause, ...(!goesOn && { end: { reason: 'blocked', detail: cause.says } }) }
}

function sentences(label: string, ...more: string[]): string {
  return [`${label.charAt(0).toUpperCase()}${label.slice(1)}.`, ...more].filter(Boolean).join(' ')
}

async function look(
  target: Target,
  own: Credentials,
  theirs: Redactor['theirs'],
  baseUrl: string,
): Promise<Fault | undefined> {
  const get = (parts: Partial<Question>): Question => {
    return { method: 'GET', path: LIST, contentType: JSON_TYPE, authorization: own, ...parts }
  }
  const attempt = (parts: Partial<Question>) => target.attempt(get(parts), 'opening')
  let first = await target.observe(get({ connection: 'new' }), 'opening')
  // A service that fails now and then is judged.
  for (let left = 2; first.response.status >= 500 && left > 0; left--)
    first = await target.observe(get({ connection: 'new' }), 'opening')
  if (isList(first)) return undefined
  const fault = faultOf(first, own, target, theirs, baseUrl)
  if (fault) return fault
  const { status, json } = first.response
  const asked = `GET ${baseUrl}${LIST} answered ${status}`
  // Broken JSON is the service's own; a page has another type.
  const isPage = json === undefined && status < 300 && !/json/i.test(String(first.response.headers['content-type']))
  const nowhere = isPage ? first : await attempt({ path: `/nao-existe-${randomBytes(4).toString('hex')}` })
  const isSame = !(nowhere instanceof TargetFailure) && nowhere.response.status === status
  // The service uses its envelope for unknown paths, too, but not with another status than these.
  if (!isSame || (isEnvelope(first) && ![404, 405, 410].includes(status)))
    return { label: status === 200 ? `${asked} with something that is not a list` : asked, goesOn: true }
  const also = isPage ? ' with something that is not JSON, such as a login page' : ', and so did a made-up path'
  for (const base of neighbours(baseUrl)) {
    // Without the token, which is not for whoever answers there.
    const answer = await attempt({ base, authorization: NOBODY })
    if (answer instanceof TargetFailure) break
    if (isList(answer) || (answer.response.status === 401 && isEnvelope(answer)))
      return wrongBaseUrl(asked + also, base)
  }
  return wrongBaseUrl(asked + also)
}

function wrongBaseUrl(asked: string, near?: string): Fault {
  const remedy = near ? `Try ${near}: the service may be there.` : `Is ${LIST} right behind this base URL?`
  return { label: `wrong base URL${near ? `; try ${near}` : ''}`, says: `wrong base URL: ${asked}`, remedy }
}

/** Returns what an answer shows on its own; undefined if that depends on what other paths answer. */
function faultOf(
  { response: { status, headers, json } }: Exchange,
  own: Credentials,
  { proxy }: Target,
  theirs: Redactor['theirs'],
  baseUrl: string,
): Fault | undefined {
  const here = `${baseUrl}${LIST}`
  const label = `GET ${here} answered ${status}`
  if (proxy && refusalOf(headers)) {
    const name = `the proxy ${proxy.name} (${proxy.variable})`
    return { label: `${name} answered ${status}`, remedy: 'The request did not reach the service.' }
  }
  const { error, message } = (json ?? {}) as { error?: { remedy?: unknown } | null; message?: unknown }
  if (/\bcontrol token\b/.test(String(error?.remedy))) {
    const remedy = 'Give the URL of the service, which the simulator prints first: http://127.0.0.1:3210 by default.'
    return { label: 'this is the control port of pessoas-sim, not its service', remedy }
  }
  if (status === 401) {
    const hasScheme = /\S\s+\S/.test(own.value ?? '')
    const form = hasScheme ? 'it without its scheme' : 'a scheme such as "Bearer " before it'
    const remedy = `It is sent exactly as given: is it enabled here, and does the target want ${form}?`
    return { label: 'the token was refused with 401', remedy }
  }
  // API gateways of Amazon say this of unknown paths.
  if (status === 403 && message !== 'Missing Authentication Token')
    return { label, remedy: 'Something in front of the service rejects this caller.' }
  if (status >= 500) return { label, remedy: 'The target is busy or broken.' }
  if (status < 300 || status > 399) return undefined
  const location = String(headers.location)
  const there = URL.canParse(location, here) ? new URL(location, here) : undefined
  const place = there ? there.origin + theirs(there.pathname) : 'nowhere'
  const leads = `${label}, a redirect to ${place}, which is not followed`
  if (place === `${here}/`)
    return { label: leads, remedy: 'The interface has no slash at the end of the path.', goesOn: true }
  return wrongBaseUrl(leads, place.endsWith(LIST) ? place.slice(0, -LIST.length) : undefined)
}

function unanswered({ kind, message, remedy }: TargetFailure, { counts }: Target, baseUrl: string): Fault {
  const tried = counts.retried > 0 && counts.sent > 0 ? `, tried ${counts.retried + 1} times` : ''
  if (kind === 'rate-limit')
    return {
      label: `GET ${baseUrl}${LIST}: ${message}`,
      remedy: `Wait until the rate limit resets, then ${remedy}.`,
    }
  if (kind === 'no-tls') return wrongBaseUrl(`${baseUrl} answers without TLS`, baseUrl.replace(/^https/, 'http'))
  if (kind === 'proxy') return { label: message, remedy: 'The request did not reach the service.' }
  if (kind === 'too-large' || kind === 'broken-answer')
    return { label: `the answer of ${baseUrl} cannot be read: ${message}` }
  // A TLS server cuts a connection that begins with plain HTTP.
  const isCut = baseUrl.startsWith('http:') && /UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(message)
  const question = isCut ? `does it want ${baseUrl.replace(/^http/, 'https')}` : 'is the base URL right'
  return {
    label: `no answer from ${baseUrl}: ${message}${tried}`,
    remedy: `Is the service running, and ${question}?`,
  }
}

/** Returns base URLs of the same origin one level up and down. */
function neighbours(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl)
  const pieces = pathname.split('/')
  const operation = pieces.findIndex((piece) => piece === 'pessoas' || piece === 'relatorios')
  // Without such a piece, the last one goes.
  const above = origin + pieces.slice(0, operation).join('/')
  return [above, `${baseUrl}/api`, `${baseUrl}/v1`, `${baseUrl}/api/v1`].filter((base) => base !== baseUrl)
}

function isList({ response: { status, json } }: Exchange): boolean {
  const { result } = (json ?? {}) as { result?: { itens?: unknown; paginacao?: unknown } | null }
  return status === 200 && Array.isArray(result?.itens) && typeof result.paginacao === 'object'
}

function isEnvelope({ response: { status, json } }: Exchange): boolean {
  const { error, message, status_code: code } = (json ?? {}) as Record<string, unknown>
  return typeof error === 'string' && typeof message === 'string' && code === status
}

/** Returns why the run stopped asking the target early, if it did. */
export function causeOfEnd({ givenUp, counts }: Target, { ours }: Redactor): RootCause | undefined {
  if (!givenUp) return undefined
  const { kind, message, remedy } = givenUp
  const stopped = `The run stopped after ${counted(counts.sent, 'request')}`
  const isLimited = kind === 'rate-limit'
  const label = isLimited ? message : `the target stopped answering: ${message}`
  const more = isLimited ? `${stopped}; ${remedy}.` : `${stopped}. Is the service still running?`
  return { label: ours(message), says: ours(sentences(label, more)) }
}
