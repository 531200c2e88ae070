import { UsageError } from './usage-error.ts'

/** What a header drops at both ends of its value: blanks, line breaks and what editors and web pages leave behind. */
const ENDS =
  /^[\s\u200b-\u200d\u2060\ufeff]+|(?<![\s\u200b-\u200d\u2060\ufeff])[\s\u200b-\u200d\u2060\ufeff]+$/g

/** Returns a token as a header carries it. */
export function trimToken(given: string): string {
  return given.replace(ENDS, '')
}

/**
 * Returns a token without what surrounds it by accident. What may belong to it is only told. No message has any of it.
 * @param source where it comes from, for people
 * @param warn gets a line for each doubt
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
  return ends.includes('\ufeff') ? 'a byte order mark' : 'blanks'
}

const faults: [pattern: RegExp, says: string][] = [
  [/[\r\n]/, 'has a line break inside: a token is one line.'],
  [/^authorization\s*:/i, 'holds a whole header: give only what stands behind "Authorization:".'],
  [
    /^(?:export |set |\$env:)?[\w.-]{0,40}?(?:token|key|secret|auth|senha|password)[\w.-]{0,40} ?= ?(?!=*$)/i,
    'is a whole line, NAME=VALUE, as in an .env file: give only what stands behind the =, without quotes.',
  ],
  [/^(bearer|basic|token)$/i, 'is only the name of a scheme: the token itself is missing.'],
]

const doubts: [pattern: RegExp, says: string][] = [
  [
    /^[A-Z_][A-Z\d_]{1,40}=(?!=*$)/,
    'looks like a line of an .env file, NAME=VALUE, which is sent as a whole.',
  ],
  [/^(?=[^:]*:)["{[][\s\S]*[}\]"]$/, 'looks like JSON, which is sent as a whole: give only the token in it.'],
  [
    /\\[nrt]$/,
    'ends in a backslash and a letter, as a line break is written in code: remove both, unless the token has them.',
  ],
  [
    /^(["'`])[\s\S]*\1$|^[\u2018-\u201f\u00ab][\s\S]*[\u2018-\u201f\u00bb]$/,
    'is in quotes, and they are sent as part of it: remove them, unless the token has them.',
  ],
  [
    /^(\$\w+|\$?\{.*\}|%\w+%|<.*>)$/,
    'looks like the name of a variable or a placeholder, and not like what it stands for.',
  ],
]
