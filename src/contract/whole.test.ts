import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { plus, restOf, toJson } from './whole.ts'

const test = suite('whole numbers')

test('a bigint is written with all of its digits wherever it stands', () => {
  const value = { a: 9007199254740993n, b: [-1n, 2, '3'], c: { d: null, e: undefined } }
  assert.is(toJson(value), '{"a":9007199254740993,"b":[-1,2,"3"],"c":{"d":null}}')
  assert.is(toJson(10n ** 30n), `1${'0'.repeat(30)}`)
  assert.is(toJson(1.5), '1.5')
  assert.is(toJson('9007199254740993'), '"9007199254740993"')
})

test('sums and remainders of bigints keep all digits', () => {
  assert.is(plus(9007199254740993n, -1), 9007199254740992n)
  assert.is(plus(2, -1), 1)
  assert.is(restOf(9007199254741025n, 25), 0)
  assert.is(restOf(-9007199254741026n, 25), -1)
  assert.is(restOf(60, 25), 10)
})

test.run()
