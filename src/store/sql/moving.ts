import { NOT_OWN } from '../memory.ts'
import type { Moving, NewReport, Organization, OwnerOfReport, ReportOf } from '../store.ts'
import { Unavailable } from '../unavailable.ts'
import { fromStored, toStored } from './codec.ts'
import type { Session } from './database.ts'
import { LOCK_ALL, type Numbers } from './lock.ts'

/** The row of a person in one organization, be it of the data or of moves. */
const ROW = `coalesce(
    (SELECT row_no FROM {persons} WHERE org = $1 AND cpf = $2), (SELECT row_no FROM {faces} WHERE org = $1 AND cpf = $2))`
const REPORTS_OF = `
  SELECT numero, stamp FROM (
    SELECT 0 AS part, place, numero, coalesce(now_stamp, stamp) AS stamp FROM {reports}
      WHERE org = $1 AND row_no = ${ROW} AND NOT gone
    UNION ALL SELECT 1, place, numero, stamp FROM {added} WHERE org = $1 AND row_no = ${ROW}
  ) r ORDER BY part, place`
/** The name of a person, from whichever organization lists it. */
const NAME = `
  SELECT nome FROM (
    SELECT 0 AS part, 0 AS k, nome FROM {identities} WHERE world = $1 AND cpf = $2
    UNION ALL
    SELECT 1, o.k, p.nome FROM {organizations} o JOIN {persons} p ON p.org = o.k AND p.cpf = $2
      LEFT JOIN {faces} f ON f.org = o.k AND f.row_no = p.row_no
    WHERE o.world = $1 AND coalesce(f.listed, true)
  ) i ORDER BY part, k LIMIT 1`
const OWNER = `
  SELECT r.org, coalesce(p.cpf, f.cpf) AS cpf FROM (
    SELECT org, row_no FROM {reports} WHERE numero = $1 AND world = $2 AND NOT gone
    UNION ALL SELECT org, row_no FROM {added} WHERE numero = $1 AND world = $2
  ) r LEFT JOIN {persons} p ON p.org = r.org AND p.row_no = r.row_no
    LEFT JOIN {faces} f ON f.org = r.org AND f.row_no = r.row_no`

/**
 * Updates the faces of these persons in every organization of a world. A face is the row that overrides how an
 * organization lists a person: renamed, elsewhere, added or no longer. A person has none if the organization lists it as
 * the data does, or never had it.
 */
const UPDATE_FACES = `
  WITH meant AS (
    SELECT o.k, o.persons, c.cpf, p.row_no, p.nome, i.nome AS other,
      coalesce(p.row_no, (SELECT min(a.row_no) FROM {added} a WHERE a.org = o.k AND a.cpf = c.cpf)) AS found
    FROM {organizations} o CROSS JOIN unnest($2::text[]) AS c(cpf)
      LEFT JOIN {persons} p ON p.org = o.k AND p.cpf = c.cpf
      LEFT JOIN {identities} i ON i.world = o.world AND i.cpf = c.cpf
    WHERE o.world = $1
  ), shown AS (
    SELECT m.*, EXISTS (SELECT FROM {reports} r WHERE r.org = m.k AND r.row_no = m.found AND NOT r.gone)
      OR EXISTS (SELECT FROM {added} a WHERE a.org = m.k AND a.row_no = m.found) AS listed
    FROM meant m WHERE m.found IS NOT NULL
  ), faced AS (
    SELECT * FROM shown WHERE row_no IS NULL OR NOT listed OR other <> nome
  ), dropped AS (
    DELETE FROM {faces} f USING meant m
    WHERE f.org = m.k AND f.cpf = m.cpf
      AND NOT EXISTS (SELECT FROM faced x WHERE x.k = f.org AND x.found = f.row_no)
  )
  INSERT INTO {faces} (org, row_no, cpf, bound, listed)
  SELECT x.k, x.found, x.cpf, coalesce(x.row_no,
      (SELECT p.row_no FROM {persons} p WHERE p.org = x.k AND p.cpf > x.cpf ORDER BY p.cpf LIMIT 1), x.persons),
    x.listed
  FROM faced x ON CONFLICT (org, row_no) DO UPDATE SET listed = excluded.listed`
/** Deletes the identities of persons whom no organization lists any more: whoever gets such a CPF later is another person. */
const FORGET_UNLISTED = `
  DELETE FROM {identities} i WHERE i.world = $1 AND i.cpf = ANY($2) AND NOT EXISTS (
    SELECT FROM {organizations} o LEFT JOIN {faces} f ON f.org = o.k AND f.cpf = i.cpf
    WHERE o.world = $1 AND (f.listed
      OR (f.org IS NULL AND EXISTS (SELECT FROM {persons} p WHERE p.org = o.k AND p.cpf = i.cpf))))`
/** Sets the last update of persons from their reports. */
export const SETTLE_STAMPS = `
  INSERT INTO {moved} (org, row_no, stamp, seq)
  SELECT $1, t.row_no, s.stamp, $3::bigint FROM unnest($2::int[]) AS t(row_no), LATERAL (
    SELECT max(stamp) AS stamp FROM (
      SELECT coalesce(r.now_stamp, r.stamp) AS stamp FROM {reports} r
        WHERE r.org = $1 AND r.row_no = t.row_no AND NOT r.gone
      UNION ALL SELECT a.stamp FROM {added} a WHERE a.org = $1 AND a.row_no = t.row_no
    ) r
  ) s WHERE s.stamp IS NOT NULL
  ON CONFLICT (org, row_no) DO UPDATE SET stamp = excluded.stamp, seq = excluded.seq`

/** Counts a move in every organization of a world, because each of its lists may change, and returns their new event numbers. */
export async function countMove(session: Session, world: number): Promise<Map<number, string>> {
  const rows = await session.query<{ k: number; seq: string }>(
    'UPDATE {organizations} SET seq = seq + 1, moves = seq + 1 WHERE world = $1 RETURNING k, seq',
    [world],
  )
  return new Map(rows.map(({ k, seq }) => [k, seq]))
}

/** Makes all lists of a world show persons as their reports and their identities say. */
export async function updateFaces(session: Session, world: number, cpfs: readonly string[]): Promise<void> {
  await session.query(UPDATE_FACES, [world, cpfs])
  await session.query(FORGET_UNLISTED, [world, cpfs])
}

interface ReportRow {
  numero: string
  stamp: string
}

/** Moves of one world that are made together: as part of a transaction that has locked its organizations. */
export class SqlMoving implements Moving {
  readonly #session: Session
  readonly #world: number
  readonly #numbers: Numbers
  /** The number of this event for each organization, once something was moved. */
  #events: ReadonlyMap<number, string> | undefined

  private constructor(session: Session, world: number, numbers: Numbers) {
    this.#session = session
    this.#world = world
    this.#numbers = numbers
  }

  /** Locks the organizations of a world; decisions on them wait. */
  static async begin(session: Session, world: number, numbers: Numbers): Promise<SqlMoving> {
    const rows = await session.query<{ k: number }>(LOCK_ALL, [[...numbers.values()]])
    if (rows.length < numbers.size) throw new Unavailable('the data of the database is being replaced')
    return new SqlMoving(session, world, numbers)
  }

  /** Whether anything was moved. */
  get hasMoved(): boolean {
    return this.#events !== undefined
  }

  async reportsOf(organization: Organization, cpf: string): Promise<ReportOf[]> {
    const values = [this.#numberOf(organization), toStored(cpf)]
    const rows = await this.#session.query<ReportRow>(REPORTS_OF, values)
    return rows.map(({ numero, stamp }) => ({ numero: fromStored(numero), stamp: Number(stamp) }))
  }

  async nameOf(cpf: string): Promise<string | undefined> {
    const nome = await this.#nameOf(toStored(cpf))
    return nome && fromStored(nome)
  }

  async ownerOf(numero: string): Promise<OwnerOfReport | null> {
    const values = [toStored(numero), this.#world]
    const [found] = await this.#session.query<{ org: number; cpf: string }>(OWNER, values)
    if (found === undefined) return null
    const [organizacao] = [...this.#numbers].find(([, k]) => k === found.org) as [string, number]
    return { organizacao, cpf: fromStored(found.cpf) }
  }

  async isMoved(): Promise<boolean> {
    // The index of moved reports has those that are gone or were set.
    const [found] = await this.#session.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM {added} WHERE world = $1)
        OR EXISTS (SELECT FROM {reports} WHERE org = ANY($2) AND (gone OR is_set) AND gone) AS found`,
      [this.#world, [...this.#numbers.values()]],
    )
    return found?.found === true
  }

  async addReport(organization: Organization, report: NewReport): Promise<void> {
    const { query } = this.#session
    const org = this.#numberOf(organization)
    const events = await this.#counted()
    const cpf = toStored(report.cpf)
    const [came] = await query<{ came: number }>('UPDATE {world} SET came = came + 1 RETURNING came')
    const nome = (await this.#nameOf(cpf)) ?? toStored(report.nome)
    await query('INSERT INTO {identities} (world, cpf, nome) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      this.#world,
      cpf,
      nome,
    ])
    const { given } = report
    const decided = [given?.aprovar ?? null, given === null ? null : toStored(given.mensagem)]
    const [added] = await query<{ row_no: number }>(
      `INSERT INTO {added} (numero, world, org, cpf, row_no, place, stamp, aprovar, mensagem, since)
      VALUES ($3, $4, $1, $2, coalesce(${ROW}, (SELECT persons FROM {organizations} WHERE k = $1) + $5), $5,
        $6, $7, $8, $9)
      RETURNING row_no`,
      [
        ...[org, cpf, toStored(report.numero), this.#world, Number(came?.came), report.stamp],
        ...[...decided, events.get(org)],
      ],
    )
    await updateFaces(this.#session, this.#world, [cpf])
    await this.#settleStamp(org, added?.row_no as number)
  }

  async stampReport(numero: string, stamp: number): Promise<void> {
    const values = [toStored(numero), this.#world, stamp]
    const found = await this.#session.query<PersonPlace>(
      `WITH given AS (
        UPDATE {reports} SET now_stamp = $3, is_set = true WHERE numero = $1 AND world = $2 AND NOT gone
        RETURNING org, row_no
      ), added AS (
        UPDATE {added} SET stamp = $3 WHERE numero = $1 AND world = $2 RETURNING org, row_no
      ) SELECT * FROM given UNION ALL SELECT * FROM added`,
      values,
    )
    for (const { org, row_no } of found) await this.#settleStamp(org, row_no)
  }

  async removeReport(numero: string): Promise<void> {
    const owner = await this.ownerOf(numero)
    const [found] = await this.#session.query<PersonPlace>(
      `WITH given AS (
        UPDATE {reports} SET gone = true WHERE numero = $1 AND world = $2 AND NOT gone RETURNING org, row_no
      ), added AS (
        DELETE FROM {added} WHERE numero = $1 AND world = $2 RETURNING org, row_no
      ) SELECT * FROM given UNION ALL SELECT * FROM added`,
      [toStored(numero), this.#world],
    )
    if (found === undefined || owner === null) return
    await updateFaces(this.#session, this.#world, [toStored(owner.cpf)])
    await this.#settleStamp(found.org, found.row_no)
  }

  async rename(cpf: string, nome: string): Promise<void> {
    const stored = toStored(cpf)
    if ((await this.#nameOf(stored)) === undefined) return
    await this.#counted()
    await this.#session.query(
      `INSERT INTO {identities} (world, cpf, nome) VALUES ($1, $2, $3)
      ON CONFLICT (world, cpf) DO UPDATE SET nome = excluded.nome`,
      [this.#world, stored, toStored(nome)],
    )
    await updateFaces(this.#session, this.#world, [stored])
  }

  async #settleStamp(org: number, row: number): Promise<void> {
    await this.#session.query(SETTLE_STAMPS, [org, [row], (await this.#counted()).get(org)])
  }

  async #counted(): Promise<ReadonlyMap<number, string>> {
    this.#events ??= await countMove(this.#session, this.#world)
    return this.#events
  }

  #numberOf({ id }: Organization): number {
    const k = this.#numbers.get(id)
    if (k === undefined) throw new Error(NOT_OWN)
    return k
  }

  /** Returns a name as it is stored. */
  async #nameOf(cpf: string): Promise<string | undefined> {
    const [found] = await this.#session.query<{ nome: string }>(NAME, [this.#world, cpf])
    return found?.nome
  }
}

interface PersonPlace {
  org: number
  row_no: number
}
