import { shellQuoted } from '../../src/contract/shell-word.ts'

/** Where a shell finds a credential: in a variable or in a file. */
export type ShellSource =
  /** `isDressed`: the variable has line breaks around the credential, which must be removed. */
  | { variable: string; file?: never; isDressed?: boolean }
  /** `isDressed`: only the first line of the file is the credential, and a carriage return may end it. */
  | { file: string; variable?: never; isDressed?: boolean }

/** Where a shell finds what the run was made with, so that the printed curl lines can be pasted. */
export interface InShell {
  token?: ShellSource | undefined
  otherToken?: ShellSource | undefined
  disabledToken?: ShellSource | undefined
  /** The file of certificates of authorities. */
  ca?: string | undefined
}

/** Returns the shell expansion that gives a credential, for use inside double quotes. */
export function expansionOf({ variable, file, isDressed = false }: ShellSource): string {
  if (variable !== undefined)
    return isDressed ? `$(printf %s "$${variable}" | tr -d '\\r\\n')` : `$${variable}`
  const path = shellQuoted(file.startsWith('-') ? `./${file}` : file)
  return isDressed ? `$(head -n 1 ${path} | tr -d '\\r')` : `$(cat ${path})`
}

/**
 * Returns shell expansions that derive the bad credentials of a run from its token, with standard commands only. A
 * scheme before the token stays.
 * @param token its own expansion
 */
export function changesOf(token: string, scheme: string) {
  const piped = (...filters: readonly string[]) => `$(${[`printf %s "${token}"`, ...filters].join(' | ')})`
  const onSecret = (filter: string) =>
    scheme === '' ? piped(filter) : piped(`sed 's/[^ ]*$//'`) + piped(`sed 's/.* //'`, filter)
  return {
    /**
     * Another secret of the same length. The one that was sent is not printed: it differs from the token in every
     * character, so many reports together would reveal the token.
     */
    random: onSecret(TURN),
    swapped: onSecret(`tr 'A-Za-z' 'a-zA-Z'`),
    capitals: onSecret('tr a-z A-Z'),
    /** The token with one character replaced as by {@link turned}. */
    changed(at: number, char: string) {
      const place = scheme.length + at + 1
      const before = place > 1 ? piped(`cut -c1-${place - 1}`) : ''
      const odd = PLAIN.includes(char) ? piped(`cut -c${place}`, TURN) : turned(char)
      return `${before}${odd}${piped(`cut -c${place + 1}-`)}`
    },
    /** The token with something else in place of one character. */
    replaced(at: number, by: string) {
      const place = scheme.length + at + 1
      return `${place > 1 ? piped(`cut -c1-${place - 1}`) : ''}${by}${piped(`cut -c${place + 1}-`)}`
    },
    first: (length: number) => piped(`cut -c1-${scheme.length + length}`),
    longer: piped(`sed 's/$/x/'`),
    twice: piped(`sed 's/[^ ]*$/&&/'`),
  }
}

const TURN = `tr 'A-Za-z0-9._~+/=-' 'N-ZA-Mn-za-m5-90-4_.+~=/x'`
const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~+/=-'
const TURNED = 'NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm5678901234_.+~=/x'

/** Returns another character, always the same one for each, so that several reports together reveal nothing more. */
export function turned(char: string): string {
  return TURNED[PLAIN.indexOf(char)] ?? 'x'
}
