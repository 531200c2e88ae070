import { fromByteText } from '../../contract/bytes.ts'
import { jsonValue } from '../../contract/json-value.ts'
import { isPlainObject } from '../../contract/plain-object.ts'
import { shellQuoted } from '../../contract/shell-word.ts'
import { originForm, parametersIn, withoutQuery } from '../../contract/url.ts'
import type { Why } from '../../contract/why.ts'
import { isDeep } from '../is-deep.ts'
import type { Outcome } from './outcome.ts'
import type { HeardAnswer, Slot } from './recorder.ts'

/** A request and its answer in one line, without bodies and headers. */
export interface ExchangeSummary {
  /** Counts the requests of this simulator from 1, in the order in which they arrived. */
  id: number
  /**
   * When it was answered, by the clock of its organization; of a request that is in flight or has no known token, when it
   * arrived, by the clock of the machine. ISO 8601 in UTC.
   */
  time: string
  /** Milliseconds from its first header to the last byte of its answer; null while it is in flight. */
  ms: number | null
  /** The handle of the organization whose token it has; null if it has no token that is known. */
  organization: string | null
  /** Empty for bytes that never became a request. */
  method: string
  /** With its query, as it was sent. */
  url: string
  /** That of the answer below; null if there is none. */
  status: number | null
  outcome: Outcome
  /** The names of the faults that struck it. */
  faults: readonly string[]
  why: readonly Why[]
  /** What the client probably got wrong, and what to do about it. */
  hints: string[]
}

/** A request and its answer. Tokens are shown as `…`, and everything else as it was sent. */
export interface Exchange extends ExchangeSummary {
  /** Without its query. */
  path: string
  /** Parameters, decoded; one that was sent more than once has a list. */
  query: Record<string, string | string[]>
  /** Names in lower case. */
  headers: Record<string, string>
  /** The JSON value of the body, or its text if it is not JSON; undefined if none was sent, or it was not read. */
  body?: unknown
  /** What its client was sent; where `outcome` says that it did not get all of it, what the service answered. */
  answer: ExchangeAnswer | null
  /** What the service answered, where a fault sent another answer. Null otherwise, and where the service never got it. */
  service: (ExchangeAnswer & { status: number }) | null
  /** A shell command that sends it again, with its token in `$CLIENT_TOKEN`. */
  curl: string
}

export interface ExchangeAnswer {
  headers: Record<string, string>
  /** The JSON value, or the text if it is not JSON; undefined for an answer to HEAD. */
  body?: unknown
  /** The length of the body. */
  bytes: number
}

/** The headers of every answer, besides those that Node adds for the connection. */
const USUAL_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
}

/** Returns a text without the tokens that are known. */
export type Mask = (text: string) => string

/** Returns an exchange in one line. */
export function summaryOf(slot: Slot, handle: string | null, mask: Mask): ExchangeSummary {
  const why = slot.explained()
  return {
    id: slot.id,
    time: new Date(slot.at).toISOString(),
    ms: Number.isNaN(slot.ms) ? null : Math.round(slot.ms * 10) / 10,
    organization: handle,
    method: slot.method,
    url: mask(slot.base + slot.url),
    status: slot.status ?? null,
    outcome: slot.outcome,
    faults: slot.faults,
    why,
    hints: why.flatMap(hintOf),
  }
}

/** Returns all that is shown of an exchange. */
export function exchangeOf(slot: Slot, handle: string | null, mask: Mask): Exchange {
  const { method, url, status, answer, answerHeaders, service } = slot
  const headers = headersOf(slot.headers)
  const body = slot.body?.toString()
  return {
    ...summaryOf(slot, handle, mask),
    path: pathOf({ url: mask(url) }),
    query: masked(parametersOf(slot), mask) as Exchange['query'],
    headers: shownHeaders(headers, mask),
    ...(body !== undefined && { body: jsonOr(mask(body)) }),
    answer: status === undefined ? null : answerOf({ headers: answerHeaders, body: answer }, mask),
    service: service ? { status: service.status, ...answerOf(service, mask) } : null,
    curl: mask(curlOf(method, slot.base + url, headers, body)),
  }
}

/** Returns a summary as text: `#3 POST /relatorios/validar/… → 200, cut (org-1), fault slow`. */
export function lineOf({ id, method, url, status, organization, outcome, faults }: ExchangeSummary): string {
  const answer = status === null ? outcome : outcome === 'sent' ? status : `${status}, ${outcome}`
  const who = organization === null ? '' : ` (${organization})`
  const fault = faults.length > 0 ? `, fault ${faults.join(', ')}` : ''
  return `#${id} ${method} ${url} → ${answer}${who}${fault}`
}

export function pathOf({ url }: Pick<Slot, 'url'>): string {
  return withoutQuery(originForm(url))
}

export function parametersOf({ url }: Slot): Record<string, string | string[]> {
  return collected([...parametersIn(url)])
}

/** Returns headers by their names in lower case. */
export function headersOf(raw: Slot['headers']): Record<string, string> {
  const pairs = raw.flatMap((name, i): [string, string][] =>
    i % 2 === 0 ? [[name.toLowerCase(), raw[i + 1] as string]] : [],
  )
  return Object.fromEntries(
    Object.entries(collected(pairs)).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
}

/** Returns the JSON value of a text; the text itself if it is not JSON, or nested too deep. */
export function jsonOr(text: string): unknown {
  const value = jsonValue(text)
  return value === undefined || isDeep(value) ? text : value
}

/** Returns the text of the body of an answer. */
export function textOf(body: HeardAnswer['body']): string {
  return fromByteText(typeof body === 'string' ? body : body.whole())
}

/** Returns a value without tokens. */
export function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((one) => masked(one, mask))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), masked(one, mask)]))
}

/** Puts something in the place of the token in a header `Authorization`: by default its first four characters. */
export function maskedAuthorization(value: string, token = '$2…'): string {
  return value.replace(/^((?:bearer|basic|token) +)?(.{0,4}).*$/is, `$1${token}`)
}

function shownHeaders(headers: Record<string, string>, mask: Mask): Record<string, string> {
  const { authorization } = headers
  const rest = masked(headers, mask) as Record<string, string>
  return authorization === undefined
    ? rest
    : { ...rest, authorization: mask(maskedAuthorization(authorization)) }
}

function answerOf(
  { headers, body }: { headers?: HeardAnswer['headers']; body?: HeardAnswer['body'] | undefined },
  mask: Mask,
) {
  const given = Object.entries(headers ?? USUAL_HEADERS).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ])
  return {
    headers: shownHeaders(Object.fromEntries(given), mask),
    ...(body !== undefined && { body: jsonOr(mask(textOf(body))) }),
    bytes: body?.length ?? 0,
  }
}

/** What faults, plans and the simulator itself did is among the reasons: no client can mend it. */
function hintOf({ step, reason, remedy, field }: Why): string[] {
  if (remedy === undefined || step === 'service') return []
  const meant = /^Did you mean (\w+)\?$/.exec(remedy)?.[1]
  if (field !== undefined && meant !== undefined)
    return [`${quotedName(field)} was sent, the name is ${meant}.`]
  return [`${reason}. ${remedy}`]
}

/** A name with a blank at an end looks like the right one. */
function quotedName(name: string): string {
  return name === name.trim() ? name : JSON.stringify(name)
}

/** What curl sends by itself. */
const CURL_HEADERS =
  /^(host|accept|accept-encoding|user-agent|connection|keep-alive|content-length|transfer-encoding|expect)$/

function curlOf(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | undefined,
): string {
  const { host = 'localhost', authorization } = headers
  const others = Object.entries(headers).filter(
    ([name]) => name !== 'authorization' && !CURL_HEADERS.test(name),
  )
  return [
    // With -X HEAD, curl waits for a body; without -g, it takes brackets as its own syntax.
    `curl -sSig --path-as-is ${method === 'HEAD' ? '--head' : `-X ${shellQuoted(method)}`}`,
    ...(authorization === undefined
      ? []
      : [`-H "Authorization: ${maskedAuthorization(authorization, '$$CLIENT_TOKEN')}"`]),
    ...others.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellQuoted(body)}`]),
    shellQuoted(`http://${host}${originForm(url)}`),
  ].join(' ')
}

function collected(pairs: readonly [string, string][]): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>()
  for (const [name, value] of pairs) {
    const before = found.get(name)
    found.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(found)
}
