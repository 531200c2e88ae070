import type { Session } from './database.ts'
import type { Spans } from './in-force.ts'

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
    (SELECT json_agg(json_build_object('cpf', cpf, 'nome', nome)) FROM {identities}
      WHERE world = $2) AS persons`

/** What moves made of one organization. */
interface Moves {
  gone: string[] | null
  set: { numero: string; stamp: number }[] | null
  added: { cpf: string }[] | null
  persons: SavedIdentity[] | null
}

/** What a checkpoint has of one organization besides its decisions. */
export interface Saved {
  moves: Moves | null
  /** Who the persons of all organizations were when the checkpoint was saved of all of them; null if it never was. */
  whole: SavedIdentity[] | null
}

export interface SavedIdentity {
  cpf: string
  nome: string
}

/** Returns what moves made of an organization until now; null for nothing. */
export async function movesOf(session: Session, world: number, k: number): Promise<Moves | null> {
  const [moves] = await session.query<Moves & object>(MOVES_OF, [k, world])
  return moves && Object.values(moves).some((value) => value !== null) ? moves : null
}

/** Makes persons be who they were, and returns the CPFs of those whom moves named, before or then. */
export async function identify(
  session: Session,
  world: number,
  saved: readonly SavedIdentity[],
  whole: readonly SavedIdentity[] | null,
): Promise<string[]> {
  const before = await session.query<SavedIdentity>('SELECT cpf, nome FROM {identities} WHERE world = $1', [
    world,
  ])
  // All organizations share a person, so what the others have wins.
  const all = [...saved, ...(whole ?? before)]
  const persons = [...new Map(all.map((person) => [person.cpf, person])).values()]
  await session.query('DELETE FROM {identities} WHERE world = $1', [world])
  await session.query(
    `INSERT INTO {identities} (world, cpf, nome)
    SELECT $1, * FROM unnest($2::text[], $3::text[])`,
    [world, persons.map(({ cpf }) => cpf), persons.map(({ nome }) => nome)],
  )
  return [...before, ...persons].map(({ cpf }) => cpf)
}

/** Moves reports of an organization as they were moved at a checkpoint, and returns the rows of their persons. */
export async function moveAgain(
  session: Session,
  world: number,
  k: number,
  is: Spans,
  moves: Moves | null,
): Promise<number[]> {
  if (moves === null) return []
  const { gone, set, added } = moves
  const rows: { row_no: number }[] = []
  const run = async (text: string, values: unknown[]) =>
    void rows.push(...(await session.query<{ row_no: number }>(text, values)))
  await run(
    'UPDATE {reports} SET gone = true WHERE org = $1 AND world = $2 AND numero = ANY($3) RETURNING row_no',
    [k, world, gone ?? []],
  )
  await run(
    `UPDATE {reports} r SET is_set = true, now_stamp = s.stamp
    FROM json_to_recordset($3::json) AS s(numero text, stamp bigint)
    WHERE r.org = $1 AND r.world = $2 AND r.numero = s.numero RETURNING r.row_no`,
    [k, world, JSON.stringify(set ?? [])],
  )
  await run(RESTORE_ADDED, [k, world, is.a, is.b, JSON.stringify(added ?? [])])
  return rows.map(({ row_no }) => row_no)
}
