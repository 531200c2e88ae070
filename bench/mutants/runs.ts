import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './instrument.ts'

const RUN_ONE = fileURLToPath(new URL('run-one.mjs', import.meta.url))

/** A test file that passed without a mutant. */
export interface TestFile {
  name: string
  bundle: string
  /** What it took, in milliseconds. */
  took: number
  passed: number
  /** How often it reached each mutant. */
  hits: Readonly<Record<string, number>>
}

export type Outcome = 'killed' | 'timed out' | 'survived' | 'no coverage'

/** Runs a test file without a mutant; undefined when it fails or takes longer than `slowest`, in milliseconds. */
export async function measure(name: string, bundle: string, slowest: number): Promise<TestFile | undefined> {
  const coverage = `${bundle}.json`
  const { passed, took } = await run(bundle, ['', coverage], slowest)
  return passed === 0
    ? undefined
    : { name, bundle, took, passed, hits: JSON.parse(readFileSync(coverage, 'utf8')) }
}

/** Runs the test files that reach a mutant, those of the same name and folder first, then the fastest. */
export async function judge(mutant: Mutant, tests: readonly TestFile[]): Promise<Outcome> {
  const distance = ({ name }: TestFile): number => {
    if (name === mutant.fileName.replace(/\.ts$/, '.test.ts')) return 0
    return dirname(name) === dirname(mutant.fileName) ? 1 : 2
  }
  const reaching = tests
    .filter(({ hits }) => hits[mutant.id] !== undefined)
    .sort((a, b) => distance(a) - distance(b) || a.took - b.took)
  for (const { bundle, took, passed, hits } of reaching) {
    const limit = String((hits[mutant.id] as number) * 100 + 1_000)
    const result = await run(bundle, [mutant.id, limit], 3 * took + 2_000)
    if (result.isLate) return 'timed out'
    if (result.passed !== passed) return 'killed'
  }
  return reaching.length === 0 ? 'no coverage' : 'survived'
}

interface Run {
  /** How many tests passed; 0 when any failed. */
  passed: number
  isLate: boolean
  took: number
}

function run(bundle: string, args: readonly string[], limit: number): Promise<Run> {
  // A mutant may write and delete where it should not: each run has a folder that is nobody else's.
  const room = join(dirname(bundle), 'rooms')
  mkdirSync(room, { recursive: true })
  const cwd = mkdtempSync(join(room, `${basename(bundle)}-`))
  const begun = performance.now()
  const child = spawn(process.execPath, [RUN_ONE, bundle, ...args], {
    cwd,
    env: { ...process.env, TMPDIR: cwd },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
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
