import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { resetStore } from '../cli.ts'
import { tellSkipped, testPostgres } from '../testing/postgres.ts'
import { MENSAGEM, refusalOf } from '../testing/world.ts'
import { type SharedSimulator, startSimulator } from './start.ts'

const test = suite('several simulators on one database')
const server = await testPostgres()
if (server === null) tellSkipped('several simulators on one database')

async function statusOf(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/pessoas`, { headers: { authorization: token } })
  await response.text()
  return response.status
}

/** Waits until a simulator answers a token so; the test ends with the runner's patience otherwise. */
async function answers(sim: SharedSimulator, token: string, status: number): Promise<void> {
  while ((await statusOf(sim.url, token)) !== status) await sleep(20)
}

async function listed(
  { url }: SharedSimulator,
  token: string,
  query = '',
): Promise<{ cpf: string; nome: string }[]> {
  const response = await fetch(`${url}/pessoas${query}`, { headers: { authorization: token } })
  return ((await response.json()) as { result: { itens: { cpf: string; nome: string }[] } }).result.itens
}

async function decide(sim: SharedSimulator, token: string, numero: string): Promise<number> {
  const response = await fetch(`${sim.url}/relatorios/validar/${numero}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
  })
  await response.text()
  return response.status
}

async function call(sim: SharedSimulator, method: string, path: string, body?: object) {
  const { url, token } = sim.control as { url: string; token: string }
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

let schemas = 0
async function serving(use: (one: SharedSimulator, other: SharedSimulator, schema: string) => Promise<void>) {
  if (server === null) throw new Error('no server')
  const schema = `shared_${process.pid}_${schemas++}`
  const store = server.url(schema)
  const notices: string[] = []
  const options = { store, control: true, write: (line: string) => void notices.push(line) } as const
  const one = await startSimulator(options)
  const other = await startSimulator(options)
  try {
    await use(one, other, schema)
    assert.equal(notices, [])
  } finally {
    await one.close()
    await other.close()
    await server.query(`DROP SCHEMA ${schema} CASCADE`)
  }
}

if (server !== null) {
  test('what one minted, all serve, under its profile and with its decisions; what one closed, all refuse', () =>
    serving(async (one, other, schema) => {
      const options = { persons: 4, seed: 9, profile: { authorization: 'bearer' }, ttl: 60_000 } as const
      const own = await one.organization(options)
      assert.is(await statusOf(one.url, `Bearer ${own.token}`), 200)
      await answers(other, `Bearer ${own.token}`, 200)
      assert.is(await statusOf(other.url, own.token), 401)
      const [first, second] = own.reports as [string, string]
      assert.is(await decide(other, `Bearer ${own.token}`, first), 200)
      await own.checkpoint('one')
      assert.is(await decide(one, `Bearer ${own.token}`, second), 200)
      assert.equal(new Set((await own.changes()).map(({ numero }) => numero)), new Set([first, second]))
      assert.equal(
        (await own.changes('one')).map(({ numero }) => numero),
        [second],
      )
      await own.restore('one')
      assert.equal(
        (await own.changes()).map(({ numero }) => numero),
        [first],
      )
      assert.equal(await one.changes(), [])

      // The handle is the same everywhere, also for a simulator that starts later.
      await using late = await startSimulator({ store: server.url(schema), control: true })
      for (const sim of [one, other, late]) {
        const { body } = await call(sim, 'GET', `/organizations/${own.handle}`)
        assert.is(body.token, own.token)
        assert.ok(body.minted && body.expires)
      }
      const { cpf } = await own.moves.add({ nome: 'Ana Lima' })
      assert.is((await listed(late, `Bearer ${own.token}`))[0]?.cpf, cpf)
      assert.is((await call(late, 'DELETE', `/organizations/${own.handle}`)).status, 204)
      for (const sim of [one, other, late]) await answers(sim, `Bearer ${own.token}`, 401)
      assert.match(await refusalOf(own.reset()), /The organization is closed/)
      await own.close()

      // After a minute nothing is left of it.
      await server.query(`UPDATE ${schema}.minted SET closed = closed - 61000`)
      const left = `SELECT (SELECT count(*) FROM ${schema}.minted) + (SELECT count(*) FROM ${schema}.reports WHERE world > 0)
        + (SELECT count(*) FROM ${schema}.organizations WHERE world > 0) AS left`
      while (Number((await server.query(left))[0]?.left) > 0) await sleep(20)
      assert.is(await statusOf(one.url, one.organizations[0]?.token as string), 200)
    }))

  test('data that one moves, all show at once, until another takes it back', () =>
    serving(async (one, other) => {
      const [{ token, id, persons }] = one.organizations as [(typeof one.organizations)[0]]
      const all = await listed(other, token, '?rows=200')
      const added = await one.moves.add({ nome: 'Ana Nova' })
      assert.is((await listed(other, token))[0]?.nome, 'Ana Nova')
      assert.is((await other.moves.add({})).relatorios.length, 1)
      await other.moves.update({ place: 30, sort: 'nome' }, { nome: 'Aaa Primeira' })
      assert.is((await listed(one, token, '?sort=nome'))[0]?.nome, 'Aaa Primeira')
      const gone = await other.moves.remove({ place: 5 })
      assert.equal(await listed(one, token, `?cpf=${gone.cpf}`), [])
      const numero = added.relatorios[0]?.numero as string
      assert.is(await decide(other, token, numero), 200)
      assert.equal(
        (await one.changes()).map(({ numero, nome }) => [numero, nome]),
        [[numero, 'Ana Nova']],
      )
      await one.checkpoint('moved', id)
      const moved = await listed(one, token, '?rows=200')
      await other.moves.remove({ numero })
      assert.is(await decide(one, token, numero), 404)
      await one.restore('moved', id)
      assert.equal(await listed(other, token, '?rows=200'), moved)
      const body = { remove: { cpf: added.cpf } }
      assert.is((await call(other, 'POST', '/moves', body)).body.cpf, added.cpf)
      assert.is((await call(one, 'POST', '/moves', body)).status, 400)
      await other.reset()
      assert.equal(await listed(one, token, '?rows=200'), all)
      const shown = async () => (await call(one, 'GET', '/organizations')).body.organizations[0].persons
      while ((await shown()) !== persons) await sleep(20)
    }))

  test('a plan of moves is done before the page that starts it is sent', () =>
    serving(async (one, other) => {
      const [{ token }] = one.organizations as [(typeof one.organizations)[0]]
      const all = await listed(other, token, '?rows=100')
      await one.moves.plan({ makes: 'skipped-row' })
      await one.moves.plan({ makes: 'doubled-row', after: { page: 3 } })
      await one.moves.plan({ remove: { place: 999_999 }, name: 'none' })
      const seen: string[] = []
      for (const [page, sim] of [one, other, one, other].entries()) {
        seen.push(...(await listed(sim, token, `?page=${page + 1}`)).map(({ cpf }) => cpf))
      }
      const lost = all.map(({ cpf }) => cpf).filter((cpf) => !seen.includes(cpf))
      assert.equal(lost, [all[25]?.cpf])
      assert.equal(
        seen.filter((cpf, i) => seen.indexOf(cpf) < i),
        [all[75]?.cpf],
      )
      assert.equal(
        one.moves.plans().map(({ moves, misses }) => [moves, misses]),
        [
          [1, 0],
          [1, 0],
          [0, 1],
        ],
      )
    }))

  test('the time to live is that of the database, whatever became of who minted', () =>
    serving(async (_, other, schema) => {
      const late = await startSimulator({ store: server.url(schema) })
      const { token } = await late.organization({ persons: 1, ttl: 900 })
      await answers(other, token, 200)
      await late.close()
      await answers(other, token, 401)
    }))

  test('a token that one withdrew is refused by all, until another resets', () =>
    serving(async (one, other) => {
      const [{ token, handle }] = (await call(one, 'GET', '/organizations')).body.organizations
      const { body } = await call(one, 'PUT', `/organizations/${handle}/token`, { withdrawn: true })
      assert.is(body.withdrawn, true)
      assert.is(await statusOf(one.url, token), 401)
      await answers(other, token, 401)
      await other.giveTokenBack(handle)
      await answers(one, token, 200)
      await one.withdrawToken(handle)
      await answers(other, token, 401)
      await other.reset()
      assert.is(await statusOf(other.url, token), 200)
      await answers(one, token, 200)
    }))

  test('a fixture is minted by its name and as it is, and its token withdrawn by itself', () =>
    serving(async (one, other) => {
      for (const fixture of ['one-person', { pessoas: [{ nome: 'Ana' }] }]) {
        const own = await one.organization({ fixture })
        await answers(other, own.token, 200)
        const { body } = await call(other, 'GET', `/organizations/${own.handle}`)
        assert.equal([body.persons, body.minted, typeof body.expires], [1, true, 'string'])
        await own.withdrawToken()
        assert.is(await statusOf(one.url, own.token), 401)
        await answers(other, own.token, 401)
        await own.giveTokenBack()
        await answers(other, own.token, 200)
        await own.close()
      }
    }))

  test('the control port of one restores what another saved, and says what it does not know', () =>
    serving(async (one, other, schema) => {
      const [{ token, reports, handle }] = (await call(one, 'GET', '/organizations')).body.organizations
      assert.is(await decide(one, token, reports[0]), 200)
      assert.is((await call(one, 'PUT', '/checkpoints/a', { organization: handle })).status, 204)
      assert.is(await decide(other, token, reports[1]), 200)
      assert.is((await call(other, 'GET', '/changes?since=a')).body.changes[0].numero, reports[1])
      assert.is((await call(other, 'GET', '/changes')).body.changes.length, 2)
      assert.is((await call(other, 'POST', '/restore', { checkpoint: 'b' })).status, 404)
      assert.is((await call(other, 'POST', '/restore', { checkpoint: 'a' })).status, 204)
      assert.equal(
        (await one.changes()).map(({ numero }) => numero),
        [reports[0]],
      )
      assert.match(await refusalOf(one.restore('c')), /The checkpoint "c" is unknown. Use one of a/)
      assert.is((await call(one, 'POST', '/reset')).status, 204)
      assert.equal(await other.changes(), [])
      assert.is(await decide(other, token, reports[1]), 200)
      assert.is((await resetStore(server.url(schema))).count, 1)
      assert.equal(await one.changes(), [])
      assert.match(
        await refusalOf(resetStore(server.url(`${schema}_none`))),
        /The schema has no data yet\. Load it with "npx pessoas-sim seed --store URL"/,
      )
      await server.query(`DROP SCHEMA ${schema}_none CASCADE`)
    }))

  test.after(() => server.stop())
}

test('the simulators are there', () => {
  assert.type(startSimulator, 'function')
})

test.run()
