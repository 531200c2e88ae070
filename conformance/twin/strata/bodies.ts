import type { bodyTable } from '../../../src/contract/body-table.ts'
import { MENSAGEM_MINIMUM } from '../../../src/contract/wire.ts'
import type { Question } from '../../client/exchange.ts'
import {
  faulty,
  fieldStrata,
  KEYS,
  legal,
  MESSAGES,
  message,
  ODD_KEYS,
  onlyField,
  unknownKeys,
  withField,
} from './decisions.ts'
import { malformedStrata } from './malformed.ts'
import { mediaTypeStrata } from './media-types.ts'
import { type Body, type Draw, decisionOf, type Stratum, strataOf } from './stratum.ts'

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
    // Whichever of the values a service takes, this body is valid.
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
  ...malformedStrata,
  ...payload,
  ...lengths,
  ...mediaTypeStrata,
]
