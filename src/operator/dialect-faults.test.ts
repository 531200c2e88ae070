import { Ajv } from 'ajv'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { steps } from '../contract/dialect.ts'
import { profileForms, situations } from '../contract/dialect-form.ts'
import { profileSchema } from '../contract/profile-schema.ts'
import { aValueOf } from '../testing/a-form.ts'
import { profileFaults } from './profile-faults.ts'

const test = suite('dialect faults')
const conforms = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(profileSchema())

const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)])
const likeness = { share: 1, atLeast: 0.99 }
const measured = { at: '2026-01-01T00:00:00.000Z', questions: 300, behaves: likeness, toTheLetter: likeness }

const sound: unknown[] = [
  { version: 2, dialect: {} },
  { version: 1 },
  { measured },
  { dialect: { parameters: { page: { zero: 'one' }, others: { capitals: 'take' } } } },
  {
    dialect: {
      bodies: { aprovar: { bit: 'accept' }, type: { plain: 'read' } },
      routes: { path: { capitals: 'same' } },
    },
  },
  { dialect: { steps: [] } },
  { dialect: { steps: [...steps].reverse() } },
  { dialect: { search: { least: 3, most: 3, words: 'words', busca: { of: 'cpf', as: 'sent' } } } },
  { dialect: { search: { busca: { join: ' ' } } } },
  {
    dialect: {
      refusals: {
        phrases: { 'page.word': 'no', '*.empty': { text: 'no', keys: ['{key}'] }, 'page.*': 'no' },
      },
    },
  },
  { dialect: { refusals: { phrases: { 'page.word': { keys: ['{key}'], own: { code: 7 } } } } } },
  {
    dialect: {
      refusals: { frames: { '400': { status: 422, body: { e: '{text}' }, headers: { a: null } } } },
    },
  },
  {
    dialect: {
      refusals: {
        frames: { x: { status: 400, body: '' } },
        phrases: { 'token.none': { text: '', frame: 'x' } },
      },
    },
  },
  { dialect: { refusals: { joining: { query: { told: 'first', order: ['*'], between: '' } } } } },
  // The order of a profile that was written before the size had a step.
  { dialect: { steps: steps.filter((step) => step !== 'size') } },
  { dialect: { steps: [...steps].reverse(), limits: { body: 16_777_216, number: 36 } } },
  {
    dialect: {
      shape: {
        list: '{itens}',
        item: { a: 1 },
        utc: '+00:00',
        headers: { Server: 'x', 'Cache-Control': null },
      },
    },
  },
  { dialect: { shape: { list: deep(12) } } },
]
for (const value of sound) {
  test(`${JSON.stringify(value).slice(0, 120)} is sound`, () => {
    assert.equal(profileFaults(value), [])
    assert.ok(conforms(value), JSON.stringify(conforms.errors))
  })
}

const faulty: [value: unknown, ...faults: string[]][] = [
  [{ version: 3 }, 'version must be 1 or 2, not 3'],
  [{ versao: 2 }, 'knob "versao" is unknown: did you mean version?'],
  [{ dialect: 'a' }, 'dialect must be an object, not "a"'],
  [{ dialect: { parameter: {} } }, 'dialect has an unknown key "parameter": did you mean parameters?'],
  [
    { dialect: { parameters: { pages: {}, page: { zeros: 'one' } } } },
    'dialect.parameters has an unknown key "pages": did you mean page?',
    'dialect.parameters.page has an unknown key "zeros": did you mean zero?',
  ],
  [
    { dialect: { parameters: { page: { zero: 'ones' } } } },
    'dialect.parameters.page.zero must be refuse, absent, one, positive or beyond, not "ones": did you mean one?',
  ],
  [
    JSON.parse('{"dialect":{"parameters":{"page":{"__proto__":"one"}}}}'),
    'dialect.parameters.page has an unknown key "__proto__"',
  ],
  [{ dialect: { routes: { type: { get: 1 } } } }, 'dialect.routes.type.get must be same or refuse, not 1'],
  [{ dialect: { steps: 'token' } }, 'dialect.steps must be a list, not "token"'],
  [
    { dialect: { steps: ['tokens'] } },
    `dialect.steps must be empty or contain each of ${steps.join(', ')} once, not ["tokens"]: did you mean token?`,
  ],
  [
    { dialect: { steps: steps.slice(1) } },
    `dialect.steps must be empty or contain each of ${steps.join(', ')} once, not ["token","size","type","json","number","query","body","repor…`,
  ],
  [
    { dialect: { search: { least: -1 } } },
    'dialect.search.least must be a whole number from 0 to 1000000, not -1',
  ],
  [{ dialect: { search: { busca: {} } } }, 'dialect.search.busca must have either of or join'],
  [
    { dialect: { search: { busca: { of: 'nome', join: ' ' } } } },
    'dialect.search.busca must have either of or join',
  ],
  [
    { dialect: { refusals: { frames: { a: { status: 99 } } } } },
    'dialect.refusals.frames.a.status must be a whole number from 200 to 599, not 99',
    'dialect.refusals.frames.a.body is missing',
  ],
  [
    { dialect: { refusals: { frames: { '': { status: 400, body: '' } } } } },
    'dialect.refusals.frames cannot have the key ""',
  ],
  [
    { dialect: { refusals: { phrases: { 'page.wordy': 'x' } } } },
    'dialect.refusals.phrases has an unknown key "page.wordy": did you mean page.word?',
  ],
  [
    { dialect: { refusals: { phrases: { 'page.word': 7 } } } },
    'dialect.refusals.phrases.page.word must be a string of at most 16000 characters, not 7',
  ],
  [
    { dialect: { refusals: { joining: { query: { order: ['a', 1] } } } } },
    'dialect.refusals.joining.query.order[1] must be a string of at most 16000 characters, not 1',
  ],
  [
    { dialect: { refusals: { joining: { query: { order: 'a' } } } } },
    'dialect.refusals.joining.query.order must be sent or sorted or a list of at most 100, not "a"',
  ],
  [
    { dialect: { shape: { list: deep(13) } } },
    'dialect.shape.list must be JSON of at most 12 levels and 20000 characters, not [[[[[[[[[[[[["x"]]]]]]]]]]]]]',
  ],
  [
    { dialect: { limits: { body: 16_777_217, number: 35 } } },
    'dialect.limits.body must be a whole number from 1 to 16777216, not 16777217',
    'dialect.limits.number must be a whole number from 36 to 1000000, not 35',
  ],
  [{ dialect: { shape: { headers: 7 } } }, 'dialect.shape.headers must be an object, not 7'],
  [
    { dialect: { shape: { json: { indent: 'x' } } } },
    'dialect.shape.json.indent must be a string of at most 8 characters (1 to 8 spaces, or one tab), not "x"',
  ],
  [{ dialect: { shape: { headers: { 'a b': 'x' } } } }, 'dialect.shape.headers cannot have the key "a b"'],
  [
    { dialect: { shape: { headers: { a: 'x\r\nb: c' } } } },
    'dialect.shape.headers.a must be a string of at most 2000 characters or null (only characters that HTTP allows in a header), not "x\\r\\nb: c"',
  ],
  [
    { dialect: { shape: { headers: { a: 1 } } } },
    'dialect.shape.headers.a must be a string of at most 2000 characters or null, not 1',
  ],
  [
    { measured: { ...measured, questions: 0.5 } },
    'measured.questions must be a whole number from 1 to 1000000, not 0.5',
  ],
  [
    { measured: { ...measured, behaves: { share: 1.1, atLeast: 0 } } },
    'measured.behaves.share must be a number from 0 to 1, not 1.1',
  ],
]
for (const [value, ...faults] of faulty) {
  test(`${JSON.stringify(value).slice(0, 120)} is not sound`, () => {
    assert.equal(profileFaults(value), faults)
    if (!JSON.stringify(value).includes('[[[')) assert.not(conforms(value))
  })
}

const contradictory: [dialect: object, fault: RegExp][] = [
  [
    { search: { least: 5, most: 4 } },
    /^dialect\.search\.least \(5\) must not exceed dialect\.search\.most \(4\)/,
  ],
  [
    {
      refusals: {
        frames: { plain: { status: 400, body: '' } },
        phrases: { 'page.word': { text: '', frame: 'plan' } },
      },
    },
    /frame must be one of dialect\.refusals\.frames, not "plan": did you mean plain\?$/,
  ],
]
for (const [dialect, fault] of contradictory) {
  test(`${JSON.stringify(dialect)} contradicts itself`, () => {
    const [found, ...more] = profileFaults({ dialect })
    assert.match(found as string, fault)
    assert.is(more.length, 0)
  })
}

test('a template of too many characters is not sound', () => {
  assert.is(profileFaults({ dialect: { shape: { list: 'x'.repeat(20_000) } } }).length, 1)
})

test('the situations are those of the tables, and others', () => {
  for (const name of [
    'page.word',
    'mensagem.short',
    'type.plain',
    'body.none',
    'token.wrong',
    'report.unknown',
  ])
    assert.ok(situations.includes(name), name)
  assert.is(new Set(situations).size, situations.length)
})

/** Faults that no JSON Schema can say. */
const BEYOND_SCHEMA = /^dialect\.(search\.least \(|refusals\.phrases\..*frame must be one of)/

test('the schema takes the tables that the check takes, and nothing else', () => {
  const aDialect = aValueOf(profileForms.dialect)
  const anything = fc.constantFrom<unknown>(
    null,
    7,
    -1,
    1.5,
    'x',
    'refuse',
    [],
    ['token'],
    {},
    { x: 1 },
    { text: 'x' },
  )
  fc.assert(
    fc.property(aDialect, fc.option(fc.tuple(fc.nat(), anything)), (drawn, damage) => {
      const dialect = damage === null ? drawn : damaged(drawn, ...damage)
      const faults = profileFaults({ dialect }).filter((fault) => !BEYOND_SCHEMA.test(fault))
      if (damage === null) assert.equal(faults, [])
      assert.is(conforms({ dialect }), faults.length === 0, faults.join('\n'))
    }),
    { numRuns: 300 },
  )
})

/** Returns a value with one of the values in it replaced. */
function damaged(value: unknown, at: number, by: unknown): unknown {
  const copy = { dialect: structuredClone(value) } as Record<string, unknown>
  const places: [holder: Record<string, unknown>, key: string][] = []
  const visit = (holder: Record<string, unknown>) => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key])
      if (typeof holder[key] === 'object' && holder[key] !== null)
        visit(holder[key] as Record<string, unknown>)
    }
  }
  visit(copy)
  const [holder, key] = places[at % places.length] as (typeof places)[0]
  holder[key] = by
  return copy.dialect
}

test.run()
