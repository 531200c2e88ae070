import type { Session } from './database.ts'

/** Decisions with these numbers: after `a`, up to `b`. */
export interface Spans {
  a: string[]
  b: string[]
}

/**
 * The decisions that are in force at a position. A restore is an event with a number of its own: what is in force after
 * it is what was at its target, and what was decided since.
 */
const IN_FORCE = `
  WITH RECURSIVE chain(a, b) AS (
    SELECT coalesce((SELECT max(seq) FROM {restores} WHERE org = $1 AND seq <= $2), 0), $2::bigint
    UNION ALL
    SELECT coalesce((SELECT max(e.seq) FROM {restores} e WHERE e.org = $1 AND e.seq <= r.target), 0), r.target
    FROM chain c JOIN {restores} r ON r.org = $1 AND r.seq = c.a
  )
  SELECT a, b FROM chain WHERE b > a`

/** The last decision on each report in the spans of two parameters. */
export const lastOf = (a: number) => `
  SELECT DISTINCT ON (d.numero) d.numero, d.id, d.aprovar, d.mensagem, d.decidido_em
  FROM unnest($${a}::bigint[], $${a + 1}::bigint[]) AS i(a, b)
    JOIN {decisions} d ON d.org = $1 AND d.seq > i.a AND d.seq <= i.b
  ORDER BY d.numero, d.seq DESC`

export async function inForce({ query }: Session, k: number, position: string): Promise<Spans> {
  const rows = await query<{ a: string; b: string }>(IN_FORCE, [k, position])
  return { a: rows.map(({ a }) => a), b: rows.map(({ b }) => b) }
}

export function isSameSpans(one: Spans, other: Spans): boolean {
  return one.a.join() === other.a.join() && one.b.join() === other.b.join()
}
