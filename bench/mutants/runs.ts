import { dirname } from 'node:path'
import type { Mutant } from './instrument.ts'
import type { Answer, Hits, Order, Worker } from './worker.ts'

/** A test file that passed without a mutant. */
export interface TestFile {
  name: string
  bundle: string
  /** What loading it took, in milliseconds, and each of its tests, by their numbers. */
  loading: number
  took: Readonly<Record<string, number>>
  /** How often it reached each mutant outside its tests. */
  static: Hits
  /** The same of each of its tests. */
  perTest: Readonly<Record<string, Hits>>
  /** Whether its tests also pass without the others, and in another order. */
  isSeparable: boolean
}

export type Outcome = 'killed' | 'timed out' | 'survived' | 'no coverage'

/**
 * Runs a test file without a mutant. Tests that fail, or take longer than `slowest` (milliseconds), are left out.
 * @returns the tests that are left, if any, and why others are not
 */
export async function measure(
  name: string,
  bundle: string,
  slowest: number,
  worker: Worker,
): Promise<{ test?: TestFile; leftOut: readonly string[] }> {
  const begun = performance.now()
  const order = { bundle, isCounting: true, wanted: [], isWhole: true }
  const { failed, took: all, coverage } = await worker.run(order, 20 * slowest)
  const loading = performance.now() - begun - Object.values(all).reduce((sum, one) => sum + one, 0)
  if (Object.keys(failed).length > 0) worker.retire()
  const isKept = (id: string) => failed[id] === undefined && (all[id] as number) <= slowest
  const leftOut = [
    ...Object.values(failed),
    ...Object.keys(all).filter((id) => !isKept(id) && failed[id] === undefined),
  ].map((why) =>
    /^\d+$/.test(why) ? `test ${why} takes ${((all[why] as number) / 1000).toFixed(1)} s` : why,
  )
  const ids = Object.keys(all).filter(isKept).sort(byTime(all))
  let isSeparable = true
  for (const half of [0, 1]) {
    const wanted = ids.filter((_, at) => at % 2 === half)
    isSeparable &&= !(await worker.run({ bundle, wanted, isWhole: false }, 20 * slowest)).hasFailed
  }
  if (!isSeparable) worker.retire()
  if (ids.length === 0 || (!isSeparable && leftOut.length > 0)) return { leftOut: ['all of it', ...leftOut] }
  const took = Object.fromEntries(ids.map((id) => [id, all[id] as number]))
  return { test: { name, bundle, loading, took, static: {}, perTest: {}, ...coverage, isSeparable }, leftOut }
}

/** Runs the tests that reach a mutant, those of the same name and folder first, then the fastest. */
export async function judgeMutant(
  mutant: Mutant,
  tests: readonly TestFile[],
  worker: Worker,
): Promise<Outcome> {
  const distance = ({ name }: TestFile): number => {
    if (name === mutant.fileName.replace(/\.ts$/, '.test.ts')) return 0
    return dirname(name) === dirname(mutant.fileName) ? 1 : 2
  }
  const reaching = tests
    .map((test) => planFor(mutant, test))
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => distance(a.test) - distance(b.test) || a.time - b.time)
  for (const { order, time } of reaching) {
    const answer = await settled(order, 3 * time + 3_000, worker)
    if (answer.isLate) return 'timed out'
    if (answer.hasFailed) return 'killed'
  }
  return reaching.length === 0 ? 'no coverage' : 'survived'
}

function planFor(
  { id }: Mutant,
  test: TestFile,
): { test: TestFile; order: Order; hits: number; time: number } {
  const { bundle, took } = test
  const isWhole = !test.isSeparable
  const isEach = isWhole || test.static[id] !== undefined
  const wanted = Object.keys(took)
    .filter((one) => isEach || test.perTest[one]?.[id] !== undefined)
    .sort(byTime(took))
  const hits = [test.static[id], ...wanted.map((one) => test.perTest[one]?.[id])]
    .filter((count) => count !== undefined)
    .reduce((sum, count) => sum + count, 0)
  const time = wanted.reduce((sum, one) => sum + (took[one] ?? 0), test.loading)
  return { test, order: { bundle, mutant: id, limit: 100 * hits + 1_000, wanted, isWhole }, hits, time }
}

/**
 * Runs the tests, and again in a new process when the failure may be due to something else: to what an earlier mutant
 * left behind in the process, or to a busy machine.
 */
async function settled(order: Order, limit: number, worker: Worker): Promise<Answer> {
  const answer = await worker.run(order, limit)
  if (!answer.hasFailed) return answer
  if (!answer.isLate && (await isInnocent(order, answer, worker))) return answer
  worker.retire()
  const again = await worker.run(order, 2 * limit)
  if (again.hasFailed && !(await isInnocent(order, again, worker))) {
    throw new Error(`A test fails without a mutant, too: ${JSON.stringify(again.failed)}`)
  }
  worker.retire()
  return again
}

/** Whether the test that failed passes without the mutant, in the same process if that is still there. */
async function isInnocent(order: Order, { failed }: Answer, worker: Worker): Promise<boolean> {
  const { bundle, isWhole } = order
  const wanted = Object.keys(failed).filter((id) => order.wanted.includes(id))
  const { hasFailed } = await worker.run({ bundle, wanted, isWhole }, 120_000)
  return !hasFailed
}

function byTime(took: Readonly<Record<string, number>>) {
  return (a: string, b: string) => (took[a] ?? 0) - (took[b] ?? 0)
}
