import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Axes, type Cell, coveringCells, culprits, isPart, nameOfPart } from './cells.ts'

const test = suite('cells')

/** Returns every cell of some axes. */
const allCells = (axes: Axes, names = Object.keys(axes)): Cell[] =>
  names.reduce<Cell[]>(
    (cells, axis) => cells.flatMap((cell) => (axes[axis] as string[]).map((value) => ({ ...cell, [axis]: value }))),
    [{}],
  )
const pairs = (names: readonly string[]) => names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]))
const has = (cell: Cell, part: Cell) => Object.entries(part).every(([axis, value]) => cell[axis] === value)

const anAxes = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 5 })
  .map(
    (sizes): Axes =>
      Object.fromEntries(sizes.map((size, i) => [`axis${i}`, Array.from({ length: size }, (_, n) => `v${n}`)])),
  )
const picks = fc.array(fc.nat(), { maxLength: 8 })

test('cover every allowed pair and part, by allowed cells only, none of them needlessly', () => {
  fc.assert(
    fc.property(anAxes, picks, picks, picks, (axes, forbidden, further, given) => {
      const names = Object.keys(axes)
      const pick = (from: readonly Cell[], ns: readonly number[]) => ns.map((n) => from[n % from.length] as Cell)
      const twos = pick(
        pairs(names).flatMap((pair) => allCells(axes, pair)),
        forbidden,
      )
      const allows = (part: Cell) => !twos.some((two) => has(part, two))
      const threes = names.slice(-3)
      const parts = pick(allCells(axes, threes), further)
      const chosen = pick(allCells(axes), given)
      const coverage = { strength: 2, parts, chosen, allows }
      const cells = coveringCells(axes, coverage)
      const sets = pairs(names)
      const isCovered = (part: Cell) => cells.some((cell) => has(cell, part))
      for (const cell of cells) assert.ok(allows(cell) && Object.keys(cell).length === names.length)
      for (const cell of allCells(axes).filter(allows)) {
        for (const set of sets)
          assert.ok(isCovered(Object.fromEntries(set.map((axis) => [axis, cell[axis] as string]))))
        for (const part of parts) if (has(cell, part)) assert.ok(isCovered(part))
      }
      const texts = cells.map((cell) => JSON.stringify(cell))
      assert.is(new Set(texts).size, cells.length)
      // Chosen cells come first, once each.
      const first = [...new Set(chosen.filter(allows).map((cell) => JSON.stringify(cell)))]
      assert.equal(texts.slice(0, first.length), first)
      // Each further cell adds a combination.
      for (const [i, cell] of cells.entries()) {
        const before = cells.slice(0, i)
        const isNew = (set: readonly string[]) => !before.some((one) => set.every((axis) => one[axis] === cell[axis]))
        assert.ok(i < first.length || [...sets, threes].some(isNew))
      }
      assert.equal(coveringCells(axes, { ...coverage, parts: [...parts, ...parts] }), cells)
    }),
    { seed: 40 },
  )
})

const little: Axes = { filter: ['none', 'word', 'cpf'], order: ['none', 'cpf', '-cpf'], rows: ['none', '50'] }
const everything = allCells(little)

const explanations: [title: string, fails: (cell: Cell) => boolean, explained: string[]][] = [
  ['no failure', () => false, []],
  ['every cell', () => true, ['* 18/18']],
  ['a value', ({ order }) => order === '-cpf', ['order:-cpf 6/6']],
  ['two values', ({ filter, rows }) => filter === 'word' && rows === '50', ['filter:word/rows:50 3/3']],
  ['any value but the plainest', ({ order }) => order !== 'none', ['order:* 12/12']],
  ['any value with another', ({ filter, rows }) => filter !== 'none' && rows === '50', ['filter:*/rows:50 6/6']],
  ['the plainest value', ({ rows }) => rows === 'none', ['rows:none 9/9']],
  ['two causes', ({ filter, order }) => filter === 'word' || order === '-cpf', ['filter:word 6/6', 'order:-cpf 6/6']],
  [
    'two causes, the larger first',
    ({ filter, order, rows }) => (filter === 'cpf' && rows === '50') || order === 'cpf',
    ['order:cpf 6/6', 'filter:cpf/rows:50 3/3'],
  ],
]
for (const [title, fails, explained] of explanations)
  test(`that fail are explained by ${title}`, () => {
    const found = culprits(little, everything, new Set(everything.filter(fails)))
    assert.equal(
      found.map(({ part, failed, asked }) => `${nameOfPart(part, little)} ${failed}/${asked}`),
      explained,
    )
  })

test('that fail are all explained by combinations that are counted right, whatever was asked', () => {
  fc.assert(
    fc.property(fc.subarray(everything), fc.subarray(everything), (asked, chosen) => {
      const failed = new Set(chosen.filter((cell) => asked.includes(cell)))
      const found = culprits(little, asked, failed)
      const having = (part: Cell, cells: Iterable<Cell>) => [...cells].filter((cell) => isPart(part, cell, little))
      for (const cell of failed) assert.ok(found.some(({ part }) => isPart(part, cell, little)))
      for (const { part, ...counts } of found) {
        assert.equal(counts, { failed: having(part, failed).length, asked: having(part, asked).length })
        assert.ok(counts.failed > 0)
      }
    }),
    { seed: 40 },
  )
})

test.run()
