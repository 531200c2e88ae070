import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { JsonStyle } from '../../src/contract/json-style.ts'
import { isWrittenIn, spellingOf } from './spelling.ts'

const test = suite('the spelling of JSON')

const styleOf = (text: string) => spellingOf(text, JSON.parse(text))

const cases: readonly [text: string, style: JsonStyle][] = [
  ['{"a": "b:,", "c": 1}', { colon: ': ', comma: ', ' }],
  ['{"a":"\\u00e9"}\n', { end: '\n', nonAscii: 'lower-case' }],
  ['{"a":"\\u00C9 \\u0027"}', { nonAscii: 'upper-case', signs: "'" }],
  [
    '{"a":"\\u003C\\/x\\u003E\\u00e9"}',
    { nonAscii: 'lower-case', signs: '<>', signDigits: 'upper-case', slash: 'escaped' },
  ],
  ['{\n    "a": 1,\n    "b": [\n        "x"\n    ],\n    "c": {}\n}', { colon: ': ', indent: '    ' }],
  ['{ "a": [ 1, {} ] }', { colon: ': ', comma: ', ', brackets: 'spaced' }],
  ['{"a" : 1,"b" : 2}\r\n', { colon: ' : ', end: '\r\n' }],
  ['{"a":"\\u2028"}', { signs: '\u2028' }],
  ['{"a":"é \\ufffd"}', { replaced: 'escaped' }],
  ['{"a":"\\u00e9 \\ufffd"}', { nonAscii: 'lower-case' }],
  ['{"a":"é \\uD83D\\uDE00"}', { pairs: 'upper-case' }],
  ['{"a":"e \\uD83D\\uDE00"}', { nonAscii: 'upper-case' }],
  ['{"a":"\\uFFFD"}', { nonAscii: 'upper-case' }],
]
for (const [text, style] of cases) {
  test(`is read from ${JSON.stringify(text)}`, () => {
    assert.equal(styleOf(text), { style })
    assert.ok(isWrittenIn(style, JSON.parse(text), { style }))
    assert.not.ok(isWrittenIn({}, JSON.parse(text), { style }))
  })
}

test('is not told of compact JSON', () => {
  assert.is(styleOf('{"a":"é</","b":[1,{}]}'), undefined)
})

test('is told with a digest where no style writes the text', () => {
  const [one, other] = [styleOf('{"a":1.0}'), styleOf('{"a":1.00}')]
  assert.equal([one?.style, other?.style], [{}, {}])
  assert.not.equal(one?.digest, other?.digest)
  assert.not.ok(isWrittenIn({}, { a: 1 }, one))
})

test.run()
