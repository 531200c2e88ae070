import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Schema } from './schema.ts'
import { faultOf, typedQuery } from './schema-fault.ts'

const test = suite('check')

const person: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
    age: { type: 'integer', minimum: 1, maximum: 9 },
    share: { type: 'number' },
    mode: { enum: ['slow', 'fast', null] },
    fixed: { const: 1 },
    words: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } },
    any: { type: 'object' },
    empty: { type: ['object', 'null'], properties: {} },
    counts: { type: 'object', minProperties: 1, additionalProperties: { type: 'integer' } },
    either: { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'boolean' } } }] },
    free: {},
    effect: {
      anyOf: ['silence', 'late', 'gateway', 'trickle', 'reset', 'status'].map((kind) => ({
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: kind }, ms: { type: 'integer' } },
      })),
    },
    status: {
      anyOf: [
        {
          anyOf: [
            { type: 'integer', minimum: 100 },
            { type: 'string', pattern: '^[1-5]xx$', examples: ['4xx', '5xx'] },
          ],
        },
        { type: 'array', minItems: 1, items: { type: 'integer' } },
      ],
    },
    none: { anyOf: [{ const: true }, { type: 'object', properties: { a: { type: 'string' } } }] },
  },
}

const cases: [fields: unknown, fault?: RegExp][] = [
  [{ name: 'ana' }],
  [{ name: 'ana', age: 9, share: 0.5, mode: null, fixed: 1, words: ['a'], any: { x: [1] }, free: [1] }],
  [{ name: 'ana', empty: null, counts: { a: 1 }, either: { a: true } }],
  [null, /^it must be an object\.$/],
  [{}, /^it\.name is missing\.$/],
  [{ name: 1 }, /^it\.name must be a string\.$/],
  [{ name: 'a' }, /at least 2 characters/],
  [{ name: 'aaaaaa' }, /at most 5 characters/],
  [{ name: 'ANA' }, /must match \^\[a-z\]\+\$/],
  [{ name: 'ana', age: 1.5 }, /^it\.age must be a whole number\.$/],
  [{ name: 'ana', age: 0 }, /must be at least 1/],
  [{ name: 'ana', age: 10 }, /must be at most 9/],
  [{ name: 'ana', mode: 'fst' }, /must be "slow", "fast" or null: did you mean fast\?/],
  [{ name: 'ana', fixed: 2 }, /^it\.fixed must be 1\.$/],
  [{ name: 'ana', words: 'a' }, /^it\.words must be a list\.$/],
  [{ name: 'ana', words: [] }, /at least 1 entry\./],
  [{ name: 'ana', words: ['a', 'b', 'c'] }, /at most 2 entries/],
  [{ name: 'ana', words: ['a', 1] }, /^it\.words\[1\] must be a string\.$/],
  [{ name: 'ana', nme: 1 }, /^it\.nme is unknown: did you mean name\?$/],
  [{ name: 'ana', zzzzzzzzz: 1 }, /^it\.zzzzzzzzz is unknown\. Use name, age, /],
  [{ name: 'ana', empty: { x: 1 } }, /^it\.empty\.x is unknown\. Nothing can be sent here\.$/],
  [{ name: 'ana', counts: {} }, /at least 1 field\./],
  [{ name: 'ana', counts: { a: 'x' } }, /^it\.counts\.a must be a whole number\.$/],
  [{ name: 'ana', either: 1 }, /^it\.either must be a string or an object\.$/],
  [{ name: 'ana', effect: { kind: 'late', ms: 1 }, status: '4xx', none: true }],
  [{ name: 'ana', status: [200], none: { a: 'x' } }],
  [
    { name: 'ana', effect: 'silence' },
    /^it\.effect must be an object: did you mean { "kind": "silence" }\?$/,
  ],
  [{ name: 'ana', effect: 7 }, /^it\.effect must be an object such as { "kind": "silence" }\.$/],
  [
    { name: 'ana', effect: {} },
    /^it\.effect\.kind is missing\. Use "silence", "late", .*"reset" or "status"\.$/,
  ],
  [{ name: 'ana', effect: { kind: 'silense' } }, /^it\.effect\.kind is "silense": did you mean silence\?$/],
  [{ name: 'ana', effect: { kind: 'late', ms: 'x' } }, /^it\.effect\.ms must be a whole number\.$/],
  [{ name: 'ana', effect: { kind: 'late', sm: 1 } }, /^it\.effect\.sm is unknown/],
  [{ name: 'ana', status: 200.5 }, /^it\.status must be a whole number\.$/],
  [{ name: 'ana', status: '2yy' }, /^it\.status must look like 4xx or 5xx\.$/],
  [{ name: 'ana', status: [] }, /^it\.status must have at least 1 entry\.$/],
  [{ name: 'ana', status: true }, /^it\.status must be a whole number, a string or a list\.$/],
  [{ name: 'ana', none: false }, /^it\.none must be true or an object, or be left out\.$/],
  [{ name: 'ana', age: null }, /^it\.age must be a whole number, or be left out\.$/],
  [JSON.parse('{"name":"ana","__proto__":1}'), /^it\.__proto__ is unknown/],
  [{ name: 'ana', toString: 1 }, /^it\.toString is unknown/],
]
for (const [value, fault] of cases) {
  test(`${JSON.stringify(value)} ${fault === undefined ? 'fits' : 'does not fit'}, as Ajv says`, () => {
    const found = faultOf(person, value, 'it')
    if (fault === undefined) assert.is(found, undefined)
    else assert.match(found ?? '', fault)
    assert.is(ajv(value), fault === undefined)
  })
}

const closed = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema, (_, value) =>
      value?.properties && value.additionalProperties === undefined
        ? { ...value, additionalProperties: false }
        : value,
    ),
  )
const ajv = new Ajv2020({ strict: false }).compile(closed(person))

test('a long unknown key is cut, and no key acts on a terminal', () => {
  const long = faultOf(person, { name: 'ana', [`\u001b[31m${'x'.repeat(100_000)}`]: 1 }, 'it') as string
  assert.ok(long.length < 300)
  assert.match(long, /^it\.\\u001b\[31mx+… is unknown/)
})

test('a query is typed by its schema', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      n: { type: 'integer' },
      x: { type: 'number' },
      on: { type: 'boolean' },
      text: { type: 'string' },
    },
  }
  assert.equal(typedQuery(schema, { n: '5', x: '-1.5', on: 'true', text: '5', other: '5' }), {
    n: 5,
    x: -1.5,
    on: true,
    text: '5',
    other: '5',
  })
  for (const query of [
    { n: '5.5' },
    { n: '' },
    { n: '0x5' },
    { n: '1e3' },
    { on: '1' },
    { other: '5' },
  ] as Record<string, string>[])
    assert.ok(faultOf(schema, typedQuery(schema, query), 'query'), JSON.stringify(query))
})

test.run()
