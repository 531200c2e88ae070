import { TextDecoder } from 'node:util'
import { rewrite, type Traced } from './traced.ts'

/** Decodes one way of escaping characters. No decoder makes a text longer, and each reads it once. */
interface Decoder {
  pattern: RegExp
  /** Returns undefined for text that only looks escaped. */
  decode(found: string): string | undefined
}

/** How many levels of nested escaping are decoded. */
const ROUNDS = 6

/** A text in which no character can be part of an escape. */
const PLAIN = /^[\w\s.,:;!?'"()[\]{}*/@#$|~^`>-]*$/

/**
 * Yields a text as it is and then after each decoder that changes it, until none does.
 * @returns whether nothing is left to decode; a text that is still changing hides something
 */
export function* viewsOf(text: string): Generator<Traced, boolean> {
  let traced: Traced = { text }
  yield traced
  if (PLAIN.test(text)) return true
  for (let round = 0; round < ROUNDS; round++) {
    const before = traced
    for (const { pattern, decode } of decoders) {
      const decoded = rewrite(traced, pattern, decode)
      if (decoded === traced) continue
      traced = decoded
      yield traced
    }
    if (traced === before) return true
  }
  return false
}

const decoders: readonly Decoder[] = [
  // URLs and the function `escape` of JavaScript.
  {
    pattern: /(?:%(?:[\da-f]{2}|u[\da-f]{4}))+/gi,
    decode: (found) => {
      const pieces = found.split(/(%u....)/i)
      return pieces
        .map((piece) => (/^%u/i.test(piece) ? unit(piece.slice(2)) : fromHex(piece.replaceAll('%', ''))))
        .join('')
    },
  },
  // HTML and XML.
  { pattern: /&(?:#x?[\da-f]{1,8}|[a-z][a-z\d]{1,15});?/gi, decode: entity },
  // JSON and similar formats. It takes all backslashes at once, so the number of escapings does not matter.
  {
    pattern: /\\+(?:u\{[\da-f]{1,6}\}|u0000[\da-f]{4}|u[\da-f]{4}|x[\da-f]{2}|[0-3][0-7]{2}|[bfnrtv])?/gi,
    decode: (found) => {
      const [, kind = '', code = ''] = /^\\+([a-z]?)\{?([\da-f]*)/i.exec(found) as RegExpExecArray
      if (code === '') return kind === '' ? '' : ' '
      return character(Number.parseInt(code, kind === '' ? 8 : 16))
    },
  },
  // Tags, which may occur between any two letters.
  { pattern: /<[^<>]{1,400}>/g, decode: () => '' },
  // E-mail: quoted-printable and UTF-7.
  {
    pattern: /=\r?\n|(?:=[\da-f]{2})+/gi,
    decode: (found) => {
      if (/\n/.test(found)) return ''
      const text = fromHex(found.replaceAll('=', ''))
      // A short match may be the value of a parameter, such as page=25.
      if (found.length >= 12) return text
      return /^(?:[ =_.,:/\u00a0\u00ad\u00b7-]|[^\0-\u00bf])+$/.test(text) ? text : undefined
    },
  },
  {
    pattern: /[+&][a-z\d/]{3,40}-/gi,
    decode: (found) => {
      const bytes = Buffer.from(found.slice(1, -1), 'base64')
      const text = new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1))
      return /^[\u00a0-\u017f\u2010-\u2027]+$/.test(text) ? text : undefined
    },
  },
  // UTF-8 misread as Latin-1 or Windows-1252.
  {
    pattern:
      /[\u0080-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]{2,}/g,
    decode: unmixed,
  },
  // Invisible characters: format and control characters, and letters without a shape.
  {
    pattern: /(?!\s)[\p{Cc}\p{Cf}\p{Co}\u115f\u1160\u3164\uffa0]/gu,
    decode: () => '',
  },
  { pattern: /[^\0-\x7f]/gu, decode: plainCharacter },
]

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function unit(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16))
}

/** Returns bytes as UTF-8, or as Latin-1 if they are not valid UTF-8. */
function fromHex(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const utf8 = bytes.toString('utf8')
  return utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8
}

const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
  ogon: '\u0328',
}
/** Entities that are not a letter with an accent and may occur in or around a name or a number. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '', zwj: '', zwnj: '' },
  ...{ hyphen: '-', dash: '-', ndash: '-', mdash: '-', minus: '-', period: '.', comma: ',', colon: ':' },
  ...{ sol: '/', bsol: '\\', lowbar: '_', plus: '+', num: '#', percnt: '%', equals: '=', quest: '?' },
  ...{ tab: ' ', newline: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', numsp: ' ', puncsp: ' ' },
  ...{ lpar: '(', rpar: ')', semi: ';', commat: '@', excl: '!', szlig: 'ß', aelig: 'æ', oslash: 'ø' },
}

function entity(found: string): string | undefined {
  const name = found.slice(1).replace(/;$/, '')
  if (name.startsWith('#')) {
    const isHex = /^#x/i.test(name)
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    return Number.isNaN(code) ? undefined : character(code)
  }
  const word = name.slice(1).toLowerCase()
  const mark = Object.keys(MARKS).find((one) => word.startsWith(one))
  // HTML allows these without a semicolon.
  if (mark !== undefined && (word === mark || !found.endsWith(';')))
    return (name.charAt(0) + MARKS[mark]).normalize('NFC') + name.slice(1 + mark.length)
  return Object.hasOwn(ENTITIES, name.toLowerCase()) ? ENTITIES[name.toLowerCase()] : undefined
}

/** The bytes that Windows-1252 maps to characters outside Latin-1. */
const WINDOWS_1252 = new Map(
  Array.from(
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ',
    (char, i) => [char, 0x80 + i] as const,
  ),
)
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** How many times text was misread; all at once, because half decoded it has characters that are taken for invisible ones. */
const MISREADINGS = 4

function unmixed(found: string): string {
  let text = found
  for (let time = 0; time < MISREADINGS; time++) {
    const bytes = Array.from(text, (char) =>
      String.fromCharCode(WINDOWS_1252.get(char) ?? char.charCodeAt(0)),
    ).join('')
    const decoded = bytes.replace(SEQUENCE, (sequence) => Buffer.from(sequence, 'latin1').toString('utf8'))
    if (decoded === bytes) break
    text = decoded
  }
  return text
}

/** Letters of other scripts that look like a Latin one. */
const LOOKALIKES = new Map(
  [
    ['аеорсухіјѕһԁԛԝьАВЕКМНОРСТУХІЈЅ', 'aeopcyxijshdqwbABEKMHOPCTYXIJS'] as const,
    ['αοιερνκχυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'aoiepvkxuABEZHIKMNOPTYX'] as const,
  ].flatMap(([from, to]) => Array.from(from, (char, i) => [char, to[i] as string] as const)),
)
const plainCharacters = new Map<string, string>()

/** Returns the plain form of a digit, dash, space or letter that only looks different. Accents stay. */
function plainCharacter(char: string): string {
  const known = plainCharacters.get(char)
  if (known !== undefined) return known
  const alike = LOOKALIKES.get(char) ?? char.normalize('NFKC')
  const plain = /^\p{Nd}$/u.test(alike)
    ? digit(alike)
    : /^\p{Pd}$|^[\u2212\u02d7\u2043\u30fc]$/u.test(alike)
      ? '-'
      : /^[\p{Z}]$/u.test(alike)
        ? ' '
        : alike.length > char.length
          ? char
          : alike
  // A hostile target may send any number of characters, so the cache is bounded.
  if (plainCharacters.size > 4_096) plainCharacters.clear()
  plainCharacters.set(char, plain)
  return plain
}

/** Returns the value of a digit of any script. Unicode places the ten digits of a script next to each other. */
function digit(char: string): string {
  const code = char.codePointAt(0) as number
  let below = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - below - 1))) below++
  return String(below % 10)
}
