import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { resetStore } from '../cli.ts'
import { callsTo, decide } from '../testing/controlling.ts'
import { type TestPostgres, tellSkipped, testPostgres } from '../testing/postgres.ts'
import { assertEnvelope, refusalOf } from '../testing/world.ts'
import { type RunningSimulator, startSimulator } from './start.ts'

// What the simulator makes of a shared log. What the log promises is proved beside it, in world/log/postgres.

const test = suite('several simulators on one database')
const server = await testPostgres()

interface Listed {
  cpf: string
  nome: string
}
async function ask({ url }: RunningSimulator, token: string, query = '') {
  const response = await fetch(`${url}/pessoas${query}`, { headers: { authorization: token } })
  const text = await response.text()
  assertEnvelope('/pessoas', response.status, text)
  return { status: response.status, itens: (JSON.parse(text).result?.itens ?? []) as Listed[] }
}
const listed = async (sim: RunningSimulator, token: string, query?: string) =>
  (await ask(sim, token, query)).itens

/** Waits until a simulator answers a token so; the test ends with the runner's patience otherwise. */
async function answers(sim: RunningSimulator, token: string, status: number): Promise<void> {
  while ((await ask(sim, token)).status !== status) await sleep(20)
}
const approve = (sim: RunningSimulator, token: string, numero: string) => decide(sim, token, numero)
const call = (sim: RunningSimulator, method: string, path: string, body?: object) =>
  callsTo(sim)(method, path, body)
const numbers = (changes: { numero: string }[]) => changes.map(({ numero }) => numero).sort()

async function prove({ url, query, isOurs, kill, start, stop }: TestPostgres): Promise<void> {
  const schema = `shared_${process.pid}`
  const notices: string[] = []
  const options = {
    store: url(schema),
    control: true,
    persons: 120,
    write: (line: string) => void notices.push(line),
  } as const
  const one = await startSimulator(options)
  const other = await startSimulator({ ...options, port: 0 })
  const organization = one.organizations[0] as (typeof one.organizations)[0]
  const { token, id } = organization
  const [first, second] = organization.reports as [string, string]
  test.before.each(() => one.reset())

  test('a seed is the origin, other data is refused, and no password is shown', async () => {
    assert.equal([one.seed, other.organizations], [1, one.organizations])
    assert.is(organization.persons, 120)
    const wrong = startSimulator({ ...options, persons: 121 })
    assert.match(await refusalOf(wrong), /contains the data of seed 1, 120 persons, .*; this start wants/)
    assert.equal([one.state, one.store?.includes(schema)], [null, true])
  })

  test('what one decides, changes and resets, all show at once', async () => {
    const all = await listed(other, token, '?rows=200')
    assert.is(await approve(one, token, first), 200)
    assert.equal(numbers(await other.changes()), [first])
    const added = await one.people.add({ nome: 'Ana Nova' })
    assert.is((await listed(other, token))[0]?.nome, 'Ana Nova')
    const [, , third, fifth] = (await listed(one, token)) as [Listed, Listed, Listed, Listed]
    await other.people.update(third.cpf, { nome: 'Aaa Primeira' })
    assert.is((await listed(one, token, '?sort=nome'))[0]?.nome, 'Aaa Primeira')
    await other.people.remove(fifth.cpf)
    assert.equal(await listed(one, token, `?cpf=${fifth.cpf}`), [])
    const numero = added.relatorios[0]?.numero as string
    assert.is(await approve(other, token, numero), 200)
    await one.checkpoint('moved', id)
    const moved = await listed(one, token, '?rows=200')
    await other.people.removeReport(numero)
    assert.is(await approve(one, token, numero), 404)
    await one.restore('moved', id)
    assert.equal(await listed(other, token, '?rows=200'), moved)
    assert.is((await call(other, 'DELETE', `/persons/${added.cpf}`)).body.cpf, added.cpf)
    assert.is((await call(one, 'DELETE', `/persons/${added.cpf}`)).status, 404)
    await other.reset()
    assert.equal(await listed(one, token, '?rows=200'), all)
    assert.equal(await one.changes(), [])
  })

  test('the control port of one restores what another saved, and says what it does not know', async () => {
    assert.is(await approve(one, token, first), 200)
    assert.is((await call(one, 'PUT', '/checkpoints/a', { organization: id })).status, 204)
    assert.is(await approve(other, token, second), 200)
    assert.equal(numbers((await call(other, 'GET', '/changes?since=a')).body.changes), [second])
    assert.equal(numbers((await call(other, 'GET', '/changes')).body.changes), [first, second].sort())
    assert.is((await call(other, 'POST', '/restore', { checkpoint: 'b' })).status, 404)
    assert.is((await call(other, 'POST', '/restore', { checkpoint: 'a' })).status, 204)
    assert.equal(numbers(await one.changes()), [first])
    assert.match(await refusalOf(one.restore('c')), /The checkpoint "c" is unknown. Use one of /)
    assert.is((await resetStore(url(schema))).count, 1)
    assert.equal(await one.changes(), [])
    const none = /The schema has no data yet\. Load it with "npx pessoas-sim seed --store URL"/
    assert.match(await refusalOf(resetStore(url(`${schema}_none`))), none)
    await query(`DROP SCHEMA ${schema}_none CASCADE`)
  })

  test('a token that one withdrew is refused by all, until another gives it back or resets', async () => {
    const { body } = await call(one, 'PUT', `/organizations/${id}/token`, { withdrawn: true })
    assert.is(body.withdrawn, true)
    assert.is((await ask(one, token)).status, 401)
    await answers(other, token, 401)
    await other.giveTokenBack(id)
    await answers(one, token, 200)
    await one.withdrawToken(id)
    await answers(other, token, 401)
    await other.reset()
    assert.is((await ask(other, token)).status, 200)
    await answers(one, token, 200)
  })

  test('what one minted, all serve, under its profile and with its decisions; what one closed, all refuse', async () => {
    const profile = { authorization: 'bearer' } as const
    const own = await one.organization({ persons: 4, seed: 9, profile, ttl: 60_000 })
    const bearer = `Bearer ${own.token}`
    await answers(other, bearer, 200)
    assert.is((await ask(other, own.token)).status, 401)
    const [a, b] = own.reports as [string, string]
    assert.is(await approve(other, bearer, a), 200)
    await own.checkpoint('one')
    assert.is(await approve(one, bearer, b), 200)
    assert.equal(numbers(await own.changes()), [a, b].sort())
    assert.equal(numbers(await own.changes('one')), [b])
    await own.restore('one')
    assert.equal([numbers(await own.changes()), await one.changes()], [[a], []])
    // The handle is the same everywhere, also for a simulator that starts later.
    await using late = await startSimulator(options)
    for (const sim of [one, other, late]) {
      const { body } = await call(sim, 'GET', `/organizations/${own.handle}`)
      assert.equal([body.token, body.minted, typeof body.expires], [own.token, true, 'string'])
    }
    const { cpf } = await own.people.add({ nome: 'Ana Lima' })
    assert.is((await listed(late, bearer))[0]?.cpf, cpf)
    assert.is((await call(late, 'DELETE', `/organizations/${own.handle}`)).status, 204)
    for (const sim of [one, other, late]) await answers(sim, bearer, 401)
    assert.match(await refusalOf(own.reset()), /The organization is closed/)
    await own.close()
    const left = `SELECT (SELECT count(*) FROM ${schema}.worlds WHERE n > 0) + (SELECT count(*) FROM ${schema}.events WHERE world > 0) AS left`
    while (Number((await query(left))[0]?.left) > 0) await sleep(20)
  })

  test('a fixture is minted by its name and as it is, and closed in time, whatever became of who minted', async () => {
    const late = await startSimulator(options)
    for (const fixture of ['one-person', { pessoas: [{ nome: 'Ana' }] }]) {
      const own = await late.organization({ fixture })
      await answers(other, own.token, 200)
      await own.withdrawToken()
      await answers(other, own.token, 401)
      await own.giveTokenBack()
      await answers(other, own.token, 200)
    }
    const brief = await late.organization({ persons: 1, ttl: 900 })
    await answers(other, brief.token, 200)
    await late.close()
    await answers(other, brief.token, 401)
  })

  test('a restart keeps everything', async () => {
    assert.is(await approve(one, token, first), 200)
    await one.checkpoint('kept')
    await other.people.add({ nome: 'Ana Nova' })
    const own = await one.organization({ persons: 3 })
    const before = await listed(other, token)
    await using again = await startSimulator({ store: url(schema) })
    assert.is(again.decisions, 1)
    assert.equal(await listed(again, token), before)
    assert.is((await ask(again, own.token)).status, 200)
    await again.restore('kept')
    assert.is.not((await listed(other, token))[0]?.nome, 'Ana Nova')
    assert.equal(notices, [])
  })

  if (isOurs) {
    test('without the database, lists and decisions are 503 in the envelope, until it is back', async () => {
      assert.is(await approve(one, token, first), 200)
      const ready = () => call(one, 'GET', '/health').then(({ status }) => status)
      assert.is(await ready(), 200)
      await kill()
      assert.is((await ask(one, token)).status, 503)
      assert.is(await approve(one, token, second), 503)
      assert.equal([await ready(), (await ask(one, 'nobody')).status], [503, 401])
      assert.match(notices.join('\n'), /cannot be used/)
      await start()
      for (const sim of [one, other]) await answers(sim, token, 200)
      assert.is(await approve(other, token, second), 200)
      assert.equal(numbers(await one.changes()), [first, second].sort())
    })
  }

  test.after(async () => {
    await Promise.all([one.close(), other.close()])
    await query(`DROP SCHEMA ${schema} CASCADE`)
    // Nothing asks a database after its simulator is closed.
    await sleep(500)
    assert.not.match(notices.join('\n'), /42P01/)
    await stop()
  })
}

if (server === null) {
  tellSkipped('several simulators on one database')
  test('the simulators are there', () => assert.type(startSimulator, 'function'))
} else await prove(server)

test.run()
