import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { widthOf } from './columns.ts'
import { progressLine } from './progress-line.ts'

const test = suite('the line of progress')
const early = { done: 1, size: 118, of: 'checks', asking: 'PAG-08', requests: 1, elapsedMs: 500 }

test('says what is asked, how many of how many, and how many requests', () => {
  assert.is(progressLine(early, 100), '1 of 118 checks  PAG-08  1 request')
})

test('says about how long the rest takes, once enough is known', () => {
  const half = { ...early, done: 59, requests: 700, elapsedMs: 18_000 }
  assert.is(progressLine(half, 100), '59 of 118 checks  PAG-08  700 requests  about 20 s left')
  assert.match(progressLine({ ...half, elapsedMs: 180_000 }, 100), /about 3 min left$/)
  assert.match(progressLine({ ...half, elapsedMs: 2_000 }, 100), /about 5 s left$/)
  assert.not.match(progressLine({ ...half, done: 118 }, 100), 'left')
  assert.not.match(progressLine({ ...half, done: 0 }, 100), 'left')
})

test('fits in one line of any terminal', () => {
  for (const columns of [1, 12, 30, 80])
    assert.ok(widthOf(progressLine(early, columns)) <= Math.max(10, columns - 1))
})

test.run()
