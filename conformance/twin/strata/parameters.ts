import { checkDigits, maskedCpf } from '../../../src/contract/cpf.ts'
import type { parameterTable } from '../../../src/contract/parameter-table.ts'
import { defaultProfile } from '../../../src/contract/profile.ts'
import type { Question } from '../../client/exchange.ts'
import { cpfIn, gibberish, legalRows, nameIn, PAGE, pagesOf, wordsIn } from './listed.ts'
import { type Draw, listOf, type Stratum, strataOf, type Value } from './stratum.ts'

type Values<Row extends keyof typeof parameterTable> = Record<
  keyof (typeof parameterTable)[Row],
  (draw: Draw) => Value | undefined
>

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

/** Writes a number with the digits of another script. */
function inScript(digits: string, zero: string): string {
  const first = zero.codePointAt(0) as number
  return [...digits].map((digit) => String.fromCodePoint(first + Number(digit))).join('')
}

function blanks({ chance }: Draw): string {
  return ' '.repeat(chance.whole(1, 3))
}

const page = {
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

const rows = {
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

const cpf = {
  empty: () => '',
  blank: blanks,
  padded: (draw) => around(draw, cpfIn(draw)),
  newline: (draw) => `${cpfIn(draw) ?? draw.chance.digits(11)}\n`,
  masked: (draw) => {
    const whole = cpfIn(draw)
    return whole === undefined ? undefined : maskedCpf(whole)
  },
  'half-masked': (draw) => {
    const whole = cpfIn(draw)
    if (whole === undefined) return undefined
    const [a, b] = [whole.slice(0, 9), whole.slice(9)]
    return draw.chance.pick([`${a}-${b}`, `-${whole}`])
  },
  gaps: (draw) => {
    const whole = cpfIn(draw)
    if (whole === undefined) return undefined
    return draw.chance.pick([`${whole.slice(0, 6)} ${whole.slice(6)}`, maskedCpf(whole).replace(/\D/g, ' ')])
  },
  nul: (draw) => `${cpfIn(draw) ?? draw.chance.digits(11)}\0`,
  'same-digits': ({ chance }) => String(chance.whole(0, 9)).repeat(11),
  word: (draw) => draw.chance.pick([draw.chance.letters(11), `${draw.chance.digits(10)}x`]),
  'other-digits': ({ chance }) => inScript(chance.digits(11), '٠'),
  'short-word': ({ chance }) =>
    chance.pick([
      'abc',
      'cpf',
      'x',
      chance.letters(4),
      'null',
      '*',
      '%',
      `${chance.digits(4)}%`,
      `${chance.digits(6)}x`,
    ]),
  'long-word': (draw) =>
    draw.chance.pick([
      // Of a length that is no limit of anything, because answers may count it.
      draw.chance.letters(13),
      `${draw.chance.digits(11)}xy`,
      // Without a sign before it: some take that for a part of a number.
      `${cpfIn(draw) ?? draw.chance.digits(11)}xy`,
      `${cpfIn(draw) ?? draw.chance.digits(11)},${draw.chance.digits(11)}`,
    ]),
  short: (draw) => {
    const whole = cpfIn(draw) ?? draw.chance.digits(11)
    return draw.chance.pick([whole.slice(1), whole.slice(0, 10), whole.slice(0, draw.chance.whole(1, 9))])
  },
  long: (draw) => {
    const whole = cpfIn(draw) ?? draw.chance.digits(11)
    return draw.chance.pick([
      `${whole}0`,
      `0${whole}`,
      `${whole}${draw.chance.digits(3)}`,
      `${whole}${whole}`,
    ])
  },
  'wrong-digits': (draw) => {
    const whole = cpfIn(draw) ?? `${draw.chance.digits(9)}00`
    const turned = (Number(whole.slice(9)) + draw.chance.whole(1, 99)) % 100
    return unlisted(draw, () => `${whole.slice(0, 9)}${String(turned).padStart(2, '0')}`)
  },
  unknown: (draw) =>
    unlisted(draw, () => {
      const base = draw.chance.digits(9)
      return base + checkDigits(base)
    }),
  repeated: (draw) => twice(cpfIn(draw), cpfIn(draw)),
} satisfies Values<'cpf'>

/** Returns a CPF that no person has. */
function unlisted({ data }: Draw, make: () => string): string | undefined {
  const made = Array.from({ length: 5 }, make)
  return made.find((cpf) => !data.people.some(({ id }) => id === cpf))
}

function around({ chance }: Draw, text: string | undefined): string | undefined {
  return text === undefined ? undefined : chance.pick([` ${text}`, `${text} `, ` ${text} `])
}

function twice(a: string | undefined, b: string | undefined): Value | undefined {
  return a === undefined || b === undefined ? undefined : [a, b]
}

/** Between the maxima that services have. */
const LENGTHS = [55, 70, 90, 110, 125, 140, 180, 230, 300, 600]

const nome = {
  empty: () => '',
  // One blank is in nearly every name, so it finds all persons also where it is looked for; few may be too short.
  blank: ({ chance }) => ' '.repeat(chance.whole(5, 6)),
  'short-blank': ({ chance, profile: { dialect } }) =>
    ' '.repeat(chance.whole(1, Math.max(1, (dialect.search.least ?? 2) - 1))),
  padded: (draw) => around(draw, draw.chance.pick([nameIn(draw), wordsIn(draw)?.[0]])),
  gaps: (draw) => {
    const words = wordsIn(draw, 2)
    return words && `${words[0]}${' '.repeat(draw.chance.whole(2, 3))}${words.slice(1).join(' ')}`
  },
  short: (draw) => {
    const least = draw.profile.dialect.search.least ?? 3
    const length = draw.chance.whole(1, Math.max(1, least - 1))
    const cut = (text: string) => Array.from(text).slice(0, length).join('')
    // These have more bytes than characters.
    if (draw.chance.once(4)) return cut('😀😀😀😀')
    const isLonger = (nome: string) => Buffer.byteLength(cut(nome)) > length
    const nome = draw.chance.once(2) ? nameIn(draw, isLonger) : undefined
    const words = nome?.split(' ', 1) ?? wordsIn(draw)
    return words && cut(draw.chance.pick(words))
  },
  long: (draw) => {
    const most = draw.profile.dialect.search.most
    const length = most === undefined ? draw.chance.pick(LENGTHS) : most + draw.chance.whole(1, 20)
    return `${nameIn(draw) ?? 'Maria'} ${gibberish(draw, 8)}`.padEnd(length, draw.chance.letters(5))
  },
  signs: ({ chance }) =>
    chance.pick([
      '%',
      '_',
      '.',
      '-',
      "'",
      '"',
      '*',
      '?',
      '123',
      '2',
      '&',
      '#',
      '\\',
      '^',
      '$',
      '()',
      '[',
      '+',
      '😀',
    ]),
  expression: (draw) =>
    draw.chance.pick([
      '(',
      '[',
      '*',
      '(?',
      `(${wordsIn(draw)?.[0] ?? 'ana'}`,
      `${wordsIn(draw)?.[0] ?? 'ana'}[`,
    ]),
  nul: (draw) => `${wordsIn(draw)?.[0] ?? 'ana'}\0`,
  unknown: (draw) => {
    // An answer that repeats a character beyond U+FFFF shows how it is written.
    const another = draw.chance.pick([wordsIn(draw)?.at(-1) ?? 'silva', '😀', '👍'])
    return draw.chance.pick([
      gibberish(draw),
      `${gibberish(draw)} ${another}`,
      `${gibberish(draw)} ${another}`,
    ])
  },
  repeated: (draw) => twice(wordsIn(draw)?.[0], wordsIn(draw)?.at(-1)),
} satisfies Omit<Values<'nome'>, 'not-utf-8' | 'escape'>

const FIELDS = defaultProfile.sortFields

const sort = {
  empty: () => '',
  blank: blanks,
  padded: (draw) => around(draw, sorting(draw)),
  capitals: ({ chance }) =>
    chance.pick(['NOME', 'Nome', 'CPF', '-NOME', '-Cpf', 'Atualizado_Em', 'ATUALIZADO_EM', '-Nome']),
  plus: ({ chance }) => `+${chance.pick(FIELDS)}`,
  direction: (draw) => {
    const { chance } = draw
    const [between, ways] = chance.pick([
      [' ', ['desc', 'asc', 'DESC', 'ASC']],
      [':', ['desc', 'asc']],
    ] as const)
    return `${chance.pick(draw.profile.sortFields)}${between}${chance.pick(ways)}`
  },
  dash: () => '-',
  gap: ({ chance }) => `- ${chance.pick(FIELDS)}`,
  'camel-case': ({ chance }) => chance.pick(['atualizadoEm', '-atualizadoEm']),
  'two-dashes': ({ chance }) => `--${chance.pick(FIELDS)}`,
  list: (draw) => {
    const [first] = telling(draw)
    const others = FIELDS.flatMap((field) => [field, `-${field}`]).filter((other) => other !== first)
    return `${first},${draw.chance.pick(others)}`
  },
  'unknown-list': (draw) => `${telling(draw)[0]},${draw.chance.letters(6)}`,
  unsupported: ({ chance, profile: { sortFields } }) => {
    const others = FIELDS.filter((field) => !sortFields.includes(field))
    return others.length === 0 ? undefined : `${chance.pick(['', '-'])}${chance.pick(others)}`
  },
  word: ({ chance }) =>
    `${chance.pick(['', '-'])}${chance.pick(['idade', 'id', 'data', 'name', 'total', 'busca', 'asc', 'desc', 'numero', chance.letters(6)])}`,
  repeated: telling,
} satisfies Values<'sort'>

/** Orders that are nobody's default. */
const TELLING_SORTS = ['cpf', '-cpf', 'nome', '-nome']

/** Returns two orders that differ from that without one, as far as the target accepts such orders. */
function telling(draw: Draw): readonly string[] {
  const own = TELLING_SORTS.filter((sort) => isSupported(draw, sort))
  return own.length < 2 ? [sorting(draw), sorting(draw)] : draw.chance.some(own, 2)
}

function isSupported({ profile: { sortFields } }: Draw, sort: string): boolean {
  return sortFields.some((field) => field === sort.replace('-', ''))
}

/** Returns a `sort` that the target accepts. */
export function sorting({ chance, profile: { sortFields } }: Draw): string {
  return `${chance.pick(['', '-'])}${chance.pick(sortFields)}`
}

export const NAMES_OF_OTHERS = [
  'limit',
  'offset',
  'q',
  'filtro',
  'ordem',
  'pagina',
  'linhas',
  'size',
  'per_page',
  'token',
  'order',
  'email',
  'id',
  'data_inicio',
  'atualizado_em',
  'x',
]

const others: Record<
  Exclude<
    keyof typeof parameterTable.others,
    'question-mark' | 'padded-name' | 'semicolon' | 'comma' | 'no-value'
  >,
  (draw: Draw) => Readonly<Record<string, string>>
> = {
  unknown: ({ chance }) => ({
    [chance.pick([...NAMES_OF_OTHERS, chance.letters(chance.whole(3, 9))])]: chance.pick([
      '1',
      'abc',
      '25',
      'true',
      chance.letters(4),
    ]),
  }),
  nameless: ({ chance }) => ({ '': chance.pick(['1', 'abc']) }),
  proto: ({ chance }) => ({ ['__proto__']: chance.pick(['1', 'abc']) }),
  empty: ({ chance }) => ({ [chance.pick([...NAMES_OF_OTHERS, chance.letters(5)])]: '' }),
  tracking: ({ chance }) => ({
    [chance.pick(['_', '_t', 'utm_source', 'utm_campaign', `_${chance.letters(3)}`])]: chance.letters(4),
  }),
  capitals: (draw) => {
    const { chance } = draw
    const word = wordsIn(draw)?.[0] ?? 'ana'
    return chance.pick([
      { Page: '2' },
      { PAGE: '2' },
      { Rows: '50' },
      { ROWS: '50' },
      { Nome: word },
      { NOME: word },
      { Sort: 'nome' },
      { CPF: cpfIn(draw) ?? '1' },
    ])
  },
  'unknown-nested': ({ chance }) =>
    chance.pick([{ 'filter[nome]': 'Ana' }, { 'filtro[cpf]': '1' }, { [`${chance.letters(5)}[gt]`]: '2' }]),
  nested: () => ({ 'rows[gt]': '25' }),
  brackets: ({ chance }) => chance.pick([{ 'page[]': '2' }, { 'rows[]': '50' }]),
  indexed: ({ chance }) => chance.pick([{ 'page[0]': '2' }, { 'rows[0]': '50' }]),
  'text-nested': (draw) => ({
    [draw.chance.pick(['nome[a]', 'nome[x]', 'nome[like]'])]: wordsIn(draw)?.[0] ?? 'ana',
  }),
  'cpf-nested': ({ chance }) => ({ [chance.pick(['cpf[a]', 'cpf[eq]', 'cpf[$ne]'])]: '1' }),
  'sort-nested': ({ chance }) => ({ [chance.pick(['sort[nome]', 'sort[cpf]'])]: 'asc' }),
  'text-brackets': (draw) =>
    draw.chance.pick([
      { 'nome[]': wordsIn(draw)?.[0] ?? 'ana' },
      { 'sort[]': '-nome' },
      { 'cpf[]': cpfIn(draw) ?? '1' },
    ]),
}

const values: Readonly<Record<string, Readonly<Record<string, (draw: Draw) => Value | undefined>>>> = {
  page,
  rows,
  cpf,
  nome,
  sort,
}

/** Draws a query that has one cell of the table; undefined if the data of the target has nothing for it. */
export function cellQuery(
  row: string,
  column: string,
  draw: Draw,
): Readonly<Record<string, Value>> | undefined {
  if (row === 'others') return others[column as keyof typeof others](draw)
  const value = values[row]?.[column]?.(draw)
  if (value === undefined) return undefined
  // A text about the last page of several lists shows that it is told.
  const isOfMore = column === 'beyond-end' && draw.chance.once(2)
  return {
    ...(column === 'beyond-nobody' && { nome: gibberish(draw) }),
    ...(isOfMore && { rows: String(legalRows(draw)) }),
    [row]: value,
  }
}

function questionOf(row: string, column: string, draw: Draw): Question | undefined {
  const query = cellQuery(row, column, draw)
  return query && listOf(draw, query)
}

/** One stratum for each cell of the table of parameters. */
export const parameterStrata: readonly Stratum[] = [...Object.entries(values), ['others', others] as const]
  .flatMap(([row, columns]) =>
    Object.keys(columns).map((column) => ({
      name: `${row}.${column}`,
      draw: (draw: Draw) => questionOf(row, column, draw),
    })),
  )
  .concat(
    strataOf('cpf', {
      // A client that reads a CPF as a number loses its leading zeros.
      'short.zeros': (draw) => {
        const cpf = cpfIn(draw, (one) => one.startsWith('0'))
        return cpf === undefined ? undefined : listOf(draw, { cpf: cpf.replace(/^0+/, '') })
      },
    }),
  )
