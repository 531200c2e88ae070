import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Axes,
  type Cell,
  coveringCells,
  culprits,
  isPart,
  matchesCell,
  nameOf,
  nameOfPart,
} from './cells.ts'

const test = suite('cells')

/** The axes of the list, with the constraints of a list of 137 persons. */
const list: Axes = {
  filter: [
    'none',
    'word',
    'plain',
    'apostrophe',
    'cedilla',
    'tilde',
    'accent',
    'hyphen',
    'plus',
    'percent',
    'ampersand',
    'cpf',
    'cpf-with-zeros',
    'cpf-and-nome',
    'cpf-of-nobody',
    'nome-of-nobody',
  ],
  order: ['none', 'atualizado_em', '-atualizado_em', 'cpf', '-cpf', 'nome', '-nome'],
  rows: ['none', '25', '50', '75', '100'],
  place: ['first', 'second', 'middle', 'last'],
  page: ['none', 'given'],
  parameters: ['in-order', 'reversed'],
  blank: ['%20', '+'],
}
const groups = [
  ['filter', 'order', 'place'],
  ['filter', 'rows', 'place'],
]
const searches = ['word', 'plain', 'apostrophe', 'plus', 'percent', 'ampersand']
const pagesOf = (filter: string, rows: string) =>
  filter === 'none' || filter === 'word' ? (rows === 'none' || rows === '25' ? 6 : 2) : 1
function allowsInList({ filter = 'none', rows = 'none', place, page, blank }: Cell): boolean {
  if (blank === '+' && filter !== 'none' && !searches.includes(filter)) return false
  if (page === 'none' && place !== undefined && place !== 'first') return false
  return place === undefined || ['first', 'second', 'middle', 'last'].indexOf(place) < pagesOf(filter, rows)
}

/** Returns every cell of some axes. */
const allCells = (axes: Axes, names = Object.keys(axes)): Cell[] =>
  names.reduce<Cell[]>(
    (cells, axis) =>
      cells.flatMap((cell) => (axes[axis] as string[]).map((value) => ({ ...cell, [axis]: value }))),
    [{}],
  )
const has = (cell: Cell, part: Cell) => Object.entries(part).every(([axis, value]) => cell[axis] === value)

/** Asserts that whatever a whole allowed cell contains is in one of the chosen cells. */
function assertCovers(
  cells: readonly Cell[],
  axes: Axes,
  sets: readonly (readonly string[])[],
  allows: (part: Cell) => boolean,
): void {
  const whole = allCells(axes).filter(allows)
  for (const cell of cells) {
    assert.equal(Object.keys(cell).sort(), Object.keys(axes).sort())
    assert.ok(allows(cell), JSON.stringify(cell))
  }
  const keyOf = (cell: Cell, set: readonly string[]) => set.map((axis) => cell[axis]).join('\n')
  for (const set of sets) {
    const covered = new Set(cells.map((cell) => keyOf(cell, set)))
    for (const cell of whole) assert.ok(covered.has(keyOf(cell, set)), `${set}: ${JSON.stringify(cell)}`)
  }
}

const pairs = (names: readonly string[]) => names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]))

const anAxes = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 5 })
  .map(
    (sizes): Axes =>
      Object.fromEntries(
        sizes.map((size, i) => [`axis${i}`, Array.from({ length: size }, (_, n) => `v${n}`)]),
      ),
  )

test('cover every allowed pair and every allowed combination of a group, with allowed cells only', () => {
  fc.assert(
    fc.property(anAxes, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }), (axes, picks) => {
      const names = Object.keys(axes)
      const twos = pairs(names).flatMap((pair) => allCells(axes, pair))
      // Each forbidden combination has two values, as those of the list have.
      const forbidden = picks.map(([n]) => twos[n % twos.length] as Cell)
      const allows = (part: Cell) => !forbidden.some((two) => has(part, two))
      const groups = [names.slice(0, 3)]
      const cells = coveringCells(axes, { strength: 2, groups, allows })
      assertCovers(cells, axes, [...pairs(names), ...groups], allows)
      assert.is(new Set(cells.map((cell) => JSON.stringify(cell))).size, cells.length)
      assert.equal(coveringCells(axes, { strength: 2, groups, allows }), cells)
    }),
  )
})

test('cover further parts as far as they are allowed, and add no cell for one that is in another', () => {
  fc.assert(
    fc.property(anAxes, fc.array(fc.nat(), { maxLength: 8 }), (axes, picks) => {
      const names = Object.keys(axes)
      const threes = allCells(axes, names.slice(0, 3))
      const parts = picks.map((n) => threes[n % threes.length] as Cell)
      const allows = (part: Cell) => part.axis0 !== 'v0' || part.axis1 !== 'v0'
      const cells = coveringCells(axes, { strength: 2, allows, parts })
      assertCovers(cells, axes, pairs(names), allows)
      for (const part of parts)
        assert.is(
          cells.some((cell) => has(cell, part)),
          allows(part),
          JSON.stringify(part),
        )
      // What is in a cell already needs no other one.
      assert.equal(coveringCells(axes, { strength: 2, allows, parts: [...parts, ...parts] }), cells)
    }),
  )
})

test('that are chosen anyway come first, once each, and others are added only for what these do not cover', () => {
  fc.assert(
    fc.property(anAxes, fc.array(fc.nat(), { maxLength: 12 }), (axes, picks) => {
      const names = Object.keys(axes)
      const all = allCells(axes)
      const allows = (part: Cell) => part.axis0 !== 'v0' || part.axis1 !== 'v0'
      const chosen = picks.map((n) => all[n % all.length] as Cell)
      const cells = coveringCells(axes, { strength: 2, allows, chosen })
      assertCovers(cells, axes, pairs(names), allows)
      const first = [...new Set(chosen.filter(allows).map((cell) => JSON.stringify(cell)))]
      assert.equal(
        cells.slice(0, first.length).map((cell) => JSON.stringify(cell)),
        first,
      )
      for (const [i, cell] of cells.entries()) {
        if (i < first.length) continue
        const isNew = (pair: string[]) =>
          !cells.slice(0, i).some((before) => pair.every((axis) => before[axis] === cell[axis]))
        assert.ok(pairs(names).some(isNew), JSON.stringify(cell))
      }
    }),
  )
})

test('of one axis are its values', () => {
  assert.equal(coveringCells({ rows: ['none', '50'] }, { strength: 1 }), [{ rows: 'none' }, { rows: '50' }])
})

test('of which none is allowed are none', () => {
  assert.equal(coveringCells({ a: ['x', 'y'], b: ['z'] }, { strength: 2, allows: () => false }), [])
})

test('of the list are complete and few', () => {
  const cells = coveringCells(list, { strength: 2, groups, allows: allowsInList })
  assertCovers(cells, list, [...pairs(Object.keys(list)), ...groups], allowsInList)
  assert.is(cells.length, 154, `${allCells(list).filter(allowsInList).length} whole cells`)
})

const names: [cell: Cell, name: string][] = [
  [{ filter: 'none', order: 'none', rows: 'none', place: 'first' }, 'filter:none'],
  [{ order: 'none', rows: 'none' }, 'order:none'],
  [{ rows: '75', filter: 'word', order: 'none' }, 'filter:word/rows:75'],
  [{ order: '*', blank: '+' }, 'order:*/blank:+'],
]
for (const [cell, name] of names) {
  test(`are named ${name}`, () => assert.is(nameOf(cell, list), name))
}

test('have names of their own, which a new axis with its plainest value does not change', () => {
  const cells = coveringCells(list, { strength: 2, groups, allows: allowsInList })
  const grown: Axes = { ...list, connection: ['fresh', 'used'] }
  for (const cell of cells) {
    assert.is(nameOf({ ...cell, connection: 'fresh' }, grown), nameOf(cell, list))
    assert.is(nameOf({ ...cell, connection: 'used' }, grown).endsWith('connection:used'), true)
  }
  assert.is(new Set(cells.map((cell) => nameOf(cell, list))).size, cells.length)
})

const patterns: [pattern: string, isMatch: boolean][] = [
  ['*', true],
  ['filter:word', true],
  ['filter', true],
  ['filter:*', true],
  ['filter:wor', false],
  ['filter:w*d', true],
  ['filter:w*o*d', true],
  ['filter:w*d*o*d', false],
  ['filter:x*', false],
  ['filter:*d*d', false],
  ['order:-*', true],
  ['order:-nome/filter:word', true],
  ['order:-nome/filter:plain', false],
  ['blank:+', true],
  ['blank:.', false],
  ['rows:none', true],
  ['connection:used', false],
  ['connection', false],
]
for (const [pattern, isMatch] of patterns) {
  test(`are ${isMatch ? '' : 'not '}matched by ${pattern}`, () => {
    assert.is(matchesCell(pattern, { filter: 'word', order: '-nome', rows: 'none', blank: '+' }), isMatch)
  })
}

test('are matched by their own names', () => {
  for (const cell of coveringCells(list, { strength: 2, groups, allows: allowsInList }))
    assert.ok(matchesCell(nameOf(cell, list), cell), nameOf(cell, list))
})

const little: Axes = { filter: ['none', 'word', 'cpf'], order: ['none', 'cpf', '-cpf'], rows: ['none', '50'] }
const everything = allCells(little)
type Fails = (cell: Cell) => boolean
const explanations: [title: string, fails: Fails, explained: string[]][] = [
  ['no failure', () => false, []],
  ['every cell', () => true, ['* 18/18']],
  ['a value', ({ order }) => order === '-cpf', ['order:-cpf 6/6']],
  ['two values', ({ filter, rows }) => filter === 'word' && rows === '50', ['filter:word/rows:50 3/3']],
  ['any value but the plainest', ({ order }) => order !== 'none', ['order:* 12/12']],
  [
    'any value with another',
    ({ filter, rows }) => filter !== 'none' && rows === '50',
    ['filter:*/rows:50 6/6'],
  ],
  ['the plainest value', ({ rows }) => rows === 'none', ['rows:none 9/9']],
  [
    'a value with the plainest of another axis',
    ({ filter, order }) => filter === 'word' && order === 'none',
    ['filter:word/order:none 2/2'],
  ],
  [
    'two causes',
    ({ filter, order }) => filter === 'word' || order === '-cpf',
    ['filter:word 6/6', 'order:-cpf 6/6'],
  ],
  [
    'two causes of different sizes',
    ({ filter, order, rows }) => (filter === 'cpf' && rows === '50') || order === 'cpf',
    ['order:cpf 6/6', 'filter:cpf/rows:50 3/3'],
  ],
]
for (const [title, fails, explained] of explanations) {
  test(`that fail are explained by ${title}`, () => {
    const found = culprits(little, everything, new Set(everything.filter(fails)))
    assert.equal(
      found.map(({ part, failed, asked }) => `${nameOfPart(part, little)} ${failed}/${asked}`),
      explained,
    )
  })
}

test('that fail partly are explained by the part with the largest share', () => {
  const filters: Axes = { filter: ['none', 'word'] }
  const asked = [...allCells(filters), ...allCells(filters)]
  const failed = new Set(asked.slice(1, 2))
  assert.equal(culprits(filters, asked, failed), [{ part: { filter: 'word' }, failed: 1, asked: 2 }])
})

test('that fail are all explained', () => {
  fc.assert(
    fc.property(fc.subarray(everything), fc.subarray(everything), (asked, chosen) => {
      const failed = new Set(chosen.filter((cell) => asked.includes(cell)))
      const found = culprits(little, asked, failed)
      for (const cell of failed) assert.ok(found.some(({ part }) => isPart(part, cell, little)))
      for (const { part, failed: count, asked: size } of found) {
        assert.is(size, asked.filter((cell) => isPart(part, cell, little)).length)
        assert.is(count, [...failed].filter((cell) => isPart(part, cell, little)).length)
        assert.ok(count > 0)
      }
    }),
  )
})

test.run()
