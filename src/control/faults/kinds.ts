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

/** Whoever waits longer than a day does not test a client. */
const DAY = 86_400_000
const whole = (minimum: number, maximum: number, description: string): Schema => {
  return { type: 'integer', minimum, maximum, description }
}
const yes = (description: string): Schema => ({ type: 'boolean', default: false, description })
const milliseconds = whole(0, DAY, 'Milliseconds.')
const decided = yes('Whether the service handles the request first, so that a decision is recorded.')

export const faultKinds: Readonly<Record<FaultKind, FaultKindFacts>> = {
  latency: {
    says: 'The answer is late, by a fixed time or by one that is drawn between two.',
    signature: 'The right answer, later.',
    options: {
      ms: { anyOf: [milliseconds, { type: 'array', minItems: 2, maxItems: 2, items: milliseconds }] },
      decided,
    },
    required: ['ms'],
  },
  status: {
    says: 'The service answers with an error, or with `html` a gateway before it.',
    signature:
      'The status in the envelope of the service, with its text or `message`; 401 is the same answer as to an unknown token. With `html`, a page with `Server: nginx` and `Content-Type: text/html`: no JSON, no X-Content-Type-Options; 4xx also closes the connection. Retry-After in seconds, if given.',
    options: {
      status: whole(400, 599, 'The status.'),
      message: { type: 'string', minLength: 1, maxLength: 1_000 },
      retryAfter: whole(0, 86_400, 'Seconds.'),
      html: yes('Whether a gateway answers with its page.'),
      decided,
    },
    required: ['status'],
  },
  'rate-limit': {
    says: 'A token bucket for each organization; a request that finds it empty is refused.',
    signature:
      '429 in the envelope of the service. Retry-After is in seconds, rounded up, so that a client that waits is let through.',
    options: {
      perSecond: { type: 'number', minimum: 0.001, maximum: 100_000, description: 'Tokens that come back.' },
      burst: whole(1, 100_000, 'Tokens in a full bucket; by default as many as come back in a second.'),
    },
    required: ['perSecond'],
  },
  drop: {
    says: 'The connection ends before its answer, within it, or as the next request comes.',
    signature:
      'The request is read to its end. Then no byte, or `HTTP/1.1 200 OK` CR LF, then FIN or RST: the same bytes whether decided or not, and whatever the service would have answered. `half` is always decided: the right head and half of the body. `keptAlive` never is: no byte, as soon as the head of the request has arrived, and only on a connection that has already answered; the first request of a connection is not counted.',
    options: {
      after: { enum: ['nothing', 'status-line', 'half'], default: 'nothing' },
      close: { enum: ['fin', 'reset'], default: 'fin' },
      decided: { enum: [true, false, 'seeded'], default: true },
      keptAlive: yes('Whether only a connection that was kept alive is closed, as a request arrives.'),
    },
  },
  silence: {
    says: 'The request is accepted, and never answered.',
    signature: 'The request is read to its end, then nothing: no byte and no FIN until `until`, if given.',
    options: { until: whole(1, DAY, 'Milliseconds until the connection ends.'), decided },
  },
  trickle: {
    says: 'The answer comes in small pieces, each just before its client would give up reading.',
    signature: 'The whole head at once, then the right body in pieces, each `every` milliseconds later.',
    options: {
      every: whole(1, DAY, 'Milliseconds between pieces.'),
      pieces: { ...whole(1, 10_000, 'Pieces of the body.'), default: 10 },
    },
    required: ['every'],
  },
  corrupt: {
    says: 'The answer arrives damaged.',
    signature:
      'The right head with the Content-Length of what comes. `cut`: the first half of the body; `comma`: one too many before the last brace; `bytes`: the byte FF in the first string. `length`: the right answer, but its Content-Length is one too large, then FIN.',
    options: { how: { enum: ['cut', 'comma', 'bytes', 'length'] } },
    required: ['how'],
  },
}
