import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { clip, oneLine, printableLines } from './printable.ts'

const test = suite('printable')
const anyText = fc.string({ unit: ANY_CHARACTER, maxLength: 60 })

test('what acts is shown by its number, and what shows stays', () => {
  assert.is(printableLines('a\u0000\u001b[31m\u202E\uD800\uFFFE'), 'a\\u0000\\u001b[31m\\u202e\\ud800\\ufffe')
  assert.is(printableLines('\u{e0041}'), '\\u{e0041}')
  assert.is(printableLines('João, שלום, 漢字, 🙂 `<&>`\n\tx'), 'João, שלום, 漢字, 🙂 `<&>`\n\tx')
  assert.is(printableLines('a\r\nb\rc'), 'a\nb\\u000dc')
  assert.is(printableLines('x ##[error]y ## z'), 'x \\u0023#[error]y ## z')
})

test('nothing that acts is left, and a second time changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = printableLines(text)
      assert.not.match(shown, /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u)
      assert.is(printableLines(shown), shown)
      assert.not.match(oneLine(text), /[\n\t]/)
    }),
  )
})

test('a text that is cut keeps its characters whole and says how much of it is there', () => {
  assert.is(clip('abc', 3), 'abc')
  assert.is(clip('abcd', 3), 'abc… (3 of 4 characters)')
  assert.is(clip('ab🙂d', 3), 'ab… (2 of 5 characters)')
})

test.run()
