import { URL } from 'node:url'
import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { refusalOf } from '../client/proxy.ts'
import type { Target } from '../client/target.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { ListAnswer } from '../service/lists.ts'
import { type Reason, reasonOf } from '../service/reasons.ts'
import type { Session } from '../service/session.ts'
import {
  type Asking,
  type Guess,
  guessBaseUrl,
  isEnvelope,
  isListBehindSlash,
  isUnknownToGateway,
  knowsList,
} from './base-url.ts'

/** What the first request shows about all others. */
export interface Opening {
  /** What is wrong, reported once for all checks. */
  cause?: RootCause
  /** Why nothing else can be asked; undefined if the run can go on. */
  end?: Reason
}

export interface RootCause {
  /** A few words for the summary. */
  label: string
  /** The whole cause, with what to do about it. */
  says: string
}

/** Asks for the list once, so that one cause is reported once, not by every check. */
export async function open(target: Target, session: Session, redactor: Redactor, baseUrl: string): Promise<Opening> {
  const { cause: seen, end } = await look(target, session, redactor, baseUrl)
  if (!seen) return end ? { end } : {}
  const cause = end ? blamingProxy(seen, target, baseUrl) : seen
  if (target.proxy) redactor.trust(new URL(target.proxy.name).host)
  const safe = { label: redactor.ours(cause.label), says: redactor.ours(cause.says) }
  return { cause: safe, ...(end && { end: { ...end, detail: safe.says } }) }
}

async function look(target: Target, session: Session, redactor: Redactor, baseUrl: string): Promise<Opening> {
  try {
    const service = session.as('opening')
    // On a connection of its own, so that checks may compare it with what is answered on a used one.
    const answer = await service.observe({}, { connection: 'new' })
    if (answer.list !== undefined) return {}
    return await judge(answer, { target, keys: service.keys }, redactor, baseUrl)
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    if (error.kind === 'aborted') return { end: reasonOf(error) }
    return unanswered(error, target, baseUrl)
  }
}

/** Diagnoses a first answer that is not a list. */
async function judge(
  { exchange, status }: ListAnswer,
  asking: Asking,
  redactor: Redactor,
  baseUrl: string,
): Promise<Opening> {
  const { target, keys } = asking
  const asked = `GET ${baseUrl}/pessoas answered ${status}`
  const header = target.proxy && refusalOf(exchange.response.headers)
  if (target.proxy && (header || status === 407)) {
    const { name, variable } = target.proxy
    const remedy = status === 407 ? ` Put its user and password into ${variable}.` : ''
    return fatal(
      `the proxy ${name} (${variable}) answered ${status}`,
      `${asked}, and it was the proxy ${name} (${variable}) that answered${header ? `, as its header ${header} says` : ''}: the request did not reach the service.${remedy}`,
    )
  }
  if (isControlPort(exchange)) {
    return fatal(
      'this is the control port of pessoas-sim, not its service',
      `${asked} as the control port of pessoas-sim does. Give the URL of the service: the first line that the simulator prints, and \`url\` in the line of --json; http://127.0.0.1:3210 by default.`,
    )
  }
  if (status === 401) {
    const hasScheme = /\S\s+\S/.test(keys.own.value ?? '')
    return fatal(
      'the token was refused with 401',
      `The token was refused with 401. It is sent exactly as given: is it enabled here, and does the target want ${hasScheme ? 'it without its scheme' : 'a scheme such as "Bearer " before it'}?`,
    )
  }
  if (isUnknownToGateway(exchange)) {
    const guess = await guessBaseUrl(asking, baseUrl)
    return wrongBaseUrl(`${asked}: an API gateway that does not know this path.`, guess)
  }
  if (status === 403 || status === 407) {
    const guess = status === 403 ? await guessWhereUnknown(exchange, asking, baseUrl) : undefined
    if (guess?.found) return wrongBaseUrl(`${asked}, and so did a made-up path.`, guess)
    return fatal(`GET /pessoas answered ${status}`, `${asked}: something in front of the service rejects this caller.`)
  }
  if (status >= 500) {
    const retried = target.counts.retried > 0 ? ', even after retries' : ''
    return fatal(`GET /pessoas answered ${status}`, `${asked}${retried}: the target is busy or broken.`)
  }
  if (status >= 300 && status < 400) return redirected(exchange, asked, asking, redactor, baseUrl)
  if (isPage(exchange) && status < 300) {
    const guess = await guessBaseUrl(asking, baseUrl)
    return wrongBaseUrl(`${asked} with HTML: a login page, a web site or a proxy, not the service.`, guess)
  }
  const guess = await guessWhereUnknown(exchange, asking, baseUrl)
  if (guess) return wrongBaseUrl(`${asked}, and so did a made-up path.`, guess)
  if (status !== 200) return { cause: { label: `GET /pessoas answered ${status}`, says: `${asked}.` } }
  return {
    cause: {
      label: 'GET /pessoas did not return a list',
      says: `${asked} with something that is not a list.`,
    },
  }
}

/** Looks for the service elsewhere if something else answers, and answers a made-up path like the list. */
async function guessWhereUnknown(exchange: Exchange, asking: Asking, baseUrl: string): Promise<Guess | undefined> {
  const { status } = exchange.response
  // The service also uses its envelope for an unknown path, so only a status that does not say "unknown" rules that out.
  const saysUnknown = status === 404 || status === 405 || status === 410 || status < 300
  if (!saysUnknown && isEnvelope(exchange)) return undefined
  return (await knowsList(asking, exchange)) === false ? guessBaseUrl(asking, baseUrl) : undefined
}

/** Diagnoses a redirect: it is not followed, but its Location often names the right base URL. */
async function redirected(
  exchange: Exchange,
  asked: string,
  asking: Asking,
  redactor: Redactor,
  baseUrl: string,
): Promise<Opening> {
  const { location } = exchange.response.headers
  const here = `${baseUrl}/pessoas`
  const there = typeof location === 'string' && URL.canParse(location, here) ? new URL(location, here) : undefined
  if (!there) {
    return wrongBaseUrl(`${asked}, a redirect that leads nowhere.`, await guessBaseUrl(asking, baseUrl))
  }
  const { origin } = new URL(baseUrl)
  const path = redactor.theirs(there.pathname).slice(0, 200)
  const leads = `${asked}, a redirect to ${there.origin}${path}, which is not followed.`
  if (`${there.origin}${there.pathname}` === `${here}/`) {
    const isEveryPath = (await knowsList(asking, exchange)) === false
    if (isEveryPath && !(await isListBehindSlash(asking))) {
      return wrongBaseUrl(`${leads} A made-up path is redirected in the same way.`, await guessBaseUrl(asking, baseUrl))
    }
    return {
      cause: {
        label: 'GET /pessoas is redirected',
        says: `${leads} The interface has no slash at the end of the path.`,
      },
    }
  }
  const guess = await guessBaseUrl(asking, baseUrl, there)
  if (!guess.found && there.origin !== origin && path.endsWith('/pessoas')) {
    const elsewhere = `${there.origin}${path.slice(0, -'/pessoas'.length)}`
    return fatal(
      `wrong base URL; try ${elsewhere}`,
      `Wrong base URL: ${leads} Nothing was sent there; try ${elsewhere} as the base URL.`,
    )
  }
  return wrongBaseUrl(leads, guess)
}

function wrongBaseUrl(says: string, { found, refused, tried }: Guess): Opening {
  if (found) {
    return fatal(
      `wrong base URL; the service answers at ${found}`,
      `Wrong base URL: ${says} ${found}/pessoas answers with a list: use ${found} as the base URL.`,
    )
  }
  if (refused) {
    return fatal(
      `wrong base URL; the service may be at ${refused}`,
      `Wrong base URL: ${says} ${refused}/pessoas refuses the token with 401: try ${refused} as the base URL, with a token that is enabled there.`,
    )
  }
  return fatal(
    'wrong base URL',
    `Wrong base URL: ${says} No list was found at ${tried.join(', ')} either. Check the host and the path of the base URL; /pessoas is appended to it.`,
  )
}

/** Returns why the run stopped asking the target early, if it did. */
export function causeOfEnd({ givenUp, counts }: Target, redactor: Redactor): RootCause | undefined {
  if (!givenUp) return undefined
  const { kind, message, remedy } = givenUp
  const asked = `after ${counted(counts.sent, 'request')}`
  const says =
    kind === 'rate-limit'
      ? `${sentence(message)}. The run stopped ${asked}; ${remedy}.`
      : `The target stopped answering: ${message}. The run stopped ${asked}. Is the service still running?`
  return { label: redactor.ours(message), says: redactor.ours(says) }
}

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`

function unanswered({ kind, message, remedy }: TargetFailure, target: Target, baseUrl: string): Opening {
  const { counts } = target
  if (kind === 'rate-limit') {
    return fatal(
      'GET /pessoas answered 429 (too many requests)',
      `GET ${baseUrl}/pessoas: ${message}. Wait until the rate limit resets, then ${remedy}.`,
    )
  }
  if (kind === 'no-tls') {
    const plain = baseUrl.replace(/^https/, 'http')
    return fatal(
      `wrong base URL; it answers without TLS: use ${plain}`,
      `Wrong base URL: ${baseUrl} answers without TLS. Use ${plain} as the base URL.`,
    )
  }
  const tried = counts.retried > 0 && counts.sent > 0 ? `, tried ${counts.retried + 1} times` : ''
  if (kind === 'proxy') {
    const says = `Nothing could be asked: ${message}${tried}. The request did not reach the service.`
    return fatal(message, target.proxy || /NO_PROXY/.test(message) ? says : `${says} ${bypass(baseUrl)}`)
  }
  if (kind === 'too-large' || kind === 'broken-answer') {
    const says = `the answer of ${baseUrl} cannot be read: ${message}`
    return fatal(says, `T${says.slice(1)}.`)
  }
  // A TLS server cuts a connection that begins with plain HTTP.
  const isCut = baseUrl.startsWith('http:') && /UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(message)
  const question = isCut ? `does it want ${baseUrl.replace(/^http/, 'https')}` : 'is the base URL right'
  return fatal(
    `no answer from ${baseUrl}: ${message}${tried}`,
    `No answer from ${baseUrl}: ${message}${tried}. Is the service running, and ${question}?`,
  )
}

/** Adds the proxy to a cause that ends the run, because it may have answered instead of the service. */
function blamingProxy({ label, says }: RootCause, { proxy }: Target, baseUrl: string): RootCause {
  if (!proxy) return { label, says }
  const isNamed = says.includes(proxy.name)
  const through = `through the proxy ${proxy.name} (${proxy.variable})`
  return {
    label: label.includes(proxy.name) ? label : `${label}, asked ${through}`,
    says: `${says}${isNamed ? '' : ` It was asked ${through}, which may have answered instead.`} ${bypass(baseUrl)}`,
  }
}

function bypass(baseUrl: string): string {
  return `To bypass the proxy, set NO_PROXY=${new URL(baseUrl).hostname}.`
}

function fatal(label: string, says: string): Opening {
  return { cause: { label, says }, end: { reason: 'blocked', detail: says } }
}

/** Returns whether our own control port answered, by the remedy of its errors. */
function isControlPort({ response: { json } }: Exchange): boolean {
  const { error } = (json ?? {}) as { error?: { code?: unknown; remedy?: unknown } | null }
  return error?.code === 'token' && /\bcontrol token\b/.test(String(error.remedy))
}

function isPage({ response: { headers, json, text } }: Exchange): boolean {
  return json === undefined && /^\s*<|html/i.test(`${text.slice(0, 200)} ${headers['content-type'] ?? ''}`)
}
