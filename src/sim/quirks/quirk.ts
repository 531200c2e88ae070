import type { IncomingHttpHeaders } from 'node:http'
import type { ClauseId } from '../../contract/clauses.ts'
import type { Clock } from '../../contract/clock.ts'
import { jsonValue } from '../../contract/json-value.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Organization } from '../../store/store.ts'
import type { Answer } from '../answer.ts'
import type { Refusal } from '../refusal.ts'

/** One clause deliberately broken, by name. */
export interface Quirk {
  /** Kebab-case; says what happens. */
  name: string
  /** The clause that is broken, and those that cannot hold without it. */
  clause: readonly [ClauseId, ...ClauseId[]]
  /** One sentence: what the service then does wrong. */
  says: string
  apply: Apply
}

/** Answers a request in place of the simulator, which it can ask as often as it likes. */
export type Apply = (asked: QuirkRequest, next: Next, context: QuirkContext) => Promise<QuirkResponse>
export type Next = (asked: QuirkRequest) => Promise<QuirkResponse>

export interface QuirkRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** The names and values of the headers in turn, as they were sent; absent for requests made in tests. */
  rawHeaders?: readonly string[]
  body: Buffer | string
}

/** What the simulator or a quirk answers. */
export interface QuirkResponse extends Omit<Answer, 'body'> {
  body: string
}

/** What a quirk may know beside the exchange. */
export interface QuirkContext {
  readonly organizations: readonly Organization[]
  readonly profile: Profile
  /** Dates the decisions of the caller. */
  readonly clock: Clock
  /** How many requests were answered before this one. */
  readonly turn: number
  /** What quirks remember of earlier requests, by name. */
  readonly memory: Map<string, unknown>
}

export function answer(status: number, body: unknown): QuirkResponse {
  return { status, body: JSON.stringify(body) }
}

export function refuse({ status, body, why }: Refusal): QuirkResponse {
  return { status, body: Buffer.from(body, 'latin1').toString(), why }
}

/** Another body in an answer; a promise of it is waited for. */
export async function withBody(answered: QuirkResponse, body: unknown): Promise<QuirkResponse> {
  return { ...answered, body: JSON.stringify(await body) }
}

/** @returns undefined for what is not valid JSON */
export function parse(body: QuirkResponse['body'] | QuirkRequest['body']): unknown {
  return jsonValue(body.toString())
}

export function isList({ method, url }: QuirkRequest): boolean {
  return method === 'GET' && /^\/pessoas(\?|$)/.test(url)
}

export function isValidation({ method, url }: QuirkRequest): boolean {
  return method === 'POST' && /^\/relatorios\/validar\/[^/?]/.test(url)
}

/** Limits a quirk to lists, or to validations. */
export function forLists(apply: Apply): Apply {
  return (asked, next, context) => (isList(asked) ? apply(asked, next, context) : next(asked))
}

export function forValidations(apply: Apply): Apply {
  return (asked, next, context) => (isValidation(asked) ? apply(asked, next, context) : next(asked))
}
