import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { indented } from './indented.ts'
import { clip, hanging, oneLine, paragraph, printableLines } from './printable.ts'

const test = suite('texts of reports')

test('characters that act are escaped once, and all others stay', () => {
  assert.is(printableLines('a\u0000\u001b[31m\u202E\uD800\uFFFE'), 'a\\u0000\\u001b[31m\\u202e\\ud800\\ufffe')
  assert.is(printableLines('João, שלום, 漢字, 🙂 `<&>`\n\tx'), 'João, שלום, 漢字, 🙂 `<&>`\n\tx')
  assert.is(printableLines('x ##[error]y ## z'), 'x \\u0023#[error]y ## z')
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 60 }), (text) => {
      const shown = printableLines(text)
      assert.not.match(shown, /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u)
      assert.is(printableLines(shown), shown)
      assert.not.match(oneLine(text), /[\n\t]/)
    }),
  )
})

test('a clipped text keeps its characters whole and says how much of it is shown', () => {
  assert.equal([clip('abc', 3), clip('ab🙂d', 3)], ['abc', 'ab… (2 of 5 characters)'])
})

test('a paragraph keeps words whole where they fit, and loses no character', () => {
  assert.equal(paragraph('one two three-four-five', 10), ['one two', 'three-four', '-five'])
  assert.equal(hanging('id  ', 'some words that go on', 4, 20), ['id  some words that go', '    on'])
  const text = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ':', '🙂') })
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 40 }), (words, width) => {
      const lines = paragraph(words, width)
      for (const line of lines) assert.ok([...line].length <= width && !line.startsWith('::'), line)
      assert.is(lines.join('').replaceAll('\\u003a', ':').replaceAll(' ', ''), words.replaceAll(' ', ''))
    }),
  )
})

test('JSON is indented, even if it is cut off, and other texts stay', () => {
  const bare = (text: string) => text.replace(/\s/g, '')
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
      const text = JSON.stringify(value)
      assert.is(indented(text), JSON.stringify(value, null, 2))
      const cut = text.slice(0, at) || '{'
      assert.is(bare(indented(cut)), bare(cut))
    }),
  )
  for (const text of ['', '(12 bytes, not valid JSON)', 'a: {b}', '"text"']) assert.is(indented(text), text)
  assert.ok(indented('['.repeat(20_000)).length < 1_000_000)
})

test.run()
