import { UsageError } from './usage-error.ts'

/**
 * The characters removed at both ends of a token: spaces, line breaks, and invisible ones from editors and web pages.
 */
const ENDS =
  /^[\s\u200b-\u200d\u2060\ufeff]+|(?<![\s\u200b-\u200d\u2060\ufeff])[\s\u200b-\u200d\u2060\ufeff]+$/g

/** Returns a token without surrounding spaces and invisible characters. */
export function trimToken(given: string): string {
  return given.replace(ENDS, '')
}

/**
 * Returns a token without accidental characters around it. Characters that may belong to it only cause a warning. No
 * message shows a part of the token.
 * @param source the source of the token, for messages
 * @param warn receives a line for each doubt
 * @throws {UsageError} when it cannot be a token
 */
export function readTokenText(given: string, source: string, warn: (line: string) => void): string {
  const token = trimToken(given)
  if (token === '') throw new UsageError(`${source} is empty.`)
  if (token !== given) {
    const ends = given.match(ENDS)?.join('') as string
    warn(`warning: ${source}: ${endsText(ends)} around the token removed.`)
  }
  const fault = faults.find(([pattern]) => pattern.test(token))
  if (fault) throw new UsageError(`${source} ${fault[1]}`)
  const doubt = doubts.find(([pattern]) => pattern.test(token))
  if (doubt) warn(`warning: ${source} ${doubt[1]}`)
  return token
}

function endsText(ends: string): string {
  if (/[\r\n]/.test(ends)) return 'a line break'
  return ends.includes('\ufeff') ? 'a byte order mark' : 'white space'
}

const faults: [pattern: RegExp, says: string][] = [
  [/[\r\n]/, 'contains a line break. A token is one line.'],
  [/^authorization\s*:/i, 'is a whole header. Use only the part after "Authorization:".'],
  [
    /^(?:export |set |\$env:)?[\w.-]{0,40}?(?:token|key|secret|auth|senha|password)[\w.-]{0,40} ?= ?(?!=*$)/i,
    'is a whole line of an .env file, NAME=VALUE. Use only the part after the =, without quotes.',
  ],
  [/^(bearer|basic|token)$/i, 'is only the name of a scheme. The token itself is missing.'],
]

const doubts: [pattern: RegExp, says: string][] = [
  [/^[A-Z_][A-Z\d_]{1,40}=(?!=*$)/, 'looks like a line of an .env file, NAME=VALUE. It is sent as a whole.'],
  [/^(?=[^:]*:)["{[][\s\S]*[}\]"]$/, 'looks like JSON. It is sent as a whole. Use only the token in it.'],
  [
    /\\[nrt]$/,
    'ends in a backslash and a letter, like an escaped line break. Remove both, unless they belong to the token.',
  ],
  [
    /^(["'`])[\s\S]*\1$|^[\u2018-\u201f\u00ab][\s\S]*[\u2018-\u201f\u00bb]$/,
    'is in quotes, which are sent as part of it. Remove them, unless they belong to the token.',
  ],
  [
    /^(\$\w+|\$?\{.*\}|%\w+%|<.*>)$/,
    'looks like the name of a variable or a placeholder instead of its value.',
  ],
]
