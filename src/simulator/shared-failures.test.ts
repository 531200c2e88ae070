import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { seedStore } from '../cli.ts'
import { digest } from '../fixture/digest.ts'
import { type SharedSimulator, startSimulator } from '../index.ts'
import { sourceOf } from '../store/sql/source.ts'
import { SqlStore } from '../store/sql/store.ts'
import type { Organization } from '../store/store.ts'
import { Unavailable } from '../store/unavailable.ts'
import { isLinearizable, type Operation } from '../testing/linearizability.ts'
import { tellSkipped } from '../testing/postgres.ts'
import { testPair } from '../testing/postgres-pair.ts'
import { MENSAGEM, OWN_REPORT, smallWorld } from '../testing/world.ts'

const test = suite('a shared store that fails')
const pair = await testPair()
if (pair === null) tellSkipped('failures of a shared store')

const decision = { aprovar: true, mensagem: MENSAGEM }
const rules = { once: true, touch: true }

/** Stands between the client and a server, and cuts off the connection that commits. */
class Cutter {
  /** What happens to the next commit, or to every connection. */
  next: 'pass' | 'cut before' | 'cut after' | 'cut after and be gone' | 'gone' = 'pass'
  readonly #server: Server

  constructor(port: number) {
    this.#server = createServer((client) => this.#join(client, connect(port, '127.0.0.1'))).listen(
      0,
      '127.0.0.1',
    )
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
      const isCommit = data.includes('COMMIT')
      if (isCommit && this.next === 'cut before') {
        this.next = 'pass'
        cut()
        return
      }
      if (isCommit && this.next.startsWith('cut after')) {
        isCut = true
        this.next = this.next === 'cut after' ? 'pass' : 'gone'
      }
      server.write(data)
    })
    server.on('data', (data) => (isCut ? cut() : client.write(data)))
  }
}

const source = {
  data: async () => ({ source: sourceOf(smallWorld()), hash: digest('small'), seed: null }),
  isDataWanted: false,
}

if (pair !== null) {
  const [first] = /\d+(?=,)/.exec(pair.url('x')) as RegExpExecArray

  test('a commit whose answer is cut off is found out, and one that never came is repeated', async () => {
    const { store: loaded } = await SqlStore.open(pair.url('cut'), source)
    await loaded.close()
    const cutter = new Cutter(Number(first))
    const url = `postgres://postgres@127.0.0.1:${await cutter.port()}/postgres?schema=cut&timeout=1`
    const { store } = await SqlStore.open(url, source)
    const recorded = async () => (await pair.query('SELECT count(*)::int AS n FROM cut.decisions'))[0]?.n
    const { world } = store
    const [organization] = world.organizations as [Organization]
    const decide = (once: boolean) => world.decide(organization, OWN_REPORT, decision, { ...rules, once })
    cutter.next = 'cut before'
    assert.is(await decide(true), true)
    assert.is(await recorded(), 1)
    cutter.next = 'cut after'
    assert.is(await decide(false), true)
    assert.is(await recorded(), 2)
    cutter.next = 'cut after and be gone'
    const error = await decide(false).catch((error: unknown) => error)
    assert.instance(error, Unavailable)
    assert.ok((error as Unavailable).isUndecided)
    const later = await decide(false).catch((error: unknown) => error)
    assert.instance(later, Unavailable)
    assert.not((later as Unavailable).isUndecided)
    assert.is(await store.outage(), 'The database cannot be used.')
    cutter.next = 'pass'
    assert.is(await decide(true), false)
    assert.is(await store.outage(), undefined)
    assert.is(await recorded(), 3)
    await store.close()
    cutter.close()
  })

  test('a decision that a balancer sends again, to whichever replica, is recorded once and answered alike', async () => {
    for (const revalidation of ['refuse-409', 'allow'] as const) {
      const schema = `again_${revalidation.slice(0, 5)}`
      await seedStore(pair.url(schema), { origin: { persons: 40 } })
      const options = { profile: { revalidation }, control: true as const, write: () => {} }
      const store = `${pair.url(schema)}&request_header=x-request-id`
      await using one = await startSimulator({ ...options, store })
      await using other = await startSimulator({ ...options, store })
      const [{ token, reports }] = (await organizationsOf(one)) as [{ token: string; reports: string[] }]
      const decide = async (replica: SharedSimulator, report: number, name: string, aprovar = true) => {
        const { status } = await fetch(`${replica.url}/relatorios/validar/${reports[report]}`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json', 'x-request-id': name },
          body: JSON.stringify({ aprovar, mensagem: MENSAGEM }),
        })
        return status
      }
      const recorded = async () =>
        (await pair.query(`SELECT aprovar FROM ${schema}.decisions ORDER BY seq`)).map(
          ({ aprovar }) => aprovar,
        )
      const again = revalidation === 'allow' ? 200 : 409
      assert.equal(
        [await decide(one, 0, 'a'), await decide(other, 0, 'a'), await decide(one, 0, 'a')],
        [200, 200, 200],
      )
      assert.equal(await recorded(), [true])
      // Another request decides again, one without a name is always another, and a name is that of one report.
      assert.is(await decide(other, 0, 'b', false), again)
      assert.is(await decide(other, 0, '', false), again)
      assert.is(await decide(other, 1, 'a'), 200)
      const later = revalidation === 'allow' ? [false, false] : []
      assert.equal(await recorded(), [true, ...later, true])
      // What is sent again late does not undo what came after it.
      assert.is(await decide(one, 0, 'a'), 200)
      assert.equal(await recorded(), [true, ...later, true])
      // Both attempts may come at the same time.
      const both = await Promise.all([one, other, one, other].map((replica) => decide(replica, 2, 'c')))
      assert.equal(both, [200, 200, 200, 200])
      assert.equal(await recorded(), [true, ...later, true, true])
      assert.is((await other.changes()).length, 3)
    }
  })

  test('a host that never answers is passed over, and so is a standby', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const at = (silent.address() as AddressInfo).port
    const [, standby] = /,127\.0\.0\.1:(\d+)/.exec(pair.url('x')) as RegExpExecArray
    const url = `postgres://postgres@127.0.0.1:${at},127.0.0.1:${standby},127.0.0.1:${first}/postgres?schema=cut&timeout=2`
    const { store } = await SqlStore.open(url, source)
    assert.is(await store.outage(), undefined)
    await store.close()
    silent.close()
  })

  test('a fail-over loses nothing that was acknowledged; without a database, health and service say 503', async () => {
    const lines: string[] = []
    await seedStore(pair.url('failing'), { origin: { persons: 300 } })
    const options = {
      store: `${pair.url('failing')}&timeout=1`,
      profile: { revalidation: 'refuse-409' as const },
      control: true as const,
      write: (line: string) => void lines.push(line),
    }
    await using one = await startSimulator(options)
    await using other = await startSimulator(options)
    const replicas = [one, other]
    const [own] = (await organizationsOf(one)) as [{ token: string; reports: string[] }]
    const { token } = own
    const reports = own.reports.slice(0, 24)
    const headers = { authorization: token, 'content-type': 'application/json' }
    const histories = new Map(reports.map((numero) => [numero, [] as Operation[]]))
    const statuses = new Set<number>()
    const decide = async (numero: string, mensagem: string, replica: SharedSimulator) => {
      const start = performance.now()
      const { status } = await fetch(`${replica.url}/relatorios/validar/${numero}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ aprovar: true, mensagem }),
      })
      statuses.add(status)
      const outcome = status === 200 ? 'ok' : status === 409 ? 'refused' : 'unknown'
      histories.get(numero)?.push({ act: 'decide', value: mensagem, start, end: performance.now(), outcome })
      return outcome
    }
    const client = async (id: number) => {
      for (const numero of reports) {
        for (let attempt = 0; ; attempt++) {
          const mensagem = `Decisão ${attempt} do cliente ${id}: aprovada.`
          const outcome = await decide(numero, mensagem, replicas[(id + attempt) % 2] as SharedSimulator)
          if (outcome !== 'unknown') break
        }
        await sleep(5)
      }
    }
    const load = Promise.all([0, 1, 2].map(client))
    await sleep(50)
    await pair.failOver()
    await load
    assert.ok(
      [...statuses].every((status) => [200, 409, 503].includes(status)),
      String([...statuses]),
    )
    const rows = await pair.query(
      'SELECT numero, array_agg(mensagem) AS said FROM failing.decisions GROUP BY numero',
    )
    assert.is(rows.length, reports.length)
    for (const { numero, said } of rows) {
      const history = histories.get(numero as string) as Operation[]
      const [value] = said as [string]
      assert.is((said as string[]).length, 1)
      const last = performance.now()
      const whole: Operation[] = [...history, { act: 'read', value, start: last, end: last, outcome: 'ok' }]
      assert.ok(isLinearizable(whole, 'refuse-again'), JSON.stringify(whole))
    }

    await pair.kill()
    const health = async () => {
      const answer = await fetch(`${one.control?.url}/v1/health`)
      return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code]
    }
    const list = async () =>
      (await fetch(`${other.url}/pessoas`, { headers: { authorization: token } })).status
    const post = async () => {
      const body = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
      return (
        await fetch(`${one.url}/relatorios/validar/${reports[0]}`, { method: 'POST', headers, body })
      ).json()
    }
    const envelope = { error: 'Service Unavailable', message: 'Service Unavailable', status_code: 503 }
    assert.equal(await Promise.all([health(), list(), post()]), [[503, 'database'], 503, envelope])
    await pair.start()
    // A machine that is busy may need more than one time limit.
    while ((await list()) !== 200) await sleep(20)
    while ((await health())[0] !== 200) await sleep(20)
    assert.match(
      lines.join('\n'),
      /warning: postgres:\S+ \(schema failing\) cannot be used: 127.*ECONNREFUSED/,
    )
    assert.match(lines.join('\n'), /\(schema failing\) is available again, at 127\.0\.0\.1:\d+/)
  })

  test.after(() => pair.stop())
}

async function organizationsOf({ control }: SharedSimulator): Promise<object[]> {
  const headers = { authorization: `Bearer ${control?.token}` }
  const answer = await fetch(`${control?.url}/v1/organizations`, { headers })
  return ((await answer.json()) as { organizations: object[] }).organizations
}

test('without a server, nothing of it can be tested', () => {
  assert.ok(true)
})

test.run()
