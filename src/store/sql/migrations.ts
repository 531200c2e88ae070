import { createAbortController, sleep } from '../../contract/real-globals.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { HOURS } from './copy.ts'
import type { Database, Session } from './database.ts'
import { shareOfNames } from './names.ts'

/**
 * What each version of the tables adds to the one before; a migration that was published never changes. Every text is
 * compared byte by byte: the database neither folds nor collates.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE {world} (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), state text COLLATE "C" NOT NULL,
    generation bigint NOT NULL, pieces int NOT NULL, hash text COLLATE "C", seed bigint
  );
  INSERT INTO {world} (state, generation, pieces) VALUES ('empty', 0, 0);
  CREATE TABLE {organizations} (
    k int PRIMARY KEY, id text COLLATE "C" NOT NULL, nome text COLLATE "C" NOT NULL,
    token text COLLATE "C" NOT NULL, enabled boolean NOT NULL, persons int NOT NULL, seq bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE {persons} (
    org int NOT NULL, row_no int NOT NULL, cpf text COLLATE "C" NOT NULL, nome text COLLATE "C" NOT NULL,
    stamp bigint NOT NULL, place int NOT NULL, oldest int NOT NULL, newest int NOT NULL,
    PRIMARY KEY (org, row_no)
  );
  CREATE UNIQUE INDEX persons_cpf ON {persons} (org, cpf);
  CREATE INDEX persons_stamp ON {persons} (org, stamp, row_no);
  CREATE TABLE {orders} (
    org int NOT NULL, slot int NOT NULL, block int NOT NULL, row_nos int[] NOT NULL, ranks int[],
    PRIMARY KEY (org, slot, block)
  );
  CREATE TABLE {words} (
    org int NOT NULL, word int NOT NULL, letters text COLLATE "C" NOT NULL, many int NOT NULL, PRIMARY KEY (org, word)
  );
  CREATE TABLE {postings} (
    org int NOT NULL, word int NOT NULL, part int NOT NULL, row_nos bytea NOT NULL, PRIMARY KEY (org, word, part)
  );
  CREATE TABLE {reports} (
    numero text COLLATE "C" PRIMARY KEY, org int NOT NULL, row_no int NOT NULL, place int NOT NULL,
    stamp bigint NOT NULL, aprovar boolean, mensagem text COLLATE "C", decision uuid
  );
  CREATE INDEX reports_place ON {reports} (org, place);
  CREATE TABLE {decisions} (
    id uuid PRIMARY KEY, org int NOT NULL, seq bigint NOT NULL, numero text COLLATE "C" NOT NULL,
    aprovar boolean NOT NULL, mensagem text COLLATE "C" NOT NULL, decidido_em bigint NOT NULL, atualiza boolean NOT NULL
  );
  CREATE INDEX decisions_seq ON {decisions} (org, seq);
  CREATE TABLE {moved} (
    org int NOT NULL, row_no int NOT NULL, stamp bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (org, row_no)
  );
  CREATE INDEX moved_seq ON {moved} (org, seq);
  `,
  // Restores, minted worlds, withdrawn tokens, and orders that are rebuilt after decisions. A loading that was
  // interrupted starts again, because it has other pieces now.
  `
  ALTER TABLE {world} ADD COLUMN version bigint NOT NULL DEFAULT 0, ADD COLUMN worlds int NOT NULL DEFAULT 0,
    ADD COLUMN next_org int NOT NULL DEFAULT 0, ADD COLUMN persons int, ADD COLUMN organizations int;
  ALTER TABLE {organizations} ADD COLUMN world int NOT NULL DEFAULT 0,
    ADD COLUMN withdrawn boolean NOT NULL DEFAULT false, ADD COLUMN epoch int NOT NULL DEFAULT 0;
  ALTER TABLE {persons} ADD COLUMN base bigint;
  ALTER TABLE {reports} ADD COLUMN world int NOT NULL DEFAULT 0;
  ALTER TABLE {reports} DROP CONSTRAINT reports_pkey;
  ALTER TABLE {reports} ADD CONSTRAINT reports_pkey PRIMARY KEY (numero, world);
  DELETE FROM {persons} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {orders} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {words} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {postings} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {reports} WHERE (SELECT state FROM {world}) <> 'ready';
  UPDATE {world} SET pieces = 0 WHERE state <> 'ready';
  CREATE TABLE {restores} (org int NOT NULL, seq bigint NOT NULL, target bigint NOT NULL, PRIMARY KEY (org, seq));
  CREATE TABLE {checkpoints} (
    name text COLLATE "C" NOT NULL, org int NOT NULL, position bigint NOT NULL, PRIMARY KEY (name, org)
  );
  CREATE TABLE {minted} (
    world int PRIMARY KEY, options text COLLATE "C" NOT NULL, expires bigint NOT NULL, closed bigint
  );
  `,
  // Moves: what became of reports and persons of the data, and who came later. A face says how an organization lists
  // somebody whom moves changed, added or removed.
  `
  ALTER TABLE {world} ADD COLUMN came int NOT NULL DEFAULT 0;
  ALTER TABLE {organizations} ADD COLUMN moves bigint NOT NULL DEFAULT 0;
  ALTER TABLE {checkpoints} ADD COLUMN moves text COLLATE "C";
  ALTER TABLE {reports} ADD COLUMN now_stamp bigint, ADD COLUMN gone boolean NOT NULL DEFAULT false,
    ADD COLUMN is_set boolean NOT NULL DEFAULT false;
  UPDATE {reports} r SET now_stamp = d.decidido_em FROM {decisions} d
    WHERE d.id = r.decision AND d.atualiza AND d.decidido_em > r.stamp;
  CREATE INDEX reports_person ON {reports} (org, row_no);
  CREATE INDEX reports_moved ON {reports} (org) WHERE gone OR is_set;
  CREATE TABLE {added} (
    numero text COLLATE "C" NOT NULL, world int NOT NULL, org int NOT NULL, cpf text COLLATE "C" NOT NULL,
    row_no int NOT NULL, place int NOT NULL, stamp bigint NOT NULL, aprovar boolean, mensagem text COLLATE "C",
    decision uuid, since bigint NOT NULL, PRIMARY KEY (numero, world)
  );
  CREATE INDEX added_person ON {added} (org, row_no);
  CREATE INDEX added_cpf ON {added} (org, cpf);
  CREATE TABLE {identities} (
    world int NOT NULL, cpf text COLLATE "C" NOT NULL, nome text COLLATE "C" NOT NULL, place int NOT NULL,
    PRIMARY KEY (world, cpf)
  );
  CREATE TABLE {faces} (
    org int NOT NULL, row_no int NOT NULL, cpf text COLLATE "C" NOT NULL, bound int NOT NULL, listed boolean NOT NULL,
    PRIMARY KEY (org, row_no)
  );
  CREATE TABLE {made} (id uuid PRIMARY KEY, at timestamp with time zone NOT NULL);
  CREATE INDEX faces_cpf ON {faces} (org, cpf);
  `,
  // The names as the numbers of their words. A loading that was interrupted starts again, because its pieces are others
  // now; data that is there already gets its names at the next start.
  `
  CREATE TABLE {names} (org int NOT NULL, part int NOT NULL, ids bytea NOT NULL, PRIMARY KEY (org, part));
  DELETE FROM {persons} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {orders} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {words} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {postings} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {reports} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {organizations} WHERE (SELECT state FROM {world}) <> 'ready';
  UPDATE {world} SET pieces = 0 WHERE state <> 'ready';
  `,
  // A checkpoint of all organizations says who everybody was, apart from what moves made of each of them.
  `
  UPDATE {checkpoints} SET moves = json_build_object('moves', moves::json, 'whole',
      CASE WHEN moves::json->>'isWhole' = 'true' THEN coalesce(moves::json->'persons', '[]') END)::text
    WHERE moves IS NOT NULL;
  `,
  // Nobody asks for the order of the dataset any more, for that of several fields, or for other collations. A loading
  // that was interrupted starts again, because its pieces are others now.
  `
  ALTER TABLE {persons} DROP COLUMN place;
  ALTER TABLE {identities} DROP COLUMN place;
  ALTER TABLE {orders} DROP COLUMN ranks;
  DELETE FROM {orders} WHERE slot % 64 > 9 OR (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {persons} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {words} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {postings} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {names} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {reports} WHERE (SELECT state FROM {world}) <> 'ready';
  DELETE FROM {organizations} WHERE (SELECT state FROM {world}) <> 'ready';
  UPDATE {world} SET pieces = 0 WHERE state <> 'ready';
  `,
]

/** When a process that waits for another first says so, and how often it repeats that, in milliseconds. */
const PATIENCE = { first: 2_000, again: 15_000 }

/**
 * Runs with the schema to itself, its tables of the current version. Other replicas wait, as long as a loading takes.
 * @param notice receives lines if this takes more than a moment
 * @throws {OperatorError} when a newer version of this program wrote the schema
 */
export function withSchema<T>(
  database: Database,
  work: () => Promise<T>,
  notice: (line: string) => void = () => {},
  patience = PATIENCE,
): Promise<T> {
  return database.session(async (session) => {
    const key = schemaLock(database.place.schema)
    const waiting = createAbortController()
    void tellWaiting(database, notice, { ...patience, signal: waiting.signal })
    try {
      await session.query('SELECT pg_advisory_lock($1::bigint)', [key], { query_timeout: HOURS })
    } finally {
      waiting.abort()
    }
    const unlock = () => session.query('SELECT pg_advisory_unlock($1::bigint)', [key])
    let result: T
    try {
      await migrate(database, session)
      result = await work()
    } catch (error) {
      // A connection that broke has no lock any more, and the first error is the one to tell.
      await unlock().catch(() => {})
      throw error
    }
    await unlock()
    return result
  })
}

/** Says that this process waits for another, and how far the other one is, until the signal. */
async function tellWaiting(
  database: Database,
  notice: (line: string) => void,
  { first, again, signal }: typeof PATIENCE & { signal: AbortSignal },
): Promise<void> {
  const isOver = (time: number) => sleep(time, false, { signal, ref: false }).catch(() => true)
  if (await isOver(first)) return
  notice(`Another process is preparing or loading ${database.place.shown}. Waiting for it to finish.`)
  while (!(await isOver(again))) {
    const seen = await workOfOther(database).catch(() => '')
    if (!signal.aborted) notice(`Still waiting for the other process${seen}.`)
  }
}

/** Returns how far another process is with the schema, as a part of a sentence. */
function workOfOther(database: Database): Promise<string> {
  return database.transaction(async ({ query }) => {
    // A migration may hold locks on these tables.
    await query(`SET LOCAL lock_timeout = ${PATIENCE.first}`)
    const [world] = await query<{ state: string; pieces: number }>('SELECT state, pieces FROM {world}')
    if (world?.state === 'loading') return `, which has written ${world.pieces} pieces of the data`
    const share = await shareOfNames(query)
    return share === undefined ? '' : `, which has indexed ${Math.floor(100 * share)} % of the names`
  })
}

/** Brings the tables to the current version; a failure leaves nothing new behind. */
async function migrate(database: Database, session: Session): Promise<void> {
  const { place } = database
  const { query } = session
  const [there] = await query<{ schemas: number; tables: number }>(
    `SELECT (SELECT count(*)::int FROM pg_namespace WHERE nspname = $1) AS schemas,
      (SELECT count(*)::int FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = $1 AND c.relname = 'versions') AS tables`,
    [place.schema],
  )
  const version = there?.tables ? await versionOf(session) : 0
  if (version > MIGRATIONS.length) {
    throw new OperatorError(
      `${place.shown} was written by a newer pessoas-sim (version ${version} of its tables; this one knows ${MIGRATIONS.length}). Update pessoas-sim, or use another schema.`,
    )
  }
  if (version === MIGRATIONS.length) return
  await query('BEGIN')
  try {
    // A role that may not create schemas can use one that is there.
    if (!there?.schemas) await createSchema(database, session)
    if (!there?.tables) await query('CREATE TABLE {versions} (version int PRIMARY KEY)')
    for (const [i, migration] of MIGRATIONS.entries()) {
      if (i < version) continue
      for (const statement of migration.split(';'))
        if (statement.trim() !== '') await query(statement, [], { query_timeout: HOURS })
      await query('INSERT INTO {versions} VALUES ($1)', [i + 1])
      // Tables that were empty until now get all versions at once, or nothing.
      if (version > 0 && i + 1 < MIGRATIONS.length) {
        await query('COMMIT')
        await query('BEGIN')
      }
    }
    await query('COMMIT')
  } catch (error) {
    await query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function versionOf({ query }: Session): Promise<number> {
  const [row] = await query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM {versions}',
  )
  return Number(row?.version)
}

async function createSchema({ place }: Database, { query }: Session): Promise<void> {
  const { schema, shown, user } = place
  try {
    await query(`CREATE SCHEMA "${schema}"`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const role = user || 'USER'
    throw new OperatorError(
      `The store ${shown} has no schema ${schema}, and the role may not create one. Let the owner of the database run one of: CREATE SCHEMA ${schema} AUTHORIZATION ${role}; or GRANT CREATE ON DATABASE ${place.database || 'NAME'} TO ${role};`,
      { cause: error },
    )
  }
}

/** Returns the number of an advisory lock of a schema. */
export function schemaLock(schema: string, purpose = ''): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(`pessoas-sim ${schema}${purpose && ` ${purpose}`}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return String(BigInt.asIntN(64, hash))
}
