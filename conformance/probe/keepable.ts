import type { Redactor } from '../redaction/redact.ts'
import { viewsOf } from '../redaction/spellings.ts'

/** Stands for an id of a request, and is nobody's. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** A number of a report in whatever form, and a CPF, as they stand in what is encoded. */
const HIDDEN_NUMBER =
  /(?<![\da-f])[\da-f]{8}(?:[^\da-z]{0,3}[\da-f]{4}){3}[^\da-z]{0,3}[\da-f]{12}(?![\da-f])/i
/** A UUID without its dashes says its version and its variant; most other numbers of that length do not. */
const COMPACT_NUMBER = /^[\da-f]{12}[1-8][\da-f]{3}[89ab][\da-f]{15}$/i

const LONGEST_TEXT = 500
/** A rule that is longer than this is not a message, but a page of a debugger. */
const LONGEST_RULE = 16_000
/** Any CPF, with or without its mask, that is not part of a longer number. */
const CPF = /(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/
/** A text letter by letter. A slot in the place of one letter would hide from the redactor whose name it is. */
const SPELLED = /(?:(?<!\p{L})\p{L}(?!\p{L})[^\p{L}]{1,3}){6}/u

/** Returns whether a text is no long one, and has no control characters, no CPF and nothing letter by letter. */
export function isHarmless(text: string, longest = LONGEST_TEXT): boolean {
  if (text === '' || text.length > longest) return false
  return !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text) && !CPF.test(text) && !SPELLED.test(text)
}

/** A text of at least this many characters is not a message, but a page of a framework or a debugger. */
const LONG = 2_000
const SECRETS = /\w@\w[\w-]{0,60}\.\w|secret|senha|password|passwd|api_?key|app_?key|csrf|credential/i

/** Returns whether a profile may keep a text: nothing in it is a person, a credential or a report number, in whatever form. */
export function isKeepable(text: string, { knows }: Pick<Redactor, 'knows'>): boolean {
  if (!isHarmless(text, LONGEST_RULE) || (text.length > LONG && SECRETS.test(text))) return false
  // A UUID that is left may be a report number, repeated in a way that no slot tells.
  const named = text.replaceAll(NIL, '')
  return !hidesANumber(named) && !knows(named)
}

function hidesANumber(text: string): boolean {
  // Tags may be between any two letters.
  const views = [...viewsOf(text), text.replace(/<[^<>]{1,400}>/g, '')]
  return views.some((view) => isNumberIn(view) || (view !== text && CPF.test(view)))
}

function isNumberIn(text: string): boolean {
  const [found] = HIDDEN_NUMBER.exec(text) ?? []
  if (found === undefined) return false
  return found.length > 32 || COMPACT_NUMBER.test(found)
}
