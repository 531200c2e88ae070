import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noDialect, steps } from './dialect.ts'
import { stepsOf } from './steps.ts'

const test = suite('steps')
const of = (chosen: readonly (typeof steps)[number][], reportFirst: 'yes' | 'no' = 'no') =>
  stepsOf({ dialect: { ...noDialect, steps: chosen }, reportFirst })

test('are those of the knobs unless the tables have an order', () => {
  assert.equal(of([]), steps)
  assert.equal(of([], 'yes').slice(-3), ['report', 'body', 'state'])
})

test('that the tables leave out come last, but for the route', () => {
  assert.equal(of(['json', 'token']).slice(0, 4), ['route', 'size', 'json', 'token'])
  assert.equal(of(['token', 'route']).slice(0, 3), ['token', 'route', 'size'])
  assert.is(of(['token', 'route']).length, steps.length)
})

test('judge the size before anything else of a body, where an order was written without it', () => {
  const before = ['route', 'json', 'token', 'type', 'number', 'query', 'body', 'report', 'state'] as const
  assert.equal(of(before), ['route', 'size', ...before.slice(1)])
})

test.run()
