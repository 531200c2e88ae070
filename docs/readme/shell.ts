import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { COMMAND, type Ended, ownVariables } from '../../bin/testing/command.ts'

/** Runs a program to its end. Of the variables of the command, its environment has only those given. */
export function runProgram(program: string, args: readonly string[], cwd: string, env = {}): Promise<Ended> {
  const options = { cwd, env: { ...ownVariables(), ...env }, timeout: 240_000 }
  return promisify(execFile)(program, args, options).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ status: code, stdout, stderr }),
  )
}

/** Returns whether a line of the shell ends with 0, and says so if what needs it is not run. */
export function hasProgram(line: string, what: string): boolean {
  const { status } = spawnSync('sh', ['-c', line])
  if (status !== 0) console.log(`SKIPPED: "${line}" fails here: ${what} was not run`)
  return status === 0
}

/** A program that runs the command from its sources. */
export const program = `#!/bin/sh\nexec ${[process.execPath, ...COMMAND].map((word) => `'${word}'`).join(' ')} "$@"\n`

/** Writes a program into a folder, and makes it executable. */
export function writeProgram(file: string, code: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code)
  chmodSync(file, 0o755)
}

/** Puts an npx into a folder that runs the command from its sources, and returns the environment that finds it. */
export function variablesWithNpx(folder: string) {
  writeProgram(join(folder, 'npx'), program.replace('exec', 'shift\nexec'))
  return { ...ownVariables(), PATH: `${folder}:${process.env.PATH}` }
}
