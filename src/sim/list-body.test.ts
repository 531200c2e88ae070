import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Dialect, noDialect, type Shape } from '../contract/dialect.ts'
import { defaultProfile, type Profile } from '../contract/profile.ts'
import type { Template } from '../contract/template.ts'
import { seedDataset } from '../fixture/make/seed.ts'
import { MemoryStore } from '../store/memory.ts'
import { simulate, smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin } from '../twin.ts'

const test = suite('list body')
const twin = createTwin(smallWorld())

async function bodyOf(
  dialect: Partial<Dialect>,
  query: string,
  profile: Partial<Profile> = {},
): Promise<string> {
  const request = { method: 'GET', url: `/pessoas?${query}`, headers: { authorization: TOKEN } }
  const whole = { ...defaultProfile, ...profile, dialect: { ...noDialect, ...dialect } }
  const { text, headers } = await twin.ask(whole, request)
  assert.is(headers['content-length'], String(Buffer.byteLength(text)))
  return text
}

const shaped = async (shape: Shape, query: string) => JSON.parse(await bodyOf({ shape }, query))

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/

test('headers of a list say something of its page, and are left out where they cannot', async () => {
  const headers = {
    'x-total-count': '{total}',
    link: '<{link.proxima.mantida:relative}>; rel="next"',
    'x-busca': '{busca}',
    'x-next': '{proxima?}',
    'x-next-of': '{link.proxima.pagina:relative?} of {paginas}',
    'x-unknown': '{nobody}',
  }
  const own = { ...defaultProfile, dialect: { ...noDialect, shape: { headers } } }
  const asked = async (query: string) =>
    (
      await twin.ask(own, {
        method: 'GET',
        url: `/pessoas?${query}`,
        headers: { authorization: TOKEN, host: 'api.test' },
      })
    ).headers
  const first = await asked('page=1')
  assert.equal([first['x-total-count'], first.link], ['60', '</pessoas?page=2>; rel="next"'])
  assert.equal(
    [first['x-next'], first['x-next-of'], first['x-unknown']],
    ['2', '/pessoas?page=2 of 3', undefined],
  )
  const found = await asked('nome=Jos%C3%A9')
  assert.equal([found.link, found['x-busca']], [undefined, undefined])
  assert.equal([found['x-next'], found['x-next-of']], [undefined, undefined])
  assert.is((await asked('nome={x}'))['x-busca'], '{x}')
  assert.is((await asked(`nome=${'a'.repeat(5_000)}`))['x-busca'], undefined)
  assert.is((await asked('nome=silva'))['x-busca'], 'silva')
})

test('a list has the form of its template, and the keys in its order', async () => {
  const list: Template = {
    status: 'ok',
    total: '{total:number}',
    'pessoas de {busca}': '{itens}',
    meta: {
      atual: '{atual}',
      linhas: '{linhas:text}',
      texto: 'página {atual} de {paginas}',
      quantidade: '{quantidade}',
      de: '{primeira}',
      ate: '{ultima}',
      proxima: '{proxima}',
      anterior: '{anterior}',
      mais: '{tem_mais}',
      ordem: '{ordenacao}',
    },
    versao: [1, null, true],
  }
  const text = await bodyOf({ shape: { list } }, 'cpf=00000000007')
  assert.is(
    text,
    '{"status":"ok","total":1,"pessoas de 00000000007":[{"cpf":"00000000007","nome":"José da Silva 0","atualizado_em":"2025-01-01T00:00:00.000Z"}],"meta":{"atual":1,"linhas":"25","texto":"página 1 de 1","quantidade":1,"de":1,"ate":1,"proxima":null,"anterior":null,"mais":false,"ordem":"-atualizado_em"},"versao":[1,null,true]}',
  )
  const { meta } = await shaped({ list }, 'page=2&sort=cpf')
  const { texto, quantidade, de, ate, proxima, anterior, mais, ordem } = meta
  assert.equal(
    [texto, quantidade, de, ate, proxima, anterior, mais, ordem],
    ['página 2 de 3', 25, 26, 50, 3, 1, true, 'cpf'],
  )
  const none = await shaped({ list }, 'nome=zzz')
  assert.equal([none.meta.de, none.meta.ate, none.meta.proxima, none.meta.mais], [0, 0, null, false])
  assert.equal(none['pessoas de zzz'], [])
})

test('a list can be the bare items, or leave them out', async () => {
  assert.is((await shaped({ list: '{itens}' }, '')).length, 25)
  assert.equal(await shaped({ list: { total: '{total}' } }, ''), { total: '60' })
})

test('an item has the form of its template', async () => {
  const item: Template = {
    id: '{opaque:uuid}',
    _id: '{opaque:hex24}',
    n: '{opaque:number}',
    documento: { cpf: '{cpf:masked}', numero: '{cpf}' },
    nome: '{nome:upper-case}',
    em: '{atualizado_em}',
    lugar: '{position}',
  }
  const [first] = (await shaped({ item, utc: '+00:00' }, 'sort=cpf&page=2')).result.itens
  const { id, _id, n, ...others } = first
  assert.equal(others, {
    documento: { cpf: '000.000.277-82', numero: '00000027782' },
    nome: 'ANA CONCEIÇÃO 25',
    em: '2025-01-01T00:25:00.000+00:00',
    lugar: 26,
  })
  assert.match(id, UUID)
  assert.match(_id, /^[\da-f]{24}$/)
  assert.ok(Number.isSafeInteger(n) && n > 0)
  const [again, other] = (await shaped({ item }, 'sort=cpf&page=2&nome=a')).result.itens
  assert.is.not(again.id, other.id)
  const [alone] = (await shaped({ item }, 'cpf=00000027782')).result.itens
  assert.is(alone.id, id)
})

test('an item says what reports there are on its person, and where it is', async () => {
  const world = smallWorld()
  const [first] = world.relatorios as [(typeof world.relatorios)[0]]
  const later = {
    ...first,
    numero: '44444444-4444-4444-8444-444444444444',
    atualizado_em: '2026-01-01T00:00:00.000Z',
  }
  const item = { lugar: '{position}', linha: '{row:before}', quantos: '{relatorios}', ultimo: '{numero}' }
  const shape = { item }
  const store = new MemoryStore({ ...world, relatorios: [...world.relatorios, later] })
  const app = simulate({ dialect: { ...noDialect, shape } }, store)
  const listed = async (query: string) => {
    const response = await app.inject({ url: `/pessoas?${query}`, headers: { authorization: TOKEN } })
    return response.json().result.itens
  }
  assert.equal((await listed('')).slice(0, 2), [
    { lugar: 1, linha: 0, quantos: 2, ultimo: later.numero },
    { lugar: 2, linha: 1, quantos: 1, ultimo: '00000000-0000-4000-8000-000000000059' },
  ])
  assert.equal((await listed('page=2'))[0].lugar, 26)
  assert.equal((await listed('page=2'))[0].linha, 0)
})

test('a list says which page it is', async () => {
  const list: Template = {
    itens: '{itens}',
    de: '{deslocamento}',
    zero: '{atual:before}',
    antes: '{tem_anterior}',
    primeira: '{primeira_pagina}',
    ultima: '{esta_e_a_ultima}',
    vazia: '{vazia}',
  }
  const said = async (query: string) => {
    const { itens: _, ...others } = await shaped({ list }, query)
    return Object.values(others)
  }
  assert.equal(await said(''), [0, 0, false, true, false, false])
  assert.equal(await said('page=3'), [50, 2, true, false, true, false])
  assert.equal(await said('nome=zzz'), [0, 0, false, true, true, true])
})

for (const utc of ['Z', '+00:00', '+0000', '-00:00'] as const) {
  test(`UTC is written ${utc}`, async () => {
    const { itens } = (await shaped({ utc }, '')).result
    assert.ok(
      itens.every(({ atualizado_em }: { atualizado_em: string }) => atualizado_em.endsWith(`.000${utc}`)),
    )
    assert.is(itens.length, 25)
  })
}

const parameters = {
  page: { 'beyond-end': 'last-page', negative: 'one', tail: 'integer', fraction: 'number' },
  rows: { 'off-grid': 'down', word: 'absent' },
} as const
const echoes: [query: string, taken: [number, number], sent: [number, number]][] = [
  ['', [1, 25], [1, 25]],
  ['page=9&rows=60', [2, 50], [9, 60]],
  ['page=-3', [1, 25], [-3, 25]],
  ['page=1.5', [1, 25], [1.5, 25]],
  ['page=+2+', [2, 25], [2, 25]],
  // What is no number cannot be echoed as one.
  ['page=2abc&rows=x', [2, 25], [2, 25]],
]
for (const [query, taken, sent] of echoes) {
  test(`atual and linhas repeat what was taken or sent by ${query || 'nothing'}`, async () => {
    for (const [how, expected] of [
      ['taken', taken],
      ['sent', sent],
    ] as const) {
      const shape = { atual: how, linhas: how }
      const { paginacao } = JSON.parse(await bodyOf({ shape, parameters }, query)).result
      assert.equal([paginacao.atual, paginacao.linhas], expected, how)
      const list = { a: '{atual}', l: '{linhas}' }
      const own = JSON.parse(await bodyOf({ shape: { ...shape, list }, parameters }, query))
      assert.equal([own.a, own.l], expected, how)
    }
  })
}

test('a long list has the form of its templates, too', async () => {
  const dataset = seedDataset({ seed: 1, persons: 1_500, organizations: 1 })
  const shape: Shape = { list: { data: '{itens}', total: '{total:number}' }, item: { nome: '{nome}' } }
  const app = simulate({ dialect: { ...noDialect, shape } }, new MemoryStore(dataset))
  const headers = { authorization: dataset.organizacoes[0]?.token ?? '' }
  const { data, total } = (await app.inject({ method: 'GET', url: '/pessoas?rows=1500', headers })).json()
  assert.is(data.length, 1_500)
  assert.is(total, 1_500)
  assert.equal(Object.keys(data[7]), ['nome'])
})

const buscas: [rule: Dialect['search']['busca'], query: string, busca: string][] = [
  [{ of: 'nome' }, 'cpf=7&nome=ana', 'ana'],
  [{ of: 'nome' }, 'cpf=7', ''],
  [{ of: 'cpf' }, 'cpf=7&nome=ana', '7'],
  [{ of: 'nome-or-cpf' }, 'cpf=7&nome=ana', 'ana'],
  [{ of: 'nome-or-cpf' }, 'cpf=7&nome=', '7'],
  [{ of: 'cpf-or-nome' }, 'cpf=7&nome=ana', '7'],
  [{ of: 'cpf-or-nome' }, 'nome=ana', 'ana'],
  [{ join: ' / ' }, 'cpf=7&nome=ana', 'ana / 7'],
  [{ join: ' ', first: 'cpf' }, 'nome=ana&cpf=7', '7 ana'],
  [{ join: ' / ' }, 'cpf=7', '7'],
  [{ join: ' / ' }, '', ''],
  [{ of: 'nome' }, 'nome=+ÀNA+', 'ÀNA'],
  [{ of: 'nome', as: 'taken' }, 'nome=+ÀNA+', 'ÀNA'],
  [{ of: 'nome', as: 'sent' }, 'nome=+ÀNA+', ' ÀNA '],
  [{ of: 'nome', as: 'trimmed' }, 'nome=+ÀNA+', 'ÀNA'],
  [{ of: 'nome', as: 'squished' }, 'nome=+ÀNA++LIMA+', 'ÀNA LIMA'],
  [{ of: 'nome', as: 'lower-case' }, 'nome=+ÀNA+', 'àna'],
  [{ of: 'nome', as: 'upper-case' }, 'nome=+àna+', 'ÀNA'],
  [{ of: 'nome', as: 'without-accents' }, 'nome=+ÀNA+', 'ANA'],
  [{ of: 'nome', as: 'lower-case-without-accents' }, 'nome=+ÀNA+', 'ana'],
  [{ of: 'cpf', as: 'taken' }, 'cpf=000.000.000-07', '00000000007'],
  [{ of: 'cpf', as: 'sent' }, 'cpf=000.000.000-07', '000.000.000-07'],
  [{ of: 'nome-or-cpf', as: 'sent', cpf: 'taken' }, 'cpf=000.000.000-07', '00000000007'],
  [{ of: 'nome-or-cpf', as: 'sent', cpf: 'taken' }, 'nome=+ana&cpf=000.000.000-07', ' ana'],
  [
    { join: ' ', first: 'cpf', as: 'sent', cpf: 'trimmed' },
    'nome=+ana&cpf=000.000.000-07',
    '000.000.000-07  ana',
  ],
  [{ of: 'nome-or-cpf', empty: 'repeated' }, 'nome=&cpf=7', ''],
  [{ of: 'nome-or-cpf', empty: 'repeated' }, 'cpf=7', '7'],
  [{ of: 'cpf-or-nome', empty: 'repeated' }, '', ''],
]
for (const [busca, query, expected] of buscas) {
  test(`busca by ${JSON.stringify(busca)} repeats ${JSON.stringify(expected)} of ${query || 'nothing'}`, async () => {
    const search = { ...(busca && { busca }) }
    const parameters = { cpf: { masked: 'digits' }, nome: { padded: 'trim', empty: 'absent' } } as const
    const { result } = JSON.parse(await bodyOf({ search, parameters }, encodeURI(query)))
    assert.is(result.busca, expected)
  })
}

test('busca without accents has the letters that the search compares', async () => {
  const busca = { of: 'nome', as: 'lower-case-without-accents' } as const
  const of = async (folding: 'ascii-case' | 'compatible' | 'transliterated') => {
    const body = await bodyOf({ search: { busca, folding } }, encodeURI('nome=ÀNª😀'))
    return JSON.parse(body).result.busca
  }
  assert.equal([await of('ascii-case'), await of('compatible')], ['anª😀', 'ana😀'])
  assert.is(await of('transliterated'), 'ana')
})

test('busca repeats the text that the service got of several, or without U+0000', async () => {
  const search = { busca: { of: 'nome', as: 'sent' } } as const
  for (const [nome, query, busca] of [
    [{ repeated: 'last' }, 'nome=ana&nome=+jos', ' jos'],
    [{ repeated: 'first' }, 'nome=ana&nome=+jos', 'ana'],
    [{ repeated: 'joined' }, 'nome=ana&nome=+jos', 'ana, jos'],
    [{ repeated: 'absent' }, 'nome=ana&nome=+jos', 'ana, jos'],
    [{ nul: 'drop' }, 'nome=a%00na%00', 'ana'],
    [{ nul: 'take' }, 'nome=a%00na', 'a\0na'],
  ] as const) {
    const { result } = JSON.parse(await bodyOf({ search, parameters: { nome } }, query))
    assert.is(result.busca, busca, JSON.stringify(nome))
  }
})

const searches: [words: Dialect['search']['words'], nome: string, total: string][] = [
  [undefined, 'silva josé', '0'],
  ['words', 'silva josé', '20'],
  ['words', 'ilv jos', '20'],
  ['word-beginnings', 'silv jos', '20'],
  ['word-beginnings', 'ilv jos', '0'],
  ['word-beginnings', 'cl an 2', '5'],
  ['words', '  ', '60'],
  ['whole-words', 'silva josé', '20'],
  ['whole-words', 'silv josé', '0'],
]
for (const [words, nome, total] of searches) {
  test(`a search by ${words} for ${nome} finds ${total}`, async () => {
    const search = words === undefined ? {} : { words }
    const { paginacao } = JSON.parse(await bodyOf({ search }, `nome=${encodeURIComponent(nome)}`)).result
    assert.is(paginacao.total, total)
  })
}

const world = smallWorld()
for (const [i, person] of world.pessoas.entries())
  person.nome = ['ana', 'Ana', 'Aná', 'Ana Z', 'Anabela'][i % 5] as string
// By CPF, so that the order of the dataset is another one.
world.pessoas.reverse()
const named = createTwin(world)

const orders: [ordering: Dialect['ordering'], query: string, names: string[]][] = [
  [{}, 'sort=nome', ['ana', 'Ana', 'Aná', 'Ana Z', 'Anabela']],
  [{ collation: 'capitals-first' }, 'sort=nome', ['Ana', 'ana', 'Aná', 'Ana Z', 'Anabela']],
  [{ collation: 'without-blanks' }, 'sort=nome', ['ana', 'Ana', 'Aná', 'Anabela', 'Ana Z']],
]
for (const [ordering, query, names] of orders) {
  test(`${query} with ${JSON.stringify(ordering)} is ${names}`, async () => {
    const itens = await listed(ordering, query)
    assert.equal([...new Set(itens.map(({ nome }) => nome))], names)
  })
}

test('names that fold to the same are ordered by CPF', async () => {
  const itens = (await listed({ collation: 'folded' }, 'sort=nome')).slice(0, 36)
  assert.ok(itens.every(({ nome }) => nome.length === 3))
  assert.equal(
    itens,
    itens.toSorted((a, b) => (a.cpf < b.cpf ? -1 : 1)),
  )
})

const ties: [ties: Dialect['ordering']['ties'], query: string, isAscending: boolean][] = [
  ['cpf', 'sort=nome', true],
  ['cpf', 'sort=-nome', true],
  ['cpf-descending', 'sort=nome', false],
  ['cpf-descending', 'sort=-nome', false],
  ['cpf-with-order', 'sort=nome', true],
  ['cpf-with-order', 'sort=-nome', false],
  ['newest', 'sort=nome', false],
  ['newest', 'sort=-nome', false],
  ['oldest', 'sort=nome', true],
  ['oldest', 'sort=-nome', true],
  ['stored', 'sort=nome', false],
  ['stored', 'sort=-nome', false],
  ['stored-backwards', 'sort=nome', true],
  ['stored-backwards', 'sort=-nome', true],
  ['nome', 'sort=nome', true],
]
for (const [ordering, query, isAscending] of ties) {
  test(`ties of ${query} by ${ordering} are ${isAscending ? 'ascending' : 'descending'}`, async () => {
    const itens = await listed(ordering === undefined ? {} : { ties: ordering }, query)
    const [first] = itens
    const cpfs = itens.filter(({ nome }) => nome === first?.nome).map(({ cpf }) => cpf)
    assert.is(cpfs.length, 12)
    assert.equal(cpfs, isAscending ? cpfs.toSorted() : cpfs.toSorted().reverse())
  })
}

test('ties by nome are ordered by name, then by CPF', async () => {
  const simultaneous = smallWorld()
  for (const report of simultaneous.relatorios) report.atualizado_em = '2025-01-01T00:00:00.000Z'
  simultaneous.pessoas = structuredClone(world.pessoas)
  const itens = await listed({ ties: 'nome' }, 'sort=-atualizado_em', createTwin(simultaneous))
  assert.equal(itens, await listed({}, 'sort=nome', createTwin(simultaneous)))
  assert.is(itens.length, 60)
})

test('ties by nome-code-point are in code points, whatever the order of names', async () => {
  const simultaneous = smallWorld()
  for (const report of simultaneous.relatorios) report.atualizado_em = '2025-01-01T00:00:00.000Z'
  simultaneous.pessoas = structuredClone(world.pessoas)
  const ordering = { collation: 'folded', ties: 'nome-code-point' } as const
  const itens = await listed(ordering, 'sort=-atualizado_em', createTwin(simultaneous))
  const names = itens.map(({ nome }) => nome)
  assert.equal(names, names.toSorted())
})

test('ties by nome-pt-BR tell apart names that are equal for the order of names', async () => {
  const itens = await listed({ collation: 'folded', ties: 'nome-pt-BR' }, 'sort=nome')
  const names = itens.slice(0, 36).map(({ nome }) => nome)
  assert.equal([...new Set(names)], ['ana', 'Ana', 'Aná'])
  assert.equal(names, names.toSorted(new Intl.Collator('pt-BR').compare))
  const cpfs = itens.slice(0, 12).map(({ cpf }) => cpf)
  assert.equal(cpfs, cpfs.toSorted())
})

test('ties by nome-exact order such names by code points, in the direction of the order', async () => {
  const namesOf = (itens: readonly { nome: string }[]) => [...new Set(itens.map(({ nome }) => nome))]
  const ordering = { collation: 'folded', ties: 'nome-exact' } as const
  const itens = await listed(ordering, 'sort=nome')
  assert.equal(namesOf(itens).slice(0, 3), ['Ana', 'Aná', 'ana'])
  const down = await listed(ordering, 'sort=-nome')
  assert.equal(namesOf(down).slice(-3), ['ana', 'Aná', 'Ana'])
  // Names that are the same, and other orders, are by CPF.
  for (const some of [itens.slice(0, 12), down.slice(-12)])
    assert.equal(
      some.map(({ cpf }) => cpf),
      some.map(({ cpf }) => cpf).toSorted(),
    )
  for (const query of ['sort=-atualizado_em', 'sort=cpf', ''])
    assert.equal(await listed(ordering, query), await listed({}, query), query)
})

const accents: [composed: Dialect['search']['composed'], nome: string, total: string][] = [
  [undefined, 'jos\u00e9', '20'],
  [undefined, 'jose\u0301', '0'],
  ['no', 'jose\u0301', '0'],
  ['yes', 'jos\u00e9', '20'],
  ['yes', 'jose\u0301', '20'],
]
for (const [composed, nome, total] of accents) {
  test(`composed ${composed}: ${encodeURIComponent(nome)} finds ${total}`, async () => {
    const search = composed === undefined ? {} : { composed }
    const { paginacao } = JSON.parse(await bodyOf({ search }, `nome=${encodeURIComponent(nome)}`)).result
    assert.is(paginacao.total, total)
  })
}

async function listed(ordering: Dialect['ordering'], query: string, twin = named) {
  const request = { method: 'GET', url: `/pessoas?rows=75&${query}`, headers: { authorization: TOKEN } }
  const { text } = await twin.ask({ ...defaultProfile, dialect: { ...noDialect, ordering } }, request)
  return JSON.parse(text).result.itens as { cpf: string; nome: string }[]
}

test.run()
