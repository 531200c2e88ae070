import { otherKindsIn } from './other-kinds.ts'

/** How a fault of a profile names choices and shows values. */

/** @param words at least one */
export function or(words: readonly (string | number)[]): string {
  return words.length === 1 ? String(words[0]) : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export function shown(value: unknown): string {
  // What JSON would show as {}.
  const [other] = otherKindsIn(value)
  if (other?.path.length === 0) return other.kind
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
