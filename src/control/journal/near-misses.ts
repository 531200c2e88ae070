import type { Entry } from './entry.ts'
import type { Matching, Want } from './matcher.ts'

/** An exchange that nearly matched. */
export interface NearMiss {
  entry: Entry
  right: Want[]
  wrong: Want[]
}

const MOST = 3

/** Returns the exchanges that match most fields, the nearest first; those that match none are not near. */
export function nearMisses({ wants }: Matching, entries: readonly Entry[]): NearMiss[] {
  return entries
    .map((entry) => ({
      entry,
      right: wants.filter((want) => want.fits(entry) === 'yes'),
      wrong: wants.filter((want) => want.fits(entry) !== 'yes'),
    }))
    .filter(({ right, wrong }) => right.length > 0 && wrong.length > 0)
    .sort((a, b) => b.right.length - a.right.length || b.entry.id - a.entry.id)
    .slice(0, MOST)
}
