import { hint } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Change, Past } from '../store.ts'
import { changedReports } from './changed-reports.ts'
import { fromStored, toStored } from './codec.ts'
import { type Database, LONG, type Session } from './database.ts'
import { inForce, isSameSpans, lastOf } from './in-force.ts'
import { LOCK_ALL, type Numbers } from './lock.ts'
import { countMove, SETTLE_STAMPS, updateFaces } from './moving.ts'
import { identify, moveAgain, movesOf, type Saved, type SavedIdentity } from './saved-moves.ts'

/** The reports with a decision that is in force before a restore ($3, $4) or after it ($5, $6). */
const INVOLVED = `
  SELECT DISTINCT d.numero FROM unnest($3::bigint[] || $5::bigint[], $4::bigint[] || $6::bigint[]) AS i(a, b)
    JOIN {decisions} d ON d.org = $1 AND d.seq > i.a AND d.seq <= i.b`

/** Reports of the data get the decisions in force and the last updates that these set, and no move. */
const RESTORE_REPORTS = `
  WITH target AS (${lastOf(5)}), involved AS (
    ${INVOLVED} UNION SELECT numero FROM {reports} WHERE org = $1 AND (gone OR is_set)
  ), latest AS (
    SELECT d.numero, max(d.decidido_em) AS at FROM unnest($5::bigint[], $6::bigint[]) AS i(a, b)
      JOIN {decisions} d ON d.org = $1 AND d.seq > i.a AND d.seq <= i.b AND d.atualiza
    GROUP BY d.numero
  )
  UPDATE {reports} r SET decision = t.id, now_stamp = greatest(r.stamp, l.at), gone = false, is_set = false
  FROM involved n LEFT JOIN target t ON t.numero = n.numero LEFT JOIN latest l ON l.numero = n.numero
  WHERE r.numero = n.numero AND r.world = $2 AND r.org = $1
  RETURNING r.row_no`

/** Where an organization goes back to. */
interface Target extends Saved {
  position: string
}

const UNMOVED: Saved = { moves: null, whole: null }
const AT_START: Target = { position: '0', ...UNMOVED }

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
    await this.#database.change((session) =>
      this.#goBack(session, this.#meant(id), new Map(), id === undefined ? [] : null),
    )
  }

  async checkpoint(name: string, id?: string): Promise<void> {
    const meant = this.#meant(id)
    await this.#database.change(async (session) => {
      const locked = await session.query<{ k: number; seq: string }>(LOCK_ALL, [meant])
      const known = await this.#targets(session, name, meant)
      for (const { k, seq } of locked) {
        const moves = await movesOf(session, this.#world, k)
        const whole = id === undefined ? (moves?.persons ?? []) : (known.get(k)?.whole ?? null)
        const told = JSON.stringify({ moves, whole } satisfies Saved)
        await session.query(
          `INSERT INTO {checkpoints} (name, org, position, moves)
          VALUES ($1, $2, coalesce((SELECT target FROM {restores} WHERE org = $2 AND seq = $3), $3), $4)
          ON CONFLICT (name, org) DO UPDATE SET position = excluded.position, moves = excluded.moves`,
          [toStored(name), k, seq, told],
        )
      }
    })
  }

  async knows(name: string, id?: string): Promise<boolean> {
    const read = { query: this.#database.read.bind(this.#database) as Session['query'] }
    return (await this.#targets(read, name, this.#meant(id))).size > 0
  }

  async restore(name: string, id?: string): Promise<void> {
    const meant = this.#meant(id)
    await this.#database.change(async (session) => {
      const targets = await this.#required(session, name, meant)
      const whole = [...targets.values()].find((target) => target.whole !== null)?.whole ?? null
      await this.#goBack(session, [...targets.keys()], targets, id === undefined ? whole : null)
    })
  }

  async changes(since?: string, id?: string): Promise<Change[]> {
    const meant = this.#meant(id)
    return this.#database.change(async (session) => {
      await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      const then =
        since === undefined ? new Map<number, Target>() : await this.#required(session, since, meant)
      const found: { at: number; change: Change }[] = []
      for (const [organizacao, k] of this.#numbers()) {
        const [now] = await session.query<{ seq: string }>('SELECT seq FROM {organizations} WHERE k = $1', [
          k,
        ])
        if (!meant.includes(k) || now === undefined || (since !== undefined && !then.has(k))) continue
        const was = await inForce(session, k, then.get(k)?.position ?? '0')
        const is = await inForce(session, k, now.seq)
        found.push(...(await changedReports(session, { organizacao, k, world: this.#world }, was, is)))
      }
      return found.sort((a, b) => a.at - b.at).map(({ change }) => change)
    }, true)
  }

  #meant(id?: string): number[] {
    const numbers = this.#numbers()
    return id === undefined ? [...numbers.values()] : [numbers.get(id) as number]
  }

  /**
   * Makes what was in force at targets be in force again; at the beginning for those without one.
   * @param whole who the persons of all organizations become again; null to leave them who they are
   */
  async #goBack(
    session: Session,
    meant: readonly number[],
    targets: ReadonlyMap<number, Target>,
    whole: readonly SavedIdentity[] | null,
  ): Promise<void> {
    const long = { query_timeout: LONG }
    // A move may change who a person is in every organization.
    await session.query(LOCK_ALL, [[...this.#numbers().values()]])
    const [{ moved = false } = {}] = await session.query<{ moved: boolean }>(
      `SELECT EXISTS (SELECT FROM {identities} WHERE world = $1)
        OR EXISTS (SELECT FROM {reports} WHERE org = ANY($2) AND (gone OR is_set)) AS moved`,
      [this.#world, [...this.#numbers().values()]],
    )
    const isMoved = moved || [...targets.values()].some(({ moves }) => moves !== null)
    const counted = isMoved ? await countMove(session, this.#world) : undefined
    const saved = [...targets.values()].flatMap(({ moves }) => moves?.persons ?? [])
    const cpfs = new Set(isMoved ? await identify(session, this.#world, saved, whole) : [])
    const current = await session.query<{ k: number; seq: string }>(LOCK_ALL, [meant])
    for (const { k, seq } of current) {
      const { position, moves } = targets.get(k) ?? AT_START
      const was = await inForce(session, k, seq)
      const is = await inForce(session, k, position)
      if (isSameSpans(was, is) && !isMoved) continue
      const at = counted?.get(k) ?? String(BigInt(seq) + 1n)
      const values = [k, this.#world, was.a, was.b, is.a, is.b]
      const restored = await session.query<{ row_no: number }>(RESTORE_REPORTS, values, long)
      const own = restored.map(({ row_no }) => row_no)
      if (isMoved) {
        const removed = await session.query<{ cpf: string; row_no: number }>(
          'DELETE FROM {added} WHERE org = $1 RETURNING cpf, row_no',
          [k],
        )
        for (const { cpf, row_no } of removed) {
          cpfs.add(cpf)
          own.push(row_no)
        }
        for (const { cpf } of moves?.added ?? []) cpfs.add(cpf)
        own.push(...(await moveAgain(session, this.#world, k, is, moves)))
        const ofRows = await session.query<{ cpf: string }>(
          `SELECT cpf FROM {persons} WHERE org = $1 AND row_no = ANY($2)
          UNION SELECT cpf FROM {faces} WHERE org = $1`,
          [k, own],
          long,
        )
        for (const { cpf } of ofRows) cpfs.add(cpf)
      }
      await session.query('INSERT INTO {restores} (org, seq, target) VALUES ($1, $2, $3)', [k, at, position])
      await session.query('UPDATE {organizations} SET seq = $2 WHERE k = $1', [k, at])
      await session.query(SETTLE_STAMPS, [k, [...new Set(own)], at], long)
    }
    if (!isMoved) return
    await updateFaces(session, this.#world, [...cpfs])
    await session.query('UPDATE {world} SET version = version + 1')
  }

  async #targets(
    asked: Pick<Session, 'query'>,
    name: string,
    meant: readonly number[],
  ): Promise<Map<number, Target>> {
    const rows = await asked.query<{ org: number; position: string; moves: string | null }>(
      'SELECT org, position, moves FROM {checkpoints} WHERE name = $1 AND org = ANY($2)',
      [toStored(name), meant],
    )
    return new Map(
      rows.map(({ org, position, moves }) => [
        org,
        { position, ...(moves === null ? UNMOVED : (JSON.parse(moves) as Saved)) },
      ]),
    )
  }

  async #required(session: Session, name: string, meant: readonly number[]): Promise<Map<number, Target>> {
    const targets = await this.#targets(session, name, meant)
    if (targets.size > 0) return targets
    const rows = await session.query<{ name: string }>(
      'SELECT DISTINCT name FROM {checkpoints} WHERE org = ANY($1) ORDER BY name',
      [meant],
    )
    const known = rows.map((row) => fromStored(row.name))
    const there = known.length === 0 ? '. No checkpoint was saved.' : `. Use one of ${known.join(', ')}.`
    throw new OperatorError(`The checkpoint "${name}" is unknown${hint(name, known) || there}`)
  }
}
