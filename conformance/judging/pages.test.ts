import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { difference, firstDifference, firstRepeat, firstWrongSize } from './pages.ts'

const test = suite('pages')

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 60 })
const pagesOf = <T>(list: readonly T[], rows: number): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(list.length / rows)) }, (_, i) =>
    list.slice(i * rows, (i + 1) * rows),
  )

test('nobody is repeated in a partition, and whoever is repeated is named', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(), (list, from, to) => {
      assert.is(firstRepeat(list), undefined)
      const one = list[from % list.length] as string
      const doubled = list.toSpliced(to % (list.length + 1), 0, one)
      assert.is(firstRepeat(doubled), one)
    }),
  )
})

test('a page that begins one too early repeats somebody, one that begins too late loses somebody', () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 10 }), (list, rows) => {
      fc.pre(list.length > rows)
      const starts = Array.from({ length: Math.ceil(list.length / rows) }, (_, i) => i * rows)
      const off = (by: number) =>
        starts.flatMap((start) => list.slice(start && start + by, start + by + rows))
      assert.is(
        firstRepeat(starts.flatMap((start) => list.slice(Math.max(0, start - 1), start + rows))),
        list[rows - 1],
      )
      assert.ok(
        difference(
          list,
          starts.flatMap((start) => list.slice(start && start + 1, start + rows)),
        ).missing.length,
      )
      assert.equal(difference(list, off(0)), { missing: [], extra: [] })
    }),
  )
})

test('the sizes of a partition are right, and no other ones are', () => {
  const size = fc.nat(12)
  fc.assert(
    fc.property(
      fc.nat(60),
      fc.integer({ min: 1, max: 10 }),
      fc.array(size, { maxLength: 12 }),
      (total, rows, other) => {
        const right = pagesOf(Array(total).fill(0), rows).map(({ length }) => length)
        assert.is(firstWrongSize(right, total, rows), undefined)
        const place = firstWrongSize(other, total, rows)
        assert.is(place === undefined, other.join() === right.join())
        if (place !== undefined) {
          assert.equal(other.slice(0, place - 1), right.slice(0, place - 1))
          assert.is.not(other[place - 1], right[place - 1])
        }
      },
    ),
  )
})

test('a last page that is lost, empty, doubled, short or long is found at its place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 25 }), (total, rows) => {
      const right = pagesOf(Array(total).fill(0), rows).map(({ length }) => length)
      const last = right.at(-1) as number
      assert.is(firstWrongSize(right.slice(0, -1), total, rows), right.length)
      assert.is(firstWrongSize([...right, 0], total, rows), right.length + 1)
      assert.is(firstWrongSize([...right, last], total, rows), right.length + 1)
      assert.is(firstWrongSize(right.with(-1, last - 1), total, rows), right.length)
      assert.is(firstWrongSize(right.with(-1, last + 1), total, rows), right.length)
    }),
  )
})

test('a total beyond all measure costs nothing', () => {
  assert.is(firstWrongSize([25, 25], 1e20, 25), 3)
  assert.is(firstWrongSize([25], Number.POSITIVE_INFINITY, 25), 2)
  assert.is(firstWrongSize([0], 0, 25), undefined)
  assert.is(firstWrongSize([], 0, 25), 1)
  assert.is(firstWrongSize([3], 3, 0), 1)
})

test('what one list has and the other has not', () => {
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      const { missing, extra } = difference(a, b)
      assert.equal(
        missing,
        a.filter((id) => !b.includes(id)),
      )
      assert.equal(
        extra,
        b.filter((id) => !a.includes(id)),
      )
    }),
  )
})

interface One {
  key: string
  id: number
}
const keyOf = ({ key }: One) => key
const idOf = ({ id }: One) => String(id)
const differ = (a: readonly One[], b: readonly One[]) => firstDifference(a, b, keyOf, idOf)

/** A list in the order of its keys, with ties of any size. */
const tied = fc
  .array(fc.constantFrom(...'abcdef'), { minLength: 2, maxLength: 40 })
  .map((keys) => keys.toSorted().map((key, id): One => ({ key, id })))
/** The same list with its ties arranged anew. */
const rearranged = tied.chain((list) =>
  fc
    .shuffledSubarray(list, { minLength: list.length })
    .map(
      (shuffled) =>
        [list, shuffled.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))] as const,
    ),
)
const inside = (list: readonly One[]) => list.filter(({ key }) => key !== list.at(-1)?.key)

test('two readings that arrange ties in another way do not differ', () => {
  fc.assert(
    fc.property(rearranged, ([list, other]) => {
      assert.is(differ(list, other), undefined)
      assert.is(differ(list, list), undefined)
    }),
  )
  assert.is(differ([], []), undefined)
})

test('two windows of one list that cut the tie at their end elsewhere do not differ', () => {
  fc.assert(
    fc.property(rearranged, fc.nat(), ([list, other], at) => {
      const end = 1 + (at % list.length)
      assert.is(differ(list.slice(0, end), other.slice(0, end)), undefined)
    }),
  )
})

test('two windows from the middle of one list do not differ, where that is said', () => {
  fc.assert(
    fc.property(rearranged, fc.nat(), fc.nat(), ([list, other], from, to) => {
      const start = from % list.length
      const end = start + 1 + (to % (list.length - start))
      assert.is(
        firstDifference(list.slice(start, end), other.slice(start, end), keyOf, idOf, true),
        undefined,
      )
    }),
  )
})

test('a list that was cut differs where it ends', () => {
  fc.assert(
    fc.property(rearranged, fc.nat(), ([list, other], at) => {
      const end = at % list.length
      assert.is(differ(list, other.slice(0, end)), end)
      assert.is(differ(list.slice(0, end), other), end)
    }),
  )
})

test('persons of unequal keys that changed places are found, also across the border of a page', () => {
  fc.assert(
    fc.property(rearranged, fc.nat(), fc.nat(), ([list, other], x, y) => {
      const [i, j] = [x % list.length, y % list.length].sort((a, b) => a - b) as [number, number]
      const [one, two] = [other[i] as One, other[j] as One]
      fc.pre(one.key !== two.key)
      assert.is(differ(list, other.with(i, two).with(j, one)), i)
    }),
  )
})

test('a person in the place of another of the same key, twice, or under another key, is found before the last tie', () => {
  fc.assert(
    fc.property(rearranged, fc.nat(), ([list, other], at) => {
      const places = inside(other).length
      fc.pre(places > 0)
      const i = at % places
      const one = other[i] as One
      const stranger = differ(list, other.with(i, { ...one, id: 999 }))
      assert.is(list[stranger as number]?.id, one.id)
      const neighbour = other[i + 1] as One
      if (neighbour.key === one.key) {
        assert.ok(differ(list, other.with(i, neighbour)) !== undefined)
        assert.ok(differ(other.with(i, neighbour), list) !== undefined)
      }
      assert.is(differ(list, other.with(i, { ...one, key: `${one.key}x` })), i)
      const last = other.at(-1) as One
      const exchanged = other.with(i, { ...one, id: last.id }).with(-1, { ...last, id: one.id })
      assert.ok(differ(list, exchanged) !== undefined)
    }),
  )
})

test('nothing but keys is compared in the tie at the end', () => {
  const list = [...'aab'].map((key, id) => ({ key, id }))
  assert.is(differ(list, list.with(2, { key: 'b', id: 9 })), undefined)
  assert.is(differ(list, list.with(1, { key: 'a', id: 9 })), 1)
})

test('of a window from the middle, only the ties at its ends may be cut', () => {
  const list = [...'aabbcc'].map((key, id) => ({ key, id }))
  const differs = (at: number) =>
    firstDifference(list, list.with(at, { ...(list[at] as One), id: 9 }), keyOf, idOf, true)
  assert.equal([0, 1, 2, 3, 4, 5].map(differs), [undefined, undefined, 2, 3, undefined, undefined])
})

test.run()
