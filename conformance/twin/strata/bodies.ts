import type { bodyTable } from '../../../src/contract/kind-tables.ts'
import { MENSAGEM_MINIMUM } from '../../../src/contract/wire.ts'
import { FORM_TYPE, type Question } from '../../client/exchange.ts'
import { type Body, type Draw, decisionOf, type Stratum, strataOf } from './stratum.ts'

type Table<Row extends keyof typeof bodyTable, T> = Record<keyof (typeof bodyTable)[Row], (draw: Draw) => T>

const MESSAGES = [
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
function withField(draw: Draw, field: string, kind: string): Record<string, unknown> {
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

const fieldStrata: readonly Stratum[] = Object.entries(fields).flatMap(([field, kinds]) =>
  Object.keys(kinds).map((kind) => ({
    name: `${field}.${kind}`,
    draw: (draw: Draw) => decisionOf(draw, withDigits(withField(draw, field, kind))),
  })),
)

const wholes = {
  none: () => undefined,
  null: () => 'null',
  array: (draw) => draw.chance.pick(['[1,2]', '[{}]', JSON.stringify([legal(draw)])]),
  'empty-array': () => '[]',
  text: (draw) => draw.chance.pick(['"texto"', JSON.stringify(message(draw))]),
  'empty-text': () => '""',
  number: ({ chance }) => chance.pick(['12', '0', '-1.5', String(chance.whole(2, 999))]),
  boolean: ({ chance }) => chance.pick(['true', 'false']),
  mark: (draw) => `\uFEFF${JSON.stringify(draw.chance.once(2) ? legal(draw) : faulty(draw))}`,
  proto: (draw) =>
    draw.chance.pick([
      `{"__proto__":{"x":1},${JSON.stringify(legal(draw)).slice(1)}`,
      `${JSON.stringify(legal(draw)).slice(0, -1)},"__proto__":1}`,
      `{"__proto__":1,"aprovar":${draw.chance.once(2)}}`,
    ]),
  constants: (draw) => {
    const constant = draw.chance.pick(['NaN', 'Infinity', '-Infinity'])
    return draw.chance.pick([
      `{"aprovar":${constant}}`,
      `${JSON.stringify(legal(draw)).slice(0, -1)},"extra":${constant}}`,
    ])
  },
  broken: (draw) => {
    const { chance } = draw
    const value = chance.pick(['[]', '{"a":1}', '[true]'])
    return chance.pick([
      `{"aprovar":${value},"mensagem":"curta`,
      `{"aprovar":${value} "mensagem":"${chance.letters(6)}"}`,
      `{"aprovar":${value},"mensagem":}`,
    ])
  },
  trailing: (draw) =>
    JSON.stringify(draw.chance.once(2) ? legal(draw) : faulty(draw)) +
    draw.chance.pick([' x', '}', '{}', ',']),
  capitals: (draw) => {
    const { aprovar, mensagem } = legal(draw)
    return JSON.stringify(
      draw.chance.pick([
        { Aprovar: aprovar, Mensagem: mensagem },
        { APROVAR: aprovar, mensagem },
        { aprovar, MENSAGEM: mensagem },
      ]),
    )
  },
  'repeated-key': (draw) =>
    `{"aprovar":"${draw.chance.pick(['sim', 'talvez', 'erro', 'x', 'z'])}",${JSON.stringify(legal(draw)).slice(1)}`,
} satisfies Record<
  Exclude<
    keyof typeof bodyTable.body,
    'with-query' | 'chunked' | 'untyped' | 'scalar' | 'early' | 'not-utf-8' | 'other-charset'
  >,
  (draw: Draw) => Body
>

/** Legal messages with letters whose bytes in Latin-1 are not UTF-8. */
const IN_LATIN_1 = MESSAGES.filter((text) => /[^\0-\x7f]/.test(text))

/** Returns a legal decision whose bytes are not UTF-8. */
const inLatin1 = (draw: Draw, more: Partial<Question> = {}) => {
  const { aprovar } = legal(draw)
  const mensagem = draw.chance.pick(IN_LATIN_1)
  return decisionOf(
    draw,
    draw.chance.pick([
      { aprovar, mensagem },
      { mensagem, aprovar },
    ]),
    {
      latin1: true,
      ...more,
    },
  )
}

const withQuery = (draw: Draw) => {
  const whole = draw.chance.pick([withField(draw, 'aprovar', 'word'), legal(draw)])
  return decisionOf(draw, whole, { query: [[draw.chance.letters(4), draw.chance.letters(3)]] })
}

/** Returns a body that is valid JSON but breaks a rule, or is none at all. */
export function faulty(draw: Draw): Record<string, unknown> {
  const { chance } = draw
  const field = chance.pick(['aprovar', 'mensagem', 'unknown'])
  if (field === 'unknown') return { ...legal(draw), ...unknownKeys(draw, 1) }
  return withField(draw, field, chance.pick(field === 'aprovar' ? BAD_DECISIONS : BAD_MESSAGES))
}

const BAD_DECISIONS = ['missing', 'missing', 'null', 'word', 'number', 'empty-text', 'object'] as const
const BAD_MESSAGES = ['missing', 'short', 'null', 'short', 'number', 'empty-text', 'array'] as const

/**
 * Returns the beginning of an object, which may be long and have letters of two bytes, so that faults of `aprovar` come
 * at many places. Parsers that read into types would refuse unknown fields first, strict ones a field that comes again.
 */
function beginning({ chance }: Draw): string {
  return chance.pick([
    ...['{', '{', '{"mensagem":"Não conferem: ação.",'],
    `{"mensagem":"${chance.letters(chance.whole(3, 9))}",`,
  ])
}

/** Returns the same text, maybe with its second token on another line: places are told by lines, too. */
function inLines({ chance }: Draw, text: string): string {
  return chance.once(2) ? text : text.replace(/^[{[](?=.)/s, `$&${chance.pick(['\n', '\n  ', '\n\n '])}`)
}

/** Bodies that are not JSON, by what is wrong where they cease to be JSON. */
const malformedBodies = {
  end: (draw) =>
    draw.chance.pick([
      ...['{', '{"aprovar":true', '"abc', '-', `{"${draw.chance.letters(4)}`],
      ...['{"aprovar"', '{"mensagem" ', '{"aprovar":', '{"aprovar":true,"mensagem": '],
      ...['{"aprovar":tru', '{"aprovar":true,"mensagem":nul', '{"aprovar":f'],
      ...['{"mensagem":"Não conferem."', '{"aprovar":true,"mensagem":"Não conferem'],
    ]),
  /** Which many services take for no body at all. */
  blank: (draw) => draw.chance.pick([' ', '\n', '  \n']),
  value: (draw) =>
    draw.chance.pick([
      `{"aprovar":${draw.chance.pick(['zero', 'sim', 'True', 'None', '+1', 'undefined', '}'])}}`,
      draw.chance.pick(['xyz', '<a/>', 'mensagem=x', '// {}', '.5']),
      `${beginning(draw)}"aprovar":${draw.chance.pick(["'a'", 'Sim', 'Inf', ']'])}}`,
    ]),
  literal: (draw) => {
    // With several letters, the end of the word is another place than that of the first letter too many.
    const odd = ['tru', 'fals', 'nul', 'talvez', 'nada', 'falso', `true${draw.chance.letters(3)}`]
    return `${beginning(draw)}"aprovar":${draw.chance.pick(odd)}}`
  },
  key: (draw) =>
    draw.chance.pick([
      `${beginning(draw)}${draw.chance.pick(['aprovar', 'mensagem', draw.chance.letters(3)])}:true}`,
      `${beginning(draw)}'aprovar':true}`,
      `{"aprovar":${draw.chance.once(2)},}`,
      `{"mensagem":"Não conferem, ${draw.chance.letters(3)}",}`,
    ]),
  colon: (draw) => `${beginning(draw)}"aprovar"${draw.chance.pick([' true', '=true', '}', ',1'])}}`,
  comma: (draw) =>
    `${beginning(draw)}"aprovar":${draw.chance.pick(['true "mensagem":1', 'false 2', 'true b', 'true]'])}}`,
  string: (draw) =>
    `${draw.chance.pick(['{', '{"aprovar":true,', '{"aprovar":false, '])}"mensagem":"${draw.chance.pick(['\n', 'a\n', '\t', 'ab\t', '\\x', 'ação \\q'])}"}`,
  extra: (draw) => `${JSON.stringify(legal(draw))}${draw.chance.pick(['}', ' x', 'x', ',', '{}'])}`,
} satisfies Readonly<Record<string, (draw: Draw) => string>>

/** Returns a body that is not JSON. */
export function malformed(draw: Draw): string {
  const kinds = Object.values(malformedBodies)
  return draw.chance.pick(kinds)(draw)
}

/** Returns a body that is not JSON because of the value of a field. */
export function withBadLiteral(draw: Draw): string {
  return malformedBodies.literal(draw)
}

const KEYS = [
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
const ODD_KEYS = ['com "espaço"', 'ação', 'com."ponto"', 'a<"b', `d'"água`, 'a&"b', 'lista[0]']

function unknownKeys({ chance }: Draw, count: number): Record<string, unknown> {
  const names = chance.some([...KEYS, chance.letters(chance.whole(3, 8))], count)
  return Object.fromEntries(names.map((name) => [name, chance.pick([1, 'abc', null, true, [], ''])]))
}

const payload = strataOf('payload', {
  unknown: (draw) => {
    const [whole, extra] = [legal(draw), unknownKeys(draw, 1)]
    return decisionOf(draw, draw.chance.once(3) ? { ...extra, ...whole } : { ...whole, ...extra })
  },
  'odd-unknown': (draw) =>
    decisionOf(draw, { ...legal(draw), [draw.chance.pick(ODD_KEYS)]: draw.chance.pick([1, 'abc', true]) }),
  nameless: (draw) => decisionOf(draw, { ...legal(draw), '': draw.chance.pick([1, 'abc', true]) }),
  'several-unknown': (draw) =>
    decisionOf(draw, { ...legal(draw), ...unknownKeys(draw, draw.chance.whole(2, 4)) }),
  'nested-unknown': (draw) =>
    decisionOf(draw, {
      ...legal(draw),
      [draw.chance.pick(KEYS)]: draw.chance.pick([{ interno: 1 }, { a: { b: [1] } }, [{ x: 1 }]]),
    }),
  'no-fields': (draw) => decisionOf(draw, '{}'),
  'only-unknown': (draw) => decisionOf(draw, unknownKeys(draw, draw.chance.whole(1, 2))),
  'two-faults': (draw) =>
    decisionOf(draw, inAnyOrder(draw, { ...onlyField(draw, 'aprovar'), ...onlyField(draw, 'mensagem') })),
  'missing-and-fault': (draw) =>
    decisionOf(
      draw,
      draw.chance.once(2)
        ? { mensagem: draw.chance.pick(['curta', '']) }
        : { aprovar: draw.chance.pick(['talvez', 'sim', 2]) },
    ),
  'fault-and-unknown': (draw) => {
    const [field, other] = draw.chance.some(['aprovar', 'mensagem'] as const, 2) as ['aprovar', 'mensagem']
    const whole = { ...onlyField(draw, field), [other]: legal(draw)[other], ...unknownKeys(draw, 1) }
    return decisionOf(draw, inAnyOrder(draw, whole))
  },
  'three-faults': (draw) =>
    decisionOf(
      draw,
      inAnyOrder(draw, {
        ...onlyField(draw, 'aprovar'),
        ...onlyField(draw, 'mensagem'),
        ...unknownKeys(draw, draw.chance.whole(1, 2)),
      }),
    ),
  'byte-order-mark': (draw) => decisionOf(draw, `\uFEFF${JSON.stringify(faulty(draw))}`),
})

/** Returns a body, or the same with its fields in the reverse order. */
function inAnyOrder({ chance }: Draw, body: Readonly<Record<string, unknown>>): object {
  return chance.once(2) ? body : Object.fromEntries(Object.entries(body).reverse())
}

/** Returns one field with a value that must be refused, or nothing where it is left out. */
function onlyField(draw: Draw, field: 'aprovar' | 'mensagem'): Record<string, unknown> {
  const value = fields[field]?.[draw.chance.pick(field === 'aprovar' ? BAD_DECISIONS : BAD_MESSAGES)]?.(draw)
  return value === MISSING ? {} : { [field]: value }
}

/** Messages near the limit of 25, whose characters may be counted in several ways. */
const lengths = strataOf('mensagem', {
  'at-minimum': (draw) => counted(draw, 'a'.repeat(MENSAGEM_MINIMUM)),
  'below-minimum': (draw) => counted(draw, 'b'.repeat(MENSAGEM_MINIMUM - 1)),
  emoji: (draw) => counted(draw, draw.chance.pick(['😀', '🎉', '👍']).repeat(draw.chance.whole(11, 26))),
  combining: (draw) => counted(draw, 'a\u0301'.repeat(draw.chance.whole(11, 26))),
  accents: (draw) => counted(draw, 'ção'.repeat(9).slice(0, draw.chance.pick([23, 24, 25, 26]))),
  lines: (draw) => counted(draw, 'Linha um do texto.\nLinha dois.\tFim'),
})

function counted(draw: Draw, text: string): Question {
  return decisionOf(draw, { aprovar: draw.chance.once(2), mensagem: text })
}

const BOUNDARY = '----limite7d3f'

/** Returns a form as browsers and clients of HTTP send it with files. */
function multipartOf(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

const types: Table<'type', string | undefined> = {
  plain: ({ chance }) => chance.pick(['text/plain', 'text/plain; charset=utf-8']),
  'other-text': ({ chance }) => chance.pick(['text/html', 'text/csv', 'text/markdown']),
  form: () => FORM_TYPE,
  xml: () => 'application/xml',
  'text-xml': () => 'text/xml',
  charset: ({ chance }) =>
    chance.pick(['application/json; charset=latin1', 'application/json;charset=iso-8859-15']),
  'unknown-charset': ({ chance }) => `application/json; charset=${chance.letters(6)}`,
  multipart: () => `multipart/form-data; boundary=${BOUNDARY}`,
  suffix: ({ chance }) =>
    chance.pick(['application/problem+json', 'application/ld+json', 'application/hal+json']),
  'json-api': () => 'application/vnd.api+json',
  none: () => undefined,
  malformed: ({ chance }) => chance.pick(['json', 'application', 'xml', 'text']),
  bytes: () => 'application/octet-stream',
  other: ({ chance }) => chance.pick(['image/png', 'application/pdf', 'application/javascript']),
}

/** Returns a type that the target refuses, as far as is known of it. */
export function otherType({ chance, profile: { bodyType } }: Draw): string {
  // A service that reads any type as JSON may still refuse what is none.
  if (bodyType === 'any') return chance.pick(['json', 'application', 'json/', 'text/plain'])
  return chance.pick(['text/plain', 'application/xml', 'application/octet-stream', FORM_TYPE])
}

/** Returns JSON which is the name of a field where it is read as a form, with what divides such names. */
function withNameSigns(draw: Draw): object {
  return { ...legal(draw), mensagem: 'Conferido pela equipe. Consta em [anexo].' }
}

const typeStrata: readonly Stratum[] = Object.entries(types).map(([kind, type]) => ({
  name: `type.${kind}`,
  draw: (draw) => {
    const contentType = type(draw)
    if (kind === 'multipart') return decisionOf(draw, multipartOf(legal(draw)), { contentType })
    if (kind === 'form') {
      const form = 'aprovar=true&mensagem=Documentos+conferidos+pela+equipe.'
      return decisionOf(draw, draw.chance.pick([form, withNameSigns(draw)]), { contentType })
    }
    return decisionOf(draw, draw.chance.once(3) ? faulty(draw) : legal(draw), { contentType })
  },
}))

const jsonTypes = strataOf('type', {
  // Whoever reads an object in a text may take for a text what is none.
  'plain.malformed': (draw) => decisionOf(draw, '{"aprovar":', { contentType: 'text/plain' }),
  parameters: (draw) =>
    decisionOf(draw, legal(draw), {
      contentType: draw.chance.pick([
        'application/json; charset=utf-8',
        'APPLICATION/JSON',
        'application/json ; x=y',
      ]),
    }),
})

const codings = strataOf('coding', {
  deflated: (draw) =>
    decisionOf(draw, legal(draw), { contentEncoding: draw.chance.pick(['gzip', 'deflate']) }),
  other: (draw) =>
    decisionOf(draw, legal(draw), { contentEncoding: draw.chance.pick(['zip', 'foo', 'utf-8']) }),
})

/** Bodies of decisions on reports that do not exist. */
export const bodyStrata: readonly Stratum[] = [
  ...fieldStrata,
  ...strataOf('body', {
    ...Object.fromEntries(
      Object.entries(wholes).map(([kind, body]) => [kind, (draw: Draw) => decisionOf(draw, body(draw))]),
    ),
    // What reads into types refuses a wrong type wherever it comes, and of legal ones takes the last value.
    'repeated-key.value': (draw) =>
      decisionOf(draw, `{"mensagem":"${draw.chance.letters(6)}",${JSON.stringify(legal(draw)).slice(1)}`),
    // Whoever takes any of the values finds nothing wrong with this one.
    'repeated-key.legal': (draw) =>
      decisionOf(draw, `{"mensagem":"${message(draw)}",${JSON.stringify(legal(draw)).slice(1)}`),
    'with-query': withQuery,
    chunked: (draw: Draw) => decisionOf(draw, legal(draw), { chunked: true }),
    untyped: (draw: Draw) => decisionOf(draw, undefined, { contentType: undefined }),
    'not-utf-8': (draw) => inLatin1(draw),
    'other-charset': (draw) =>
      inLatin1(draw, {
        contentType: draw.chance.pick([
          'application/json; charset=iso-8859-1',
          'application/json; charset=latin1',
        ]),
      }),
  }),
  ...Object.entries(malformedBodies).map(([kind, body]) => ({
    name: `json.${kind}`,
    draw: (draw: Draw) => decisionOf(draw, inLines(draw, body(draw))),
  })),
  ...payload,
  ...lengths,
  ...typeStrata,
  ...jsonTypes,
  ...codings,
]
