import { isOrdinary, ordinaryBeginning } from './ordinary-words.ts'
import { suiteWords } from './suite-words.ts'
import { fold } from './tokens.ts'

/** Ordinary words. Finding one in a text does not reveal a credential that also contains it. */
export interface CommonWords {
  /** Adds the words of a text of our own. */
  add(text: string): void
  /** Returns whether every word of a text is ordinary. */
  isListed(text: string): boolean
  /** Like `isListed`, but also accepts one or two characters and small numbers. */
  isEveryday(text: string): boolean
  /** Returns whether a part of a text lies inside ordinary words. */
  isPartOfWords(text: string, at: number, end: number): boolean
}

const LETTER = /[\p{L}\p{M}\d]/u
/** The beginning of an escaped letter in a URL, HTML, JSON or e-mail, or of misread UTF-8. */
const ESCAPED = /^(?:[%&\\=?]|[^\0-\x7f])/
/** A longer run of letters is not a word, so the search for its end stops here. */
const LONGEST_WORD = 40

export function createCommonWords(): CommonWords {
  const added = new Set<string>()
  const isKnown = (word: string) => isOrdinary(word) || suiteWords.has(word) || added.has(word)
  const everyPiece = (text: string, holds: (piece: string) => boolean) =>
    text.split(/[\s/]+/).every((piece) => {
      const bare = withoutEdges(piece)
      // A word among more marks than letters is part of a password, not of a sentence.
      return piece === '' || (2 * bare.length >= piece.length && holds(fold(bare)))
    })
  const isListed = (text: string) => everyPiece(text, isKnown)
  return {
    add(text) {
      for (const whole of [text, text.replace(/:\d+$/, '')]) added.add(fold(whole))
      for (const [word] of text.matchAll(/\p{L}+|\d+/gu)) added.add(fold(word))
    },
    isListed,
    isEveryday: (text) =>
      everyPiece(
        text,
        (piece) => piece.length <= 2 || /^\d{1,4}(?:\W\d{1,4})*$/.test(piece) || isKnown(piece),
      ),
    isPartOfWords(text, at, end) {
      // Punctuation at an edge separates words, so the word beyond it does not count.
      const from = isLetter(text, at) ? wordEnd(text, at, -1) : at
      const to = isLetter(text, end - 1) ? wordEnd(text, end - 1, 1) + 1 : end
      const words = text.slice(from, to)
      if (isListed(words)) return true
      const [ascii] = /^[ -~]*/.exec(words) as RegExpExecArray
      return ESCAPED.test(text.slice(from + ascii.length)) && ordinaryBeginning(fold(ascii))
    },
  }
}

function isLetter(text: string, at: number): boolean {
  return LETTER.test(text.charAt(at))
}

/** Returns the place of the last letter of a word in the direction of `step`. */
function wordEnd(text: string, at: number, step: -1 | 1): number {
  let end = at
  while (Math.abs(end - at) < LONGEST_WORD && isLetter(text, end + step)) end += step
  return end
}

function withoutEdges(piece: string): string {
  let [from, to] = [0, piece.length]
  while (from < to && !isLetter(piece, from)) from++
  while (to > from && !isLetter(piece, to - 1)) to--
  return piece.slice(from, to)
}
