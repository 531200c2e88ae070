import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Everyone, type Left, nextStep, type Step } from './search-plan.ts'

const test = suite('the steps of a search')

const everyone: Everyone = { persons: 10_000_000, words: 32_000_000, isHeld: false, isSure: false }
const all = everyone.persons

const cases: [what: string, left: Left, more: Partial<Everyone>, step: Step][] = [
  ['a rare word', { rows: all, counts: [3_000] }, { isSure: true }, 'next-part'],
  ['few persons with long names', { rows: 2, counts: [1_100] }, { isSure: true }, 'next-part'],
  ['all who have it', { rows: 3_000, counts: [] }, { isSure: true }, 'left'],
  ['a letter of most names', { rows: all, counts: [45_000_000] }, { isSure: true }, 'everyone'],
  ['a rare word before another', { rows: all, counts: [3_000, 2_000_000] }, {}, 'next-part'],
  ['few rows and a frequent word', { rows: 3_000, counts: [2_000_000] }, {}, 'left'],
  ['many rows and a rare word', { rows: 900_000, counts: [100_000] }, {}, 'next-part'],
  ['frequent words', { rows: all, counts: [2_000_000, 3_000_000] }, {}, 'everyone'],
  ['more were left than expected', { rows: 1_500_000, counts: [] }, {}, 'everyone'],
  ['the same without numbers of words', { rows: 1_500_000, counts: [] }, { words: undefined }, 'left'],
  ['a part that no word has', { rows: all, counts: [0, 5] }, {}, 'next-part'],
  ['nobody', { rows: 0, counts: [5] }, {}, 'left'],
]
for (const [what, left, more, step] of cases) {
  test(`${what}: ${step}`, () => {
    assert.is(nextStep(left, { ...everyone, ...more }), step)
  })
}

test('names that are there already are looked through sooner, and a search always ends', () => {
  const left = { rows: all, counts: [600_000, 800_000] }
  assert.is(nextStep(left, everyone), 'next-part')
  const aLeft = fc.record({
    rows: fc.nat({ max: all }),
    counts: fc
      .array(fc.nat({ max: 3 * all }), { maxLength: 6 })
      .map((counts) => counts.sort((a, b) => a - b)),
  })
  let sooner = 0
  fc.assert(
    fc.property(aLeft, fc.boolean(), (left, isSure) => {
      const [cold, held] = [false, true].map((isHeld) => nextStep(left, { ...everyone, isHeld, isSure }))
      if (cold === 'everyone') assert.is(held, 'everyone')
      sooner += Number(held !== cold)
      if (left.counts.length === 0) assert.is.not(cold, 'next-part')
    }),
  )
  assert.ok(sooner > 0)
})

test.run()
