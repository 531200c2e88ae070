import { randomUUID } from 'node:crypto'
import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type OwnOrganization, startSimulator } from '../index.ts'
import { callsTo, controlling, decide } from '../testing/controlling.ts'
import { inFolder, MENSAGEM, refusalOf } from '../testing/world.ts'

const test = suite('people of a simulator')
const sim = await startSimulator({ persons: 1 })
test.after(() => sim.close())

interface Listed {
  itens: { cpf: string; nome: string; atualizado_em: string }[]
  paginacao: { total: string }
}

async function list({ token }: { token: string }, query = '', { url } = sim): Promise<Listed> {
  const response = await fetch(`${url}/pessoas${query}`, { headers: { authorization: token } })
  assert.is(response.status, 200)
  return ((await response.json()) as { result: Listed }).result
}

const cpfs = async (own: { token: string }, query = '?rows=500', one = sim) =>
  (await list(own, query, one)).itens.map(({ cpf }) => cpf)
/** A valid CPF that nobody has. */
const FREE = '52998224725'
const NUMERO = '7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10'
const open = (persons = 60): Promise<OwnOrganization> => sim.organization({ persons, organizations: 1 })

test('a person that is added has what was left out: a valid CPF, a name, a report, and the time of now', async () => {
  await using own = await open()
  own.clock.freeze('2026-05-01T00:00:00.000Z')
  const ana = await own.people.add({ nome: 'Ana Nova' })
  assert.ok(isValidCpf(ana.cpf))
  assert.is(ana.relatorios.length, 1)
  const { itens, paginacao } = await list(own)
  assert.is(paginacao.total, '61')
  assert.equal(itens[0], { cpf: ana.cpf, nome: 'Ana Nova', atualizado_em: '2026-05-01T00:00:00.000Z' })
  const other = await own.people.add()
  assert.ok(other.nome.length > 2 && other.cpf !== ana.cpf)
  const numero = ana.relatorios[0]?.numero as string
  assert.is(await decide(sim, own.token, numero), 200)
  assert.is((await own.changes())[0]?.nome, 'Ana Nova')
  await own.reset()
  assert.equal([(await list(own)).paginacao.total, await own.changes()], ['60', []])
  const again = await own.people.add({ nome: 'Bia' })
  assert.equal([again.cpf, again.relatorios[0]?.numero], [ana.cpf, numero])
})

test('what is given is kept, more reports come to a person that is listed, and go with the person', async () => {
  await using own = await open()
  const { cpf } = (await list(own)).itens[3] as { cpf: string }
  const given = { numero: NUMERO, atualizado_em: '2030-01-01', aprovar: false, mensagem: MENSAGEM }
  const added = await own.people.add({ cpf, relatorios: [given, { atualizado_em: '2020-01-01' }] })
  assert.ok(added.relatorios.length >= 3)
  assert.is(added.atualizado_em, '2030-01-01T00:00:00.000Z')
  assert.equal(await own.people.get(cpf), added)
  assert.is((await own.people.removeReport(NUMERO)).cpf, cpf)
  assert.is.not((await list(own)).itens[0]?.atualizado_em, added.atualizado_em)
  await own.people.remove(cpf)
  assert.not((await cpfs(own)).includes(cpf))
})

test('a person is renamed and touched, and one of its reports by its number', async () => {
  await using own = await open()
  const [first, , third] = (await cpfs(own)) as [string, string, string]
  await own.people.update(third)
  assert.is((await cpfs(own))[0], third)
  const old = await own.people.update(first, { atualizado_em: '2001-01-01', nome: 'Aba' })
  assert.equal([old.nome, old.atualizado_em], ['Aba', '2001-01-01T00:00:00.000Z'])
  assert.is((await cpfs(own)).at(-1), first)
  const renamed = await own.people.update(first, { nome: 'Zeca' })
  assert.equal([renamed.nome, renamed.atualizado_em], ['Zeca', old.atualizado_em])
  const numero = renamed.relatorios[0]?.numero as string
  const latest = await own.people.updateReport(numero, { atualizado_em: '2031-01-01' })
  assert.is(latest.atualizado_em, '2031-01-01T00:00:00.000Z')
  assert.is((await cpfs(own))[0], first)
})

test('a checkpoint keeps persons, and of one organization only its own', async () => {
  await using own = await sim.organization({ fixture: 'shared-persons' })
  const [one, two] = own.organizations as [OwnOrganization, OwnOrganization]
  const both = async () => [await cpfs(one), await cpfs(two)]
  const before = await both()
  await own.people.remove((before[0] as string[])[0] as string)
  await own.people.add({ nome: 'Ana de Dois' }, two.id)
  await own.checkpoint('moved')
  const moved = await both()
  await own.reset(one.id)
  assert.equal(await both(), [before[0], moved[1]])
  await own.reset()
  assert.equal(await both(), before)
  await own.restore('moved', two.id)
  assert.equal(await both(), [before[0], moved[1]])
  await own.restore('moved')
  assert.equal(await both(), moved)
})

test('persons that were added in a state folder are there after a new start', () =>
  inFolder(async (state) => {
    const begin = () => startSimulator({ persons: 30, organizations: 1, state })
    const total = async (one: typeof sim) =>
      (await list(one.organizations[0] as { token: string }, '', one)).paginacao.total
    {
      await using one = await begin()
      const { cpf } = await one.people.add({ nome: 'Ana Nova' })
      assert.is.not((await one.people.add()).cpf, cpf)
      await one.people.remove(cpf)
      assert.is(await total(one), '31')
    }
    await using two = await begin()
    assert.is(await total(two), '31')
    await two.reset()
    assert.is(await total(two), '30')
  }))

const refused: [what: (own: OwnOrganization) => Promise<unknown>, message: RegExp][] = [
  [({ people }) => people.add({ cpf: '12345678900' }), /cpf has wrong check digits.*\. Leave it out/],
  [({ people }) => people.add({ nome: ' ' }), /^person\.nome must/],
  [({ people }) => people.add({ name: 'Ana' } as object), /name.*unknown/],
  [({ people }) => people.add({ nome: 'A', relatorios: [] }), /relatorios must have at least 1/],
  [({ people }) => people.add({ nome: 'A', relatorios: [{ numero: '1' }] }), /numero must look like/],
  [({ people }) => people.add({ nome: 'A', relatorios: [{ aprovar: true }] }), /give both, or neither/],
  [
    ({ people }) => people.add({ nome: 'A', relatorios: [{ aprovar: true, mensagem: 'x' }] }),
    /mensagem must have at least 25/,
  ],
  [({ people }) => people.add({ nome: 'A', atualizado_em: 'ontem' }), /"ontem" is not a time: write/],
  [
    ({ people, reports }) => people.add({ nome: 'A', relatorios: [{ numero: reports[0] as string }] }),
    /A report has the numero \S+ already/,
  ],
  [
    ({ people }) => people.add({ nome: 'A', relatorios: [{ numero: NUMERO }, { numero: NUMERO }] }),
    /Two reports have the same numero/,
  ],
  [
    async (own) => own.people.add({ nome: 'Zeca', cpf: (await cpfs(own))[0] as string }),
    /listed with another nome/,
  ],
  [({ people }) => people.add({ nome: 'A' }, 'org-9'), /The organization "org-9" is unknown/],
  [({ people }) => people.get(FREE), /The organization "org-1" lists nobody with the cpf "/],
  [({ people }) => people.update(FREE), /lists nobody with the cpf "/],
  [({ people }) => people.update(FREE, { atualizado_em: 'soon' }), /"soon" is not a time/],
  [({ people }) => people.remove('1'), /lists nobody with the cpf "/],
  [
    ({ people, reports }) => people.updateReport(reports[0] as string, { nome: 'A' } as object),
    /nome is unknown/,
  ],
  [({ people }) => people.removeReport(randomUUID()), /The organization "org-1" has no report "/],
]
test('what cannot be is refused with what to do, and changes nothing', async () => {
  const own = await sim.organization({ persons: 3, organizations: 1 })
  for (const [run, message] of refused) assert.match(await refusalOf(run(own)), message)
  assert.is((await cpfs(own)).length, 3)
  await own.close()
  for (const late of [own.people.add(), own.people.update(FREE), own.people.remove(FREE)])
    assert.match(await refusalOf(late), /The organization is closed/)
})

test('over HTTP: persons and reports are added, shown, changed and removed', () =>
  controlling({ persons: 30, organizations: 1 }, async (call, one) => {
    await using own = await one.organization({ fixture: 'one-person' })
    const added = await call('POST', '/persons', { organization: own.handle, nome: 'Ana Nova' })
    assert.equal([added.status, added.body.organization, added.body.nome], [201, own.handle, 'Ana Nova'])
    const { cpf, relatorios } = added.body
    const path = `/persons/${cpf}?organization=${own.handle}`
    assert.equal((await call('GET', path)).body, added.body)
    const renamed = await call('PATCH', `/persons/${cpf}`, { organization: own.handle, nome: 'Bia' })
    assert.is(renamed.body.nome, 'Bia')
    const { pessoas } = (await callsTo(one)('GET', `/fixture?organization=${own.handle}`)).body
    assert.equal(pessoas.at(pessoas[0].cpf === cpf ? 0 : 1), { cpf, nome: 'Bia' })
    const report = `/reports/${relatorios[0].numero}`
    const touched = await call('PATCH', report, { organization: own.handle, atualizado_em: '2031-01-01' })
    assert.is(touched.body.atualizado_em, '2031-01-01T00:00:00.000Z')
    assert.is((await call('PATCH', report, {})).body.error.code, 'not-listed', 'the start has no such report')
    assert.is((await call('DELETE', `${report}?organization=${own.handle}`)).body.cpf, cpf)
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await call(method, path)
      assert.equal([status, body.error.code], [404, 'not-listed'])
    }
    const first = (await cpfs(one.organizations[0] as { token: string }, '', one))[0] as string
    assert.is((await call('DELETE', `/persons/${first}`)).body.organization, 'org-1')
    assert.is((await list(one.organizations[0] as { token: string }, '', one)).paginacao.total, '29')
  }))

test.run()
