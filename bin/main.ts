import { printableLines } from '../src/cli.ts'
import { OperatorError, OptionError } from '../src/index.ts'
import { serveWithNotes } from './commands/serve.ts'
import { strayVariables } from './flags/environment.ts'
import { environmentName } from './flags/flag.ts'
import { serveFlags } from './flags/flags.ts'
import { readValues } from './flags/read-values.ts'
import { UsageError } from './flags/usage-error.ts'
import { readPlainServe } from './plain-serve.ts'
import { Interrupted } from './terminal/interrupted.ts'
import { say } from './terminal/say.ts'

/** Runs a command line and sets the exit code. */
export async function main(args: string[]): Promise<void> {
  try {
    for (const line of await strayVariables(process.env)) say(line)
    const plain = readPlainServe(args)
    if (plain) await serveWithNotes((warn) => readValues(serveFlags, plain, warn))
    // Loading yargs takes as long as starting the simulator, so a plain command line does without it.
    else await (await import('./command-line.ts')).runCommandLine(args)
  } catch (error) {
    const { message, exitCode } = failureOf(error, args)
    process.stderr.write(`pessoas-sim: ${printableLines(message)}\n`)
    process.exitCode = exitCode
  }
}

/**
 * Returns the message of an error and its exit code: 2 for a wrong command line, 1 for another error that the
 * operator can fix, 130 for Ctrl-C.
 */
function failureOf(error: unknown, args: readonly string[]): { message: string; exitCode: 1 | 2 | 130 } {
  if (error instanceof Interrupted) return { message: error.message, exitCode: 130 }
  if (error instanceof UsageError) return { message: error.message, exitCode: 2 }
  if (error instanceof OptionError) return { message: withVariable(error.withFlags, args), exitCode: 2 }
  if (error instanceof OperatorError) return { message: error.message, exitCode: 1 }
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    const message = 'The working directory no longer exists. Change to another one: cd "$HOME"'
    return { message, exitCode: 1 }
  }
  throw error
}

/** Returns a message that begins with a flag, with its variable in place of one that nobody typed. */
function withVariable(message: string, args: readonly string[]): string {
  const [, name = ''] = /^--([a-z-]+):/.exec(message) ?? []
  const isTyped = args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
  if (name === '' || isTyped || !process.env[environmentName(name)]) return message
  return `${environmentName(name)}${message.slice(name.length + 2)}`
}
