import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { type Axes, type Cell, culprits, isPart, nameOfPart } from '../judging/cells.ts'
import { Violation } from '../judging/judgement.ts'
import type { Reading } from '../judging/readings.ts'
import { Break } from '../service/breaks.ts'

/** A cell and what came back. */
export interface AskedCell {
  axes: Axes
  cell: Cell
  exchange: Exchange
}

/** Returns what is wrong with an answer, or undefined. */
export type Fault<A extends AskedCell = AskedCell> = (asked: A) => string | undefined

/** How many combinations and exchanges a finding shows. */
const SHOWN = 3

/** @throws {Violation} that names the least combinations that fail */
export function judgeCells<A extends AskedCell>(
  asked: readonly A[],
  expected: string,
  fault: Fault<A>,
  restsOn?: Reading,
): void {
  const faults = new Map<A, string>()
  for (const one of asked) {
    const said = fault(one)
    if (said !== undefined) faults.set(one, said)
  }
  if (faults.size === 0) return
  const told: string[] = []
  const shown: Exchange[] = []
  for (const axes of new Set([...faults.keys()].map((one) => one.axes))) {
    const of = asked.filter((one) => one.axes === axes)
    const failed = of.filter((one) => faults.has(one))
    const causes = culprits(
      axes,
      of.map(({ cell }) => cell),
      new Set(failed.map(({ cell }) => cell)),
    )
    for (const { part, failed: times, asked: all } of causes.slice(0, SHOWN)) {
      const example = failed.find(({ cell }) => isPart(part, cell, axes)) as A
      const name = Object.keys(part).length === 0 ? 'any context' : nameOfPart(part, axes)
      told.push(`${faults.get(example)} in ${name} (${times} of ${counted(all, 'cell')})`)
      shown.push(example.exchange)
    }
    if (causes.length > SHOWN) told.push(`${causes.length - SHOWN} more combinations`)
  }
  throw new Violation(expected, told.join('; '), shown.slice(0, SHOWN), restsOn)
}

/** Returns an answer, also the 5xx of a request that breaks the service. */
export async function answerOf(ask: () => Promise<Exchange>): Promise<Exchange> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Break) return error.exchanges[0] as Exchange
    throw error
  }
}

/** Waits for all, so that nothing is asked after a failure has ended the check. */
export async function waitForAll<T>(waiting: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(waiting)
  return Promise.all(waiting)
}
