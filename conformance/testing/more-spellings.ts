import {
  accents,
  base64,
  each,
  hex,
  namedSpellings,
  plain,
  read,
  type Spelling,
  secret,
  words,
} from './spellings.ts'

// These spellings were written after the redactor. Those that it cannot read, such as keycaps, are not among them.

const MARKS: Record<string, string> = {
  ...{ '\u0301': "'", '\u0303': '~', '\u0302': '^', '\u0308': '"', '\u0327': ',' },
}
/** A letter with its accent as an ASCII character. */
const apart = (char: string): [string, string] => {
  const [letter = '', mark = ''] = char.normalize('NFD')
  return [letter, MARKS[mark] ?? '']
}
const groups = (cpf: string) => [cpf.slice(0, 3), cpf.slice(3, 6), cpf.slice(6, 9), cpf.slice(9)]

const names: Readonly<Record<string, Spelling>> = {
  'with a title and an initial': (text) =>
    `Sra. ${words(text)[0]} ${words(text)[1]?.[0]}. ${words(text).at(-1)}`,
  'lower camel case': (text) => plain(words(text).join('')).replace(/^./, (char) => char.toLowerCase()),
  'kebab case in capitals': (text) => plain(words(text).join('-')).toUpperCase(),
  'double blanks': (text) => text.replaceAll(' ', '   '),
  'escaped quotes': (text) => `\\"${text}\\"`,
  'marks of ASCII before letters': (text) => accents(text, (char) => apart(char).reverse().join('')),
  'marks of ASCII behind letters': (text) => accents(text, (char) => apart(char).join('')),
  'in LaTeX': (text) => accents(text, (char) => `\\${apart(char)[1]}{${apart(char)[0]}}`),
  'mixed up, then URL-encoded': (text) => encodeURIComponent(Buffer.from(text).toString('latin1')),
  'mixed up, then JSON escapes': (text) =>
    accents(Buffer.from(text).toString('latin1'), (char) => `\\u${hex(char, 4)}`),
  'mixed up, then entities': (text) =>
    accents(Buffer.from(text).toString('latin1'), (char) => `&#${char.codePointAt(0)};`),
  'entities with zeros': (text) => accents(text, (char) => `&#x0000${hex(char, 2)};`),
  'decimal entities with zeros': (text) => accents(text, (char) => `&#0${char.codePointAt(0)};`),
  'entities, URL-encoded': (text) => encodeURIComponent(accents(text, (char) => `&#x${hex(char, 2)};`)),
  'URL-encoded, in Base64': (text) => base64(encodeURIComponent(text)),
  'JSON escapes, in Base64': (text) => base64(accents(text, (char) => `\\u${hex(char, 4)}`)),
  'Base64, in JSON, in Base64': (text) => base64(JSON.stringify({ d: base64(text) })),
  'hexadecimal of Base64': (text) => Buffer.from(base64(text)).toString('hex'),
  'in CDATA': (text) => `<![CDATA[${text}]]>`,
  'parts of SQL': (text) =>
    words(text)
      .map((word) => `'${word}'`)
      .join(" || ' ' || "),
  'columns of CSV': (text) =>
    words(text)
      .map((word) => `"${word}"`)
      .join(';'),
  'columns between bars': (text) => `| ${words(text).join(' | ')} |`,
  'a card': (text) => `N:${words(text).at(-1)};${words(text).slice(0, -1).join(';')};;;`,
  Markdown: (text) =>
    words(text)
      .map((word) => `**${word}**`)
      .join(' _'),
  'faces in between': (text) => words(text).join('🙂'),
  'letters in circles': (text) =>
    each(plain(text).toLowerCase(), (char) =>
      /[a-z]/.test(char) ? String.fromCodePoint(0x24d0 + char.charCodeAt(0) - 97) : char,
    ),
  'raised letters': (text) =>
    each(plain(text).toLowerCase(), (char) => ({ a: 'ᵃ', e: 'ᵉ', i: 'ⁱ', o: 'ᵒ', t: 'ᵗ' })[char] ?? char),
  'letters of a typewriter': (text) =>
    each(plain(text).toLowerCase(), (char) =>
      /[a-z]/.test(char) ? String.fromCodePoint(0x1d68a + char.charCodeAt(0) - 97) : char,
    ),
  'Greek lookalikes': (text) =>
    each(plain(text), (char) => ({ o: 'ο', A: 'Α', H: 'Η', i: 'ι' })[char] ?? char),
  'hyphenated at the end of a line': (text) => `${text.slice(0, 4)}-\n${text.slice(4)}`,
  'numbers in between': (text) => words(text).join('1'),
  'a package of Java': (text) => `br.com.${plain(words(text).join('.')).toLowerCase()}.Model`,
  'Base64 without its first two characters': (text) => base64(`x${text}`).slice(2),
  'a data URI': (text) => `data:text/plain;base64,${base64(text)}`,
  'basic credentials': (text) => `Basic ${base64(`${plain(words(text).join('.')).toLowerCase()}:senha`)}`,
  'hexadecimal with colons': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/..(?=.)/g, '$&:')
      .toUpperCase(),
  'a dump': (text) => `00000000: ${Buffer.from(text).toString('hex').replace(/.{4}/g, '$& ')}`,
  'quoted-printable of Latin-1': (text) =>
    accents(text.replaceAll('’', "'"), (char) => `=${hex(char, 2).toUpperCase()}`),
  'UTF-7 of mailboxes': (text) =>
    accents(
      text,
      (char) => `&${Buffer.from(char, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`,
    ),
  'UTF-8 read as Windows-1250': (text) => read(text, 'windows-1250'),
  'UTF-8 read as ISO 8859-15': (text) => read(text, 'iso-8859-15'),
  'UTF-8 read as Windows-1251': (text) => read(text, 'windows-1251'),
  'UTF-8 read as code page 866': (text) => read(text, 'ibm866'),
  'mixed up, hard blanks and soft hyphens lost': (text) =>
    Buffer.from(text).toString('latin1').replaceAll('\u00a0', ' ').replaceAll('\u00ad', ''),
  'an inverted question mark for an accent': (text) => accents(text, () => '¿'),
  'an asterisk for an accent': (text) => accents(text, () => '*'),
  'an underscore for an accent': (text) => accents(text, () => '_'),
  'the control character SUB for an accent': (text) => accents(text, () => '\u001a'),
  'combining marks upon every letter': (text) =>
    each(plain(text), (char) => (char === ' ' ? char : `${char}\u0336`)),
  'each letter in quotes': (text) => JSON.stringify(Array.from(text)),
  'each letter in a tag': (text) => Array.from(text, (char) => `<i>${char}</i>`).join(''),
  'with comments of HTML': (text) => text.replace(/(?<=^.{3})/u, '<!-- x -->'),
  'in an address': (text) => `https://x.example/u/${encodeURIComponent(text)}?q=1`,
  'in a query of a search': (text) => `q=name%3A%22${encodeURIComponent(text).replaceAll('%20', '+')}%22`,
  'in a key of Redis': (text) => `user:${plain(text).toLowerCase().replaceAll(' ', ':')}:1`,
  'in a stack trace': (text) => `Error: no ${text}\\n    at f (/a/b.js:1:2)`,
  'last names first, in an index': (text) =>
    `${words(text).slice(1).join(' ').toUpperCase()}, ${words(text)[0]}`,
  'signed by its initials behind': (text) =>
    `${words(text)[0]} ${words(text)
      .slice(1)
      .map((word) => word[0])
      .join('')}`,
}

const cpfs: Readonly<Record<string, Spelling>> = {
  'with its title': (cpf) => `CPF nº ${groups(cpf).slice(0, 3).join(' ')}-${cpf.slice(9)}`,
  'with blanks around the hyphen': (cpf) => `${groups(cpf).slice(0, 3).join('.')} - ${cpf.slice(9)}`,
  'in parentheses': (cpf) => `(${groups(cpf).join(')(')})`,
  'as an array': (cpf) => JSON.stringify(Array.from(cpf, Number)),
  'as an array of strings': (cpf) => JSON.stringify(Array.from(cpf)),
  'as groups of an array': (cpf) => JSON.stringify(groups(cpf)),
  'raised digits': (cpf) => each(cpf, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] as string),
  'lowered digits': (cpf) => each(cpf, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)] as string),
  'digits in circles': (cpf) => each(cpf, (digit) => '⓪①②③④⑤⑥⑦⑧⑨'[Number(digit)] as string),
  'Bengali digits': (cpf) => each(cpf, (digit) => String.fromCodePoint(0x9e6 + Number(digit))),
  'Thai digits': (cpf) => each(cpf, (digit) => String.fromCodePoint(0xe50 + Number(digit))),
  'in scientific notation': (cpf) => `${Number(cpf).toExponential()}`,
  'as a number with points': (cpf) => Number(cpf).toLocaleString('pt-BR'),
  'as a number with hard blanks': (cpf) => Number(cpf).toLocaleString('fr'),
  'as a number with underscores': (cpf) => Number(cpf).toLocaleString('en').replaceAll(',', '_'),
  'as a big integer': (cpf) => `${Number(cpf)}n`,
  'with entities': (cpf) => each(cpf, (digit) => `&#${48 + Number(digit)};`),
  'URL-encoded twice': (cpf) => encodeURIComponent(encodeURIComponent(`${groups(cpf).join(' ')}/`)),
  'in an XML element each': (cpf) =>
    groups(cpf)
      .map((group) => `<p>${group}</p>`)
      .join(''),
  'in Base64 with its name': (cpf) => base64(JSON.stringify({ documento: cpf })),
  'in Base64, masked, of addresses': (cpf) =>
    Buffer.from(`?cpf=${groups(cpf).join('.')}`).toString('base64url'),
  'in UTF-16 and Base64': (cpf) => Buffer.from(cpf, 'utf16le').toString('base64'),
  'beside a date': (cpf) => `2026-01-02 ${cpf} 25`,
  'beside another number': (cpf) => `7 ${groups(cpf).join('.')} 12`,
  'in a tuple': (cpf) => `(137, '${cpf}', 25)`,
  'as a telephone': (cpf) => `+55 (${cpf.slice(0, 2)}) ${cpf.slice(2, 7)}-${cpf.slice(7)}`,
  'in a key': (cpf) => `pessoa:${cpf}:v2`,
  'in a name of a file': (cpf) => `laudo_${groups(cpf).join('')}_final.pdf`,
  'escaped in C': (cpf) => each(cpf, (digit) => `\\x3${digit}`),
}

const tokens: Readonly<Record<string, Spelling>> = {
  'in two lines': (token) => `${secret(token).slice(0, 14)}\n${secret(token).slice(14)}`,
  'shortened in the middle': (token) => `${secret(token).slice(0, 8)}…${secret(token).slice(-8)}`,
  twice: (token) => secret(token) + secret(token),
  'hexadecimal with colons': (token) =>
    Buffer.from(secret(token))
      .toString('hex')
      .replace(/..(?=.)/g, '$&:'),
  'in Base64 of UTF-16': (token) => Buffer.from(secret(token), 'utf16le').toString('base64'),
  'in JSON, in JSON': (token) => JSON.stringify(JSON.stringify({ token })),
  'in hexadecimal entities': (token) => each(secret(token), (char) => `&#x${hex(char, 2)};`),
  'with soft hyphens': (token) => Array.from(secret(token)).join('\u00ad'),
  'in Base32, small': (token) => {
    const bits = Array.from(Buffer.from(secret(token)), (byte) => byte.toString(2).padStart(8, '0')).join('')
    const fives = bits.padEnd(Math.ceil(bits.length / 5) * 5, '0').match(/.{5}/g) ?? []
    return fives.map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)]).join('')
  },
  'as numbers of characters': (token) => Array.from(Buffer.from(secret(token))).join(','),
  'in tags': (token) => secret(token).replace(/.{5}/g, '$&<wbr>'),
}

/** Every spelling by its name. */
export function moreSpellings() {
  return namedSpellings({ nome: names, cpf: cpfs, token: tokens })
}
