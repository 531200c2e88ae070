import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { lowerBound, shareOf } from './likeness.ts'

const test = suite('the bound of a likeness')

const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 5e-5, `${actual}`)

test('is what Clopper and Pearson say', () => {
  near(lowerBound(300, 300), 0.99006)
  near(lowerBound(600, 600), 0.99502)
  near(lowerBound(299, 300), 0.98429)
  near(lowerBound(297, 300), 0.97436)
  near(lowerBound(9, 10), 0.60584)
  near(lowerBound(5, 10), 0.22244)
  near(lowerBound(1, 10), 0.00512)
  assert.is(lowerBound(0, 10), 0)
})

test('proves nothing without a question', () => {
  assert.equal(shareOf(0, 0), { alike: 0, of: 0, share: 0, atLeast: 0 })
})

test.run()
