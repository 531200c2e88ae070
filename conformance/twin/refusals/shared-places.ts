import { textWith } from '../../../src/contract/template.ts'
import { PARSER_SITUATIONS } from './known-words.ts'
import type { LearnedSituation } from './situation.ts'

/** A slot, a number that one example did not tell from a word, or any other character. */
const PART = /\{[\w:-]+\}|\d+|./gs
const PLACE = /^(?:\{.+\}|\d+)$/s
/** What two texts have in common by chance is shorter. */
const SHORTEST = 5

/**
 * Gives the texts of a parser the place that most of them have at their end, where it explains their answers, too: few
 * examples do not tell a column from a byte that happens to be the same, or the number of a line from a word.
 */
export function withSharedPlaces(learned: readonly LearnedSituation[]): LearnedSituation[] {
  const own = learned.filter(({ name }) => name.startsWith(PARSER_SITUATIONS))
  const supportOf = (end: string) =>
    own.reduce((sum, one) => sum + (one.text.endsWith(end) ? explainedBy(one.text, one) : 0), 0)
  const withPlaceOfMost = (one: LearnedSituation): LearnedSituation => {
    const needed = explainedBy(one.text, one)
    let best = { text: one.text, support: 0 }
    for (const other of own) {
      const { words, mine, theirs } = sharedEnd(one.text, other.text)
      const text = words + theirs
      const support = supportOf(theirs) - supportOf(mine)
      if (support > best.support && explainedBy(text, one) >= needed) best = { text, support }
    }
    return { ...one, text: best.text }
  }
  return learned.map((one) => (own.includes(one) ? withPlaceOfMost(one) : one))
}

/** Counts the different answers that a text explains. */
function explainedBy(text: string, { bodies }: LearnedSituation): number {
  const said = bodies.filter(({ message, slots }) => textWith(text, slots) === message)
  return new Set(said.map(({ message }) => message)).size
}

/** Returns what two texts have at their end that differs at most in its places, and what the first one has before; empty without a place or words. */
function sharedEnd(text: string, other: string): { words: string; mine: string; theirs: string } {
  const [own, others] = [partsOf(text), partsOf(other)]
  const isAlike = (a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && (a === b || (PLACE.test(a) && PLACE.test(b)))
  let count = 0
  while (isAlike(own.at(-1 - count), others.at(-1 - count))) count++
  const shared = own.slice(own.length - count)
  const places = shared.filter((part) => PLACE.test(part)).length
  if (places === 0 || shared.length - places < SHORTEST) return { words: text, mine: '', theirs: '' }
  return {
    words: own.slice(0, own.length - count).join(''),
    mine: shared.join(''),
    theirs: others.slice(others.length - count).join(''),
  }
}

function partsOf(text: string): string[] {
  return text.match(PART) ?? []
}
