import { gunzipSync, inflateSync } from 'node:zlib'
import type { Profile } from '../contract/profile.ts'
import { whyCompressed } from './causes/body.ts'
import { causes } from './causes/causes.ts'
import { type Refusal, refusal } from './refusal.ts'

const DECODERS = { gzip: gunzipSync, deflate: inflateSync } as const

/** The code of an error of zlib for what would become longer than it may. */
const TOO_LONG = 'ERR_BUFFER_TOO_LARGE'

/** Returns the bytes of a body as they were before they were compressed, or why they cannot be read. */
export type Decode = (bytes: Buffer, coding: string | undefined) => Buffer | Refusal

/** The refusals of a body that cannot be read. */
export interface UnreadableRefusals {
  /** It is not compressed as its header says. */
  broken(): Refusal
  /** It would have more bytes than a body may have. How many, nobody knows. */
  tooLong(): Refusal
}

/**
 * Returns what undoes the codings that the header Content-Encoding names, as far as a profile does so.
 * @param limit the bytes that a body may have then
 */
export function createDecode(
  { bodies }: Profile['dialect'],
  limit: number,
  unreadable: UnreadableRefusals,
): Decode {
  const { deflated = 'read', other = 'read' } = bodies.coding ?? {}
  return (bytes, coding = '') => {
    const name = coding.trim().toLowerCase()
    if (name === '' || name === 'identity') return bytes
    const slots = { key: 'content-encoding', value: name }
    const because = () => whyCompressed(name)
    const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name as 'gzip'] : undefined
    if (decoder === undefined)
      return other === 'read' ? bytes : refusal.bodyType().as('coding.other', slots).because(because)
    if (deflated === 'read') return bytes
    try {
      return decoder(bytes, { maxOutputLength: limit })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === TOO_LONG) return unreadable.tooLong()
      return unreadable
        .broken()
        .as('coding.deflated', slots)
        .because(() => [causes.body.notCompressed(name)])
    }
  }
}
