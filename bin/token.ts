import { readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { shellQuoted } from '../src/cli.ts'
import { readFileFor } from './terminal/files.ts'
import { say } from './terminal/say.ts'
import { UsageError } from './usage-error.ts'

/** The error for Ctrl-C in raw mode, where the terminal sends no signal for it. */
export class Interrupted extends Error {}

/** Spaces, line breaks, and the invisible characters of editors and web pages. */
const BLANK = String.raw`[\s\u200b-\u200d\u2060\ufeff]`
const ENDS = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g')

/**
 * Returns a token without accidental characters around it. No message shows a part of the token.
 * @param source where it comes from, for warnings
 * @throws {UsageError} when it cannot be a token; the message completes the name of its source
 */
export function readToken(given: string, source: string): string {
  const token = given.replace(ENDS, '')
  if (token !== given) say(`warning: ${source}: white space around the token was removed.`)
  if (token === '') throw new UsageError('is empty.')
  const fault = faults.find(([pattern]) => pattern.test(token))
  if (fault) throw new UsageError(fault[1])
  if (/^(["'`]).*\1$/.test(token)) say(`warning: ${source} is in quotes, which are sent as part of it.`)
  if (/^(\$\w+|\$?\{.*\}|%\w+%|<.*>)$/.test(token))
    say(`warning: ${source} looks like a placeholder or the name of a variable, not its value.`)
  return token
}

const faults: [pattern: RegExp, says: string][] = [
  [/[\r\n]/, 'contains a line break. A token is one line.'],
  [/^authorization\s*:/i, 'is a whole header. Use only the part after "Authorization:".'],
  [/^(bearer|basic|token)$/i, 'is only the name of a scheme. The token itself is missing.'],
  [
    /^(?:export |set |\$env:)?[\w.-]{0,40}?(?:token|key|secret|auth|senha|password)[\w.-]{0,40} ?= ?(?!=*$)/i,
    'is a whole line of an .env file, NAME=VALUE. Use only the part after the =, without quotes.',
  ],
]

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
    const first = firstLine(file)
    const isWhole =
      statSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file, 'utf8').trim() === first
    return { token: first, source: isWhole ? `$(cat ${shellQuoted(file)})` : variable }
  }
  if (token !== undefined) {
    if (process.env.PESSOAS_SIM_TOKEN?.trim() !== token)
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

function firstLine(file: string): string {
  const [line = '', ...more] = readFileFor(file === '-' ? 0 : file, 'token-file').split(/\r?\n/)
  if (more.some((other) => other.trim() !== ''))
    say(`warning: --token-file ${file} has more than one line. Only the first one is used.`)
  return named(`--token-file ${file}`, line)
}

function named(source: string, given: string): string {
  try {
    return readToken(given, source)
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${source} ${error.message}`) : error
  }
}

/** Prompts for a line without echoing it. */
function ask(): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  process.stderr.write('The value of the header Authorization, not shown while you type.\nAuthorization: ')
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
