import { hint } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Change, Decision, Past } from '../store.ts'
import { fromStored, toStored } from './codec.ts'
import { type Database, LONG, type Session } from './database.ts'
import { LOCK_ALL, type Numbers } from './lock.ts'
import { countMove, SETTLE_STAMPS, settleFaces } from './moving.ts'

/** Decisions with these numbers: after `a`, up to `b`. */
interface Spans {
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
const lastOf = (a: number) => `
  SELECT DISTINCT ON (d.numero) d.numero, d.id, d.aprovar, d.mensagem, d.decidido_em
  FROM unnest($${a}::bigint[], $${a + 1}::bigint[]) AS i(a, b)
    JOIN {decisions} d ON d.org = $1 AND d.seq > i.a AND d.seq <= i.b
  ORDER BY d.numero, d.seq DESC`

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

/** Reports that moves added, as they were at a checkpoint, with the decisions on them that are in force. */
const RESTORE_ADDED = `
  INSERT INTO {added} (numero, world, org, cpf, row_no, place, stamp, aprovar, mensagem, since, decision)
  SELECT a.numero, $2, $1, a.cpf, a.row_no, a.place, a.stamp, a.aprovar, a.mensagem, a.since, (
    SELECT d.id FROM unnest($3::bigint[], $4::bigint[]) AS i(a, b)
      JOIN {decisions} d ON d.org = $1 AND d.seq > i.a AND d.seq <= i.b AND d.seq > a.since AND d.numero = a.numero
    ORDER BY d.seq DESC LIMIT 1)
  FROM json_to_recordset($5::json) AS a(numero text, cpf text, row_no int, place int, stamp bigint,
    aprovar boolean, mensagem text, since bigint)
  RETURNING row_no`

/** What moves made of one organization, as JSON; each part is null for nothing. */
const MOVES_OF = `
  SELECT
    (SELECT json_agg(numero) FROM {reports} WHERE org = $1 AND gone) AS gone,
    (SELECT json_agg(json_build_object('numero', numero, 'stamp', now_stamp)) FROM {reports}
      WHERE org = $1 AND is_set AND NOT gone) AS set,
    (SELECT json_agg(json_build_object('numero', numero, 'cpf', cpf, 'row_no', row_no, 'place', place,
      'stamp', stamp, 'aprovar', aprovar, 'mensagem', mensagem, 'since', since)) FROM {added} WHERE org = $1) AS added,
    (SELECT json_agg(json_build_object('cpf', cpf, 'nome', nome, 'place', place)) FROM {identities}
      WHERE world = $2) AS persons`

const CHANGES = `
  WITH was AS (${lastOf(3)}), now AS (${lastOf(5)}), changed AS (
    SELECT coalesce(n.numero, w.numero) AS numero, coalesce(n.decidido_em, w.decidido_em) AS at,
      w.aprovar AS was_aprovar, w.mensagem AS was_mensagem, n.aprovar AS now_aprovar, n.mensagem AS now_mensagem
    FROM was w FULL JOIN now n ON n.numero = w.numero WHERE w.id IS DISTINCT FROM n.id
  )
  SELECT c.*, r.aprovar, r.mensagem, coalesce(p.cpf, f.cpf) AS cpf, coalesce(i.nome, p.nome) AS nome,
    coalesce(m.stamp, p.stamp) AS stamp
  FROM changed c
    JOIN (
      SELECT numero, row_no, aprovar, mensagem FROM {reports} WHERE world = $2 AND org = $1 AND NOT gone
      UNION ALL SELECT numero, row_no, aprovar, mensagem FROM {added} WHERE world = $2 AND org = $1
    ) r ON r.numero = c.numero
    LEFT JOIN {persons} p ON p.org = $1 AND p.row_no = r.row_no
    LEFT JOIN {faces} f ON f.org = $1 AND f.row_no = r.row_no
    LEFT JOIN {identities} i ON i.world = $2 AND i.cpf = coalesce(p.cpf, f.cpf)
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

/** What moves made of one organization. */
interface Moves {
  gone: string[] | null
  set: { numero: string; stamp: number }[] | null
  added: { cpf: string }[] | null
  persons: Identity[] | null
}

/** What a checkpoint has of one organization besides its decisions. */
interface Saved {
  moves: Moves | null
  /** Who the persons of all organizations were when the checkpoint was saved of all of them; null if it never was. */
  whole: Identity[] | null
}

interface Identity {
  cpf: string
  nome: string
  place: number
}

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
        const moves = await this.#movesOf(session, k)
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
        const values = [k, this.#world, was.a, was.b, is.a, is.b]
        const rows = await session.query<ChangeRow & { at: string }>(CHANGES, values, { query_timeout: LONG })
        for (const row of rows) found.push({ at: Number(row.at), change: changeOf(organizacao, row) })
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
    whole: readonly Identity[] | null,
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
    const cpfs = new Set(isMoved ? await this.#identify(session, targets, whole) : [])
    const rows = new Map<number, number[]>()
    const current = await session.query<{ k: number; seq: string }>(LOCK_ALL, [meant])
    for (const { k, seq } of current) {
      const { position, moves } = targets.get(k) ?? AT_START
      const was = await inForce(session, k, seq)
      const is = await inForce(session, k, position)
      if (isSame(was, is) && !isMoved) continue
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
        own.push(...(await this.#moveAgain(session, k, is, moves)))
        const ofRows = await session.query<{ cpf: string }>(
          `SELECT cpf FROM {persons} WHERE org = $1 AND row_no = ANY($2)
          UNION SELECT cpf FROM {faces} WHERE org = $1`,
          [k, own],
          long,
        )
        for (const { cpf } of ofRows) cpfs.add(cpf)
      }
      rows.set(k, own)
      await session.query('INSERT INTO {restores} (org, seq, target) VALUES ($1, $2, $3)', [k, at, position])
      await session.query('UPDATE {organizations} SET seq = $2 WHERE k = $1', [k, at])
      await session.query(SETTLE_STAMPS, [k, [...new Set(own)], at], long)
    }
    if (!isMoved) return
    await settleFaces(session, this.#world, [...cpfs])
    await session.query('UPDATE {world} SET version = version + 1')
  }

  /** Makes persons be who they were, and returns the CPFs of those whom moves named, before or then. */
  async #identify(
    session: Session,
    targets: ReadonlyMap<number, Target>,
    whole: readonly Identity[] | null,
  ): Promise<string[]> {
    const before = await session.query<Identity>(
      'SELECT cpf, nome, place FROM {identities} WHERE world = $1',
      [this.#world],
    )
    const saved = [...targets.values()].flatMap(({ moves }) => moves?.persons ?? [])
    // All organizations share a person, so what the others have wins.
    const all = [...saved, ...(whole ?? before)]
    const persons = [...new Map(all.map((person) => [person.cpf, person])).values()]
    await session.query('DELETE FROM {identities} WHERE world = $1', [this.#world])
    await session.query(
      `INSERT INTO {identities} (world, cpf, nome, place)
      SELECT $1, * FROM unnest($2::text[], $3::text[], $4::int[])`,
      [
        this.#world,
        persons.map(({ cpf }) => cpf),
        persons.map(({ nome }) => nome),
        persons.map(({ place }) => place),
      ],
    )
    return [...before, ...persons].map(({ cpf }) => cpf)
  }

  /** Moves reports of an organization as they were moved at a checkpoint, and returns the rows of their persons. */
  async #moveAgain(session: Session, k: number, is: Spans, moves: Moves | null): Promise<number[]> {
    if (moves === null) return []
    const { gone, set, added } = moves
    const rows: { row_no: number }[] = []
    const run = async (text: string, values: unknown[]) =>
      void rows.push(...(await session.query<{ row_no: number }>(text, values)))
    await run(
      'UPDATE {reports} SET gone = true WHERE org = $1 AND world = $2 AND numero = ANY($3) RETURNING row_no',
      [k, this.#world, gone ?? []],
    )
    await run(
      `UPDATE {reports} r SET is_set = true, now_stamp = s.stamp
      FROM json_to_recordset($3::json) AS s(numero text, stamp bigint)
      WHERE r.org = $1 AND r.world = $2 AND r.numero = s.numero RETURNING r.row_no`,
      [k, this.#world, JSON.stringify(set ?? [])],
    )
    await run(RESTORE_ADDED, [k, this.#world, is.a, is.b, JSON.stringify(added ?? [])])
    return rows.map(({ row_no }) => row_no)
  }

  async #movesOf(session: Session, k: number): Promise<Moves | null> {
    const [moves] = await session.query<Moves & object>(MOVES_OF, [k, this.#world])
    return moves && Object.values(moves).some((value) => value !== null) ? moves : null
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

async function inForce({ query }: Session, k: number, position: string): Promise<Spans> {
  const rows = await query<{ a: string; b: string }>(IN_FORCE, [k, position])
  return { a: rows.map(({ a }) => a), b: rows.map(({ b }) => b) }
}

function isSame(one: Spans, other: Spans): boolean {
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
