import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { createTwin } from '../../src/twin.ts'
import { someTargetData } from '../testing/target-data.ts'
import { mostTelling } from './most-telling.ts'
import { answerOfTwin, twinRequest } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

const test = suite('the most telling question')
const data = someTargetData()
const twin = createTwin(data.dataset)

/** Chooses one of some values of a parameter, which are drawn one after the other. */
async function chosen(
  stratum: string,
  values: readonly string[],
  is: PartialProfile = {},
  before: readonly string[] = [],
) {
  const left = [...values]
  const [row = ''] = stratum.split('.')
  const of = (value: string) => {
    const query = [[row, value]]
    const question = { method: 'GET', path: '/pessoas', query, authorization: data.keys.own }
    return { stratum, risk: 'r', question, invented: [] } as unknown as TwinQuestion
  }
  const oracle: Parameters<typeof mostTelling>[2] = {
    draw: () => {
      const value = left.shift()
      return value === undefined ? undefined : of(value)
    },
    twin: async (profile, { question }) => {
      const answer = await twin.ask(profile, twinRequest(question))
      return { ...answerOfTwin(answer), situations: answer.situations }
    },
  }
  const asked = await mostTelling(stratum, completeProfile(is), oracle, before.map(of))
  return asked?.question.query?.[0]?.[1]
}

const cases: [stratum: string, values: string[], chosen: string | undefined, is?: PartialProfile][] = [
  // Who ignores these has 25 rows, and the first page.
  ['rows.tail', ['25abc', '50abc'], '50abc'],
  ['page.point', ['1.0', '2.0'], '2.0'],
  // Both readings are 50, or one of them is another number.
  ['rows.exponent', ['50e0', '50e1'], '50e1'],
  // A page after the end may be refused, as what is not a number may be: who takes it shows with a page of the list.
  ['page.exponent', ['1e1', '20e-1', '2e0'], '2e0', { pageBeyondEnd: 'not-found' }],
  ['sort.padded', [' -atualizado_em', ' nome'], ' nome'],
  // Of equal ones, the first; beyond so many, none is looked at.
  ['rows.tail', ['50abc', '75abc'], '50abc'],
  ['rows.tail', ['25a', '25b', '25c', '25d', '25e', '50f'], '25a'],
  ['rows.tail', [], undefined],
  // What is no cell of a parameter is asked as it is drawn.
  ['rows.above-limit', ['2000', '1000'], '2000', { dialect: { limits: { rows: 500 } } }],
]
for (const [stratum, values, value, is] of cases)
  test(`of ${stratum} is ${value}, of ${values}`, async () =>
    assert.is(await chosen(stratum, values, is), value))

test('the second one tells apart what the first did not', async () => {
  const is: PartialProfile = { pageBeyondEnd: 'not-found' }
  assert.is(await chosen('page.exponent', ['3e0', '20e-1'], is, ['2e0']), '20e-1')
  assert.is(await chosen('page.exponent', ['3e0', '20e-1'], is), '3e0')
})

test.run()
