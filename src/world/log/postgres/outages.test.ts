import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isLinearizable, type Operation } from '../../../testing/linearizability.ts'
import { tellSkipped } from '../../../testing/postgres.ts'
import { testPair } from '../../../testing/postgres-pair.ts'
import { decisionOn } from '../../../testing/register-world.ts'
import { openReplica, type Replica, until, works } from '../../../testing/replica.ts'
import { refusalOf } from '../../../testing/world.ts'
import { Unavailable } from '../../unavailable.ts'

const test = suite('a log in PostgreSQL that fails')
const pair = await testPair()
if (pair === null) tellSkipped('failures of a log in PostgreSQL')

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

if (pair !== null) {
  const { query } = pair
  const [, first, second] = /:(\d+),127\.0\.0\.1:(\d+)/.exec(pair.url('x')) as RegExpExecArray

  test('a commit whose answer is cut off is sent again, and kept once', async () => {
    const cutter = new Cutter(Number(first))
    const { shared, world, log } = await openReplica(
      `postgres://postgres@127.0.0.1:${await cutter.port()}/postgres?schema=cut&timeout=1`,
    )
    const kept = async () =>
      (await query('SELECT mensagem FROM cut.events ORDER BY seq')).map((row) => row.mensagem)
    cutter.next = 'cut before'
    assert.equal(await log.commit([decisionOn('a', '1')]), [true])
    cutter.next = 'cut after'
    assert.equal(await log.commit([decisionOn('a', '2'), decisionOn('a', '2b', { once: true })]), [
      true,
      false,
    ])
    cutter.next = 'cut after and be gone'
    assert.ok((await failureOf(log.commit([decisionOn('a', '3')]))).isUndecided)
    assert.not((await failureOf(log.commit([decisionOn('a', '4')]))).isUndecided)
    assert.not((await failureOf(log.fresh?.())).isUndecided)
    assert.is(await shared.outage(), 'The database cannot be used.')
    cutter.next = 'pass'
    await until(() => works(log.fresh?.()))
    assert.is(await shared.outage(), undefined)
    assert.equal(await kept(), ['1', '2', '2b', '3'])
    assert.is(world.decided.get('a'), '3')
    await shared.close()
    cutter.close()
  })

  test('a host that never answers is passed over, and so is a standby', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const hosts = [port, second, first].map((at) => `127.0.0.1:${at}`).join()
    const { shared } = await openReplica(`postgres://postgres@${hosts}/postgres?schema=cut&timeout=2`)
    assert.is(await shared.outage(), undefined)
    await shared.close()
    silent.close()
    const alone = `postgres://postgres@127.0.0.1:${second}/postgres?schema=cut`
    assert.match(
      await refusalOf(openReplica(alone)),
      /it is read-only\. Name a server that accepts writes, or all of them/,
    )
  })

  test('rights that are revoked are an outage with a line that says what to do, until they are given back', async () => {
    await query('CREATE ROLE sim LOGIN')
    const url = `postgres://sim@127.0.0.1:${first}/postgres?schema=rights&timeout=1`
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
    const { shared, log } = await openReplica(`${pair.url('locked')}&timeout=1`)
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

  test('a fail-over loses nothing that was acknowledged, and a database that comes back is used again', async () => {
    const url = `${pair.url('failing')}&timeout=2`
    const replicas = [await openReplica(url, { listens: true }), await openReplica(url, { listens: true })]
    const reports = Array.from({ length: 24 }, (_, i) => `report ${i}`)
    const histories = new Map(reports.map((numero) => [numero, [] as Operation[]]))
    const decide = async (numero: string, mensagem: string, { log }: Replica) => {
      const start = performance.now()
      const outcome = await log.commit([decisionOn(numero, mensagem, { once: true })]).then(
        ([isFirst]) => (isFirst ? ('ok' as const) : ('refused' as const)),
        (error: Unavailable) => (error.isUndecided ? ('unknown' as const) : ('failed' as const)),
      )
      histories.get(numero)?.push({ act: 'decide', value: mensagem, start, end: performance.now(), outcome })
      return outcome
    }
    const look = async (numero: string, { log, world }: Replica) => {
      const start = performance.now()
      if (!(await works(log.fresh?.()))) return
      const value = world.decided.get(numero) ?? null
      histories.get(numero)?.push({ act: 'read', value, start, end: performance.now(), outcome: 'ok' })
    }
    const client = async (id: number) => {
      for (const numero of reports) {
        for (let attempt = 0; ; attempt++) {
          const replica = replicas[(id + attempt) % 2] as Replica
          const outcome = await decide(numero, `${id} ${attempt}`, replica)
          await look(numero, replicas[(id + attempt + 1) % 2] as Replica)
          if (outcome === 'ok' || outcome === 'refused') break
        }
        await sleep(5)
      }
    }
    const load = Promise.all([0, 1, 2].map(client))
    await sleep(50)
    await pair.failOver()
    await load
    for (const [numero, history] of histories) {
      for (const replica of replicas) await look(numero, replica)
      assert.ok(isLinearizable(history, 'refuse-again'), JSON.stringify(history))
    }
    const kept = await pair.query(
      'SELECT count(*)::int AS n, count(DISTINCT id)::int AS ids FROM failing.events',
    )
    assert.is(kept[0]?.n, kept[0]?.ids)

    await pair.kill()
    for (const { log, shared } of replicas) {
      await failureOf(log.fresh?.())
      assert.is(await shared.outage(), 'The database cannot be used.')
    }
    await pair.start()
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
    for (const host of ['127.0.0.1:1', `127.0.0.1:${second}/none?x=1&`, `127.0.0.1:${second}`]) {
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

  test.after(() => pair.stop())
}

test('a failure is told', async () => {
  assert.match(await refusalOf(openReplica('postgres://127.0.0.1:1/d')), /cannot be used/)
})

test.run()
