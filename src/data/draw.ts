import { uuidOf } from './uuid.ts'

/** Returns the token of organization *k*. */
export function token(seed: number, k: number): string {
  const words = draws(seed, k, 1, new Uint32Array(4))
  return `sim-${uuidOf(words).replaceAll('-', '')}`
}

const drawn = new Uint32Array(5)

/** Returns the version 4 UUID at a position, with 122 bits from the generator. */
export function uuidAt(seed: number, position: number, purpose: number): string {
  draws(seed, position, purpose, drawn)
  drawn[1] = ((drawn[1] as number) & 0xffff0fff) | 0x4000
  drawn[2] = ((drawn[2] as number) & 0x0fffffff) | ((8 + ((drawn[4] as number) % 4)) << 28)
  return uuidOf(drawn)
}

/**
 * Returns a new generator "sfc32" of 32-bit integers. Its state comes only from the seed, the position and the purpose,
 * so no value depends on how many were drawn before.
 */
export function sfc32(seed: number, position: number, purpose: number): () => number {
  let values = draws(seed, position, purpose, new Uint32Array(16))
  let next = 0
  return () => {
    if (next === values.length) values = draws(seed, position, purpose, new Uint32Array(2 * next))
    return values[next++] as number
  }
}

/** Fills an array with the first values of a generator. */
export function draws(seed: number, position: number, purpose: number, into: Uint32Array): Uint32Array {
  let a = seed | 0
  let b = position | 0
  let c = purpose | 0
  for (let i = -WARM_UP; i < into.length; i++) {
    const sum = (((a + b) | 0) + (i + WARM_UP + 1)) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    if (i >= 0) into[i] = sum
  }
  return into
}

const WARM_UP = 15
