import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A connection string of a database that tests may write to; they leave nothing behind but schemas of their own. */
const VARIABLE = 'PESSOAS_SIM_TEST_POSTGRES'
const DEBIAN = '/usr/lib/postgresql'

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** Returns a connection string for a schema. */
  url(schema: string): string
  query(text: string): Promise<Record<string, unknown>[]>
  /** Whether it can be killed and started again. */
  isOurs: boolean
  /** Ends the server without a farewell. */
  kill(): Promise<void>
  /** Starts it again on the same port, with the same data. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Returns a server: that of a variable, or one of its own on a loopback port, in a folder that is removed. Null where
 * there is no PostgreSQL; the caller says so and skips.
 */
export async function testPostgres(): Promise<TestPostgres | null> {
  const given = process.env[VARIABLE]
  if (given) {
    const isTheirs = async () => {}
    return { ...asked(given), isOurs: false, kill: isTheirs, start: isTheirs, stop: isTheirs }
  }
  const bin = binaries()
  return bin === undefined ? null : ownServer(bin)
}

/** Says on standard output that tests are skipped for want of a server. */
export function tellSkipped(what: string): void {
  const why = `no PostgreSQL here. Install it (apt-get install postgresql), or set ${VARIABLE}.`
  process.stdout.write(`SKIPPED: ${what}: ${why}\n`)
}

/** Returns the folder of the programs of PostgreSQL; undefined if there is none. */
function binaries(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

const SETTINGS = [
  'autovacuum=off',
  'fsync=off',
  'full_page_writes=off',
  'jit=off',
  'listen_addresses=127.0.0.1',
  'shared_buffers=64MB',
]

async function ownServer(bin: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-postgres-'))
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? idsOf('postgres') : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid as number)
  const options = { ...owner, cwd: folder, stdio: 'ignore' } as const
  const data = join(folder, 'data')
  const initial = ['--auth=trust', '--locale=C.UTF-8', '-E', 'UTF8', '--no-sync', '-U', 'postgres']
  execFileSync(join(bin, 'initdb'), ['-D', data, ...initial], options)
  const port = await freePort()
  const { url, query } = asked(`postgres://postgres@127.0.0.1:${port}/postgres`)
  let server: ReturnType<typeof spawn> | undefined
  const start = async () => {
    const flags = ['-D', data, '-p', String(port), '-k', folder, ...SETTINGS.flatMap((set) => ['-c', set])]
    server = spawn(join(bin, 'postgres'), flags, options)
    for (let attempt = 0; ; attempt++) {
      try {
        await query('SELECT 1')
        return
      } catch (error) {
        if (attempt === 600) throw error
        await sleep(50)
      }
    }
  }
  const kill = async () => {
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server?.kill('SIGQUIT')
    await ended
  }
  process.once('exit', () => void server?.kill('SIGQUIT'))
  await start()
  const stop = async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, query, isOurs: true, kill, start, stop }
}

function asked(base: string): Pick<TestPostgres, 'url' | 'query'> {
  return {
    url: (schema) => {
      const url = new URL(base)
      url.searchParams.set('schema', schema)
      return url.href
    },
    query: async (text) => {
      const client = new pg.Client({ connectionString: base })
      client.on('error', () => {})
      try {
        await client.connect()
        return (await client.query(text)).rows
      } finally {
        await client.end().catch(() => {})
      }
    },
  }
}

function idsOf(user: string): { uid?: number; gid?: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Returns a free port below those that systems give out by themselves: one of these could be taken before the server of a test has it. */
export function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}
