import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type SimulatorOrganization, startSimulator } from '../index.ts'
import { type Answer, controlling, decide, listStatus } from '../testing/controlling.ts'
import { refusalOf } from '../testing/world.ts'

const test = suite('lifecycle')

type Two = [SimulatorOrganization, SimulatorOrganization]

const numbersOf = ({ body }: Answer): string[] => body.changes.map(({ numero }: { numero: string }) => numero)

test('a withdrawn token is refused in the middle of a session, until it is accepted again', () =>
  controlling({ fixture: 'shared-persons' }, async (call, sim) => {
    const [aurora, horizonte] = sim.organizations.map(({ token }) => token) as [string, string]
    const lists = async () => [await listStatus(sim, aurora), await listStatus(sim, horizonte)]
    assert.equal(await lists(), [200, 200])
    const withdrawn = await call('PUT', '/organizations/aurora/token', { withdrawn: true })
    assert.equal([withdrawn.status, withdrawn.body.withdrawn], [200, true])
    assert.equal(await lists(), [401, 200])
    await call('PUT', '/organizations/aurora/token', { withdrawn: false })
    assert.equal(await lists(), [200, 200])

    sim.withdrawToken()
    assert.equal(await lists(), [401, 200])
    sim.withdrawToken('horizonte')
    assert.equal(await lists(), [401, 401])
    sim.giveTokenBack()
    assert.equal(await lists(), [200, 401])
    await sim.reset('aurora')
    assert.equal(await lists(), [200, 401])
    await sim.reset()
    assert.equal(await lists(), [200, 200])
    assert.throws(
      () => sim.withdrawToken('auora'),
      /The organization "auora" is unknown: did you mean aurora\?/,
    )

    await using own = await sim.organization({ fixture: 'one-person' })
    own.withdrawToken()
    assert.equal([await listStatus(sim, own.token), ...(await lists())], [401, 200, 200])
    own.giveTokenBack()
    assert.is(await listStatus(sim, own.token), 200)
    await own.close()
    assert.throws(() => own.withdrawToken(), /The organization is closed/)
  }))

test('decisions are saved, restored, reset and told by organization, and of all', () =>
  controlling({ fixture: 'shared-persons' }, async (call, sim) => {
    const [aurora, horizonte] = sim.organizations as Two
    const { body: own } = await call('POST', '/organizations', { fixture: 'one-person' })
    const [a, b, c] = [aurora.reports[0], horizonte.reports[0], own.reports[0]] as [string, string, string]
    const decideAll = async () => {
      assert.is(await decide(sim, aurora.token, a), 200)
      assert.is(await decide(sim, horizonte.token, b), 200)
      assert.is(await decide(sim, own.token, c), 200)
    }
    const changed = async (query = '') => numbersOf(await call('GET', `/changes${query}`))
    await decideAll()
    const { body: all } = await call('GET', '/changes')
    assert.equal(
      all.changes.map(({ organization, numero }: { organization: string; numero: string }) => [
        organization,
        numero,
      ]),
      [
        ['aurora', a],
        ['horizonte', b],
        [own.handle, c],
      ],
    )
    assert.equal(await changed('?organization=horizonte'), [b])
    assert.equal(await changed(`?organization=${own.handle}`), [c])

    assert.is((await call('PUT', '/checkpoints/decided')).status, 204)
    assert.is((await call('PUT', '/checkpoints/only', { organization: 'aurora' })).status, 204)
    await call('POST', '/reset', { organization: 'aurora' })
    assert.equal(await changed(), [b, c])
    assert.equal(await changed('?since=decided'), [a])
    assert.equal(await changed('?since=decided&organization=horizonte'), [])
    assert.equal(await changed('?since=only&organization=aurora'), [a])
    assert.is((await call('POST', '/restore', { checkpoint: 'only', organization: 'aurora' })).status, 204)
    assert.equal(await changed('?since=decided'), [])
    await call('POST', '/reset')
    assert.equal(await changed(), [])
    await call('POST', '/restore', { checkpoint: 'decided', organization: 'horizonte' })
    assert.equal(await changed(), [b])
    await call('POST', '/restore', { checkpoint: 'decided' })
    assert.equal((await changed()).sort(), [a, b, c].sort())
    await call('POST', '/reset')
    await call('POST', '/restore', { checkpoint: 'only' })
    assert.equal(await changed(), [a])

    // The same history is in code.
    assert.equal(
      sim.changes('only', 'aurora').map(({ numero }) => numero),
      [],
    )
    assert.equal(
      sim.changes('decided').map(({ numero }) => numero),
      [b],
    )
    for (const [path, body] of [
      ['/restore', { checkpoint: 'none' }],
      ['/restore', { checkpoint: 'only', organization: 'horizonte' }],
      ['/restore', { checkpoint: 'decided', organization: 'nobody' }],
      ['/reset', { organization: 'nobody' }],
    ] as const)
      assert.is((await call('POST', path, body)).status, 404)
    for (const query of ['?since=none', '?organization=nobody', '?since=only&organization=horizonte'])
      assert.is((await call('GET', `/changes${query}`)).status, 404)
    assert.match(
      await refusalOf(sim.restore('only', 'horizonte')),
      /checkpoint "only" is unknown\. Use one of decided\./,
    )
  }))

test('a newer checkpoint of the world replaces those of its organizations, and order is kept', async () => {
  await using sim = await startSimulator({ fixture: 'shared-persons' })
  const [aurora, horizonte] = sim.organizations as Two
  const [a, b] = [aurora.reports[0], horizonte.reports[0]] as [string, string]
  await decide(sim, aurora.token, a)
  await new Promise((resolve) => setTimeout(resolve, 3))
  await decide(sim, horizonte.token, b)
  sim.checkpoint('x', 'aurora')
  sim.checkpoint('y', 'aurora')
  await sim.reset()
  sim.checkpoint('x')
  sim.checkpoint('y', 'horizonte')
  await decide(sim, aurora.token, a)
  await sim.restore('x')
  assert.equal(sim.changes(), [])
  await decide(sim, horizonte.token, b)
  await sim.restore('y')
  assert.equal(
    sim.changes().map(({ numero }) => numero),
    [a],
  )
  await sim.reset()
  await decide(sim, horizonte.token, b)
  await sim.restore('y', 'aurora')
  assert.equal(
    sim.changes().map(({ numero }) => numero),
    [a, b],
  )
  assert.match(
    await refusalOf(sim.reset('nobody')),
    /The organization "nobody" is unknown\. Use one of aurora, /,
  )
})

test.run()
