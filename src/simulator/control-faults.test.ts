import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, callsTo } from '../testing/controlling.ts'
import { OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { startSimulator } from './start.ts'

const test = suite('faults and clocks over HTTP')

const fixture = smallWorld()
const sim = await startSimulator({ fixture, allowInvalidCpf: true, control: true, faults: 'rate-limited' })
const call = callsTo(sim)

async function statusOf(token: string): Promise<number> {
  const response = await fetch(`${sim.url}/pessoas`, { headers: { authorization: token } })
  await response.text()
  return response.status
}

const broken = { name: 'broken', fault: { kind: 'status', status: 503 } }
const namesOf = ({ body }: Answer) =>
  body.faults.map(({ name, organization }: { name: string; organization: string | null }) => [
    name,
    organization,
  ])

test('faults are listed, set, counted and removed', async () => {
  assert.equal(namesOf(await call('GET', '/faults')), [['rate-limit', null]])
  const { status, body } = await call('POST', '/faults', { faults: [broken], seed: 9 })
  assert.is(status, 201)
  const [{ set, expires, ...rest }] = body.faults
  assert.equal(rest, { name: 'broken', organization: null, rule: broken, seed: 9, calls: 0, strikes: 0 })
  assert.is(Date.parse(expires) - Date.parse(set), 600_000)
  assert.is(await statusOf(TOKEN), 503)
  assert.is((await call('GET', '/faults/broken')).body.strikes, 1)
  assert.is((await call('DELETE', '/faults/broken')).status, 204)
  assert.is((await call('DELETE', '/faults/broken')).status, 404)
  assert.is(await statusOf(TOKEN), 200)
})

test('a plan that ships is set by its name, and all are removed at once', async () => {
  const { body } = await call('POST', '/faults', { plan: 'lossy' })
  assert.equal(
    body.faults.map(({ name }: { name: string }) => name),
    ['lossy-decision', 'lossy-length', 'lossy-json'],
  )
  assert.is((await call('DELETE', '/faults')).status, 204)
  assert.equal(namesOf(await call('GET', '/faults')), [])
  await call('POST', '/reset', {})
  assert.equal(namesOf(await call('GET', '/faults')), [['rate-limit', null]])
})

test('one organization is meant by its handle, also one that was minted', async () => {
  await call('POST', '/faults', { organization: 'b', faults: [broken] })
  assert.equal([await statusOf(TOKEN), await statusOf('token-of-b')], [200, 503])
  const { body: minted } = await call('POST', '/organizations', { fixture: 'default' })
  assert.is(await statusOf(minted.token), 200)
  await call('POST', '/faults', { organization: minted.handle, faults: [broken] })
  assert.equal([await statusOf(TOKEN), await statusOf(minted.token)], [200, 503])
  assert.equal(namesOf(await call('GET', '/faults')), [
    ['rate-limit', null],
    ['broken', 'b'],
    ['broken', minted.handle],
  ])
  assert.equal(namesOf(await call('GET', `/faults?organization=${minted.handle}`)), [
    ['broken', minted.handle],
  ])
  await call('POST', '/reset', { organization: 'b' })
  assert.is(await statusOf('token-of-b'), 200)
  assert.is(await statusOf(minted.token), 503)
  await call('DELETE', `/faults/broken?organization=${minted.handle}`)
  assert.is(await statusOf(minted.token), 200)
  const { status } = await call('POST', '/faults', {
    faults: [{ ...broken, on: { organization: minted.handle } }],
  })
  assert.equal([status, await statusOf(TOKEN), await statusOf(minted.token)], [201, 200, 503])
  const ofMinted = `/faults?organization=${minted.handle}`
  assert.equal(namesOf(await call('GET', ofMinted)), [['broken', minted.handle]])
  assert.is((await call('DELETE', ofMinted)).status, 204)
  assert.is(await statusOf(minted.token), 200)
  await call('DELETE', `/organizations/${minted.handle}`)
})

test("an own organization's faults of code are seen, too", async () => {
  const own = await sim.organization({ fixture })
  own.faults.add([
    { name: 'any', fault: { kind: 'silence' } },
    { name: 'b', fault: { kind: 'silence' }, on: { organization: 'b' } },
  ])
  const [, id] = own.handle.split('~')
  assert.equal(namesOf(await call('GET', '/faults')).slice(1), [
    ['any', own.handle],
    ['b', `b~${id}`],
  ])
  assert.equal(namesOf(await call('GET', `/faults?organization=b~${id}`)), [
    ['any', `b~${id}`],
    ['b', `b~${id}`],
  ])
  await own.close()
})

test('a fault that is none is refused with its place, and changes nothing', async () => {
  const cases: [object, string][] = [
    [{}, 'body must have either plan or faults.'],
    [{ plan: 'flaky', faults: [broken] }, 'body must have either plan or faults.'],
    [{ plan: 'flakey' }, 'did you mean flaky?'],
    [{ faults: [{ ...broken, fault: { kind: 'stat' } }] }, 'did you mean status?'],
    [{ faults: [broken, broken] }, 'faults[1].name "broken" is used twice.'],
    [{ faults: [broken], file: '/etc/passwd' }, 'body.file is unknown'],
  ]
  for (const [body, said] of cases) {
    const refused = await call('POST', '/faults', body)
    assert.is(refused.status, 400)
    assert.ok(refused.body.error.message.includes(said), refused.body.error.message)
  }
  const ofB = { ...broken, on: { organization: 'b' } }
  const both = await call('POST', '/faults', { organization: 'a', faults: [ofB] })
  assert.is(both.status, 400)
  assert.match(both.body.error.message, /^body\.faults\[0\]\.on\.organization differs from/)
  const mixed = await call('POST', '/faults', { faults: [ofB, { ...broken, name: 'all' }] })
  assert.equal(namesOf(mixed), [
    ['broken', 'b'],
    ['all', null],
  ])
  for (const name of ['broken', 'all']) await call('DELETE', `/faults/${name}`)
  for (const body of [
    { organization: 'z', faults: [broken] },
    { faults: [broken, { ...ofB, name: 'z', on: { organization: 'z' } }] },
  ])
    assert.is((await call('POST', '/faults', body)).status, 404)
  assert.is((await call('GET', '/faults?organization=z')).status, 404)
  assert.equal(namesOf(await call('GET', '/faults')), [['rate-limit', null]])
})

test('faults for several worlds are all set or none, and a refusal has the place in the body', async () => {
  const { body: minted } = await call('POST', '/organizations', { fixture: 'default' })
  const first = { ...broken, name: 'first', on: { organization: minted.handle } }
  const before = namesOf(await call('GET', '/faults'))
  const wrong = { name: 'wrong', fault: { kind: 'latency', fixed: 1, uniform: [1, 2] } }
  const refused = await call('POST', '/faults', { faults: [first, { ...broken, name: 'fine' }, wrong] })
  assert.is(refused.status, 400)
  assert.match(refused.body.error.message, /faults\[2\]\.fault must have exactly one of/)
  assert.equal(namesOf(await call('GET', '/faults')), before)
  await call('DELETE', `/organizations/${encodeURIComponent(minted.handle)}`)
})

test('the faults and the clock of an organization that is closed can no longer be set', async () => {
  const own = await sim.organization()
  const { faults, clock } = own
  await own.close()
  const acts = [
    () => faults.add({ name: 'late', fault: { kind: 'status', status: 503 } }),
    () => clock.freeze(),
    () => clock.set('2026-01-31T12:00:00Z'),
    () => clock.offset(1),
    () => clock.advance(1),
  ]
  for (const act of acts) assert.throws(act, /^The organization is closed\. Open another one\.$/)
  assert.equal([faults.list(), clock.state.mode], [[], 'real'])
})

test('a fault ends after it was set, by one clock, whatever the time of its world', async () => {
  await call('PUT', '/clock', { freeze: '2031-02-03T04:05:06.789Z' })
  const { body } = await call('POST', '/faults', {
    faults: [broken, { ...broken, name: 'late', ttl: 1_000 }],
  })
  const [byMachine, byWorld] = body.faults
  assert.is(Date.parse(byMachine.expires) - Date.parse(byMachine.set), 600_000)
  assert.ok(Math.abs(Date.parse(byMachine.set) - Date.now()) < 60_000)
  assert.equal([byWorld.set, byWorld.expires], ['2031-02-03T04:05:06.789Z', '2031-02-03T04:05:07.789Z'])
  await call('POST', '/reset', {})
})

test('a body that does not fit is refused by the one alternative that was meant', async () => {
  const cases: [method: string, path: string, body: object, message: RegExp][] = [
    [
      'POST',
      '/faults',
      { faults: [{ name: 'x', fault: 'silence' }] },
      /fault must be an object: did you mean \{ "kind": "silence" \}\?$/,
    ],
    [
      'PUT',
      '/clock',
      { freeze: false },
      /^body\.freeze must be true, a string or a whole number, or be left out\.$/,
    ],
    ['PUT', '/clock', { real: false }, /^body\.real must be true, or be left out\.$/],
  ]
  for (const [method, path, body, message] of cases) {
    const said = await call(method, path, body)
    assert.is(said.status, 400)
    assert.match(said.body.error.message, message)
  }
})

test('the clock is read, frozen, set, moved and freed', async () => {
  assert.is((await call('GET', '/clock')).body.mode, 'real')
  const steps: [object, string, string][] = [
    [{ freeze: '2031-02-03T04:05:06.789Z' }, 'frozen', '2031-02-03T04:05:06.789Z'],
    [{ freeze: Date.UTC(2031, 1, 3, 4, 5, 6, 789) }, 'frozen', '2031-02-03T04:05:06.789Z'],
    [{ advance: 60_000 }, 'frozen', '2031-02-03T04:06:06.789Z'],
    [{ freeze: true }, 'frozen', '2031-02-03T04:06:06.789Z'],
    [{ set: '2040-01-01T00:00:00Z' }, 'offset', '2040-01-01T00:00:0'],
    [{ set: Date.UTC(2040, 0, 1) }, 'offset', '2040-01-01T00:00:0'],
    [{ offset: -86_400_000 }, 'offset', new Date(Date.now() - 86_400_000).toISOString().slice(0, 15)],
    [{ real: true }, 'real', new Date().toISOString().slice(0, 15)],
  ]
  for (const [body, mode, now] of steps) {
    const state = (await call('PUT', '/clock', body)).body
    assert.is(state.mode, mode)
    assert.ok(state.now.startsWith(now), `${state.now} ${now}`)
  }
  for (const body of [{}, { real: true, advance: 1 }, { freeze: false }, { advance: 0.5 }, { set: 'now' }]) {
    assert.is((await call('PUT', '/clock', body)).status, 400)
  }
})

test('each minted organization has a clock of its own', async () => {
  const own = await sim.organization({ fixture })
  const organization = own.handle
  await call('PUT', '/clock', { organization, freeze: '2031-02-03T04:05:06.789Z' })
  assert.is((await call('GET', `/clock?organization=${organization}`)).body.mode, 'frozen')
  assert.is((await call('GET', '/clock')).body.mode, 'real')
  assert.is(own.clock.state.now, '2031-02-03T04:05:06.789Z')
  assert.is((await call('PUT', '/clock', { organization: 'z', real: true })).status, 404)
  assert.ok(own.reports.includes(OWN_REPORT))
})

test('the end', () => sim.close())

test.run()
