import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { createTwin } from '../../src/twin.ts'
import { someWorld } from '../testing/twin-world.ts'
import { mostTelling } from './most-telling.ts'
import type { TwinQuestion } from './twin-question.ts'
import { answerOfTwin, twinRequest } from './world.ts'

const test = suite('the most telling question')
const world = someWorld()
const twin = createTwin(world.dataset)

/** Chooses one of some values of a parameter, which are drawn one after the other. */
async function chosen(stratum: string, values: readonly string[], is: PartialProfile = {}) {
  const left = [...values]
  const [row = ''] = stratum.split('.')
  const asked = await mostTelling(stratum, completeProfile(is), {
    draw: () => {
      const value = left.shift()
      if (value === undefined) return undefined
      const question = {
        ...{ method: 'GET', path: '/pessoas', query: [[row, value]] },
        authorization: world.keys.own,
      }
      return { stratum, risk: 'r', question, invented: [] } as unknown as TwinQuestion
    },
    twin: async (profile, { question }) => {
      const answer = await twin.ask(profile, twinRequest(question))
      return { ...answerOfTwin(answer), situations: answer.situations }
    },
  })
  return asked?.question.query?.[0]?.[1]
}

const cases: [stratum: string, values: string[], chosen: string | undefined, is?: PartialProfile][] = [
  // Who ignores these has 25 rows, and the first page.
  ['rows.tail', ['25abc', '50abc'], '50abc'],
  ['page.point', ['1.0', '2.0'], '2.0'],
  // Both readings are 50, or one of them is another number.
  ['rows.exponent', ['50e0', '50e1'], '50e1'],
  ['sort.padded', [' -atualizado_em', ' nome'], ' nome'],
  // Of equal ones, the first; beyond so many, none is looked at.
  ['rows.tail', ['50abc', '75abc'], '50abc'],
  ['rows.tail', ['25a', '25b', '25c', '25d', '25e', '50f'], '25a'],
  ['rows.tail', [], undefined],
  // What is no cell of a parameter is asked as it is drawn.
  ['rows.above-off-grid', ['130', '110'], '130', { rowsMaximum: 100 }],
]
for (const [stratum, values, value, is] of cases)
  test(`of ${stratum} is ${value}, of ${values}`, async () =>
    assert.is(await chosen(stratum, values, is), value))

test.run()
