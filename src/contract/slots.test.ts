import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fill, namesOf, render, type Slots, type Template } from './slots.ts'

const test = suite('slots')

const slots: Slots = {
  key: 'page',
  value: 'abc',
  total: '26',
  none: null,
  keys: ['a', 'b'],
  'link.proxima': null,
}
const cases: readonly [what: string, template: Template, rendered: unknown][] = [
  ['a text without slots', 'x', 'x'],
  ['slots in a text', '{key}={value}', 'page=abc'],
  ['a slot alone, with its type', ['{keys}', '{none}'], [['a', 'b'], null]],
  ['several values in a text', 'em {keys}', 'em a, b'],
  ['slots in keys', { '{key}': 1, b: 2 }, { page: 1, b: 2 }],
  ['forms', ['{total:number}', '{none:number}', '{keys:json}'], [26, null, '["a","b"]']],
  ['an unknown form', '{total:unknown}', '{total:unknown}'],
  ['a slot without a value', '{other} {key}', '{other} page'],
  ['a name of every object', '{constructor}', '{constructor}'],
  ['JSON that is no slot', 'Send {"a":true}.', 'Send {"a":true}.'],
  ['a field that is left out', { a: '{none?}', b: '{key?}', c: { d: '{none?}' } }, { b: 'page' }],
  ['a link to no page', ['http://x{link.proxima}', { a: 'x{link.proxima?}', b: 1 }], [null, { b: 1 }]],
  ['other values', [1, true, null], [1, true, null]],
]
for (const [what, template, rendered] of cases) {
  test(what, () => {
    assert.equal(render(template, slots), rendered)
  })
}

test('reads no slots in values', () => {
  assert.is(fill('{value}', { value: '{key}', key: 'x' }), '{key}')
})

test('repeats an element and a field for each fault', () => {
  const each = [
    { key: 'page', text: 'um' },
    { key: 'page', text: 'dois' },
    { key: 'rows', text: 'três' },
  ]
  const template = {
    erros: [{ campo: '{key}', texto: '{text}' }],
    por: { '{key}': ['{text}'] },
    a: ['{status}'],
  }
  assert.equal(render(template, { status: 400 }, each), {
    erros: [
      { campo: 'page', texto: 'um' },
      { campo: 'page', texto: 'dois' },
      { campo: 'rows', texto: 'três' },
    ],
    por: { page: ['um', 'dois'], rows: ['três'] },
    a: [400],
  })
})

test('tells whether a template has slots', () => {
  assert.equal([namesOf({ a: ['{x:number?}'] }), namesOf('x'), namesOf(undefined)], [['x'], [], []])
})

test.run()
