import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What starts the command from its sources. */
export const COMMAND = [
  '--import',
  import.meta.resolve('tsx'),
  fileURLToPath(new URL('../pessoas-sim.ts', import.meta.url)),
]

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs the command to its end, while this process goes on; the environment has none of its variables but these. */
export function runCommand(
  args: readonly string[],
  { cwd, env = {}, input }: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PESSOAS_SIM|GITHUB)_/.test(name)),
  )
  const child = spawn(process.execPath, [...COMMAND, ...args], { cwd, env: { ...clean, ...env } })
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
