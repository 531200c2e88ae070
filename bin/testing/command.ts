import { spawn } from 'node:child_process'
import { main } from '../main.ts'
import { programOf } from './program.ts'

const program = programOf(new URL('../pessoas-sim.ts', import.meta.url).href)

/** The arguments of Node that start the command. */
export const COMMAND = [...program.nodeArgs, program.file]

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

interface Surroundings {
  cwd?: string
  env?: Record<string, string>
  input?: string
  nodeArgs?: string[]
}

/** Runs the command in a child process to its end. Of its own variables, the environment has only those given. */
export function runCommand(
  args: readonly string[],
  { cwd, env = {}, input = '', nodeArgs = [] }: Surroundings = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...program.nodeArgs, ...nodeArgs, program.file, ...args], {
    cwd,
    env: { ...ownVariables(), ...env },
  })
  const ended: Ended = { status: null, stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (piece) => {
      ended[stream] += piece
    })
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (status) => resolve({ ...ended, status })))
}

/** Runs a command line that ends by itself in this process and in this thread, which is much faster than starting them. */
export async function runHere(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Ended> {
  const ended: Ended = { status: null, stdout: '', stderr: '' }
  const before = { cwd: process.cwd(), env: process.env, exitCode: process.exitCode }
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (piece: string | Uint8Array) => {
      ended[name] += piece
      return true
    }
  }
  try {
    process.chdir(cwd)
    process.env = { ...ownVariables(), ...env }
    process.exitCode = 0
    await main([...args])
    return { ...ended, status: Number(process.exitCode) }
  } finally {
    process.chdir(before.cwd)
    process.env = before.env
    process.exitCode = before.exitCode
    process.stdout.write = writes.stdout
    process.stderr.write = writes.stderr
  }
}

/**
 * Returns the environment without the variables of the command and of CI, with a free port instead of the default one,
 * and in English, whatever the machine speaks.
 */
export function ownVariables(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(PESSOAS_SIM|GITHUB)_/.test(name))
  return { ...Object.fromEntries(others), PESSOAS_SIM_PORT: '0', PESSOAS_SIM_LANG: 'en' }
}
