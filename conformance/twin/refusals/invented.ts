import type { Refused } from './refused.ts'
import type { LearnedSituation } from './situation.ts'

/**
 * Learns a situation without any word that a question made up. If such a word does not become a slot, learns only from
 * the answers that do not repeat one; if there are none, learns nothing.
 */
export function withoutInvented(
  group: readonly Refused[],
  learnFrom: (group: readonly [Refused, ...Refused[]]) => LearnedSituation,
): LearnedSituation[] {
  const invented = new Set(group.flatMap(({ invented = [] }) => invented))
  const isClean = ({ frame, text, own }: LearnedSituation) =>
    !holdsWordOf([frame, text, own ?? null], invented)
  const learned = learnFrom(group as readonly [Refused])
  if (isClean(learned)) return [learned]
  const others = group.filter(({ answer }) => !holdsWordOf(answer.json ?? answer.text, invented))
  const again = others.length > 0 ? learnFrom(others as readonly Refused[] as [Refused]) : undefined
  return again && isClean(again) ? [again] : []
}

/** A shorter word stands in a text by chance; as a whole value it does not. */
const LEAST_WORD = 3

/** Returns whether one of these words stands somewhere in a value, by itself. */
function holdsWordOf(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value === 'string') {
    if (words.has(value)) return true
    if (value.split(/[^a-z]+/).some((word) => word.length >= LEAST_WORD && words.has(word))) return true
    return [...words].some((sentence) => sentence.includes(' ') && value.includes(sentence))
  }
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => holdsWordOf(name, words) || holdsWordOf(one, words))
}
