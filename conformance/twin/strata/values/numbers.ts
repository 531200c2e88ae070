import { legalRows, PAGE, pagesOf } from '../listed.ts'
import type { Draw } from '../stratum.ts'
import { blanks, inScript, type Values } from './drawn.ts'

/** The kinds that `page` and `rows` have in common, made from numbers that are legal. */
const numerals = (legal: (draw: Draw) => number, step: number) => ({
  empty: () => '',
  blank: blanks,
  padded: (draw: Draw) => draw.chance.pick([` ${legal(draw)}`, `${legal(draw)} `, ` ${legal(draw)} `]),
  newline: (draw: Draw) => `${legal(draw)}\n`,
  plus: (draw: Draw) => `+${legal(draw)}`,
  'leading-zeros': (draw: Draw) => `${'0'.repeat(draw.chance.whole(1, 3))}${legal(draw)}`,
  point: (draw: Draw) => `${legal(draw)}.${'0'.repeat(draw.chance.whole(1, 3))}`,
  fraction: (draw: Draw) => `${legal(draw)}.${draw.chance.pick(['5', '25', '75', '1', '9', '999', '001'])}`,
  exponent: (draw: Draw) =>
    // Most of these say another number to who reads only their first digits.
    draw.chance.pick([
      ...(step === 1 ? ['20e-1', '30e-1', '1e0', '2e0', '3e0'] : ['5e1', '50e1', '1e2', '2.5e1']),
      `${legal(draw)}e0`,
    ]),
  hexadecimal: (draw: Draw) => `0x${legal(draw).toString(16)}`,
  tail: (draw: Draw) => `${legal(draw)}${draw.chance.pick(TAILS)}`,
  underscores: (draw: Draw) => draw.chance.pick(['1_0', '2_5', '5_0', '1_00']),
  infinity: ({ chance }: Draw) => chance.pick(['Infinity', '-Infinity']),
  'other-digits': (draw: Draw) => inScript(String(legal(draw)), draw.chance.pick(['٠', '०', '０'])),
  word: ({ chance }: Draw) =>
    chance.pick([
      chance.pick(ESCAPED_WORDS),
      chance.pick([...NOT_NUMBERS, chance.letters(chance.whole(1, 8)), chance.letters(chance.whole(2, 5))]),
    ]),
  /** More than 32 bits hold, and a multiple of 25. */
  large: ({ chance }: Draw) =>
    chance.pick(['2147483650', '4294967300', chance.whole(3, 90) + '0'.repeat(11)]),
  huge: ({ chance }: Draw) =>
    // Few clients send what is beyond 2^53 and not beyond 2^63; the latter, many services cannot read.
    chance.pick([
      '99999999999999999999',
      `9${chance.digits(20)}1`,
      `${chance.whole(1, 9)}${chance.digits(28)}7`,
    ]),
  zero: () => '0',
  'negative-zero': () => '-0',
  negative: ({ chance }: Draw) => String(-step * chance.pick([1, 2, chance.whole(3, 90)])),
  repeated: (draw: Draw) => [String(legal(draw)), String(legal(draw))],
})

// Texts of services leave out the blanks around a value, or all of them.
const TAILS = ['abc', 'x', ' a', ' linhas', ' OR 1=1', ';', ',5', ' px', '%', '-1']
/** Texts that repeat one of these show whether they escape quotes, blanks and signs as Go, Python or HTML do. */
const ESCAPED_WORDS = ['"3"\t', 'a\t"2"', 'dois "ou"\tmais', '<"1"\n']
const NOT_NUMBERS = [
  'abc',
  'um',
  'dois',
  'primeira',
  'ultima',
  'vinte',
  'todos',
  'all',
  'last',
  'NaN',
  'null',
  'undefined',
  'true',
  'false',
  '-',
  'x1',
  'a25',
  '--2',
  '#',
  '*',
  '$',
  '?',
  '[]',
  '{}',
  'um2',
  'página',
  'dois ou mais',
  'a b',
  '😀',
]

export const page = {
  ...numerals((draw) => draw.chance.whole(1, pagesOf(draw)), 1),
  huge: ({ chance }) =>
    chance.pick(['9007199254740993', '4611686018427387905', `9${chance.digits(15)}1`, `1${'0'.repeat(17)}`]),
  'beyond-64-bits': ({ chance }) =>
    chance.pick(['99999999999999999999', `9${chance.digits(20)}`, `1${'0'.repeat(30)}`]),
  'above-limit': ({ chance, profile: { dialect } }) => {
    const { page: limit } = dialect.limits
    return limit === undefined ? undefined : String(limit + chance.pick([1, 1, chance.whole(2, 90)]))
  },
  'beyond-end': (draw) => {
    const last = pagesOf(draw)
    return String(draw.chance.pick([last + 1, last + 2, draw.chance.whole(last + 3, last + 60), 9_999]))
  },
  // The query of this cell names a search, too: see cellQuery.
  'beyond-nobody': (draw) => String(draw.chance.whole(2, 9)),
} satisfies Values<'page'>

export const rows = {
  ...numerals(legalRows, PAGE),
  'huge-multiple': ({ chance }) =>
    chance.pick(['99999999999999999975', `9${chance.digits(18)}00`, `1${'0'.repeat(22)}`]),
  'off-grid': ({ chance, profile: { rowsMaximum } }) => {
    const most = rowsMaximum === null ? 40 : Math.max(1, Math.floor(rowsMaximum / PAGE) - 1)
    const grid = PAGE * chance.whole(1, Math.min(8, most))
    const near = [grid + 24, grid + 1, grid + 12, grid + 13]
    return String(chance.pick([...near, grid + chance.whole(1, 24), PAGE * most + chance.whole(1, 24)]))
  },
  'above-off-grid': ({ chance, profile: { rowsMaximum } }) =>
    rowsMaximum === null ? undefined : String(rowsMaximum + PAGE * chance.whole(0, 9) + chance.whole(1, 24)),
  'below-grid': ({ chance }) => String(chance.pick([1, 12, 13, 24, chance.whole(2, 23)])),
  'negative-off-grid': ({ chance }) => String(-chance.pick([1, 26, 7, chance.whole(2, 24)])),
  'above-maximum': ({ chance, profile: { rowsMaximum } }) =>
    rowsMaximum === null ? undefined : String(rowsMaximum + PAGE * chance.pick([1, 2, chance.whole(3, 40)])),
} satisfies Values<'rows'>
