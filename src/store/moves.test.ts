import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset, Relatorio } from '../contract/dataset.ts'
import { times } from '../testing/deep.ts'
import { aDataset, aName, aNameMatch, anOrder, collations, naiveList, numeroOf } from '../testing/model.ts'
import { inFolder } from '../testing/world.ts'
import { FileStore } from './file.ts'
import { MemoryStore } from './memory.ts'
import { atOnce } from './soon.ts'
import { StateFolder } from './state-folder.ts'
import type { ListRequest, Order, Organization, OwnWorld } from './store.ts'

const test = suite('moves')

const kinds: Record<string, (dataset: Dataset, folder: string) => OwnWorld> = {
  memory: (dataset) => new MemoryStore(dataset),
  file: (dataset, folder) => FileStore.open(StateFolder.enter(folder), new MemoryStore(dataset)).store,
}

const BEGIN = Date.UTC(2025, 0, 1)
const decision = { aprovar: true, mensagem: 'Aprovado após conferência manual.' }
/** Often one that others have. */
const aNameOfMany = fc.oneof(aName, fc.constantFrom('Ana', 'ana', 'Anã Silva'))
const cpfOf = (i: number) => String((i * 7_654_321) % 1_000_000).padStart(11, '0')
const aMinute = fc.integer({ min: -5, max: 25 }).map((minutes) => BEGIN + minutes * 60_000)
/** Persons of the dataset and others, among them. */
const aPerson = fc.nat(18).map(cpfOf)
const aNumber = fc.nat(50).map(numeroOf)
/** Few persons with many reports, so that most moves meet somebody. */
const aFullDataset: fc.Arbitrary<Dataset> = fc
  .record({
    names: fc.array(aNameOfMany, { minLength: 12, maxLength: 12 }),
    reports: fc.array(fc.record({ k: fc.nat(1), person: fc.nat(11), at: aMinute, isDecided: fc.boolean() }), {
      minLength: 15,
      maxLength: 30,
    }),
  })
  .map(({ names, reports }) => ({
    organizacoes: ['a', 'b'].map((id) => ({ id, nome: id, token: `token-${id}` })),
    pessoas: names.map((nome, i) => ({ cpf: cpfOf(i), nome })),
    relatorios: reports.map(({ k, person, at, isDecided }, i) => ({
      numero: numeroOf(i),
      organizacao: k === 0 ? 'a' : 'b',
      cpf: cpfOf(person),
      atualizado_em: new Date(at).toISOString(),
      ...(isDecided && decision),
    })),
  }))
const aRequest: fc.Arbitrary<ListRequest> = fc.record({
  page: fc.integer({ min: 1, max: 3 }),
  rows: fc.constantFrom(1, 3, 25),
  order: anOrder,
  cpf: fc.option(aPerson, { nil: undefined, freq: 6 }),
  nome: fc.option(aNameMatch, { nil: undefined }),
})
const aStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ list: aRequest, k: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      add: aNumber,
      k: fc.nat(1),
      cpf: aPerson,
      nome: aNameOfMany,
      stamp: aMinute,
      isDecided: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ stamp: aNumber, at: aMinute }) },
  { weight: 4, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ rename: fc.nat(), nome: aNameOfMany }) },
  { weight: 2, arbitrary: fc.record({ decide: fc.nat(), touch: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ checkpoint: true as const }) },
  { weight: 1, arbitrary: fc.record({ restore: fc.nat(4) }) },
)
const someSteps = fc.array(aStep, { minLength: 10, maxLength: 40, size: 'max' })
const itemsOf = (items: string[]) => items.map((item) => JSON.parse(Buffer.from(item, 'latin1').toString()))
const pick = <T>(list: readonly T[], i: number): T | undefined => list[i % Math.max(1, list.length)]

/** The data as plain arrays: whoever has no report is nobody. */
class Model {
  data: Dataset

  constructor(data: Dataset) {
    this.data = structuredClone(data)
    this.forget()
  }

  forget() {
    const listed = new Set(this.data.relatorios.map(({ cpf }) => cpf))
    this.data.pessoas = this.data.pessoas.filter(({ cpf }) => listed.has(cpf))
  }

  report(numero: string): Relatorio | undefined {
    return this.data.relatorios.find((report) => report.numero === numero)
  }
}

async function take(
  step: typeof aStep extends fc.Arbitrary<infer T> ? T : never,
  store: OwnWorld,
  model: Model,
) {
  const { data } = model
  if ('list' in step) {
    const organization = store.organizations[step.k] as Organization
    const { items, total } = atOnce(store.list(organization, step.list))
    assert.equal({ items: itemsOf(items), total }, naiveList(data, organization.id, step.list))
    const fresh = new MemoryStore(data)
    assert.equal({ items, total }, fresh.list(fresh.organizations[step.k] as Organization, step.list))
    assert.is(organization.persons, fresh.organizations[step.k]?.persons)
    assert.equal(store.undecided(organization, 99), fresh.undecided(organization, 99))
    const { cpf } = step.list
    if (cpf === undefined) return
    assert.is(store.nameOf(cpf), data.pessoas.find((person) => person.cpf === cpf)?.nome)
    assert.equal(
      store.reportsOf(organization, cpf).map(({ numero }) => numero),
      fresh.reportsOf(fresh.organizations[step.k] as Organization, cpf).map(({ numero }) => numero),
    )
    return
  }
  if ('add' in step) {
    if (model.report(step.add)) return
    const { cpf, stamp, add: numero, k } = step
    const organization = store.organizations[k] as Organization
    const nome = store.nameOf(cpf) ?? step.nome
    store.addReport(organization, { numero, cpf, nome, stamp, given: step.isDecided ? decision : null })
    if (!data.pessoas.some((person) => person.cpf === cpf)) data.pessoas.push({ cpf, nome })
    const report = { numero, organizacao: organization.id, cpf, atualizado_em: new Date(stamp).toISOString() }
    data.relatorios.push(step.isDecided ? { ...report, ...decision } : report)
    return
  }
  if ('stamp' in step) {
    const report = model.report(step.stamp)
    if (!report) return
    store.stampReport(step.stamp, step.at)
    report.atualizado_em = new Date(step.at).toISOString()
    return
  }
  if ('remove' in step) {
    const report = pick(data.relatorios, step.remove)
    if (!report) return
    store.removeReport(report.numero)
    data.relatorios = data.relatorios.filter((other) => other !== report)
    model.forget()
    return
  }
  if ('rename' in step) {
    const person = pick(data.pessoas, step.rename)
    if (!person) return
    store.rename(person.cpf, step.nome)
    person.nome = step.nome
    return
  }
  if ('decide' in step) {
    const report = pick(data.relatorios, step.decide)
    if (!report) return
    const organization = store.organizations.find(({ id }) => id === report.organizacao) as Organization
    await store.decide(organization, report.numero, decision, { once: false, touch: step.touch })
    Object.assign(report, decision)
    if (step.touch) report.atualizado_em = store.describe(report.numero)?.atualizado_em as string
  }
}

for (const [kind, open] of Object.entries(kinds)) {
  test(`${kind}: any moves and questions give what plain arrays and a new store give`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(aFullDataset, aDataset), someSteps, (dataset, steps) =>
        inFolder(async (folder) => {
          const store = open(dataset, folder)
          const model = new Model(dataset)
          const keep = () => ({
            decisions: store.decisions(),
            moved: store.moved(),
            data: structuredClone(model.data),
          })
          const checkpoints = [keep()]
          for (const step of steps) {
            if ('checkpoint' in step) checkpoints.push(keep())
            else if ('restore' in step) {
              const { decisions, moved, data } = pick(checkpoints, step.restore) as (typeof checkpoints)[0]
              await store.restore(decisions, moved)
              model.data = structuredClone(data)
            } else await take(step, store, model)
          }
          const seen = store.organizations.map(({ persons }) => persons)
          const fresh = new MemoryStore(model.data)
          assert.equal(
            seen,
            fresh.organizations.map(({ persons }) => persons),
          )
          await store.restore([])
          for (const organization of store.organizations) {
            const order = { by: 'nome', descending: false, collation: 'pt-BR' } as const
            const request = { page: 1, rows: 100, order }
            const { items, total } = atOnce(store.list(organization, request))
            assert.equal({ items: itemsOf(items), total }, naiveList(dataset, organization.id, request))
          }
          await store.close()
        }),
      ),
      { numRuns: kind === 'memory' ? times(20, 200) : times(4, 40) },
    )
  })
}

/** Every order and some searches; all of them are cached while the data moves. */
const requests: ListRequest[] = [
  ...(['cpf', 'nome', 'atualizado_em'] as const).flatMap((by) =>
    [true, false].flatMap((descending) =>
      (by === 'nome' ? collations : ['pt-BR' as const]).map(
        (collation): Order => ({ by, descending, collation }),
      ),
    ),
  ),
].flatMap((order): ListRequest[] => [
  { page: 1, rows: 10_000, order },
  { page: 3, rows: 25, order },
  ...['ana', 'silva', 'ana 1'].map((text) => ({
    page: 1,
    rows: 10_000,
    order,
    nome: { text, matching: 'contains', folding: 'case' } as const,
  })),
])

function assertFresh(store: MemoryStore, data: Dataset) {
  const fresh = new MemoryStore(data)
  const [organization] = store.organizations as [Organization]
  const [other] = fresh.organizations as [Organization]
  for (const request of requests) {
    assert.equal(store.list(organization, request), fresh.list(other, request), JSON.stringify(request))
  }
}

/** A world of one organization, with a report on each person. */
function worldOf(count: number): Dataset {
  const world: Dataset = { organizacoes: [{ id: 'a', nome: 'A', token: 't' }], pessoas: [], relatorios: [] }
  for (let i = 0; i < count; i++) append(world, i)
  return world
}

function append({ pessoas, relatorios }: Dataset, i: number) {
  const cpf = String((i * 7_654_321) % 99_999_989).padStart(11, '0')
  const nome = `${['Ana', 'Ãna', 'ana', 'Rui'][i % 4]} ${i % 97} ${['Silva', 'Souza'][i % 2]}`
  const stamp = BEGIN + ((i * 7_919) % 5_000) * 1_000
  pessoas.push({ cpf, nome })
  const atualizado_em = new Date(stamp).toISOString()
  relatorios.push({ numero: numeroOf(i), organizacao: 'a', cpf, atualizado_em })
  return { numero: numeroOf(i), cpf, nome, stamp, given: null }
}

for (const base of [0, 3_000]) {
  test(`thousands of persons appear and vanish among ${base}, and all lists are those of a new store`, async () => {
    const data = worldOf(base)
    const store = new MemoryStore(structuredClone(data))
    const [organization] = store.organizations as [Organization]
    assertFresh(store, data)
    for (let i = 0; i < 6_000; i++) {
      store.addReport(organization, append(data, base + i))
      if (i === 1_500 || i === 2_900) assertFresh(store, data)
      if (i < 3_000) continue
      // Most of those that came later go again, and some of the dataset.
      const at = i % 7 === 0 ? 0 : data.relatorios.length - 2
      const [gone] = data.relatorios.splice(at, 1) as [Relatorio]
      data.pessoas.splice(at, 1)
      store.removeReport(gone.numero)
    }
    assertFresh(store, data)
    for (const { numero } of data.relatorios.splice(0, 2_900)) store.removeReport(numero)
    data.pessoas.splice(0, 2_900)
    assertFresh(store, data)
    await store.restore([])
    assertFresh(store, worldOf(base))
  })
}

test('a name that came later is known as one', () => {
  const store = new MemoryStore(worldOf(3))
  const [organization] = store.organizations as [Organization]
  assert.not(store.hasName('zeca'))
  const report = { numero: numeroOf(9), cpf: '1', stamp: BEGIN, given: null }
  store.addReport(organization, { ...report, nome: 'Zeca Silva' })
  assert.ok(store.hasName('zeca'))
  assert.is(store.describe(numeroOf(10)), null)
})

test('decisions on what a move added are not written, and the others are', () =>
  inFolder(async (folder) => {
    const dataset = worldOf(3)
    const open = () => FileStore.open(StateFolder.enter(folder), new MemoryStore(dataset))
    const { store } = open()
    const [organization] = store.organizations as [Organization]
    store.addReport(organization, { numero: numeroOf(9), cpf: '1', nome: 'Ana', stamp: BEGIN, given: null })
    for (const i of [9, 1]) {
      await store.decide(organization, numeroOf(i), decision, { once: false, touch: false })
    }
    const numeros = () =>
      store
        .decisions()
        .map(({ numero }) => numero)
        .sort()
    assert.equal(numeros(), [numeroOf(1), numeroOf(9)])
    const [decisions, moved] = [store.decisions(), store.moved()]
    await store.restore([])
    assert.equal(numeros(), [])
    await store.restore(decisions, moved)
    assert.equal(numeros(), [numeroOf(1), numeroOf(9)])
    store.removeReport(numeroOf(9))
    assert.equal(numeros(), [numeroOf(1)])
    await store.close()
    const again = open()
    assert.is(again.unknown, 0)
    assert.match(again.store.report(organization, numeroOf(1)), /approved|rejected/)
    assert.is(again.store.report(organization, numeroOf(9)), 'unknown')
    await again.store.close()
  }))

test('a decision that came before a move is made before it', () =>
  inFolder(async (folder) => {
    const { store } = FileStore.open(StateFolder.enter(folder), new MemoryStore(worldOf(3)))
    const [organization] = store.organizations as [Organization]
    const decided = store.decide(organization, numeroOf(1), decision, { once: true, touch: true })
    store.removeReport(numeroOf(1))
    assert.ok(await decided)
    assert.is(store.report(organization, numeroOf(1)), 'unknown')
    await store.close()
  }))

test.run()
