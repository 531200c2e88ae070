import { type Entry, type Outcome, type OwnAnswer, settled, type Why } from './entry.ts'
import type { Want } from './matcher.ts'
import { answerValueOf, bodyValueOf, partsOf, targetOf } from './parts.ts'
import type { Pseudonyms } from './pseudonyms.ts'
import { type Known, Redaction } from './redaction.ts'

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
  faults: string[]
  why: readonly Why[]
  /** What the client probably got wrong, and what to do about it. */
  hints: string[]
}

/** A request and its answer. */
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
  /** Whether it shows people and tokens; otherwise they have pseudonyms, the same ones within a run. */
  revealed: boolean
}

export interface ExchangeAnswer {
  headers: Record<string, string>
  /** The JSON value, or the text if it is not JSON; undefined if it was too long to keep. */
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

/** Makes what is shown of entries. */
export class Shower {
  readonly #pseudonyms: Pseudonyms
  readonly #known: Known
  /** Returns the handle of the organization of an exchange; null if its token is unknown. */
  readonly handleOf: (entry: Entry) => string | null

  constructor(pseudonyms: Pseudonyms, known: Known, handleOf: (entry: Entry) => string | null) {
    this.#pseudonyms = pseudonyms
    this.#known = known
    this.handleOf = handleOf
  }

  summary(entry: Entry, reveal: boolean): ExchangeSummary {
    const { path, query } = targetOf(entry)
    const redaction = this.#redaction()
    const shownPath = reveal ? path : redaction.path(path)
    const shownQuery = query === undefined ? '' : `?${reveal ? query : redaction.query(query)}`
    const why = settled(entry)
    return {
      id: entry.id,
      time: new Date(entry.at).toISOString(),
      ms: Number.isNaN(entry.ms) ? null : Math.round(entry.ms * 10) / 10,
      organization: this.handleOf(entry),
      method: entry.method,
      url: shownPath + shownQuery,
      status: entry.status ?? null,
      outcome: entry.outcome,
      faults: [...(entry.faults ?? [])],
      why,
      hints: why.flatMap(hintOf),
    }
  }

  exchange(entry: Entry, reveal: boolean): Exchange {
    const parts = partsOf(entry)
    const redaction = this.#redaction()
    const shown = reveal ? PLAIN : redaction
    const request = {
      path: shown.path(parts.path),
      query: shown.parameters(parts.parameters),
      headers: shown.headers(parts.headers),
      ...(parts.body !== undefined && { body: shown.body(parts.body) }),
    }
    const { status, answerHeaders: headers, answerBytes: bytes, own } = entry
    const answer =
      status === undefined ? null : answerOf({ headers, bytes, value: answerValueOf(entry) }, shown)
    const service = own
      ? { status: own.status, ...answerOf({ ...own, value: bodyValueOf(own.body) }, shown) }
      : null
    return { ...this.summary(entry, reveal), ...request, answer, service, revealed: reveal }
  }

  /** Returns a body with pseudonyms, except in `mensagem`, which is not a person's. */
  withStandIn(body: unknown): unknown {
    const shown = this.#redaction().body(body)
    const isObject = typeof body === 'object' && body !== null && Object.hasOwn(body, 'mensagem')
    return isObject ? { ...(shown as object), mensagem: (body as { mensagem: unknown }).mensagem } : shown
  }

  /** Returns what may be known of an answer: what is hidden is left out. */
  known(answer: unknown): unknown {
    return withoutHidden(answer, this.#redaction().answer(answer))
  }

  /** Returns what an entry has where a matcher wants something. */
  actual({ name, actual }: Want, entry: Entry, reveal: boolean): unknown {
    const value = actual(entry)
    if (reveal || value === undefined || PUBLIC.test(name)) return value
    const redaction = this.#redaction()
    const key = name.slice(name.lastIndexOf('.') + 1)
    if (name === 'path') return redaction.path(String(value))
    // What stands in the place of a number may be somebody's.
    if (name === 'report') return redaction.segment(String(value))
    if (name === 'listed') return (value as string[]).map((cpf) => redaction.field('cpf', cpf))
    if (name.startsWith('headers.')) return redaction.headers({ [key]: String(value) })[key]
    // What an answer repeats of its request is known after its request.
    if (name.startsWith('answer')) redaction.request(partsOf(entry))
    return redaction.field(key, value, name.startsWith('answer'))
  }

  #redaction(): Redaction {
    return new Redaction(this.#pseudonyms, this.#known)
  }
}

function withoutHidden(value: unknown, shown: unknown): unknown {
  if (Array.isArray(value)) return value.map((one, i) => withoutHidden(one, (shown as unknown[])[i]))
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(shown as object)
  const kept = Object.entries(value).flatMap(([name, one], i) => {
    const other = (shown as Record<string, unknown>)[name]
    const isShown = names[i] === name && (typeof one === 'object' || one === other)
    return isShown ? [[name, withoutHidden(one, other)] as const] : []
  })
  return Object.fromEntries(kept)
}

/** What says nothing of people. */
const PUBLIC = /^(method|organization|status|fault|why|outcome)$/

type Shown = Pick<Redaction, 'path' | 'parameters' | 'headers' | 'body' | 'answer'>

const PLAIN: Shown = {
  path: (path) => path,
  parameters: (parameters) => parameters,
  headers: (headers) => headers,
  body: (body) => body,
  answer: (answer) => answer,
}

interface HeardAnswer extends Pick<OwnAnswer, 'headers' | 'bytes'> {
  value: unknown
}

function answerOf({ headers, bytes, value }: HeardAnswer, shown: Shown): ExchangeAnswer {
  const given = Object.entries(headers ?? USUAL_HEADERS).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ])
  return {
    headers: shown.headers(Object.fromEntries(given)),
    ...(value !== undefined && { body: shown.answer(value) }),
    bytes,
  }
}

/** What faults, plans and the simulator itself did is among the reasons: no client can mend it. */
function hintOf({ step, reason, remedy, field }: Why): string[] {
  if (remedy === undefined || step === 'service') return []
  const meant = /^Did you mean (\w+)\?$/.exec(remedy)?.[1]
  if (field !== undefined && meant !== undefined) return [`${field} was sent, the name is ${meant}.`]
  return [`${reason}. ${remedy}`]
}
