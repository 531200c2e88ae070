import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { spellingOf } from '../client/spelling.ts'
import { ownStyleOf, stylesOf } from './json-styles.ts'
import type { Answer } from './target-data.ts'

const test = suite('styles of JSON')

const answer = (text: string, status = 200): Answer => {
  const json: unknown = JSON.parse(text)
  return { status, headers: {}, json, text: '', spelling: spellingOf(text, json) }
}
const compact = [answer('{"a":"é","b":"<"}'), answer('{"a":1,"b":"x"}', 400)]

test('compact answers have none', () => {
  assert.equal(stylesOf(compact), { json: undefined, refusalJson: undefined })
})

test('what refusals do not show is as in successes', () => {
  const answers = [
    answer('{"a": "\\u00e9", "b": 1}'),
    answer('{"a": "e", "b": 1}'),
    answer('{"a": "e", "b": 1}', 404),
  ]
  const style = { colon: ': ', comma: ', ', nonAscii: 'lower-case' }
  assert.equal(stylesOf(answers), { json: style, refusalJson: style })
})

test('refusals may have another', () => {
  const answers = [answer('{"a":"é"}'), answer('{"a":"\\u00e9"}\n', 400), answer('{"a":"\\u00e1"}\n', 404)]
  assert.equal(stylesOf(answers), { json: undefined, refusalJson: { end: '\n', nonAscii: 'lower-case' } })
})

test('signs that nobody has shown are as in the encoder that escapes the others', () => {
  const go = '&<>\u2028\u2029'
  assert.equal(stylesOf([answer('{"a":"\\u003c \' "}')]).json, { signs: go })
  const symfony = stylesOf([answer('{"a":"\\u003C \\u0027 +"}')]).json
  assert.equal(symfony, { signs: '"&\'<>', signDigits: 'upper-case' })
  assert.equal(stylesOf([answer('{"a":"\\u0060 <"}')]).json, { signs: '`' })
})

test('bytes that are not UTF-8 may be escaped by themselves', () => {
  assert.equal(stylesOf([answer('{"a":"é"}'), answer('{"a":"Jo\\ufffdo"}')]).json, { replaced: 'escaped' })
  assert.equal(stylesOf([answer('{"a":"\\u00e9"}'), answer('{"a":"Jo\\ufffdo"}')]).json, {
    nonAscii: 'lower-case',
  })
})

test('characters of two code units may be escaped by themselves', () => {
  const pair = answer('{"a":"\\uD83D\\uDE42 Ana"}')
  const json = { pairs: 'upper-case' }
  assert.equal(stylesOf([answer('{"a":"é"}'), pair]), { json, refusalJson: json })
  assert.equal(stylesOf([answer('{"a":"\\u00E9"}'), pair]).json, { nonAscii: 'upper-case' })
  assert.equal(stylesOf([answer('{"a":"é"}'), answer('{"a":"🙂"}')]).json, undefined)
})

test('one kind of answers may have its own', () => {
  const gateway = [answer('{"message": "no", "b": 1}', 429)]
  assert.is(ownStyleOf(gateway, { colon: ': ', comma: ', ', end: undefined as never }), undefined)
  assert.equal(ownStyleOf(gateway, { end: '\n', nonAscii: 'lower-case' }), {
    colon: ': ',
    comma: ', ',
    nonAscii: 'lower-case',
  })
  assert.is(ownStyleOf([answer('{"a":"b"}', 400)], undefined), undefined)
  assert.equal(ownStyleOf([answer('{"a":"b"}', 400)], { end: '\n' }), {})
})

test.run()
