import { readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { shellQuoted } from '../src/cli.ts'
import { translate } from '../src/messages/translate.ts'
import { readFileFor } from './terminal/files.ts'
import { say } from './terminal/say.ts'
import { UsageError } from './usage-error.ts'

/** The error for Ctrl-C in raw mode, where the terminal sends no signal for it. */
export class Interrupted extends Error {}

/** The invisible characters of editors and web pages. */
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]/g

const FAULTS: [pattern: RegExp, says: string][] = [
  [/^$/, 'is empty.'],
  [/[\r\n]/, 'contains a line break. A token is one line.'],
  [/^authorization\s*:/i, 'is a whole header. Use only the part after "Authorization:".'],
  [/^(bearer|basic|token)$/i, 'is only the name of a scheme. The token itself is missing.'],
  [/^["'`$<{%]|^\w+ ?= ?(?!=*$)/, 'is in quotes, or is the name of a variable. Use only the token itself.'],
]

/**
 * Returns a token without white space around it. No message shows a part of the token.
 * @throws {UsageError} when it cannot be a token; the message completes the name of its source
 */
export function readToken(given: string): string {
  const token = given.replace(INVISIBLE, '').trim()
  const fault = FAULTS.find(([pattern]) => pattern.test(token))
  if (fault) throw new UsageError(fault[1])
  return token
}

interface TokenFlags {
  token?: string
  'token-file'?: string
}

/**
 * Returns the value of the header Authorization, from --token-file, --token or a prompt, and how a shell gets it.
 * @throws {UsageError} when there is no token
 * @throws {Interrupted} when Ctrl-C is typed at the prompt
 */
export async function tokenOf(flags: TokenFlags): Promise<{ token: string; source: string }> {
  const { token, 'token-file': file } = flags
  const variable = '$PESSOAS_SIM_TOKEN'
  if (file !== undefined) {
    const [line = ''] = readFileFor(file === '-' ? 0 : file, 'token-file').split(/\r?\n/)
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile()
    const isWhole = isFile && readFileSync(file, 'utf8').trim() === line
    return {
      token: named(`--token-file ${file}`, line),
      source: isWhole ? `$(cat ${shellQuoted(file)})` : variable,
    }
  }
  if (token !== undefined) {
    const { PESSOAS_SIM_TOKEN: set = '' } = process.env
    if (set === '' || readToken(set) !== token)
      say(
        'warning: --token is visible in process lists and the history of the shell. Use PESSOAS_SIM_TOKEN or --token-file.',
      )
    return { token, source: variable }
  }
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(
      'The token is missing, the value of the header Authorization. Set PESSOAS_SIM_TOKEN or use --token-file FILE.',
    )
  return { token: named('The typed token', await ask()), source: variable }
}

function named(source: string, given: string): string {
  try {
    return readToken(given)
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${source} ${error.message}`) : error
  }
}

/** Prompts for a line without echoing it. */
async function ask(): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  process.stderr.write(
    translate('The value of the header Authorization, not shown while you type.\nAuthorization: '),
  )
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once('SIGINT', () => reject(new Interrupted('No token was typed.')))
      terminal.once('close', () => resolve(''))
      terminal.once('line', resolve)
    })
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
