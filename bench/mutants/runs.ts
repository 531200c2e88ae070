import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './instrument.ts'

const RUN_ONE = fileURLToPath(new URL('run-one.mjs', import.meta.url))

type Hits = Readonly<Record<string, number>>

/** A test file that passed without a mutant. */
export interface TestFile {
  name: string
  bundle: string
  /** What it took, in milliseconds. */
  took: number
  passed: number
  /** How often it reached each mutant outside its tests. */
  static: Hits
  /** The same of each of its tests, by their numbers. */
  perTest: Readonly<Record<string, Hits>>
  /** Whether its tests also pass without the others. */
  isSeparable: boolean
}

export type Outcome = 'killed' | 'timed out' | 'survived' | 'no coverage'

/** Runs a test file without a mutant; undefined when it fails or takes longer than `slowest`, in milliseconds. */
export async function measure(name: string, bundle: string, slowest: number): Promise<TestFile | undefined> {
  const coverage = `${bundle}.json`
  const { passed, took } = await run(bundle, { coverage }, slowest)
  if (passed === 0) return undefined
  const hits: Pick<TestFile, 'static' | 'perTest'> = JSON.parse(readFileSync(coverage, 'utf8'))
  const halves = [0, 1].map((half) => Object.keys(hits.perTest).filter((_, at) => at % 2 === half))
  let isSeparable = true
  for (const wanted of halves.filter(({ length }) => length > 0)) {
    isSeparable &&= (await run(bundle, { wanted }, slowest)).passed === wanted.length
  }
  return { name, bundle, took, passed, ...hits, isSeparable }
}

/** Whether a mutant is already there when a test file is loaded, so that all its tests have to run. */
export function isStatic({ id }: Mutant, tests: readonly TestFile[]): boolean {
  return tests.some((test) => test.static[id] !== undefined)
}

/** Runs the tests that reach a mutant, those of the same name and folder first, then the fastest files. */
export async function judge(mutant: Mutant, tests: readonly TestFile[]): Promise<Outcome> {
  const distance = ({ name }: TestFile): number => {
    if (name === mutant.fileName.replace(/\.ts$/, '.test.ts')) return 0
    return dirname(name) === dirname(mutant.fileName) ? 1 : 2
  }
  const { id } = mutant
  const reaching = tests
    .map((test) => {
      const inTests = Object.keys(test.perTest).filter((one) => test.perTest[one]?.[id] !== undefined)
      const hits = [test.static, ...Object.values(test.perTest)].reduce((sum, one) => sum + (one[id] ?? 0), 0)
      return { test, inTests, hits }
    })
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => distance(a.test) - distance(b.test) || a.test.took - b.test.took)
  for (const { test, inTests, hits } of reaching) {
    const isWhole = !test.isSeparable || test.static[id] !== undefined
    const result = await run(
      test.bundle,
      { mutant: id, limit: 100 * hits + 1_000, ...(isWhole ? {} : { wanted: inTests }) },
      3 * test.took + 2_000,
    )
    if (result.isLate) return 'timed out'
    if (result.passed !== (isWhole ? test.passed : inTests.length)) return 'killed'
  }
  return reaching.length === 0 ? 'no coverage' : 'survived'
}

interface Options {
  mutant?: string
  /** How often a mutant may be hit. */
  limit?: number
  /** The numbers of the tests to run; all of them when it is missing. */
  wanted?: readonly string[]
  /** The file for what was reached. */
  coverage?: string
}

interface Run {
  /** How many tests passed; 0 when any failed. */
  passed: number
  isLate: boolean
  took: number
}

/** No interruption leaves them behind. */
const running = new Set<number>()
process.once('exit', () => running.forEach(end))

function run(bundle: string, options: Options, limit: number): Promise<Run> {
  // A mutant may write and delete where it should not: each run has a folder that is nobody else's.
  const room = join(dirname(bundle), 'rooms')
  mkdirSync(room, { recursive: true })
  const cwd = mkdtempSync(join(room, `${basename(bundle)}-`))
  const begun = performance.now()
  const child = spawn(process.execPath, [RUN_ONE, bundle, JSON.stringify(options)], {
    cwd,
    env: { ...process.env, TMPDIR: cwd },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  running.add(child.pid as number)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    end(child.pid as number)
  }, limit)
  return new Promise((resolve) => {
    child.once('exit', () => {
      // A grandchild may hold the output open: nobody waits for it.
      end(child.pid as number)
      running.delete(child.pid as number)
    })
    child.once('close', (status) => {
      clearTimeout(late)
      rmSync(cwd, { recursive: true, force: true })
      const [total, passed] = ['Total', 'Passed'].map((word) =>
        Number(output.match(new RegExp(`^\\s*${word}:\\s+(\\d+)`, 'm'))?.[1] ?? 0),
      ) as [number, number]
      const isWhole = status === 0 && passed === total
      resolve({ passed: isWhole ? passed : 0, isLate, took: performance.now() - begun })
    })
  })
}

function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
