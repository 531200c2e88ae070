import { createHash } from 'node:crypto'
import type { Slots } from '../contract/template.ts'

/** Returns slots for values that mean nothing to a client: made up from a seed, and the same for it every time. */
export function opaqueSlots(seed: string): Slots {
  let hex: string | undefined
  const digest = () => {
    hex ??= createHash('sha256').update(seed).digest('hex')
    return hex
  }
  return {
    get 'opaque:uuid'() {
      const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest()) as RegExpExecArray
      return `${a}-${b}-4${c}-a${d}-${e}`
    },
    get 'opaque:hex32'() {
      return digest().slice(0, 32)
    },
    get 'opaque:hex16'() {
      return digest().slice(0, 16)
    },
    get 'opaque:hex24'() {
      return digest().slice(0, 24)
    },
    get 'opaque:number'() {
      return Number.parseInt(digest().slice(0, 7), 16) + 1
    },
  }
}
