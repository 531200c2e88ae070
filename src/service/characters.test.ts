import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { countCharacters } from './characters.ts'

test('graphemes are counted as the segmenter counts them, however long a text is and wherever it is cut', () => {
  const segmenter = new Intl.Segmenter('pt-BR')
  const long = `z${'\u0301'.repeat(700)}`
  const all = ['a', 'e\u0301', '👍', '👍🏽', '👨‍👩‍👧‍👦', '🇧🇷', '🇧', 'क्षि', '\r\n', '\ud83d', long]
  const aText = fc.array(fc.constantFrom(...all), { maxLength: 600 }).map((graphemes) => graphemes.join(''))
  fc.assert(
    fc.property(aText, (text) =>
      assert.is(countCharacters.graphemes(text), [...segmenter.segment(text)].length),
    ),
    { numRuns: 60, seed: 40 },
  )
})

test('units and code points', () => {
  assert.is(countCharacters['utf-16']('a😀'), 3)
  assert.is(countCharacters['code-points']('a😀'), 2)
})

test.run()
