import { hint } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Change, Decision, Past } from '../store.ts'
import { fromStored, toStored } from './codec.ts'
import { type Database, LONG, type Session } from './database.ts'

/** Decisions with these numbers: after `a`, up to `b`. */
interface Stretches {
  a: string[]
  b: string[]
}

/** Locks organizations, always in the same order; decisions on them wait. */
export const LOCK_ALL = 'SELECT k, seq FROM {organizations} WHERE k = ANY($1) ORDER BY k FOR UPDATE'

/**
 * The decisions that are in force at a position. A restore is an event with a number of its own: what is in force after
 * it is what was at its target, and what was decided since.
 */
export const IN_FORCE = `
  WITH RECURSIVE chain(a, b) AS (
    SELECT coalesce((SELECT max(seq) FROM {restores} WHERE org = $1 AND seq <= $2), 0), $2::bigint
    UNION ALL
    SELECT coalesce((SELECT max(e.seq) FROM {restores} e WHERE e.org = $1 AND e.seq <= r.target), 0), r.target
    FROM chain c JOIN {restores} r ON r.org = $1 AND r.seq = c.a
  )
  SELECT a, b FROM chain WHERE b > a`

/** The last decision on each report in the stretches of two parameters. */
const lastOf = (a: number) => `
  SELECT DISTINCT ON (d.numero) d.numero, d.id, d.aprovar, d.mensagem, d.decidido_em
  FROM unnest($${a}::bigint[], $${a + 1}::bigint[]) AS i(a, b)
    JOIN {decisions} d ON d.org = $1 AND d.seq > i.a AND d.seq <= i.b
  ORDER BY d.numero, d.seq DESC`

/** The reports with a decision that is in force before a restore ($3, $4) or after it ($5, $6). */
const INVOLVED = `
  SELECT DISTINCT d.numero FROM unnest($3::bigint[] || $5::bigint[], $4::bigint[] || $6::bigint[]) AS i(a, b)
    JOIN {decisions} d ON d.org = $1 AND d.seq > i.a AND d.seq <= i.b`

export const RESTORE_REPORTS = `
  WITH target AS (${lastOf(5)}), involved AS (${INVOLVED})
  UPDATE {reports} r SET decision = t.id FROM involved n LEFT JOIN target t ON t.numero = n.numero
  WHERE r.numero = n.numero AND r.world = $2 AND r.org = $1 AND r.decision IS DISTINCT FROM t.id`

/** Persons go back to their own last update, or to the latest that a decision in force set. */
export const RESTORE_MOVED = `
  WITH involved AS (${INVOLVED}), touched AS (
    SELECT DISTINCT r.row_no FROM involved n JOIN {reports} r ON r.numero = n.numero AND r.world = $2 AND r.org = $1
  ), latest AS (
    SELECT r.row_no, max(d.decidido_em) AS at FROM unnest($5::bigint[], $6::bigint[]) AS i(a, b)
      JOIN {decisions} d ON d.org = $1 AND d.seq > i.a AND d.seq <= i.b AND d.atualiza
      JOIN {reports} r ON r.numero = d.numero AND r.world = $2 AND r.org = $1
    GROUP BY r.row_no
  )
  INSERT INTO {moved} (org, row_no, stamp, seq)
  SELECT $1, p.row_no, greatest(coalesce(p.base, p.stamp), l.at), $7::bigint
  FROM touched t JOIN {persons} p ON p.org = $1 AND p.row_no = t.row_no LEFT JOIN latest l ON l.row_no = t.row_no
  ON CONFLICT (org, row_no) DO UPDATE SET stamp = excluded.stamp, seq = excluded.seq`

export const CHANGES = `
  WITH was AS (${lastOf(3)}), now AS (${lastOf(5)}), changed AS (
    SELECT coalesce(n.numero, w.numero) AS numero, coalesce(n.decidido_em, w.decidido_em) AS at,
      w.aprovar AS was_aprovar, w.mensagem AS was_mensagem, n.aprovar AS now_aprovar, n.mensagem AS now_mensagem
    FROM was w FULL JOIN now n ON n.numero = w.numero WHERE w.id IS DISTINCT FROM n.id
  )
  SELECT c.*, r.aprovar, r.mensagem, p.cpf, p.nome, coalesce(m.stamp, p.stamp) AS stamp
  FROM changed c JOIN {reports} r ON r.numero = c.numero AND r.world = $2 AND r.org = $1
    JOIN {persons} p ON p.org = $1 AND p.row_no = r.row_no
    LEFT JOIN {moved} m ON m.org = $1 AND m.row_no = r.row_no
  ORDER BY c.at, c.numero`

interface ChangeRow {
  numero: string
  was_aprovar: boolean | null
  was_mensagem: string
  now_aprovar: boolean | null
  now_mensagem: string
  aprovar: boolean | null
  mensagem: string
  cpf: string
  nome: string
  stamp: string
}

/** The organizations of a world: their ids, and their numbers in the database. */
export type Numbers = ReadonlyMap<string, number>

/**
 * The past of a world in a database, the same for every process that serves it. Nothing is removed: a checkpoint is a
 * position among the decisions of an organization, and a restore comes after the decisions that it takes back.
 */
export class SqlHistory implements Past {
  readonly #database: Database
  readonly #world: number
  readonly #numbers: () => Numbers

  constructor(database: Database, world: number, numbers: () => Numbers) {
    this.#database = database
    this.#world = world
    this.#numbers = numbers
  }

  async reset(id?: string): Promise<void> {
    await this.#database.transaction((session) => this.#goBack(session, this.#meant(id), new Map()))
  }

  async checkpoint(name: string, id?: string): Promise<void> {
    const meant = this.#meant(id)
    await this.#database.transaction(async (session) => {
      const locked = await session.query<{ k: number; seq: string }>(LOCK_ALL, [meant])
      for (const { k, seq } of locked) {
        await session.query(
          `INSERT INTO {checkpoints} (name, org, position)
          VALUES ($1, $2, coalesce((SELECT target FROM {restores} WHERE org = $2 AND seq = $3), $3))
          ON CONFLICT (name, org) DO UPDATE SET position = excluded.position`,
          [toStored(name), k, seq],
        )
      }
    })
  }

  async knows(name: string, id?: string): Promise<boolean> {
    return (await this.#positions(this.#database, name, this.#meant(id))).size > 0
  }

  async restore(name: string, id?: string): Promise<void> {
    const meant = this.#meant(id)
    await this.#database.transaction(async (session) => {
      const positions = await this.#required(session, name, meant)
      await this.#goBack(session, [...positions.keys()], positions)
    })
  }

  async changes(since?: string, id?: string): Promise<Change[]> {
    const meant = this.#meant(id)
    return this.#database.transaction(async (session) => {
      await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      const then =
        since === undefined ? new Map<number, string>() : await this.#required(session, since, meant)
      const found: { at: number; change: Change }[] = []
      for (const [organizacao, k] of this.#numbers()) {
        const [now] = await session.query<{ seq: string }>('SELECT seq FROM {organizations} WHERE k = $1', [
          k,
        ])
        if (!meant.includes(k) || now === undefined || (since !== undefined && !then.has(k))) continue
        const was = await inForce(session, k, then.get(k) ?? '0')
        const is = await inForce(session, k, now.seq)
        const values = [k, this.#world, was.a, was.b, is.a, is.b]
        const rows = await session.query<ChangeRow & { at: string }>(CHANGES, values, { query_timeout: LONG })
        for (const row of rows) found.push({ at: Number(row.at), change: changeOf(organizacao, row) })
      }
      return found.sort((a, b) => a.at - b.at).map(({ change }) => change)
    })
  }

  #meant(id?: string): number[] {
    const numbers = this.#numbers()
    return id === undefined ? [...numbers.values()] : [numbers.get(id) as number]
  }

  /** Makes what was in force at positions be in force again; at the beginning for those without one. */
  async #goBack(
    session: Session,
    meant: readonly number[],
    positions: ReadonlyMap<number, string>,
  ): Promise<void> {
    const long = { query_timeout: LONG }
    for (const { k, seq } of await session.query<{ k: number; seq: string }>(LOCK_ALL, [meant])) {
      const target = positions.get(k) ?? '0'
      const was = await inForce(session, k, seq)
      const is = await inForce(session, k, target)
      if (isSame(was, is)) continue
      const at = String(BigInt(seq) + 1n)
      const values = [k, this.#world, was.a, was.b, is.a, is.b]
      await session.query(RESTORE_REPORTS, values, long)
      await session.query(RESTORE_MOVED, [...values, at], long)
      await session.query('INSERT INTO {restores} (org, seq, target) VALUES ($1, $2, $3)', [k, at, target])
      await session.query('UPDATE {organizations} SET seq = $2 WHERE k = $1', [k, at])
    }
  }

  async #positions(
    asked: Pick<Session, 'query'>,
    name: string,
    meant: readonly number[],
  ): Promise<Map<number, string>> {
    const rows = await asked.query<{ org: number; position: string }>(
      'SELECT org, position FROM {checkpoints} WHERE name = $1 AND org = ANY($2)',
      [toStored(name), meant],
    )
    return new Map(rows.map(({ org, position }) => [org, position]))
  }

  async #required(session: Session, name: string, meant: readonly number[]): Promise<Map<number, string>> {
    const positions = await this.#positions(session, name, meant)
    if (positions.size > 0) return positions
    const rows = await session.query<{ name: string }>(
      'SELECT DISTINCT name FROM {checkpoints} WHERE org = ANY($1) ORDER BY name',
      [meant],
    )
    const known = rows.map((row) => fromStored(row.name))
    const there = known.length === 0 ? '. No checkpoint was saved.' : `. Use one of ${known.join(', ')}.`
    throw new OperatorError(`The checkpoint "${name}" is unknown${hint(name, known) || there}`)
  }
}

async function inForce({ query }: Session, k: number, position: string): Promise<Stretches> {
  const rows = await query<{ a: string; b: string }>(IN_FORCE, [k, position])
  return { a: rows.map(({ a }) => a), b: rows.map(({ b }) => b) }
}

function isSame(one: Stretches, other: Stretches): boolean {
  return one.a.join() === other.a.join() && one.b.join() === other.b.join()
}

function changeOf(organizacao: string, row: ChangeRow): Change {
  const decided = decisionOf(row.aprovar, row.mensagem)
  return {
    organizacao,
    cpf: fromStored(row.cpf),
    nome: fromStored(row.nome),
    atualizado_em: new Date(Number(row.stamp)).toISOString(),
    numero: fromStored(row.numero),
    before: decisionOf(row.was_aprovar, row.was_mensagem) ?? decided,
    after: decisionOf(row.now_aprovar, row.now_mensagem) ?? decided,
  }
}

function decisionOf(aprovar: boolean | null, mensagem: string): Decision | null {
  return aprovar === null ? null : { aprovar, mensagem: fromStored(mensagem) }
}
