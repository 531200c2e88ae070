/** Compares two rows. */
export type Compare = (a: number, b: number) => number

/** The initial number of rows in a block; a block that has grown to twice this size is split. */
const BLOCK = 1024

/**
 * An order of rows in which single rows can move. It is a list of small sorted blocks, so moving a row shifts only one
 * block, and finding the n-th row steps over blocks instead of rows.
 */
export class Ranking {
  /** May be replaced by another that gives the rows the same order. */
  compare: Compare
  readonly #blocks: Block[] = []

  /** @param sorted all rows in the order of `compare`, which never returns 0 for two rows */
  constructor(sorted: Uint32Array, compare: Compare) {
    this.compare = compare
    for (let i = 0; i < sorted.length; i += BLOCK) this.#blocks.push(block(sorted.subarray(i, i + BLOCK)))
  }

  /** Returns the rows from position `from` up to but not including `to`. */
  slice(from: number, to: number): number[] {
    const rows: number[] = []
    let skip = from
    let wanted = to - from
    for (const { size, rows: all } of this.#blocks) {
      if (skip >= size) {
        skip -= size
        continue
      }
      for (let i = skip; i < size && wanted > 0; i++, wanted--) rows.push(all[i] as number)
      if (wanted <= 0) break
      skip = 0
    }
    return rows
  }

  /**
   * Returns a subset of the rows, in order.
   * @param member 1 at each row of the subset
   * @param length the size of the subset
   */
  pick(member: Uint8Array, length: number): Uint32Array {
    const rows = new Uint32Array(length)
    let found = 0
    for (const { size, rows: all } of this.#blocks) {
      for (let i = 0; i < size; i++) {
        const row = all[i] as number
        if (member[row] === 1) rows[found++] = row
      }
    }
    return rows
  }

  /** Removes a row; its sort key must be the same as when it was inserted. */
  remove(row: number): void {
    const at = this.#blockOf(row)
    const block = this.#blocks[at] as Block
    const position = this.#position(block, row)
    block.rows.copyWithin(position, position + 1, block.size)
    block.size--
    if (block.size === 0) this.#blocks.splice(at, 1)
  }

  insert(row: number): void {
    if (this.#blocks.length === 0) {
      this.#blocks.push(block(Uint32Array.of(row)))
      return
    }
    const at = this.#blockOf(row)
    const target = this.#blocks[at] as Block
    const position = this.#position(target, row)
    target.rows.copyWithin(position + 1, position, target.size)
    target.rows[position] = row
    target.size++
    if (target.size === target.rows.length) {
      this.#blocks.splice(at, 1, block(target.rows.subarray(0, BLOCK)), block(target.rows.subarray(BLOCK)))
    }
  }

  /** Returns the block of a row: the last one that does not begin after it. */
  #blockOf(row: number): number {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      const first = (this.#blocks[middle] as Block).rows[0] as number
      if (this.compare(first, row) <= 0) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Returns the first position in a block whose row does not sort before this one. */
  #position({ rows, size }: Block, row: number): number {
    let low = 0
    let high = size
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.compare(rows[middle] as number, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

interface Block {
  rows: Uint32Array
  size: number
}

function block(sorted: Uint32Array): Block {
  const rows = new Uint32Array(2 * BLOCK)
  rows.set(sorted)
  return { rows, size: sorted.length }
}
