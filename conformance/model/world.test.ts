import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serveInProcess } from '../../src/cli.ts'
import type { PartialProfile } from '../../src/contract/profile.ts'
import { createKeyring } from '../client/credentials.ts'
import type { InProcessService } from '../client/in-process.ts'
import { createTarget } from '../client/target.ts'
import { createRedactor } from '../redaction/redact.ts'
import { judgeList, LIST_ASPECTS, type ListAspect } from './list-faults.ts'
import { readList } from './lists.ts'
import { foldName } from './order.ts'
import { Service } from './service.ts'

const test = suite('a world')

type One = Record<'cpf' | 'nome' | 'atualizado_em', string>
type Result = { busca: string; itens: One[]; paginacao: { atual: number; linhas: number; total: string } }

function serviceOf(service: InProcessService): Service {
  const limits = {
    timeout: 10_000,
    deadline: 60_000,
    concurrency: 4,
    insecure: false,
    risk: 'r',
    declared: [],
  } as const
  const target = createTarget({
    ...limits,
    baseUrl: 'http://localhost',
    service,
    token: 'x',
    userAgent: (name) => name,
  })
  return new Service({
    target,
    keys: createKeyring('x'),
    redactor: createRedactor({}),
    reports: [],
    foreignReport: undefined,
    mostPages: 40,
  })
}

function simulatorOf(people: readonly One[], profile: PartialProfile): Service {
  const relatorios = people.map(({ cpf, atualizado_em }, i) => {
    return { numero: `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`, organizacao: 'a', cpf, atualizado_em }
  })
  const pessoas = people.map(({ cpf, nome }) => ({ cpf, nome }))
  const organizacoes = [{ id: 'a', nome: 'A', token: 'x' }]
  return serviceOf(serveInProcess({ organizacoes, pessoas, relatorios }, { profile }).ask)
}

/** Persons some of whom share a name or a timestamp. */
const somePeople = fc
  .array(fc.record({ name: fc.nat(11), minute: fc.nat(30) }), { minLength: 2, maxLength: 80 })
  .map((all) =>
    all.map(({ name, minute }, i): One => {
      const nome = `${['Ana', 'João', "D'Ávila", 'José'][name % 4]} ${['Silva', 'Araújo-Lima', 'Sá'][name % 3]}`
      return {
        cpf: String(10_000 + i * 77_777_777).padStart(11, '0'),
        nome,
        atualizado_em: `2026-01-01T00:${10 + minute}:00.000Z`,
      }
    }),
  )
const profiles = fc.constantFrom<PartialProfile>(
  { defaultOrder: 'oldest-first' },
  { nomeFolding: 'none' },
  { rowsMaximum: 50 },
)
const searches = fc.constantFrom<(keyof One | 'word')[]>([], ['cpf'], ['nome'], ['cpf', 'nome'], ['word'])
const scenario = fc.tuple(somePeople, profiles, searches, fc.nat(), fc.nat())

/** Asks for a list, and returns what it must contain in the simplest way, the keys of the order for the persons. */
async function askFor([people, profile, search, n, at]: typeof scenario extends fc.Arbitrary<infer T> ? T : never) {
  const service = simulatorOf(people, profile)
  const world = await service.world()
  const one = { ...people[n % people.length], word: 'Silva' } as One & { word: string }
  const filter = Object.fromEntries(search.map((field) => [field === 'word' ? 'nome' : field, one[field]]))
  const sort = [undefined, ...(await world.sorts())][n % 7]
  const rows = [25, ...(await world.rows())][n % 3] ?? 25
  const order = sort ?? (profile.defaultOrder === 'oldest-first' ? 'atualizado_em' : '-atualizado_em')
  const field = order.replace('-', '') as keyof One
  const found = people.filter(({ cpf, nome }) => cpf === (filter.cpf ?? cpf) && nome.includes(filter.nome ?? ''))
  const keys = found.map((person) => (field === 'nome' ? foldName(person.nome) : person[field])).sort()
  if (order.startsWith('-')) keys.reverse()
  const page = 1 + (at % Math.max(1, Math.ceil(keys.length / rows)))
  const answer = await service.get({ ...filter, ...(sort !== undefined && { sort }), rows, page })
  const right = { ids: found.map(({ cpf }) => cpf).sort(), keys: keys.slice((page - 1) * rows, page * rows) }
  return { world, want: await world.expected(filter, sort, rows, page), right, answer }
}

test('expects what the data implies, and finds no fault in the answer to a legal query', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { want, right, answer } = await askFor(given)
      assert.equal([...want.selected.keys()].sort(), right.ids)
      assert.is(want.total, right.ids.length)
      assert.equal(want.window?.map(want.order.keyOf), right.keys)
      assert.equal(judgeList(want, answer).faults, [])
    }),
    { seed: 40, numRuns: 40 },
  )
})

/** Changes one thing of a page; undefined if this page does not have it. */
type Edit = (result: Result, stranger: One | undefined, keyOf: (one: One) => string) => Partial<Result> | undefined
const edits: Record<ListAspect, Edit> = {
  status: () => ({}),
  selection: ({ itens }, stranger) => (stranger && itens.length > 0 ? { itens: [...itens.slice(1), stranger] } : undefined),
  total: ({ paginacao }) => ({ paginacao: { ...paginacao, total: `${Number(paginacao.total) + 1}` } }),
  paginacao: ({ paginacao }) => ({ paginacao: { ...paginacao, atual: paginacao.atual + 1 } }),
  busca: ({ busca }) => ({ busca: `${busca}x` }),
  // Two neighbours change places after a third one: in neither direction is this an order.
  order({ itens }, _, keyOf) {
    const at = itens.findIndex((_, i) => new Set(itens.slice(Math.max(0, i - 2), i + 1).map(keyOf)).size > 2)
    return at < 0 ? undefined : { itens: itens.with(at, itens[at - 1] as One).with(at - 1, itens[at] as One) }
  },
  window: ({ itens }) => (itens.length > 1 ? { itens: itens.slice(0, -1) } : undefined),
  item: ({ itens: [first, ...rest] }) => first && { itens: [{ ...first, nome: `${first.nome} X` }, ...rest] },
}

for (const aspect of LIST_ASPECTS)
  test(`finds exactly the fault of ${aspect} in a page of which only that is changed`, async () => {
    let found = 0
    const property = fc.asyncProperty(scenario, async (given) => {
      const { world, want, answer } = await askFor(given)
      const { response } = answer.exchange
      const { result } = response.json as { result: Result }
      const stranger = world.people.find(({ id }) => !want.selected.has(id))?.raw as One | undefined
      const edited = edits[aspect](result, stranger, ({ cpf }) => want.order.keyOf(world.known.get(cpf) as never))
      if (edited === undefined) return
      found++
      const [json, status] = [{ result: { ...result, ...edited } }, aspect === 'status' ? 400 : 200]
      const { faults } = judgeList(want, readList({ ...answer.exchange, response: { ...response, json, status } }))
      assert.equal(
        faults.map((fault) => fault.aspect),
        [aspect],
      )
    })
    await fc.assert(property, { seed: 40, numRuns: 15 })
    assert.ok(found > 0)
  })

test.run()
