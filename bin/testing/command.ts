import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { main } from '../main.ts'

const LOADER = ['--import', import.meta.resolve('tsx')]
const SOURCE = [fileURLToPath(new URL('../pessoas-sim.ts', import.meta.url))]

/** What starts the command from its sources. */
export const COMMAND = [...LOADER, ...SOURCE]

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs the command to its end, while this process goes on; the environment has none of its variables but these. */
export function runCommand(
  args: readonly string[],
  {
    cwd,
    env = {},
    input,
    nodeArgs = [],
  }: { cwd?: string; env?: Record<string, string>; input?: string; nodeArgs?: string[] } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...LOADER, ...nodeArgs, ...SOURCE, ...args], {
    cwd,
    env: { ...ownVariables(), ...env },
  })
  const ended: Ended = { status: null, stdout: '', stderr: '' }
  child.stdout.on('data', (piece) => {
    ended.stdout += piece
  })
  child.stderr.on('data', (piece) => {
    ended.stderr += piece
  })
  child.stdin.end(input ?? '')
  return new Promise((resolve) => child.once('close', (status) => resolve({ ...ended, status })))
}

/** Runs a command line that ends by itself, in this very process: a hundred of them take no longer than a few processes. */
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

/** The environment without variables of the command and of CI. */
function ownVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PESSOAS_SIM|GITHUB)_/.test(name)),
  )
}
