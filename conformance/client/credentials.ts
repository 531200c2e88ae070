import { randomInt } from 'node:crypto'
import type { Credentials } from './exchange.ts'
import { changesOf, expansionOf, type InShell, type ShellSource, turned } from './in-shell.ts'

/** Every value of `Authorization` that a run sends. */
export interface Keyring {
  /** The token of the run, called "the token" below. */
  own: Credentials
  none: Credentials
  empty: Credentials
  /** Random, and as long as the token. */
  random: Credentials
  /** The token with its middle character changed. The last character of a base64 signature may have unused bits. */
  changed: Credentials
  /** The first half of the token; undefined if the token is too short. */
  half: Credentials | undefined
  /** The first half of the token and a percent sign; undefined if the token is too short. */
  pattern: Credentials | undefined
  /** The token with its first character changed. */
  changedFirst: Credentials
  /** The token with its last but one character changed. */
  changedLate: Credentials
  /** The token without its last character; undefined if that may be padding. */
  shorter: Credentials | undefined
  /**
   * The token with a percent sign, which no encoding of bytes has, in place of its last character; undefined if that
   * may be padding.
   */
  changedLast: Credentials | undefined
  /** The token with one more character. */
  longer: Credentials
  /** The random one, a comma and the token. */
  listed: Credentials
  /** The token twice. */
  twice: Credentials
  /** The token with the case of its letters swapped; undefined if it has no letters. */
  swapped: Credentials | undefined
  /** The token in capitals; undefined if that is the token itself or equals `swapped`. */
  capitals: Credentials | undefined
  /** The token with an `é`, which is more than one byte in UTF-8, in place of its middle character. */
  accent: Credentials
  /** The token with a space in place of its middle character; undefined if it is too short. */
  blank: Credentials | undefined
  other: Credentials | undefined
  disabled: Credentials | undefined
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * @param token sent exactly as given, with or without a scheme
 * @param shell where a shell finds the credentials
 */
export function createKeyring(
  token: string,
  other: string | undefined,
  disabled: string | undefined,
  shell: InShell = {},
): Keyring {
  const [, scheme = '', secret = ''] = /^(.*\s)?(\S+)\s*$/.exec(token) ?? []
  const middle = Math.floor(secret.length / 2)
  const char = secret[middle] ?? ''
  const changedAt = (at: number) => `${secret.slice(0, at)}${turned(secret[at] ?? '')}${secret.slice(at + 1)}`
  const withMiddle = (text: string) => `${scheme}${secret.slice(0, middle)}${text}${secret.slice(middle + 1)}`
  const late = Math.max(0, secret.length - 2)
  const random = Array.from(secret, unlike).join('')
  const half = secret.slice(0, middle)
  const swapped = Array.from(secret, swapCase).join('')
  const capitals = secret.replace(/[a-z]/g, (letter) => letter.toUpperCase())
  const own = declared(token, 'TOKEN', shell.token)
  const inShell = changesOf(own.inShell, scheme)
  return {
    own,
    none: { value: undefined, label: '' },
    empty: { value: '', label: '' },
    random: { value: scheme + random, label: '$RANDOM_TOKEN', inShell: inShell.random },
    changed: {
      value: scheme + changedAt(middle),
      label: '$TOKEN_CHANGED_IN_THE_MIDDLE',
      inShell: inShell.changed(middle, char),
    },
    half:
      half === ''
        ? undefined
        : { value: scheme + half, label: '$FIRST_HALF_OF_TOKEN', inShell: inShell.first(middle) },
    pattern:
      half === ''
        ? undefined
        : {
            value: `${scheme}${half}%`,
            label: '$FIRST_HALF_OF_TOKEN%',
            inShell: `${inShell.first(middle)}%`,
          },
    changedFirst: {
      value: scheme + changedAt(0),
      label: '$TOKEN_CHANGED_AT_THE_START',
      inShell: inShell.changed(0, secret[0] ?? ''),
    },
    changedLate: {
      value: scheme + changedAt(late),
      label: '$TOKEN_CHANGED_NEAR_THE_END',
      inShell: inShell.changed(late, secret[late] ?? ''),
    },
    shorter:
      secret.length < 2 || secret.endsWith('=')
        ? undefined
        : {
            value: scheme + secret.slice(0, -1),
            label: '$TOKEN_WITHOUT_ITS_END',
            inShell: inShell.first(secret.length - 1),
          },
    changedLast:
      secret.length < 2 || secret.endsWith('=')
        ? undefined
        : {
            value: `${scheme}${secret.slice(0, -1)}%`,
            label: '$TOKEN_WITHOUT_ITS_END%',
            inShell: `${inShell.first(secret.length - 1)}%`,
          },
    longer: { value: `${scheme}${secret}x`, label: '$TOKEN_AND_X', inShell: inShell.longer },
    listed: {
      value: `${scheme}${random},${secret}`,
      label: '$RANDOM_TOKEN,$TOKEN',
      inShell: `${inShell.random},${own.inShell}`,
    },
    twice: { value: scheme + secret + secret, label: `${own.label}${own.label}`, inShell: inShell.twice },
    swapped:
      swapped === secret
        ? undefined
        : { value: scheme + swapped, label: '$TOKEN_WITH_CASE_SWAPPED', inShell: inShell.swapped },
    capitals:
      capitals === secret || capitals === swapped
        ? undefined
        : { value: scheme + capitals, label: '$TOKEN_IN_CAPITALS', inShell: inShell.capitals },
    accent: {
      value: withMiddle('é'),
      label: '$TOKEN_WITH_AN_ACCENT',
      // One byte, as it was sent, whatever the encoding of the terminal.
      inShell: inShell.replaced(middle, "$(printf '\\351')"),
    },
    blank:
      secret.length < 3
        ? undefined
        : { value: withMiddle(' '), label: '$TOKEN_WITH_A_BLANK', inShell: inShell.replaced(middle, ' ') },
    other: other === undefined ? undefined : declared(other, 'OTHER_TOKEN', shell.otherToken),
    disabled: disabled === undefined ? undefined : declared(disabled, 'DISABLED_TOKEN', shell.disabledToken),
  }
}

/** Returns a credential of the operator. Its label is the shell variable that contains it, if there is one. */
function declared(
  value: string,
  name: string,
  source: ShellSource = { variable: name },
): Required<Credentials> {
  return { value, label: `$${source.variable ?? name}`, inShell: expansionOf(source) }
}

/** Swaps the case of ASCII letters only, because the other case of some letters is longer than one character. */
function swapCase(char: string): string {
  if (!/[a-z]/i.test(char)) return char
  return char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()
}

function unlike(char: string | undefined): string {
  const others = ALPHABET.replace((char ?? '').toLowerCase(), '')
  return others[randomInt(others.length)] as string
}
