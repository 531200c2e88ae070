import { Ajv } from 'ajv'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hint, nearest } from '../operator/hint.ts'
import { profileFaults } from '../operator/profile-faults.ts'
import { profileSchema, profileSchemaText } from '../operator/profile-schema.ts'
import { profiles } from '../operator/profiles.ts'
import { readChoice } from '../operator/read-choice.ts'
import { times } from '../testing/deep.ts'
import { clauses } from './clauses.ts'
import { type Knob, type KnobName, knobNames, knobs } from './knobs.ts'
import {
  choiceText,
  completeProfile,
  defaultProfile,
  isSameChoice,
  type PartialProfile,
  type Profile,
} from './profile.ts'

const test = suite('profile')

test('every knob says what is open and where, and has choices that are words of what happens', () => {
  for (const [name, knob] of Object.entries<Knob>(knobs)) {
    assert.match(name, /^[a-z]+([A-Z][a-z]*)*$/)
    assert.ok(
      clauses.some(({ id }) => id === knob.clause),
      name,
    )
    assert.ok(knob.says.length > 3, name)
    if (!('choices' in knob)) continue
    assert.ok(new Set(knob.choices).size === knob.choices.length && knob.choices.length > 1, name)
    if (knob.kind === 'choice')
      for (const choice of knob.choices) assert.match(choice, /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/)
  }
})

test('the defaults are the first choices, no limits, all fields and texts of our own', () => {
  assert.is(defaultProfile.rowsOffGrid, 'refuse')
  assert.is(defaultProfile.rowsMaximum, null)
  assert.equal(defaultProfile.sortFields, ['cpf', 'nome', 'atualizado_em'])
  assert.match(defaultProfile.texts.unauthorized, /token.*acesso/)
  assert.equal(Object.keys(defaultProfile), [...knobNames, 'seen'])
})

test('a part is completed: the later ones win, one text is enough, and fields stand in the order of refusals', () => {
  const profile = completeProfile(
    { $schema: 'x', rowsOffGrid: 'honour', texts: { notFound: 'a' } },
    { rowsOffGrid: 'use-default', sortFields: ['nome', 'cpf'], texts: { unauthorized: 'b' } },
  )
  assert.equal(profile, {
    ...defaultProfile,
    rowsOffGrid: 'use-default',
    sortFields: ['cpf', 'nome'],
    texts: { unauthorized: 'b', notFound: 'a' },
  })
})

test('the profiles that ship are sound, and say something', () => {
  assert.equal(Object.keys(profiles), ['default', 'strict', 'lenient', 'framework'])
  for (const { choices, says } of Object.values(profiles)) {
    assert.equal(profileFaults(choices), [])
    assert.ok(says.length > 10)
  }
  assert.equal(completeProfile(profiles.default.choices), defaultProfile)
})

const faults: [value: unknown, faults: (string | RegExp)[]][] = [
  [{}, []],
  [{ $schema: './x.json', rowsMaximum: null, mensagemMaximum: 26, texts: {} }, []],
  [{ rowsOffGrid: 'round-down', sortFields: ['nome'], texts: { notFound: 'Nada.' } }, []],
  [{ $schema: 7 }, ['$schema must be a string']],
  [null, ['a profile must be an object that has knobs as keys and their choices as values, not null']],
  [[], ['a profile must be an object that has knobs as keys and their choices as values, not an array']],
  [
    'strict',
    ['a profile must be an object that has knobs as keys and their choices as values, not a string'],
  ],
  [{ rowsOfGrid: 'refuse' }, ['knob "rowsOfGrid" is unknown: did you mean rowsOffGrid?']],
  [{ ROWSOFFGRID: 'refuse' }, ['knob "ROWSOFFGRID" is unknown: did you mean rowsOffGrid?']],
  [{ cor: 'azul' }, ['knob "cor" is unknown']],
  [
    JSON.parse('{"__proto__":1,"constructor":1}'),
    ['knob "__proto__" is unknown', 'knob "constructor" is unknown'],
  ],
  [
    { rowsOffGrid: 'rounddown' },
    [
      'rowsOffGrid must be refuse, round-down, round-up, use-default or honour, not "rounddown": did you mean round-down?',
    ],
  ],
  [{ faults: true }, ['faults must be all or first, not true']],
  [{ faults: undefined }, ['faults must be all or first, not undefined']],
  [
    { rowsMaximum: 30 },
    [
      'rowsMaximum must be null for no limit (none on the command line) or a whole number of at least 25 and a multiple of 25, not 30',
    ],
  ],
  [{ rowsMaximum: 0 }, [/of at least 25/]],
  [
    { mensagemMaximum: '255' },
    [
      'mensagemMaximum must be null for no limit (none on the command line) or a whole number of at least 26, not "255"',
    ],
  ],
  [{ mensagemMaximum: 30.5 }, [/whole number/]],
  [
    { sortFields: [] },
    [/^sortFields must be a list of one or more unique values from cpf, nome, atualizado_em, not \[\]$/],
  ],
  [{ sortFields: ['cpf', 'cpf'] }, [/^sortFields must be a list/]],
  [{ sortFields: 'cpf' }, [/^sortFields must be a list/]],
  [{ sortFields: ['nomes'] }, [/did you mean nome\?$/]],
  [{ texts: 'a' }, ['texts must be an object with unauthorized and notFound, not "a"']],
  [{ texts: { notfound: 'a' } }, ['texts has an unknown key "notfound": did you mean notFound?']],
  [{ texts: { notFound: '' } }, ['texts.notFound must be a string of at least one character, not ""']],
  [{ texts: { notFound: 7 } }, ['texts.notFound must be a string of at least one character, not 7']],
  [{ texts: { notFound: 7, nope: 'a' } }, [/notFound must be/, /unknown key "nope"/]],
  [{ texts: ['x'.repeat(100)] }, [/not \["x{58}…$/]],
  [{ faults: 'al', busca: 'x' }, [/^faults .*did you mean all\?$/, /^busca must be/]],
  [{ version: 3, seen: {} }, []],
  [
    {
      seen: {
        order: ['token', 'route', 'type', 'json', 'body', 'query', 'report', 'state'],
        faults: {
          '*': { status: 422, body: { a: ['{key}'] } },
          'page.*': 'ignore',
          'page.word': { text: 'x' },
        },
        list: '{itens}',
        headers: { 'x-a': null },
        recorded: [{ request: 'GET /pessoas/', as: '/pessoas' }],
      },
    },
    [],
  ],
  [{ version: 4 }, ['version must be 3']],
  [{ seen: 'a' }, ['seen must be an object']],
  [{ seen: { fault: {} } }, ['seen.fault is unknown: did you mean faults?']],
  [{ seen: { order: ['token'] } }, [/^seen\.order must have at least 8/]],
  [{ seen: { faults: { 'page.wort': 'ignore' } } }, [/page\.wort.*did you mean page\.word\?/]],
  [{ seen: { faults: { '*': 'ignored' } } }, [/^seen\.faults\.\* must be/]],
  [{ seen: { faults: { '*': { status: 42 } } } }, ['seen.faults.*.status must be at least 200']],
  [{ seen: { headers: { 'a b': 'x' } } }, [/^a key of seen\.headers must look like/]],
  [{ seen: { recorded: [{ as: '/x' }] } }, ['seen.recorded[0].request is missing']],
]
const ajv = new Ajv({ allErrors: true })
const conforms = ajv.compile(profileSchema())

for (const [value, expected] of faults) {
  test(`${JSON.stringify(value)} has ${expected.length} faults`, () => {
    const found = profileFaults(value)
    assert.is(found.length, expected.length, found.join('\n'))
    for (const [i, fault] of expected.entries()) {
      if (fault instanceof RegExp) assert.match(found[i] as string, fault)
      else assert.is(found[i], fault)
    }
    if (JSON.stringify(value) !== '{}' || expected.length === 0)
      assert.is(conforms(value), expected.length === 0)
  })
}

test('the schema takes what the check takes, and nothing else', () => {
  const aValue = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      25,
      26,
      30,
      50,
      25.5,
      '',
      'refuse',
      'first',
      ['cpf'],
      ['nome', 'cpf'],
      [],
      ['x'],
      {},
      { notFound: 'a' },
      { x: 'a' },
      { notFound: '' },
    ),
    ...Object.values<Knob>(knobs).flatMap((knob) =>
      'choices' in knob ? [fc.constantFrom<unknown>(...knob.choices)] : [],
    ),
  )
  const aPart = fc.dictionary(fc.constantFrom(...knobNames, '$schema', 'knob'), aValue, { maxKeys: 3 })
  fc.assert(
    fc.property(aPart, (part) => {
      const value = { ...part, ...('$schema' in part && { $schema: 'x' }) }
      assert.is(conforms(value), profileFaults(value).length === 0, JSON.stringify(value))
    }),
    { numRuns: times(1_000, 3_000) },
  )
})

test('the schema of the build has one line a choice, and is short', () => {
  const text = profileSchemaText()
  assert.equal(JSON.parse(text), JSON.parse(JSON.stringify(profileSchema())))
  assert.ok(text.split('\n').length < 600)
})

const written: [name: string, text: string, choices: object][] = [
  ['rowsOffGrid', 'honour', { rowsOffGrid: 'honour' }],
  ['rowsMaximum', '50', { rowsMaximum: 50 }],
  ['rowsMaximum', 'none', { rowsMaximum: null }],
  ['rowsMaximum', 'null', { rowsMaximum: null }],
  ['rowsMaximum', '5e1', { rowsMaximum: '5e1' }],
  ['sortFields', 'cpf, nome', { sortFields: ['cpf', 'nome'] }],
  ['texts.notFound', 'Nada, nada.', { texts: { notFound: 'Nada, nada.' } }],
  ['texts', 'a', { texts: 'a' }],
  ['texts.notFound.x', 'a', { texts: { 'notFound.x': 'a' } }],
  ['rowsMaximum', '9'.repeat(400), { rowsMaximum: '9'.repeat(400) }],
  ['rowsOffGrid.x', 'honour', { 'rowsOffGrid.x': 'honour' }],
  ['constructor', 'a', { constructor: 'a' }],
]
for (const [name, text, choices] of written) {
  test(`${name}=${text} is ${JSON.stringify(choices)}`, () => assert.equal(readChoice(name, text), choices))
}

test('every choice is written as it is read', () => {
  for (const name of knobNames.filter((name) => name !== 'texts')) {
    const knob: Knob = knobs[name]
    const values: unknown[] =
      knob.kind === 'limit'
        ? [null, 50]
        : knob.kind === 'choice'
          ? [...knob.choices]
          : [['cpf'], ['cpf', 'nome']]
    for (const value of values) {
      assert.equal(readChoice(name, choiceText(value as Profile[KnobName])), {
        [name]: value,
      } as PartialProfile)
    }
  }
  assert.is(choiceText({ notFound: 'a "b"' }), 'notFound "a \\"b\\""')
})

test('choices are the same in whatever order they come', () => {
  assert.ok(isSameChoice(['cpf', 'nome'], ['nome', 'cpf']))
  assert.ok(isSameChoice({ unauthorized: 'a', notFound: 'b' }, { notFound: 'b', unauthorized: 'a' }))
  assert.not(isSameChoice(['cpf'], ['nome', 'cpf']))
  assert.not(isSameChoice(null, 25))
})

test('a hint is given where a word is near', () => {
  for (const name of knobNames) assert.is(hint(name.toUpperCase(), knobNames), `: did you mean ${name}?`)

  assert.is(hint('strct', ['default', 'strict']), ': did you mean strict?')
  assert.is(hint('zebra', ['default', 'strict']), '')
  assert.is(hint('', ['a']), '')
  assert.is(hint(7, ['7']), '')
})

const words: [given: string, known: string, isNear: boolean][] = [
  ['ll', 'all', true],
  ['xl', 'all', false],
  ['a', 'b', false],
  ['lal', 'all', true],
  ['LAL', 'All', true],
  ['lxl', 'all', false],
  ['abXY', 'abcd', true],
  ['abcXY', 'abcde', true],
  ['abXYZ', 'abcde', false],
  ['abcdefghWXYZ', 'abcdefghijkl', true],
  ['abcdefgWXYZ', 'abcdefghijk', false],
]
for (const [given, known, isNear] of words) {
  test(`${given} is ${isNear ? 'near' : 'far from'} ${known}`, () => {
    assert.is(nearest(given, [known]), isNear ? known : undefined)
    assert.is(nearest(given, []), undefined)
  })
}

test.run()
