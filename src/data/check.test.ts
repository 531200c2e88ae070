import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import type { Static } from 'typebox'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stringify as dump } from 'yaml'
import { inFolder, refusalOf } from '../testing/world.ts'
import type { CheckOptions } from './check.ts'
import { datasetOf } from './dataset.ts'
import { findingLine } from './finding.ts'
import { type Fixture, fixtureSchema } from './fixture.ts'
import { checkFixture, checkFixtureText, checkValue, readFixture } from './read-fixture.ts'

const test = suite('check')
const now = Date.UTC(2026, 5, 15, 12)
const findingsOf = async (value: unknown, options = {}) =>
  (await checkValue(structuredClone(value), now, options)).findings

/** The findings of a value and its dataset, if there is no error. */
async function checked(value: unknown, at: number, options: CheckOptions) {
  const { findings, source } = await checkValue(value, at, options)
  return { findings, dataset: source && datasetOf(source) }
}

/** The compiler refuses this file when the types and the schema part. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const typesAreOfTheSchema: Same<Fixture, Static<Omit<typeof fixtureSchema, 'patternProperties'>>> = true

test('the types are those of the schema', () => {
  assert.ok(typesAreOfTheSchema)
})

const MENSAGEM = 'Aprovado após conferência manual.'
const NUMERO = '7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10'
const one = (person: object) => ({ pessoas: [{ nome: 'Ana', ...person }] })
const two = (a: object, b: object = a) => ({
  pessoas: [
    { nome: 'Ana', ...a },
    { nome: 'Bia', ...b },
  ],
})
const reported = (report: object) => one({ relatorios: [report] })

/** What no JSON Schema can say: what depends on another value, on a sum, on a calendar, on arithmetic. */
const BEYOND_SCHEMA =
  /^(repeated-\w+|unknown-organization|unknown-person|cpf-check-digits|time|range|recipe|empty)$/
const takes = new Ajv({ strict: true }).compile(fixtureSchema)

/** Values, and the path, the rule and a part of the message of each finding. */
const faults: [value: unknown, ...found: string[]][] = [
  [undefined, ' empty write {} for one organization'],
  ['x', ' type must be an object, not a string'],
  [null, ' empty'],
  [{ pessoa: [] }, 'pessoa unknown-key did you mean pessoas?'],
  [{ foo: 1 }, 'foo unknown-key is unknown. Use $schema, descricao,'],
  [JSON.parse('{"__proto__": 1, "constructor": 2}'), '__proto__ unknown-key', 'constructor unknown-key'],
  [one({ cpff: '1' }), 'pessoas.0.cpff unknown-key did you mean cpf?'],
  [{ pessoas: [{}] }, 'pessoas.0.nome missing-key is missing'],
  [{ pessoas: null }, 'pessoas type must be a list, not null'],
  [{ pessoas: ['Ana'] }, 'pessoas.0 type must be an object, not a string'],
  [one({ cpf: 11144477735 }), 'pessoas.0.cpf type must be a string, in quotes, not a number'],
  [
    { organizacoes: [{ id: 'a', habilitada: 'false' }] },
    'organizacoes.0.habilitada type must be true or false, not a string',
  ],
  [{ organizacoes: [] }, 'organizacoes empty must have at least 1 entry'],
  [{ organizacoes: [{ nome: 'A' }] }, 'organizacoes.0.id missing-key is missing'],
  [{ organizacoes: [{ id: 'a', token: 'a b' }] }, 'organizacoes.0.token form visible ASCII'],
  [reported({ numero: '12' }), 'pessoas.0.relatorios.0.numero form must be a UUID'],
  [{ semente: -1 }, 'semente range must be at least 0'],
  [{ gerar: { pessoas: 1.5 } }, 'gerar.pessoas type must be a whole number, not a fraction'],
  [{ gerar: { pessoas: 2e6 } }, 'gerar.pessoas range must be at most 1500000'],
  [
    { gerar: [{ pessoas: 1e6 }, { pessoas: 1e6 }] },
    'gerar range generates 2000000 persons: at most 1500000 are',
  ],
  [{ gerar: { pesoas: 3 } }, 'gerar.pesoas unknown-key did you mean pessoas?'],
  [{ gerar: [{ pessoas: 1 }, { pessoas: 1, nom: 'x' }] }, 'gerar.1.nom unknown-key did you mean nome?'],
  [{ gerar: 500 }, 'gerar type must be an object or a list, not a number'],
  [
    { organizacoes: [{ id: 'aurora' }], gerar: { pessoas: 1, organizacao: 'arora', atualizado_em: 'x' } },
    'gerar.organizacao unknown-organization did you mean aurora?',
    'gerar.atualizado_em time is not a time',
  ],
  [one({ organizacao: 3 }), 'pessoas.0.organizacao type must be a string, in quotes or a list, not a number'],
  [one({ organizacao: [] }), 'pessoas.0.organizacao empty'],
  [one({ organizacao: ['org-1', 3] }), 'pessoas.0.organizacao.1 type must be a string'],
  [one({ cpf: '111.444.777-35' }), 'pessoas.0.cpf cpf-mask only its eleven digits'],
  [one({ cpf: '1114447773X' }), 'pessoas.0.cpf cpf-digits'],
  [one({ cpf: '' }), 'pessoas.0.cpf form must not be blank'],
  [one({ cpf: '1234567890' }), 'pessoas.0.cpf cpf-length leading zeros lost'],
  [one({ cpf: '1' }), 'pessoas.0.cpf cpf-length has 1 digit: a CPF has eleven'],
  [one({ cpf: '111444777355' }), 'pessoas.0.cpf cpf-length has 12 digits: a CPF has eleven'],
  [one({ cpf: '11144477736' }), 'pessoas.0.cpf cpf-check-digits it ends in 36, and must end in 35'],
  [one({ cpf: '11111111111' }), 'pessoas.0.cpf cpf-check-digits eleven times'],
  [two({ cpf: '11144477735' }), 'pessoas.1.cpf repeated-cpf is repeated; first at pessoas[0]'],
  [
    two({ relatorios: [{ numero: NUMERO }] }, { relatorios: [{}, { numero: NUMERO.toUpperCase() }] }),
    'pessoas.1.relatorios.1.numero repeated-report first at pessoas[0].relatorios[0]',
  ],
  [
    { organizacoes: [{ id: 'a' }, { id: 'a' }] },
    'organizacoes.1.id repeated-organization this id is repeated; first at organizacoes[0]',
  ],
  [
    {
      organizacoes: [
        { id: 'a', token: 't' },
        { id: 'b', token: 't' },
      ],
    },
    'organizacoes.1.token repeated-token this token is repeated; first at organizacoes[0]',
  ],
  [
    { organizacoes: [{ id: 'aurora' }], pessoas: [{ nome: 'Ana', relatorios: [{ organizacao: 'arora' }] }] },
    'pessoas.0.relatorios.0.organizacao unknown-organization "arora": did you mean aurora?',
  ],
  [
    one({ organizacao: ['org-1', 'x'], relatorios: [{ organizacao: 'org-1' }] }),
    'pessoas.0.organizacao.1 unknown-organization no organization has this id: without organizacoes, the only id is org-1',
  ],
  [
    { organizacoes: [{ id: 'aurora' }], pessoas: [{ nome: 'Ana', organizacao: 'x' }] },
    'pessoas.0.organizacao unknown-organization no organization has this id',
  ],
  [
    {
      pessoas: [{ nome: 'Ana', cpf: '11144477735' }],
      relatorios: [{ cpf: '11144477736' }, { cpf: '52998224725' }],
    },
    'relatorios.0.cpf cpf-check-digits must end in 35',
    'relatorios.1.cpf unknown-person is unknown: no person in this file has this CPF',
  ],
  [one({ atualizado_em: 'ontem' }), 'pessoas.0.atualizado_em time is not a time: write 2026-01-31,'],
  [reported({ atualizado_em: '31/12/2025' }), 'pessoas.0.relatorios.0.atualizado_em time write 2025-12-31'],
  [reported({ aprovar: true }), 'pessoas.0.relatorios.0.mensagem half-decision needs both'],
  [reported({ mensagem: MENSAGEM }), 'pessoas.0.relatorios.0.aprovar half-decision needs both'],
  [
    reported({ aprovar: true, mensagem: 'Aprovado.' }),
    'pessoas.0.relatorios.0.mensagem short-mensagem is too short: it has 9 characters and needs at least 25',
  ],
  [
    {
      organizacoes: [{ id: 'aurora' }],
      pessoas: [{ nome: 'Ana', organizacao: ['auror', 3, 'aurora', 'x'] }],
    },
    'pessoas.0.organizacao.0 unknown-organization did you mean aurora?',
    'pessoas.0.organizacao.1 type not a number',
    'pessoas.0.organizacao.3 unknown-organization',
  ],
  [one({ organizacao: ['org-1', 'org-1'] }), 'pessoas.0.organizacao form must not repeat a value'],
  [one({ nome: ' \n ' }), 'pessoas.0.nome form must not be blank'],
  [
    { pessoas: [{ nome: 'Ana', cpf: '01234567890' }], relatorios: [{ cpf: '012.345.678-90' }] },
    'relatorios.0.cpf cpf-mask eleven digits',
  ],
  [
    { organizacoes: [{ id: 'a' }, { id: 'b' }], pessoas: [{ nome: 'Ana', organizacao: 'a, b' }] },
    'pessoas.0.organizacao unknown-organization "a, b": for several, write [a, b]',
  ],
  [
    { organizacoes: [{ id: 'a' }, { nome: 'B' }], pessoas: [{ nome: 'Ana', organizacao: 'zzzz' }] },
    'organizacoes.1.id missing-key',
    'pessoas.0.organizacao unknown-organization',
  ],
  [
    { organizacoes: Array.from({ length: 2001 }, (_, k) => ({ id: `o${k}` })) },
    'organizacoes range must have at most 2000',
  ],
  [one({ atualizado_em: '3d' }), 'pessoas.0.atualizado_em time write -3d'],
  [{ semente: Number.NaN }, 'semente type must be a whole number'],
]
for (const [value, ...found] of faults) {
  test(`${JSON.stringify(value)?.slice(0, 100)}: every fault is told with its path, once`, async () => {
    const { findings, dataset } = await checked(structuredClone(value), now, {})
    assert.is(dataset, undefined)
    assert.is(findings.length, found.length)
    if (takes(value))
      for (const { rule } of findings) assert.match(rule, BEYOND_SCHEMA, 'the schema takes it')
    const told = findings.map(({ path, rule, message }) => `${path.join('.')} ${rule} ${message}`)
    for (const one of found) {
      const [at = '', rule = '', ...words] = one.split(' ')
      const hit = told.some((line) => line.startsWith(`${at} ${rule} `) && line.includes(words.join(' ')))
      assert.ok(hit, `${one}\n${told.join('\n')}`)
    }
  })
}

test('what refers to something that is at fault itself is not told beside it', async () => {
  const rules = async (value: unknown) => (await findingsOf(value)).map(({ rule }) => rule)
  const report = { cpf: '52998224725', organizacao: 'a' }
  assert.equal(
    await rules({
      organizacoes: [{ id: 3 }],
      pessoas: [{ nome: 'Ana', cpf: 1, relatorios: [] }],
      relatorios: [report],
    }),
    ['type', 'type'],
  )
  assert.equal(await rules({ organizacoes: 'a', pessoas: {}, relatorios: [report] }), ['type', 'type'])
})

const doubtful: [value: unknown, path: string, rule: string, message: RegExp][] = [
  [{ pessoas: [{ nome: 'Ana' }], relatorios: [] }, 'pessoas.0', 'no-effect', /^appears in no list/],
  [one({ nome: 'Jo\x8bo' }), 'pessoas.0.nome', 'control-character', /U\+008B/],
  [one({ nome: 'Ana\tSá' }), 'pessoas.0.nome', 'control-character', /U\+0009/],
  [{ organizacoes: [{ id: 'a', nome: 'A\x9f' }] }, 'organizacoes.0.nome', 'control-character', /U\+009F/],
  [{ gerar: { pessoas: 1, nome: '\x80' } }, 'gerar.nome', 'control-character', /U\+0080/],
  [
    two({ atualizado_em: '2025-12-31 14:30:00.5' }),
    'pessoas.0.atualizado_em',
    'time-zone',
    /^"2025-12-31 14:30:00\.5" names no time zone, .*: write 2025-12-31T14:30:00\.500Z \(1 other like it\)$/,
  ],
]
for (const [value, path, rule, message] of doubtful) {
  test(`${JSON.stringify(value)}: one warning`, async () => {
    const [finding, ...others] = await findingsOf(value)
    assert.equal(others, [])
    assert.equal([finding?.severity, finding?.rule, finding?.path.join('.')], ['warning', rule, path])
    assert.match(finding?.message as string, message)
  })
}

test('unusual names and persons that a list leaves out on purpose get no warning', async () => {
  const names = ['João D’Ávila', "Sant'Anna", 'Zoë “Zô” Sá', 'Łukasz', '\u0906\u0928\u094d\u092f\u093e']
  assert.equal(await findingsOf({ pessoas: names.map((nome) => ({ nome })) }), [])
  const purposes = [{ relatorios: [] }, { cpf: '11144477735' }, { organizacao: 'org-1' }]
  const pessoas = purposes.map((purpose) => ({ nome: 'Ana', ...purpose }))
  assert.equal(await findingsOf({ pessoas, relatorios: [] }), [])
})

test('CPFs that are none are taken where that is meant', async () => {
  const fixture = { pessoas: ['111.444.777-35', '123', '11144477736'].map((cpf) => ({ nome: 'Ana', cpf })) }
  const { findings, dataset } = await checked(fixture, now, { allowInvalidCpf: true })
  assert.equal(findings, [])
  assert.equal(
    dataset?.pessoas.map(({ cpf }) => cpf),
    ['111.444.777-35', '123', '11144477736'],
  )
})

test('a number that is written and would be made, too, is told', async () => {
  const { dataset } = await checked(
    { pessoas: [{ nome: 'Ana' }, { nome: 'Bia' }], gerar: { pessoas: 1 } },
    now,
    {},
  )
  for (const { numero } of dataset?.relatorios ?? []) {
    const pessoas = [{ nome: 'Ana' }, { nome: 'Bia', relatorios: [{}, { numero }] }]
    assert.equal(
      (await findingsOf({ pessoas, gerar: { pessoas: 1 } })).map(({ path, rule }) => [path.join('.'), rule]),
      [['pessoas.1.relatorios.1.numero', 'repeated-report']],
    )
  }
})

test('what looks like people who are real is warned of, once a kind, and is no error', async () => {
  const { findings, dataset } = await checked(
    {
      pessoas: [
        { nome: 'Ana <ana@example.com>' },
        { nome: 'Bia (11) 91234-5678' },
        { nome: 'Caio', relatorios: [{ aprovar: true, mensagem: 'Aprovado, fale com caio@example.com.' }] },
        {
          nome: 'Davi 2',
          relatorios: [{ aprovar: true, mensagem: 'Aprovado em 2025-12-31 às 12:00:00 por A.' }],
        },
      ],
    },
    now,
    {},
  )
  assert.ok(dataset)
  assert.equal(
    findings.map(({ severity, path }) => [severity, path.join('.')]),
    [
      ['warning', 'pessoas.0.nome'],
      ['warning', 'pessoas.1.nome'],
    ],
  )
  assert.match(findings[0]?.message as string, /e-mail address: .*LGPD.* \(1 other like it\)$/)
})

test('no message repeats a person', async () => {
  const aText = fc.constantFrom('Zulmira Xerxes', 'zulmira', 'zulmira@example.com', '(11) 98765-4321')
  const aCpf = fc.constantFrom('98765432100', '987.654.321-00', '98765432101', '987654321', '98765432x00')
  const aReport = fc.record(
    { cpf: aCpf, mensagem: aText, aprovar: fc.constantFrom(true, 'Zulmira'), numero: aText, token: aText },
    { requiredKeys: [] },
  )
  const aPerson = fc.record(
    {
      nome: fc.oneof(aText, fc.constant(['Zulmira'])),
      cpf: fc.oneof(aCpf, fc.constant(98765432100)),
      relatorios: fc.array(aReport, { maxLength: 2 }),
      gerar: aText,
    },
    { requiredKeys: [] },
  )
  const anId = fc.constantFrom('Zulmira Xerxes', '98765432100', 'zulmira@example.com')
  const aFixture = fc.record(
    {
      pessoas: fc.array(aPerson, { maxLength: 4 }),
      relatorios: fc.array(aReport, { maxLength: 3 }),
      organizacoes: fc.array(fc.record({ id: anId }), { maxLength: 2 }),
      gerar: fc.record({ pessoas: fc.constant(1), organizacao: fc.oneof(anId, fc.array(anId)) }),
      'Zulmira Xerxes': fc.constant(1),
      98765432100: fc.constant(1),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(aFixture, async (fixture) => {
      for (const format of ['json', 'yaml'] as const) {
        const text = format === 'json' ? JSON.stringify(fixture) : dump(fixture)
        const { findings } = await checkFixtureText(text, 'x', format)
        for (const finding of findings) assert.not.match(findingLine(finding), /zulmira|98765|987\.654/i)
      }
    }),
    { seed: 40 },
  )
})

test('any value is checked, and none breaks the check', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (value) => {
      const { findings, dataset } = await checked(structuredClone(value), now, {})
      assert.is(
        dataset === undefined,
        findings.some(({ severity }) => severity === 'error'),
      )
    }),
    { seed: 40, numRuns: 80 },
  )
})

test('findings of a file have lines, in their order; those of an object have none', async () => {
  const text = 'pessoas:\n  - nome: Ana\n    cpf: "1"\n    cpf: "2"\n  - nome: 3\n'
  const { findings, dataset } = await checkFixtureText(text, 'x.yaml', 'yaml')
  assert.is(dataset, undefined)
  assert.equal(
    findings.map(({ file, line, column, path, rule }) => [file, line, column, path, rule]),
    [
      ['x.yaml', 4, 5, '', 'repeated-key'],
      ['x.yaml', 4, 5, 'pessoas[0].cpf', 'cpf-length'],
      ['x.yaml', 5, 5, 'pessoas[1].nome', 'type'],
    ],
  )
  const inline = await checkFixture({ pessoas: [{ nome: 'Ana', cpf: '1' }] })
  assert.equal(
    inline.findings.map(({ file, line, path }) => [file, line, path]),
    [['the fixture', undefined, 'pessoas[0].cpf']],
  )
})

test('an inline fixture is what it would be as a file', async () => {
  const person = { nome: 'Ana', cpf: undefined, organizacao: 'b', relatorios: [{ organizacao: undefined }] }
  const fixture = { organizacoes: [{ id: 'a' }, { id: 'b' }], pessoas: [person] } as unknown as Fixture
  const { dataset } = await checkFixture(fixture)
  assert.equal(
    dataset?.relatorios.map(({ organizacao }) => organizacao),
    ['b'],
  )
  const cyclic: Record<string, unknown> = {}
  cyclic.pessoas = cyclic
  for (const wrong of [undefined, () => 1, Object.create({ pessoas: [] })]) {
    assert.match(
      await refusalOf(checkFixture(wrong as unknown as Fixture)),
      /^A fixture must be a file, a name or an object, not /,
    )
  }
  assert.match(
    await refusalOf(checkFixture('x.csv')),
    /x\.csv is CSV\. Use "npx pessoas-sim fixture from-csv"/,
  )
  assert.match(await refusalOf(checkFixture(cyclic as Fixture)), /^The fixture cannot be written as JSON: /)
  assert.match(
    await refusalOf(checkFixture({ semente: 1n } as unknown as Fixture)),
    /cannot be written as JSON: .*BigInt/,
  )
})

const SPACE = 'does not count as a space: write a normal space'
const QUOTE = 'does not count as a quote: write "'
const odd: [form: 'json' | 'yaml', text: string, place: string, message: string][] = [
  ['yaml', 'organizacoes:\n\u00a0\u00a0- id: a\n', '2:1', `U+00A0 (no-break space) ${SPACE}`],
  ['yaml', '{\u00a0pessoas: []}', '1:2', `U+00A0 (no-break space) ${SPACE}`],
  ['yaml', 'pessoas:\u00a0[]', '1:9', `U+00A0 (no-break space) ${SPACE}`],
  ['yaml', '\u200bpessoas: []', '1:1', 'U+200B (zero-width space) does not count as a space: remove it'],
  ['yaml', 'pessoas:\n  - nome: A\n    cpf: “11144477735”\n', '3:10', `U+201C (“) ${QUOTE}`],
  ['yaml', 'pessoas:\n  - nome: “Ana: b”', '2:11', `not valid YAML: U+201C (“) ${QUOTE}`],
  ['json', '{"pessoas":\u00a0[]}', '1:12', `not valid JSON: U+00A0 (no-break space) ${SPACE}`],
  ['json', '{\u2003"pessoas": []}', '1:2', `not valid JSON: U+2003 (another kind of space) ${SPACE}`],
  ['json', '{“pessoas”: []}', '1:2', `not valid JSON: U+201C (“) ${QUOTE}`],
]
for (const [form, text, place, message] of odd) {
  test(`${form} ${JSON.stringify(text)}: a character that only looks right is named with its place`, async () => {
    const { findings } = await checkFixtureText(text, 'x', form)
    const said = findings.map((finding) => `${finding.line}:${finding.column} ${finding.message}`)
    assert.ok(said.includes(`${place} ${message}`), said.join('\n'))
  })
}

test('keys that begin with x- hold anchors and are ignored', async () => {
  const text =
    'x-de: &de\n  organizacao: org-1\n  atualizado_em: 2025-12-31\npessoas:\n  - { <<: *de, nome: Ana }\n'
  const { findings, dataset } = await checkFixtureText(text, 'x', 'yaml')
  assert.equal(findings, [])
  assert.is(dataset?.relatorios[0]?.atualizado_em, '2025-12-31T00:00:00.000Z')
})

test('a file whose name does not say its form is JSON if it begins with a brace, else YAML', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mundo.txt')
    writeFileSync(file, '# Dados\npessoas: [{ nome: Ana }]\n')
    assert.is((await checkFixture(file)).dataset?.pessoas[0]?.nome, 'Ana')
    for (const [text, message] of [
      ['{ pessoas: [] }\n', /^not valid JSON: .* \(read as JSON, because it begins with \{ and has no name/],
      ['pessoas: [\n', /^not valid YAML: .* \(read as YAML, because it does not begin with \{ and has/],
    ] as const) {
      writeFileSync(file, text)
      assert.match((await checkFixture(file)).findings[0]?.message as string, message)
    }
    writeFileSync(file, '{"pessoas": [{"nome": 3}]}\n')
    assert.equal(
      (await checkFixture(file)).findings.map(({ message }) => message),
      ['must be a string, in quotes, not a number'],
    )
    writeFileSync(file, Buffer.from('{"pessoas": [\n{"nome": "José"}]}', 'latin1'))
    assert.match(
      await refusalOf(checkFixture(file)),
      /not valid UTF-8 \(line 2, column 14\)\. Save it as UTF-8/,
    )
  }))

test('a fixture that cannot be used is refused with its lines, up to a number; warnings are told', async () => {
  const refused = (fixture: Fixture) => refusalOf(readFixture(fixture))
  assert.match(
    await refused({ pessoas: [{ nome: 'Ana', cpf: '1' }] }),
    /^The fixture cannot be used \(positions count from 0\):\n {2}the fixture: error: pessoas\[0\]\.cpf: .*\nIf invalid CPFs are intended, use --allow-invalid-cpf/,
  )
  assert.match(
    await refused({ pessoas: Array(60).fill({ nome: '' }) }),
    /and 10 more: "npx pessoas-sim lint" prints all of them$/,
  )
  const notices: string[] = []
  await readFixture({ pessoas: [{ nome: 'ana@example.com' }] }, { notice: (line) => notices.push(line) })
  assert.match(notices.join(), /^the fixture: warning: pessoas\[0\]\.nome: contains an e-mail address/)
})

test.run()
