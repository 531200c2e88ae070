/** Returns entries by key, both in their original order. Node 20 has no `Map.groupBy`. */
export function groupBy<T, K>(entries: readonly T[], keyOf: (entry: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return groups
}
