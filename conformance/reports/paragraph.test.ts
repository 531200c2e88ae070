import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hanging, paragraph } from './paragraph.ts'

const test = suite('paragraph')

test('words stay whole where they fit, and are broken where they do not', () => {
  assert.equal(paragraph('one two three-four-five', 10), ['one two', 'three-four', '-five'])
  assert.equal(hanging('id  ', 'some words that go on and on', 4, 25), [
    'id  some words that go on',
    '    and on',
  ])
})

test('no line is longer than the width, begins with two colons, or loses a character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ':', '🙂') })
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 40 }), (words, width) => {
      const lines = paragraph(words, width)
      for (const line of lines) assert.ok([...line].length <= width && !line.startsWith('::'), line)
      const joined = lines.join('').replaceAll('\\u003a', ':')
      assert.is(joined.replaceAll(' ', ''), words.replaceAll(' ', ''))
    }),
  )
})

test.run()
