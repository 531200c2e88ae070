import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refusal, refusalOf } from './refusal.ts'

const test = suite('what work refuses with')

test('is undefined for work that refuses nothing', () => {
  assert.is(
    refusalOf(() => 1),
    undefined,
  )
})

test('is the refusal that it throws', () => {
  const thrown = refusal.routeUnknown()
  const work = () => {
    throw thrown
  }
  assert.is(refusalOf(work), thrown)
})

test('is nothing else that it throws', () => {
  const work = () => {
    throw new TypeError('a defect')
  }
  assert.throws(() => refusalOf(work), /a defect/)
})

test.run()
