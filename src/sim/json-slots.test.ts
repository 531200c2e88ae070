import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { byteSlots, jsonSlots, strictParserText } from './json-slots.ts'

const test = suite('json slots')

const kinds: [text: string, kind: string, position: number, character: string][] = [
  ['{"a":1', 'end-comma', 6, ''],
  [' ', 'end-empty', 1, ''],
  ['{', 'end-key', 1, ''],
  ['{"a"', 'end-colon', 4, ''],
  ['{"a":', 'end-value', 5, ''],
  ['{"a":"b', 'end-string', 7, ''],
  ['{"a":tr', 'end-scalar', 7, ''],
  ['[1,]', 'value-close', 3, ']'],
  ['{"a":NaN}', 'constant', 5, 'N'],
  ['[-Infinity]', 'constant', 1, '-'],
  ['{"a":NaNa}', 'value', 5, 'N'],
  ['{"a":trues}', 'literal-tail', 5, 't'],
  ['{"a":1,}', 'key-close', 7, '}'],
  ['{"a":1,b}', 'key', 7, 'b'],
  ['[1 2]', 'comma-list', 3, '2'],
  ['{"a":"\\x"}', 'string-escape', 6, '\\'],
  ['{"a":sim}', 'value', 5, 's'],
  ['{"a":tru}', 'literal', 5, 't'],
  ['{a:1}', 'key-first', 1, 'a'],
  ['{"a" 1}', 'colon', 5, '1'],
  ['{"a":1 "b":2}', 'comma', 7, '"'],
  ['{"a":"\n"}', 'string', 6, '\n'],
  ['{"a":1}}', 'extra', 7, '}'],
  ['[{,', 'key-first', 2, ','],
  ['{"a":,', 'value-close', 5, ','],
  [`{"a":'b'}`, 'value-sign', 5, "'"],
  ['{"a', 'end-string-key', 3, ''],
  ['xyz', 'value-first', 0, 'x'],
  ['<a/>', 'sign-first', 0, '<'],
  ['😀', 'sign-first', 0, '😀'],
  ['--x', 'minus-first', 0, '-'],
  ['\uFEFF{}', 'mark', 0, '\uFEFF'],
]
for (const [text, kind, position, character] of kinds) {
  test(`${JSON.stringify(text)} is not JSON because of its ${kind}`, () => {
    const found = jsonSlots(text)
    assert.is(found.kind, kind)
    assert.is(found.slots.position, position)
    assert.is(found.slots.character, character)
    assert.ok(String(found.slots.parser).length > 0)
  })
}

const bytes: [text: string, slots: ReturnType<typeof byteSlots>][] = [
  [
    '{"a":"é"}',
    {
      ...{ position: 6, byte: 6, line: 1, column: 7, hex: '0xe9', 'next-hex': '0x22' },
      ...{ 'after-byte-column': 9, decoded: '\uFFFD', 'value-end': 8 },
    },
  ],
  [
    '{\n "é',
    {
      ...{ position: 4, byte: 4, line: 2, column: 3, hex: '0xe9', 'next-hex': '' },
      ...{ 'after-byte-column': 5, 'value-end': 5 },
    },
  ],
  [
    '["é\\"",1]',
    {
      ...{ position: 2, byte: 2, line: 1, column: 3, hex: '0xe9', 'next-hex': '0x5c' },
      ...{ 'after-byte-column': 5, decoded: '\uFFFD"', 'value-end': 6 },
    },
  ],
]
for (const [text, slots] of bytes) {
  test(`bytes that are not UTF-8 are told: ${JSON.stringify(text)}`, () => {
    assert.equal(byteSlots(Buffer.from(text, 'latin1')), slots)
  })
}

test('a replacement character that was sent is not taken for bytes that are not UTF-8', () => {
  const sent = Buffer.concat([Buffer.from('"ã\uFFFD'), Buffer.from('ã', 'latin1')])
  assert.equal(byteSlots(sent), {
    position: 3,
    byte: 6,
    line: 1,
    column: 4,
    hex: '0xe3',
    'next-hex': '',
    'after-byte-column': 9,
    'value-end': 7,
  })
})

test('a body with thousands of replacement characters is read once', () => {
  const many = 200_000
  const sent = Buffer.concat([Buffer.from('\uFFFD'.repeat(many)), Buffer.from('ã', 'latin1')])
  const begin = performance.now()
  assert.equal(byteSlots(sent).byte, many * 3)
  assert.ok(performance.now() - begin < 2_000)
})

test('text that is UTF-8 has no such byte', () => {
  assert.is(byteSlots(Buffer.from('ã\uFFFD')).hex, '')
})

test('places are told as parsers count them', () => {
  const { line, column, code, hex } = jsonSlots('{\n  a').slots
  assert.equal([line, column, code, hex], [2, 3, 97, '0x61'])
  assert.is(jsonSlots('"\t"').slots.hex, '0x09')
})

test('some parsers tell the word, the path, the bytes and where a literal breaks', () => {
  const { slots } = jsonSlots('{"ã":{"b":[0,\n talvez]}}')
  const { pointer, dotted, byte, word, after, start, near, literal, wanted, odd } = slots
  assert.equal([pointer, dotted], ['$.ã.b[1]', 'ã.b[1]'])
  assert.equal([byte, word, start, after, near], [16, 'talvez', 15, 21, 'talvez]}}'])
  assert.equal([literal, wanted, odd, slots['odd-position'], slots['odd-column']], ['true', 'r', 'a', 16, 3])
  assert.equal([slots['byte-column'], slots['start-column'], slots['after-column']], [1, 2, 8])
})

test('a key without its colon names no value', () => {
  const dottedOf = (text: string) => jsonSlots(text).slots.dotted
  assert.equal(['{"a"', '{"a" 1}', '{"a":{"b"', '{"a":', '{'].map(dottedOf), ['', '', 'a', 'a', ''])
})

const odds: [text: string, odd: unknown, column: unknown, literal?: string][] = [
  ['{"a":"ã\\x"}', 'x', 9],
  ['{"a":"\\u12z"}', 'z', 10],
  ['{\n"a":tru', '', 7, 'true'],
  ['{"a":-', undefined, undefined],
]
for (const [text, odd, column, literal] of odds) {
  test(`what is not expected in ${JSON.stringify(text)} is told with its place in bytes`, () => {
    const { slots } = jsonSlots(text)
    assert.equal([slots.odd, slots['odd-byte-column'], slots.literal], [odd, column, literal])
  })
}

test('older versions of V8 name strings, numbers and tokens', () => {
  const tokens = ['{"a":1 "b"}', '{"a":1 2}', '{"a":1 x}'].map((text) => jsonSlots(text).slots.token)
  assert.equal(tokens, ['string', 'number', 'token x'])
})

test('JSON that is refused all the same has no place', () => {
  assert.equal(jsonSlots('{"__proto__":1}'), { kind: 'malformed', slots: { parser: '' } })
})

test('a parser that wants an object says which character is not expected', () => {
  assert.is(strictParserText(' 12'), 'Unexpected token \'1\', "12" is not valid JSON')
  assert.is(strictParserText('"texto"'), 'Unexpected token \'"\', ""texto"" is not valid JSON')
})

test.run()
