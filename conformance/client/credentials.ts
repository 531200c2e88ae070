import { randomInt } from 'node:crypto'
import type { Credentials } from './exchange.ts'

/** Every value of `Authorization` that a run sends. */
export interface Keyring {
  own: Credentials
  other?: Credentials
  disabled?: Credentials
  none: Credentials
  empty: Credentials
  /** Random, and as long as the token. */
  random: Credentials
  /** Every credential that must be refused, by its name; of those declared, the disabled one. */
  wrong: ReadonlyMap<string, Credentials>
}

/**
 * How a shell gets what the run was made with, so that the printed curl lines can be pasted: `$STAGING_TOKEN` or
 * `$(cat token.txt)`, as they stand inside double quotes.
 */
export interface InShell {
  token?: string | undefined
  otherToken?: string | undefined
  disabledToken?: string | undefined
  ca?: string | undefined
}

const declared = (value: string, label: string, inShell = label): Credentials => ({ value, label, inShell })
const put = (token: string, at: number, by: string) => token.slice(0, at) + by + token.slice(at + 1)
const change = (token: string, at: number) => put(token, at, otherThan(token[at]))
/** The last character of Base64 may be padding, or have bits that nobody reads. */
const shortened = (token: string) => (token.endsWith('=') ? '' : token.slice(0, -1))
/** A percent sign is a pattern to a database. */
const percent = (token: string) => token && `${token}%`

type Make = (token: string, middle: number, random: string) => string
/** How wrong tokens are made of the token without its scheme, which stays. What comes out empty or as the token is left out. */
const SPOILT: Readonly<Record<string, [words: string, make: Make]>> = {
  changed: ['the token, middle character changed', change],
  'changed-first': ['the token, first character changed', (token) => change(token, 0)],
  'changed-late': ['the token, last but one changed', (token) => change(token, Math.max(0, token.length - 2))],
  'first-half': ['the first half of the token', (token, middle) => token.slice(0, middle)],
  'first-half-percent': ['the first half and %', (token, middle) => percent(token.slice(0, middle))],
  'without-last': ['the token without its last character', shortened],
  'last-percent': ['the token, last character replaced by %', (token) => percent(shortened(token))],
  'one-more': ['the token and one more character', (token) => `${token}x`],
  twice: ['the token twice', (token) => token + token],
  'case-swapped': ['the token, case swapped', (token) => token.replace(/[a-z]/gi, otherCase)],
  capitals: ['the token in capitals', (token) => token.replace(/[a-z]/g, otherCase)],
  listed: ['a random token, a comma, the token', (token, _, random) => `${random},${token}`],
  accent: ['the token, é in the middle', (token, middle) => put(token, middle, 'é')],
  blank: ['the token, a space in the middle', (token, middle) => (token[2] ? put(token, middle, ' ') : '')],
}

export function createKeyring(token: string, other?: string, disabled?: string, shell: InShell = {}): Keyring {
  const [, scheme = '', secret = ''] = /^(.*\s)?(\S+)\s*$/.exec(token) ?? []
  const noise = secret.replace(/./gs, randomUnlike)
  const random = { value: scheme + noise, label: '$RANDOM_TOKEN', words: 'a random token' }
  const keys = {
    own: declared(token, '$TOKEN', shell.token),
    ...(other !== undefined && { other: declared(other, '$OTHER_TOKEN', shell.otherToken) }),
    ...(disabled !== undefined && { disabled: declared(disabled, '$DISABLED_TOKEN', shell.disabledToken) }),
    none: { value: undefined, label: '', words: 'no token' },
    empty: { value: '', label: '', words: 'an empty token' },
    random,
  }
  const { none, empty } = keys
  const wrong = new Map<string, Credentials>(Object.entries({ none, empty, random }))
  const known = new Set(['', secret, noise])
  for (const [name, [words, make]] of Object.entries(SPOILT)) {
    const value = make(secret, Math.floor(secret.length / 2), noise)
    const label = `$TOKEN_${name.replaceAll('-', '_').toUpperCase()}`
    if (!known.has(value)) wrong.set(name, { value: scheme + value, label, words })
    known.add(value)
  }
  if (keys.disabled) wrong.set('disabled', keys.disabled)
  return { ...keys, wrong }
}

/** Returns another character of the same kind, so that the format of the token stays. */
function otherThan(char = ''): string {
  const [one = '', two = ''] = /\d/.test(char) ? '12' : /[A-Z]/.test(char) ? 'AB' : 'ab'
  return char === one ? two : one
}

function randomUnlike(char: string): string {
  const others = 'abcdefghijklmnopqrstuvwxyz0123456789'.replace(char.toLowerCase(), '')
  return others[randomInt(others.length)] as string
}

/** The other case of letters beyond ASCII may be longer than one character. */
function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}
