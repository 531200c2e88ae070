import { randomUUID } from 'node:crypto'
import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type OwnOrganization, startSimulator } from '../index.ts'
import { inFolder, MENSAGEM, refusalOf } from '../testing/world.ts'

const test = suite('moves of a simulator')
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

/** Reads all pages as most clients do: by counting them. */
async function naiveWalk(own: { token: string }, query = ''): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { itens } = await list(own, `?page=${page}&rows=25${query}`)
    if (itens.length === 0) return found
    found.push(...itens.map(({ cpf }) => cpf))
  }
}

const people = async (own: { token: string }, query = '') =>
  (await list(own, `?rows=500${query}`)).itens.map(({ cpf }) => cpf)
const twice = (cpfs: string[]) => cpfs.filter((cpf, i) => cpfs.indexOf(cpf) !== i)
const without = (all: string[], seen: string[]) => all.filter((cpf) => !seen.includes(cpf))
/** A valid CPF that nobody has. */
const FREE = '52998224725'
const NUMERO = '7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10'
const open = (persons = 60): Promise<OwnOrganization> => sim.organization({ persons, organizations: 1 })
const planned = ({ moves }: OwnOrganization) => moves.plans().map(({ moves, misses }) => [moves, misses])

test('a person that is added has what was left out: a valid CPF, a name, a report, and the time of now', async () => {
  await using own = await open()
  own.clock.freeze('2026-05-01T00:00:00.000Z')
  const ana = await own.moves.add({ nome: 'Ana Nova' })
  assert.ok(isValidCpf(ana.cpf))
  assert.is(ana.relatorios.length, 1)
  const { itens, paginacao } = await list(own)
  assert.is(paginacao.total, '61')
  assert.equal(itens[0], { cpf: ana.cpf, nome: 'Ana Nova', atualizado_em: '2026-05-01T00:00:00.000Z' })
  const other = await own.moves.add()
  assert.ok(other.nome.length > 2 && other.cpf !== ana.cpf)
  const numero = ana.relatorios[0]?.numero as string
  const decided = await fetch(`${sim.url}/relatorios/validar/${numero}`, {
    method: 'POST',
    headers: { authorization: own.token, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
  })
  assert.is(decided.status, 200)
  assert.is(own.changes()[0]?.nome, 'Ana Nova')
  await own.reset()
  assert.equal([(await list(own)).paginacao.total, own.changes()], ['60', []])
  const again = await own.moves.add({ nome: 'Bia' })
  assert.equal([again.cpf, again.relatorios[0]?.numero], [ana.cpf, numero])
})

test('what is given is kept, and more reports come to a person that is listed', async () => {
  await using own = await open()
  const { cpf } = (await list(own)).itens[3] as { cpf: string }
  const given = { numero: NUMERO, atualizado_em: '2030-01-01', aprovar: false, mensagem: MENSAGEM }
  const moved = await own.moves.add({ cpf, relatorios: [given, { atualizado_em: '2020-01-01' }] })
  assert.ok(moved.relatorios.length >= 3)
  assert.is(moved.atualizado_em, '2030-01-01T00:00:00.000Z')
  assert.is((await own.moves.remove({ numero: NUMERO })).cpf, cpf)
  assert.is.not((await list(own)).itens[0]?.atualizado_em, moved.atualizado_em)
})

test('a person is updated by its CPF or its place, and one of its reports by its number', async () => {
  await using own = await open()
  const [first, , third] = (await people(own)) as [string, string, string]
  await own.moves.update({ place: 3 })
  assert.is((await people(own))[0], third)
  const old = await own.moves.update({ cpf: first }, { atualizado_em: '2001-01-01', nome: 'Aba' })
  assert.equal([old.nome, old.atualizado_em], ['Aba', '2001-01-01T00:00:00.000Z'])
  assert.is((await people(own)).at(-1), first)
  const renamed = await own.moves.update({ place: 1, sort: 'cpf', nome: 'Aba' }, { nome: 'Zeca' })
  assert.equal([renamed.cpf, renamed.nome, renamed.atualizado_em], [first, 'Zeca', old.atualizado_em])
  const numero = renamed.relatorios[0]?.numero as string
  const latest = await own.moves.update({ numero }, { atualizado_em: '2031-01-01' })
  assert.is(latest.atualizado_em, '2031-01-01T00:00:00.000Z')
  assert.is((await own.moves.remove({ place: 1 })).cpf, first)
  assert.is((await list(own)).paginacao.total, '59')
})

test('a checkpoint keeps the moves, and of one organization only its own', async () => {
  await using own = await sim.organization({ fixture: 'shared-persons' })
  const [one, two] = own.organizations as [OwnOrganization, OwnOrganization]
  const both = async () => [await people(one), await people(two)]
  const before = await both()
  await own.moves.remove({ place: 1 })
  await own.moves.add({ nome: 'Ana de Dois' }, { organization: two.id })
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

test('persons that moved in a state folder are there after a new start', () =>
  inFolder(async (state) => {
    const begin = () => startSimulator({ persons: 30, organizations: 1, state })
    const total = async (one: typeof sim) =>
      (await list(one.organizations[0] as { token: string }, '', one)).paginacao.total
    {
      await using one = await begin()
      const { cpf } = await one.moves.add({ nome: 'Ana Nova' })
      assert.is.not((await one.moves.add()).cpf, cpf)
      await one.moves.remove({ cpf })
      assert.is(await total(one), '31')
    }
    await using two = await begin()
    assert.is(await total(two), '31')
    await two.reset()
    assert.is(await total(two), '30')
  }))

for (const query of ['', '&sort=atualizado_em', '&sort=nome', '&sort=-nome', '&sort=-cpf', '&nome=a']) {
  test(`a naive walk${query} loses a person, and another one doubles one`, async () => {
    await using own = await open(120)
    const all = await people(own, query)
    const after = query === '&nome=a' ? { nome: 'a' } : {}
    await own.moves.plan({ makes: 'skipped-row', after })
    const seen = await naiveWalk(own, query)
    // The person that vanished was read before. Nobody removed the one that was lost.
    assert.equal([without(all.slice(1), seen), twice(seen)], [[all[25]], []])
    const rest = await people(own, query)
    await own.moves.plan({ makes: 'doubled-row', after })
    const read = await naiveWalk(own, query)
    assert.equal([without(rest, read), twice(read)], [[], [rest[24]]])
    assert.equal(
      own.moves.plans().map(({ name, moves, misses, why }) => [name, moves, misses, why]),
      ['plan-1', 'plan-2'].map((name) => [name, 1, 0, null]),
    )
    assert.equal(await naiveWalk(own, query), await people(own, query), 'a plan moves data once')
    if (/cpf|nome=a/.test(query)) return

    await own.reset()
    assert.equal(own.moves.plans(), [])
    await own.moves.plan({ name: 'late', update: { place: 30, to: 'front' } })
    const late = await naiveWalk(own, query)
    assert.equal([without(all, late), twice(late)], [[all[29]], [all[24]]])
    await own.reset()
    await own.moves.plan({ update: { place: 1, to: 'end' }, after: { page: 2 } })
    const other = await naiveWalk(own, query)
    assert.equal([without(all, other), twice(other)], [[all[50]], [all[0]]])
  })
}

const waits: [what: string, after: object[], asked: [query: string, moves: number[]][]][] = [
  ['its page, order and search', [{ page: 2, sort: '-nome', nome: 'a' }], [
    ['?sort=-nome&nome=a', [0]], ['?page=2', [0]], ['?page=2&sort=-nome', [0]], ['?page=2&sort=nome&nome=a', [0]], ['?page=2&sort=-nome&nome=a', [1]],
  ]],
  ['walks without a search unless it names one, and the rows that it names', [{}, { rows: 25 }, { nome: 'a' }, { nome: 'a', rows: 50, sort: 'cpf' }], [
    ['?nome=b', [0, 0, 0, 0]], [`?cpf=${FREE}`, [0, 0, 0, 0]], ['?rows=50', [1, 0, 0, 0]], ['?sort=nome&rows=25', [1, 1, 0, 0]], ['?nome=a&rows=50', [1, 1, 1, 0]],
    ['?nome=a&rows=25&sort=cpf', [1, 1, 1, 0]], ['?nome=a&rows=50&sort=cpf', [1, 1, 1, 1]],
  ]],
  ['page 1 of the same question, if its own is a later one', [{ page: 3 }], [
    ['?page=3', [0]], ['?page=1&rows=50', [0]], ['?page=1&sort=nome', [0]], ['?page=3', [0]], ['', [0]], ['?page=4', [0]], ['?page=3', [1]],
  ]],
]
for (const [what, plans, asked] of waits) {
  test(`a plan waits for ${what}`, async () => {
    await using own = await open(120)
    for (const after of plans) await own.moves.plan({ update: { place: 1 }, after })
    for (const [query, moves] of asked) {
      await list(own, query)
      assert.equal(
        planned(own).map(([moves]) => moves),
        moves,
        query,
      )
    }
  })
}

test('a plan of the world of the start moves it, and no other organization', async () => {
  await using alone = await startSimulator({ persons: 60 })
  await using other = await alone.organization({ persons: 60 })
  await alone.moves.plan({ remove: { place: 1 } })
  await list(other, '', alone)
  assert.is(alone.moves.plans()[0]?.moves, 0)
  await list(alone.organizations[0] as { token: string }, '', alone)
  assert.is(alone.moves.plans()[0]?.moves, 1)
})

test('plans add, update and remove who is named, and the log says which moved the data', async () => {
  await using own = await open(60)
  const [cpf, other] = (await people(own)) as [string, string]
  const [report] = (await own.moves.update({ cpf: other }, { atualizado_em: '2020-01-01' })).relatorios
  const numero = report?.numero as string
  const after = { page: 2 }
  await own.moves.plan({ name: 'add', add: { nome: 'Ana' } })
  await own.moves.plan({ name: 'old', update: { cpf, atualizado_em: '-1d' } })
  await own.moves.plan({ name: 'touch', update: { numero } })
  await own.moves.plan({ name: 'go', after, remove: { cpf } })
  await own.moves.plan({ name: 'report', after, remove: { numero } })
  await own.moves.plan({ name: 'late', after, update: { place: 1, atualizado_em: '2021-01-01' } })
  await list(own)
  assert.ok((await list(own)).itens.slice(0, 2).some(({ nome }) => nome === 'Ana'))
  await list(own, '?page=2')
  assert.equal(planned(own), Array(6).fill([1, 0]))
  assert.not((await people(own)).includes(cpf))
  const reasons = own.journal.find({}).flatMap(({ why }) => why.map(({ reason }) => reason))
  assert.equal(
    reasons.sort(),
    ['add', 'go', 'late', 'old', 'report', 'touch'].map(
      (name) => `the plan ${name} moved the data after this answer`,
    ),
  )
  assert.ok(own.moves.removePlan('add'))
  assert.not(own.moves.removePlan('add'))
})

test('what a plan cannot do is counted and told, and changes nothing', async () => {
  await using own = await open(20)
  const before = await people(own)
  const cases: [plan: Parameters<typeof own.moves.plan>[0], query: string, why: RegExp][] = [
    [{ makes: 'skipped-row' }, '', /no next page/],
    [{ remove: { place: 30 } }, '', /no place 30/],
    [{ update: { place: 3, to: 'front' }, after: { sort: 'cpf' } }, '?sort=cpf', /by cpf/],
    [{ update: { place: 1 }, after: { page: 3 } }, '?page=3', /^Page 3 was read, but not page 1 before it/],
    ...(['front', 'end'] as const).map((to): [object, string, RegExp] => [{ update: { cpf: before[0], to }, after: { nome: 'zzzzzz' } }, '?nome=zzzzzz&sort=nome', /The list is empty/]),
  ]
  for (const [plan, query, why] of cases) {
    const { name } = await own.moves.plan(plan)
    await list(own, query)
    assert.match(String(own.moves.plans()[0]?.why), why)
    assert.equal(planned(own), [[0, 1]])
    own.moves.removePlan(name)
  }
  assert.equal(await people(own), before)
})

test('plans have names of their own, an end by the clock of their world, and are not too many', async () => {
  await using own = await open(3)
  const makes = 'skipped-row'
  await own.moves.plan({ name: 'plan-1', makes, ttl: null })
  assert.match(await refusalOf(own.moves.plan({ name: 'plan-1', makes })), /named "plan-1" already/)
  const second = await own.moves.plan({ makes, ttl: 1_000 })
  assert.equal([second.name, typeof second.expires], ['plan-2', 'string'])
  own.clock.advance(3_600_000)
  assert.equal(
    own.moves.plans().map(({ name, expires }) => [name, expires]),
    [['plan-1', null]],
  )
  for (let i = 0; i < 199; i++) await own.moves.plan({ makes })
  assert.match(await refusalOf(own.moves.plan({ makes })), /at most 200 plans/)
})

const refused: [what: (own: OwnOrganization) => Promise<unknown>, message: RegExp][] = [
  [({ moves }) => moves.add({ cpf: '12345678900' }), /cpf must be eleven digits with valid check digits/],
  [({ moves }) => moves.add({ nome: ' ' }), /nome must not be blank/],
  [({ moves }) => moves.add({ name: 'Ana' } as object), /name.*unknown/],
  [({ moves }) => moves.add({ nome: 'A', relatorios: [] }), /relatorios must have at least 1/],
  [({ moves }) => moves.add({ nome: 'A', relatorios: [{ numero: '1' }] }), /numero "1" is not a UUID/],
  [({ moves }) => moves.add({ nome: 'A', relatorios: [{ aprovar: true }] }), /give both, or neither/],
  [({ moves }) => moves.add({ nome: 'A', relatorios: [{ aprovar: true, mensagem: 'x' }] }), /mensagem must have at least 25/],
  [({ moves }) => moves.add({ nome: 'A', atualizado_em: 'ontem' }), /"ontem" is not a time: write/],
  [({ moves, reports }) => moves.add({ nome: 'A', relatorios: [{ numero: reports[0] as string }] }), /A report has the numero \S+ already/],
  [({ moves }) => moves.add({ nome: 'A', relatorios: [{ numero: NUMERO }, { numero: NUMERO }] }), /Two reports have the same numero/],
  [async (own) => own.moves.add({ nome: 'Zeca', cpf: (await people(own))[0] as string }), /lists this cpf with another nome/],
  [({ moves }) => moves.add({ nome: 'A' }, { organization: 'org-9' }), /The organization "org-9" is unknown/],
  [({ moves }) => moves.update({}), /^The person must say who is meant: add one of cpf, place and numero\.$/],
  [({ moves }) => moves.update({ cpf: FREE, place: 1 }), /must have only one of cpf, place and numero/],
  [({ moves }) => moves.update({ cpf: '1', sort: 'nome' }), /they need place/],
  [({ moves }) => moves.update({ cpf: '1' }), /cpf must be eleven digits/],
  [({ moves }) => moves.update({ cpf: FREE }), /The organization "org-1~\d+" lists nobody with this cpf/],
  [({ moves }) => moves.update({ place: 99 }), /no place 99/],
  [({ moves }) => moves.update({ place: 1, sort: 'idade' }), /The service refuses this sort/],
  [({ moves, reports }) => moves.update({ numero: reports[0] as string }, { nome: 'A' }), /A report has no nome/],
  [({ moves }) => moves.remove({ numero: randomUUID() }), /The organization "org-1~\d+" has no report "/],
  [({ moves }) => moves.plan({}), /exactly one of makes, add, update and remove/],
  [({ moves }) => moves.plan({ remove: {} }), /^remove must say who is meant/],
  [({ moves }) => moves.plan({ remove: { cpf: '1' } }), /Only a simulator with allowInvalidCpf has others/],
  [({ moves }) => moves.plan({ remove: { numero: 'x' } }), /numero "x" is not a UUID/],
  [({ moves }) => moves.plan({ update: { place: 1, atualizado_em: 'soon' } }), /"soon" is not a time/],
  [({ moves }) => moves.plan({ add: { cpf: '1' } }), /Leave it out to have one generated/],
  [({ moves }) => moves.plan({ add: { relatorios: [{ atualizado_em: 'soon' }] } }), /not a time/],
  [({ moves }) => moves.plan({ makes: 'skipped-row', after: { rows: 7 } }), /refuses this sort, nome or rows/],
  [({ moves }) => moves.plan({ update: { place: 1, to: 'front', atualizado_em: '2020-01-01' } }), /Leave out atualizado_em and numero/],
  [({ moves }) => moves.plan({ makes: 'skipped-row', ttl: 2 ** 53 - 1 }), /ttl must be at most 31536000000/],
  [({ moves }) => moves.plan({ makes: 'skipped' as 'skipped-row' }), /makes must be "skipped-row" or/],
]
test('what cannot be moved is refused with what to do, and moves nothing', async () => {
  const own = await sim.organization({ persons: 3, organizations: 1, profile: { sortUnknown: 'refuse' } })
  for (const [run, message] of refused) assert.match(await refusalOf(run(own)), message)
  assert.equal([own.moves.plans(), (await people(own)).length], [[], 3])
  await own.close()
  for (const late of [
    own.moves.add({ nome: 'A' }),
    own.moves.update({ place: 1 }),
    own.moves.remove({ place: 1 }),
  ])
    assert.match(await refusalOf(late), /The organization is closed/)
})

test.run()
