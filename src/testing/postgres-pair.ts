import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { binaries, createServerIn, type OwnServer, ownFolder, type TestPostgres } from './postgres.ts'

/** A primary and a standby that follows it. A commit is answered when both have it. */
export interface PostgresPair extends Pick<TestPostgres, 'url' | 'query' | 'kill' | 'start' | 'stop'> {
  /** Ends the primary without a farewell and promotes the standby. Commits are answered by that one alone, then. */
  failOver(): Promise<void>
  /** Makes a standby of the server that was the primary before, while the other one works. */
  rebuild(): Promise<void>
}

/** Returns a pair on loopback ports, in a folder that is removed; null where there is no PostgreSQL. */
export async function testPair(): Promise<PostgresPair | null> {
  const bin = binaries()
  if (bin === undefined) return null
  const folder = ownFolder()
  let primary = await createServerIn(bin, folder, 'one')
  let standby = await createServerIn(bin, folder, 'other')
  const both = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  primary.init()
  // A folder of a server that never ran, or was stopped, is a copy that needs nothing else.
  primary.run('cp', '-a', primary.data, standby.data)
  follow(standby, primary)
  await Promise.all([primary.start(), standby.start()])
  await waitForBoth(primary)
  let isFollowed = true
  return {
    url: (schema) => `postgres://postgres@${both}/postgres?schema=${schema}`,
    query: (text) => primary.query(text),
    kill: () => primary.end('SIGQUIT'),
    start: async () => {
      await primary.start()
      if (isFollowed) await waitForBoth(primary)
    },
    failOver: async () => {
      await primary.end('SIGQUIT')
      isFollowed = false
      ;[primary, standby] = [standby, primary]
      await primary.query('SELECT pg_promote()')
      // Nobody follows now: a commit that waits for a standby would wait until there is one.
      await setting(primary, '')
    },
    rebuild: async () => {
      rmSync(standby.data, { recursive: true })
      const from = `host=127.0.0.1 port=${primary.port} user=postgres`
      standby.run(join(bin, 'pg_basebackup'), '-d', from, '-D', standby.data, '-c', 'fast', '--no-sync')
      follow(standby, primary)
      await standby.start()
      await waitForBoth(primary)
      isFollowed = true
    },
    stop: async () => {
      await Promise.all([primary.end('SIGINT'), standby.end('SIGINT')])
      rmSync(folder.path, { recursive: true, force: true })
    },
  }
}

/** Makes a server follow another one from its next start on. */
function follow({ data }: OwnServer, { port }: OwnServer): void {
  // The last line of a setting counts. The file exists, and stays that of its owner.
  const line = `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`
  appendFileSync(join(data, 'postgresql.auto.conf'), line)
  writeFileSync(join(data, 'standby.signal'), '')
}

async function setting(server: OwnServer, standbys: string): Promise<void> {
  await server.query(`ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`)
  await server.query('SELECT pg_reload_conf()')
}

/** Lets every commit wait for the standby from now on; returns when all before are there, too. */
async function waitForBoth(primary: OwnServer): Promise<void> {
  await setting(primary, '*')
  const follower = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'`
  await until(async () => (await primary.query(follower)).length === 1)
  // Sessions learn of a setting before their next statement; those in flight may be as late as this.
  await sleep(200)
  const [now] = await primary.query('SELECT pg_current_wal_lsn() AS lsn')
  await until(
    async () => (await primary.query(`${follower} AND flush_lsn >= '${now?.lsn}'::pg_lsn`)).length === 1,
  )
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await isSo()); attempt++) {
    if (attempt === 600) throw new Error('the standby does not follow')
    await sleep(50)
  }
}
