/** Those that the length of a body, the connection or the clock decide, and those that only a request or a proxy has. */
const NOT_OURS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  // Node 20 sends no answer at all with a Trailer that has a Content-Length.
  'trailer',
  'transfer-encoding',
  'upgrade',
])

type Headers<Value> = Readonly<Record<string, Value>>

/**
 * Returns the headers that a profile may set, by their names in lower case; the last one counts of each name. The others
 * could break the framing of answers. They are left out rather than refused, because older profiles may have them.
 */
export function settableHeaders<Value>(
  ...several: readonly (Headers<Value> | undefined)[]
): Map<string, Value> {
  const named = several
    .flatMap((some) => Object.entries(some ?? {}))
    .map(([name, value]) => [name.toLowerCase(), value] as const)
  return new Map(named.filter(([name]) => !NOT_OURS.has(name)))
}
