import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Ranking } from './ranking.ts'

const test = suite('ranking')

test('any moves leave what sorting an array would', () => {
  const size = fc.constantFrom(0, 1, 2, 1023, 1024, 1025, 5000)
  const moves = fc.array(fc.record({ row: fc.nat(4999), key: fc.nat(100) }), { maxLength: 60 })
  fc.assert(
    fc.property(size, moves, fc.nat(5000), fc.nat(60), (size, moves, from, length) => {
      const keys = Uint32Array.from({ length: size }, (_, row) => row % 50)
      const compare = (a: number, b: number) => (keys[a] as number) - (keys[b] as number) || a - b
      const sorted = () => Uint32Array.from(keys.keys()).sort(compare)
      const ranking = new Ranking(sorted(), compare)
      for (const { row, key } of moves.filter(({ row }) => row < size)) {
        ranking.remove(row)
        keys[row] = key
        ranking.insert(row)
      }
      const expected = [...sorted()]
      assert.equal(ranking.slice(0, size), expected)
      assert.equal(ranking.slice(from, from + length), expected.slice(from, from + length))
      const even = expected.filter((row) => row % 2 === 0)
      const member = Uint8Array.from(keys, (_, row) => (row % 2 === 0 ? 1 : 0))
      assert.equal([...ranking.pick(member, even.length)], even)
    }),
    { numRuns: 60 },
  )
})

test('a block that grows is cut in two, one that is emptied is dropped', () => {
  const keys = new Float64Array(6000).map((_, row) => row)
  const compare = (a: number, b: number) => (keys[a] as number) - (keys[b] as number) || a - b
  const ranking = new Ranking(Uint32Array.from(keys.keys()), compare)
  for (let row = 0; row < 6000; row++) {
    ranking.remove(row)
    keys[row] = 10_000 + row
    ranking.insert(row)
  }
  assert.equal(ranking.slice(0, 6000), [...keys.keys()])
})

test('the only row can leave and come back', () => {
  const ranking = new Ranking(Uint32Array.of(0), (a, b) => a - b)
  ranking.remove(0)
  assert.equal(ranking.slice(0, 1), [])
  ranking.insert(0)
  assert.equal(ranking.slice(0, 1), [0])
})

test.run()
