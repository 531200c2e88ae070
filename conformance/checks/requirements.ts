/**
 * The highest number that the checks of each topic have in each frozen set. A set is never changed: a check with a
 * higher number, or of another topic, counts from the next set on.
 */
const frozen = {
  '2026-10': {
    ITEM: 6,
    ENV: 9,
    PAG: 24,
    BUSCA: 2,
    VAL: 43,
    HDR: 2,
    ORD: 1,
    SORT: 14,
    CPF: 8,
    NOME: 7,
    AUTH: 14,
  },
} as const satisfies Record<string, Record<string, number>>

/** The set that new checks belong to. A release that freezes it adds it above and names the next one here. */
export const newestSet = '2026-11'

/** Every set of requirements, the oldest first. */
export const requirementSets: readonly string[] = [...Object.keys(frozen), newestSet]

/** Returns the first set that contains a check. */
export function sinceOf(id: string): string {
  const [, topic = '', number = ''] = /^(.+)-(\d+)$/.exec(id) ?? []
  const [first = newestSet] = Object.entries(frozen).flatMap(
    ([set, topics]: [string, Record<string, number>]) => (Number(number) <= (topics[topic] ?? 0) ? set : []),
  )
  return first
}
