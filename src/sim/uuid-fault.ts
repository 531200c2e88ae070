import { INVALID, readByJava, TOO_LARGE } from './java-uuid.ts'

const START_OF_GROUPS = [0, 9, 14, 19, 24]
const LENGTH_OF_GROUPS = [8, 4, 4, 4, 12]
const BEFORE = 'urn:uuid:'
const LENGTH = 36

/** Returns what a refusal may say of a text that is not a UUID. */
export function uuidSlots(
  text: string,
): Record<'uuid' | 'uuid-go' | 'uuid-java' | 'uuid-java-without-places', string> {
  const byJava = readByJava(text)
  return {
    uuid: uuidFault(text),
    'uuid-go': uuidFaultOfGo(text),
    'uuid-java': 'fault' in byJava ? byJava.fault : '',
    'uuid-java-without-places': text.length > LENGTH ? TOO_LARGE : `${INVALID}${text}`,
  }
}

/** Returns why a text is not a UUID, as `Parse` of github.com/google/uuid says it; it counts bytes. */
export function uuidFaultOfGo(text: string): string {
  const length = Buffer.byteLength(text)
  const isPrefixed = length === LENGTH + BEFORE.length
  if (isPrefixed && !text.toLowerCase().startsWith(BEFORE))
    return `invalid urn prefix: ${JSON.stringify(text.slice(0, BEFORE.length))}`
  // The braces and the prefix are left out whatever they are.
  const isForm = isPrefixed || [LENGTH, LENGTH + 2, LENGTH - 4].includes(length)
  return isForm ? 'invalid UUID format' : `invalid UUID length: ${length}`
}

/** Returns why a text is not a UUID, as the parser of Rust says it, which services in Python repeat; places are in bytes. */
export function uuidFault(text: string): string {
  const { inner, offset } = partOf(text)
  const odd = /[^\da-f-]/iu.exec(inner)
  if (odd) {
    const at = Buffer.byteLength(inner.slice(0, odd.index))
    return `invalid character: found \`${odd[0]}\` at ${at + offset + 1}`
  }
  const groups = inner.split('-')
  if (groups.length === 1 && offset === 0)
    return `invalid length: expected length 32 for simple format, found ${inner.length}`
  if (groups.length !== START_OF_GROUPS.length)
    return `invalid group count: expected 5, found ${groups.length}`
  const wrong = groups.slice(0, -1).findIndex((group, i) => group.length !== LENGTH_OF_GROUPS[i])
  if (wrong !== -1) return ofGroup(wrong, (groups[wrong] as string).length)
  // The braces and the prefix are counted with the last group.
  return ofGroup(groups.length - 1, text.length - (START_OF_GROUPS.at(-1) as number))
}

function ofGroup(group: number, found: number): string {
  return `invalid group length in group ${group}: expected ${LENGTH_OF_GROUPS[group]}, found ${found}`
}

function partOf(text: string): { inner: string; offset: number } {
  if (/^\{.*\}$/s.test(text)) return { inner: text.slice(1, -1), offset: 1 }
  return text.startsWith(BEFORE)
    ? { inner: text.slice(BEFORE.length), offset: BEFORE.length }
    : { inner: text, offset: 0 }
}
