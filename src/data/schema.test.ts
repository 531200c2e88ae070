import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { datasetOf } from './dataset.ts'
import { fixtureSchema } from './fixture.ts'
import { checkFixtureText, readFixture } from './read-fixture.ts'
import { shippedFixtures } from './shipped.ts'

const test = suite('schema')

/** The schema that ships, as editors of either draft read it: it has no word that only one of them knows. */
const { $schema: draft07, ...schema } = JSON.parse(JSON.stringify(fixtureSchema))
const validators = [new Ajv({ strict: true }), new Ajv2020({ strict: true })].map((ajv) =>
  ajv.compile(schema),
)

/** Whether the schema takes a value; both drafts must agree. */
function takes(value: unknown): boolean {
  const [first, ...others] = validators.map((validate) => validate(value))
  for (const other of others) assert.is(other, first)
  return first as boolean
}

const rulesOf = async (value: unknown) =>
  (await checkFixtureText(JSON.stringify(value), 'x', 'json')).findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule }) => rule)

const MENSAGEM = 'Aprovado após conferência manual.'
const NUMERO = '7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10'
const person = (more: object) => ({ pessoas: [{ nome: 'Ana', ...more }] })
const report = (more: object) => person({ relatorios: [more] })
const many = (count: number, one: (i: number) => unknown) => Array.from({ length: count }, (_, i) => one(i))

const both: [what: string, value: unknown, isTaken: boolean][] = [
  ['a mensagem of 12 emoji', report({ aprovar: true, mensagem: '🙂'.repeat(12) }), false],
  ['a mensagem of 13 emoji', report({ aprovar: false, mensagem: '🙂'.repeat(13) }), true],
  ['a mensagem of 24 characters', report({ aprovar: true, mensagem: 'x'.repeat(24) }), false],
  ['a mensagem of 25 characters', report({ aprovar: false, mensagem: 'x'.repeat(25) }), true],
  ['a mensagem with a line break', report({ aprovar: false, mensagem: `${MENSAGEM}\nx` }), true],
  ['aprovar without mensagem', { relatorios: [{ cpf: '11144477735', aprovar: true }] }, false],
  ['a long name', person({ nome: 'x'.repeat(10_001) }), false],
  ['a UUID in braces', report({ numero: `{${NUMERO}}` }), false],
  ['a UUID in capitals', report({ numero: NUMERO.toUpperCase() }), true],
  ['a thirteenth month', person({ atualizado_em: '2025-13-01' }), false],
  ['midnight as 24:00', person({ atualizado_em: '2026-01-31T24:00Z' }), true],
  ['a time as PostgreSQL prints it', person({ atualizado_em: '2025-12-31 14:30:00.123456-03' }), true],
  ['keys for anchors', { 'x-base': [{ any: 'thing' }], pessoas: [] }, true],
  ['keys for anchors in a person', person({ 'x-base': 1 }), false],
  ['nothing at all', {}, true],
  ['null', null, false],
  ['gerar of nothing', { gerar: [] }, true],
  ['2001 organizations', { organizacoes: many(2001, (k) => ({ id: `o${k}` })) }, false],
]
for (const [what, value, isTaken] of both) {
  test(`${what}: ${isTaken ? 'taken' : 'refused'} by the schema as by lint`, async () => {
    assert.is(takes(value), isTaken)
    assert.is((await rulesOf(value)).length === 0, isTaken)
  })
}

test('every fixture that ships is one of the schema', async () => {
  assert.is(draft07, 'http://json-schema.org/draft-07/schema#')
  for (const { name, file } of shippedFixtures()) {
    assert.ok(takes(datasetOf(await readFixture(name))), file)
  }
})

test('--allow-invalid-cpf takes what the schema refuses: it follows what is so by default', async () => {
  const { findings } = await checkFixtureText(JSON.stringify(person({ cpf: '123' })), 'x', 'json', {
    allowInvalidCpf: true,
  })
  assert.equal(findings, [])
  assert.not(takes(person({ cpf: '123' })))
})

test.run()
