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
    return readTokenText(await ask('Authorization: '), 'The typed token', say)
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

/** Prompts for a line without echoing it. */
function ask(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(prompt)
  stdin.setRawMode(true).setEncoding('utf8').resume()
  return new Promise((resolve, reject) => {
    let typed = ''
    const hear = (keys: string) => {
      for (const key of keys) {
        if (key === '\r' || key === '\n')
          return end(() => (typed === '' ? reject(new UsageError('No token was typed.')) : resolve(typed)))
        if (key === '\u0003') return end(() => reject(new Interrupted('No token was typed.')))
        if (key === '\u0004') return end(() => reject(new UsageError('No token was typed.')))
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key
      }
    }
    const end = (settle: () => void) => {
      stdin.setRawMode(false).pause().removeListener('data', hear)
      stderr.write('\n')
      settle()
    }
    stdin.on('data', hear)
  })
}
