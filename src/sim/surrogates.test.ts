import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { escapedSurrogateIn, loneSurrogateIn } from './surrogates.ts'

const test = suite('surrogates')

test('a lone surrogate is found, and no pair', () => {
  assert.is(loneSurrogateIn('a\ud83d b'), 'D83D')
  assert.is(loneSurrogateIn('😀'), undefined)
})

const cases: [text: string, code?: string][] = [
  ['{"a":"\\ud83d b"}', 'D83D'],
  ['{"a":"\\uDC00"}', 'DC00'],
  ['{"a":"\\ud83d\\ude00"}'],
  ['{"a":"\\\\ud83d"}'],
  ['{"a":"\\u0041\\n"}'],
]
for (const [text, code] of cases) {
  test(`${text} has ${code ?? 'none'}`, () => assert.is(escapedSurrogateIn(text), code))
}

test.run()
