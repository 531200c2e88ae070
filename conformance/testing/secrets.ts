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
    'Ângela',
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

const jsonEscaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Generates a token, name or CPF in a form in which a service may write it back. */
export function spelt({ tokens, people }: Organization): fc.Arbitrary<string> {
  const spell = (values: string[], ...ways: ((text: string) => string)[]) =>
    fc.tuple(fc.constantFrom(...values), fc.constantFrom(...ways)).map(([value, way]) => way(value))
  const same = (text: string) => text
  const upper = (text: string) => text.toUpperCase()
  const lower = (text: string) => text.toLowerCase()
  return fc.oneof(
    spell(
      [...tokens, ...tokens.map(bare), ...tokens.map((one) => bare(one).slice(3, 12))],
      ...[same, upper, lower, encodeURIComponent, jsonEscaped, (text: string) => `token_${text}_x`],
    ),
    spell([...tokens, ...tokens.map(bare)], base64, (text) => Buffer.from(text).toString('base64url')),
    spell(
      people.map(({ cpf }) => cpf),
      ...[same, maskedCpf, encodeURIComponent, (cpf: string) => maskedCpf(cpf).replaceAll('.', ' ')],
      ...[
        (cpf: string) => `cpf_${cpf}`,
        (cpf: string) => `x${cpf}y`,
        (cpf: string) => `${maskedCpf(cpf)}-BR`,
      ],
      ...[
        (cpf: string) => `1${cpf}`,
        (cpf: string) => `cpf#${cpf}`,
        (cpf: string) => Number(cpf).toLocaleString('en'),
      ],
    ),
    spell(
      people.map(({ nome }) => nome),
      ...[same, upper, lower, withoutAccents, (nome: string) => withoutAccents(nome).toUpperCase()],
      (nome: string) => withoutAccents(nome).toLowerCase(),
      ...[encodeURIComponent, (nome: string) => encodeURIComponent(encodeURIComponent(nome)), jsonEscaped],
      ...[
        (nome: string) => `'${nome.toLowerCase()}'`,
        (nome: string) => nome.replaceAll(' ', '_'),
        (nome: string) => `${nome}2`,
      ],
      ...[
        (nome: string) => escape(nome),
        (nome: string) => `\\n${nome}\\n`,
        (nome: string) => nome.normalize('NFD'),
      ],
    ),
  )
}

const bare = (value: string) => value.trim().split(/\s+/).at(-1) as string

/** Every text that no report may contain, in any case. */
export function forbidden({ tokens, people }: Organization): string[] {
  const eights = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 7) }, (_, i) => text.slice(i, i + 8))
  return [
    ...tokens.flatMap((one) => [
      ...eights(bare(one)),
      ...eights(base64(bare(one)).replace(/=+$/, '')),
      jsonEscaped(bare(one)),
    ]),
    ...tokens.flatMap((one) => eights(Buffer.from(bare(one)).toString('base64url'))),
    ...tokens.map((one) => encodeURIComponent(bare(one))),
    ...people.flatMap(({ cpf }) => [
      cpf,
      maskedCpf(cpf),
      ...(Number(cpf) > 99_999_999 ? [String(Number(cpf))] : []),
    ]),
    ...people.flatMap(({ nome }) =>
      [nome, withoutAccents(nome), nome.normalize('NFD')].flatMap((one) => [
        one,
        encodeURIComponent(one),
        jsonEscaped(one),
      ]),
    ),
  ]
}
