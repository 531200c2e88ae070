import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { decodedOrSame, formDecodedOrSame } from './decoded.ts'

const test = suite('percent-escapes')

const CASES: readonly [text: string, decoded: string, formDecoded: string][] = [
  ['a+b', 'a+b', 'a b'],
  ['Concei%C3%A7%C3%A3o', 'Conceição', 'Conceição'],
  ['%2B+', '++', '+ '],
  ['%E0%A4%A', '%E0%A4%A', '%E0%A4%A'],
  ['50%+', '50%+', '50%+'],
]

for (const [text, plain, form] of CASES) {
  test(`${text} is ${plain} in a path and ${form} in a form`, () => {
    assert.is(decodedOrSame(text), plain)
    assert.is(formDecodedOrSame(text), form)
  })
}

test.run()
