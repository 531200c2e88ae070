import type { Static } from 'typebox'
import type { Schema } from '../operator/schema.ts'

export type { Schema } from '../operator/schema.ts'

/** What a route is called with, after its schemas checked it. */
interface ControlCall<Query = Record<string, unknown>, Body = unknown> {
  /** The parameters of the path, decoded. */
  params: Record<string, string>
  query: Query
  /** Empty if none was sent. */
  body: Body
  /** Aborted when the client goes away, or the port closes. */
  signal: AbortSignal
}

type MediaType = `${string}/${string}`

interface RouteFacts {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /v1, with {name} for parameters: `/journal/{id}`. */
  path: string
  /** One sentence for the OpenAPI document. */
  summary: string
  /** The schema of the answer, or its media type where it is not JSON; undefined for an answer without a body (204). */
  answer?: Schema | { type: MediaType }
  /** The status of an answer with a body, 200 by default. */
  status?: number
  /** Whether it needs no token. */
  isOpen?: boolean
}

/** One route of the control port. Its schemas check its calls, give them their types, and are in the OpenAPI document. */
export interface ControlRoute extends RouteFacts {
  /** An object whose properties are parameters: strings, numbers and booleans. */
  query?: Schema
  body?: Schema
  /**
   * Returns the answer: a value for JSON, a `ControlStream` for anything else, undefined for nothing.
   * @throws {ControlRefusal} to answer with an error
   */
  handle(call: ControlCall): unknown
}

type TypeOf<S extends Schema> = Schema extends S ? Record<string, never> : Static<S>

/** Returns a route whose handler knows the types that its schemas have. */
export function route<const Query extends Schema, const Body extends Schema>(
  one: RouteFacts & {
    query?: Query
    body?: Body
    handle(call: ControlCall<TypeOf<Query>, TypeOf<Body>>): unknown
  },
): ControlRoute {
  return one as unknown as ControlRoute
}

/** Returns whether an answer has a media type in place of a schema. */
export function isStreamed(answer: RouteFacts['answer']): answer is { type: MediaType } {
  return typeof answer?.type === 'string' && answer.type.includes('/')
}

/** An answer that is not one JSON document: an event stream, or text for download. */
export class ControlStream {
  /** The media type. */
  readonly type: string
  readonly pieces: AsyncIterable<string> | Iterable<string>

  constructor(type: string, pieces: AsyncIterable<string> | Iterable<string>) {
    this.type = type
    this.pieces = pieces
  }
}

/** An answer that refuses: what happened, and what to do. */
export class ControlRefusal extends Error {
  readonly status: number
  /** A word for programs, in kebab-case. */
  readonly code: string
  readonly remedy: string | undefined

  constructor(status: number, code: string, message: string, remedy?: string) {
    super(message)
    this.status = status
    this.code = code
    this.remedy = remedy
  }
}

export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const

/** Returns the schema of the handle of an organization. */
export const handleSchema = <const Description extends string>(description: Description) =>
  ({ type: 'string', minLength: 1, maxLength: 220, description }) as const

/** Returns the schema of an object whose fields are all there. */
export function allOf<const Properties extends Record<string, Schema>>(properties: Properties) {
  return { type: 'object', required: Object.keys(properties), properties } as const
}
