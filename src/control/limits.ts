/** What one client may cost. The control port has one operator, so these are generous for it, and for nobody else. */
export interface Limits {
  /** The most bytes of a body, enough for a fixture of some ten thousand persons. */
  body: number
  /** The most connections at once, for each address. */
  connections: number
  /** The most answers that are being streamed at once. */
  streams: number
  /** How long a stream waits for a client that takes nothing, milliseconds. */
  stalled: number
  /** How long the head of a request may take, milliseconds. */
  head: number
  /** How long a whole request may take, milliseconds. */
  request: number
  /** How often the two before are looked at, milliseconds. */
  checking: number
}

export const defaultLimits: Limits = {
  body: 8 * 1_048_576,
  connections: 256,
  streams: 32,
  stalled: 30_000,
  head: 5_000,
  request: 20_000,
  checking: 500,
}
