import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import { type Entry, type Outcome, settled } from '../entry.ts'
import type { Shower } from '../exchange.ts'
import { answerValueOf, partsOf, textOf } from '../parts.ts'

/** How the simulator and its organizations were started, as options that can be written down. */
export interface ReplaySource {
  /** Undefined where they may not be written: a fixture that is an object has people. */
  start: object | undefined
  /** Those of organizations in worlds of their own, by what their handles end in. */
  own: readonly { suffix: string; options: object }[]
  /** Whether quirks answer by what was asked before. */
  hasMemory: boolean
  /** Returns why a request to an organization cannot be sent again as it was; undefined if it can. */
  obstacleTo(handle: string, id: number): string | undefined
}

/** A request that can be sent again. */
export interface Replay {
  id: number
  method: string
  /** With its query. */
  url: string
  /** Without `Authorization`, and those that the connection decides. */
  headers: Record<string, string>
  /** What `Authorization` has, before and behind the token; undefined if it was not sent. */
  authorization: { before: string; handle: string } | { value: string } | undefined
  body: string | undefined
  status: number | undefined
  outcome: Outcome
  /** What the answer must contain, except for values that change from run to run and values that are hidden. */
  answer: unknown
  /** When it may have decided, by the clock of its organization: ISO 8601. */
  decided: string | undefined
  /** Why a script cannot have it as it was sent. */
  unwritable: string | undefined
  /** Why it cannot be sent again as it was. */
  obstacle: string | undefined
}

/** Headers that the connection or the client's library decides. */
const NOT_REPLAYED =
  /^(authorization|host|connection|content-length|transfer-encoding|keep-alive|user-agent|accept-encoding|expect|cookie|proxy-.*|sec-fetch-.*)$/
const STAND_IN = 'Esta mensagem foi ocultada na gravacao. '

/** Makes a request ready to be sent again. */
export function replayOf(entry: Entry, shower: Shower, reveal: boolean): Replay {
  const exchange = shower.exchange(entry, reveal)
  const { path, query, headers, body } = partsOf(entry)
  const url = query === undefined ? path : `${path}?${query}`
  const shownHeaders = Object.entries(exchange.headers).filter(([name]) => !NOT_REPLAYED.test(name))
  const sentHeaders = Object.entries(headers).filter(([name]) => !NOT_REPLAYED.test(name))
  const spoken = reveal ? body : withStandIn(body)
  const shownBody = reveal ? spoken : shower.withStandIn(spoken)
  const isHidden =
    exchange.url !== url ||
    !isDeepStrictEqual(shownHeaders, sentHeaders) ||
    !isDeepStrictEqual(shownBody, spoken)
  const binary = isText(entry.body) ? undefined : 'its body is not text in UTF-8'
  const isAscii = shownHeaders.every(([, value]) => /^[\t -~]*$/.test(value))
  return {
    id: entry.id,
    method: entry.method,
    url: exchange.url,
    headers: Object.fromEntries(shownHeaders),
    authorization: authorizationOf(
      headers.authorization,
      exchange.headers.authorization,
      exchange.organization,
    ),
    body: bodyText(entry, reveal, body, shownBody),
    status: entry.status,
    outcome: entry.outcome,
    answer: reveal ? stable(answerValueOf(entry)) : stable(shower.known(answerValueOf(entry))),
    decided: entry.mayHaveDecided ? exchange.time : undefined,
    unwritable: binary ?? (isAscii ? undefined : 'it has a header that is not ASCII'),
    obstacle: binary ?? obstacleOf(entry, isHidden),
  }
}

function isText(body: Entry['body']): boolean {
  const bytes = Buffer.from(body ?? '', 'latin1')
  return isUtf8(bytes) && !bytes.includes(0)
}

function obstacleOf(entry: Entry, isHidden: boolean): string | undefined {
  const { method, status, faults, outcome } = entry
  if (method === '') return 'it was not HTTP'
  if (faults !== undefined) return `the fault ${faults.join(', ')} struck it`
  if (status === undefined || outcome === 'unanswered') return 'it had no answer'
  const isBySender = status >= 400 && settled(entry).some(({ step }) => step === 'host' || step === 'origin')
  if (isBySender) return 'it was refused for its sender, which a file is not'
  return isHidden ? 'people are hidden: export with reveal' : undefined
}

/** A known token stays out of files: its place is. */
function authorizationOf(
  sent: string | undefined,
  shown: string | undefined,
  handle: string | null,
): Replay['authorization'] {
  if (sent === undefined) return undefined
  if (handle === null) return { value: shown as string }
  return { before: /^(\w+ +)?/.exec(sent)?.[0] ?? '', handle }
}

/** The message as it was says something of a person; another one of its length is judged the same. */
function withStandIn(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { mensagem } = body as { mensagem?: unknown }
  if (typeof mensagem !== 'string') return body
  const text = STAND_IN.repeat(Math.ceil(mensagem.length / STAND_IN.length)).slice(0, mensagem.length)
  // A blank at an end could be judged another way.
  return { ...body, mensagem: text.replace(/^ | $/g, '.') }
}

/** Revealed, a body keeps every byte, so that a slip in its JSON stays one. */
function bodyText(entry: Entry, reveal: boolean, body: unknown, shown: unknown): string | undefined {
  if (body === undefined) return undefined
  if (reveal && entry.body !== undefined) return textOf(entry.body)
  return typeof shown === 'string' ? shown : JSON.stringify(shown)
}

/** Drops what another time changes. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'atualizado_em')
      .map(([name, one]) => [name, stable(one)]),
  )
}
