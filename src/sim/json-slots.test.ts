import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { jsonSlots, strictParserText } from './json-slots.ts'

const test = suite('json slots')

const kinds: [text: string, kind: string, position: number, character: string][] = [
  ['{"a":1', 'end', 6, ''],
  ['{"a":sim}', 'value', 5, 's'],
  ['{"a":tru}', 'literal', 5, 't'],
  ['{a:1}', 'key', 1, 'a'],
  ['{"a" 1}', 'colon', 5, '1'],
  ['{"a":1 "b":2}', 'comma', 7, '"'],
  ['{"a":"\n"}', 'string', 6, '\n'],
  ['{"a":1}}', 'extra', 7, '}'],
  ['😀', 'value', 0, '😀'],
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

test('places are told as parsers count them', () => {
  const { line, column, code, hex } = jsonSlots('{\n  a').slots
  assert.equal([line, column, code, hex], [2, 3, 97, '0x61'])
})

test('JSON that is refused all the same has no place', () => {
  assert.equal(jsonSlots('{"__proto__":1}'), { kind: 'malformed', slots: { parser: '' } })
})

test('a parser that wants an object says which character is not expected', () => {
  assert.is(strictParserText(' 12'), 'Unexpected token \'1\', "12" is not valid JSON')
  assert.is(strictParserText('"texto"'), 'Unexpected token \'"\', ""texto"" is not valid JSON')
})

test.run()
