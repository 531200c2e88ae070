import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Template } from './template.ts'
import { render, type Slots } from './template.ts'

const test = suite('template')

const cases: [template: Template, slots: Slots, rendered: unknown][] = [
  ['{total}', { total: '60' }, '60'],
  ['{total:number}', { total: '60' }, 60],
  ['{atual}', { atual: 2 }, 2],
  ['{keys}', { keys: ['a', 'b'] }, ['a', 'b']],
  ['{proxima}', { proxima: null }, null],
  ['{proxima:text}', { proxima: null }, null],
  ['{tem_mais}', { tem_mais: false }, false],
  ['page {atual} of {paginas}', { atual: 2, paginas: 3 }, 'page 2 of 3'],
  ['keys: {keys}', { keys: ['a', 'b'] }, 'keys: a, b'],
  ['{limit}', {}, '{limit}'],
  ['{limit}', { limit: undefined }, '{limit}'],
  ['at least {limit}', {}, 'at least {limit}'],
  ['{key}', { key: '{value}', value: 'x' }, '{value}'],
  ['a {key}', { key: '$& {value}', value: 'x' }, 'a $& {value}'],
  ['{cpf:masked}', { cpf: '00000000191' }, '000.000.001-91'],
  ['{nome:upper-case}', { nome: 'José' }, 'JOSÉ'],
  ['{nome:lower-case}', { nome: 'JOSÉ' }, 'josé'],
  ['{value:without-dash}', { value: '--nome' }, '-nome'],
  ['{value:without-dash}', { value: 'a-b' }, 'a-b'],
  ['{key:capital} {value:length}', { key: 'nome', value: 'ção' }, 'Nome 3'],
  ['{value:length}', { value: 'abc' }, 3],
  ['{body:last-place}', { body: 'ção' }, 2],
  ['{body:last-place}', { body: '' }, 0],
  ['{json:pretty}', { json: '[1]' }, '[\n  1\n]'],
  ['{json:pretty}', { json: 'not JSON' }, 'not JSON'],
  ['{json:parsed}', { json: '[null]' }, [null]],
  ['{json:parsed}', { json: 'not JSON' }, 'not JSON'],
  ['{value:unspaced}', { value: ' 1 OR\t1=1' }, '1OR1=1'],
  ['{value:trimmed}', { value: '  a b\t' }, 'a b'],
  [
    '{uuid:long}',
    { uuid: 'invalid character: found `n` at 1' },
    'invalid character: expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-], found `n` at 1',
  ],
  [
    '{uuid:long}',
    { uuid: 'invalid group count: expected 5, found 2' },
    'invalid group count: expected 5, found 2',
  ],
  [
    '{uuid-java:thrown}',
    { 'uuid-java': 'UUID string too large' },
    'java.lang.IllegalArgumentException: UUID string too large',
  ],
  [
    '{uuid-java:thrown}',
    { 'uuid-java': 'Error at index 1 in: "+"' },
    'java.lang.NumberFormatException: Error at index 1 in: "+"',
  ],
  ['{uuid-java:thrown}', { 'uuid-java': '' }, 'java.lang.NumberFormatException: '],
  ['{json:printed}', { json: '["a",1]' }, '[\n  "\\"a\\"",\n  "1"\n]'],
  ['{json:printed}', { json: '{"a":[null,true]}' }, '{\n  "a": [\n    "null",\n    "true"\n  ]\n}'],
  ['{json:printed}', { json: '1' }, '1'],
  ['{path:decoded}', { path: '/a%2Db' }, '/a-b'],
  ['{path:encoded}', { path: '/%zz%41%' }, '/%25zz%41%25'],
  ['{json:printed}', { json: '"a"' }, '"a"'],
  ['{json:printed}', { json: 'not JSON' }, 'not JSON'],
  [
    '{keys:html}',
    { keys: ['a[b]', 'ação', 'a&b', '€'] },
    ['a&#x5b;b&#x5d;', 'a&#xe7;&#xe3;o', 'a&amp;b', '&#8364;'],
  ],
  ['{key:html}', { key: '{"a":1}\t\xa0😀' }, '&#x7b;&quot;a&quot;:1&#x7d;&#x09;&nbsp;&#55357;&#56832;'],
  ['{key:html}', { key: 'a-b c' }, 'a-b c'],
  ["'{character:quoted}'", { character: '\n' }, "'\\n'"],
  ["'{character:quoted}'", { character: "'" }, "'\\''"],
  ["'{character:quoted}'", { character: '"' }, "'\"'"],
  ['{value:go}', { value: '\x7f\u00a0\u{e0001}😀 �' }, String.raw`\x7f\u00a0\U000e0001😀 �`],
  ['{keys:go}', { keys: ['a"b', 'c'] }, [String.raw`a\"b`, 'c']],
  ['"{value:go}"', { value: `a"\\'\n\0\x07\v\x1bé` }, String.raw`"a\"\\'\n\x00\a\v\x1bé"`],
  ['{position:next} {limit:before}', { position: 1, limit: 25 }, '2 24'],
  ['{cpf:partly-masked}', { cpf: '12345678901' }, '***.456.789-**'],
  ['{nome:initials} {nome:two-initials}', { nome: 'Sara Alves Silva Lima' }, 'SASL SL'],
  ['{nome:first-word}, {nome:last-word}', { nome: 'Ítalo  Reis' }, 'Ítalo, Reis'],
  ['{nome:two-initials}{nome:first-word}{nome:last-word}', { nome: '' }, ''],
  ['{nome:two-initials}', { nome: 'Ana' }, 'A'],
  ['{nome:without-accents}', { nome: 'Ítalo Conceição' }, 'Italo Conceicao'],
  ['{em:date} {em:brazilian-date}', { em: '2026-01-31T10:00:00.500Z' }, '2026-01-31 31/01/2026'],
  ['{em:seconds}', { em: '2026-01-31T10:00:00.500+0000' }, 1_769_853_600],
  ['{em:milliseconds}', { em: '2026-01-31T10:00:00.500Z' }, 1_769_853_600_500],
  ['{opaque:number}', { opaque: 'x', 'opaque:number': 7 }, 7],
  ['{opaque:other}', { opaque: 'x' }, '{opaque:other}'],
  ['{toString}', {}, '{toString}'],
  ['{cpf:constructor}', { cpf: '1' }, '{cpf:constructor}'],
  ['{ total }', { total: 1 }, '{ total }'],
  [null, {}, null],
  [[1, true, '{a}'], { a: 2 }, [1, true, 2]],
  [{ '{key}': { error: 'is {key}' } }, { key: 'page' }, { page: { error: 'is page' } }],
]
for (const [template, slots, rendered] of cases) {
  test(`${JSON.stringify(template)} with ${JSON.stringify(slots)}`, () =>
    assert.equal(render(template, slots), rendered))
}

const each = [
  { key: 'page', text: 'one' },
  { key: 'rows', text: 'two' },
  { key: 'page', text: 'three' },
]
const repeated: [template: Template, rendered: unknown][] = [
  [['{text}'], ['one', 'two', 'three']],
  [
    [{ field: '{key}', status: '{status}' }],
    [
      { field: 'page', status: 400 },
      { field: 'rows', status: 400 },
      { field: 'page', status: 400 },
    ],
  ],
  [{ '{key}': ['{text}'] }, { page: ['one', 'three'], rows: ['two'] }],
  [{ '{key}': '{text}' }, { page: 'one', rows: 'two' }],
  [
    { errors: [{ path: ['{key}'], message: '{text}' }] },
    { errors: each.map(({ key, text }) => ({ path: [key], message: text })) },
  ],
  [['{status}'], [400]],
  [
    ['{text}', 'x'],
    ['{text}', 'x'],
  ],
]
for (const [template, rendered] of repeated) {
  test(`${JSON.stringify(template)} for each of three`, () =>
    assert.equal(render(template, { status: 400 }, each), rendered))
}

test('a key that is __proto__ stays a key', () => {
  const rendered = render(JSON.parse('{"__proto__":"{a}"}') as Template, { a: 1 })
  assert.is(JSON.stringify(rendered), '{"__proto__":1}')
})

test('a slot without a value stays as it is written, in any form', () => {
  assert.is(render('{a:upper-case} and {b}', { a: undefined }), '{a:upper-case} and {b}')
})

test('only the slots that a template has are worked out', () => {
  const slots = {
    cpf: '1',
    get nome(): string {
      throw new Error('not asked for')
    },
  }
  assert.is(render('{cpf}', slots), '1')
})

test('JSON that is too deep to walk through stays text', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['["]\\"]",', ']'],
    ['{"[":', '}'],
  ] as const) {
    const text = `${open.repeat(50_000)}0${close.repeat(50_000)}`
    for (const form of ['python', 'javascript', 'parsed'])
      assert.ok(String(render(`= {json:${form}}`, { json: text })).length >= text.length, form)
  }
})

test('a value as Python and as JavaScript make a text of it', () => {
  const value = JSON.stringify([true, null, "d'água", { a: 1.5 }])
  assert.is(render('{json:python}', { json: value }), `[True, None, "d'água", {'a': 1.5}]`)
  assert.is(render('{json:javascript}', { json: value }), "true,,d'água,[object Object]")
})

test.run()
