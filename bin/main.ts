import { printableLines } from '../src/cli.ts'
import { OperatorError, OptionError } from '../src/index.ts'
import { translate } from '../src/messages/translate.ts'
import { runCommandLine } from './command-line.ts'
import { environmentName } from './flags.ts'
import { speak } from './language.ts'
import { Interrupted } from './token.ts'
import { UsageError } from './usage-error.ts'

/** Runs a command line and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await speak(args)
    await runCommandLine(args)
  } catch (error) {
    const [exitCode, message] = failureOf(error, args)
    process.stderr.write(`pessoas-sim: ${printableLines(translate(message))}\n`)
    process.exitCode = exitCode
  }
}

/**
 * Returns the exit code and the message of an error: 2 for a wrong command line, 1 for another error that the operator
 * can fix, 130 for Ctrl-C.
 */
function failureOf(error: unknown, args: readonly string[]): [exitCode: 1 | 2 | 130, message: string] {
  if (error instanceof Interrupted) return [130, error.message]
  if (error instanceof UsageError) return [2, error.message]
  if (error instanceof OptionError) return [2, withVariable(error.withFlags, args)]
  if (error instanceof OperatorError) return [1, error.message]
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd')
    return [1, 'The working directory no longer exists. Change to another one: cd "$HOME"']
  throw error
}

/** Returns a message that begins with a flag, with its variable in place of one that nobody typed. */
function withVariable(message: string, args: readonly string[]): string {
  const [flag = '', name = ''] = /^--([a-z-]+)(?=:)/.exec(message) ?? []
  const isTyped = args.some((arg) => arg.split('=')[0] === flag)
  if (flag === '' || isTyped || !process.env[environmentName(name)]) return message
  return environmentName(name) + message.slice(flag.length)
}
