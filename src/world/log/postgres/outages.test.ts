import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tellSkipped, testPostgres } from '../../../testing/postgres.ts'
import { decisionOn } from '../../../testing/register-world.ts'
import { openReplica, type Replica, until, works } from '../../../testing/replica.ts'
import { refusalOf } from '../../../testing/world.ts'
import { Unavailable } from '../../unavailable.ts'

const test = suite('a log in PostgreSQL that fails')
const server = await testPostgres()
if (server === null) tellSkipped('failures of a log in PostgreSQL')

/** Stands between the client and a server, and cuts off the connection that appends. */
class Cutter {
  /** What happens to the next statement that appends, or to every connection. */
  next: 'pass' | 'cut before' | 'cut after' | 'cut after and be gone' | 'gone' = 'pass'
  readonly #server: Server

  constructor(port: number) {
    this.#server = createServer((client) => this.#join(client, connect(port, '127.0.0.1')))
    this.#server.listen(0, '127.0.0.1')
  }

  async port(): Promise<number> {
    if (!this.#server.listening) await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.close()
  }

  #join(client: Socket, server: Socket): void {
    const cut = () => {
      client.destroy()
      server.destroy()
    }
    client.on('close', cut).on('error', cut)
    server.on('close', cut).on('error', cut)
    if (this.next === 'gone') cut()
    let isCut = false
    client.on('data', (data) => {
      const isAppend = data.includes('pessoas_sim_append')
      if (isAppend && this.next === 'cut before') {
        this.next = 'pass'
        cut()
        return
      }
      if (isAppend && this.next.startsWith('cut after')) {
        isCut = true
        this.next = this.next === 'cut after' ? 'pass' : 'gone'
      }
      server.write(data)
    })
    server.on('data', (data) => (isCut ? cut() : client.write(data)))
  }
}

async function failureOf(promise: Promise<unknown> | undefined): Promise<Unavailable> {
  const error = await Promise.resolve(promise).catch((error: unknown) => error)
  assert.instance(error, Unavailable)
  return error as Unavailable
}

if (server?.isOurs) {
  const { query } = server
  const { port } = new URL(server.url('x'))

  test('a commit whose answer is cut off is sent again, and kept once', async () => {
    const cutter = new Cutter(Number(port))
    const url = `postgres://postgres@127.0.0.1:${await cutter.port()}/postgres?schema=cut`
    const [patient, hasty] = [await openReplica(`${url}&timeout=20`), await openReplica(`${url}&timeout=2`)]
    try {
      cutter.next = 'cut before'
      assert.equal(await patient.log.commit([decisionOn('a', '1')]), [true])
      cutter.next = 'cut after'
      const twice = [decisionOn('a', '2'), decisionOn('a', '2b', { once: true })]
      assert.equal(await patient.log.commit(twice), [true, false])
      cutter.next = 'cut after and be gone'
      assert.ok((await failureOf(hasty.log.commit([decisionOn('a', '3')]))).isUndecided)
      assert.not((await failureOf(hasty.log.commit([decisionOn('a', '4')]))).isUndecided)
      assert.not((await failureOf(hasty.log.fresh?.())).isUndecided)
      assert.is(await hasty.shared.outage(), 'The database cannot be used.')
      cutter.next = 'pass'
      await until(() => works(hasty.log.fresh?.()))
      assert.is(await hasty.shared.outage(), undefined)
      const kept = await query('SELECT mensagem FROM cut.events ORDER BY seq')
      assert.equal(
        kept.map(({ mensagem }) => mensagem),
        ['1', '2', '2b', '3'],
      )
      assert.is(hasty.world.decided.get('a'), '3')
    } finally {
      cutter.next = 'pass'
      for (const { shared } of [patient, hasty]) await shared.close()
      cutter.close()
    }
  })

  test('a host that never answers is passed over, and so is one that is read-only', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    await query('CREATE DATABASE standby')
    await query('ALTER DATABASE standby SET default_transaction_read_only = on')
    const hosts = [(silent.address() as AddressInfo).port, port].map((at) => `127.0.0.1:${at}`)
    const { shared } = await openReplica(`postgres://postgres@${hosts}/postgres?schema=cut&timeout=2`)
    assert.is(await shared.outage(), undefined)
    await shared.close()
    silent.close()
    assert.match(
      await refusalOf(openReplica(`postgres://postgres@127.0.0.1:${port}/standby`)),
      /it is read-only\. Name a server that accepts writes, or all of them/,
    )
  })

  test('rights that are revoked are an outage with a line that says what to do, until they are given back', async () => {
    await query('CREATE ROLE sim LOGIN')
    const url = `postgres://sim@127.0.0.1:${port}/postgres?schema=rights&timeout=2`
    assert.match(
      await refusalOf(openReplica(url)),
      /cannot be used: 42501: permission denied for database postgres\. Let the owner of the database run: CREATE SCHEMA rights AUTHORIZATION sim;$/,
    )
    await query('CREATE SCHEMA rights AUTHORIZATION sim')
    const { shared, log, lines } = await openReplica(url, { listens: true })
    await query('REVOKE INSERT ON rights.events FROM sim')
    assert.not((await failureOf(log.commit([decisionOn('a', '1')]))).isUndecided)
    await log.fresh?.()
    await query('REVOKE SELECT ON rights.events FROM sim')
    await failureOf(log.fresh?.())
    assert.is(lines.length, 1, lines.join('\n'))
    assert.match(
      lines[0] as string,
      /42501: permission denied for table events\. Let the owner of schema rights run: GRANT/,
    )
    await query('GRANT ALL ON rights.events TO sim')
    assert.equal(await log.commit([decisionOn('a', '1')]), [true])
    await shared.close()
    await query('DROP SCHEMA rights CASCADE; DROP OWNED BY sim; DROP ROLE sim')
  })

  test('a lock that somebody holds is an outage that ends with it', async () => {
    const { shared, log } = await openReplica(`${server.url('locked')}&timeout=2`)
    const held = query('BEGIN; LOCK TABLE locked.events IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60)').catch(
      () => {},
    )
    await until(
      async () =>
        (
          await query(
            `SELECT 1 FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND relation = 'locked.events'::regclass`,
          )
        ).length > 0,
    )
    await failureOf(log.fresh?.())
    assert.ok((await failureOf(log.commit([decisionOn('a', '1')]))).isUndecided)
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`,
    )
    await held
    await until(() => works(log.fresh?.()))
    assert.equal(await log.commit([decisionOn('a', '2')]), [true])
    await shared.close()
  })

  test('a database that is killed and comes back loses nothing that was acknowledged, and is used again', async () => {
    const url = `${server.url('failing')}&timeout=2`
    const replicas = [await openReplica(url, { listens: true }), await openReplica(url, { listens: true })]
    const reports = Array.from({ length: 24 }, (_, i) => `report ${i}`)
    /** What was acknowledged, or seen, of each report. */
    const known = new Map<string, string>()
    const learn = (numero: string, mensagem: string | undefined) => {
      assert.is(known.get(numero) ?? mensagem, mensagem, numero)
      known.set(numero, mensagem as string)
    }
    const client = async (id: number) => {
      for (const numero of reports) {
        for (let attempt = 0, isDone = false; !isDone; attempt++) {
          const { log, world } = replicas[(id + attempt) % 2] as Replica
          const mensagem = `${id} ${attempt}`
          const commit = log.commit([decisionOn(numero, mensagem, { once: true })])
          const isFirst = await commit.then(
            ([one]) => one,
            () => undefined,
          )
          if (isFirst) learn(numero, mensagem)
          isDone = isFirst !== undefined && (await works(log.fresh?.()))
          if (isDone) learn(numero, world.decided.get(numero))
        }
        await sleep(5)
      }
    }
    const load = Promise.all([0, 1, 2].map(client))
    await until(() => known.size > 3)
    await server.kill()
    await server.start()
    await load
    for (const { log, world } of replicas) {
      await log.fresh?.()
      for (const numero of reports) learn(numero, world.decided.get(numero))
    }
    const kept = await query('SELECT count(*)::int AS n, count(DISTINCT id)::int AS ids FROM failing.events')
    assert.is(kept[0]?.n, kept[0]?.ids)

    await server.kill()
    for (const { log, shared } of replicas) {
      await failureOf(log.fresh?.())
      assert.is(await shared.outage(), 'The database cannot be used.')
    }
    await server.start()
    for (const { log, lines } of replicas) {
      await until(() => works(log.fresh?.()))
      assert.match(
        lines.join('\n'),
        /warning: postgres:\S+ \(schema failing\) cannot be used: 127.*ECONNREFUSED/,
      )
      assert.match(lines.join('\n'), /\(schema failing\) is available again, at 127\.0\.0\.1:\d+/)
    }
    for (const { shared } of replicas) await shared.close()
  })

  test('the password is in no message and no line', async () => {
    const secret = 's3cr3t'
    const messages: string[] = []
    for (const host of ['127.0.0.1:1', `127.0.0.1:${port}/none?x=1&`]) {
      const at = host.includes('?') ? host : `${host}/postgres?`
      const url = `postgres://nobody:${secret}@${at}schema=s`
      const opened = openReplica(url, { notice: (line) => void messages.push(line) })
      messages.push(await refusalOf(opened))
    }
    assert.match(
      messages[0] as string,
      /^The store postgres:\/\/nobody@127\.0\.0\.1:1\/postgres \(schema s\) cannot be used: .*ECONNREFUSED.*Start the server/,
    )
    assert.match(messages[1] as string, /28000|3D000/)
    assert.not.match(messages.join('\n'), new RegExp(secret))
  })

  test.after(() => server.stop())
}

test('a failure is told', async () => {
  assert.match(await refusalOf(openReplica('postgres://127.0.0.1:1/d')), /cannot be used/)
})

test.run()
