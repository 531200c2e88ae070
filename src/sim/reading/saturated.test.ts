import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { saturated } from './number-kinds.ts'

const test = suite('numbers of so many bits')

test('take the largest or the smallest one in place of one beyond', () => {
  assert.is(saturated('99999999999999999999', 'int32'), 2_147_483_647)
  assert.is(saturated('-99999999999999999999', 'int32'), -2_147_483_648)
  assert.is(saturated('99999999999999999999', 'int64'), 9_223_372_036_854_775_807n)
  assert.is(saturated('-99999999999999999999', 'int64'), -9_223_372_036_854_775_808n)
  assert.is(saturated('7', 'int64'), 7)
})

test.run()
