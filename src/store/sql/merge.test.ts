import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../../testing/deep.ts'
import { lowerBound } from '../persons.ts'
import { MergedOrder } from './merge.ts'

const test = suite('merge')

const aCase = fc.record({
  stamps: fc.array(fc.nat(12), { maxLength: 30 }),
  moves: fc.array(fc.record({ row: fc.nat(29), stamp: fc.nat(15) }), { maxLength: 12 }),
  chosen: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
  isEveryone: fc.boolean(),
})

test('a fixed order with moved persons is the order of all as they are now', () => {
  fc.assert(
    fc.property(aCase, ({ stamps, moves, chosen, isEveryone }) => {
      const now = stamps.slice()
      for (const { row, stamp } of moves) if (row < now.length) now[row] = Math.max(stamp, now[row] as number)
      const by = (values: number[]) => (a: number, b: number) =>
        (values[b] as number) - (values[a] as number) || a - b
      const rows = [...stamps.keys()]
      const everyone = rows.toSorted(by(stamps))
      const isIn = (row: number) => isEveryone || chosen[row] === true
      const fixed = [...everyone.entries()].filter(([, row]) => isIn(row))
      const places = fixed.map(([place]) => place)
      const moved = rows
        .filter((row) => now[row] !== stamps[row] && isIn(row))
        .sort(by(now))
        .map((row) => {
          const stamp = now[row] as number
          const isBefore = (other: number) =>
            (stamps[other] as number) > stamp || (stamps[other] === stamp && other < row)
          return { row, from: everyone.indexOf(row), to: everyone.filter(isBefore).length }
        })
      const order = { length: fixed.length, below: (place: number) => lowerBound(places, place) }
      const merged = [...new MergedOrder(order, moved).slice(0, fixed.length)]
      const found = merged.map((one) => ('row' in one ? one.row : fixed[one.index]?.[1]))
      assert.equal(found, rows.filter(isIn).sort(by(now)))
      for (const [from, to] of [
        [1, 3],
        [2, fixed.length],
      ] as const) {
        if (to > fixed.length || from > to) continue
        assert.equal([...new MergedOrder(order, moved).slice(from, to)], merged.slice(from, to))
      }
    }),
    { numRuns: times(700, 2_000) },
  )
})

test.run()
