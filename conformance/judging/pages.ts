/** Judges of pages, pure: each list is the ids of the persons on its pages. */

/** Those whose id stands in the list before them. */
export function repeats<T>(list: readonly T[], idOf: (value: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter((value) => seen.size === seen.add(idOf(value)).size)
}

/** The first id that stands in the list a second time. */
export function firstRepeat(ids: readonly string[]): string | undefined {
  return repeats(ids, (id) => id)[0]
}

/**
 * The first page (1-based) that has another size than it must: all are full but the last, which has the rest; the
 * first is always there.
 */
export function firstWrongSize(sizes: readonly number[], total: number, rows: number): number | undefined {
  let left = total
  for (const [i, size] of sizes.entries()) {
    if (size !== Math.min(left, rows) || (size === 0 && i > 0)) return i + 1
    left -= size
  }
  return left > 0 || sizes.length === 0 ? sizes.length + 1 : undefined
}

/** What one list has and the other has not. */
export function difference(a: Iterable<string>, b: Iterable<string>): { missing: string[]; extra: string[] } {
  const [left, right] = [new Set(a), new Set(b)]
  return {
    missing: [...left].filter((id) => !right.has(id)),
    extra: [...right].filter((id) => !left.has(id)),
  }
}

/**
 * The first place at which two readings of one list differ, where neighbours of equal key may have changed places.
 * The group at the end may be cut anywhere, so that only its key is compared.
 * @param startsInside whether the group at the start may be cut, too
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
