/** Whose text is searched: the target's, or a sentence of our own, which may quote the target. */
export type Place = 'theirs' | 'ours'

/** How many characters around a word are searched for signs of a credential. */
const AROUND = 60

/** A word after one of these is the value of a header, in any text. */
const HEADER = /authorization["'`\])]{0,3}\s{0,3}(?:[:=]|=>)\s{0,3}["'`[(]{0,3}$/i
const SCHEME = /[a-z]{3,12}\s{1,3}$/i
const QUOTED_SCHEME = /["'`](?:bearer|basic|token)\s{1,3}$/i
const PARAMETER = /(?:token|api[-_]?key)=["'`]{0,2}$/i

/** The words for a credential in an error message. */
const NOUN =
  /(?:authorization|bearer|basic|tokens?|credentials?|api[-_ ]?key|secret|autoriza[cç][aã]o|chave|credencial|senha|segredo)$/i
/** In their text, a word after a noun and one of these is a credential, too: `token: x`, `token "x"`, `token (x)`. */
const MARK = /["'`]{0,2}\s{0,3}(?:[:=]\s{0,3}["'`(<[]{0,3}|["'`(<[«]{1,3})$/
const BLANK = /\s{1,3}$/
/** In their text, a word between a noun and one of these is a credential, too: `token x inválido`. */
const SAID_OF_IT =
  /^\s{0,3}(?:$|[.,;:!)]|(?:inv[aá]lid|desconhecid|expirad|recusad|rejeitad|revogad|invalid|unknown|expired|rejected|revoked|refused)|(?:n[aã]o|is|was|not)\s)/i

/** Returns whether a word is in a place where a reader would take it for a credential. */
export function isCredentialPlace(text: string, at: number, end: number, place: Place): boolean {
  const before = text.slice(Math.max(0, at - AROUND), at)
  if ([HEADER, QUOTED_SCHEME, PARAMETER].some((one) => one.test(before))) return true
  const scheme = SCHEME.exec(before)
  if (scheme && HEADER.test(before.slice(0, scheme.index))) return true
  if (place === 'ours') return false
  const isNoun = (end: number) => NOUN.test(before.slice(0, end))
  const mark = MARK.exec(before)
  if (mark && isNoun(mark.index)) return true
  const blank = BLANK.exec(before)
  return blank !== null && isNoun(blank.index) && SAID_OF_IT.test(text.slice(end, end + AROUND))
}
