import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../contract/dataset.ts'
import { times } from '../testing/deep.ts'
import { aDataset, aNameMatch, anOrder, naiveList, numeroOf } from '../testing/model.ts'
import { inFolder, OWN_REPORT, smallWorld } from '../testing/world.ts'
import { FileStore } from './file.ts'
import { MemoryStore } from './memory.ts'
import { StateFolder } from './state-folder.ts'
import type { DecisionRecord, Organization, OwnWorld, Store } from './store.ts'

const test = suite('store')

/** A store of each kind, on the same data. */
const kinds: Record<string, (dataset: Dataset, folder: string) => OwnWorld> = {
  memory: (dataset) => new MemoryStore(dataset),
  file: (dataset, folder) => FileStore.open(StateFolder.enter(folder), new MemoryStore(dataset)).store,
}

const aRequest = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  rows: fc.constantFrom(1, 3, 25, 50),
  order: anOrder,
  nome: fc.option(aNameMatch, { nil: undefined }),
  cpf: fc.constantFrom(undefined, undefined, undefined, '00000000000', '00000654321', '123'),
})
const aStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ list: aRequest, organization: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      decide: fc.nat(90),
      organization: fc.nat(1),
      once: fc.boolean(),
      touch: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ checkpoint: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ restore: fc.nat(5) }) },
)
const decision = { aprovar: true, mensagem: 'Aprovado após conferência manual.' }

const itemsOf = (items: string[]) => items.map((item) => JSON.parse(Buffer.from(item, 'latin1').toString()))

for (const [kind, open] of Object.entries(kinds)) {
  test(`${kind}: any decisions and questions give what plain arrays give`, async () => {
    await fc.assert(
      fc.asyncProperty(aDataset, fc.array(aStep, { maxLength: 25 }), (dataset, steps) =>
        inFolder(async (folder) => {
          const store = open(dataset, folder)
          const model = structuredClone(dataset)
          // The first checkpoint is the dataset itself: to restore it is to reset.
          const checkpoints = [{ decisions: [] as readonly DecisionRecord[], relatorios: dataset.relatorios }]
          for (const step of steps) {
            if ('checkpoint' in step) {
              const relatorios = structuredClone(model.relatorios)
              checkpoints.push({ decisions: store.decisions(), relatorios })
              continue
            }
            if ('restore' in step) {
              const checkpoint = checkpoints[step.restore % checkpoints.length] as (typeof checkpoints)[0]
              await store.restore(checkpoint.decisions)
              model.relatorios = structuredClone(checkpoint.relatorios)
              continue
            }
            const organization = store.organizations[step.organization] as Organization
            if ('list' in step) {
              const { items, total } = await store.list(organization, step.list)
              assert.equal({ items: itemsOf(items), total }, naiveList(model, organization.id, step.list))
              continue
            }
            const numero = numeroOf(step.decide)
            const report = model.relatorios.find((report) => report.numero === numero)
            const status = await store.report(organization, numero)
            if (report === undefined) assert.is(status, 'unknown')
            else if (report.organizacao !== organization.id) assert.is(status, 'foreign')
            else {
              assert.is(
                status,
                report.aprovar === undefined ? 'undecided' : report.aprovar ? 'approved' : 'rejected',
              )
              const recorded = await store.decide(organization, numero, decision, step)
              assert.is(recorded, !(step.once && report.aprovar !== undefined))
              if (recorded) Object.assign(report, decision)
              if (recorded && step.touch)
                report.atualizado_em = await stampOf(store, organization, report.cpf)
            }
            const open = model.relatorios.filter(
              (r) => r.organizacao === organization.id && r.aprovar === undefined,
            )
            assert.equal(
              store.undecided(organization, 3),
              open.slice(0, 3).map(({ numero }) => numero),
            )
          }
          await store.close()
        }),
      ),
      { numRuns: kind === 'memory' ? times(40, 500) : times(15, 150) },
    )
  })
}

/** The clock is the store's: the model takes the time from it, once it is seen to be now. */
async function stampOf(store: Store, organization: Organization, cpf: string): Promise<string> {
  const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
  const { items } = await store.list(organization, { page: 1, rows: 1, order, cpf })
  const [item] = itemsOf(items)
  assert.ok(Math.abs(Date.parse(item.atualizado_em) - Date.now()) < 5_000)
  return item.atualizado_em
}

for (const [kind, open] of Object.entries(kinds)) {
  test(`${kind}: a decision on a report of nobody or of another organization is no decision`, () =>
    inFolder(async (folder) => {
      const store = open(smallWorld(), folder)
      const [, other] = store.organizations as [Organization, Organization]
      for (const numero of [OWN_REPORT, numeroOf(77)]) {
        try {
          await store.decide(other, numero, decision, { once: false, touch: true })
          assert.unreachable()
        } catch (error) {
          assert.match((error as Error).message, /The organization has no report with this number/)
        }
      }
      assert.is(await store.report(store.organizations[0] as Organization, OWN_REPORT), 'undecided')
      await store.close()
    }))
}

for (const [kind, open] of Object.entries(kinds)) {
  test(`${kind}: of decisions that may be made only once, the first stays`, () =>
    inFolder(async (folder) => {
      const store = open(smallWorld(), folder)
      const [organization] = store.organizations as [Organization]
      const decide = (aprovar: boolean, once: boolean) =>
        store.decide(organization, OWN_REPORT, { ...decision, aprovar }, { once, touch: false })
      assert.is(await decide(true, true), true)
      assert.is(await decide(false, true), false)
      assert.equal(
        store.decisions().map(({ aprovar }) => aprovar),
        [true],
      )
      assert.is(await decide(false, false), true)
      assert.is(store.decisions().at(-1)?.aprovar, false)
      await store.close()
    }))
}

test('thousands of organizations, each with a person', () => {
  const ids = Array.from({ length: 3_000 }, (_, k) => `org-${k}`)
  const store = new MemoryStore({
    organizacoes: ids.map((id) => ({ id, nome: id, token: id })),
    pessoas: ids.map((id, k) => ({ cpf: String(k).padStart(11, '0'), nome: id })),
    relatorios: ids.map((id, k) => ({
      numero: numeroOf(k),
      organizacao: id,
      cpf: String(k).padStart(11, '0'),
      atualizado_em: '2025-01-01T00:00:00.000Z',
    })),
  })
  for (const [k, organization] of store.organizations.entries()) {
    assert.is(organization.persons, 1)
    assert.equal(store.undecided(organization, 2), [numeroOf(k)])
  }
  assert.equal(store.undecided({ ...(store.organizations[0] as Organization), id: 'nobody' }, 2), [])
})

test('a person asked for by CPF is on the first page, and counts on all', () => {
  const world = smallWorld()
  const store = new MemoryStore(world)
  const [organization] = store.organizations as [Organization]
  const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
  const all = itemsOf(store.list(organization, { page: 1, rows: 25, order }).items)
  const { cpf, nome } = all[0]
  const ask = (page: number, text: string) => {
    const match = { text, matching: 'exact', folding: 'none' } as const
    const { items, total } = store.list(organization, { page, rows: 1, order, cpf, nome: match })
    return [itemsOf(items).map((item) => item.cpf), total]
  }
  assert.equal(ask(1, nome), [[cpf], 1])
  assert.equal(ask(2, nome), [[], 1])
  assert.equal(ask(1, `${nome}x`), [[], 0])
})

test('a decision never takes a last update back', async () => {
  const dataset: Dataset = {
    organizacoes: [{ id: 'a', nome: 'A', token: 't' }],
    pessoas: [{ cpf: '1', nome: 'Ana' }],
    relatorios: [
      { numero: numeroOf(1), organizacao: 'a', cpf: '1', atualizado_em: '2999-01-01T00:00:00.000Z' },
    ],
  }
  const store = new MemoryStore(dataset)
  const [organization] = store.organizations as [Organization]
  assert.ok(await store.decide(organization, numeroOf(1), decision, { once: false, touch: true }))
  const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
  const { items } = store.list(organization, { page: 1, rows: 25, order })
  assert.is(itemsOf(items)[0].atualizado_em, '2999-01-01T00:00:00.000Z')
})

test('what two decisions on one person did is undone from the last to the first', async () => {
  const report = { organizacao: 'a', cpf: '1', atualizado_em: '2025-01-01T00:00:00.000Z' }
  const store = new MemoryStore({
    organizacoes: [{ id: 'a', nome: 'A', token: 't' }],
    pessoas: [{ cpf: '1', nome: 'Ana' }],
    relatorios: [1, 2].map((i) => ({ numero: numeroOf(i), ...report })),
  })
  for (const [i, decidido_em] of ['2025-02-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'].entries()) {
    store.apply({ numero: numeroOf(i + 1), ...decision, decidido_em, atualiza: true })
  }
  await store.restore([])
  const [organization] = store.organizations as [Organization]
  const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
  const { items } = store.list(organization, { page: 1, rows: 25, order })
  assert.is(itemsOf(items)[0].atualizado_em, report.atualizado_em)
})

test('a search that was made before a decision shows it in its new place, and no stranger', async () => {
  const pessoas = Array.from({ length: 200 }, (_, i) => ({
    cpf: String(10_000 + i),
    nome: `${i < 3 ? 'Ana' : i < 100 ? 'Rui' : 'Eva'} Silva`,
  }))
  const relatorios = pessoas.map(({ cpf }, i) => ({
    numero: numeroOf(i),
    organizacao: 'a',
    cpf,
    atualizado_em: new Date(Date.UTC(2025, 0, 1) - i).toISOString(),
  }))
  const store = new MemoryStore({ organizacoes: [{ id: 'a', nome: 'A', token: 't' }], pessoas, relatorios })
  const [organization] = store.organizations as [Organization]
  const order = { by: 'atualizado_em', descending: true, collation: 'pt-BR' } as const
  const found = (text: string) => {
    const nome = { text, matching: 'word', folding: 'case' } as const
    const { items } = store.list(organization, { page: 1, rows: 200, order, nome })
    return itemsOf(items).map(({ cpf }) => Number(cpf) - 10_000)
  }
  const before = Object.fromEntries(['ana', 'rui', 'eva', 'silva'].map((text) => [text, found(text)]))
  for (const i of [2, 50]) {
    await store.decide(organization, numeroOf(i), decision, { once: false, touch: true })
    const now = i === 2 ? 'ana' : 'rui'
    assert.equal(found(now), [i, ...(before[now] as number[]).filter((one) => one !== i)])
  }
  assert.equal(found('eva'), before.eva)
  assert.equal(found('silva').toSorted(), before.silva?.toSorted())
  assert.equal(found('silva').slice(0, 2).toSorted(), [2, 50].toSorted())
})

test('searches beyond what is remembered are made again, and are right', () => {
  const pessoas = Array.from({ length: 700 }, (_, i) => ({
    cpf: String(10_000 + i),
    nome: `Nome${i % 350} Silva`,
  }))
  const relatorios = pessoas.map(({ cpf }, i) => ({
    numero: numeroOf(i),
    organizacao: 'a',
    cpf,
    atualizado_em: new Date(Date.UTC(2025, 0, 1) + i).toISOString(),
  }))
  const store = new MemoryStore({ organizacoes: [{ id: 'a', nome: 'A', token: 't' }], pessoas, relatorios })
  const [organization] = store.organizations as [Organization]
  const order = { by: 'atualizado_em', descending: true, collation: 'pt-BR' } as const
  const ask = (text: string) =>
    store.list(organization, { page: 1, rows: 25, order, nome: { text, matching: 'word', folding: 'case' } })
  for (const text of ['silva', 'nome1', 'silva', 'silva', 'nome1'])
    assert.is(ask(text).total, text === 'silva' ? 700 : 2)
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 350; i++) {
      const { items, total } = ask(`nome${i}`)
      assert.is(total, 2)
      assert.equal(
        itemsOf(items).map(({ cpf }) => Number(cpf)),
        [10_350 + i, 10_000 + i],
      )
    }
  }
  assert.is(ask('silva').total, 700)
})

test('decisions of one turn share one write, and who may decide but once is told', () =>
  inFolder(async (folder) => {
    const relatorios = Array.from({ length: 10 }, (_, i) => ({
      numero: numeroOf(i),
      organizacao: 'a',
      cpf: '1',
      atualizado_em: '2025-01-01T00:00:00.000Z',
    }))
    const dataset = {
      organizacoes: [{ id: 'a', nome: 'A', token: 't' }],
      pessoas: [{ cpf: '1', nome: 'Ana' }],
      relatorios,
    }
    const { store } = FileStore.open(StateFolder.enter(folder), new MemoryStore(dataset))
    const [organization] = store.organizations as [Organization]
    const answers = await Promise.all(
      [1, 2, 1, 2, 3].map((i) =>
        store.decide(organization, numeroOf(i), decision, { once: true, touch: false }),
      ),
    )
    assert.equal(answers, [true, true, false, false, true])
    await store.close()
  }))

test.run()
