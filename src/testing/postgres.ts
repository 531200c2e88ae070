import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A connection string of a database that tests may write to; they leave nothing behind but schemas of their own. */
const VARIABLE = 'PESSOAS_SIM_TEST_POSTGRES'
/** Names a folder for what the test files of a run need and can share: see test.mjs. */
const MADE_ONCE = 'MADE_ONCE_FOR_TESTS'
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

/** A daily run starts no server, unless one is given: see test.mjs. */
const isDaily = process.env.DAILY_TESTS === '1'

/** Says on standard output that tests are skipped for want of a server. */
export function tellSkipped(what: string): void {
  const why = isDaily
    ? 'a daily run starts no PostgreSQL. Name the file (npm test -- PART), or set DEEP=1.'
    : `no PostgreSQL here. Install it (apt-get install postgresql), or set ${VARIABLE}.`
  process.stdout.write(`SKIPPED: ${what}: ${why}\n`)
}

/** Returns the folder of the programs of PostgreSQL; undefined if there is none, or none may be started. */
export function binaries(): string | undefined {
  if (isDaily) return undefined
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

async function ownServer(bin: string): Promise<TestPostgres> {
  const folder = ownFolder()
  const server = await createServerIn(bin, folder, 'data')
  server.init()
  await server.start()
  const stop = async () => {
    // Nobody reads the folder again, so nothing need be written to it.
    await server.end('SIGQUIT')
    rmSync(folder.path, { recursive: true, force: true })
  }
  const { url, query, start } = server
  return { url, query, isOurs: true, kill: () => server.end('SIGQUIT'), start, stop }
}

/** A folder of a run, and who owns it: PostgreSQL refuses to run as root. */
export interface OwnFolder {
  path: string
  owner: { uid?: number; gid?: number }
}

export function ownFolder(): OwnFolder {
  const path = mkdtempSync(join(tmpdir(), 'pessoas-sim-postgres-'))
  const owner = process.getuid?.() === 0 ? idsOf('postgres') : {}
  if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid as number)
  chmodSync(path, 0o700)
  return { path, owner }
}

/** A server of our own in a folder, on a loopback port that it keeps. */
export interface OwnServer extends Pick<TestPostgres, 'url' | 'query' | 'start'> {
  port: number
  data: string
  /** Makes a new database cluster. */
  init(): void
  /** Runs a program that belongs to the server, as its owner. */
  run(program: string, ...args: string[]): void
  end(signal: NodeJS.Signals): Promise<void>
}

export async function createServerIn(
  bin: string,
  { path, owner }: OwnFolder,
  name: string,
): Promise<OwnServer> {
  const data = join(path, name)
  const port = await freePort()
  const settings = [
    'autovacuum=off',
    'fsync=off',
    'full_page_writes=off',
    'jit=off',
    'listen_addresses=127.0.0.1',
    'max_connections=100',
    'shared_buffers=64MB',
    'wal_retrieve_retry_interval=100ms',
  ]
  const { url, query } = asked(`postgres://postgres@127.0.0.1:${port}/postgres`)
  const run = (program: string, ...args: string[]) => {
    execFileSync(program, args, { ...owner, cwd: path, stdio: 'ignore' })
  }
  const make = (cluster: string) => {
    const options = ['--auth=trust', '--locale=C.UTF-8', '-E', 'UTF8', '--no-sync']
    run(join(bin, 'initdb'), '-D', cluster, '-U', 'postgres', ...options)
  }
  const init = () => {
    const { [MADE_ONCE]: shared } = process.env
    if (!shared) return make(data)
    // To make a cluster takes seconds, to copy it none.
    const whole = join(shared, 'cluster')
    if (!existsSync(whole)) {
      const mine = mkdtempSync(`${whole}-`)
      if (owner.uid !== undefined) chownSync(mine, owner.uid, owner.gid as number)
      make(mine)
      try {
        renameSync(mine, whole)
      } catch {
        // Another process was faster.
      }
    }
    execFileSync('cp', ['-a', whole, data])
  }
  let server: ReturnType<typeof spawn> | undefined
  const start = async () => {
    const flags = ['-D', data, '-p', String(port), '-k', path, ...settings.flatMap((set) => ['-c', set])]
    server = spawn(join(bin, 'postgres'), flags, { ...owner, cwd: path, stdio: 'ignore' })
    for (let attempt = 0; ; attempt++) {
      try {
        await query('SELECT 1')
        return
      } catch (error) {
        if (attempt === 200) throw error
        await sleep(50)
      }
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const child = server
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  process.once('exit', () => void server?.kill('SIGQUIT'))
  return { port, data, url, query, init, run, start, end }
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

/** Returns a free port below those that systems give out by themselves: one of these could be taken before PostgreSQL has it. */
function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}
