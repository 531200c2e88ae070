import { checkDigits } from '../../src/contract/cpf.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'

/** A person whom a target may name, and the credential that it may write back. */
export interface Subject {
  nome: string
  cpf: string
  token: string
}

/** A way to spell a name, a CPF or a token. */
export type Spelling = (text: string) => string

const cpfOf = (base: string) => base + checkDigits(base)

/** Names with accents, particles, a hyphen and an apostrophe, and a CPF that begins with 0. */
export const subjects: readonly Subject[] = [
  {
    nome: 'Heloísa Quitéria Conceição',
    cpf: cpfOf('041678235'),
    token: 'Bearer eyJTokenDa.0rgnzcao4-Um_77f1c0',
  },
  { nome: 'João Batista de Araújo', cpf: cpfOf('529982247'), token: 'sim-9f41c2d7a0b3e58846af1c' },
  { nome: 'Antônia D’Ávila-Müller', cpf: cpfOf('987612340'), token: 'Bearer zQx+9/Lk0==pW3aR7tY' },
]

export const accents = (text: string, by: (char: string) => string) =>
  Array.from(text.normalize('NFC'), (char) => (char > '\x7f' ? by(char) : char)).join('')
export const each = (text: string, by: (char: string) => string) => Array.from(text, by).join('')
export const plain = (text: string) => withoutAccents(text).replaceAll('’', "'")
export const hex = (char: string, digits: number) =>
  (char.codePointAt(0) ?? 0).toString(16).padStart(digits, '0')
const bytes = (text: string) => Array.from(Buffer.from(text))
export const words = (text: string) => text.split(/[\s-]+/).filter((word) => !/^d[aeo]s?$/.test(word))
export const read = (text: string, as: string) => new TextDecoder(as).decode(Buffer.from(text))
export const base64 = (text: string) => Buffer.from(text).toString('base64')
const base32 = (text: string) => {
  const bits = bytes(text)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const padded = bits.padEnd(Math.ceil(bits.length / 5) * 5, '0')
  return (padded.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('')
}
const title = (text: string) =>
  text.replace(/\p{L}+/gu, (word) => (word[0] ?? '').toUpperCase() + word.slice(1))
/** Returns a text as quoted-printable, with each non-ASCII byte and each of these characters escaped. */
const quoted = (text: string, also = '') =>
  bytes(text)
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return byte > 127 || also.includes(char) ? `=${hex(char, 2).toUpperCase()}` : char
    })
    .join('')
const named: Record<string, string> = {
  '\u0301': 'acute',
  '\u0302': 'circ',
  '\u0303': 'tilde',
  '\u0308': 'uml',
  '\u0327': 'cedil',
}
const entity = (char: string) => {
  const [letter = '', mark = ''] = char.normalize('NFD')
  return named[mark] ? `&${letter}${named[mark]};` : `&#${char.codePointAt(0)};`
}
const CP850: Record<string, number> = {
  á: 0xa0,
  í: 0xa1,
  ó: 0xa2,
  ú: 0xa3,
  é: 0x82,
  ã: 0xc6,
  ç: 0x87,
  ô: 0x93,
  ü: 0x81,
  Á: 0xb5,
}
const lookalike: Record<string, string> = { a: 'а', e: 'е', o: 'о', i: 'і', A: 'А', H: 'Н', J: 'Ј' }

const nameSpellings: Readonly<Record<string, Spelling>> = {
  verbatim: (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'without accents': plain,
  'without accents, in capitals': (text) => plain(text).toUpperCase(),
  'without accents, in small letters': (text) => plain(text).toLowerCase(),
  'in mixed case': (text) =>
    Array.from(text, (char, i) => (i % 2 ? char.toUpperCase() : char.toLowerCase())).join(''),
  decomposed: (text) => text.normalize('NFD'),
  'HTML entities by name': (text) => accents(text, entity),
  'HTML entities, decimal': (text) => accents(text, (char) => `&#${char.codePointAt(0)};`),
  'HTML entities, hexadecimal': (text) => accents(text, (char) => `&#x${hex(char, 2)};`),
  'HTML entities in capitals': (text) => accents(text, (char) => `&#X${hex(char, 4).toUpperCase()};`),
  'HTML entities of every letter': (text) => each(text, (char) => `&#x${hex(char, 2)};`),
  'HTML entities, escaped once more': (text) => accents(text, (char) => `&amp;#x${hex(char, 2)};`),
  'HTML entities without semicolon': (text) => accents(text, (char) => entity(char).replace(';', '')),
  'HTML entity blanks': (text) => text.replaceAll(' ', '&nbsp;'),
  'UTF-8 read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'UTF-8 read as Latin-1, twice': (text) =>
    Buffer.from(Buffer.from(text).toString('latin1')).toString('latin1'),
  'UTF-8 read as Windows-1252': (text) => read(text, 'windows-1252'),
  'UTF-8 read as Windows-1252, twice': (text) => read(read(text, 'windows-1252'), 'windows-1252'),
  'UTF-8 read as Windows-1252, thrice': (text) =>
    read(read(read(text, 'windows-1252'), 'windows-1252'), 'windows-1252'),
  'UTF-8 read as Mac Roman': (text) => read(text, 'macintosh'),
  'UTF-8 read as KOI8': (text) => read(text, 'koi8-r'),
  'code page 850 read as Latin-1': (text) =>
    accents(text, (char) => String.fromCharCode(CP850[char] ?? 0x3f)),
  'a question mark for an accent': (text) => accents(text, () => '?'),
  'two question marks for an accent': (text) => accents(text, () => '??'),
  'U+FFFD for an accent': (text) => accents(text, () => '\ufffd'),
  'two U+FFFD for an accent': (text) => accents(text, () => '\ufffd\ufffd'),
  'accents dropped with their letters': (text) => accents(text, () => ''),
  'a box for an accent': (text) => accents(text, () => '□'),
  'joined, camel case': (text) => title(words(text).join(' ')).replaceAll(' ', ''),
  'joined, camel case without accents': (text) => plain(words(text).join('')),
  'joined, small letters': (text) => plain(words(text).join('')).toLowerCase(),
  'joined, capitals': (text) => words(text).join('').toUpperCase(),
  'joined with particles': (text) => text.replace(/[\s-]/g, '').toLowerCase(),
  underscores: (text) => text.replaceAll(' ', '_'),
  'underscores, plain': (text) => plain(text).toLowerCase().replace(/\W/g, '_'),
  'plus signs': (text) => text.replaceAll(' ', '+'),
  dots: (text) => text.replaceAll(' ', '.'),
  hyphens: (text) => plain(text).toLowerCase().replaceAll(' ', '-'),
  'commas in between': (text) => text.replaceAll(' ', ','),
  'slashes in between': (text) => text.replaceAll(' ', '/'),
  'semicolons in between': (text) => text.replaceAll(' ', ';'),
  'last name first': (text) => `${words(text).at(-1)}, ${words(text).slice(0, -1).join(' ')}`,
  'last name first, in capitals': (text) => `${words(text).at(-1)?.toUpperCase()}, ${words(text)[0]}`,
  'last name first, small and joined': (text) =>
    plain(`${words(text).at(-1)}${words(text).slice(0, -1).join('')}`).toLowerCase(),
  'first and last name': (text) => `${words(text)[0]} ${words(text).at(-1)}`,
  'first name and initials': (text) =>
    `${words(text)[0]} ${words(text)
      .slice(1)
      .map((word) => `${word[0]}.`)
      .join(' ')}`,
  'initial and last name': (text) => `${text[0]}. ${words(text).at(-1)}`,
  'first name alone': (text) => words(text)[0] as string,
  'last name alone, in small letters': (text) => (words(text).at(-1) as string).toLowerCase(),
  'as a mail address': (text) => `${plain(words(text).join('.')).toLowerCase()}@example.com`,
  'as a user name': (text) => `@${plain(`${words(text)[0]}${words(text).at(-1)}`).toLowerCase()}77`,
  fullwidth: (text) =>
    each(plain(text), (char) =>
      /[!-~]/.test(char) ? String.fromCodePoint(char.charCodeAt(0) + 0xfee0) : char,
    ),
  'mathematical bold': (text) =>
    each(plain(text), (char) =>
      /[a-z]/.test(char)
        ? String.fromCodePoint(0x1d41a + char.charCodeAt(0) - 97)
        : /[A-Z]/.test(char)
          ? String.fromCodePoint(0x1d400 + char.charCodeAt(0) - 65)
          : char,
    ),
  'Cyrillic lookalikes': (text) => each(plain(text), (char) => lookalike[char] ?? char),
  'zero-width spaces': (text) => Array.from(text).join('\u200b'),
  'zero-width joiners': (text) => Array.from(text).join('\u200d'),
  'soft hyphens': (text) => Array.from(text).join('\u00ad'),
  'with a mark for its direction': (text) => `\u202e${text}\u202c`,
  'letter by letter': (text) => Array.from(text).join(' '),
  'letter by letter, with dots': (text) => Array.from(plain(text)).join('.'),
  'line breaks': (text) => text.replaceAll(' ', '\n'),
  tabs: (text) => text.replaceAll(' ', '\t'),
  'hard blanks': (text) => text.replaceAll(' ', '\u00a0'),
  'URL-encoded': encodeURIComponent,
  'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'URL-encoded thrice': (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  'URL-encoded, every letter': (text) =>
    bytes(text)
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join(''),
  'URL-encoded as a form': (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  'URL-encoded Latin-1': (text) => escape(text.replaceAll('’', "'")),
  'JavaScript’s escape': (text) => escape(text),
  'JSON escapes': (text) => accents(text, (char) => `\\u${hex(char, 4)}`),
  'JSON escapes in capitals': (text) => accents(text, (char) => `\\u${hex(char, 4).toUpperCase()}`),
  'JSON escapes, twice': (text) => accents(text, (char) => `\\\\u${hex(char, 4)}`),
  'JSON escapes, four times': (text) => accents(text, (char) => `\\\\\\\\\\\\\\\\u${hex(char, 4)}`),
  'JSON escapes of every letter': (text) => each(text, (char) => `\\u${hex(char, 4)}`),
  'escapes with braces': (text) => accents(text, (char) => `\\u{${hex(char, 1)}}`),
  'escapes of Python': (text) => accents(text, (char) => `\\x${hex(char, 2).slice(-2)}`),
  'long escapes of Python': (text) => accents(text, (char) => `\\U${hex(char, 8)}`),
  'escapes of C, octal': (text) =>
    bytes(text)
      .map((byte) => (byte > 127 ? `\\${byte.toString(8)}` : String.fromCharCode(byte)))
      .join(''),
  'escaped blanks': (text) => text.replaceAll(' ', '\\ '),
  'escaped line breaks': (text) => text.replaceAll(' ', '\\n'),
  'quoted-printable': (text) => quoted(text),
  'quoted-printable, with blanks': (text) => quoted(text, ' '),
  'quoted-printable, broken in two': (text) => `${text.slice(0, 4)}=\r\n${text.slice(4)}`,
  'an encoded word of a mail, Q': (text) => `=?utf-8?Q?${quoted(text).replaceAll(' ', '_')}?=`,
  'an encoded word of a mail, B': (text) => `=?utf-8?B?${base64(text)}?=`,
  'UTF-7': (text) =>
    accents(
      text,
      (char) => `+${Buffer.from(char, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`,
    ),
  Base64: base64,
  'Base64 of Latin-1': (text) => Buffer.from(text.replaceAll('’', "'"), 'latin1').toString('base64'),
  'Base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'Base64 after one byte': (text) => base64(`x${text}`),
  'Base64 after two bytes': (text) => base64(`{"${text}"}`),
  'Base64 after other characters': (text) => `ref/${base64(text)}`,
  'Base64 after three other characters': (text) => `abc${base64(text)}`,
  'Base64 of addresses': (text) => Buffer.from(`user=${text}&x`).toString('base64url'),
  'Base64 of Base64': (text) => base64(base64(text)),
  'Base64, URL-encoded': (text) => encodeURIComponent(base64(text)),
  'Base64 in lines': (text) => base64(`${'x'.repeat(70)}${text}`).replace(/.{76}/g, '$&\r\n'),
  'Base64 in lines of 20': (text) => base64(text).replace(/.{20}/g, '$&\n'),
  'the payload of a JWT': (text) =>
    `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ sub: 1, name: text })).toString('base64url')}.c2ln`,
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in capitals, with blanks': (text) =>
    bytes(text)
      .map((byte) => hex(String.fromCharCode(byte), 2).toUpperCase())
      .join(' '),
  'hexadecimal with 0x': (text) =>
    bytes(text)
      .map((byte) => `0x${byte.toString(16).padStart(2, '0')}`)
      .join(', '),
  Base32: base32,
  'numbers of characters': (text) => bytes(text).join(', '),
  'tags in between': (text) => text.replace(/(?<=\p{L})(?=\p{L})/gu, '<b></b>'),
  'in tags': (text) =>
    words(text)
      .map((word) => `<td>${word}</td>`)
      .join(''),
  'in JSON in a string': (text) => JSON.stringify(JSON.stringify({ nome: text })),
  'behind a field': (text) => `nome=${text}&cpf=`,
  'behind a field, joined': (text) => `nome${title(words(text).join(' ')).replaceAll(' ', '')}`,
  'behind a field, joined in small letters': (text) => `usuario${plain(words(text).join('')).toLowerCase()}`,
  'with a number behind': (text) => `${text}2`,
  'in a path': (text) => `/srv/${plain(text).toLowerCase().replaceAll(' ', '/')}.pdf`,
  'in a path of Windows': (text) => `C:\\dados\\${text}\\rel.pdf`,
  'in quotes': (text) => `“${text}”`,
  'in brackets': (text) => `[${words(text).join('][')}]`,
}

const masked = (cpf: string, a = '.', b = '-') =>
  `${cpf.slice(0, 3)}${a}${cpf.slice(3, 6)}${a}${cpf.slice(6, 9)}${b}${cpf.slice(9)}`
const digitsFrom = (zero: number) => (cpf: string) =>
  each(cpf, (digit) => String.fromCodePoint(zero + Number(digit)))

const cpfSpellings: Readonly<Record<string, Spelling>> = {
  digits: (cpf) => cpf,
  masked: (cpf) => masked(cpf),
  'masked with blanks': (cpf) => masked(cpf, ' ', ' '),
  'masked with dots': (cpf) => masked(cpf, '.', '.'),
  'masked with colons': (cpf) => masked(cpf, ':', ':'),
  'masked with slashes': (cpf) => masked(cpf, '.', '/'),
  'masked with underscores': (cpf) => masked(cpf, '_', '_'),
  'masked with commas': (cpf) => masked(cpf, ', ', ', '),
  'masked with hyphens': (cpf) => masked(cpf, '-', '-'),
  'masked with bars': (cpf) => masked(cpf, '|', '|'),
  ...Object.fromEntries(
    ['\u00ad', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\ufe63', '\uff0d'].map(
      (dash) => [`masked with U+${hex(dash, 4)}`, (cpf: string) => masked(cpf, '.', dash)],
    ),
  ),
  'masked with middle dots': (cpf) => masked(cpf, '·', '—'),
  'masked with hard blanks': (cpf) => masked(cpf, '\u00a0', '\u202f'),
  'masked with three characters each': (cpf) => masked(cpf, ' . ', ' - '),
  'masked with entities': (cpf) => masked(cpf, '&#46;', '&ndash;'),
  'masked, and UTF-8 read as Windows-1252': (cpf) => read(masked(cpf, '.', '–'), 'windows-1252'),
  'fullwidth digits': digitsFrom(0xff10),
  'Arabic digits': digitsFrom(0x660),
  'Devanagari digits': digitsFrom(0x966),
  'mathematical digits': digitsFrom(0x1d7ce),
  'zero-width spaces': (cpf) => Array.from(cpf).join('\u200b'),
  'word joiners': (cpf) => Array.from(cpf).join('\u2060'),
  'digit by digit': (cpf) => Array.from(cpf).join(' '),
  'digit by digit, with commas': (cpf) => Array.from(cpf).join(', '),
  'with thousands': (cpf) => Number(cpf).toLocaleString('en'),
  'without its zeros': (cpf) => String(Number(cpf)),
  'with more zeros': (cpf) => `000${cpf}`,
  'as a decimal number': (cpf) => `${cpf}.00`,
  'URL-encoded': (cpf) => encodeURIComponent(masked(cpf, ' ', '/')),
  'URL-encoded, every digit': (cpf) => each(cpf, (digit) => `%3${digit}`),
  'HTML entities': (cpf) => each(cpf, (digit) => `&#x3${digit};`),
  'JSON escapes': (cpf) => each(cpf, (digit) => `\\u003${digit}`),
  'quoted-printable': (cpf) => masked(cpf, '.', '=E2=80=93'),
  Base64: base64,
  'Base64 after one byte': (cpf) => base64(`:${cpf}`),
  'Base64 after two bytes': (cpf) => base64(`a:${masked(cpf)}`),
  hexadecimal: (cpf) => Buffer.from(cpf).toString('hex'),
  Base32: base32,
  'between letters': (cpf) => `cpf${cpf}x`,
  'behind an underscore': (cpf) => `cpf_${cpf}_1`,
  'in tags': (cpf) => masked(cpf, '</b>.<b>', '<i>-</i>'),
  'in two lines': (cpf) => `${cpf.slice(0, 6)}\n${cpf.slice(6)}`,
  'in a path': (cpf) => `/pessoas/${cpf}/foto`,
}

export const secret = (token: string) => token.split(' ').at(-1) as string

const tokenSpellings: Readonly<Record<string, Spelling>> = {
  verbatim: (token) => token,
  bare: secret,
  'in capitals': (token) => secret(token).toUpperCase(),
  'in small letters': (token) => secret(token).toLowerCase(),
  'the first half': (token) => secret(token).slice(0, 12),
  'the end': (token) => secret(token).slice(-10),
  'between letters': (token) => `x${secret(token)}y`,
  'URL-encoded': (token) => encodeURIComponent(token),
  'URL-encoded twice': (token) => encodeURIComponent(encodeURIComponent(token)),
  'URL-encoded, every letter': (token) =>
    bytes(secret(token))
      .map((byte) => `%${byte.toString(16)}`)
      .join(''),
  'HTML entities': (token) => each(secret(token), (char) => `&#${char.codePointAt(0)};`),
  'JSON escapes': (token) => each(secret(token), (char) => `\\u${hex(char, 4)}`),
  Base64: base64,
  'Base64 of the bare one': (token) => base64(secret(token)),
  'Base64 after one byte': (token) => base64(`:${secret(token)}`),
  'Base64 after two bytes': (token) => base64(`u:${secret(token)}`),
  'Base64 of addresses, after two bytes': (token) => Buffer.from(`u:${secret(token)}:`).toString('base64url'),
  'Base64 of Base64': (token) => base64(base64(secret(token))),
  hexadecimal: (token) => Buffer.from(secret(token)).toString('hex'),
  Base32: (token) => base32(secret(token)),
  'zero-width spaces': (token) => Array.from(secret(token)).join('\u200b'),
  fullwidth: (token) =>
    each(secret(token), (char) =>
      /[!-~]/.test(char) ? String.fromCodePoint(char.charCodeAt(0) + 0xfee0) : char,
    ),
  'quoted-printable': (token) => each(secret(token), (char) => `=${hex(char, 2).toUpperCase()}`),
}

/** Every spelling of every kind by its name. */
export function allSpellings() {
  return namedSpellings({ nome: nameSpellings, cpf: cpfSpellings, token: tokenSpellings })
}

/** Returns the spellings of tables by their names. */
export function namedSpellings(tables: Readonly<Record<keyof Subject, Readonly<Record<string, Spelling>>>>) {
  return (['nome', 'cpf', 'token'] as const).flatMap((kind) =>
    Object.entries(tables[kind]).map(([name, spell]) => ({
      name: `${kind}: ${name}`,
      of: (subject: Subject) => spell(subject[kind]),
    })),
  )
}
