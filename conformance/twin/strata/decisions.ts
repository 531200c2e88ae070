import type { bodyTable } from '../../../src/contract/body-table.ts'
import { MENSAGEM_MINIMUM } from '../../../src/contract/wire.ts'
import { type Draw, decisionOf, type Stratum } from './stratum.ts'

/** What is drawn for each kind of a row of the table of bodies. */
export type Table<Row extends keyof typeof bodyTable, T> = Record<
  keyof (typeof bodyTable)[Row],
  (draw: Draw) => T
>

/** Legal messages. */
export const MESSAGES = [
  'Teste via npx pessoas-sim.',
  'Documentos conferidos pela equipe.',
  'Aprovado depois de nova consulta.',
  'Rejeitado: os documentos não conferem.',
  'Conferência manual concluída hoje.',
]

/** Returns a legal message, whatever the maximum is. */
export function message({ chance, profile: { mensagemMaximum } }: Draw): string {
  return chance.pick(MESSAGES.filter(({ length }) => length <= (mensagemMaximum ?? length)))
}

/** Returns a legal decision. */
export function legal(draw: Draw): { aprovar: unknown; mensagem: unknown } {
  return { aprovar: draw.chance.once(2), mensagem: message(draw) }
}

/** A field that is left out. */
const MISSING = Symbol('missing')

const aprovar = {
  missing: () => MISSING,
  null: () => null,
  text: ({ chance }) => chance.pick(['true', 'false']),
  capitals: ({ chance }) => chance.pick(['True', 'TRUE', 'False', 'FALSE']),
  'empty-text': () => '',
  yes: ({ chance }) => chance.pick(['yes', 'no']),
  // Some take only what a ticked box of a form sends.
  on: ({ chance }) => chance.pick(['on', 'on', 'off']),
  letter: ({ chance }) => chance.pick(['y', 't', 'n', 'f']),
  padded: ({ chance }) => chance.pick([' true', 'true ', ' false ']),
  word: ({ chance }) => chance.pick(['sim', 'não', 'talvez', chance.letters(5), chance.letters(8)]),
  'bit-text': ({ chance }) => chance.pick(['1', '0']),
  bit: ({ chance }) => chance.pick([0, 1]),
  number: ({ chance }) => chance.pick([2, -1, 25, chance.whole(3, 999)]),
  fraction: ({ chance }) => chance.pick([1.5, -0.5, 2.25, chance.whole(3, 999) + 0.5]),
  array: ({ chance }) => chance.pick([[1], [true, false], ['true', 'false']]),
  'empty-array': () => [],
  listed: ({ chance }) => [chance.once(2)],
  object: ({ chance }) => chance.pick([{ valor: true }, { aprovar: true }]),
  'empty-object': () => ({}),
} satisfies Table<'aprovar', unknown>

const mensagem = {
  missing: () => MISSING,
  null: () => null,
  'empty-text': () => '',
  blank: ({ chance }) => ' '.repeat(MENSAGEM_MINIMUM + chance.whole(0, 15)),
  short: ({ chance }) => {
    const length = chance.pick([MENSAGEM_MINIMUM - 1, chance.whole(1, MENSAGEM_MINIMUM - 1)])
    return 'Texto curto demais, sem os vinte e cinco'.slice(0, length).trimEnd().padEnd(length, '.')
  },
  'short-blank': ({ chance }) => ' '.repeat(chance.whole(1, MENSAGEM_MINIMUM - 1)),
  padded: ({ chance }) => {
    const text = chance.pick(['Texto curto', 'Aprovado', 'ok'])
    return chance.once(2) ? text.padEnd(MENSAGEM_MINIMUM + 5) : text.padStart(MENSAGEM_MINIMUM + 5)
  },
  long: ({ chance, profile: { mensagemMaximum } }) =>
    'Mensagem longa demais. '
      .repeat(2_000)
      .slice(0, (mensagemMaximum ?? 10_000) + chance.whole(1, 30))
      .replace(/ $/, '.'),
  surrogate: (draw) => `${draw.chance.pick(['\ud83d', '\ud83e', '\ud801'])} ${message(draw)}`,
  number: ({ chance }) => chance.pick([1, 25, 12_345_678_901, 1e25]),
  zero: () => 0,
  'long-number': ({ chance }) => chance.whole(1, 9) + '1234567890'.repeat(3).slice(0, chance.whole(24, 29)),
  boolean: () => true,
  false: () => false,
  array: ({ chance }) => chance.pick([['a', 'b'], ['curta', 'texto'], Array.from({ length: 12 }, () => 'a')]),
  'long-array': ({ chance }) => Array.from({ length: MENSAGEM_MINIMUM + chance.whole(0, 9) }, () => 'a'),
  'empty-array': () => [],
  listed: (draw) => [message(draw)],
  object: ({ chance }) => chance.pick([{ texto: 'Documentos conferidos pela equipe.' }, { length: 30 }]),
  'empty-object': () => ({}),
} satisfies Table<'mensagem', unknown>

const fields: Readonly<Record<string, Readonly<Record<string, (draw: Draw) => unknown>>>> = {
  aprovar,
  mensagem,
}

/** Returns a decision in which one field has a value of a kind; its keys come in either order. */
export function withField(draw: Draw, field: string, kind: string): Record<string, unknown> {
  const value = fields[field]?.[kind]?.(draw)
  const whole = Object.entries({ ...legal(draw), [field]: value })
  const sent = draw.chance.once(4) ? whole.reverse() : whole
  return Object.fromEntries(sent.filter(([, one]) => one !== MISSING))
}

/** A number that JavaScript cannot hold with all of its digits. */
const DIGITS = /(?<=:)"(\d{25,})"/

function withDigits(decision: Record<string, unknown>): string {
  return JSON.stringify(decision).replace(DIGITS, '$1')
}

export const fieldStrata: readonly Stratum[] = Object.entries(fields).flatMap(([field, kinds]) =>
  Object.keys(kinds).map((kind) => ({
    name: `${field}.${kind}`,
    draw: (draw: Draw) => decisionOf(draw, withDigits(withField(draw, field, kind))),
  })),
)

/** Returns a body that is valid JSON but breaks a rule, or is none at all. */
export function faulty(draw: Draw): Record<string, unknown> {
  const { chance } = draw
  const field = chance.pick(['aprovar', 'mensagem', 'unknown'])
  if (field === 'unknown') return { ...legal(draw), ...unknownKeys(draw, 1) }
  return withField(draw, field, chance.pick(field === 'aprovar' ? BAD_DECISIONS : BAD_MESSAGES))
}

const BAD_DECISIONS = ['missing', 'missing', 'null', 'word', 'number', 'empty-text', 'object'] as const
const BAD_MESSAGES = ['missing', 'short', 'null', 'short', 'number', 'empty-text', 'array'] as const

/** Names of fields that the interface does not have. */
export const KEYS = [
  'extra',
  'usuario',
  'id',
  'numero',
  'Aprovar',
  'Mensagem',
  'aprovado',
  'message',
  'data',
  'comentario',
  'status',
  'com espaço',
  'com.ponto',
  'ação',
  'mensagem2',
  'toString',
  '0',
]

/** Keys with signs that some services escape or take for a path. Go escapes quotes, and pages also other signs. */
export const ODD_KEYS = ['com "espaço"', 'ação', 'com."ponto"', 'a<"b', `d'"água`, 'a&"b', 'lista[0]']

export function unknownKeys({ chance }: Draw, count: number): Record<string, unknown> {
  const names = chance.some([...KEYS, chance.letters(chance.whole(3, 8))], count)
  return Object.fromEntries(names.map((name) => [name, chance.pick([1, 'abc', null, true, [], ''])]))
}

/** Returns one field with a value that must be refused, or nothing where it is left out. */
export function onlyField(draw: Draw, field: 'aprovar' | 'mensagem'): Record<string, unknown> {
  const value = fields[field]?.[draw.chance.pick(field === 'aprovar' ? BAD_DECISIONS : BAD_MESSAGES)]?.(draw)
  return value === MISSING ? {} : { [field]: value }
}
