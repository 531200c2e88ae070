import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { TextIndex } from './text-index.ts'

const test = suite('text index')

test('a text is found where it stands, and no other', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 200 }),
      fc.string({ maxLength: 3 }),
      (texts, other) => {
        const index = new TextIndex(texts)
        for (const [position, text] of texts.entries()) assert.is(index.find(text), position)
        assert.is(index.find(other), texts.indexOf(other))
      },
    ),
  )
})

test.run()
