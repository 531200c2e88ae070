/**
 * The costs of the steps of a search. The unit is the processor time to read one row number of a word and to mark it,
 * about 13 ns, in the database and here. They were measured at 1,000,000 and 10,000,000 persons. Between the two, the cost
 * of a name grows from 300 to 1,000, because the buffers of the database hold a smaller share of the persons.
 */
const COSTS = {
  /** A statement by itself. */
  statement: 60_000,
  /** The name of one row that is read by itself. */
  name: 500,
  /** One word of one name, when all names are read and scanned as numbers of words. */
  wordRead: 1,
  /** The same when this replica holds the numbers in memory. */
  wordSeen: 0.5,
}

/** The state of a search. */
export interface Left {
  /** How many persons may still match. */
  rows: number
  /** For each part whose words were not read yet, the number of their rows; the rarest part first. */
  counts: readonly number[]
}

export interface Everyone {
  persons: number
  /** The number of words of all their names; undefined if the names cannot be scanned as numbers of words. */
  words: number | undefined
  /** Whether this replica holds these numbers in memory. */
  isHeld: boolean
  /** Whether every person who has words of all parts matches. */
  isSure: boolean
}

/**
 * `next-part` reads the rows of the words of the next part. `everyone` scans the names of all persons. `left` reads the
 * names of the persons who may still match, one by one, unless `isSure`.
 */
export type Step = 'next-part' | 'everyone' | 'left'

/** Returns the next step that is probably the cheapest, by the frequency of the words. */
export function nextStep({ rows, counts }: Left, everyone: Everyone): Step {
  return cheapest(rows, counts, everyone).step
}

function cheapest(rows: number, counts: readonly number[], everyone: Everyone): { step: Step; cost: number } {
  const { persons, words, isHeld, isSure } = everyone
  const [count, ...more] = counts
  if (isSure && count === undefined) return { step: 'left', cost: 0 }
  const ways: { step: Step; cost: number }[] = []
  if (!isSure) ways.push({ step: 'left', cost: costOf(rows * COSTS.name) })
  if (words !== undefined)
    ways.push({ step: 'everyone', cost: costOf(words * (isHeld ? COSTS.wordSeen : COSTS.wordRead)) })
  if (count !== undefined) {
    // The estimate assumes that the words of different parts occur independently.
    const then = cheapest(rows * Math.min(1, count / persons), more, everyone)
    ways.push({ step: 'next-part', cost: costOf(count) + then.cost })
  }
  return ways.reduce((best, way) => (way.cost < best.cost ? way : best))
}

function costOf(work: number): number {
  return COSTS.statement + work
}
