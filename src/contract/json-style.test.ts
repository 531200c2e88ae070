import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closingQuoteAt, type JsonStyle, jsonWriter } from './json-style.ts'

const test = suite('a style of JSON')

const value = { a: 'é "<x>" \\ / 😀\u0001\n', b: [1, { c: [], d: {} }, []], 'k:,{': true }
const compact = JSON.stringify(value)

const cases: readonly [style: JsonStyle, text: string][] = [
  [{}, compact],
  [{ brackets: 'spaced' }, compact.replace(/[[{](?!\]|\}|":)/g, '$& ').replace(/(?<![[{])[\]}]/g, ' $&')],
  [{ end: '\n' }, `${compact}\n`],
  [
    { colon: ': ', comma: ', ' },
    '{"a": "é \\"<x>\\" \\\\ / 😀\\u0001\\n", "b": [1, {"c": [], "d": {}}, []], "k:,{": true}',
  ],
  [{ colon: ': ', indent: '  ' }, JSON.stringify(value, null, 2)],
  [{ colon: ': ', indent: '\t', end: '\r\n' }, `${JSON.stringify(value, null, '\t')}\r\n`],
  [{ nonAscii: 'lower-case' }, compact.replace('é', '\\u00e9').replace('😀', '\\ud83d\\ude00')],
  [{ pairs: 'upper-case' }, compact.replace('😀', '\\uD83D\\uDE00')],
  [{ nonAscii: 'upper-case' }, compact.replace('é', '\\u00E9').replace('😀', '\\uD83D\\uDE00')],
  [{ signs: '<>' }, compact.replace('<', '\\u003c').replace('>', '\\u003e')],
  [
    { signs: '"<>', signDigits: 'upper-case', nonAscii: 'lower-case', slash: 'escaped' },
    '{"a":"\\u00e9 \\u0022\\u003Cx\\u003E\\u0022 \\\\ \\/ \\ud83d\\ude00\\u0001\\n","b":[1,{"c":[],"d":{}},[]],"k:,{":true}',
  ],
]

for (const [style, text] of cases) {
  test(`${JSON.stringify(style)} writes a value as its encoder does`, () => {
    const written = jsonWriter(style)(compact)
    assert.is(written, text)
    assert.equal(JSON.parse(written), value)
  })
}

test('may escape U+FFFD by itself', () => {
  assert.is(jsonWriter({ replaced: 'escaped' })('"é \ufffd"'), '"é \\ufffd"')
})

test('leaves digits of control characters to the case of the others', () => {
  assert.is(jsonWriter({ nonAscii: 'upper-case' })('"\\u001f\\u001e"'), '"\\u001F\\u001E"')
})

test('writes no signs outside of strings', () => {
  assert.is(jsonWriter({ signs: '+"' })('{"a":1e+21,"b":"+"}'), '{"a":1e+21,"b":"\\u002b"}')
})

test('the end of a string, also of one that does not end', () => {
  assert.is(closingQuoteAt('"a\\"b" ', 0), 5)
  assert.is(closingQuoteAt('"a\\', 0), 4)
})

test.run()
