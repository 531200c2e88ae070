/** Judges of pages, pure: each list is the ids of the persons on its pages. */

/** The first id that stands in the list a second time. */
export function firstRepeat(ids: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) return id
    seen.add(id)
  }
  return undefined
}

/** How many persons each page of a list has: all are full but the last, which has the rest; the first is always there. */
export function pageSizes(total: number, rows: number): number[] {
  if (total === 0) return [0]
  const full = Math.floor(total / rows)
  return [...Array<number>(full).fill(rows), ...(total % rows > 0 ? [total % rows] : [])]
}

/** The first page (1-based) that has another size than it must. */
export function firstWrongSize(sizes: readonly number[], total: number, rows: number): number | undefined {
  const right = pageSizes(total, rows)
  for (let i = 0; i < Math.max(sizes.length, right.length); i++) {
    if (sizes[i] !== right[i]) return i + 1
  }
  return undefined
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
 * The group at the border may be cut anywhere, so that only its key is compared.
 */
export function firstDifference<T>(
  a: readonly T[],
  b: readonly T[],
  keyOf: (value: T) => string,
  idOf: (value: T) => string,
): number | undefined {
  const length = Math.max(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [left, right] = [a[i], b[i]]
    if (left === undefined || right === undefined || keyOf(left) !== keyOf(right)) return i
  }
  const border = length === 0 ? undefined : keyOf(a[length - 1] as T)
  const inside = (list: readonly T[]) => list.filter((value) => keyOf(value) !== border).map(idOf)
  const { missing, extra } = difference(inside(a), inside(b))
  const [odd] = [...missing, ...extra]
  if (odd === undefined) return undefined
  return a.findIndex((value) => idOf(value) === odd) === -1
    ? b.findIndex((value) => idOf(value) === odd)
    : a.findIndex((value) => idOf(value) === odd)
}
