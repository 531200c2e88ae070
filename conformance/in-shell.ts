/** Where a shell has a credential: in a variable, or in a file. */
export type ShellSource =
  | { variable: string; file?: never; isDressed?: boolean }
  /** `isDressed`: the credential is its first line, without the carriage return. */
  | { file: string; variable?: never; isDressed?: boolean }

/** What a shell has of that with which a run was made, for lines of curl that it can run. */
export interface InShell {
  token?: ShellSource | undefined
  otherToken?: ShellSource | undefined
  disabledToken?: ShellSource | undefined
  /** The file of certificates of authorities. */
  ca?: string | undefined
}

/** A credential as it stands between double quotes. */
export function expansionOf({ variable, file, isDressed = false }: ShellSource): string {
  if (variable !== undefined)
    return isDressed ? `$(printf %s "$${variable}" | tr -d '\\r\\n')` : `$${variable}`
  const path = quoted(file.startsWith('-') ? `./${file}` : file)
  return isDressed ? `$(head -n 1 ${path} | tr -d '\\r')` : `$(cat ${path})`
}

/** One word for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * Credentials that a shell makes of a token by commands that every system has; the scheme before it stays.
 * @param token as it stands between double quotes
 */
export function changesOf(token: string, scheme: string) {
  const piped = (...filters: readonly string[]) => `$(${[`printf %s "${token}"`, ...filters].join(' | ')})`
  const translated = (from: string, to: string) => {
    const translate = `tr '${from}' '${to}'`
    return scheme === '' ? piped(translate) : piped(`sed 's/[^ ]*$//'`) + piped(`sed 's/.* //'`, translate)
  }
  return {
    /** Another secret of the same length; the one that was sent would tell what the own one is not. */
    random: translated('A-Za-z0-9', 'N-ZA-Mn-za-m5-90-4'),
    swapped: translated('A-Za-z', 'a-zA-Z'),
    changed: (at: number, to: string) => piped(`sed 's/./${to}/${scheme.length + at + 1}'`),
    first: (length: number) => piped(`cut -c1-${scheme.length + length}`),
    twice: piped(`sed 's/[^ ]*$/&&/'`),
  }
}
