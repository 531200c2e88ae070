import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type SimulatorOrganization, startSimulator } from '../index.ts'
import { refusalOf } from '../testing/world.ts'

const test = suite('a profile for each organization')

async function statusOf(url: string, token: string, query: string): Promise<number> {
  const response = await fetch(`${url}/pessoas${query}`, { headers: { authorization: token } })
  await response.text()
  return response.status
}

test('one process serves several profiles at once, and an unknown token meets that of the start', async () => {
  await using sim = await startSimulator({ persons: 3, profile: { rowsOffGrid: 'refuse' } })
  const [start] = sim.organizations as [SimulatorOrganization]
  const shared = { persons: 3, profile: { rowsOffGrid: 'honour', authorization: 'bearer' } } as const
  await using one = await sim.organization(shared)
  await using other = await sim.organization(shared)
  await using usual = await sim.organization({ persons: 3 })
  await using named = await sim.organization({ persons: 3, profile: 'default' })
  assert.equal(
    [sim, one, other, usual, named].map(({ profile }) => profile.rowsOffGrid),
    ['refuse', 'honour', 'honour', 'refuse', 'refuse'],
  )
  const ask = (token: string) => statusOf(sim.url, token, '?rows=24')
  const sent = [`Bearer ${one.token}`, `Bearer ${other.token}`, usual.token, named.token, start.token, 'x']
  assert.equal(await Promise.all(sent.map(ask)), [200, 200, 400, 400, 400, 401])
  assert.is(await ask(one.token), 401, 'its own profile refuses a bare token')
  await other.close()
  assert.equal(await Promise.all(sent.slice(0, 2).map(ask)), [200, 401])
  await one.close()
  assert.is(await ask(`Bearer ${one.token}`), 401)
  await using again = await sim.organization(shared)
  assert.is(await ask(`Bearer ${again.token}`), 200)
})

test('quirks stay those of the start under every profile', async () => {
  await using sim = await startSimulator({ persons: 3, quirks: ['total-as-number'] })
  await using own = await sim.organization({ persons: 30, profile: { rowsOffGrid: 'honour' } })
  const response = await fetch(`${sim.url}/pessoas?rows=7`, { headers: { authorization: own.token } })
  assert.match(await response.text(), /"total":30\}/)
})

test('a profile that cannot be used is told, and opens nothing', async () => {
  await using sim = await startSimulator({ persons: 3 })
  for (const profile of ['stricter', { rowsOfGrid: 'honour' }])
    assert.match(await refusalOf(sim.organization({ profile } as object)), /stricter|rowsOfGrid/)
  const [start] = sim.organizations as [SimulatorOrganization]
  assert.is(await statusOf(sim.url, start.token, '?rows=24'), 400)
})

test.run()
