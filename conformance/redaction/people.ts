import { viewsOf } from './normal-form.ts'
import { isOrdinary } from './ordinary-words.ts'
import { fold, LOST, lossy, lossyTokensOf, type Token, tokensOf } from './tokens.ts'

/** A place in a text that names a known person. */
export interface Named {
  at: number
  end: number
  /** The full name of the person, if the place contains all of it. */
  nome?: string | undefined
}

/** The known persons. Finding them takes time in proportion to the text, however many they are. */
export interface People {
  /** Returns whether it was unknown. */
  learn(nome: string): boolean
  /**
   * @param tokens the words of the text
   * @param isScrap whether the text may be decoded from random bytes, so that a short word may be chance
   */
  find(text: string, tokens: readonly Token[], isScrap?: boolean): Named[]
  /** Returns the known name that a text spells, if it is one. */
  nameOf(text: string): string | undefined
}

/** Words between names, which identify nobody. */
const PARTICLES = new Set([
  'd',
  'da',
  'das',
  'de',
  'do',
  'dos',
  'e',
  'di',
  'du',
  'del',
  'la',
  'van',
  'von',
  'y',
])
/** The most words of a name, and letters of a word, that are compared. */
const WORDS_KNOWN = 24
const LETTERS_KNOWN = 40
const JOINED_KNOWN = 60
/** The fewest letters by which a single word identifies a person, in a normal text and in random bytes. */
const SHORTEST = 4
const SHORTEST_IN_SCRAP = 5
/** The fewest letters by which two joined words identify a person inside other words. */
const SHORTEST_WITHIN = 8
/** How many letters select the words that may begin at a place. */
const PREFIX = 4

const WORD = /[\p{L}\p{M}]+/gu
/** A name in which no character can stand for others, so without the characters that misread UTF-8 begins with. */
const AS_IT_IS = /^[a-z\u00c0\u00c1\u00c4-\u00ff\s'.-]*$/i

export function createPeople(): People {
  const heard = new Set<string>()
  let waiting: string[] = []
  /** Words that identify a person on their own. */
  const words = new Set<string>()
  /** Two neighbouring words of a name, or a full name, written as one word. The value is the name if it is a full one. */
  const joined = new Map<string, string | undefined>()
  /** The lengths of the joined words with each prefix. */
  const lengths = new Map<number, number[]>()

  const join = (text: string, nome?: string): void => {
    if (text.length < PREFIX || text.length > JOINED_KNOWN) return
    const isNew = !joined.has(text)
    if (isNew || joined.get(text) === undefined) joined.set(text, nome)
    if (!isNew) return
    const begin = prefixAt(text, 0)
    const all = lengths.get(begin)
    if (!all) lengths.set(begin, [text.length])
    else if (!all.includes(text.length)) all.push(text.length)
  }

  /** @param spell how the words are written; whether a word is ordinary does not depend on that */
  const learnAs = (names: readonly string[], spell: (word: string) => string, nome: string): void => {
    const written = names
      .map((word) => ({ word: spell(word), folded: fold(word) }))
      .filter(({ word }) => word !== '')
    const all = written.map(({ word, folded }) => (PARTICLES.has(folded) ? folded : word))
    const bearing = written.filter(({ folded }) => !PARTICLES.has(folded))
    const own = bearing.map(({ word }) => word)
    const ordinary = bearing.map(({ folded }) => isOrdinary(folded))
    let longest = 0
    for (const [i, word] of own.entries()) if (word.length > (own[longest] as string).length) longest = i
    for (const [i, word] of own.entries()) {
      const size = letters(word)
      if (!ordinary[i] && (size >= SHORTEST || (i === longest && size > 1))) words.add(word)
    }
    if (own.length < 2) return
    const last = own.length - 1
    // Rotated by any number of words, because people differ in which words they count as surnames.
    for (let i = 0; i <= last; i++) join([...own.slice(i), ...own.slice(0, i)].join(''), nome)
    const pair = (i: number, k: number) => {
      if (!ordinary[i] || !ordinary[k]) join((own[i] as string) + own[k])
    }
    for (let i = 1; i <= last; i++) pair(i - 1, i)
    pair(0, last)
    pair(last, 0)
    if (own.length === all.length) return
    // With the particles between the words.
    join(all.join(''), nome)
    for (let next = 1, before = 0; next < all.length; next++) {
      if (PARTICLES.has(all[next] as string)) continue
      if (next > before + 1) join(all.slice(before, next + 1).join(''))
      before = next
    }
  }

  /** Learns the waiting names. This happens only before a search, because most runs learn more names than they need. */
  const settle = (): void => {
    if (waiting.length === 0) return
    for (const nome of waiting) {
      for (const { text } of AS_IT_IS.test(nome) ? [{ text: nome }] : viewsOf(nome)) {
        const all = wordsOf(text)
        learnAs(all, fold, nome)
        if (/^[\0-\x7f]*$/.test(text)) continue
        learnAs(all, lossy, nome)
        learnAs(all, (word) => lossy(word).replaceAll(LOST, ''), nome)
      }
    }
    waiting = []
  }

  const isKnown = (word: string): boolean => words.has(word.slice(0, LETTERS_KNOWN))

  const isNamedBy = (word: string, isScrap: boolean): boolean => {
    if (isScrap && letters(word) < SHORTEST_IN_SCRAP) return false
    if (isKnown(word)) return true
    if (!word.includes(LOST)) return isCompound(word)
    // A question mark next to a word may be punctuation and not a lost letter.
    const bare = word.replace(/^\ufffd|\ufffd$/g, '')
    return isKnown(bare) || isKnown(word.replace(/\ufffd$/, '')) || isKnown(word.replace(/^\ufffd/, ''))
  }

  /** Returns whether a word consists of a known word and another known or ordinary one, such as `nomeheloisa`. */
  const isCompound = (word: string): boolean => {
    if (word.length < 9 || word.length > LETTERS_KNOWN || isOrdinary(word)) return false
    for (let at = 3; at <= word.length - 3; at++) {
      const [head, tail] = [word.slice(0, at), word.slice(at)]
      const [isHead, isTail] = [head.length > 4 && isKnown(head), tail.length > 4 && isKnown(tail)]
      if ((isHead && (isTail || isOrdinary(tail))) || (isTail && isOrdinary(head))) return true
    }
    return false
  }

  const findIn = (tokens: readonly Token[], isScrap: boolean): Named[] => {
    const found: Named[] = []
    for (const [i, token] of tokens.entries()) {
      const { at, end, folded, isFirst, isLast } = token
      if (isNamedBy(folded, isScrap)) found.push({ at, end })
      if (!isFirst || isLast) continue
      // The parts of camel case are also compared as one word.
      let last = i
      while (!(tokens[last] as Token).isLast) last++
      const whole = tokens.slice(i, last + 1)
      if (isNamedBy(whole.map((part) => part.folded).join(''), isScrap))
        found.push({ at, end: (tokens[last] as Token).end })
    }
    return [...found, ...findJoined(tokens, isScrap)]
  }

  /** Finds two or more words of a name, with anything or nothing between their letters. */
  const findJoined = (tokens: readonly Token[], isScrap: boolean): Named[] => {
    if (joined.size === 0) return []
    const stream = tokens.map(({ folded }) => folded).join('')
    const owner = new Int32Array(stream.length)
    const edge = new Uint8Array(stream.length + 1)
    let length = 0
    for (const [i, { folded }] of tokens.entries()) {
      edge[length] = 1
      owner.fill(i, length, length + folded.length)
      length += folded.length
    }
    edge[length] = 1
    const found: Named[] = []
    for (let at = 0; at + PREFIX <= length; at++) {
      const sizes = lengths.get(prefixAt(stream, at))
      if (sizes === undefined) continue
      for (const size of sizes) {
        const end = at + size
        if (end > length || !joined.has(stream.slice(at, end))) continue
        const isApart = edge[at] === 1 && edge[end] === 1
        if (size < (isScrap ? SHORTEST_IN_SCRAP : PREFIX) || (!isApart && size < SHORTEST_WITHIN)) continue
        const [first, last] = [tokens[owner[at] as number], tokens[owner[end - 1] as number]] as [
          Token,
          Token,
        ]
        found.push({ at: first.at, end: last.end, nome: joined.get(stream.slice(at, end)) })
      }
    }
    return found
  }

  return {
    learn(nome) {
      if (nome === '' || heard.has(nome)) return false
      heard.add(nome)
      waiting.push(nome)
      return true
    },
    find(text, tokens, isScrap = false) {
      settle()
      if (words.size === 0 && joined.size === 0) return []
      return [...findIn(tokens, isScrap), ...findIn(lossyTokensOf(text), isScrap)]
    },
    nameOf(text) {
      settle()
      return joined.get(
        tokensOf(text)
          .map(({ folded }) => folded)
          .join(''),
      )
    },
  }
}

/** Returns a hash of the four letters at a place. */
function prefixAt(text: string, at: number): number {
  const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  return (first << 15) ^ (second << 10) ^ (text.charCodeAt(at + 2) << 5) ^ text.charCodeAt(at + 3)
}

/** Returns the words of a name that are compared. */
function wordsOf(nome: string): string[] {
  const words = nome.match(WORD) ?? []
  return words.slice(0, WORDS_KNOWN).map((word) => word.slice(0, LETTERS_KNOWN))
}

function letters(word: string): number {
  return word.includes(LOST) ? word.replaceAll(LOST, '').length : word.length
}
