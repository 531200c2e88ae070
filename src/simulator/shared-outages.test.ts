import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { seedStore } from '../cli.ts'
import { tellSkipped, testPostgres } from '../testing/postgres.ts'
import { MENSAGEM } from '../testing/world.ts'
import { type SharedSimulator, startSimulator } from './start.ts'

const test = suite('what is done to the database of running simulators')
const server = await testPostgres()
if (server === null) tellSkipped('what is done to the database of running simulators')

const ENVELOPE = { error: 'Service Unavailable', message: 'Service Unavailable', status_code: 503 }
const NO_TIME = { code: 'database', message: 'The database does not answer in time.' }

async function list({ url, organizations }: SharedSimulator, query = '') {
  const [{ token }] = organizations as unknown as [{ token: string }]
  const answer = await fetch(`${url}/pessoas${query}`, { headers: { authorization: token } })
  return { status: answer.status, body: (await answer.json()) as object }
}

async function decide({ url, organizations }: SharedSimulator, report: number) {
  const [{ token, reports }] = organizations as unknown as [{ token: string; reports: string[] }]
  const answer = await fetch(`${url}/relatorios/validar/${reports[report]}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
  })
  return { status: answer.status, body: (await answer.json()) as object }
}

async function health({ control }: SharedSimulator) {
  const answer = await fetch(`${control?.url}/v1/health`)
  const body = (await answer.json()) as { data?: string; error?: { code: string; message: string } }
  return { status: answer.status, ...body }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}

let names = 0
const newName = () => `outage_${process.pid}_${names++}`

interface Running {
  schema: string
  lines: string[]
  /** @param timeout how many seconds requests wait for the database */
  start(timeout?: number): Promise<SharedSimulator>
  query(text: string): Promise<Record<string, unknown>[]>
}

/** Uses a schema with some data, whose simulators connect as a role of their own. */
async function serving(use: (running: Running) => Promise<void>): Promise<void> {
  if (server === null) throw new Error('no server')
  const schema = newName()
  const lines: string[] = []
  await seedStore(server.url(schema), { origin: { persons: 40 } })
  await server.query(`CREATE ROLE ${schema} LOGIN`)
  await grant(schema)
  const url = new URL(server.url(schema))
  url.username = schema
  url.password = ''
  const write = (line: string) => void lines.push(line)
  const started: SharedSimulator[] = []
  const start = async (timeout = 1) => {
    url.searchParams.set('timeout', String(timeout))
    const sim = await startSimulator({ store: url.href, control: true, write })
    started.push(sim)
    return sim
  }
  try {
    await use({ schema, lines, start, query: server.query })
  } finally {
    for (const sim of started) await sim.close()
    await server.query(
      `DROP SCHEMA IF EXISTS ${schema} CASCADE; DROP OWNED BY ${schema}; DROP ROLE ${schema}`,
    )
  }
}

async function grant(schema: string): Promise<void> {
  await server?.query(
    `GRANT USAGE ON SCHEMA ${schema} TO ${schema}; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${schema}`,
  )
}

// Roles and databases are of the whole server.
if (server?.isOurs) {
  test('rights that are revoked are an outage of the database, with a line that says what to do', () =>
    serving(async ({ schema, lines, start, query }) => {
      const sim = await start()
      await query(`REVOKE INSERT ON ${schema}.decisions FROM ${schema}`)
      assert.equal(await decide(sim, 0), { status: 503, body: ENVELOPE })
      assert.is((await list(sim)).status, 200)
      assert.is((await health(sim)).status, 200)
      await query(`REVOKE SELECT ON ${schema}.persons FROM ${schema}`)
      assert.equal(await list(sim), { status: 503, body: ENVELOPE })
      const { status, error } = await health(sim)
      assert.equal([status, error?.code], [503, 'database'])
      const refused = lines.filter((line) => line.includes('refuses statements'))
      assert.is(refused.length, 2)
      for (const line of refused) {
        assert.match(
          line,
          /^warning: postgres:\S+ \(schema \w+\) refuses statements: 42501: permission denied/,
        )
        assert.ok(line.endsWith(`GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${schema};`), line)
      }
      assert.not.match(lines.join('\n'), /error:/)
      await grant(schema)
      assert.is((await decide(sim, 0)).status, 200)
      assert.is((await list(sim)).status, 200)
      assert.is((await health(sim)).status, 200)
    }))

  test('a role that may not log in any more, and a database with another name, are outages that end', () =>
    serving(async ({ schema, lines, start, query }) => {
      const sim = await start()
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${schema}'`
      await query(`ALTER ROLE ${schema} NOLOGIN`)
      await query(end)
      for (const asked of [() => list(sim), () => decide(sim, 0), () => list(sim)])
        assert.equal(await asked(), { status: 503, body: ENVELOPE })
      assert.is((await health(sim)).status, 503)
      await query(`ALTER ROLE ${schema} LOGIN`)
      await until(async () => (await list(sim)).status === 200)
      assert.is((await health(sim)).status, 200)
      const said = lines.join('\n')
      assert.match(said, /cannot be used: .*28000: .*not permitted to log in.*ALTER ROLE … LOGIN/)
      assert.match(said, /\(schema \w+\) is available again/)
      assert.not.match(said, /error:/)
    }))

  test('a database that gets another name is an outage until it has its name again', async () => {
    const name = newName()
    await server.query(`CREATE DATABASE ${name}`)
    const url = new URL(server.url('own'))
    url.pathname = `/${name}`
    url.searchParams.set('timeout', '1')
    await seedStore(url.href, { origin: { persons: 40 } })
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    await using sim = await startSimulator({ store: url.href, control: true, write })
    const rename = async (from: string, to: string) => {
      // A replica that looks may be back before the name changes.
      await until(async () => {
        const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`
        await server.query(end)
        return server.query(`ALTER DATABASE ${from} RENAME TO ${to}`).then(
          () => true,
          () => false,
        )
      })
    }
    await rename(name, `${name}_b`)
    for (const asked of [() => list(sim), () => decide(sim, 0)])
      assert.equal(await asked(), { status: 503, body: ENVELOPE })
    assert.is((await health(sim)).status, 503)
    await rename(`${name}_b`, name)
    await until(async () => (await list(sim)).status === 200)
    assert.match(lines.join('\n'), new RegExp(`cannot be used: .*3D000: .*createdb ${name}`))
    assert.not.match(lines.join('\n'), /error:/)
  })

  test('health says 503 while no list can be answered, and 200 if only what lists do without is locked', () =>
    serving(async ({ schema, start, query }) => {
      const sim = await start()
      /** Asks while a table is locked. */
      const holding = async <T>(table: string, ask: () => Promise<T>): Promise<T> => {
        const held = query(
          `BEGIN; LOCK TABLE ${schema}.${table} IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60)`,
        )
        const ended = held.catch(() => {})
        await until(
          async () =>
            (
              await query(`SELECT 1 FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock'
                AND relation = '${schema}.${table}'::regclass`)
            ).length > 0,
        )
        try {
          return await ask()
        } finally {
          await query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%${schema}.${table}%pg_sleep%' AND pid <> pg_backend_pid()`,
          )
          await ended
        }
      }
      for (const table of ['persons', 'organizations']) {
        await holding(table, async () => {
          assert.is((await list(sim)).status, 503)
          const { status, error } = await health(sim)
          assert.equal([status, error?.code, error?.message], [503, NO_TIME.code, NO_TIME.message])
        })
        await until(async () => (await health(sim)).status === 200)
      }
      for (const table of ['world', 'reports', 'decisions']) {
        await holding(table, async () => {
          assert.is((await health(sim)).status, 200)
        })
      }
      assert.is((await list(sim)).status, 200)
    }))

  for (const kind of ['a schema of its own', 'the same tables'] as const) {
    test(`simulators show what a dump has that was restored into ${kind}, and what is decided then`, () =>
      serving(async ({ schema, start, query }) => {
        const [one, other] = [await start(), await start()]
        const tables = (await query(`SELECT tablename FROM pg_tables WHERE schemaname = '${schema}'`)).map(
          ({ tablename }) => String(tablename),
        )
        const same = async () => {
          const fresh = await start()
          const expected = JSON.stringify(await list(fresh, '?sort=-atualizado_em&rows=100'))
          await fresh.close()
          for (const sim of [one, other])
            await until(
              async () => JSON.stringify(await list(sim, '?sort=-atualizado_em&rows=100')) === expected,
            )
        }
        assert.is((await decide(one, 0)).status, 200)
        await query(
          `CREATE SCHEMA ${schema}_dump;
          ${tables.map((name) => `CREATE TABLE ${schema}_dump.${name} (LIKE ${schema}.${name} INCLUDING ALL); INSERT INTO ${schema}_dump.${name} SELECT * FROM ${schema}.${name};`).join(' ')}`,
        )
        for (const report of [1, 2, 3]) assert.is((await decide(one, report)).status, 200)
        await same()
        const emptied = tables.map((name) => `DELETE FROM ${schema}.${name};`).join(' ')
        const filled = tables
          .map((name) => `INSERT INTO ${schema}.${name} SELECT * FROM ${schema}_dump.${name};`)
          .join(' ')
        await query(
          kind === 'the same tables'
            ? `BEGIN; ${emptied} ${filled} DROP SCHEMA ${schema}_dump CASCADE; COMMIT`
            : `BEGIN; DROP SCHEMA ${schema} CASCADE; ALTER SCHEMA ${schema}_dump RENAME TO ${schema}; COMMIT`,
        )
        await grant(schema)
        // Numbers that other decisions had before are given again, and one more.
        for (const report of [4, 5, 6, 7]) assert.is((await decide(other, report)).status, 200)
        await same()
        assert.is((await decide(one, 1)).status, 200)
        await same()
      }))
  }

  test('health names the data that is served after it was replaced', () =>
    serving(async ({ schema, start, query }) => {
      const sim = await start()
      const before = sim.hash
      assert.is((await health(sim)).data, before)
      await query(`DROP SCHEMA ${schema} CASCADE`)
      const { hash } = await seedStore(String(server?.url(schema)), { origin: { persons: 41 } })
      await grant(schema)
      await until(async () => (await health(sim)).data === hash)
      assert.is(sim.hash, hash)
      assert.is.not(hash, before)
    }))

  test('what the control port does waits for a database that is away for a moment', () =>
    serving(async ({ start }) => {
      const sim = await start(60)
      const call = async (method: string, path: string, body?: object) => {
        const { url, token } = sim.control as { url: string; token: string }
        const answer = await fetch(`${url}/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        await answer.text()
        return answer.status
      }
      await server.kill()
      const calls = Promise.all([
        call('PUT', '/checkpoints/a', {}),
        call('GET', '/changes'),
        call('POST', '/organizations', { persons: 2 }),
      ])
      // Nobody has an answer before it is back.
      assert.is(await Promise.race([calls, sleep(100)]), undefined)
      await server.start()
      assert.equal(await calls, [204, 200, 201])
      assert.is(await call('POST', '/restore', { checkpoint: 'a' }), 204)
    }))
}

test('without a server, nothing of it can be tested', () => {
  assert.type(startSimulator, 'function')
})

test.after(async () => server?.stop())

test.run()
