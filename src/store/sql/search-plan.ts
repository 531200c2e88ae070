/**
 * What the ways to the persons of a search cost, all in the time that one row of a word takes: the database sends its
 * number, and it is marked here. As measured by processor time at a million and ten million persons, where the time of a
 * name grows from 300 to 1,000, because the database holds a smaller share of them.
 */
const COSTS = {
  /** A statement by itself. */
  statement: 60_000,
  /** The name of one row that is read by itself. */
  name: 500,
  /** One word of a name, where the names of everyone are read as numbers of words and looked through. */
  wordRead: 1,
  /** The same where they are there already. */
  wordSeen: 0.5,
}

/** What is left to do for a search. */
export interface Left {
  /** How many persons it may still find. */
  rows: number
  /** In how many rows are the words of each part that nobody has looked up, the rarest part first. */
  counts: readonly number[]
}

export interface Everyone {
  persons: number
  /** How many words their names have in all; undefined if these cannot be looked through. */
  words: number | undefined
  /** Whether a replica has them already. */
  isHeld: boolean
  /** Whether all who have the words of every part are found. */
  isSure: boolean
}

/**
 * What to do next: read the rows with the words of the next part, look through the names of everyone, or read the names
 * of the rows that are left, unless all of them are found.
 */
export type Step = 'next-part' | 'everyone' | 'left'

/** Returns the cheapest next step of a search, as far as one can tell from how frequent its words are. */
export function nextStep({ rows, counts }: Left, everyone: Everyone): Step {
  return cheapest(rows, counts, everyone).step
}

function cheapest(rows: number, counts: readonly number[], everyone: Everyone): { step: Step; cost: number } {
  const { persons, words, isHeld, isSure } = everyone
  const [count, ...more] = counts
  if (isSure && count === undefined) return { step: 'left', cost: 0 }
  const ways: { step: Step; cost: number }[] = [{ step: 'left', cost: costOf(rows * COSTS.name) }]
  if (words !== undefined)
    ways.push({ step: 'everyone', cost: costOf(words * (isHeld ? COSTS.wordSeen : COSTS.wordRead)) })
  if (count !== undefined) {
    // As if the words of one part were as frequent among those who have another.
    const then = cheapest(rows * Math.min(1, count / persons), more, everyone)
    ways.push({ step: 'next-part', cost: costOf(count) + then.cost })
  }
  return ways.reduce((best, way) => (way.cost < best.cost ? way : best))
}

function costOf(work: number): number {
  return COSTS.statement + work
}
