import { escapableSigns, type JsonStyle, REPLACEMENT, SURROGATE } from '../../src/contract/json-style.ts'
import { inOrder, isWrittenIn } from '../client/spelling.ts'
import { mostCommon } from './most-common.ts'
import type { Answer } from './target-data.ts'

/** The styles of successes and refusals; undefined for compact. */
export interface Styles {
  json: JsonStyle | undefined
  refusalJson: JsonStyle | undefined
}

/** Signs that known encoders escape together: of Go and Rails, of a library for Java, Python, Symfony, .NET. */
const ENCODERS = [
  { signs: '&<>\u2028\u2029', digits: undefined },
  { signs: "&'<=>", digits: undefined },
  { signs: '\x7f', digits: undefined },
  { signs: '"&\'<>', digits: 'upper-case' },
  { signs: '"&\'+<>`\x7f', digits: 'upper-case' },
] as const

/** Learns how JSON is written, in successes and in refusals. What one of them does not show is as in the other. */
export function stylesOf(answers: readonly Answer[]): Styles {
  const written = answers.filter(({ json }) => typeof json === 'object' && json !== null)
  const successes = written.filter(({ status }) => status < 400)
  const refused = written.filter(({ status }) => status >= 400)
  const one = commonStyle(written)
  const isOne = mostlyIn(one, successes) && mostlyIn(one, refused)
  const [json, refusalJson] = isOne
    ? [one, one]
    : [successes, refused].map((group) => commonStyle(group, one))
  return { json: orCompact(json), refusalJson: orCompact(refusalJson) }
}

/** Returns the style of one kind of answers, if it has one of its own. */
export function ownStyleOf(answers: readonly Answer[], usual: JsonStyle | undefined): JsonStyle | undefined {
  const written = answers.filter(({ json }) => typeof json === 'object' && json !== null)
  if (mostlyIn(usual ?? {}, written)) return undefined
  const own = commonStyle(written, usual)
  return mostlyIn(own, written) ? own : undefined
}

function orCompact(style: JsonStyle | undefined): JsonStyle | undefined {
  return style && Object.keys(style).length > 0 ? style : undefined
}

/** Returns whether most of some answers are written so; what has another style is a kind of its own. */
function mostlyIn(style: JsonStyle, answers: readonly Answer[]): boolean {
  const alike = answers.filter(({ json, spelling }) => isWrittenIn(style, json, spelling)).length
  return 2 * alike >= answers.length
}

/**
 * Returns the style of most answers, point by point: an answer without letters beyond ASCII says nothing of them.
 * @param usual the style of what these answers do not show
 */
function commonStyle(answers: readonly Answer[], usual: JsonStyle = {}): JsonStyle {
  const texts = answers.map(({ json, spelling }) => ({
    style: spelling?.style ?? {},
    inside: stringsIn(JSON.stringify(json)),
  }))
  const most = <
    K extends 'colon' | 'comma' | 'brackets' | 'indent' | 'end' | 'nonAscii' | 'slash' | 'replaced',
  >(
    name: K,
    shows: (inside: string) => boolean = () => true,
  ): Pick<JsonStyle, K> => {
    const values = texts.filter(({ inside }) => shows(inside)).map(({ style }) => style[name])
    const value = values.length === 0 ? usual[name] : mostCommon(values)
    return (value === undefined ? {} : { [name]: value }) as Pick<JsonStyle, K>
  }
  const signs = signsOf(texts, usual)
  const isUpper =
    texts.some(({ style }) => style.signDigits) ||
    (usual.signDigits && texts.every(({ style }) => !style.signs))
  const letters = most('nonAscii', (inside) => /[^\0-\x7f\ud800-\udfff\ufffd]/.test(inside))
  return {
    ...most('colon'),
    ...most('comma'),
    ...most('brackets'),
    ...most('indent'),
    ...most('end'),
    ...letters,
    ...(letters.nonAscii === undefined && pairsOf(texts, usual)),
    ...(letters.nonAscii === undefined && most('replaced', (inside) => inside.includes(REPLACEMENT))),
    ...(signs !== '' && { signs }),
    ...(signs !== '' && isUpper && { signDigits: 'upper-case' as const }),
    ...most('slash', (inside) => inside.includes('/')),
  }
}

/** Returns how characters beyond U+FFFF are escaped, if it differs from others. An answer that has only such characters cannot show this. */
function pairsOf(texts: readonly Text[], usual: JsonStyle): Pick<JsonStyle, 'pairs'> {
  const shown = texts.filter(({ inside }) => SURROGATE.test(inside))
  const pairs =
    shown.length === 0 ? usual.pairs : mostCommon(shown.map(({ style }) => style.pairs ?? style.nonAscii))
  return pairs === undefined ? {} : { pairs }
}

interface Text {
  style: JsonStyle
  /** What it has in strings. */
  inside: string
}

/** Returns the signs that are escaped. What nobody has shown is as in the encoder that escapes what was shown. */
function signsOf(texts: readonly Text[], usual: JsonStyle): string {
  const seen = (sign: string) =>
    texts
      .filter(({ inside }) => inside.includes(sign))
      .map(({ style }) => style.signs?.includes(sign) ?? false)
  const shown = [...escapableSigns].map((sign) => [sign, mostCommon(seen(sign))] as const)
  const escaped = inOrder(shown.filter(([, is]) => is).map(([sign]) => sign))
  if (escaped === '') return inOrder([...(usual.signs ?? '')].filter((sign) => seen(sign).length === 0))
  const plain = shown.filter(([, is]) => is === false).map(([sign]) => sign)
  const isUpper = texts.some(({ style }) => style.signDigits)
  const hasLetters = [...escaped].some((sign) => /[a-f]/.test(sign.charCodeAt(0).toString(16)))
  const encoder = ENCODERS.find(
    ({ signs, digits }) =>
      (!hasLetters || isUpper === (digits !== undefined)) &&
      [...escaped].every((sign) => signs.includes(sign)) &&
      !plain.some((sign) => signs.includes(sign)),
  )?.signs
  const isBeyond = texts.some(({ style }) => style.nonAscii)
  return [...(encoder ?? escaped)].filter((sign) => !isBeyond || sign <= '\x7f').join('')
}

/** Returns the strings of compact JSON without the quotes around them; those inside remain. */
function stringsIn(compact: string): string {
  return compact.replace(/\\(.)|"/g, (_, escaped: string | undefined) => (escaped === '"' ? '"' : ''))
}
