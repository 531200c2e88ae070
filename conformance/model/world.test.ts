import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serveInProcess } from '../../src/cli.ts'
import type { PartialProfile } from '../../src/contract/profile.ts'
import { times } from '../../src/testing/deep.ts'
import { createKeyring } from '../client/credentials.ts'
import type { Exchange } from '../client/exchange.ts'
import type { InProcessService } from '../client/in-process.ts'
import { createTarget } from '../client/target.ts'
import { createRedactor } from '../redaction/redact.ts'
import { judgeList, LIST_ASPECTS, type ListAspect } from './list-faults.ts'
import { type List, readList } from './lists.ts'
import { foldName } from './order.ts'
import type { Query } from './questions.ts'
import { Service } from './service.ts'
import { contradictions } from './world.ts'

const test = suite('a world')
const TOKEN = 'segredo-de-teste-0123456789'

interface One {
  cpf: string
  nome: string
  atualizado_em: string
}
interface Body {
  result: { busca: string; itens: One[]; paginacao: { atual: number; linhas: number; total: string } }
}

/** Persons some of whom share a name or a timestamp. */
const somePeople = fc
  .array(fc.record({ name: fc.nat(8), minute: fc.nat(30) }), { minLength: 2, maxLength: 80 })
  .map((all) =>
    all.map(({ name, minute }, i): One => {
      const nome = `${['Ana', 'João', "D'Ávila", 'José'][name % 4]} ${['Silva', 'Araújo-Lima', 'Sá'][name % 3]}`
      const cpf = String((i + 1) * 1_047_290_033)
        .slice(0, 11)
        .padStart(11, '0')
      return { cpf, nome, atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() }
    }),
  )

function serviceOf(ask: InProcessService): Service {
  const target = createTarget({
    baseUrl: 'http://localhost',
    service: ask,
    timeout: 10_000,
    deadline: 60_000,
    concurrency: 4,
    insecure: false,
    risk: 'r',
    token: TOKEN,
    declared: [],
    userAgent: (name) => name,
  })
  const keys = createKeyring(TOKEN)
  return new Service({ target, keys, redactor: createRedactor({}), reports: [], foreignReport: undefined })
}

function simulatorOf(people: readonly One[], profile: PartialProfile): Service {
  const { ask } = serveInProcess(
    {
      organizacoes: [{ id: 'a', nome: 'A', token: TOKEN }],
      pessoas: people.map(({ cpf, nome }) => ({ cpf, nome })),
      relatorios: people.map(({ cpf, atualizado_em }, i) => {
        const numero = `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`
        return { numero, organizacao: 'a', cpf, atualizado_em }
      }),
    },
    { profile },
  )
  return serviceOf(ask)
}

/** What a list must contain, told in the simplest way. */
function oracle(people: readonly One[], { cpf, nome = '', sort = 'atualizado_em' }: Query) {
  const field = String(sort).replace('-', '') as keyof One
  const keyOf = (one: One) => (field === 'nome' ? foldName(one.nome) : one[field])
  const found = people.filter((one) => (cpf === undefined || one.cpf === cpf) && one.nome.includes(String(nome)))
  const keys = found.map(keyOf).sort()
  return { ids: found.map(({ cpf }) => cpf).sort(), keys: String(sort).startsWith('-') ? keys.reverse() : keys }
}

const profiles = fc.constantFrom<PartialProfile>(
  { defaultOrder: 'oldest-first' },
  { defaultOrder: 'newest-first', nomeFolding: 'none' },
  { defaultOrder: 'newest-first', rowsMaximum: 50 },
)
const searches = fc.constantFrom('none', 'cpf', 'nome', 'both', 'word')
const scenario = fc.record({ people: somePeople, profile: profiles, search: searches, n: fc.nat(), page: fc.nat() })

/** Asks for a list and says what must be in it. */
async function askFor({
  people,
  profile,
  search,
  n,
  page: at,
}: (typeof scenario)['generate'] extends (...a: never[]) => { value: infer T } ? T : never) {
  const service = simulatorOf(people, profile)
  const world = await service.world()
  const { cpf, nome } = people[n % people.length] as One
  const filter: Query = { none: {}, cpf: { cpf }, nome: { nome }, both: { cpf, nome }, word: { nome: 'Silva' } }[
    search
  ] as Query
  const sort = [undefined, ...(await world.sorts())][n % 7]
  const rows = [25, ...(await world.rows())][n % 3] ?? 25
  const whole = {
    ...filter,
    sort: sort ?? (profile.defaultOrder === 'newest-first' ? '-atualizado_em' : 'atualizado_em'),
  }
  const page = 1 + (at % Math.max(1, Math.ceil(oracle(people, whole).ids.length / rows)))
  const answer = await service.get({ ...filter, ...(sort !== undefined && { sort }), rows, page })
  return {
    world,
    want: await world.expected(filter, sort, rows, page),
    right: oracle(people, whole),
    answer,
    rows,
    page,
  }
}

test('expects what the data implies, and finds no fault in the answer to a legal query', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { want, right, answer, rows, page } = await askFor(given)
      assert.equal([...want.selected.keys()].sort(), right.ids)
      assert.is(want.total, right.ids.length)
      assert.equal(want.window?.map(want.order.keyOf), right.keys.slice((page - 1) * rows, page * rows))
      assert.equal(judgeList(want, answer).faults, [])
    }),
    { numRuns: times(40, 400) },
  )
})

/** Each changes one thing of a page; undefined if this page does not have it. */
const edits: Record<
  ListAspect,
  (body: Body, others: One[], keyOf: (one: One) => string) => Body['result'] | undefined
> = {
  status: () => undefined,
  selection: ({ result }, [stranger]) =>
    stranger && result.itens.length > 0 ? { ...result, itens: [...result.itens.slice(1), stranger] } : undefined,
  total: ({ result }) => ({
    ...result,
    paginacao: { ...result.paginacao, total: `${Number(result.paginacao.total) + 1}` },
  }),
  paginacao: ({ result }) => ({ ...result, paginacao: { ...result.paginacao, atual: result.paginacao.atual + 1 } }),
  busca: ({ result }) => ({ ...result, busca: `${result.busca}x` }),
  order({ result }, _, keyOf) {
    const { itens } = result
    const keys = itens.map(keyOf)
    // In both directions of the timestamps, this is no order.
    const at = keys.findIndex((key, i) => i > 0 && key !== keys[i - 1] && keys.length > i + 1 && keys[i + 1] !== key)
    if (at < 0) return undefined
    return { ...result, itens: itens.with(at, itens[at + 1] as One).with(at + 1, itens[at] as One) }
  },
  window: ({ result }) => (result.itens.length > 1 ? { ...result, itens: result.itens.slice(0, -1) } : undefined),
  item({ result }) {
    const [first, ...rest] = result.itens
    return first && { ...result, itens: [{ ...first, nome: `${first.nome} X` }, ...rest] }
  },
}

for (const aspect of LIST_ASPECTS)
  test(`finds exactly the fault of ${aspect} in a page of which only that is changed`, async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const { world, want, answer } = await askFor(given)
        const others = world.people.filter(({ id }) => !want.selected.has(id)).map(({ raw }) => raw as unknown as One)
        const keyOf = ({ cpf }: One) => want.order.keyOf(world.known.get(cpf) as never)
        const { response } = answer.exchange
        const result = edits[aspect](response.json as Body, others, keyOf)
        if (result === undefined && aspect !== 'status') return
        found++
        const changed = {
          ...response,
          ...(aspect === 'status' ? { status: 400 } : { json: { result, status_code: 200 } }),
        }
        const { faults } = judgeList(want, readList({ ...answer.exchange, response: changed }))
        assert.equal(
          faults.map((fault) => fault.aspect),
          [aspect],
        )
      }),
      { numRuns: times(15, 150) },
    )
    assert.ok(found > 0)
  })

/** A page of persons, each written as `cpf@second`. */
function pageOf(total: number, persons: readonly string[]): List {
  const itens = persons.map((person) => {
    const [cpf, second] = person.split('@')
    return { cpf, nome: 'Ana', atualizado_em: `2026-01-01T00:00:${second}.000Z` }
  })
  const json = { result: { busca: '', itens, paginacao: { atual: 1, linhas: 2, total: String(total) } } }
  return readList({ response: { status: 200, json } } as unknown as Exchange).list as List
}

const cases: Record<string, { pages: string[][]; total: number; found: string[]; sort?: string }> = {
  'whole pages': { pages: [['1@30', '2@20'], ['3@10']], total: 3, found: [] },
  nobody: { pages: [[]], total: 0, found: [] },
  'a first page that is not full': { pages: [['1@30'], ['2@20', '3@10']], total: 3, found: ['PAG-10 1', 'PAG-10 2'] },
  'a total that is too small': { pages: [['1@30', '2@20']], total: 1, found: ['PAG-10 1'] },
  'a person on two pages': { pages: [['1@30', '2@20'], ['1@30']], total: 3, found: ['PAG-11 2'] },
  'a person twice on a page': { pages: [['1@30', '1@30'], ['3@30']], total: 3, found: ['PAG-11 1'] },
  'a person on two pages in the order of CPFs': {
    pages: [['1@30', '2@20'], ['2@20']],
    total: 3,
    found: ['PAG-11 2'],
    sort: 'cpf',
  },
  'a person with equal timestamps who moved': { pages: [['1@30', '2@20'], ['2@20']], total: 3, found: [] },
}

for (const [name, { pages, total, found, sort }] of Object.entries(cases)) {
  test(`contradictions of ${name}`, () => {
    const lists = pages.map((persons) => pageOf(total, persons))
    const reading = {
      query: { rows: 2, ...(sort && { sort }) },
      pages: lists,
      people: lists.flatMap(({ people }) => people),
    }
    assert.equal(
      contradictions(reading).map(({ check, page }) => `${check} ${page}`),
      found,
    )
  })
}

test('is kept while the list stays the same, and forgotten once it changes', async () => {
  let nome = 'Ana'
  const service = serviceOf(() => {
    const itens = [{ cpf: '12345678909', nome, atualizado_em: '2026-01-01T00:00:00.000Z' }]
    const result = { busca: '', itens, paginacao: { atual: 1, linhas: 25, total: '1' } }
    return { status: 200, body: JSON.stringify({ result, status_code: 200 }) }
  })
  const world = await service.world()
  assert.is(await service.changed(), false)
  assert.is(await service.world(), world)
  nome = 'Rui'
  assert.is(await service.changed(), true)
  assert.is.not(await service.world(), world)
})

test.run()
