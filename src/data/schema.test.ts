import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../testing/deep.ts'
import { datasetOf } from './dataset.ts'
import { checkFixtureText, readFixture } from './read-fixture.ts'
import { shippedFixtures } from './shipped.ts'

const test = suite('schema')

/** The schema that ships, as editors of either draft read it: it has no word that only one of them knows. */
const { $schema: draft07, ...schema } = JSON.parse(
  readFileSync(new URL('../../fixtures/fixture.schema.json', import.meta.url), 'utf8'),
)
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

/** What no JSON Schema can say: what depends on another value, on a sum, on a calendar, on arithmetic, on UTF-16. */
const BEYOND_SCHEMA = new Set([
  'repeated-key',
  'repeated-organization',
  'repeated-token',
  'repeated-cpf',
  'repeated-report',
  'unknown-organization',
  'unknown-person',
  'cpf-check-digits',
  'time',
  'range',
  'short-mensagem',
])

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

const unsayable: [rule: string, value: unknown][] = [
  ['repeated-cpf', { pessoas: many(2, () => ({ nome: 'A', cpf: '11144477735' })) }],
  ['repeated-organization', { organizacoes: [{ id: 'a' }, { id: 'a', token: 'b' }] }],
  ['repeated-token', { organizacoes: many(2, (k) => ({ id: `o${k}`, token: 't' })) }],
  ['repeated-report', person({ relatorios: many(2, () => ({ numero: NUMERO })) })],
  ['unknown-organization', person({ organizacao: 'x' })],
  ['unknown-person', { relatorios: [{ cpf: '11144477735' }] }],
  ['cpf-check-digits', person({ cpf: '11144477736' })],
  ['time', person({ atualizado_em: '2026-02-30' })],
  ['time', person({ atualizado_em: '-999999d' })],
  ['range', { gerar: many(2, () => ({ pessoas: 1_000_000 })) }],
  ['short-mensagem', report({ aprovar: true, mensagem: '🙂xxxxxxxxxxxxx' })],
]
for (const [rule, value] of unsayable) {
  test(`${rule}: lint alone can tell`, async () => {
    assert.ok(BEYOND_SCHEMA.has(rule))
    assert.ok(takes(value))
    assert.equal(await rulesOf(value), [rule])
  })
}

const aTime = fc.oneof(
  fc.constantFrom(
    '-3d',
    '+1d',
    '-10s',
    '3d',
    '-3w',
    'ontem',
    '2026-02-30',
    '2026-01-31',
    '24:00',
    '0000-01-01',
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.stringMatching(
    /^\d{4}-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d(:[0-6]\d)?([.,]\d{1,10})?( ?(Z|UTC|[+-][0-2]\d(:?[0-6]\d)?))?$/,
  ),
)
const aText = fc.constantFrom('Ana', 'a', ' ', '', 'ç', 3, null, true, 'x'.repeat(201), ['a'], {})
const anId = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 1, arbitrary: aText },
)
const aCpf = fc.constantFrom(
  '11144477735',
  '52998224725',
  '01234567890',
  '123',
  '11111111111',
  '111.444.777-35',
  '',
  1,
)
const aMensagem = fc.oneof(
  fc.constant(MENSAGEM),
  fc.string({ unit: fc.constantFrom('x', 'é', '🙂', '\ud800', '\n'), minLength: 11, maxLength: 27 }),
  aText,
)
const half = { requiredKeys: [] }
const reportKeys = {
  numero: fc.constantFrom(NUMERO, NUMERO.replace('7', '8'), '12', 3),
  organizacao: anId,
  atualizado_em: aTime,
  aprovar: fc.constantFrom(true, false, 'true', null),
  mensagem: aMensagem,
  estranha: aText,
}
const someReports = fc.array(fc.record(reportKeys, half), { maxLength: 2 })
const owners = fc.oneof(anId, fc.array(anId, { maxLength: 3 }))
const generate = fc.record(
  {
    pessoas: fc.constantFrom(1, 2, 0, -1, 1.5, '1', 2e6),
    nome: aText,
    organizacao: owners,
    atualizado_em: aTime,
  },
  half,
)
/** Mostly what is meant, with faults of every form. */
const aFixture = fc.record(
  {
    organizacoes: fc.array(
      fc.record(
        { id: anId, nome: aText, token: fc.constantFrom('t', 'u', 'a b', '', 1), habilitada: fc.boolean() },
        half,
      ),
      { maxLength: 3 },
    ),
    pessoas: fc.array(
      fc.record(
        {
          nome: aText,
          cpf: aCpf,
          organizacao: owners,
          atualizado_em: aTime,
          relatorios: fc.oneof(someReports, aText),
        },
        half,
      ),
      { maxLength: 2 },
    ),
    relatorios: fc.array(fc.record({ ...reportKeys, cpf: aCpf }, half), { maxLength: 2 }),
    gerar: fc.oneof(generate, fc.array(generate, { maxLength: 2 }), aText),
    semente: fc.constantFrom(1, 0, -1, 2 ** 32, '1', 1.5),
    descricao: aText,
    estranha: aText,
  },
  half,
)
/** One key of a sound fixture replaced. */
const aFaultInSound = fc
  .record({ base: fc.constantFrom(...soundFixtures()), fault: aFixture, at: fc.nat() })
  .map(({ base, fault, at }) => {
    const keys = Object.keys(fault) as (keyof typeof fault)[]
    const key = keys[at % Math.max(1, keys.length)]
    return key === undefined ? base : { ...base, [key]: fault[key] }
  })

function soundFixtures(): object[] {
  const organizacoes = ['a', 'b', 'c'].map((id) => ({ id }))
  return [
    { organizacoes },
    { organizacoes, ...person({ cpf: '11144477735', organizacao: ['a', 'b'], atualizado_em: '-3d' }) },
    { organizacoes, ...report({ numero: NUMERO, aprovar: true, mensagem: MENSAGEM, organizacao: 'c' }) },
  ]
}

test('the schema refuses nothing that lint takes, and takes nothing that lint refuses where it can say so', async () => {
  const seen = { taken: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.oneof(aFixture, aFaultInSound), async (value) => {
      const rules = await rulesOf(value)
      const isTaken = takes(JSON.parse(JSON.stringify(value)))
      if (rules.length === 0) assert.ok(isTaken, `refused by the schema alone: ${JSON.stringify(value)}`)
      if (rules.some((rule) => !BEYOND_SCHEMA.has(rule))) {
        assert.not(isTaken, `refused by lint alone, ${rules}: ${JSON.stringify(value)}`)
      }
      seen[rules.length === 0 ? 'taken' : 'refused']++
    }),
    { numRuns: times(2000, 3000) },
  )
  // A generator of one kind only would prove nothing.
  assert.ok(seen.taken > 50 && seen.refused > 500, JSON.stringify(seen))
})

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
