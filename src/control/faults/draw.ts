import { createHash } from 'node:crypto'

const BYTES = 6

/**
 * Returns a number from 0 to below 1: the first 48 bits of the SHA-256 of what it depends on, as JSON. It depends on
 * nothing else: never on what other requests drew, or on when they came.
 */
export function draw(...on: readonly (string | number)[]): number {
  const digest = createHash('sha256').update(JSON.stringify(on)).digest()
  return digest.readUIntBE(0, BYTES) / 2 ** (8 * BYTES)
}
