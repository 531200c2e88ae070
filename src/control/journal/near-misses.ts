import { nearest } from '../../operator/hint.ts'
import type { Entry } from './entry.ts'
import type { Matching, Want } from './matcher.ts'
import { partsOf } from './parts.ts'

/** An exchange that nearly matched. */
export interface NearMiss {
  entry: Entry
  right: Want[]
  wrong: Want[]
}

const MOST = 3

/**
 * Returns the exchanges that match most fields, the nearest first. If none matches any field, returns the one whose path is
 * nearest to the path that is wanted, or else the latest.
 */
export function nearMisses({ wants }: Matching, entries: readonly Entry[]): NearMiss[] {
  const judged = entries.map((entry) => ({
    entry,
    right: wants.filter((want) => want.fits(entry) === 'yes'),
    wrong: wants.filter((want) => want.fits(entry) !== 'yes'),
  }))
  const near = judged
    .filter(({ right, wrong }) => right.length > 0 && wrong.length > 0)
    .sort((a, b) => b.right.length - a.right.length || b.entry.id - a.entry.id)
    .slice(0, MOST)
  // What matches, but in the wrong order, is listed already.
  if (near.length > 0 || judged.some(({ wrong }) => wrong.length === 0)) return near
  const path = wants.find(({ name }) => name === 'path')?.expected
  const pathsOf = judged.map(({ entry }) => partsOf(entry).path)
  const like = typeof path === 'string' ? nearest(path, pathsOf) : undefined
  const latest =
    (like !== undefined && judged.findLast(({ entry }) => partsOf(entry).path === like)) || judged.at(-1)
  return latest === undefined ? [] : [latest]
}
