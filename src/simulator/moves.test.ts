import { randomUUID } from 'node:crypto'
import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type OwnOrganization, startSimulator } from '../index.ts'
import { inFolder, MENSAGEM, refusalOf } from '../testing/world.ts'

const test = suite('moves of a simulator')
const sim = await startSimulator({ persons: 1 })

interface Listed {
  itens: { cpf: string; nome: string; atualizado_em: string }[]
  paginacao: { total: string }
}

async function list({ token }: { token: string }, query = ''): Promise<Listed> {
  const response = await fetch(`${sim.url}/pessoas${query}`, { headers: { authorization: token } })
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
/** A valid CPF that nobody has. */
const FREE = '52998224725'
const open = (persons = 60): Promise<OwnOrganization> => sim.organization({ persons, organizations: 1 })

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
  assert.equal(
    own.changes().map((change) => [change.numero, change.nome]),
    [[numero, 'Ana Nova']],
  )
  await own.reset()
  assert.is((await list(own)).paginacao.total, '60')
  assert.equal(own.changes(), [])
  const again = await own.moves.add({ nome: 'Bia' })
  assert.equal([again.cpf, again.relatorios[0]?.numero], [ana.cpf, numero])
})

test('what is given is kept, and more reports come to a person that is listed', async () => {
  await using own = await open()
  const numero = '7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10'
  const { cpf } = (await list(own)).itens[3] as { cpf: string }
  const decided = { aprovar: false, mensagem: MENSAGEM }
  const moved = await own.moves.add({
    cpf,
    relatorios: [{ numero, atualizado_em: '2030-01-01', ...decided }, { atualizado_em: '2020-01-01' }],
  })
  assert.ok(moved.relatorios.length >= 3)
  assert.is(moved.atualizado_em, '2030-01-01T00:00:00.000Z')
  assert.equal(
    moved.relatorios.find((report) => report.numero === numero)?.atualizado_em,
    moved.atualizado_em,
  )
  const left = await own.moves.remove({ numero })
  assert.is(left.cpf, cpf)
  assert.is.not((await list(own)).itens[0]?.atualizado_em, moved.atualizado_em)
})

test('a person is updated by its CPF or its place, and one of its reports by its number', async () => {
  await using own = await open()
  const [first, , third] = (await list(own)).itens as [Listed['itens'][0], unknown, Listed['itens'][0]]
  await own.moves.update({ place: 3 })
  assert.is((await people(own))[0], third.cpf)
  const old = await own.moves.update({ cpf: first.cpf }, { atualizado_em: '2001-01-01', nome: 'Aba' })
  assert.equal([old.nome, old.atualizado_em], ['Aba', '2001-01-01T00:00:00.000Z'])
  assert.is((await people(own)).at(-1), first.cpf)
  const renamed = await own.moves.update({ place: 1, sort: 'cpf', nome: 'Aba' }, { nome: 'Zeca' })
  assert.equal([renamed.cpf, renamed.nome, renamed.atualizado_em], [first.cpf, 'Zeca', old.atualizado_em])
  const numero = renamed.relatorios[0]?.numero as string
  const latest = await own.moves.update({ numero }, { atualizado_em: '2031-01-01' })
  assert.is(latest.atualizado_em, '2031-01-01T00:00:00.000Z')
  assert.is((await own.moves.remove({ place: 1 })).cpf, first.cpf)
  assert.is((await list(own)).paginacao.total, '59')
})

test('a checkpoint keeps the moves, and of one organization only its own', async () => {
  await using own = await sim.organization({ fixture: 'shared-persons' })
  const [one, two] = own.organizations as [OwnOrganization, OwnOrganization]
  const whose = { organization: two.id }
  const before = await people(one)
  await own.moves.remove({ place: 1 })
  await own.moves.add({ nome: 'Ana de Dois' }, whose)
  own.checkpoint('moved')
  const [ofOne, ofTwo] = [await people(one), await people(two)]
  await own.reset(one.id)
  assert.equal([await people(one), await people(two)], [before, ofTwo])
  await own.reset()
  assert.is((await people(two)).length, ofTwo.length - 1)
  await own.restore('moved', two.id)
  assert.equal([await people(one), await people(two)], [before, ofTwo])
  await own.restore('moved')
  assert.equal([await people(one), await people(two)], [ofOne, ofTwo])
  own.checkpoint('of one', one.id)
  await own.reset()
  await own.restore('of one', one.id)
  assert.equal([await people(one), (await people(two)).length], [ofOne, ofTwo.length - 1])
})

for (const query of [
  '',
  '&sort=atualizado_em',
  '&sort=nome',
  '&sort=-nome',
  '&sort=cpf',
  '&sort=-cpf',
  '&nome=a',
]) {
  test(`a naive walk${query} loses a person, and another one doubles one`, async () => {
    await using own = await open(120)
    const all = await people(own, query)
    const after = query === '&nome=a' ? { nome: 'a' } : {}
    await own.moves.plan({ makes: 'skipped-row', after })
    const lost = all.filter((cpf) => cpf !== all[0])
    const seen = await naiveWalk(own, query)
    // The person that vanished was read before. Nobody removed the one that was lost.
    assert.equal(
      lost.filter((cpf) => !seen.includes(cpf)),
      [all[25]],
    )
    assert.equal(twice(seen), [])

    const rest = await people(own, query)
    await own.moves.plan({ makes: 'doubled-row', after })
    const read = await naiveWalk(own, query)
    assert.equal(twice(read), [rest[24]])
    assert.equal(
      rest.filter((cpf) => !read.includes(cpf)),
      [],
    )
    assert.equal(
      own.moves.plans().map(({ name, moves, misses, why }) => [name, moves, misses, why]),
      [
        ['plan-1', 1, 0, null],
        ['plan-2', 1, 0, null],
      ],
    )
    assert.equal(await naiveWalk(own, query), await people(own, query), 'a plan moves data once')
  })
}

for (const query of ['', '&sort=atualizado_em', '&sort=nome', '&sort=-nome']) {
  test(`the person on place 30 moves to the front of a walk${query}: it is lost, and another one doubled`, async () => {
    await using own = await open(120)
    const all = await people(own, query)
    await own.moves.plan({ name: 'late', update: { place: 30, to: 'front' } })
    const seen = await naiveWalk(own, query)
    assert.equal(
      all.filter((cpf) => !seen.includes(cpf)),
      [all[29]],
    )
    assert.equal(twice(seen), [all[24]])
    await own.reset()
    assert.equal(own.moves.plans(), [])
    await own.moves.plan({ update: { place: 1, to: 'end' }, after: { page: 2 } })
    const other = await naiveWalk(own, query)
    assert.equal(twice(other), [all[0]])
    assert.equal(
      all.filter((cpf) => !other.includes(cpf)),
      [all[50]],
    )
  })
}

test('a plan waits for its page, order and search, of its organization only', async () => {
  await using own = await open(120)
  await own.moves.plan({ remove: { place: 2 }, after: { page: 2, sort: '-nome', nome: 'a' }, times: 2 })
  const state = () => own.moves.plans().map(({ moves, misses }) => [moves, misses])[0]
  for (const query of ['?page=2', '?page=2&sort=-nome', '?page=2&sort=nome&nome=a', '?sort=-nome&nome=a'])
    await list(own, query)
  await list(sim.organizations[0] as { token: string }, '?page=2&sort=-nome&nome=a')
  assert.equal(state(), [0, 0])
  for (let i = 0; i < 3; i++) await list(own, '?page=2&sort=-nome&nome=a')
  assert.equal(state(), [2, 0])
  assert.ok(own.moves.removePlan('plan-1'))
  assert.not(own.moves.removePlan('plan-1'))
})

test('a plan waits for walks without a search unless it names one, and for the rows that it names', async () => {
  await using own = await open(120)
  const plans = [{}, { rows: 25 }, { nome: 'a' }, { nome: 'a', rows: 50, sort: 'cpf' }]
  for (const after of plans) await own.moves.plan({ update: { place: 1 }, after })
  const moved = () => own.moves.plans().map(({ moves }) => moves)
  const cpf = (await people(own, '&nome=zzzzzz'))[0] ?? (await list(own, '?nome=b&rows=50')).itens[0]?.cpf
  await list(own, `?cpf=${cpf}`)
  await list(own, '?nome=a?b')
  assert.equal(moved(), [0, 0, 0, 0])
  for (const [query, expected] of [
    ['?rows=50', [1, 0, 0, 0]],
    ['?sort=nome&rows=25', [1, 1, 0, 0]],
    ['?nome=a&rows=50', [1, 1, 1, 0]],
    ['?nome=a&rows=25&sort=cpf', [1, 1, 1, 0]],
    ['?nome=a&rows=50&sort=cpf', [1, 1, 1, 1]],
  ] as const) {
    await list(own, query)
    assert.equal(moved(), expected, query)
  }
})

test('a later page starts a plan only in a walk: after page 1 of the same question', async () => {
  await using own = await open(120)
  await own.moves.plan({ update: { place: 1 }, after: { page: 3 } })
  const state = () => own.moves.plans().map(({ moves, misses, why }) => [moves, misses, why])[0] as unknown[]
  await list(own, '?page=3')
  assert.equal(state().slice(0, 2), [0, 1])
  assert.match(String(state()[2]), /^Page 3 was read, but not page 1 before it/)
  for (const query of ['?page=1&rows=50', '?page=1&sort=nome', '?page=1&nome=a', '?page=3'])
    await list(own, query)
  assert.equal(state().slice(0, 2), [0, 2])
  // Clients read later pages side by side.
  for (const query of ['', '?page=4', '?page=3', '?page=2']) await list(own, query)
  assert.equal(state().slice(0, 2), [1, 2])
})

test('a simulator that takes CPFs of any form moves who has one', async () => {
  const fixture = { pessoas: [{ cpf: '1', nome: 'Ana' }, { nome: 'Bia' }] }
  await using own = await sim.organization({ fixture, allowInvalidCpf: true })
  await own.moves.plan({ remove: { cpf: '1' } })
  await list(own)
  assert.equal(
    (await list(own)).itens.map(({ nome }) => nome),
    ['Bia'],
  )
})

test('a plan of the world of the start moves it, while no other world is open', async () => {
  await using alone = await startSimulator({ persons: 60 })
  const { token } = alone.organizations[0] as { token: string }
  await alone.moves.plan({ remove: { place: 1 }, after: { page: 1 } })
  for (const query of ['?page=1', '?page=2'])
    await fetch(`${alone.url}/pessoas${query}`, { headers: { authorization: token } })
  assert.equal(
    alone.moves.plans().map(({ moves }) => moves),
    [1],
  )
})

test('a plan waits for a caller that is known, whomever a quirk lets in', async () => {
  await using open = await startSimulator({ persons: 3, quirks: ['token-any'] })
  await using own = await open.organization({ persons: 60, organizations: 1 })
  await own.moves.plan({ remove: { place: 2 } })
  for (const [token, moves] of [
    ['nobody-has-this', 0],
    [own.token, 1],
  ] as const) {
    const response = await fetch(`${open.url}/pessoas`, { headers: { authorization: token } })
    await response.text()
    assert.equal([response.status, own.moves.plans()[0]?.moves], [200, moves])
  }
})

test('plans add, update and remove who is named, and the log says which moved the data', async () => {
  await using own = await open(60)
  const [cpf, other] = (await people(own)) as [string, string]
  const [report] = (await own.moves.update({ cpf: other }, { atualizado_em: '2020-01-01' })).relatorios
  const numero = report?.numero as string
  await own.moves.plan({ name: 'add', add: { nome: 'Ana' } })
  await own.moves.plan({ name: 'old', update: { cpf, atualizado_em: '-1d' } })
  await own.moves.plan({ name: 'touch', update: { numero } })
  await own.moves.plan({ name: 'go', after: { page: 2 }, remove: { cpf } })
  await own.moves.plan({ name: 'report', after: { page: 2 }, remove: { numero } })
  await own.moves.plan({
    name: 'late',
    after: { page: 2 },
    update: { place: 1, atualizado_em: '2021-01-01' },
  })
  await list(own)
  assert.is((await list(own)).itens[0]?.nome === 'Ana' || (await list(own)).itens[1]?.nome === 'Ana', true)
  await list(own, '?page=2')
  assert.equal(
    own.moves.plans().map(({ moves, why }) => [moves, why]),
    Array.from({ length: 6 }, () => [1, null]),
  )
  assert.not((await people(own)).includes(cpf))
  assert.equal(
    own.journal.find({}).flatMap(({ hints }) => hints),
    [],
  )
  const reasons = own.journal.find({}).flatMap(({ why }) => why.map(({ reason }) => reason))
  assert.equal(
    reasons.sort(),
    ['add', 'go', 'late', 'old', 'report', 'touch'].map(
      (name) => `the plan ${name} moved the data after this answer`,
    ),
  )
})

test('what a plan cannot do is counted and told, and changes nothing', async () => {
  await using own = await open(20)
  await own.moves.plan({ makes: 'skipped-row' })
  await own.moves.plan({ remove: { place: 30 } })
  await own.moves.plan({ update: { place: 3, to: 'front' }, after: { sort: 'cpf' } })
  const before = await people(own)
  await list(own)
  await list(own, '?sort=cpf')
  assert.equal(await people(own), before)
  const [skipped, place, byCpf] = own.moves.plans()
  assert.match(String(skipped?.why), /no next page/)
  assert.match(String(place?.why), /no place 30/)
  assert.match(String(byCpf?.why), /by cpf/)
  assert.ok((skipped?.misses as number) > 0 && skipped?.moves === 0)
})

for (const query of ['', '&sort=nome']) {
  test(`an empty list has no end to bring anybody to, and is answered like any other${query}`, async () => {
    await using own = await open(3)
    const [cpf] = (await people(own)) as [string]
    const after = { nome: 'zzzzzz' }
    for (const to of ['front', 'end'] as const) await own.moves.plan({ update: { cpf, to }, after })
    assert.equal((await list(own, `?nome=zzzzzz${query}`)).itens, [])
    for (const { moves, misses, why } of own.moves.plans())
      assert.equal([moves, misses, /The list is empty/.test(String(why))], [0, 1, true])
  })
}

test('a plan ends after its time to live by the clock of its world, which does not end others', async () => {
  await using own = await open(60)
  await own.moves.plan({ name: 'default', makes: 'skipped-row' })
  const { expires } = await own.moves.plan({ makes: 'skipped-row', ttl: 1_000 })
  assert.ok(expires)
  assert.is((await own.moves.plan({ name: 'for ever', makes: 'skipped-row', ttl: null })).expires, null)
  own.clock.advance(3_600_000)
  assert.equal(
    own.moves.plans().map(({ name }) => name),
    ['default', 'for ever'],
  )
})

test('twenty organizations move at once, and none sees the others', async () => {
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await using own = await open(60)
      const all = await people(own)
      await own.moves.plan(i % 2 === 0 ? { makes: 'skipped-row' } : { update: { place: 30, to: 'front' } })
      const seen = await naiveWalk(own)
      const missing = all.filter((cpf) => !seen.includes(cpf))
      assert.equal(missing, [i % 2 === 0 ? all[25] : all[29]])
    }),
  )
})

const refused: [what: (own: OwnOrganization) => Promise<unknown>, message: RegExp][] = [
  [({ moves }) => moves.add({ cpf: '12345678900' }), /cpf must be eleven digits with valid check digits/],
  [({ moves }) => moves.add({ nome: ' ' }), /nome must not be blank/],
  [({ moves }) => moves.add({ name: 'Ana' } as object), /name.*unknown/],
  [({ moves }) => moves.add({ nome: 'A', relatorios: [] }), /relatorios must have at least 1/],
  [({ moves }) => moves.add({ nome: 'A', relatorios: [{ numero: '1' }] }), /numero "1" is not a UUID/],
  [({ moves }) => moves.add({ nome: 'A', relatorios: [{ aprovar: true }] }), /give both, or neither/],
  [
    ({ moves }) => moves.add({ nome: 'A', relatorios: [{ aprovar: true, mensagem: 'x' }] }),
    /mensagem must have at least 25/,
  ],
  [({ moves }) => moves.add({ nome: 'A', atualizado_em: 'ontem' }), /"ontem" is not a time: write/],
  [
    ({ moves, reports }) => moves.add({ nome: 'A', relatorios: [{ numero: reports[0] as string }] }),
    /A report has the numero \S+ already/,
  ],
  [
    ({ moves }) => {
      const numero = '7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10'
      return moves.add({ nome: 'A', relatorios: [{ numero }, { numero }] })
    },
    /Two reports have the same numero/,
  ],
  [
    async (own) => own.moves.add({ nome: 'Zeca', cpf: (await people(own))[0] as string }),
    /lists this cpf with another nome/,
  ],
  [({ moves }) => moves.add({ nome: 'A' }, { organization: 'org-9' }), /The organization "org-9" is unknown/],
  [({ moves }) => moves.update({}), /^The person must say who is meant: add one of cpf, place and numero\.$/],
  [({ moves }) => moves.update({ cpf: FREE, place: 1 }), /must have only one of cpf, place and numero/],
  [({ moves }) => moves.update({ cpf: '1', sort: 'nome' }), /they need place/],
  [({ moves }) => moves.update({ cpf: '1' }), /cpf must be eleven digits/],
  [({ moves }) => moves.update({ cpf: FREE }), /The organization "org-1~\d+" lists nobody with this cpf/],
  [({ moves }) => moves.update({ place: 99 }), /no place 99/],
  [({ moves }) => moves.update({ place: 1, nome: '' }), /nome must/],
  [
    ({ moves, reports }) => moves.update({ numero: reports[0] as string }, { nome: 'A' }),
    /A report has no nome/,
  ],
  [({ moves }) => moves.remove({ numero: '1' }), /numero "1" is not a UUID/],
  [({ moves }) => moves.remove({ numero: randomUUID() }), /The organization "org-1~\d+" has no report "/],
  [({ moves }) => moves.plan({}), /exactly one of makes, add, update and remove/],
  [({ moves }) => moves.plan({ remove: {} }), /^remove must say who is meant/],
  [({ moves }) => moves.plan({ update: { to: 'front' } }), /^update must say who is meant/],
  [({ moves }) => moves.plan({ remove: { cpf: '1' } }), /Only a simulator with allowInvalidCpf has others/],
  [({ moves }) => moves.plan({ update: { cpf: '529.982.247-25', to: 'end' } }), /eleven digits/],
  [({ moves }) => moves.plan({ remove: { numero: 'x' } }), /numero "x" is not a UUID/],
  [({ moves }) => moves.plan({ update: { place: 1, atualizado_em: 'soon' } }), /"soon" is not a time/],
  [({ moves }) => moves.plan({ add: { cpf: '1' } }), /Leave it out to have one generated/],
  [({ moves }) => moves.plan({ add: { nome: ' ' } }), /nome must not be blank/],
  [({ moves }) => moves.plan({ add: { relatorios: [{ aprovar: true }] } }), /give both, or neither/],
  [({ moves }) => moves.plan({ add: { relatorios: [{ atualizado_em: 'soon' }] } }), /not a time/],
  [
    ({ moves }) => moves.plan({ makes: 'skipped-row', after: { rows: 7 } }),
    /refuses this sort, nome or rows/,
  ],
  [
    ({ moves }) => moves.plan({ update: { place: 1, to: 'front', atualizado_em: '2020-01-01' } }),
    /Leave out atualizado_em and numero/,
  ],
  // No date is so late, and a plan without one could not be shown.
  [({ moves }) => moves.plan({ makes: 'skipped-row', ttl: 2 ** 53 - 1 }), /ttl must be at most 31536000000/],
  [({ moves }) => moves.plan({ makes: 'skipped' as 'skipped-row' }), /makes must be "skipped-row" or/],
]
for (const [run, message] of refused) {
  test(`${message} is told`, async () => {
    await using own = await open(3)
    assert.match(await refusalOf(run(own)), message)
    assert.equal([own.moves.plans(), (await people(own)).length], [[], 3])
  })
}

test('plans have names of their own, and not too many of them', async () => {
  await using own = await open(3)
  const makes = 'skipped-row'
  await own.moves.plan({ name: 'plan-1', makes })
  assert.match(await refusalOf(own.moves.plan({ name: 'plan-1', makes })), /named "plan-1" already/)
  assert.is((await own.moves.plan({ makes })).name, 'plan-2')
  for (let i = 0; i < 198; i++) await own.moves.plan({ makes })
  assert.match(await refusalOf(own.moves.plan({ makes })), /at most 200 plans/)
})

test('a closed organization moves nothing', async () => {
  const own = await open(3)
  await own.close()
  for (const late of [
    own.moves.add({ nome: 'A' }),
    own.moves.update({ place: 1 }),
    own.moves.remove({ place: 1 }),
  ])
    assert.match(await refusalOf(late), /The organization is closed/)
})

test('a sort that the service refuses cannot count places', async () => {
  await using own = await sim.organization({ persons: 3, profile: { sortUnknown: 'refuse' } })
  assert.match(
    await refusalOf(own.moves.update({ place: 1, sort: 'idade' })),
    /The service refuses this sort/,
  )
})

test.after(() => sim.close())
test('persons move in a state folder, too, and are as in the dataset after a new start', () =>
  inFolder(async (state) => {
    const begin = () => startSimulator({ persons: 30, organizations: 1, state })
    await using one = await begin()
    const [own] = one.organizations as [(typeof one.organizations)[0]]
    const total = async ({ url }: { url: string }) => {
      const response = await fetch(`${url}/pessoas`, { headers: { authorization: own.token } })
      return ((await response.json()) as { result: Listed }).result.paginacao.total
    }
    const { cpf } = await one.moves.add({ nome: 'Ana Nova' })
    assert.is(await total(one), '31')
    const other = await one.moves.add()
    await one.moves.remove({ cpf })
    assert.not.equal(other.cpf, cpf)
    assert.is(await total(one), '31')
    await one.close()
    await using two = await begin()
    assert.is(await total(two), '30')
  }))

test.run()
