import type { Schema } from '../route.ts'
import type { FaultKind } from './rule.ts'

/** A kind of fault: what it does, how it looks on the wire, and its options. */
export interface FaultKindFacts {
  says: string
  /** What a client sees, byte for byte. */
  signature: string
  options: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

const closing: Schema = { enum: ['fin', 'reset'], default: 'fin', description: 'How the connection ends.' }
const decided: Schema = {
  type: 'boolean',
  default: false,
  description: 'Whether the service handles the request first, so that a decision is recorded.',
}
/** A day: whoever waits longer does not test a client. */
const milliseconds = (description: string, minimum = 1): Schema => ({
  type: 'integer',
  minimum,
  maximum: 86_400_000,
  description,
})

/** Every kind of fault, those that hurt clients most first. */
export const faultKinds: Readonly<Record<FaultKind, FaultKindFacts>> = {
  'stale-keep-alive': {
    says: 'A connection that was kept alive is closed as the next request arrives.',
    signature:
      'No byte of an answer, then FIN (or RST) as soon as the head of the request has arrived. Only on a connection that has already answered; the first request of a connection is not counted.',
    options: { close: closing },
  },
  'lost-answer': {
    says: 'The answer is lost on its way. The client cannot tell whether the service recorded its decision.',
    signature:
      'The request is read to its end. Then no byte, or `HTTP/1.1 200 OK` CR LF and no more, then FIN (or RST). The same bytes whether decided or not, and whatever the service would have answered.',
    options: {
      decided: {
        enum: [true, false, 'seeded'],
        default: true,
        description: 'Whether the service handles the request; `seeded` draws it for each strike.',
      },
      sends: { enum: ['nothing', 'status-line'], default: 'nothing', description: 'What still comes.' },
      close: closing,
    },
  },
  gateway: {
    says: 'A gateway before the service answers with its own page.',
    signature:
      'A complete HTTP answer with the status, `Server: nginx` and `Content-Type: text/html`: no JSON, no envelope, no X-Content-Type-Options. 413 and 431 also close the connection.',
    options: { status: { enum: [502, 503, 504, 413, 431] }, decided },
    required: ['status'],
  },
  'rate-limit': {
    says: 'A token bucket for each organization; a request that finds it empty is refused.',
    signature:
      '429 in the envelope of the service, with Retry-After: whole seconds, an HTTP date, an HTTP date one minute ago, or none. Both forms are rounded up, so that a client that waits is let through.',
    options: {
      perSecond: {
        type: 'number',
        minimum: 0.001,
        maximum: 100_000,
        description: 'Tokens that come back in a second.',
      },
      burst: {
        type: 'integer',
        minimum: 1,
        maximum: 100_000,
        description: 'Tokens in a full bucket; by default as many as come back in a second.',
      },
      retryAfter: { enum: ['seconds', 'date', 'past', 'none'], default: 'seconds' },
    },
    required: ['perSecond'],
  },
  silence: {
    says: 'The request is accepted, and never answered.',
    signature: 'The request is read to its end, then nothing: no byte and no FIN until `until`, if given.',
    options: { decided, until: milliseconds('Milliseconds until the connection ends.') },
  },
  trickle: {
    says: 'The answer comes in small pieces, each just before its client would give up reading.',
    signature:
      'The whole head at once, then the right body in `pieces` pieces, each `every` milliseconds after the one before.',
    options: {
      every: milliseconds('Milliseconds between pieces, just under the read time limit of the client.'),
      pieces: { type: 'integer', minimum: 1, maximum: 10_000, default: 10 },
    },
    required: ['every'],
  },
  'long-length': {
    says: 'Content-Length is larger than the body.',
    signature:
      'The right head except for Content-Length, which is `missing` too large; the whole body, then FIN.',
    options: {
      missing: {
        type: 'integer',
        minimum: 1,
        maximum: 1_000_000,
        default: 1,
        description: 'Bytes that never come.',
      },
    },
  },
  'broken-json': {
    says: 'The answer is complete HTTP, but its body is not valid JSON.',
    signature:
      'The right head with the Content-Length of what comes. `cut`: the first half of the body; `comma`: one too many before the last brace; `bytes`: the byte FF in the first string.',
    options: { how: { enum: ['cut', 'comma', 'bytes'], default: 'cut' } },
  },
  'reset-in-body': {
    says: 'The connection is reset within the body.',
    signature: 'The right head and the first `share` of the body, then RST.',
    options: { share: { type: 'number', minimum: 0, maximum: 1, default: 0.5 } },
  },
  unauthorized: {
    says: 'The token is refused, as if it had been withdrawn in the middle of a session.',
    signature: 'The same 401 that the service sends for an unknown token; nothing is decided.',
    options: {},
  },
  latency: {
    says: 'The answer is late: by a fixed time, or one that is drawn.',
    signature:
      'The right answer, later. Latencies add up, and come before any other fault that strikes the same request.',
    options: {
      decided,
      fixed: milliseconds('Milliseconds.', 0),
      uniform: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: milliseconds('Milliseconds.', 0),
        description:
          'The minimum and the maximum in milliseconds; all values between them are equally likely.',
      },
      logNormal: {
        type: 'object',
        properties: {
          median: milliseconds('Half of the delays are below, milliseconds.'),
          sigma: {
            type: 'number',
            minimum: 0,
            maximum: 5,
            description: 'How far they spread: 0.5 is a calm network.',
          },
          most: { ...milliseconds('The longest delay, milliseconds.'), default: 60_000 },
        },
        required: ['median', 'sigma'],
      },
    },
  },
  status: {
    says: 'The service itself answers with an error.',
    signature:
      'The status in the envelope of the service, with the text that it has for it, or `message`; Retry-After in seconds, if given.',
    options: {
      status: { type: 'integer', minimum: 400, maximum: 599 },
      message: { type: 'string', minLength: 1, maxLength: 1_000 },
      decided,
      retryAfter: { type: 'integer', minimum: 0, maximum: 86_400 },
    },
    required: ['status'],
  },
}
