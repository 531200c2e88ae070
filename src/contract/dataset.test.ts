import type { Static } from 'typebox'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { smallWorld } from '../testing/world.ts'
import { type Dataset, datasetFaults, type datasetSchema, datasetText } from './dataset.ts'

const test = suite('dataset')

/** A sound dataset with one thing changed. */
function changed(change: (dataset: Dataset) => void): unknown {
  const dataset = smallWorld()
  change(dataset)
  return dataset
}
const organizacao = (dataset: Dataset, i: number) =>
  dataset.organizacoes[i] as Dataset['organizacoes'][number]
const pessoa = (dataset: Dataset, i: number) => dataset.pessoas[i] as Dataset['pessoas'][number]
const relatorio = (dataset: Dataset, i: number) => dataset.relatorios[i] as Dataset['relatorios'][number]

/** The compiler refuses this file when the types and the schema part. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const typesAreOfTheSchema: Same<Dataset, Static<typeof datasetSchema>> = true

test('the types are those of the schema', () => assert.ok(typesAreOfTheSchema))

test('a sound dataset has no faults', async () => {
  assert.equal(await datasetFaults(smallWorld()), [])
})

const faults: [what: string, dataset: unknown, fault: string][] = [
  ['no object', [], 'the document: must be object'],
  [
    'a missing list',
    { organizacoes: [], pessoas: [] },
    "the document: must have required property 'relatorios'",
  ],
  [
    'an unknown key',
    changed((d) => Object.assign(d, { persons: [] })),
    'the document: unknown key "persons"',
  ],
  [
    'an unknown key inside',
    changed((d) => Object.assign(pessoa(d, 3), { idade: 3 })),
    'pessoas.3: unknown key "idade"',
  ],
  [
    'a masked CPF',
    changed((d) => {
      pessoa(d, 0).cpf = '111.444.777-35'
    }),
    'pessoas.0.cpf: must be digits only, without mask',
  ],
  [
    'a number that is no UUID',
    changed((d) => {
      relatorio(d, 2).numero = '12'
    }),
    'relatorios.2.numero: must be a UUID (8-4-4-4-12 hexadecimal digits)',
  ],
  [
    'a token no header carries',
    changed((d) => {
      organizacao(d, 0).token = 'a b'
    }),
    'organizacoes.0.token: must be visible ASCII without blanks, or no header can carry it',
  ],
  [
    'no organization',
    { organizacoes: [], pessoas: [], relatorios: [] },
    'organizacoes: at least one is needed, or no token is accepted',
  ],
  [
    'an id twice',
    changed((d) => {
      organizacao(d, 2).id = 'b'
    }),
    'organizacoes.2.id: "b" stands twice',
  ],
  [
    'a token twice',
    changed((d) => {
      organizacao(d, 1).token = organizacao(d, 0).token
    }),
    'organizacoes.1.token: the same token as another organization',
  ],
  [
    'a CPF twice',
    changed((d) => d.pessoas.push({ ...pessoa(d, 5) })),
    'pessoas.60.cpf: "00000005562" stands twice',
  ],
  [
    'a report number twice',
    changed((d) => d.relatorios.push({ ...relatorio(d, 0) })),
    'relatorios.61.numero: "11111111-1111-4111-8111-111111111111" stands twice',
  ],
  [
    'a report of nobody',
    changed((d) => {
      relatorio(d, 4).organizacao = 'z'
    }),
    'relatorios.4.organizacao: no organization has the id "z"',
  ],
  [
    'a report on nobody',
    changed((d) => {
      relatorio(d, 4).cpf = '1'
    }),
    'relatorios.4.cpf: no person has the CPF "1"',
  ],
  [
    'a time that is none',
    changed((d) => {
      relatorio(d, 4).atualizado_em = '2025-02-30T00:00:00.000Z'
    }),
    'relatorios.4.atualizado_em: must be an instant in UTC with milliseconds, like 2026-01-31T12:00:00.000Z',
  ],
  [
    'a time without milliseconds',
    changed((d) => {
      relatorio(d, 4).atualizado_em = '2025-02-20T00:00:00Z'
    }),
    'relatorios.4.atualizado_em: must be an instant in UTC with milliseconds, like 2026-01-31T12:00:00.000Z',
  ],
  [
    'a text that is no time',
    changed((d) => {
      relatorio(d, 4).atualizado_em = 'ontem'
    }),
    'relatorios.4.atualizado_em: must be an instant in UTC with milliseconds, like 2026-01-31T12:00:00.000Z',
  ],
  [
    'half a decision',
    changed((d) => {
      relatorio(d, 4).aprovar = true
    }),
    'relatorios.4: aprovar and mensagem come together, or not at all',
  ],
]
for (const [what, dataset, fault] of faults) {
  test(`${what} is told with its path`, async () => {
    const told = await datasetFaults(dataset)
    assert.ok(told.includes(fault), `${fault}\nis not among\n${told.join('\n')}`)
    assert.is(told.length, 1)
  })
}

test('every fault is told at once', async () => {
  const two = changed((d) => {
    relatorio(d, 1).cpf = '1'
    relatorio(d, 2).organizacao = 'z'
  })
  assert.is((await datasetFaults(two)).length, 2)
})

test('what is written is the dataset again, one record a line', () => {
  const many = smallWorld()
  for (let i = 0; i < 1500; i++) many.pessoas.push({ cpf: `9${i}`, nome: `Pessoa ${i}` })
  for (const dataset of [many, { organizacoes: [], pessoas: [], relatorios: [] }]) {
    const text = [...datasetText(dataset)].join('')
    assert.equal(JSON.parse(text), dataset)
    const records = dataset.organizacoes.length + dataset.pessoas.length + dataset.relatorios.length
    assert.is(text.split('\n').filter((line) => line.startsWith('{"')).length, records)
  }
})

test.run()
