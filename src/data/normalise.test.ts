import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../contract/dataset.ts'
import { aDataset } from '../testing/model.ts'
import { checkFixtureValue } from './check.ts'
import { datasetOf } from './dataset.ts'
import type { Fixture, FixturePerson, FixtureReport } from './fixture.ts'
import { seedSource } from './seed.ts'

const test = suite('normalise')
const now = Date.UTC(2026, 5, 15, 12)
function made(fixture: Fixture, at = now): Dataset {
  const value = structuredClone(fixture)
  const check = checkFixtureValue(
    value,
    at,
    { allowInvalidCpf: true },
    (_, i, last = `${i}`) => `Pessoa Número ${last}`,
  )
  return datasetOf(check.source(''))
}

test('nothing is one organization with the token of the seed, and nobody', () => {
  assert.equal(made({}), {
    organizacoes: [{ id: 'org-1', nome: 'Aurora Crédito', token: 'sim-f539d5bc6766a3d109b2142822dea0d5' }],
    pessoas: [],
    relatorios: [],
  })
})

test('any dataset is its own normal form', () => {
  fc.assert(
    fc.property(aDataset, (dataset) => {
      fc.pre(dataset.pessoas.every(({ nome }) => nome.trim() !== ''))
      assert.equal(made(dataset), dataset)
    }),
    { seed: 40 },
  )
  for (const organizations of [1, 3]) {
    const dataset = datasetOf(seedSource({ seed: 3, persons: 40, organizations }))
    assert.equal(made(dataset), dataset)
  }
})

const organizacoes = [{ id: 'a' }, { id: 'b', token: 'b-token', habilitada: false }, { id: 'c', nome: 'C' }]

const owners: [what: string, person: Omit<FixturePerson, 'nome'>, organizations: string[]][] = [
  ['left out, it is the first', {}, ['a']],
  ['one', { organizacao: 'b' }, ['b']],
  ['several', { organizacao: ['c', 'a'] }, ['c', 'a']],
  ['no reports', { relatorios: [] }, []],
  ['reports without one are of the first', { relatorios: [{}, {}] }, ['a', 'a']],
  ["reports without one are of the person's", { organizacao: 'b', relatorios: [{}] }, ['b']],
  ['reports with one', { relatorios: [{ organizacao: 'c' }, { organizacao: 'b' }] }, ['c', 'b']],
  [
    'who has no report among those that are written gets one',
    { organizacao: ['a', 'b'], relatorios: [{ organizacao: 'b' }] },
    ['b', 'a'],
  ],
]
for (const [what, person, expected] of owners) {
  test(`organizations of a person: ${what}`, () => {
    const { relatorios } = made({ organizacoes, pessoas: [{ nome: 'Ana', ...person }] })
    assert.equal(
      relatorios.map(({ organizacao }) => organizacao),
      expected,
    )
    assert.is(new Set(relatorios.map(({ numero }) => numero)).size, expected.length)
  })
}

test('what is written stays, and a person gives its time to its reports', () => {
  const numero = '7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10'
  const decided = { aprovar: true, mensagem: 'Aprovado após conferência manual.' }
  const { relatorios, organizacoes: written } = made({
    organizacoes,
    pessoas: [
      {
        nome: 'Ana',
        atualizado_em: '-3d',
        relatorios: [{ numero, ...decided }, { atualizado_em: '2025-01-01' }],
      },
    ],
  })
  const [first, second] = relatorios
  assert.equal(first, {
    numero,
    organizacao: 'a',
    cpf: first?.cpf,
    atualizado_em: '2026-06-12T12:00:00.000Z',
    ...decided,
  })
  assert.is(second?.atualizado_em, '2025-01-01T00:00:00.000Z')
  assert.not('aprovar' in (second as object))
  assert.equal(
    written.map(({ id, nome, habilitada }) => [id, nome, habilitada]),
    [
      ['a', 'a', undefined],
      ['b', 'b', false],
      ['c', 'C', undefined],
    ],
  )
  assert.is(written[1]?.token, 'b-token')
})

test('with a list of reports, a person has only those that are written', () => {
  const [cpf, other] = ['11144477735', '52998224725']
  const pessoas = [
    { nome: 'Ana', cpf },
    { nome: 'Bia', cpf: other },
    { nome: 'Cai', organizacao: 'org-1' },
  ]
  const { relatorios } = made({ pessoas, relatorios: [{ cpf }, { cpf }] })
  assert.equal(
    relatorios.map(({ cpf }) => cpf).sort(),
    [cpf, cpf, made({ pessoas, relatorios: [] }).pessoas[2]?.cpf].sort(),
  )
})

test('persons are made beside those that are written, each with a report', () => {
  const { pessoas, relatorios } = made({
    organizacoes,
    pessoas: [{ nome: 'Ana' }],
    gerar: [
      { pessoas: 2, nome: 'Silva' },
      { pessoas: 1, organizacao: ['b', 'c'], atualizado_em: '-1d' },
    ],
  })
  assert.equal(
    pessoas.map(({ nome }) => nome),
    ['Ana', 'Pessoa Número Silva', 'Pessoa Número Silva', `Pessoa Número ${2 ** 21 + 2}`],
  )
  assert.equal(
    relatorios.map(({ organizacao, atualizado_em }) => [organizacao, atualizado_em]),
    [
      ['a', '2025-12-31T23:00:00.000Z'],
      ['a', '2024-12-31T23:59:00.000Z'],
      ['a', '2024-12-31T23:58:00.000Z'],
      ['b', '2026-06-14T12:00:00.000Z'],
      ['c', '2026-06-14T12:00:00.000Z'],
    ],
  )
})

test('what is made depends on its position and the seed alone', () => {
  const aPerson = fc.record(
    {
      nome: fc.constantFrom('Ana', 'Bia', 'Caio'),
      cpf: fc.constantFrom('11144477735', '52998224725', '12345678909'),
      relatorios: fc.array(fc.record({ aprovar: fc.constant(true) }, { requiredKeys: [] }), { maxLength: 3 }),
    },
    { requiredKeys: ['nome'] },
  )
  fc.assert(
    fc.property(
      fc.array(aPerson, { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      aPerson,
      fc.nat(9),
      (pessoas, at, other, semente) => {
        const i = at % pessoas.length
        const before = made({ semente, pessoas })
        const after = made({ semente, pessoas: pessoas.with(i, other) })
        for (const [j, person] of pessoas.entries()) {
          if (j === i) continue
          const cpf = before.pessoas[j]?.cpf as string
          assert.is(after.pessoas[j]?.cpf, cpf)
          if (person.cpf !== undefined) continue
          const reportsOf = ({ relatorios }: Dataset) => relatorios.filter((report) => report.cpf === cpf)
          assert.equal(reportsOf(after), reportsOf(before))
        }
      },
    ),
    { seed: 40 },
  )
  const numbers = [1, 2].map((semente) => made({ semente, pessoas: [{ nome: 'Ana' }] }).relatorios[0]?.numero)
  assert.is.not(numbers[0], numbers[1])
})

test('writing one thing more moves nothing else', () => {
  const gerar = { pessoas: 3 }
  const madeOf = (fixture: Fixture) => {
    const { pessoas, relatorios } = made({ organizacoes, ...fixture, gerar })
    return [pessoas.slice(-3), relatorios.slice(-3)]
  }
  assert.equal(
    madeOf({ pessoas: [{ nome: 'Ana' }] }),
    madeOf({ pessoas: [{ nome: 'Ana' }, { nome: 'Bia' }] }),
  )
  // A report keeps its number when its decision is written, and so does the one that is still left out.
  const numbers = (relatorios?: FixtureReport[]) => {
    const person = { nome: 'Ana', organizacao: ['a', 'b'], ...(relatorios && { relatorios }) }
    const all = made({ organizacoes, pessoas: [person] }).relatorios
    return ['a', 'b'].map((id) => all.find(({ organizacao }) => organizacao === id)?.numero)
  }
  assert.equal(numbers([{ organizacao: 'b' }]), numbers())
  assert.equal(numbers([{ organizacao: 'a', aprovar: true }]), numbers())
})

test('a CPF that is written is made for nobody else', () => {
  const [first] = made({ pessoas: [{ nome: 'Ana' }] }).pessoas
  const { pessoas } = made({ pessoas: [{ nome: 'Ana' }, { nome: 'Bia', cpf: first?.cpf as string }] })
  assert.is(new Set(pessoas.map(({ cpf }) => cpf)).size, 2)
  assert.ok(pessoas.every(({ cpf }) => isValidCpf(cpf)))
})

test.run()
