import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { indented } from './indented.ts'

const test = suite('indented')

test('JSON is what JSON.stringify makes of it with two blanks', () => {
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  fc.assert(
    fc.property(value, (one) => assert.is(indented(JSON.stringify(one)), JSON.stringify(one, null, 2))),
    { numRuns: 500 },
  )
})

test('JSON that is cut keeps every character but blanks', () => {
  const bare = (text: string) => text.replace(/\s/g, '')
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (one, at) => {
      const cut = JSON.stringify(one).slice(0, at) || '{'
      assert.is(bare(indented(cut)), bare(cut))
    }),
  )
})

test('other texts stay as they are', () => {
  for (const text of ['', '(empty)', '(12 bytes, not valid JSON)', 'a: {b}', '"text"'])
    assert.is(indented(text), text)
})

test('a page of brackets is no page of blanks', () => {
  assert.ok(indented('['.repeat(20_000)).length < 1_000_000)
})

test.run()
