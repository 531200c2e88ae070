/** Pure functions that judge pages, given the persons on them. */

/** Returns the values whose id occurs earlier in the list. */
export function repeats<T>(list: readonly T[], idOf: (value: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter((value) => seen.size === seen.add(idOf(value)).size)
}

/**
 * Returns the first place where two reads of one list differ. Neighbours with equal keys may have changed places. The
 * end of the list may cut such a group, so only the key of the last group is compared.
 * @param startsInside whether the start of the list may also cut a group
 */
export function firstDifference<T>(
  a: readonly T[],
  b: readonly T[],
  keyOf: (value: T) => string,
  idOf: (value: T) => string,
  startsInside = false,
): number | undefined {
  const keys = a.map(keyOf)
  const length = Math.max(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const other = b[i]
    if (other === undefined || keys[i] !== keyOf(other)) return i
  }
  for (let from = 0, to = 0; from < length; from = to) {
    while (keys[to] === keys[from]) to++
    if (to === length || (from === 0 && startsInside)) continue
    const others = new Map<string, number>()
    for (const id of b.slice(from, to).map(idOf)) others.set(id, (others.get(id) ?? 0) + 1)
    for (let i = from; i < to; i++) {
      const id = idOf(a[i] as T)
      const left = others.get(id) ?? 0
      if (left === 0) return i
      others.set(id, left - 1)
    }
  }
  return undefined
}
