import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('worker.mjs', import.meta.url))

/** How many runs a process serves: each leaves its modules in memory, and perhaps an open server. */
const MOST_RUNS = 60

/** How often a mutant was reached, by its id. */
export type Hits = Readonly<Record<string, number>>

export interface Order {
  bundle: string
  mutant?: string
  /** How often a mutant may be hit. */
  limit?: number
  /** Whether to count which test reaches which mutant, and how often. */
  isCounting?: boolean
  /** The numbers of the tests to run, in this order. */
  wanted: readonly string[]
  /** Whether all tests run instead, in their own order. */
  isWhole: boolean
}

export interface Answer {
  hasFailed: boolean
  /** Why tests failed, by their numbers; under any other key when no test was reached. */
  failed: Readonly<Record<string, string>>
  /** What each test took, in milliseconds. */
  took: Readonly<Record<string, number>>
  coverage?: { static: Hits; perTest: Readonly<Record<string, Hits>> }
  isLate?: boolean
}

/** No interruption leaves them behind. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach(end))

/** A process that runs tests. */
export class Worker {
  readonly #folder: string
  #child: ChildProcess | undefined
  #runs = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Runs tests; `limit` in milliseconds. A process that ends or is late is replaced before the next run. */
  async run(order: Order, limit: number): Promise<Answer> {
    if (this.#runs >= MOST_RUNS) this.retire()
    this.#child ??= this.#start()
    this.#runs++
    const child = this.#child
    const answer = await new Promise<Answer>((resolve) => {
      const late = setTimeout(
        () => settle({ ...NOTHING, failed: { time: `more than ${limit} ms` }, isLate: true }),
        limit,
      )
      const onExit = () => settle(NOTHING)
      const settle = (answer: Answer) => {
        clearTimeout(late)
        child.off('message', settle).off('exit', onExit)
        resolve(answer)
      }
      child.once('message', settle).once('exit', onExit)
      child.send(order, () => {})
    })
    if (answer.isLate || child.exitCode !== null || child.signalCode !== null) this.retire()
    return answer
  }

  /** Ends the process: the next run has a new one. */
  retire(): void {
    if (this.#child === undefined) return
    end(this.#child)
    running.delete(this.#child)
    this.#child = undefined
    this.#runs = 0
  }

  #start(): ChildProcess {
    const cwd = mkdtempSync(join(this.#folder, 'worker-'))
    const child = fork(PROGRAM, { cwd, stdio: 'ignore', execArgv: [], detached: true })
    running.add(child)
    child.once('exit', () => {
      // What it started goes with it.
      end(child)
      rmSync(cwd, { recursive: true, force: true, maxRetries: 3 })
    })
    return child
  }
}

const NOTHING: Answer = { hasFailed: true, failed: { process: 'it ended' }, took: {} }

function end(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), 'SIGKILL')
  } catch {
    // It has ended.
  }
}
