import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, callsTo, listStatus } from '../testing/controlling.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { startSimulator } from './start.ts'

const test = suite('faults and clocks over HTTP')

const fixture = smallWorld()
const sim = await startSimulator({ fixture, allowInvalidCpf: true, control: true, faults: 'rate-limited' })
const call = callsTo(sim)
test.after(() => sim.close())
test.after.each(async () => void (await call('POST', '/reset', {})))

const broken = { name: 'broken', fault: { kind: 'status', status: 503 } }
const namesOf = ({ body }: Answer) =>
  body.faults.map(({ name, organization }: { name: string; organization: string | null }) => [
    name,
    organization,
  ])

test('faults are listed, set, counted and removed, also by the name of a plan that ships', async () => {
  assert.equal(namesOf(await call('GET', '/faults')), [['rate-limit', null]])
  const { status, body } = await call('POST', '/faults', { faults: [broken], seed: 9 })
  assert.is(status, 201)
  const [{ set, expires, ...rest }] = body.faults
  assert.equal(rest, { name: 'broken', organization: null, rule: broken, seed: 9, calls: 0, strikes: 0 })
  assert.is(Date.parse(expires) - Date.parse(set), 600_000)
  assert.is(await listStatus(sim, TOKEN), 503)
  assert.is((await call('GET', '/faults?name=broken')).body.faults[0].strikes, 1)
  assert.is((await call('DELETE', '/faults?name=broken')).status, 204)
  assert.is((await call('DELETE', '/faults?name=broken')).status, 404)
  assert.is(await listStatus(sim, TOKEN), 200)
  assert.is(namesOf(await call('POST', '/faults', { plan: 'lossy' })).length, 3)
  assert.is((await call('DELETE', '/faults?plan=lossy')).status, 204)
  assert.equal(namesOf(await call('GET', '/faults')), [['rate-limit', null]])
  assert.is((await call('DELETE', '/faults')).status, 204)
  assert.equal(namesOf(await call('GET', '/faults')), [])
  await call('POST', '/reset', {})
  assert.equal(namesOf(await call('GET', '/faults')), [['rate-limit', null]])
})

test('faults are all set or none, and a refusal has the place in the body', async () => {
  const ofB = { ...broken, on: { organization: 'b' } }
  const strange = { ...broken, name: 'z', on: { organization: 'z' } }
  const before = namesOf(await call('GET', '/faults'))
  const cases: [status: number, path: string, body: object, message: RegExp][] = [
    [400, '/faults', {}, /^body must have either plan or faults\.$/],
    [400, '/faults', { plan: 'flaky', faults: [broken] }, /^body must have either plan or faults\.$/],
    [400, '/faults', { plan: 'flakey' }, /did you mean flaky\?/],
    [400, '/faults', { faults: [{ ...broken, fault: { kind: 'stat' } }] }, /did you mean status\?/],
    [400, '/faults', { faults: [{ name: 'x', fault: 'silence' }] }, /must be an object: did you mean \{ "kind": "silence" \}\?$/],
    [400, '/faults', { faults: [broken, broken] }, /faults\[1\]\.name "broken" is used twice\./],
    [400, '/faults', { faults: [broken], file: '/etc/passwd' }, /body\.file is unknown/],
    [404, '/faults', { faults: [ofB, strange] }, /handle/],
  ]
  for (const [status, path, body, message] of cases) {
    const refused = await call('POST', path, body)
    assert.is(refused.status, status, JSON.stringify(body))
    assert.match(refused.body.error.message, message)
  }
  assert.equal(namesOf(await call('GET', '/faults')), before)
  const mixed = await call('POST', '/faults', { faults: [ofB, { ...broken, name: 'all' }] })
  assert.equal(namesOf(mixed), [
    ['broken', 'b'],
    ['all', null],
  ])
})

test('the clock is read, frozen, set, moved and freed, of the start or of a minted organization', async () => {
  assert.is((await call('GET', '/clock')).body.mode, 'real')
  const day = 86_400_000
  const steps: [body: object, mode: string, now: string][] = [
    [{ freeze: '2031-02-03T04:05:06.789Z' }, 'frozen', '2031-02-03T04:05:06.789Z'],
    [{ freeze: Date.UTC(2031, 1, 3, 4, 5, 6, 789) }, 'frozen', '2031-02-03T04:05:06.789Z'],
    [{ advance: 60_000 }, 'frozen', '2031-02-03T04:06:06.789Z'],
    [{ freeze: true }, 'frozen', '2031-02-03T04:06:06.789Z'],
    [{ set: '2040-01-01T00:00:00Z' }, 'offset', '2040-01-01T00:00'],
    [{ offset: -day }, 'offset', new Date(Date.now() - day).toISOString().slice(0, 13)],
    [{ real: true }, 'real', new Date().toISOString().slice(0, 13)],
  ]
  for (const [body, mode, now] of steps) {
    const state = (await call('PUT', '/clock', body)).body
    assert.is(state.mode, mode)
    assert.ok(state.now.startsWith(now), `${state.now} ${now}`)
  }
  for (const body of [{}, { real: true, advance: 1 }, { freeze: false }, { advance: 0.5 }, { set: 'now' }])
    assert.is((await call('PUT', '/clock', body)).status, 400)
  const refused = await call('PUT', '/clock', { freeze: false })
  assert.match(refused.body.error.message, /^body\.freeze must be true, a string or a whole number/)

  await using own = await sim.organization({ fixture })
  const organization = own.handle
  await call('PUT', '/clock', { organization, freeze: '2031-02-03T04:05:06.789Z' })
  assert.is((await call('GET', `/clock?organization=${organization}`)).body.mode, 'frozen')
  assert.equal([(await call('GET', '/clock')).body.mode, own.clock.state.mode], ['real', 'frozen'])
  // A fault without a ttl ends by the clock of the machine, one with a ttl by that of its world.
  const faults = [broken, { ...broken, name: 'late', ttl: 1_000 }]
  const [byMachine, byWorld] = (await call('POST', '/faults', { organization, faults })).body.faults
  assert.is(Date.parse(byMachine.expires) - Date.parse(byMachine.set), 600_000)
  assert.equal([byWorld.set, byWorld.expires], ['2031-02-03T04:05:06.789Z', '2031-02-03T04:05:07.789Z'])
})

test.run()
