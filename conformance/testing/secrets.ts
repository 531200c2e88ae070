import fc from 'fast-check'
import { maskedCpf } from '../../src/contract/cpf.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'

/** Values that no report may contain any part of. */
export interface Organization {
  tokens: string[]
  people: { cpf: string; nome: string }[]
}

const of = (chars: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...chars), minLength, maxLength })
const token = fc
  .tuple(fc.constantFrom('', 'Bearer ', 'Bearer  ', 'Token '), of('kqwxyzKQWXYZ0789._-+/=~"\\ãÿ', 16, 40))
  .map(([scheme, secret]) => scheme + secret)
const word = fc.constantFrom(
  ...[
    'Ana',
    'Jô',
    'Sá',
    'Li',
    'João',
    'María',
    'Quitéria',
    'Ubiratã',
    'Çelik',
    'Weiß',
    "D'Ávila",
    'Zoë-Inês',
  ],
)
const name = fc
  .tuple(word, fc.constantFrom(' ', ' da ', ' e '), word, fc.constantFrom('', ' Filho', ' Boaventura'))
  .map((parts) => parts.join(''))

export const organization: fc.Arbitrary<Organization> = fc.record({
  tokens: fc.uniqueArray(token, { minLength: 1, maxLength: 3 }),
  people: fc.array(fc.record({ cpf: of('0123456789', 11), nome: name }), { minLength: 1, maxLength: 4 }),
})

type Way = (text: string) => string
const upper: Way = (text) => text.toUpperCase()
const lower: Way = (text) => text.toLowerCase()
const accents = (text: string, by: (code: string) => string) =>
  text.replace(/[^ -~]/g, (char) => by(char.charCodeAt(0).toString(16).padStart(4, '0')))
const jsonEscaped: Way = (text) => accents(JSON.stringify(text).slice(1, -1), (code) => `\\u${code}`)
const everyByte: Way = (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&')

/** Ways in which services write a text back, whatever it is. */
const spellings: Readonly<Record<string, Way>> = {
  'as it is': (text) => text,
  'in capitals': upper,
  'in small letters': lower,
  'as JSON': jsonEscaped,
  'as a part of a URL': encodeURIComponent,
  'as a URL with every byte': everyByte,
  'as HTML': (text) => accents(text.replaceAll('"', '&quot;'), (code) => `&#x${code};`),
  'as base64': (text) => Buffer.from(text).toString('base64'),
  'as base64url': (text) => Buffer.from(text).toString('base64url'),
  'as base64 inside more': (text) => Buffer.from(`{"a":"${text}"}`).toString('base64'),
}

/** Further ways for names. */
const nameSpellings: typeof spellings = {
  'without accents': withoutAccents,
  'without accents, in capitals': (text) => upper(withoutAccents(text)),
  decomposed: (text) => text.normalize('NFD'),
  'as HTML, every letter': (text) => Array.from(text, (char) => `&#${char.codePointAt(0)};`).join(''),
  'as HTML, by name': (text) =>
    text.replace(/[áéíóúâêôãõ]|ç/gi, (char) => {
      const [letter = '', mark = ''] = char.normalize('NFD')
      return `&${letter}${{ '\u0301': 'acute', '\u0302': 'circ', '\u0303': 'tilde', '\u0327': 'cedil' }[mark] ?? 'grave'};`
    }),
  'as UTF-8 read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'as UTF-8 read as Windows-1252': (text) => new TextDecoder('windows-1252').decode(Buffer.from(text)),
  'in Latin-1, as base64': (text) => Buffer.from(text, 'latin1').toString('base64'),
  'with underscores': (text) => text.replaceAll(' ', '_'),
  'by the escape of JavaScript': (text) => escape(text),
}

/** Further ways for CPFs. */
const cpfSpellings: typeof spellings = {
  masked: maskedCpf,
  'masked with blanks': (cpf) => maskedCpf(cpf).replaceAll('.', ' '),
  'with commas': (cpf) => Number(cpf).toLocaleString('en'),
  'behind a digit': (cpf) => `1${cpf}`,
  'between letters': (cpf) => `x${cpf}y`,
  'as a pseudonym': (cpf) => `cpf#${cpf}`,
}

/** Generates a token, name or CPF in a form in which a service may write it back. */
export function spelt({ tokens, people }: Organization): fc.Arbitrary<string> {
  const spell = (values: string[], ways: typeof spellings) =>
    fc
      .tuple(fc.constantFrom(...values), fc.constantFrom(...Object.values(ways)))
      .map(([value, way]) => way(value))
  return fc.oneof(
    spell([...tokens, ...tokens.map(bare)], spellings),
    spell(
      people.map(({ cpf }) => cpf),
      { ...spellings, ...cpfSpellings },
    ),
    spell(
      people.map(({ nome }) => nome),
      { ...spellings, ...nameSpellings },
    ),
  )
}

const bare = (value: string) => value.trim().split(/\s+/).at(-1) as string

/** Every text that no report may contain, in any case. */
export function forbidden({ tokens, people }: Organization): string[] {
  const secrets = [...new Set(tokens.flatMap((one) => [one, bare(one)]))]
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
  const of = (values: string[], ways: typeof spellings) =>
    values.flatMap((value) => Object.values(ways).map((way) => way(value)))
  return [
    ...of(secrets, spellings),
    ...secrets.map(base64),
    // Fewer digits are no CPF any more.
    ...of(
      people.map(({ cpf }) => cpf).filter((cpf) => Number(cpf) > 99_999_999),
      { ...spellings, ...cpfSpellings },
    ),
    ...of(
      people.map(({ nome }) => nome),
      { ...spellings, ...nameSpellings },
    ),
  ]
}
