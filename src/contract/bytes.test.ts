import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../testing/any-character.ts'
import { toByteText } from './bytes.ts'

const test = suite('bytes')

test('a text has one character for each byte of its UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
      assert.equal(Buffer.from(toByteText(text), 'latin1'), Buffer.from(text))
    }),
    { seed: 40 },
  )
})

test.run()
