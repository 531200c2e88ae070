import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stringify as dump } from 'yaml'
import type { Path } from './finding.ts'
import { jsonText, TextFault } from './fixture-text.ts'
import { yamlText } from './yaml-fixture.ts'

const test = suite('text of a fixture')

function parse(text: string, form: 'json' | 'yaml') {
  try {
    const { value, repeated, placesOf } = form === 'json' ? jsonText(text) : yamlText(text)
    const faults = repeated.map((key) => ({ ...key, message: 'repeated' }))
    return { value, faults, placesOf }
  } catch (fault) {
    if (!(fault instanceof TextFault)) throw fault
    const { place, message } = fault
    return { value: undefined, faults: [{ path: [], place, message }], placesOf: () => [place] }
  }
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => (inner as Record<string | number, unknown>)[part], value)
}

const aKey = fc.stringMatching(/^[a-zç]{1,6}$/)
const { value: aValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.stringMatching(/^[a-zé "']{0,8}$/),
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(aKey, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

/** Every path of a value, with what begins there: a key, or a value in a list. */
function* pathsOf(
  value: unknown,
  path: Path = [],
): Generator<{ path: Path; key: string | undefined; value: unknown }> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const isList = Array.isArray(value)
    const inside = [...path, isList ? Number(key) : key]
    yield { path: inside, key: isList ? undefined : key, value: inner }
    yield* pathsOf(inner, inside)
  }
}

const writers = {
  json: (value: unknown) => JSON.stringify(value, null, 2),
  yaml: (value: unknown) => dump(value),
}
for (const [form, write] of Object.entries(writers) as [keyof typeof writers, (typeof writers)['json']][]) {
  test(`${form}: a value comes back, and every key and item stands where it is said to`, async () => {
    await fc.assert(
      fc.asyncProperty(aValue, async (value) => {
        const text = write(value)
        const { value: read, faults, placesOf } = parse(text, form)
        assert.equal(read, value)
        assert.equal(faults, [])
        const lines = text.split('\n')
        const all = [...pathsOf(value)]
        const places = placesOf(all.map(({ path }) => path))
        for (const [i, { key, value, path }] of all.entries()) {
          const { line, column } = places[i] as { line: number; column: number }
          const rest = (lines[line - 1] as string).slice(column - 1)
          assert.equal(valueAt(read, path), value)
          if (key !== undefined) assert.match(rest, new RegExp(`^["']?${key}["']?:`))
          else if (typeof value === 'number' || typeof value === 'boolean')
            assert.ok(rest.startsWith(String(value)))
          else assert.match(rest, /^\S/)
        }
      }),
      { seed: 40 },
    )
  })
}

const faults: [form: 'json' | 'yaml', text: string, place: string, message: RegExp][] = [
  ['json', '{"a": 1\n"b": 2}', '2:1', /^not valid JSON: comma expected$/],
  [
    'json',
    '{"cpf": 01234567890}',
    '1:10',
    /^not valid JSON: comma expected \(a number cannot begin with 0: put a CPF in quotes\)$/,
  ],
  ['json', '[1,\n2 ,\n]', '2:3', /^not valid JSON: remove the comma before \]$/],
  ['json', '{"a": [{"b": 1,}]}', '1:15', /^not valid JSON: remove the comma before \}$/],
  ['json', '{"a": }', '1:7', /^not valid JSON: value expected$/],
  ['yaml', 'a: b: c\n', '1:4', /must be in quotes$/],
  ['yaml', 'a: "b\nc: d\n', '3:1', /above it unclosed\?\)$/],
  ['json', '{\n// here\n}', '2:1', /^not valid JSON: invalid comment token$/],
  ['json', '{\n"a": "x', '2:6', /^not valid JSON: unexpected end of string$/],
  ['json', '{"a": "\u0001"}', '1:7', /^not valid JSON: invalid character$/],
  ['json', '[{"a":'.repeat(40_000), '1:301', /has more than 100/],
  ['yaml', 'a:\n  b: 1\n c: 2\n', '3:1', /^not valid YAML: /],
  ['yaml', 'a:\n\t- b\n', '2:1', /^not valid YAML: .*tab/],
  ['yaml', `a: ${'['.repeat(200)}${']'.repeat(200)}`, '1:103', /^has more than 100 levels/],
  ['yaml', '---\na: 1\n---\nb: 2\n', '3:1', /^not valid YAML: contains more than one YAML document/],
  ['yaml', 'a: 1\n...\n{x: 1}\n', '3:1', /contains more than one/],
  ['yaml', 'a: *Maria\n', '1:4', /^not valid YAML: no & before it has the name behind \*/],
  ['yaml', `a: &x 1\nb: [${'*x, '.repeat(10_001)}]`, '1:1', /^has more than 10000 aliases/],
  ['yaml', 'a: !Maria 1', '1:4', /^not valid YAML: unknown tag: /],
  ['yaml', 'a: &a [*a]', '1:8', /^has more than 100/],
]
for (const [form, text, at, message] of faults) {
  test(`${form} ${JSON.stringify(text.slice(0, 40))}: what is wrong is told where it stands`, async () => {
    const { value, faults, placesOf } = parse(text, form)
    assert.is(value, undefined)
    assert.is(faults.length, 1)
    assert.match(faults[0]?.message as string, message)
    const { line, column } = faults[0]?.place ?? {}
    assert.is(`${line}:${column}`, at)
    assert.equal(placesOf([['a']]), [{ line, column }])
  })
}

test('a text of blanks, comments or nothing is empty', async () => {
  for (const [text, form] of [
    ['', 'json'],
    [' \n', 'json'],
    ['', 'yaml'],
    ['# one\n', 'yaml'],
    ['---\n', 'yaml'],
  ] as const) {
    const { value, faults, placesOf } = parse(text, form)
    assert.is(value ?? undefined, undefined)
    assert.equal(faults, [])
    assert.ok(placesOf([['a'], []])[1])
  }
})

test('every repeated key is reported with its place, and the last value counts', () => {
  for (const [text, form] of [
    ['{"a":1,"b":[{"c":1,\n"c":2}],\n"a":3}', 'json'],
    ['a: 1\nb:\n - { c: 1,\n     c: 2 }\na: 3', 'yaml'],
  ] as const) {
    const { value, faults } = parse(text, form)
    assert.equal(value, { a: 3, b: [{ c: 2 }] })
    assert.equal(faults.map(({ place }) => place.line).sort(), form === 'json' ? [2, 3] : [4, 5])
  }
})

test.run()
