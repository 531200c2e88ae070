import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { readFileFor } from '../terminal/files.ts'
import { Interrupted } from '../terminal/interrupted.ts'
import { say } from '../terminal/say.ts'
import { readTokenText, trimToken } from './token-text.ts'
import { UsageError } from './usage-error.ts'

/**
 * Returns the value of the header Authorization: from the file, else the given token, else from a prompt.
 * @throws {UsageError} when there is no token
 * @throws {Interrupted} when Ctrl-C is typed at the prompt
 */
export async function readToken(file: string | undefined, given: string | undefined): Promise<string> {
  if (file !== undefined) return firstLine(file)
  if (given !== undefined) {
    if (trimToken(process.env.PESSOAS_SIM_TOKEN ?? '') !== given) {
      say(
        'warning: --token is visible in the history of the shell and in process lists. Use PESSOAS_SIM_TOKEN or --token-file instead.',
      )
    }
    return given
  }
  if (process.stdin.isTTY && process.stderr.isTTY)
    return readTokenText(
      await ask('The value of the header Authorization, not shown while you type.\nAuthorization: '),
      'The typed token',
      say,
    )
  throw new UsageError(
    'The token is missing, the value of the header Authorization. Set PESSOAS_SIM_TOKEN or use --token-file FILE.',
  )
}

function firstLine(file: string): string {
  const source = file === '-' ? '--token-file -' : `--token-file ${file}`
  const [line = '', ...more] = readFileFor(file === '-' ? 0 : file, 'token-file').split(/\r?\n/)
  if (trimToken(line) === '') throw new UsageError(`${source}: the first line is empty.`)
  if (more.some((other) => other.trim() !== ''))
    say(`warning: ${source} has more than one line. Only the first one is used.`)
  return readTokenText(line, source, say)
}

/** Prompts for a line without echoing it; the package `read` does the same. */
function ask(prompt: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  process.stderr.write(prompt)
  return new Promise<string>((resolve, reject) => {
    const nothing = 'No token was typed.'
    terminal.once('SIGINT', () => reject(new Interrupted(nothing)))
    terminal.once('close', () => reject(new UsageError(nothing)))
    terminal.once('line', (typed) => (typed === '' ? reject(new UsageError(nothing)) : resolve(typed)))
  }).finally(() => {
    terminal.close()
    process.stderr.write('\n')
  })
}
