import { isOrdinary, ordinaryBeginning } from './ordinary-words.ts'
import { isSuiteWord } from './suite-words.ts'
import { fold } from './tokens.ts'

/** Words that anybody may write: to find them in a text says nothing about a credential that has them, too. */
export interface CommonWords {
  /** Adds the words of a text that is ours. */
  add(text: string): void
  /** Whether each word of a text is a known one. */
  isListed(text: string): boolean
  /** As `isListed`, but one or two characters and small numbers are common as well. */
  isEveryday(text: string): boolean
  /** Whether a part of a text lies within known words. */
  isPartOfWords(text: string, at: number, end: number): boolean
}

const EDGE_BEFORE = /^[^\p{L}\p{M}\d]/u
const EDGE_AFTER = /[^\p{L}\p{M}\d]$/u
const EDGES = /^[^\p{L}\p{M}\d]+|[^\p{L}\p{M}\d]+$/gu
const BEFORE = /[\p{L}\p{M}\d]*$/u
const AFTER = /^[\p{L}\p{M}\d]*/u
/** What an escaped letter begins with, in an address, in HTML, in JSON, in a mail, and where UTF-8 was misread. */
const ESCAPED = /^(?:[%&\\=?]|[^\0-\x7f])/
/** Longer words are none, and need not be looked for. */
const LONGEST_WORD = 40

export function createCommonWords(): CommonWords {
  const added = new Set<string>()
  const isKnown = (word: string) => isOrdinary(word) || isSuiteWord(word) || added.has(word)
  const everyPiece = (text: string, holds: (piece: string) => boolean) =>
    text.split(/[\s/]+/).every((piece) => piece === '' || holds(fold(piece.replace(EDGES, ''))))
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
      const part = text.slice(at, end)
      // What is beside a mark is another word.
      const from =
        at - (EDGE_BEFORE.test(part) ? 0 : lengthOf(BEFORE, text.slice(Math.max(0, at - LONGEST_WORD), at)))
      const to = end + (EDGE_AFTER.test(part) ? 0 : lengthOf(AFTER, text.slice(end, end + LONGEST_WORD)))
      const words = text.slice(from, to)
      if (isListed(words)) return true
      const [ascii] = /^[ -~]*/.exec(words) as RegExpExecArray
      return ESCAPED.test(text.slice(from + ascii.length)) && ordinaryBeginning(fold(ascii))
    },
  }
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0
}
