import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange, Question, Risk } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { Break, Breaks } from './breaks.ts'

const test = suite('breaks')

const question: Question = {
  method: 'GET',
  path: '/pessoas',
  query: [['nome', 'x']],
  authorization: { value: 't', label: '$TOKEN' },
}
const healthy: Question = { ...question, query: [] }

function exchangeOf(asked: Question, status: number, risk: Risk = 'r'): Exchange {
  const response = { status, headers: {}, text: '', json: {}, size: 2, cost: 2 }
  return { question: asked, risk, response, ms: 1 }
}

/** Answers the question and the healthy request with these statuses in turn, the last one for ever. */
function breaksOf(statuses: number[], controls: number[]) {
  const asked: Question[] = []
  const observe = async (one: Question) => {
    asked.push(one)
    const left = one === healthy ? controls : statuses
    return exchangeOf(one, (left.length > 1 ? left.shift() : left[0]) as number)
  }
  const breaks = new Breaks({ observe } as unknown as Target, () => healthy)
  return { asked, breaks, answer: (first: Exchange) => breaks.answer(first, 'X-01') }
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('5xx five times of five, with a healthy request in between, is a break, which is proved once', async () => {
  const { asked, answer } = breaksOf([500], [200])
  const error = (await thrownBy(answer(exchangeOf(question, 500)))) as Break
  assert.instance(error, Break)
  assert.match(
    error.actual,
    /^500, 5 times out of 5; the same call without the fault answered 200 each time$/,
  )
  assert.is(asked.length, 8)
  assert.is(await thrownBy(answer(exchangeOf(question, 500))), error)
  assert.is(asked.length, 8)
})

test('an answer to a repeated request counts, and so does how often it failed before', async () => {
  const { breaks, answer } = breaksOf([500, 404], [200])
  assert.is((await answer(exchangeOf(question, 500))).response.status, 404)
  assert.is(breaks.flukes, 2)
})

test('a target that fails now and then must break more often before that is a break', async () => {
  const { asked, answer } = breaksOf([500], [500, 200])
  assert.instance(await thrownBy(answer(exchangeOf(question, 500))), Break)
  assert.is(asked.filter((one) => one === question).length, 9)
})

test('an outage is no break, and is asked about once', async () => {
  const { asked, answer } = breaksOf([500], [500])
  assert.instance(await thrownBy(answer(exchangeOf(question, 500))), TargetFailure)
  assert.is(asked.length, 3)
  assert.instance(await thrownBy(answer(exchangeOf(question, 500))), TargetFailure)
  assert.is(asked.length, 3)
  await answer(exchangeOf(healthy, 200))
  await thrownBy(answer(exchangeOf(question, 500)))
  assert.is(asked.length, 6)
})

test('a healthy request that got 5xx is repeated', async () => {
  const { breaks, answer } = breaksOf([500], [500, 200])
  assert.is((await answer(exchangeOf(healthy, 500))).response.status, 200)
  assert.is(breaks.flukes, 2)
})

test('a decision and 503 are never repeated', async () => {
  for (const first of [exchangeOf(question, 500, 'w2'), exchangeOf(question, 503)]) {
    const { asked, answer } = breaksOf([500], [200])
    assert.instance(await thrownBy(answer(first)), TargetFailure)
    assert.is(asked.length, 0)
  }
})

test('503 in the middle is no break', async () => {
  assert.instance(await thrownBy(breaksOf([503], [200]).answer(exchangeOf(question, 500))), TargetFailure)
  assert.instance(await thrownBy(breaksOf([500], [503]).answer(exchangeOf(question, 500))), TargetFailure)
})

test.run()
