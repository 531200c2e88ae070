import { createHash } from 'node:crypto'

/** What a draw depends on, and nothing else: never on what other requests drew, or on when they came. */
export interface Drawn {
  seed: number
  /** The name of the fault. */
  fault: string
  /** The id of the organization; empty for an unknown token. */
  organization: string
  /** What the request is. */
  key: string
  /** Which call of that key it is, from 1. */
  call: number
}

const BYTES = 6

/**
 * Returns a number from 0 to below 1: the first 48 bits of the SHA-256 of what it depends on, as JSON.
 * @param purpose keeps several draws about one call apart
 */
export function draw({ seed, fault, organization, key, call }: Drawn, purpose: string): number {
  const text = JSON.stringify([seed, fault, organization, key, call, purpose])
  return createHash('sha256').update(text).digest().readUIntBE(0, BYTES) / 2 ** (8 * BYTES)
}
