import { randomBytes } from 'node:crypto'
import { URL } from 'node:url'
import { type Credentials, type Exchange, JSON_TYPE, type Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { readList } from '../model/lists.ts'
import type { Service } from '../model/service.ts'
import type { Redactor } from '../redaction/redact.ts'

interface Asking {
  target: Target
  service: Pick<Service, 'keys'>
  redactor: Redactor
}

/** What the first request shows about all others. */
export interface Opening {
  /** What is wrong, reported once for all checks. */
  cause?: {
    label: string
    /** The whole cause, with what to do about it. */
    says: string
  }
  /** Why nothing else can be asked; undefined if the run can go on. */
  end?: { reason: 'blocked' | 'interrupted'; detail: string }
}

interface Fault {
  label: string
  remedy?: string
  goesOn?: true
}

const LIST = '/pessoas'

/** Asks for the list once, so that one cause is reported once, not by every check. */
export async function open({ target, service, redactor }: Asking, baseUrl: string): Promise<Opening> {
  let fault: Fault | undefined
  try {
    fault = await look(target, service.keys.own, redactor, baseUrl)
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    if (error.kind === 'aborted') return { end: { reason: 'interrupted', detail: error.message } }
    fault = unanswered(error, baseUrl)
  }
  if (!fault) return {}
  const { goesOn, remedy } = fault
  const proxy = goesOn ? undefined : target.proxy
  const isNamed = !proxy || fault.label.includes(proxy.name)
  const label = isNamed ? fault.label : `${fault.label}, asked through the proxy ${proxy.name} (${proxy.variable})`
  const bypass = proxy && `To bypass the proxy, set NO_PROXY=${new URL(baseUrl).hostname}.`
  const sentences = [`${label.charAt(0).toUpperCase()}${label.slice(1)}.`, remedy, bypass].filter(Boolean).join(' ')
  const cause = { label: redactor.ours(label), says: redactor.ours(sentences) }
  return { cause, ...(!goesOn && { end: { reason: 'blocked', detail: cause.says } }) }
}

async function look(
  target: Target,
  own: Credentials,
  { theirs }: Redactor,
  baseUrl: string,
): Promise<Fault | undefined> {
  const get = (path: string): Question => ({ method: 'GET', path, contentType: JSON_TYPE, authorization: own })
  const first = await target.observe({ ...get(LIST), connection: 'new' }, 'opening')
  if (readList(first).list) return undefined
  const fault = faultOf(first, own, theirs, baseUrl)
  if (fault) return fault
  const { status, headers, json } = first.response
  const asked = `GET ${baseUrl}${LIST} answered ${status}`
  // Broken JSON is the service's own; a page has another type.
  if (json === undefined && status < 300 && !/json/i.test(String(headers['content-type'])))
    return wrongBaseUrl(`${asked} with something that is not JSON, such as a login page`)
  const nowhere = await target.attempt(get(`/nao-existe-${randomBytes(4).toString('hex')}`), 'opening')
  const isSame = !(nowhere instanceof TargetFailure) && nowhere.response.status === status
  // The service uses its envelope for unknown paths, too, but not with another status than these.
  if (isSame && (!isEnvelope(first) || [404, 405, 410].includes(status)))
    return wrongBaseUrl(`${asked}, and so did a made-up path`)
  return { label: status === 200 ? `${asked} with something that is not a list` : asked, goesOn: true }
}

function wrongBaseUrl(asked: string, near?: string): Fault {
  const remedy = near ? `Try ${near}: the service may be there.` : `Is ${LIST} right behind this base URL?`
  return { label: `wrong base URL: ${asked}`, remedy }
}

/** Returns what an answer shows on its own; undefined if that depends on what other paths answer. */
function faultOf(
  { response: { status, headers, json } }: Exchange,
  own: Credentials,
  theirs: Redactor['theirs'],
  baseUrl: string,
): Fault | undefined {
  const here = `${baseUrl}${LIST}`
  const label = `GET ${here} answered ${status}`
  const { error } = (json ?? {}) as { error?: { remedy?: unknown } | null }
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
  if (status === 403) return { label, remedy: 'Something in front of the service rejects this caller.' }
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

function unanswered({ kind, message, remedy }: TargetFailure, baseUrl: string): Fault {
  if (kind === 'rate-limit')
    return { label: `GET ${baseUrl}${LIST}: ${message}`, remedy: `Wait until the rate limit resets, then ${remedy}.` }
  if (kind === 'no-tls') return wrongBaseUrl(`${baseUrl} answers without TLS`, baseUrl.replace(/^https/, 'http'))
  if (kind === 'proxy') return { label: message, remedy: 'The request did not reach the service.' }
  if (kind === 'unreadable') return { label: `the answer of ${baseUrl} cannot be read: ${message}` }
  // A TLS server cuts a connection that begins with plain HTTP.
  const isCut = baseUrl.startsWith('http:') && /UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(message)
  const question = isCut ? `does it want ${baseUrl.replace(/^http/, 'https')}` : 'is the base URL right'
  return { label: `no answer from ${baseUrl}: ${message}`, remedy: `Is the service running, and ${question}?` }
}

function isEnvelope({ response: { status, json } }: Exchange): boolean {
  const { error, message, status_code: code } = (json ?? {}) as Record<string, unknown>
  return typeof error === 'string' && typeof message === 'string' && code === status
}
