/** Returns a text without case and accents, as words are compared. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

/** Returns the parts of a text that have a length. */
export function windowsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))
}

/** Returns a text, what it says without its escapes, and what its runs of base64 encode. */
export function viewsOf(text: string): string[] {
  return [...new Set([text, ...bytesIn(text)].flatMap(stepsOf))]
}

/** Returns a text without one level of the escapes of HTML, URLs and JSON, and of UTF-8 that was misread. */
export function unescaped(text: string): string {
  return stepsOf(text).at(-1) as string
}

/** Ways to escape letters, in the order in which they are decoded: JSON is the last, because a token may have a backslash. */
const decoders: readonly ((text: string) => string)[] = [
  (text) =>
    text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (found, decimal, hex, name) =>
      name ? entity(name, found) : decimal ? character(decimal, 10) : character(hex, 16),
    ),
  (text) =>
    text
      .replace(/%u([\da-f]{4})/gi, (_, code) => character(code, 16))
      .replace(/(?:%[\da-f]{2})+/gi, (found) => asText(Buffer.from(found.replaceAll('%', ''), 'hex'))),
  (text) => text.replace(MISREAD, (found) => Buffer.from(Array.from(found, byteOf)).toString('utf8')),
  (text) =>
    text.replace(/\\+(?:u([\da-f]{4})|x([\da-f]{2})|([bfnrtv]))?/gi, (_, four, two, blank) =>
      blank ? ' ' : character(four ?? two ?? '', 16),
    ),
]

function stepsOf(text: string): string[] {
  const steps = [text]
  if (!/[\\&%\x80-\uffff]/.test(text)) return steps
  for (const decode of decoders) steps.push(decode(steps.at(-1) as string))
  return steps
}

function character(code: string, radix: number): string {
  const point = Number.parseInt(code || '0', radix)
  return point === 0 || point > 0x10ffff ? '' : String.fromCodePoint(point)
}

/** Returns bytes as UTF-8, or as Latin-1 if they are not valid UTF-8. */
function asText(bytes: Buffer): string {
  const utf8 = bytes.toString('utf8')
  return utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8
}

const MARKS: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', cedil: '\u0327' },
}
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', szlig: 'ß' },
}

function entity(name: string, found: string): string {
  const mark = MARKS[name.slice(1).toLowerCase()]
  return mark ? (name.charAt(0) + mark).normalize('NFC') : (ENTITIES[name.toLowerCase()] ?? found)
}

/** UTF-8 of letters with accents and of an apostrophe, read as Latin-1 or as Windows-1252. */
const MISREAD = /[\xc2-\xdf][\x80-\xbf\u0152-\u2122]|â[\x80€][\x80-\xbf\u0152-\u2122]/g
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function byteOf(char: string): number {
  const at = WINDOWS_1252.indexOf(char)
  return at < 0 ? char.charCodeAt(0) & 0xff : 0x80 + at
}

const BASE64 = /[A-Za-z\d+/_-]{7,}={0,2}/g
const WORD_OR_NUMBER = /^(?:[A-Z]?[a-z_/-]*|[A-Z_/-]*|[\d/_+-]*)$/

/** Yields the bytes that runs of base64 encode, as Latin-1; the first whole byte may begin at four places. */
function* bytesIn(text: string): Generator<string> {
  for (const [run] of text.matchAll(BASE64)) {
    if (WORD_OR_NUMBER.test(run)) continue
    for (let cut = 0; cut < 4; cut++)
      yield Buffer.from(run.slice(cut), 'base64').toString('latin1').replaceAll('\0', '')
  }
}
