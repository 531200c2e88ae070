import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { percent } from '../reports/likeness.ts'
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

test('is never above the share, and grows with it', () => {
  for (const of of [1, 7, 100, 1_000, 5_000]) {
    let before = -1
    for (let alike = 0; alike <= of; alike += Math.max(1, Math.floor(of / 20))) {
      const { share, atLeast } = shareOf(alike, of)
      assert.ok(atLeast <= share && atLeast > before, `${alike} of ${of}: ${atLeast}`)
      before = atLeast
    }
  }
})

test('is shown rounded down', () => {
  assert.is(percent(lowerBound(300, 300)), '99.0 %')
  assert.is(percent(lowerBound(600, 600)), '99.5 %')
  assert.is(percent(0.9999), '99.9 %')
  assert.is(percent(1), '100.0 %')
  assert.is(percent(0.29), '29.0 %')
})

test.run()
