/** Whose text is searched: what a target wrote, or a sentence of ours, which may repeat some of that. */
export type Place = 'theirs' | 'ours'

/** How far around a word is looked for what makes it a credential. */
const AROUND = 60

/** Behind these a word is the value of a header, whoever writes them. */
const HEADER = /authorization["'`\])]{0,3}\s{0,3}(?:[:=]|=>)\s{0,3}["'`[(]{0,3}$/i
const SCHEME = /[a-z]{3,12}\s{1,3}$/i
const QUOTED_SCHEME = /["'`](?:bearer|basic|token)\s{1,3}$/i
const PARAMETER = /(?:token|api[-_]?key)=["'`]{0,2}$/i

/** What a credential is called in an error. */
const NOUN =
  /(?:authorization|bearer|basic|tokens?|credentials?|api[-_ ]?key|secret|autoriza[cç][aã]o|chave|credencial|senha|segredo)$/i
/** Behind these a word in a text of theirs is one, too: `token: x`, `token "x"`, `token (x)`. */
const MARK = /["'`]{0,2}\s{0,3}(?:[:=]\s{0,3}["'`(<[]{0,3}|["'`(<[«]{1,3})$/
const BLANK = /\s{1,3}$/
/** A word between a noun and what is said of it is one: `token x inválido`. */
const SAID_OF_IT =
  /^\s{0,3}(?:$|[.,;:!)]|(?:inv[aá]lid|desconhecid|expirad|recusad|rejeitad|revogad|invalid|unknown|expired|rejected|revoked|refused)|(?:n[aã]o|is|was|not)\s)/i

/** Returns whether a word stands where a credential is expected, so that a reader would take it for one. */
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
