/** What one client may cost. The control port has one operator, so these are generous for it, and for nobody else. */
export const defaultLimits = {
  /** The most bytes of a body, enough for a fixture of some ten thousand persons. */
  body: 8 * 1_048_576,
  /** The most connections at once, for each address. */
  connections: 256,
  /** The most answers that are being streamed at once. */
  streams: 32,
  /** How long a stream waits for a client that takes nothing, milliseconds. */
  stalled: 30_000,
  /** How long the head of a request may take, milliseconds. */
  head: 5_000,
  /** How long a whole request may take, milliseconds. */
  request: 20_000,
  /** How often the two before are looked at, milliseconds. */
  checking: 500,
}

export type Limits = typeof defaultLimits
