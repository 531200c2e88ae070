import { readFileFor } from '../terminal/files.ts'
import { Interrupted } from '../terminal/interrupted.ts'
import { say } from '../terminal/say.ts'
import { readTokenText, trimToken } from './token-text.ts'
import { UsageError } from './usage-error.ts'

/**
 * The value of the header Authorization: from a file, else as it was given, else asked for on a terminal.
 * @throws {UsageError} when there is none
 * @throws {Interrupted} when Ctrl-C is typed in its place
 */
export async function readToken(file: string | undefined, given: string | undefined): Promise<string> {
  if (file !== undefined) return firstLine(file)
  if (given !== undefined) {
    if (trimToken(process.env.PESSOAS_SIM_TOKEN ?? '') !== given) {
      say('warning: shells and process lists remember --token; PESSOAS_SIM_TOKEN or --token-file is better.')
    }
    return given
  }
  if (process.stdin.isTTY && process.stderr.isTTY)
    return readTokenText(await ask('Authorization: '), 'What was typed', say)
  throw new UsageError(
    'A token is needed, the value of the header Authorization: set PESSOAS_SIM_TOKEN, or give --token-file FILE.',
  )
}

function firstLine(file: string): string {
  const source = file === '-' ? '--token-file -' : `--token-file ${file}`
  const [line = '', ...more] = readFileFor(file === '-' ? 0 : file, 'token-file').split(/\r?\n/)
  if (trimToken(line) === '') throw new UsageError(`${source}: the first line is empty.`)
  if (more.some((other) => other.trim() !== ''))
    say(`warning: ${source} has more lines; only the first one is read.`)
  return readTokenText(line, source, say)
}

/** Reads a line of which nothing is shown. */
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
