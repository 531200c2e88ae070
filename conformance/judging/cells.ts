/** Cells: combinations of one value from each axis. Pure functions that choose them and explain which of them fail. */

/** The values of each axis by name, the plainest first. */
export type Axes = Readonly<Record<string, readonly string[]>>

/** One value for each axis. */
export type Cell = Readonly<Record<string, string>>

/** What a check saw of its cells, by name. */
export interface SeenCells {
  asked: string[]
  /** Every cell that fails. */
  failing?: string[]
  /** The least combinations that explain which cells fail. */
  failed?: { cell: string; failed: number; asked: number }[]
  /** Values of axes that the target's data or the service does not allow. */
  absent: string[]
}

/** Which cells a run asks: all of them, or those that match one of `only` and none of `skip`. */
export interface WantedCells {
  only: readonly string[]
  skip: readonly string[]
}

export function isWanted(cell: Cell, { only, skip }: WantedCells): boolean {
  const matches = (pattern: string) => matchesCell(pattern, cell)
  return (only.length === 0 || only.some(matches)) && !skip.some(matches)
}

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

/** Returns the cell that has a name. */
export function cellOf(name: string, axes: Axes): Cell {
  const plainest = Object.entries(axes).map(([axis, [value]]) => [axis, value])
  const parts = name === '*' ? [] : name.split('/').map((part) => part.split(/:(.*)/s).slice(0, 2))
  return Object.fromEntries([...plainest, ...parts])
}

/** Returns why a pattern matches no cell of these axes, naming the values that there are; undefined if one matches. */
export function faultOfPattern(pattern: string, axes: Axes): string | undefined {
  for (const part of pattern.split('/')) {
    const [axis = '', value = '*'] = part.split(/:(.*)/s)
    const values = Object.hasOwn(axes, axis) ? (axes[axis] as readonly string[]) : undefined
    if (part === '*') continue
    if (!values) return `unknown axis "${axis}": the axes are ${Object.keys(axes).join(', ')}`
    if (!values.some((one) => matchesCell(`${axis}:${value}`, { [axis]: one })))
      return `unknown value "${value}" of ${axis}: the values are ${values.join(', ')}`
  }
  return undefined
}

/** Returns whether each part of a pattern, in which * stands for any text, is a part of a cell's whole name. */
export function matchesCell(pattern: string, cell: Cell): boolean {
  return pattern.split('/').every((part) => {
    const [axis = '', value = '*'] = part.split(/:(.*)/s)
    if (part === '*') return true
    return Object.hasOwn(cell, axis) && isLike(cell[axis] as string, value)
  })
}

/** Returns whether a text is like a pattern, in which * stands for any text. */
function isLike(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of others) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

export interface Coverage {
  /** The number of axes, whichever they are, of which every combination of values occurs. */
  strength: number
  /** Further sets of axes of which every combination of values occurs. */
  groups?: readonly (readonly string[])[]
  /** Further combinations that must occur, each with values for some axes. */
  parts?: readonly Cell[]
  /** Whether a combination can exist; it is asked about parts of cells, too. */
  allows?: (part: Cell) => boolean
  /** Cells that are chosen anyway, as far as they can exist, because asking them costs nothing. */
  chosen?: readonly Cell[]
}

/**
 * Chooses cells so that every allowed combination of values of any `strength` axes, and of each group, is in one of
 * them, and each of the parts. The same axes give the same cells.
 */
export function coveringCells(
  axes: Axes,
  { strength, groups = [], parts: further = [], allows = () => true, chosen = [] }: Coverage,
): Cell[] {
  const whole = [...subsets(Object.keys(axes), strength), ...groups]
  const wanted = new Map<string, Cell>()
  for (const set of whole) {
    for (const part of combinations(axes, set)) if (allows(part)) wanted.set(keyOf(part, set), part)
  }
  const setsOfParts = new Map(further.map((part) => [Object.keys(part).join(), Object.keys(part)]))
  for (const part of further) if (allows(part)) wanted.set(keyOf(part, Object.keys(part)), part)
  const sets = [...whole, ...setsOfParts.values()]
  const cells = [
    ...new Map(chosen.filter(allows).map((cell) => [keyOf(cell, Object.keys(axes)), cell])).values(),
  ]
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
  const touched = sets.filter(
    (set) => set.includes(axis) && set.every((name) => name === axis || name in part),
  )
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
export interface Culprit {
  /** A value for some axes; `*` stands for every value but the plainest. */
  part: Cell
  failed: number
  asked: number
}

/**
 * Returns the least combinations that explain which cells fail: those in which the largest share of the asked cells
 * fails, then those with the fewest axes, then those with the most failures. Of two that explain as much, the one with
 * fewer plainest values says more.
 */
export function culprits(axes: Axes, asked: readonly Cell[], failed: ReadonlySet<Cell>): Culprit[] {
  const left = new Set(failed)
  const found: Culprit[] = []
  const explain = (causes: readonly Culprit[]) => {
    for (const cause of causes) {
      const explained = [...left].filter((cell) => isPart(cause.part, cell, axes))
      if (explained.length === 0) continue
      found.push(cause)
      for (const cell of explained) left.delete(cell)
    }
  }
  const names = Object.keys(axes)
  const sizes = [...names.keys(), names.length]
  const counted = (size: number) => subsets(names, size).flatMap((set) => count(axes, set, asked, failed))
  for (const size of sizes) {
    // If every cell of a part fails, a more specific part explains nothing more.
    const whole = left.size > 0 ? counted(size).filter((one) => one.failed === one.asked) : []
    explain(whole.sort(byStrength(axes)))
  }
  // A single failure counts only for a cell that was asked twice.
  if (left.size > 0) explain(sizes.flatMap(counted).sort(byStrength(axes)))
  return found
}

/** Returns every part with these axes of a cell that fails: for each axis a value, or `*` if it is not the plainest. */
function count(
  axes: Axes,
  set: readonly string[],
  asked: readonly Cell[],
  failed: ReadonlySet<Cell>,
): Culprit[] {
  const stars = set.reduce<string[][]>((some, axis) => some.flatMap((one) => [one, [...one, axis]]), [[]])
  return stars.flatMap((starred) => {
    const found = new Map<string, Culprit>()
    for (const cell of asked) {
      if (starred.some((axis) => cell[axis] === axes[axis]?.[0])) continue
      const key = set.map((axis) => (starred.includes(axis) ? '*' : cell[axis])).join('\0')
      const known = found.get(key)
      const culprit = known ?? { part: starredPart(cell, set, starred), failed: 0, asked: 0 }
      culprit.asked++
      if (failed.has(cell)) culprit.failed++
      if (!known) found.set(key, culprit)
    }
    return [...found.values()].filter((one) => one.failed > 0)
  })
}

function starredPart(cell: Cell, set: readonly string[], starred: readonly string[]): Cell {
  return Object.fromEntries(set.map((axis) => [axis, starred.includes(axis) ? '*' : (cell[axis] as string)]))
}

function byStrength(axes: Axes): (a: Culprit, b: Culprit) => number {
  const share = ({ failed, asked }: Culprit) => failed / asked
  const plainness = ({ part }: Culprit) =>
    Object.entries(part).filter(([axis, value]) => value === axes[axis]?.[0]).length
  return (a, b) =>
    share(b) - share(a) ||
    sizeOf(a.part) - sizeOf(b.part) ||
    b.failed - a.failed ||
    plainness(a) - plainness(b)
}

function sizeOf(part: Cell): number {
  return Object.keys(part).length
}

/** Returns whether a cell has each value of a part, in which `*` stands for every value but the plainest. */
export function isPart(part: Cell, cell: Cell, axes: Axes): boolean {
  return Object.entries(part).every(([axis, value]) =>
    value === '*' ? cell[axis] !== axes[axis]?.[0] : cell[axis] === value,
  )
}

/** Returns the values of some axes of a cell as one text. */
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
