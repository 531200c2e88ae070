import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError } from '../operator/operator-error.ts'
import { atOnce, whenThere } from './soon.ts'

const test = suite('soon')

test('a value that is there is used at once, a promised one later', async () => {
  assert.is(
    whenThere(1, (value) => value + 1),
    2,
  )
  const later = whenThere(Promise.resolve(1), (value) => value + 1)
  assert.instance(later, Promise)
  assert.is(await later, 2)
})

test('a value that must be there at once is not promised', () => {
  assert.is(atOnce(1), 1)
  for (const value of [Promise.resolve(1), Promise.reject(new Error('gone'))]) {
    assert.throws(
      () => atOnce(value),
      (error: Error) => error instanceof OperatorError,
    )
  }
})

test.run()
