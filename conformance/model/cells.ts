/** Cells: combinations of one value from each axis. Pure functions that choose them and explain which of them fail. */

/** The values of each axis by name, the plainest first. */
export type Axes = Readonly<Record<string, readonly string[]>>

export type Cell = Readonly<Record<string, string>>

/** Returns the name of a cell, `axis:value/axis:value` without its plainest values, which a new last axis does not change. */
export function nameOf(cell: Cell, axes: Axes): string {
  const given = Object.keys(axes).filter((axis) => axis in cell)
  const named = given.filter((axis) => cell[axis] !== axes[axis]?.[0])
  const parts = named.length > 0 ? named : given.slice(0, 1)
  return parts.map((axis) => `${axis}:${cell[axis]}`).join('/')
}

/** Returns the name of a part with all its values, even the plainest, because a cell with another value may pass. */
export function nameOfPart(part: Cell, axes: Axes): string {
  const given = Object.keys(axes).filter((axis) => axis in part)
  return given.map((axis) => `${axis}:${part[axis]}`).join('/') || '*'
}

export interface Coverage {
  /** The number of axes, whichever they are, of which every combination of values occurs. */
  strength: number
  /** Further combinations that must occur, each with values for some axes. */
  parts?: readonly Cell[]
  /** Whether a combination can exist; it is asked about parts of cells, too. */
  allows?: (part: Cell) => boolean
  /** Cells that are chosen anyway, as far as they can exist, because asking them costs nothing. */
  chosen?: readonly Cell[]
}

/**
 * Chooses cells so that every allowed combination of values of any `strength` axes is in one of them, and each of the
 * parts. The same axes give the same cells.
 */
export function coveringCells(
  axes: Axes,
  { strength, parts: further = [], allows = () => true, chosen = [] }: Coverage,
): Cell[] {
  const whole = subsets(Object.keys(axes), strength)
  const wanted = new Map<string, Cell>()
  for (const set of whole) {
    for (const part of combinations(axes, set)) if (allows(part)) wanted.set(keyOf(part, set), part)
  }
  const setsOfParts = new Map(further.map((part) => [Object.keys(part).join(), Object.keys(part)]))
  for (const part of further) if (allows(part)) wanted.set(keyOf(part, Object.keys(part)), part)
  const sets = [...whole, ...setsOfParts.values()]
  const cells = [...new Map(chosen.filter(allows).map((cell) => [keyOf(cell, Object.keys(axes)), cell])).values()]
  for (const cell of cells) for (const set of sets) wanted.delete(keyOf(cell, set))
  // Larger parts come first, because a cell for one covers many smaller ones.
  const parts = [...wanted].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
  for (const [key, part] of parts) {
    if (!wanted.has(key)) continue
    const cell = complete(part, axes, sets, wanted, allows)
    if (cell === undefined) continue
    cells.push(cell)
    for (const set of sets) wanted.delete(keyOf(cell, set))
  }
  return cells
}

/** Fills the missing axes with the values that cover the most combinations; returns undefined if none is allowed. */
function complete(
  part: Cell,
  axes: Axes,
  sets: readonly (readonly string[])[],
  wanted: ReadonlyMap<string, Cell>,
  allows: (part: Cell) => boolean,
): Cell | undefined {
  const axis = Object.keys(axes).find((name) => !(name in part))
  if (axis === undefined) return part
  const touched = sets.filter((set) => set.includes(axis) && set.every((name) => name === axis || name in part))
  const gain = (candidate: Cell) => touched.filter((set) => wanted.has(keyOf(candidate, set))).length
  const candidates = (axes[axis] as readonly string[])
    .map((value) => ({ ...part, [axis]: value }))
    .filter(allows)
    .map((candidate) => ({ candidate, gain: gain(candidate) }))
    .sort((a, b) => b.gain - a.gain)
  for (const { candidate } of candidates) {
    const cell = complete(candidate, axes, sets, wanted, allows)
    if (cell !== undefined) return cell
  }
  return undefined
}

/** A combination that explains failures, and how many of the cells that have it fail. */
interface Culprit {
  /** A value for some axes; `*` stands for every value but the plainest. */
  part: Cell
  failed: number
  asked: number
}

/** Axes of a combination that explains failures; more of them explain one cell. */
const MOST_AXES = 3

/**
 * Returns the least combinations that explain which cells fail: those of which the largest share of the asked cells
 * fails, and of these first the one that explains the most, with the fewest axes.
 */
export function culprits(axes: Axes, asked: readonly Cell[], failed: ReadonlySet<Cell>): Culprit[] {
  const names = Object.keys(axes)
  const sizes = [...Array(Math.min(names.length, MOST_AXES) + 1).keys(), names.length]
  const candidates = sizes.flatMap((size) => subsets(names, size)).flatMap((set) => count(axes, set, asked, failed))
  const left = new Set(failed)
  const found: Culprit[] = []
  while (left.size > 0) {
    let best: { culprit: Culprit; cells: Cell[] } | undefined
    for (const culprit of candidates) {
      const cells = [...left].filter((cell) => isPart(culprit.part, cell, axes))
      if (cells.length > 0 && (!best || isBetter(axes, { culprit, cells }, best))) best = { culprit, cells }
    }
    if (!best) return found
    found.push(best.culprit)
    for (const cell of best.cells) left.delete(cell)
  }
  return found
}

interface Explanation {
  culprit: Culprit
  cells: readonly Cell[]
}

function isBetter(axes: Axes, a: Explanation, b: Explanation): boolean {
  const share = ({ culprit: { failed, asked } }: Explanation) => failed / asked
  const plainness = ({ culprit: { part } }: Explanation) =>
    Object.entries(part).filter(([axis, value]) => value === axes[axis]?.[0]).length
  return (
    (share(a) - share(b) ||
      a.cells.length - b.cells.length ||
      sizeOf(b.culprit.part) - sizeOf(a.culprit.part) ||
      plainness(b) - plainness(a)) > 0
  )
}

/** Returns every part with these axes of a cell that fails: for each axis a value, or `*` if it is not the plainest. */
function count(axes: Axes, set: readonly string[], asked: readonly Cell[], failed: ReadonlySet<Cell>): Culprit[] {
  const stars = set.reduce<string[][]>((some, axis) => some.flatMap((one) => [one, [...one, axis]]), [[]])
  return stars.flatMap((starred) => {
    const found = new Map<string, Culprit>()
    for (const cell of asked) {
      if (starred.some((axis) => cell[axis] === axes[axis]?.[0])) continue
      const part = Object.fromEntries(set.map((axis) => [axis, starred.includes(axis) ? '*' : (cell[axis] as string)]))
      const key = keyOf(part, set)
      const culprit = found.get(key) ?? { part, failed: 0, asked: 0 }
      culprit.asked++
      if (failed.has(cell)) culprit.failed++
      found.set(key, culprit)
    }
    return [...found.values()].filter((one) => one.failed > 0)
  })
}

/** Returns whether a cell has each value of a part, in which `*` stands for every value but the plainest. */
export function isPart(part: Cell, cell: Cell, axes: Axes): boolean {
  return Object.entries(part).every(([axis, value]) =>
    value === '*' ? cell[axis] !== axes[axis]?.[0] : cell[axis] === value,
  )
}

function keyOf(cell: Cell, axes: readonly string[]): string {
  return axes.map((axis) => `${axis}:${cell[axis]}`).join('/')
}

function subsets(axes: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return axes.flatMap((axis, i) => subsets(axes.slice(i + 1), size - 1).map((rest) => [axis, ...rest]))
}

function combinations(axes: Axes, set: readonly string[]): Cell[] {
  return set.reduce<Cell[]>(
    (parts, axis) =>
      parts.flatMap((part) => (axes[axis] as readonly string[]).map((value) => ({ ...part, [axis]: value }))),
    [{}],
  )
}

function sizeOf(part: Cell): number {
  return Object.keys(part).length
}
