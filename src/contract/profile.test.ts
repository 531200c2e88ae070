import { Ajv } from 'ajv'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { nearest } from '../operator/hint.ts'
import { profileSchema } from '../operator/profile-schema.ts'
import { profiles } from '../operator/profiles.ts'
import { readChoice } from '../operator/read-choice.ts'
import { profileFaults } from '../operator/read-profile.ts'
import { clauses } from './clauses.ts'
import { type Knob, type KnobName, knobNames, knobs } from './knobs.ts'
import { choiceText, completeProfile, defaultProfile, type PartialProfile, type Profile } from './profile.ts'

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
  [{ $schema: 7 }, [/^\$schema must be a string/]],
  [null, ['a profile must be an object that has knobs as keys and their choices as values, not null']],
  [[], ['a profile must be an object that has knobs as keys and their choices as values, not an array']],
  [
    'strict',
    ['a profile must be an object that has knobs as keys and their choices as values, not a string'],
  ],
  [{ rowsOfGrid: 'refuse' }, ['knob "rowsOfGrid" is unknown: did you mean rowsOffGrid?']],
  [{ ROWSOFFGRID: 'refuse' }, ['knob "ROWSOFFGRID" is unknown: did you mean rowsOffGrid?']],
  [JSON.parse('{"__proto__":1,"cor":1}'), ['knob "__proto__" is unknown', 'knob "cor" is unknown']],
  [
    { rowsOffGrid: 'rounddown' },
    [
      'rowsOffGrid must be "refuse", "round-down", "round-up", "use-default" or "honour", not "rounddown": did you mean round-down?',
    ],
  ],
  [{ faults: true }, ['faults must be "all" or "first", not true']],
  [{ faults: undefined }, ['faults must be "all" or "first", not undefined']],
  [{ rowsMaximum: 30 }, ['rowsMaximum must be a multiple of 25']],
  [{ rowsMaximum: 0 }, ['rowsMaximum must be at least 25']],
  [{ mensagemMaximum: '255' }, ['mensagemMaximum must be a whole number or null, not "255"']],
  [{ mensagemMaximum: 30.5 }, [/whole number/]],
  [{ sortFields: [] }, ['sortFields must have at least 1 entry']],
  [{ sortFields: ['cpf', 'cpf'] }, ['sortFields must not repeat a value']],
  [{ sortFields: 'cpf' }, [/^sortFields must be a list/]],
  [{ sortFields: ['nomes'] }, [/did you mean nome\?$/]],
  [{ texts: 'a' }, ['texts must be an object, not "a"']],
  [{ texts: { notfound: 'a' } }, ['texts.notfound is unknown: did you mean notFound?']],
  [{ texts: { notFound: '' } }, ['texts.notFound must have at least 1 character']],
  [{ texts: { notFound: 7 } }, [/^texts\.notFound must be a string/]],
  [{ texts: { notFound: 7, nope: 'a' } }, [/notFound must be/, /nope is unknown/]],
  [{ texts: ['x'.repeat(100)] }, [/not \["x{58}…$/]],
  [{ faults: 'al', busca: 'x' }, [/^faults .*did you mean all\?$/, /^busca must be/]],
  [
    {
      version: 3,
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
  [{ version: 4 }, ['version must be 3, not 4']],
  [{ seen: 'a' }, ['seen must be an object, not "a"']],
  [{ seen: { fault: {} } }, ['seen.fault is unknown: did you mean faults?']],
  [{ seen: { order: ['token'] } }, [/^seen\.order must have at least 8/]],
  [{ seen: { faults: { 'page.wort': 'ignore' } } }, [/page\.wort.*did you mean page\.word\?/]],
  [{ seen: { faults: { '*': 'ignored' } } }, [/^seen\.faults\.\* must be/]],
  [{ seen: { faults: { '*': { status: 42 } } } }, ['seen.faults.*.status must be at least 200']],
  [{ seen: { headers: { 'a b': 'x' } } }, [/^seen\.headers\.a b must look like/]],
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
  const odd = [null, 25, 26, 30, 50, 25.5, '', [], ['x'], {}, { notFound: 'a' }, { x: 'a' }, { notFound: '' }]
  const aValue = fc.oneof(
    fc.constantFrom<unknown>(...odd, ['cpf'], ['nome', 'cpf']),
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
    { numRuns: 1_000, seed: 40 },
  )
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

const words: [given: string, known: string, isNear: boolean][] = [
  ['ll', 'all', true],
  ['xl', 'all', false],
  ['a', 'b', false],
  ['lal', 'all', true],
  ['LAL', 'All', true],
  ['abcXY', 'abcde', true],
  ['abXYZ', 'abcde', false],
]
for (const [given, known, isNear] of words)
  test(`${given} is ${isNear ? 'near' : 'far from'} ${known}`, () =>
    assert.is(nearest(given, [known]), isNear ? known : undefined))

test.run()
