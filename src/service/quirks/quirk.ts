import type { URLSearchParams } from 'node:url'
import { fromByteText, toByteText } from '../../contract/bytes.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import { decodedOrSame } from '../../contract/decoded.ts'
import { jsonValue } from '../../contract/json-value.ts'
import type { Profile } from '../../contract/profile.ts'
import { parametersIn, withoutQuery } from '../../contract/url.ts'
import { decisionFields, type ValidationBody } from '../../contract/wire.ts'
import type { Organization } from '../../world/store.ts'
import type { Answer, Layer, Request } from '../ask.ts'
import { type Body, longText, wholeOf } from '../body.ts'

/** One clause deliberately broken, by name. */
export interface Quirk {
  /** Kebab-case; says what happens. */
  name: string
  /** The clause that is broken, and those that cannot hold without it. */
  clause: readonly [ClauseId, ...ClauseId[]]
  /** One sentence: what the service then does wrong. */
  says: string
  layer: (context: QuirkContext) => Layer
}

/** What a quirk may know besides the exchange. */
export interface QuirkContext {
  profile: Profile
  /** Returns the organizations that a request may meet, by its header `Authorization`. */
  organizationsOf(authorization: string | undefined): readonly Organization[]
}

export type Next = (request: Request) => Promise<Answer>
/** Answers in place of the service, which it can ask as often as it likes. Memory is what it closes over. */
export type Mutation = (next: Next, context: QuirkContext) => Next

/**
 * A row.
 * @param clauses their ids, separated by spaces, the broken one first
 */
export function quirk(name: string, clauses: string, says: string, mutation: Mutation): Quirk {
  const layer: Quirk['layer'] = (context) => (next) => {
    const ask = mutation(async (request) => next(request), context)
    return async (request) => {
      const answer = await ask(request)
      const faults = answer.faults ?? (answer.status < 400 ? undefined : [{ name: 'service.quirk', slots: { name } }])
      return { caller: callerOf(request, context), ...answer, faults }
    }
  }
  return { name, clause: clauses.split(' ') as unknown as Quirk['clause'], says, layer }
}

export const bodyOf = (value: unknown): Body => {
  const text = JSON.stringify(value)
  return longText(text) ?? toByteText(text)
}

export const json = (status: number, value: unknown): Answer => ({ status, body: bodyOf(value) })
export const refusal = (status: number, error: string, message: string, validation?: object): Answer =>
  json(status, { error, message, ...(validation && { validation }), status_code: status })

export const notFound = ({ texts }: Profile): Answer => refusal(404, 'Not Found', texts.notFound)
export const notAllowed = (source: string, key: string): Answer =>
  refusal(400, 'Bad Request', `child "${key}" fails because ["${key}" is not allowed]`, { source, keys: [key] })

export const textOf = ({ body }: Answer): string => fromByteText(wholeOf(body))

/** Returns what an answer says; undefined if it is not JSON. */
export const read = (answer: Answer): unknown => jsonValue(textOf(answer))

/** Returns the JSON that was sent; undefined for none. */
export const jsonSent = ({ body }: Request): unknown => (Buffer.isBuffer(body) ? jsonValue(body.toString()) : undefined)

/** Returns the fields of a body that is an object; undefined for another one. */
export function objectSent(request: Request): Record<string, unknown> | undefined {
  const body = jsonSent(request)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? (body as Record<string, unknown>) : undefined
}

export const sentIn = (request: Request): Partial<ValidationBody> & Record<string, unknown> => objectSent(request) ?? {}
export const isKnown = (key: string): boolean => decisionFields.some((field) => field === key)

export type Query = URLSearchParams
export const queryOf = ({ url }: Request): Query => parametersIn(url)

export function numeroOf({ url }: Request): string {
  const path = withoutQuery(url)
  return decodedOrSame(path.slice(path.lastIndexOf('/') + 1))
}

export const credentials = ({ headers }: Request): string => headers.authorization ?? ''
export const isList = ({ method, url }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /^\/pessoas(\?|$)/.test(url)

export const isDecision = ({ method, url }: Request): boolean =>
  method === 'POST' && /^\/relatorios\/validar\/[^/?]/.test(url)

/** Returns the token of a request without a scheme. */
export const tokenOf = ({ headers }: Request): string | undefined => headers.authorization?.replace(/^Bearer +/i, '')

/** Returns the organizations with access that a request may meet. */
export const enabledFor = (request: Request, { organizationsOf }: QuirkContext): Organization[] =>
  organizationsOf(request.headers.authorization).filter(({ enabled }) => enabled)

export const callerOf = (request: Request, context: QuirkContext): Organization | undefined =>
  enabledFor(request, context).find(({ token }) => token === tokenOf(request))

/** Returns whether the caller is an organization, but not the first one. */
export function isOther(request: Request, context: QuirkContext): boolean {
  const caller = callerOf(request, context)
  return caller !== undefined && caller !== enabledFor(request, context)[0]
}

/** Returns the request as another organization would send it. */
export function as({ token }: Organization, request: Request, { profile }: QuirkContext): Request {
  const authorization = profile.authorization === 'bearer' ? `Bearer ${token}` : token
  return { ...request, headers: { ...request.headers, authorization } }
}
