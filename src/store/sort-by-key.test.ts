import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aName, collations, naiveCollate } from '../testing/model.ts'
import { orderNames } from './name-order.ts'
import { upTo } from './persons.ts'
import { sortByKey } from './sort-by-key.ts'
import { splitWords } from './words.ts'

const test = suite('sort by key')

const aNumber = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))

test('digit by digit gives what a comparison of pairs gives, and keeps the order of equal ones', () => {
  fc.assert(
    fc.property(fc.array(aNumber, { maxLength: 60 }), (numbers) => {
      const [one, other] = [upTo(numbers.length), upTo(numbers.length)]
      const key = Float64Array.from(numbers)
      sortByKey(one, key, 1)
      sortByKey(other, key, Number.POSITIVE_INFINITY)
      assert.equal(one, other)
      const expected = [...numbers.keys()].sort(
        (a, b) => (numbers[a] as number) - (numbers[b] as number) || a - b,
      )
      assert.equal([...one], expected)
    }),
    { numRuns: 40 },
  )
})

test('names that words cannot order are merged into those that they can', () => {
  const anyName = fc.oneof(
    aName,
    fc.constantFrom('a\u0001 b', 'a b', 'a\tb', 'İ', 'ΑΣ Σ', "a'b", 'ab', 'a-b', 'A b'),
  )
  fc.assert(
    fc.property(fc.array(anyName, { maxLength: 30 }), fc.constantFrom(...collations), (names, collation) => {
      const { rows, ranks } = orderNames(names, splitWords(names), collation)
      const compare = (a: number, b: number) =>
        naiveCollate(names[a] as string, names[b] as string, collation)
      assert.equal(
        [...rows],
        [...names.keys()].sort((a, b) => compare(a, b) || a - b),
      )
      for (let i = 1; i < rows.length; i++) {
        const [a, b] = [rows[i - 1] as number, rows[i] as number]
        assert.is((ranks[b] as number) - (ranks[a] as number), compare(a, b) === 0 ? 0 : 1)
      }
    }),
    { numRuns: 300 },
  )
})

test.run()
