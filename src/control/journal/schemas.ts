import type { Schema } from '../route.ts'
import { outcomes } from './entry.ts'

/** The JSON Schemas of the journal's routes. */

const text: Schema = { type: 'string', maxLength: 1_000 }
const whole: Schema = { type: 'integer', minimum: 0 }
const statusText: Schema = {
  type: 'string',
  pattern: '^[1-5](xx|[0-9][0-9])$',
  examples: ['200', '4xx'],
}
const status: Schema = {
  anyOf: [{ type: 'integer', minimum: 100, maximum: 599 }, statusText],
}
const anything: Schema = { description: 'Any JSON value; an object means one with at least these fields.' }
const outcome: Schema = {
  enum: outcomes,
  description:
    'What the client was sent: the whole answer of the service (sent), that of a fault or one that a fault broke (replaced), a part of one (cut), no answer (unanswered).',
}
const fields: Schema = { type: 'object', additionalProperties: anything }

const matcherSchema: Schema = {
  type: 'object',
  description: 'Selects the exchanges that match every field.',
  properties: {
    method: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    path: { ...text, description: 'Without the query, as it was sent.' },
    report: { ...text, description: 'The number of the report that a validation is about.' },
    organization: { ...text, description: 'The handle of an organization.' },
    query: fields,
    headers: fields,
    body: { ...anything, description: 'Fields of the body, at any depth.' },
    status: { anyOf: [status, { type: 'array', items: status, minItems: 1 }] },
    answer: { ...anything, description: 'Fields of the answer, at any depth.' },
    listed: { ...text, description: 'The CPF of a person that the answer lists.' },
    fault: { anyOf: [text, { type: 'boolean' }] },
    why: { ...text, description: 'The code of a reason, such as payload.unknown.' },
    outcome,
  },
}

const organization: Schema = { ...text, description: 'The handle of an organization; all by default.' }
const since: Schema = { ...whole, description: 'Only what arrived after this mark.' }
const reveal: Schema = { type: 'boolean', description: 'Show people and tokens instead of pseudonyms.' }

export const scopeQuery: Schema = { type: 'object', properties: { organization } }

const matched = {
  organization,
  method: text,
  path: text,
  report: text,
  status: statusText,
  fault: text,
  why: text,
} as const satisfies Record<string, Schema>

export const lookQuery: Schema = { type: 'object', properties: { ...matched, since } }

export const findQuery: Schema = {
  type: 'object',
  properties: {
    ...lookQuery.properties,
    body: { ...text, description: 'Fields of the body, as a JSON object.' },
    from: { ...text, description: 'Only exchanges with this time or a later one, ISO 8601.' },
    to: { ...text, description: 'Only exchanges with this time or an earlier one, ISO 8601.' },
    limit: { type: 'integer', minimum: 0, maximum: 100_000, default: 100 },
    reveal,
  },
}

/** What came before is found by `GET /v1/journal`. */
export const streamQuery: Schema = { type: 'object', properties: { ...matched, reveal } }

export const exportQuery = (formats: readonly string[]): Schema => ({
  type: 'object',
  required: ['format'],
  properties: { ...lookQuery.properties, format: { enum: formats }, reveal },
})

export const verifyBody: Schema = {
  type: 'object',
  required: ['matcher'],
  properties: {
    organization,
    matcher: matcherSchema,
    exactly: whole,
    atLeast: whole,
    atMost: whole,
    after: matcherSchema,
    noneAfter: { anyOf: [{ const: true }, matcherSchema] },
    within: { ...whole, maximum: 1_800_000, description: 'Milliseconds to wait, 0 by default.' },
    quiet: {
      ...whole,
      maximum: 1_800_000,
      description: 'Milliseconds without a request after which it is quiet.',
    },
    since,
    reveal: { type: 'boolean' },
  },
}

const texts: Schema = { type: 'array', items: { type: 'string' } }
const orNull = (type: 'string' | 'number' | 'integer'): Schema => ({ type: [type, 'null'] })

const answerProperties = {
  headers: { type: 'object', additionalProperties: { type: 'string' } },
  body: anything,
  bytes: whole,
} as const satisfies Record<string, Schema>

export const exchangeSchema: Schema = {
  type: 'object',
  required: [
    'id',
    'time',
    'ms',
    'organization',
    'method',
    'url',
    'status',
    'outcome',
    'faults',
    'why',
    'hints',
  ],
  properties: {
    id: whole,
    time: { type: 'string' },
    ms: orNull('number'),
    organization: orNull('string'),
    method: { type: 'string' },
    url: { type: 'string' },
    status: orNull('integer'),
    outcome,
    faults: texts,
    why: {
      type: 'array',
      items: {
        type: 'object',
        required: ['step', 'code', 'reason'],
        properties: {
          step: { type: 'string' },
          code: { type: 'string' },
          reason: { type: 'string' },
          remedy: { type: 'string' },
          field: { type: 'string' },
          clause: { type: 'string' },
          knob: { type: 'string' },
          choice: anything,
        },
      },
    },
    hints: texts,
    path: { type: 'string' },
    query: { type: 'object', additionalProperties: true },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    body: anything,
    answer: {
      type: ['object', 'null'],
      description: 'What the client was sent; where it did not get all of it, what the service answered.',
      required: ['headers', 'bytes'],
      properties: answerProperties,
    },
    service: {
      type: ['object', 'null'],
      description: 'What the service answered, where a fault sent another answer.',
      required: ['status', 'headers', 'bytes'],
      properties: { status: whole, ...answerProperties },
    },
    revealed: { type: 'boolean' },
  },
}

export const foundSchema: Schema = {
  type: 'object',
  required: ['exchanges', 'totals', 'mark'],
  properties: {
    exchanges: { type: 'array', items: exchangeSchema },
    totals: {
      type: 'object',
      required: ['heard', 'byStatus', 'kept', 'inFlight'],
      properties: {
        heard: whole,
        byStatus: { type: 'object', additionalProperties: { type: 'integer' } },
        kept: whole,
        inFlight: whole,
      },
    },
    mark: { ...whole, description: 'For `since` of a later call.' },
  },
}

export const countSchema: Schema = { type: 'object', required: ['count'], properties: { count: whole } }
export const markSchema: Schema = { type: 'object', required: ['mark'], properties: { mark: whole } }
export const verifiedSchema: Schema = {
  type: 'object',
  required: ['verified', 'matched'],
  properties: {
    verified: { const: true },
    matched: { type: 'array', items: exchangeSchema },
    hint: { type: 'string', description: 'Why this proves little: no exchange at all was received.' },
  },
}
