import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { printable } from './printable.ts'

const test = suite('printable')

test('characters that act are shown by their number', () => {
  assert.is(printable('a\u001b[31m\r\u202Eb\u2028\u{e0001}'), 'a\\u001b[31m\\u000d\\u202eb\\u2028\\u{e0001}')
  assert.is(printable('João\n\té 😀'), 'João\n\té 😀')
})

test('no text acts, and a JSON text stays what it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.not.match(printable(text), /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      const bmp = text.replace(/[\u{10000}-\u{10ffff}]/gu, '')
      assert.is(JSON.parse(printable(JSON.stringify(bmp))), bmp)
    }),
  )
})

test.run()
