import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noDialect, type Ordering } from '../contract/dialect.ts'
import { defaultProfile, type Profile } from '../contract/profile.ts'
import { seedDataset } from '../fixture/make/seed.ts'
import { MemoryStore } from '../store/memory.ts'
import { get, OTHER_TOKEN, simulate } from '../testing/world.ts'
import { warmUpLists } from './list-persons.ts'

const test = suite('list persons')
const q = encodeURIComponent
interface Item {
  cpf: string
  nome: string
  atualizado_em: string
}

test('without parameters: the first 25, newest first', async () => {
  const { body, headers } = await get(simulate(), '/pessoas')
  assert.is(body.result.busca, '')
  assert.equal(body.result.paginacao, { atual: 1, linhas: 25, total: '60' })
  const stamps = body.result.itens.map(({ atualizado_em }: Item) => atualizado_em)
  assert.equal(stamps, stamps.toSorted().reverse())
  assert.is(stamps.length, 25)
  assert.is(headers['content-type'], 'application/json; charset=utf-8')
  assert.is(headers['cache-control'], 'no-cache')
  assert.is(headers.server, undefined)
})

test('137 persons have six pages, the last of 12, and pages part the list', async () => {
  const app = simulate({}, new MemoryStore(seedDataset({ seed: 1, persons: 137, organizations: 1 })))
  const token = seedDataset({ seed: 1, persons: 0, organizations: 1 }).organizacoes[0]?.token
  const cpfs = new Set<string>()
  for (let page = 1; page <= 6; page++) {
    const { result } = (await get(app, `/pessoas?page=${page}`, token)).body
    assert.is(result.itens.length, page === 6 ? 12 : 25)
    assert.equal(result.paginacao, { atual: page, linhas: 25, total: '137' })
    for (const { cpf } of result.itens) cpfs.add(cpf)
  }
  assert.is(cpfs.size, 137)
  assert.is((await get(app, '/pessoas?rows=50&page=3', token)).body.result.itens.length, 37)
})

test('parameters combine', async () => {
  const { body } = await get(simulate(), '/pessoas?page=1&rows=25&nome=silva&sort=-nome')
  assert.is(body.result.busca, 'silva')
  assert.equal(body.result.paginacao, { atual: 1, linhas: 25, total: '20' })
  const names = body.result.itens.map(({ nome }: Item) => nome)
  assert.equal(names, names.toSorted().reverse())
})

test('HEAD is GET without the body', async () => {
  const app = simulate()
  const headers = { authorization: 'token-of-a' }
  const head = await app.inject({ method: 'HEAD', url: '/pessoas', headers })
  const whole = await app.inject({ method: 'GET', url: '/pessoas', headers })
  assert.is(head.statusCode, 200)
  assert.is(head.body, '')
  assert.is(head.headers['content-length'], whole.headers['content-length'])
})

test('an organization sees its own persons and its own updates', async () => {
  const { body } = await get(simulate(), '/pessoas', OTHER_TOKEN)
  assert.equal(body.result.itens, [
    { cpf: '00000000007', nome: 'José da Silva 0', atualizado_em: '2025-06-01T00:00:00.000Z' },
  ])
  assert.is((await get(simulate(), '/pessoas?cpf=00000001118', OTHER_TOKEN)).body.result.paginacao.total, '0')
})

/** What was answered, in short: page/rows/total and how many items, or the status and the keys. */
async function short(profile: Partial<Profile>, query: string): Promise<string> {
  const { status, body } = await get(simulate(profile), `/pessoas?${query}`)
  if (status !== 200) return `${status} ${body.validation?.keys ?? '-'}`
  const { busca, itens, paginacao } = body.result
  return `${paginacao.atual}/${paginacao.linhas}/${paginacao.total} ${itens.length} "${busca}"`
}

const answers: [profile: Partial<Profile>, query: string, answer: string][] = [
  [{}, 'page=2', '2/25/60 25 ""'],
  [{}, 'page=3', '3/25/60 10 ""'],
  [{}, 'rows=50', '1/50/60 50 ""'],
  [{}, 'rows=100', '1/100/60 60 ""'],
  [{}, 'cpf=00000000007', '1/25/1 1 "00000000007"'],
  [{}, 'cpf=00000000007&page=2', '2/25/1 0 "00000000007"'],
  [{}, 'cpf=7', '1/25/0 0 "7"'],
  [{}, `cpf=00000000007&nome=${q('José da Silva 0')}`, '1/25/1 1 "José da Silva 0"'],
  [{}, 'cpf=00000000007&nome=ana', '1/25/0 0 "ana"'],
  [{}, 'nome=ana+clara', '1/25/20 20 "ana clara"'],
  [{}, 'nome=%E9', '1/25/0 0 "%E9"'],
  // Numbers as the framework family reads them.
  ...['01', '1.0', '%2B1', '1e0', '%201%20', '.1e1'].map((one): [Partial<Profile>, string, string] => [
    {},
    `page=${one}`,
    '1/25/60 25 ""',
  ]),
  ...['abc', '1.5', '', '0x19', '1&page=2', '9007199254740993', '1e400', 'NaN', 'Infinity'].flatMap(
    (text): [Partial<Profile>, string, string][] => [
      [{}, `page=${text}`, '400 page'],
      [{ notANumber: 'use-default' }, `page=${text}`, '1/25/60 25 ""'],
    ],
  ),
  [{ notANumber: 'use-default' }, 'rows=x', '1/25/60 25 ""'],
  [{}, 'page=0', '400 page'],
  [{}, 'page=-3', '400 page'],
  [{ pageBelowOne: 'use-first' }, 'page=-3', '1/25/60 25 ""'],
  ...['24', '30', '0', '-25', '1'].map((rows): [Partial<Profile>, string, string] => [
    {},
    `rows=${rows}`,
    '400 rows',
  ]),
  [{ rowsOffGrid: 'round-down' }, 'rows=60', '1/50/60 50 ""'],
  [{ rowsOffGrid: 'round-down' }, 'rows=24', '1/25/60 25 ""'],
  [{ rowsOffGrid: 'round-down' }, 'rows=-30', '1/25/60 25 ""'],
  [{ rowsOffGrid: 'use-default' }, 'rows=60', '1/25/60 25 ""'],
  [{ rowsOffGrid: 'honour' }, 'rows=7', '1/7/60 7 ""'],
  [{ rowsOffGrid: 'honour' }, 'rows=0', '1/1/60 1 ""'],
  [{ rowsMaximum: 50 }, 'rows=50', '1/50/60 50 ""'],
  [{ rowsMaximum: 50 }, 'rows=75', '400 rows'],
  [{ rowsMaximum: 50, rowsAboveMaximum: 'cap' }, 'rows=75', '1/50/60 50 ""'],
  [{}, 'page=4', '4/25/60 0 ""'],
  [{}, 'page=9007199254740991&rows=9007199254740975', '9007199254740991/9007199254740975/60 0 ""'],
  [{ pageBeyondEnd: 'refuse' }, 'page=4', '400 page'],
  [{ pageBeyondEnd: 'not-found' }, 'page=4', '404 -'],
  [{ pageBeyondEnd: 'last-page' }, 'page=4', '3/25/60 10 ""'],
  [{ pageBeyondEnd: 'last-page' }, 'page=4&nome=zzz', '1/25/0 0 "zzz"'],
  [{}, 'nome=SILVA', '1/25/20 20 "SILVA"'],
  [{}, `nome=${q('conceicao')}`, '1/25/0 0 "conceicao"'],
  [{ nomeFolding: 'case-and-accents' }, 'nome=conceicao', '1/25/20 20 "conceicao"'],
  [{ nomeFolding: 'none' }, 'nome=Ana', '1/25/20 20 "Ana"'],
  [{ nomeMatching: 'prefix' }, 'nome=silva', '1/25/0 0 "silva"'],
  [{ nomeMatching: 'prefix' }, 'nome=ana', '1/25/40 25 "ana"'],
  [{ nomeMatching: 'word' }, 'nome=clar', '1/25/0 0 "clar"'],
  [{ nomeMatching: 'exact' }, 'nome=ana+clara+2', '1/25/1 1 "ana clara 2"'],
  ...['111.444.777-35', 'abc', '1%202', '1a'].map((cpf): [Partial<Profile>, string, string] => [
    {},
    `cpf=${cpf}`,
    '400 cpf',
  ]),
  [{ cpfMalformed: 'strip-mask' }, 'cpf=000.000.000-07', '1/25/1 1 "00000000007"'],
  [{ cpfMalformed: 'strip-mask' }, 'cpf=x', '1/25/0 0 "x"'],
  [
    { cpfMalformed: 'strip-mask', dialect: { ...noDialect, parameters: { cpf: { padded: 'nobody' } } } },
    'cpf=+00000000007',
    '1/25/0 0 " 00000000007"',
  ],
  [{ cpfMalformed: 'no-match' }, 'cpf=000.000.000-07', '1/25/0 0 "000.000.000-07"'],
  [{ cpfLength: 'eleven' }, 'cpf=0000000007', '400 cpf'],
  [{ cpfLength: 'eleven' }, 'cpf=00000000007', '1/25/1 1 "00000000007"'],
  [{}, 'nome=&cpf=&sort=', '400 cpf,nome,sort'],
  [{ emptyParameter: 'as-absent' }, 'nome=&cpf=&sort=', '1/25/60 25 ""'],
  [{}, 'nome=a&nome=b', '400 nome'],
  [{}, 'sort=nome&sort=cpf', '400 sort'],
  ...['idade', '-', '--nome', 'nome,-cpf', 'NOME', 'constructor'].map(
    (sort): [Partial<Profile>, string, string] => [{}, `sort=${sort}`, '1/25/60 25 ""'],
  ),
  [{ sortUnknown: 'refuse' }, 'sort=idade', '400 sort'],
  [{ sortUnknown: 'refuse', sortFields: ['nome'] }, 'sort=-cpf', '400 sort'],
  [{}, 'foo=1&__proto__=2&constructor=3', '400 foo,__proto__,constructor'],
  [{ queryUnknown: 'ignore' }, 'foo=1', '1/25/60 25 ""'],
  [{ busca: 'nome' }, 'cpf=00000000007', '1/25/1 1 ""'],
  [{ busca: 'always-empty' }, 'nome=silva', '1/25/20 20 ""'],
  [{}, 'zzz=1&rows=30&page=0&cpf=x', '400 page,rows,cpf,zzz'],
  [{ faults: 'first' }, 'zzz=1&rows=30&page=0&cpf=x', '400 page'],
]
for (const [profile, query, answer] of answers) {
  test(`${JSON.stringify(profile)} ${query || '(none)'}`, async () =>
    assert.is(await short(profile, query), answer))
}

const texts: [query: string, message: string, profile?: Partial<Profile>][] = [
  ['page=x', 'child "page" fails because ["page" must be a number]'],
  ['page=1.5', 'child "page" fails because ["page" must be an integer]'],
  ['page=1e99', 'child "page" fails because ["page" must be a number]'],
  ['page=0', 'child "page" fails because ["page" must be larger than or equal to 1]'],
  ['rows=30', 'child "rows" fails because ["rows" must be a multiple of 25]'],
  ['rows=-25', 'child "rows" fails because ["rows" must be larger than or equal to 1]'],
  [
    'rows=-30',
    'child "rows" fails because ["rows" must be larger than or equal to 1, "rows" must be a multiple of 25]',
  ],
  [
    'cpf=1.2',
    'child "cpf" fails because ["cpf" with value "1.2" fails to match the required pattern: /^\\d+$/]',
  ],
  ['nome=', 'child "nome" fails because ["nome" is not allowed to be empty]'],
  ['nome=a&nome=b', 'child "nome" fails because ["nome" must be a string]'],
  ['rows=75', 'child "rows" fails because ["rows" must be less than or equal to 50]', { rowsMaximum: 50 }],
  ['x=1', 'child "query" fails because ["x" is not allowed]'],
  [
    'rows=30&x=1',
    'child "rows" fails because ["rows" must be a multiple of 25]. child "query" fails because ["x" is not allowed]',
  ],
]
for (const [query, message, profile] of texts) {
  test(`the text of ${query}`, async () => {
    const { body } = await get(simulate(profile), `/pessoas?${query}`)
    assert.is(body.message, message)
    assert.is(body.validation.source, 'query')
    assert.equal(Object.keys(body), ['error', 'message', 'validation', 'status_code'])
  })
}

const orders: [profile: Partial<Profile>, query: string, first: string][] = [
  [{}, '', '00000065556'],
  [{ defaultOrder: 'oldest-first' }, '', '00000000007'],
  [{}, 'sort=atualizado_em', '00000000007'],
  [{}, 'sort=-atualizado_em', '00000065556'],
  [{}, 'sort=cpf', '00000000007'],
  [{}, 'sort=-cpf', '00000065556'],
  [{}, 'sort=nome', '00000012228'],
  [{ nomeCollation: 'code-point' }, 'sort=nome', '00000001118'],
  [{ nomeCollation: 'case-blind' }, 'sort=nome&nome=ana', '00000012228'],
]
for (const [profile, query, first] of orders) {
  test(`the first of ${JSON.stringify(profile)} ${query}`, async () => {
    const { body } = await get(simulate(profile), `/pessoas?${query}`)
    assert.is(body.result.itens[0].cpf, first)
  })
}

test('a large organization that was made ready is listed', async () => {
  const dataset = seedDataset({ seed: 1, persons: 10_000, organizations: 1 })
  const store = new MemoryStore(dataset)
  warmUpLists(store, defaultProfile)
  const app = simulate({}, store)
  const { body } = await get(app, '/pessoas?page=400&sort=nome', dataset.organizacoes[0]?.token)
  assert.is(body.result.itens.length, 25)
})

test('a short CPF can find all that begin like it', async () => {
  const dialect = { ...noDialect, parameters: { cpf: { short: 'beginning' } } } as const
  const app = simulate({ dialect })
  const all = (await get(app, '/pessoas?rows=75')).body.result.itens.map(({ cpf }: Item) => cpf)
  const begins = String(all[0]).slice(0, 8)
  const expected = all.filter((cpf: string) => cpf.startsWith(begins))
  const { result } = (await get(app, `/pessoas?rows=75&cpf=${begins}`)).body
  assert.equal(
    result.itens.map(({ cpf }: Item) => cpf),
    expected,
  )
  assert.is(result.paginacao.total, String(expected.length))
  assert.is((await get(app, `/pessoas?cpf=${begins}&nome=zzz`)).body.result.paginacao.total, '0')
})

test('ties of lists without sort have an order of their own', async () => {
  const dataset = seedDataset({ seed: 1, persons: 3, organizations: 1 })
  for (const report of dataset.relatorios) report.atualizado_em = '2025-01-01T00:00:00.000Z'
  const dialect = { ...noDialect, ordering: { defaultTies: 'cpf-descending' } } as const
  const app = simulate({ dialect }, new MemoryStore(dataset))
  const cpfs = async (path: string) =>
    (await get(app, path, dataset.organizacoes[0]?.token)).body.result.itens.map(({ cpf }: Item) => cpf)
  const byDefault = await cpfs('/pessoas')
  assert.equal(byDefault, byDefault.toSorted().reverse())
  const sorted = await cpfs('/pessoas?sort=atualizado_em')
  assert.equal(sorted, byDefault.toReversed())
})

test('namesakes have an order of their own where names order ties', async () => {
  const dataset = seedDataset({ seed: 1, persons: 6, organizations: 1 })
  for (const report of dataset.relatorios) report.atualizado_em = '2025-01-01T00:00:00.000Z'
  for (const [i, person] of dataset.pessoas.entries()) person.nome = i % 2 === 0 ? 'Bia Sá' : 'Ana Sá'
  const queried = new Set(dataset.relatorios.map(({ cpf }) => cpf))
  const stored = dataset.pessoas.map(({ cpf }) => cpf)
  const [even, odd] = [0, 1].map((rest) => stored.filter((cpf, i) => i % 2 === rest && queried.has(cpf))) as [
    string[],
    string[],
  ]
  const orders = {
    stored: [...odd, ...even],
    'stored-backwards': [...odd.toReversed(), ...even.toReversed()],
    'cpf-descending': [...odd.toSorted().reverse(), ...even.toSorted().reverse()],
  }
  assert.not.equal(even, even.toSorted())
  for (const [lastTies, expected] of Object.entries(orders)) {
    const ordering = { ties: 'nome', lastTies } as Ordering
    const app = simulate({ dialect: { ...noDialect, ordering } }, new MemoryStore(dataset))
    const { result } = (await get(app, '/pessoas', dataset.organizacoes[0]?.token)).body
    assert.equal(
      result.itens.map(({ cpf }: Item) => cpf),
      expected,
      lastTies,
    )
  }
})

test.run()
