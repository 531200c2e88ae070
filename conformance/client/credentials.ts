import { randomInt } from 'node:crypto'
import type { Credentials } from './exchange.ts'
import { changesOf, expansionOf, type InShell, type ShellSource, turned } from './in-shell.ts'

/** Every value of `Authorization` that a run sends. */
export interface Keyring {
  own: Credentials
  none: Credentials
  empty: Credentials
  /** As long as the own one, and not it. */
  random: Credentials
  /** The own one with one character in the middle changed: the last one of a signature may be inert. */
  changed: Credentials
  /** The own one to its half; undefined when it is too short to have one. */
  half: Credentials | undefined
  /** The own one twice. */
  twice: Credentials
  /** The own one with the case of its letters swapped; undefined when it has none. */
  swapped: Credentials | undefined
  other: Credentials | undefined
  disabled: Credentials | undefined
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * @param token sent exactly so, with a scheme before it or without
 * @param shell where a shell has the credentials
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
  const changed = `${secret.slice(0, middle)}${turned(char)}${secret.slice(middle + 1)}`
  const random = Array.from(secret, unlike).join('')
  const half = secret.slice(0, middle)
  const swapped = Array.from(secret, swapCase).join('')
  const own = declared(token, 'TOKEN', shell.token)
  const inShell = changesOf(own.inShell, scheme)
  return {
    own,
    none: { value: undefined, label: '' },
    empty: { value: '', label: '' },
    random: { value: scheme + random, label: '$RANDOM_TOKEN', inShell: inShell.random },
    changed: {
      value: scheme + changed,
      label: '$TOKEN_CHANGED_IN_THE_MIDDLE',
      inShell: inShell.changed(middle, char),
    },
    half:
      half === ''
        ? undefined
        : { value: scheme + half, label: '$FIRST_HALF_OF_TOKEN', inShell: inShell.first(middle) },
    twice: { value: scheme + secret + secret, label: `${own.label}${own.label}`, inShell: inShell.twice },
    swapped:
      swapped === secret
        ? undefined
        : { value: scheme + swapped, label: '$TOKEN_WITH_CASE_SWAPPED', inShell: inShell.swapped },
    other: other === undefined ? undefined : declared(other, 'OTHER_TOKEN', shell.otherToken),
    disabled: disabled === undefined ? undefined : declared(disabled, 'DISABLED_TOKEN', shell.disabledToken),
  }
}

/** A credential that was given: reports call it as the shell does, where that has a variable for it. */
function declared(
  value: string,
  name: string,
  source: ShellSource = { variable: name },
): Required<Credentials> {
  return { value, label: `$${source.variable ?? name}`, inShell: expansionOf(source) }
}

/** Letters of ASCII alone: others have no place in a header, and some no other case of one letter. */
function swapCase(char: string): string {
  if (!/[a-z]/i.test(char)) return char
  return char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()
}

function unlike(char: string | undefined): string {
  const others = ALPHABET.replace((char ?? '').toLowerCase(), '')
  return others[randomInt(others.length)] as string
}
