import { lowerBound } from '../persons.ts'
import type { Membership } from './faces.ts'
import type { Overlay } from './overlay.ts'

/** The persons of a list, or of a search. */
export interface StoredSelection extends Membership {
  /** Ascending, as the data has them; null for everyone. */
  rows: Uint32Array | null
  /** How many these are. */
  total: number
  /** The orders that were needed so far: the rows, and the place of each among everyone. */
  readonly orders: Map<number, Promise<OwnOrder>>
  /** The beginnings of orders that were scanned. */
  readonly beginnings: Map<number, Beginning>
}

/** The first rows of a search in an order. */
export interface Beginning {
  rows: readonly number[]
  /** The place in the order of everyone at which the scan stopped. */
  end: number
}

export interface OwnOrder {
  rows: Uint32Array
  /** The place of each in the order of everyone. */
  places: Uint32Array
}

/** @param rows ascending */
export function selectionOf(rows: Uint32Array, matches: Membership['matches']): StoredSelection {
  const has = (row: number) => rows[lowerBound(rows, row)] === row
  return { rows, total: rows.length, orders: new Map(), beginnings: new Map(), has, matches }
}

/** Returns how many persons a selection has now. */
export function totalOf(selection: StoredSelection, { faces }: Overlay): number {
  return selection.total + (faces.size === 0 ? 0 : faces.difference(selection))
}
