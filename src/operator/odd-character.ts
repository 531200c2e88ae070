/** Characters that look like those of JSON and YAML, or like nothing, but are others. */
const ODD = /[\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff\u2018-\u201f\u00ab\u00bb]/

const NAMES: Record<string, string> = {
  '\u00a0': 'no-break space',
  '\u200b': 'zero-width space',
  '\u200c': 'zero-width non-joiner',
  '\u200d': 'zero-width joiner',
  '\u202f': 'narrow no-break space',
  '\u2060': 'word joiner',
  '\u3000': 'ideographic space',
  '\ufeff': 'byte order mark',
}

/** Returns what is wrong with a character and how to write it; undefined for one that is not easily mistaken. */
export function oddCharacter(character = ''): string | undefined {
  if (!ODD.test(character)) return undefined
  const code = unicodeOf(character)
  if (/[\u2018-\u201f\u00ab\u00bb]/.test(character))
    return `${code} (${character}) does not count as a quote: write "`
  const name = NAMES[character] ?? 'another kind of space'
  const remedy = /[\u200b-\u200d\u2060\ufeff]/.test(character) ? 'remove it' : 'write a normal space'
  return `${code} (${name}) does not count as a space: ${remedy}`
}

/** Returns a character as `U+008B`. */
export function unicodeOf(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`
}
