import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { callsTo } from '../testing/controlling.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { startSimulator } from './start.ts'

const test = suite('moves over HTTP')

const fixture = smallWorld()
const sim = await startSimulator({ fixture, allowInvalidCpf: true, control: true })
const own = await sim.organization({ persons: 60 })
const call = callsTo(sim)

async function list(token: string, query = ''): Promise<{ cpf: string; nome: string }[]> {
  const response = await fetch(`${sim.url}/pessoas${query}`, { headers: { authorization: token } })
  return ((await response.json()) as { result: { itens: { cpf: string; nome: string }[] } }).result.itens
}

test('a person is added, updated and removed, of the first organization or of the one that is named', async () => {
  const { status, body } = await call('POST', '/moves', { add: { nome: 'Ana Nova' } })
  assert.equal([status, body.organization, body.nome, body.relatorios.length], [200, 'a', 'Ana Nova', 1])
  assert.is((await list(TOKEN))[0]?.nome, 'Ana Nova')
  const organization = own.handle
  const { body: moved } = await call('POST', '/moves', { organization, update: { which: { place: 30 } } })
  assert.is(moved.organization, own.handle)
  assert.is((await list(own.token))[0]?.cpf, moved.cpf)
  const old = { which: { cpf: moved.cpf }, change: { atualizado_em: '2001-01-01' } }
  assert.is(
    (await call('POST', '/moves', { organization, update: old })).body.atualizado_em.slice(0, 4),
    '2001',
  )
  assert.is((await call('POST', '/moves', { organization, remove: { cpf: moved.cpf } })).body.cpf, moved.cpf)
  assert.is((await list(own.token, `?cpf=${moved.cpf}`)).length, 0)
  assert.is((await call('POST', '/reset')).status < 300, true)
  assert.is((await list(own.token, `?cpf=${moved.cpf}`)).length, 1)
})

test('without an organization that is enabled, the first one is moved', async () => {
  await using disabled = await startSimulator({
    fixture: { organizacoes: [{ id: 'b', nome: 'B', habilitada: false }] },
    control: true,
  })
  const { status, body } = await callsTo(disabled)('POST', '/moves', { add: { nome: 'Ana Nova' } })
  assert.equal([status, body.organization], [200, 'b'])
})

test('a plan makes a naive paginator lose a person', async () => {
  const { status, body } = await call('POST', '/moves/plans', {
    organization: own.handle,
    name: 'lose',
    makes: 'skipped-row',
    times: 1,
  })
  assert.equal([status, body.name, body.organization, body.moves], [201, 'lose', own.handle, 0])
  const all = (await list(own.token, '?rows=500&page=1')).map(({ cpf }) => cpf)
  assert.is((await call('GET', '/moves/plans')).body.plans[0].misses, 1)
  const seen: string[] = []
  for (const page of [1, 2, 3]) seen.push(...(await list(own.token, `?page=${page}`)).map(({ cpf }) => cpf))
  assert.equal(
    all.filter((cpf) => !seen.includes(cpf)),
    [all[25]],
  )
  const { plans } = (await call('GET', `/moves/plans?organization=${encodeURIComponent(own.handle)}`)).body
  assert.equal([plans.length, plans[0].moves, plans[0].plan.makes], [1, 1, 'skipped-row'])
  assert.equal((await call('GET', '/moves/plans?organization=a')).body.plans, [])
  assert.is((await call('DELETE', '/moves/plans/lose?organization=a')).status, 404)
  assert.is((await call('DELETE', '/moves/plans/lose')).status, 204)
  assert.equal((await call('GET', '/moves/plans')).body.plans, [])
})

const refused: [body: object, status: number, message: RegExp][] = [
  [{ organization: 'nobody', remove: { place: 1 } }, 404, /No organization has this handle/],
  [{}, 400, /body/],
  [{ organization: 'a' }, 400, /exactly one of add, update and remove/],
  [{ add: {}, remove: { place: 1 } }, 400, /exactly one of add, update and remove/],
  [{ add: { name: 'Ana' } }, 400, /name/],
  [{ remove: { place: 99_999 } }, 400, /no place 99999/],
]
for (const [body, status, message] of refused) {
  test(`${JSON.stringify(body)} is refused`, async () => {
    const said = await call('POST', '/moves', body)
    assert.is(said.status, status)
    assert.match(said.body.error.message, message)
  })
}

test('a report that an organization does not have is told by the handle of the caller', async () => {
  const remove = { numero: randomUUID() }
  const { status, body } = await call('POST', '/moves', { organization: own.handle, remove })
  assert.is(status, 400)
  assert.ok(body.error.message.startsWith(`The organization "${own.handle}" has no report`))
})

test('a plan that cannot be used is refused, and an unknown one cannot be removed', async () => {
  const { status, body } = await call('POST', '/moves/plans', { makes: 'skipped-row', remove: { place: 1 } })
  assert.is(status, 400)
  assert.match(body.error.message, /exactly one of makes/)
  assert.is((await call('POST', '/moves/plans', { organization: 'x', makes: 'skipped-row' })).status, 404)
  assert.is((await call('DELETE', '/moves/plans/x')).status, 404)
})

test('the routes are described', async () => {
  const { paths } = (await call('GET', '/openapi.json')).body
  assert.ok(
    paths['/v1/moves']?.post && paths['/v1/moves/plans']?.get && paths['/v1/moves/plans/{name}']?.delete,
  )
})

test.after(async () => {
  await own.close()
  await sim.close()
})
test.run()
