import { transliterated, withPlainLetters } from '../contract/without-accents.ts'
import { type Anchored, expressionFinder, isExpression } from './expression.ts'
import type { NameMatch } from './store.ts'

type Folding = NameMatch['folding']
export type Matching = NameMatch['matching']

const folds: Record<Folding, (text: string) => string> = {
  case: (text) => text.toLowerCase(),
  'case-and-accents': (text) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  none: (text) => text,
  compatible: (text) => withPlainLetters(text).toLowerCase(),
  transliterated: (text) => transliterated(text).toLowerCase(),
  'ascii-case': (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
}

type Divide = (text: string) => string[]
type Matches = (name: string) => boolean

/** Each takes a search, which is divided once, and returns whether it finds a name. */
const matches: Record<
  Matching,
  (text: string, tokensOf: Divide, ofText: Divide, dividers: string | undefined) => Matches
> = {
  contains: (text) => (name) => name.includes(text),
  prefix: (text) => (name) => name.startsWith(text),
  word: (text) => (name) => ` ${name} `.includes(` ${text} `),
  exact: (text) => (name) => name === text,
  words: (text) => {
    const parts = partsOf(text)
    return (name) => parts.every((part) => name.includes(part))
  },
  'whole-words': (text) => {
    const parts = partsOf(text)
    return (name) => parts.every((part) => ` ${name} `.includes(` ${part} `))
  },
  'word-beginnings': (text) => {
    const parts = partsOf(text)
    return (name) => parts.every((part) => ` ${name}`.includes(` ${part}`))
  },
  'token-beginnings': (text, tokensOf, ofText) => {
    const parts = ofText(text)
    return (name) => {
      const tokens = tokensOf(name)
      return parts.every((part) => tokens.some((token) => token.startsWith(part)))
    }
  },
  'whole-tokens': (text, tokensOf, ofText) => {
    const parts = ofText(text)
    return (name) => {
      const tokens = tokensOf(name)
      return parts.every((part) => tokens.includes(part))
    }
  },
  'any-token': (text, tokensOf, ofText) => {
    const parts = new Set(ofText(text))
    return (name) => tokensOf(name).some((token) => parts.has(token))
  },
  'words-in-order': (text) => {
    const parts = partsOf(text)
    return (name) => {
      let at = 0
      return parts.every((part) => {
        const found = name.indexOf(part, at)
        at = found + part.length
        return found !== -1
      })
    }
  },
  'text-at-word':
    (text, _tokensOf, _ofText, dividers = '') =>
    (name) => {
      let at = name.indexOf(text)
      while (at > 0 && !` ${dividers}`.includes(name.charAt(at - 1))) at = name.indexOf(text, at + 1)
      return at !== -1
    },
  'name-or-word-beginning': (text) => (name) =>
    name.startsWith(text) || name.split(' ').some((word) => word.startsWith(text)),
  'first-words': (text) => (name) => `${name} `.startsWith(`${text} `),
}

/** Which divide words where the index of names does not. */
export const TOKEN_MATCHINGS: ReadonlySet<Matching> = new Set([
  'token-beginnings',
  'whole-tokens',
  'any-token',
  'words-in-order',
  'text-at-word',
  'name-or-word-beginning',
  'first-words',
])

/** Returns what divides a text at blanks and signs: at any sign, as an index of words does, or at these only. */
function dividing(dividers: string | undefined): Divide {
  if (dividers === undefined)
    return (text) => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((token) => token !== '')
  const isBetween = (sign: string) => dividers.includes(sign) || /\s/.test(sign)
  return (text) => {
    const tokens = ['']
    for (const sign of text) {
      if (isBetween(sign)) tokens.push('')
      else tokens.push(`${tokens.pop()}${sign}`)
    }
    return tokens.filter((token) => token !== '')
  }
}

/** Returns the words of a search in any order. */
export function partsOf(text: string): string[] {
  return text.split(/\s+/).filter((part) => part !== '')
}

/** Returns a function that tells whether a search finds a name. For many names, it reads the search once. */
export function nameMatcher(match: NameMatch): Matches {
  const fold = foldOf(match)
  return matcherOf(fold(match.text), match, fold)
}

/** Returns whether a search finds a name. */
export function nameMatches(name: string, match: NameMatch): boolean {
  return nameMatcher(match)(name)
}

/** @param needle the folded text of the search */
export function matcherOf(
  needle: string,
  { text, matching, wildcards, dividers, divided, wordless }: NameMatch,
  fold: (text: string) => string,
): Matches {
  if (wildcards === 'expression') {
    if (isExpression(text)) {
      const find = expressionFinder(text, ANCHORED[matching] ?? 'anywhere', fold)
      return (name) => find(fold(name))
    }
  } else if (isWild(needle, wildcards)) {
    const pattern = signsOf(patternOf(needle, matching, wildcards), wildcards)
    return (name) => isLike(fold(name), pattern)
  }
  const tokensOf = dividing(dividers)
  const isIndex = divided !== 'names' && (matching === 'token-beginnings' || matching === 'whole-tokens')
  // An index of words finds nobody by a text without any.
  if (isIndex && wordless !== 'everybody' && tokensOf(needle).length === 0) return () => false
  const isMatch = matches[matching](needle, tokensOf, divided === 'names' ? partsOf : tokensOf, dividers)
  return (name) => isMatch(fold(name))
}

type Wildcards = NameMatch['wildcards']

/** Where an expression must be, if not anywhere. */
const ANCHORED: Partial<Record<Matching, Anchored>> = { prefix: 'start', exact: 'whole' }

export function isWild(text: string, wildcards: Wildcards): boolean {
  if (wildcards === 'expression') return isExpression(text)
  return wildcards === 'escaped' ? /[%_\\]/.test(text) : wildcards === true && /[%_]/.test(text)
}

/** Returns the pattern of SQL for a search that may be anywhere in a name, or begin it, or be all of it. */
function patternOf(sent: string, matching: Matching, wildcards: Wildcards): string {
  const text = wildcards === 'escaped' ? withoutLastEscape(sent) : sent
  if (matching === 'exact') return text
  return matching === 'prefix' ? `${text}%` : `%${text}%`
}

/** Leaves out a `\` at the end that has nothing to stand before: the last one of an odd number. */
function withoutLastEscape(text: string): string {
  let count = 0
  while (text.charAt(text.length - 1 - count) === '\\') count++
  return count % 2 === 1 ? text.slice(0, -1) : text
}

const ANY = Symbol('any letters')
const ONE = Symbol('one letter')

/** Reads a pattern in which `%` stands for any letters and `_` for one. */
function signsOf(pattern: string, wildcards: Wildcards): (string | typeof ANY | typeof ONE)[] {
  const signs = pattern.match(wildcards === 'escaped' ? /\\.|./gs : /./gs) ?? []
  return signs.map((sign) => (sign === '%' ? ANY : sign === '_' ? ONE : sign.slice(-1)))
}

/** Returns whether a text is like a pattern of SQL. */
function isLike(text: string, pattern: readonly ReturnType<typeof signsOf>[number][]): boolean {
  let [at, place] = [0, 0]
  let [anyAt, from] = [-1, 0]
  while (at < text.length) {
    if (pattern[place] === ANY) {
      anyAt = place++
      from = at
    } else if (pattern[place] === ONE || pattern[place] === text[at]) {
      at++
      place++
    } else if (anyAt !== -1) {
      // The last `%` stands for one letter more.
      place = anyAt + 1
      at = ++from
    } else return false
  }
  while (pattern[place] === ANY) place++
  return place === pattern.length
}

/** Returns a key that is equal for equivalent searches. */
export function searchKey({
  text,
  matching,
  wildcards,
  dividers,
  divided = 'both',
  wordless = 'nobody',
  folding,
  composed,
}: NameMatch): string {
  const how = { folding, composed }
  const isUsual = dividers === undefined && divided === 'both' && wordless === 'nobody'
  const at = isUsual ? '' : `${divided} at ${JSON.stringify(dividers)} or ${wordless} `
  // The signs of an expression mean something else in another case.
  const sent = wildcards === 'expression' ? text : foldOf(how)(text)
  return `${wildcards ? `like ${wildcards} ` : ''}${at}${matching} ${foldingKey(how)} ${sent}`
}

export type FoldingOptions = Pick<NameMatch, 'folding' | 'composed'>

export function foldOf({ folding, composed }: FoldingOptions): (text: string) => string {
  const fold = folds[folding]
  return composed ? (text) => fold(text.normalize('NFC')) : fold
}

/** Returns a key that is equal where differences between names are ignored alike. */
export function foldingKey({ folding, composed }: FoldingOptions): string {
  return composed ? `composed ${folding}` : folding
}
