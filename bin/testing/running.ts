import { type ChildProcess, spawn } from 'node:child_process'
import type { PartialProfile, RunningSimulator } from '../../src/index.ts'

/** The line that the simulator prints with --json when it is ready. */
export type Ready = Pick<
  RunningSimulator,
  'url' | 'organizations' | 'seed' | 'hash' | 'state' | 'control'
> & {
  fixture: string | null
  profile: PartialProfile
  pid: number
}

/** Sends a decision as the first organization; returns the status. */
export async function decide(
  { url, organizations }: Ready,
  numero: string,
  aprovar = true,
  mensagem = 'Aprovado após conferência manual.',
): Promise<number> {
  const { status } = await fetch(`${url}/relatorios/validar/${numero}`, {
    method: 'POST',
    headers: { authorization: organizations[0]?.token as string, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar, mensagem }),
  })
  return status
}

/** Returns the numbers of undecided reports of the first organization. */
export function reportsOf({ organizations }: Ready): string[] {
  return organizations[0]?.reports as string[]
}

/** A simulator in a child process. */
export class Running {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''
  readonly exited: Promise<number | null>

  constructor(command: string, args: string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
    this.child = spawn(command, args, {
      ...options,
      env: { PESSOAS_SIM_LANG: 'en', ...process.env, ...options.env },
    })
    for (const stream of ['stdout', 'stderr'] as const)
      this.child[stream]?.on('data', (chunk) => {
        this[stream] += chunk
      })
    this.exited = new Promise((resolve) => this.child.once('close', resolve))
  }

  /** Waits until standard output, or standard error, matches a pattern. */
  async says(text: RegExp, on: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
    const late = Date.now() + 20_000
    while (!text.test(this[on])) {
      if (this.child.exitCode !== null || Date.now() > late)
        throw new Error(`no ${text} in:\n${this.stdout}\n${this.stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return this[on]
  }

  async ready<T = Ready>(): Promise<T> {
    return JSON.parse(await this.says(/\n/)) as T
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal)
    return this.exited
  }
}
