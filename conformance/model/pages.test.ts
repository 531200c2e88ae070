import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { firstDifference, repeats } from './pages.ts'

const test = suite('pages')

interface One {
  key: string
  id: number
}
const keyOf = ({ key }: One) => key
const idOf = ({ id }: One) => String(id)
const differ = (a: readonly One[], b: readonly One[], startsInside = false) =>
  firstDifference(a, b, keyOf, idOf, startsInside)

/** A list in the order of its keys, and the same list with its ties in another order. */
const rearranged = fc
  .array(fc.constantFrom(...'abcdef'), { minLength: 2, maxLength: 40 })
  .map((keys) => keys.toSorted().map((key, id): One => ({ key, id })))
  .chain((list) =>
    fc
      .shuffledSubarray(list, { minLength: list.length })
      .map((other) => [list, other.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))] as const),
  )

test('that show one list with its ties in another order do not differ, wherever they begin and end', () => {
  assert.is(differ([], []), undefined)
  fc.assert(
    fc.property(rearranged, fc.nat(), fc.nat(), ([list, other], from, to) => {
      const start = from % list.length
      const end = start + 1 + (to % (list.length - start))
      assert.is(differ(list.slice(0, end), other.slice(0, end)), undefined)
      assert.is(differ(list.slice(start, end), other.slice(start, end), true), undefined)
    }),
  )
})

test('that are too short or too long differ where the shorter one ends', () => {
  fc.assert(
    fc.property(rearranged, fc.nat(), ([list, other], at) => {
      const end = at % list.length
      assert.is(differ(list, other.slice(0, end)), end)
      assert.is(differ(list.slice(0, end), other), end)
    }),
  )
})

test('differ where two with unequal keys changed places', () => {
  fc.assert(
    fc.property(rearranged, fc.nat(), fc.nat(), ([list, other], x, y) => {
      const [i, j] = [x % list.length, y % list.length].sort((a, b) => a - b) as [number, number]
      const [one, two] = [other[i] as One, other[j] as One]
      fc.pre(one.key !== two.key)
      assert.is(differ(list, other.with(i, two).with(j, one)), i)
    }),
  )
})

test('differ if one is replaced by another with the same key, is there twice or has another key, before the last tie', () => {
  fc.assert(
    fc.property(rearranged, fc.nat(), ([list, other], at) => {
      const last = other.at(-1) as One
      const places = other.filter(({ key }) => key !== last.key).length
      fc.pre(places > 0)
      const i = at % places
      const one = other[i] as One
      assert.is(list[differ(list, other.with(i, { ...one, id: 999 })) as number]?.id, one.id)
      assert.is(differ(list, other.with(i, { ...one, key: `${one.key}x` })), i)
      const exchanged = other.with(i, { ...one, id: last.id }).with(-1, { ...last, id: one.id })
      assert.ok(differ(list, exchanged) !== undefined)
      const neighbour = other[i + 1] as One
      if (neighbour.key === one.key) assert.ok(differ(list, other.with(i, neighbour)) !== undefined)
    }),
  )
})

test('may differ in a tie that the end cuts and, on a later page, in one that the start cuts', () => {
  const list = [...'aabbcc'].map((key, id) => ({ key, id }))
  const differences = (startsInside: boolean) =>
    list.map((one, i) => differ(list, list.with(i, { ...one, id: 9 }), startsInside))
  assert.equal(differences(false), [0, 1, 2, 3, undefined, undefined])
  assert.equal(differences(true), [undefined, undefined, 2, 3, undefined, undefined])
})

test('repeat whoever occurs earlier', () => {
  assert.equal(
    repeats([...'abcab'], (letter) => letter),
    ['a', 'b'],
  )
  assert.equal(
    repeats([...'abc'], (letter) => letter),
    [],
  )
})

test.run()
