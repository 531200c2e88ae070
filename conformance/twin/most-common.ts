import { groupBy } from '../../src/contract/group-by.ts'

/** Returns the largest group of items with the same key, the first one of equally large ones; empty for no items. */
export function largestGroup<T>(items: readonly T[], keyOf: (item: T) => unknown): readonly T[] {
  return [...groupBy(items, keyOf).values()].sort((a, b) => b.length - a.length)[0] ?? []
}

/** Returns the most common item, by its key; undefined for no items. */
export function mostCommon<T>(
  items: readonly T[],
  keyOf: (item: T) => unknown = (item) => item,
): T | undefined {
  return largestGroup(items, keyOf)[0]
}
