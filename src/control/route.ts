import type { Schema } from '../operator/schema.ts'

export type { Schema, SchemaType } from '../operator/schema.ts'

/** Returns the schema of the name of an organization. */
export function handleSchema(description: string): Schema {
  return { type: 'string', minLength: 1, maxLength: 500, description }
}

/** What a route is called with. */
export interface ControlCall {
  /** The parameters of the path, decoded. */
  params: Record<string, string>
  /** The query as it was sent, after it was checked: numbers and switches are still texts. */
  query: Record<string, string>
  /** The body after it was checked; undefined if the route has none, or none was sent. */
  body: unknown
  /** Aborted when the client goes away. */
  signal: AbortSignal
}

/** One route of the control port: how it is called, checked and described. */
export interface ControlRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /v1, with {name} for parameters: `/journal/{id}`. */
  path: string
  /** One sentence for the OpenAPI document. */
  summary: string
  /** An object whose properties are parameters: strings, numbers and booleans. */
  query?: Schema
  /** A body that has required properties must be sent; any other may be left out. */
  body?: Schema
  /** The schema of the answer, or its media type where it is not JSON; undefined for an answer without a body (204). */
  answer?: Schema | { type: string }
  /** The status of an answer with a body, 200 by default. */
  status?: number
  /** Whether it needs no token. */
  isOpen?: boolean
  /**
   * Returns the answer: a value for JSON, a `ControlStream` for anything else, undefined for nothing.
   * @throws {ControlRefusal} to answer with an error
   */
  handle(call: ControlCall): unknown
}

/** An answer that is not one JSON document: an event stream, NDJSON, or text for download. */
export class ControlStream {
  /** The media type. */
  readonly type: string
  readonly pieces: AsyncIterable<string> | Iterable<string>

  constructor(type: string, pieces: AsyncIterable<string> | Iterable<string>) {
    this.type = type
    this.pieces = pieces
  }
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503

/** An answer that refuses: what happened, and what to do. */
export class ControlRefusal extends Error {
  readonly status: RefusalStatus
  /** A word for programs, in kebab-case. */
  readonly code: string
  readonly remedy: string | undefined

  constructor(status: RefusalStatus, code: string, message: string, remedy?: string) {
    super(message)
    this.status = status
    this.code = code
    this.remedy = remedy
  }
}

/** Returns the refusal of a handle that no organization has. */
export const unknownOrganization = (): ControlRefusal =>
  new ControlRefusal(
    404,
    'unknown-organization',
    'No organization has this handle.',
    'GET /v1/organizations lists them.',
  )

/** Whether an answer is described by its media type instead of a schema. */
export function isMediaType(answer: Schema | { type: string }): answer is { type: string } {
  return typeof answer.type === 'string' && answer.type.includes('/')
}
