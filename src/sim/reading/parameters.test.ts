import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Dialect, noDialect } from '../../contract/dialect.ts'
import { type Parameters, parameterTable } from '../../contract/parameter-table.ts'
import { defaultProfile, type Profile } from '../../contract/profile.ts'
import { smallWorld, TOKEN } from '../../testing/world.ts'
import { createTwin } from '../../twin.ts'

const test = suite('parameters')
const twin = createTwin(smallWorld())

/** Returns an answer in short: page/rows/total, how many items and the first of them, or the status and the situations. */
async function short(profile: Partial<Profile>, query: string): Promise<string> {
  const { status, text, situations } = await twin.ask(
    { ...defaultProfile, ...profile },
    { method: 'GET', url: `/pessoas?${query}`, headers: { authorization: TOKEN } },
  )
  if (status !== 200) return `${status} ${situations.map(({ name }) => name)}`
  const { itens, paginacao } = JSON.parse(text).result
  return `${paginacao.atual}/${paginacao.linhas}/${paginacao.total} ${itens.length} ${itens[0]?.cpf ?? '-'}`
}

/** A query of one kind, what each choice makes of it, and what else the profile says. */
type Cell<Choices> = Choices extends readonly (infer C extends string)[]
  ? [query: string, answers: Record<C, string>, profile?: Partial<Profile>]
  : never
type Cells = {
  [Row in keyof Parameters]-?: {
    [Kind in keyof (typeof parameterTable)[Row]]: Cell<(typeof parameterTable)[Row][Kind]>
  }
}

const NEWEST = '00000065556'
const OLDEST = '00000000007'
const MORE = '400 rows.above-maximum'
const ALL = `1/25/60 25 ${NEWEST}`
const NOBODY = '1/25/0 0 -'
const ONE = `1/25/1 1 ${OLDEST}`
const FAR = '9007199254740991/25/60 0 -'
const SECOND = '2/25/60 25 00000037781'

const refused = (situation: string) => ({ refuse: `400 ${situation}` })
/** What is not a number however it is read. */
const noNumber = (situation: string) => ({
  ...refused(situation),
  absent: ALL,
  number: ALL,
  integer: ALL,
  up: ALL,
  nearest: ALL,
  ...zero(situation),
})
/** What PHP reads as 0. */
const zero = (situation: string) => ({ zero: `400 ${situation.replace(/\..*/, '.zero')}` })
const number = (situation: string, answer: string) => ({
  ...refused(situation),
  absent: ALL,
  number: answer,
  integer: answer,
  up: answer,
  nearest: answer,
  zero: answer,
})
const FIFTY = `1/50/60 50 ${NEWEST}`
const MASKED = '000.000.000-07'
/** Sorted by name, then by CPF backwards. */
const BY_NAME = '1/25/60 25 00000012228'

const cells: Cells = {
  page: {
    empty: ['page=', noNumber('page.empty')],
    blank: ['page=+', noNumber('page.blank')],
    padded: ['page=+2+', number('page.padded', SECOND)],
    newline: ['page=2%0A', number('page.newline', SECOND)],
    plus: ['page=%2B2', number('page.plus', SECOND)],
    'leading-zeros': ['page=002', number('page.leading-zeros', SECOND)],
    point: ['page=2.0', number('page.point', SECOND)],
    fraction: ['page=1.6', { ...number('page.fraction', SECOND), number: ALL, integer: ALL, zero: ALL }],
    exponent: ['page=20e-1', { ...number('page.exponent', SECOND), integer: '20/25/60 0 -' }],
    hexadecimal: [
      'page=0x2',
      { ...number('page.hexadecimal', SECOND), integer: '400 page.zero', zero: '400 page.zero' },
    ],
    tail: ['page=2abc', { ...noNumber('page.tail'), integer: SECOND, zero: SECOND }],
    underscores: [
      'page=0_2',
      { ...refused('page.underscores'), absent: ALL, integer: '400 page.zero', digits: SECOND },
    ],
    infinity: [
      'page=Infinity',
      { ...refused('page.infinity'), absent: ALL, number: 'null/25/60 0 -', ...zero('page.') },
    ],
    'other-digits': [
      'page=%D9%A2',
      { ...refused('page.other-digits'), absent: ALL, digits: SECOND, ...zero('page.') },
    ],
    word: ['page=abc', noNumber('page.word')],
    large: [
      'page=2147483648',
      { ...number('page.large', '2147483648/25/60 0 -'), int32: '2147483647/25/60 0 -' },
    ],
    huge: [
      'page=9007199254740993',
      {
        ...number('page.huge', '9007199254740992/25/60 0 -'),
        exact: '9007199254740992/25/60 0 -',
        int32: '2147483647/25/60 0 -',
        int64: '9007199254740992/25/60 0 -',
      },
    ],
    zero: ['page=0', { ...refused('page.zero'), absent: ALL, one: ALL, positive: ALL, beyond: FAR }],
    'negative-zero': [
      'page=-0',
      { ...refused('page.negative-zero'), absent: ALL, one: ALL, positive: ALL, beyond: FAR },
    ],
    negative: [
      'page=-2',
      { ...refused('page.negative'), absent: ALL, one: ALL, positive: SECOND, beyond: FAR },
    ],
    repeated: [
      'page=2&page=9',
      {
        ...refused('page.repeated'),
        absent: ALL,
        first: SECOND,
        last: '9/25/60 0 -',
        joined: '400 page.tail',
      },
    ],
    'above-limit': [
      'page=9',
      { ...refused('page.above-limit'), cap: '8/25/60 0 -' },
      { dialect: { ...noDialect, limits: { page: 8 } } },
    ],
    'beyond-end': [
      'page=9',
      {
        empty: '9/25/60 0 -',
        ...refused('page.beyond-end'),
        'not-found': '404 page.beyond-end',
        'last-page': '3/25/60 10 00000010006',
        'first-page': ALL,
      },
    ],
    'beyond-64-bits': [
      'page=9223372036854775808',
      {
        ...number('page.beyond-64-bits', '9223372036854776000/25/60 0 -'),
        exact: '9223372036854776000/25/60 0 -',
        int32: '2147483647/25/60 0 -',
        int64: '9223372036854776000/25/60 0 -',
      },
    ],
    'beyond-nobody': [
      'page=2&nome=zzz',
      {
        empty: '2/25/0 0 -',
        ...refused('page.beyond-nobody'),
        'not-found': '404 page.beyond-nobody',
        'last-page': NOBODY,
        'first-page': NOBODY,
      },
    ],
  },
  rows: {
    empty: ['rows=', noNumber('rows.empty')],
    blank: ['rows=%20%20', noNumber('rows.blank')],
    padded: ['rows=%0950+', number('rows.padded', FIFTY)],
    newline: ['rows=50%0A', number('rows.newline', FIFTY)],
    plus: ['rows=%2B50', number('rows.plus', FIFTY)],
    'leading-zeros': ['rows=050', number('rows.leading-zeros', FIFTY)],
    point: ['rows=50.', number('rows.point', FIFTY)],
    fraction: ['rows=50.4', { ...number('rows.fraction', FIFTY), up: '400 rows.off-grid' }],
    exponent: ['rows=5E1', { ...number('rows.exponent', FIFTY), integer: '400 rows.below-grid' }],
    hexadecimal: [
      'rows=0x32',
      { ...number('rows.hexadecimal', FIFTY), integer: '400 rows.zero', zero: '400 rows.zero' },
    ],
    tail: ['rows=50,', { ...noNumber('rows.tail'), integer: FIFTY, zero: FIFTY }],
    underscores: [
      'rows=5_0',
      { ...refused('rows.underscores'), absent: ALL, integer: '400 rows.below-grid', digits: FIFTY },
    ],
    infinity: [
      'rows=Infinity',
      { ...refused('rows.infinity'), absent: ALL, number: '400 rows.off-grid', ...zero('rows.') },
    ],
    'other-digits': [
      'rows=%EF%BC%95%EF%BC%90',
      { ...refused('rows.other-digits'), absent: ALL, digits: FIFTY, ...zero('rows.') },
    ],
    word: ['rows=abc', noNumber('rows.word')],
    large: [
      'rows=2147483650',
      { ...number('rows.large', `1/2147483650/60 60 ${NEWEST}`), int32: '400 rows.off-grid' },
    ],
    huge: [
      'rows=9007199254741002',
      {
        ...number('rows.huge', '400 rows.off-grid'),
        exact: '400 rows.off-grid',
        int32: '400 rows.off-grid',
        int64: '400 rows.off-grid',
      },
    ],
    'huge-multiple': [
      'rows=9007199254741000',
      {
        ...number('rows.huge-multiple', `1/9007199254741000/60 60 ${NEWEST}`),
        exact: `1/9007199254741000/60 60 ${NEWEST}`,
        int32: '400 rows.off-grid',
        int64: `1/9007199254741000/60 60 ${NEWEST}`,
      },
    ],
    zero: [
      'rows=0',
      {
        ...refused('rows.zero'),
        absent: ALL,
        one: `1/1/60 1 ${NEWEST}`,
        positive: `1/1/60 1 ${NEWEST}`,
        none: '1/0/60 0 -',
      },
      { rowsOffGrid: 'honour' },
    ],
    'negative-zero': [
      'rows=-0',
      {
        ...refused('rows.negative-zero'),
        absent: ALL,
        none: '1/0/60 0 -',
        one: `1/1/60 1 ${NEWEST}`,
        positive: `1/1/60 1 ${NEWEST}`,
      },
      { rowsOffGrid: 'honour' },
    ],
    negative: [
      'rows=-50',
      { ...refused('rows.negative'), absent: ALL, one: `1/1/60 1 ${NEWEST}`, positive: FIFTY },
      { rowsOffGrid: 'honour' },
    ],
    repeated: [
      'rows=50&rows=25',
      { ...refused('rows.repeated'), absent: ALL, first: FIFTY, last: ALL, joined: '400 rows.tail' },
    ],
    'off-grid': [
      'rows=60',
      {
        ...refused('rows.off-grid'),
        absent: ALL,
        down: FIFTY,
        up: `1/75/60 60 ${NEWEST}`,
        nearest: FIFTY,
        honour: `1/60/60 60 ${NEWEST}`,
      },
    ],
    'below-grid': [
      'rows=20',
      {
        ...refused('rows.below-grid'),
        absent: ALL,
        down: ALL,
        up: ALL,
        nearest: ALL,
        honour: `1/20/60 20 ${NEWEST}`,
      },
    ],
    'above-off-grid': [
      'rows=70',
      {
        ...refused('rows.above-off-grid'),
        ...{ absent: ALL, down: FIFTY, capped: FIFTY },
        ...{ up: MORE, nearest: MORE, honour: MORE },
      },
      { rowsMaximum: 50 },
    ],
    'negative-off-grid': [
      'rows=-20',
      {
        ...refused('rows.negative-off-grid'),
        absent: ALL,
        one: `1/1/60 1 ${NEWEST}`,
        positive: `1/20/60 20 ${NEWEST}`,
      },
      { rowsOffGrid: 'honour' },
    ],
    'above-maximum': [
      'rows=75',
      { ...refused('rows.above-maximum'), cap: FIFTY, absent: ALL },
      { rowsMaximum: 50 },
    ],
  },
  cpf: {
    empty: ['cpf=', { ...refused('cpf.empty'), absent: ALL, nobody: NOBODY }],
    blank: ['cpf=+', { ...refused('cpf.blank'), absent: ALL, nobody: NOBODY }],
    newline: [`cpf=${OLDEST}%0A`, { ...refused('cpf.newline'), digits: ONE, nobody: NOBODY, absent: ALL }],
    padded: [`cpf=+${OLDEST}`, { ...refused('cpf.padded'), digits: ONE, nobody: NOBODY, absent: ALL }],
    masked: [`cpf=${MASKED}`, { ...refused('cpf.masked'), digits: ONE, nobody: NOBODY, absent: ALL }],
    'half-masked': [
      'cpf=000000000-07',
      { ...refused('cpf.half-masked'), digits: ONE, nobody: NOBODY, absent: ALL },
    ],
    gaps: ['cpf=000+000+000+07', { ...refused('cpf.gaps'), digits: ONE, nobody: NOBODY, absent: ALL }],
    nul: [`cpf=${OLDEST}%00`, { ...refused('cpf.nul'), digits: ONE, nobody: NOBODY, absent: ALL }],
    'long-word': [
      `cpf=x${OLDEST}`,
      {
        ...refused('cpf.long-word'),
        ...{ digits: ONE, nobody: NOBODY, absent: ALL, 'digits-if-any': ONE, 'digits-or-nobody': ONE },
      },
    ],
    'other-digits': [
      'cpf=%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1',
      {
        ...refused('cpf.other-digits'),
        nobody: NOBODY,
        absent: ALL,
        digits: '400 cpf.short',
        'digits-if-any': ALL,
        'digits-or-nobody': NOBODY,
      },
      { cpfLength: 'eleven' },
    ],
    'short-word': [
      `cpf=x${OLDEST.slice(2)}`,
      {
        ...refused('cpf.short-word'),
        ...{
          digits: NOBODY,
          nobody: NOBODY,
          absent: ALL,
          'digits-if-any': NOBODY,
          'digits-or-nobody': NOBODY,
        },
      },
    ],
    word: [
      `cpf=x${OLDEST.slice(1)}`,
      {
        ...refused('cpf.word'),
        ...{
          digits: NOBODY,
          nobody: NOBODY,
          absent: ALL,
          'digits-if-any': NOBODY,
          'digits-or-nobody': NOBODY,
        },
      },
    ],
    short: ['cpf=7', { ...refused('cpf.short'), nobody: NOBODY, zeros: ONE, absent: ALL, beginning: NOBODY }],
    long: [`cpf=0${OLDEST}`, { ...refused('cpf.long'), nobody: NOBODY, absent: ALL }],
    'wrong-digits': [
      'cpf=00000000192',
      { nobody: NOBODY, ...refused('cpf.wrong-digits'), 'not-found': '404 cpf.wrong-digits' },
    ],
    'same-digits': [
      'cpf=11111111111',
      { nobody: NOBODY, ...refused('cpf.same-digits'), 'not-found': '404 cpf.same-digits' },
    ],
    unknown: [
      'cpf=00000000191',
      { nobody: NOBODY, 'not-found': '404 cpf.unknown', ...refused('cpf.unknown') },
    ],
    repeated: [
      `cpf=${OLDEST}&cpf=00000000191`,
      {
        ...refused('cpf.repeated'),
        first: ONE,
        last: NOBODY,
        joined: '400 cpf.long-word',
        absent: ALL,
        nobody: NOBODY,
      },
    ],
  },
  nome: {
    empty: ['nome=', { ...refused('nome.empty'), absent: ALL, nobody: NOBODY }],
    blank: ['nome=++', { ...refused('nome.blank'), absent: ALL, take: NOBODY, nobody: NOBODY }],
    'short-blank': [
      'nome=++',
      { ...refused('nome.short-blank'), absent: ALL, take: NOBODY, nobody: NOBODY },
      { dialect: { ...noDialect, search: { least: 3 } } },
    ],
    padded: ['nome=+ana+', { take: NOBODY, trim: '1/25/40 25 00000065556', ...refused('nome.padded') }],
    gaps: ['nome=ana++clara+2', { take: NOBODY, collapse: '1/25/5 5 00000032226', ...refused('nome.gaps') }],
    short: [
      'nome=an',
      { take: '1/25/40 25 00000065556', ...refused('nome.short'), absent: ALL, nobody: NOBODY },
      { dialect: { ...noDialect, search: { least: 3 } } },
    ],
    long: [
      'nome=silva',
      { take: '1/25/20 20 00000063334', ...refused('nome.long'), nobody: NOBODY },
      { dialect: { ...noDialect, search: { most: 4 } } },
    ],
    signs: ['nome=59', { take: '1/25/1 1 00000065556', ...refused('nome.signs'), nobody: NOBODY }],
    expression: [
      'nome=(',
      { ...refused('nome.expression'), nobody: NOBODY },
      { dialect: { ...noDialect, search: { wildcards: 'expression' } } },
    ],
    'not-utf-8': [
      'nome=%FF',
      {
        ...refused('nome.not-utf-8'),
        ...{
          take: NOBODY,
          replace: NOBODY,
          'replace-as-java': NOBODY,
          'question-marks': NOBODY,
          'latin-1': NOBODY,
          absent: ALL,
        },
      },
    ],
    escape: ['nome=%zz', { take: NOBODY, ...refused('nome.escape'), absent: ALL }],
    nul: [
      'nome=si%00lva',
      { take: NOBODY, ...refused('nome.nul'), nobody: NOBODY, drop: '1/25/20 20 00000063334' },
    ],
    unknown: ['nome=zzz', { nobody: NOBODY, 'not-found': '404 nome.unknown' }],
    repeated: [
      'nome=silva&nome=zzz',
      {
        ...refused('nome.repeated'),
        first: '1/25/20 20 00000063334',
        last: NOBODY,
        joined: NOBODY,
        absent: ALL,
      },
    ],
  },
  sort: {
    empty: ['sort=', { ...refused('sort.empty'), absent: ALL }],
    blank: ['sort=+', { ...refused('sort.blank'), absent: ALL }],
    padded: ['sort=+nome', { ...refused('sort.padded'), absent: ALL, trim: BY_NAME }],
    capitals: ['sort=NOME', { ...refused('sort.capitals'), absent: ALL, take: BY_NAME }],
    plus: [`sort=${encodeURIComponent('+nome')}`, { ...refused('sort.plus'), absent: ALL, take: BY_NAME }],
    dash: ['sort=-', { ...refused('sort.dash'), absent: ALL }],
    'two-dashes': ['sort=--cpf', { ...refused('sort.two-dashes'), absent: ALL, take: ALL }],
    direction: ['sort=nome+ASC', { ...refused('sort.direction'), absent: ALL, take: BY_NAME }],
    gap: ['sort=-+nome', { ...refused('sort.gap'), absent: ALL, take: '1/25/60 25 00000010006' }],
    'camel-case': [
      'sort=atualizadoEm',
      { ...refused('sort.camel-case'), absent: ALL, take: '1/25/60 25 00000000007' },
    ],
    list: ['sort=nome,-cpf', { ...refused('sort.list'), absent: ALL, first: BY_NAME, each: BY_NAME }],
    'unknown-list': [
      'sort=nome,idade',
      { ...refused('sort.unknown-list'), absent: ALL, first: BY_NAME, each: '400 sort.word' },
      { sortUnknown: 'refuse' },
    ],
    unsupported: ['sort=cpf', { ...refused('sort.unsupported'), absent: ALL }, { sortFields: ['nome'] }],
    word: ['sort=idade', { ...refused('sort.word'), absent: ALL }],
    repeated: [
      'sort=cpf&sort=nome',
      {
        ...refused('sort.repeated'),
        absent: ALL,
        first: `1/25/60 25 ${OLDEST}`,
        last: BY_NAME,
        each: `1/25/60 25 ${OLDEST}`,
        joined: ALL,
      },
    ],
  },
  others: {
    unknown: ['idade=1', { ...refused('others.unknown'), absent: ALL }],
    nameless: ['=1', { ...refused('others.nameless'), absent: ALL }],
    'no-value': ['page', { ...refused('others.no-value'), absent: ALL, empty: '400 page.empty' }],
    empty: ['idade=', { ...refused('others.empty'), absent: ALL }],
    proto: ['__proto__=1', { ...refused('others.proto'), absent: ALL }],
    tracking: ['utm_source=', { ...refused('others.tracking'), absent: ALL }],
    capitals: ['Page=2', { ...refused('others.capitals'), absent: ALL, take: SECOND }],
    'question-mark': ['?page=2', { ...refused('others.question-mark'), absent: ALL, take: SECOND }],
    'padded-name': ['+page=2', { ...refused('others.padded-name'), absent: ALL, take: SECOND }],
    brackets: [
      'page[]=2',
      {
        ...refused('others.brackets'),
        absent: ALL,
        take: SECOND,
        list: '400 page.repeated',
        object: '400 page.word',
      },
    ],
    indexed: [
      'page[0]=2',
      {
        ...refused('others.indexed'),
        absent: ALL,
        take: SECOND,
        list: '400 page.repeated',
        object: '400 page.word',
      },
    ],
    semicolon: ['page=2;rows=50', { take: '400 page.tail', divide: '2/50/60 10 00000010006', absent: ALL }],
    comma: ['page=2,3', { take: '400 page.tail', divide: '400 page.repeated' }],
    'unknown-nested': ['filter[nome]=ana', { ...refused('others.unknown-nested'), absent: ALL }],
    nested: [
      'page[gt]=2',
      { ...refused('others.nested'), absent: ALL, object: '400 page.word', list: '400 page.repeated' },
    ],
    'text-nested': [
      'nome[a]=59',
      { ...refused('others.text-nested'), absent: ALL, object: NOBODY, take: '1/25/1 1 00000065556' },
    ],
    'cpf-nested': [
      'cpf[a]=59',
      { ...refused('others.cpf-nested'), absent: ALL, object: '400 cpf.long-word', take: NOBODY },
    ],
    'sort-nested': [
      'sort[nome]=59',
      { ...refused('others.sort-nested'), absent: ALL, object: ALL, take: ALL },
    ],
    'text-brackets': [
      'nome[]=59',
      {
        ...refused('others.text-brackets'),
        absent: ALL,
        take: '1/25/1 1 00000065556',
        list: '400 nome.repeated',
      },
    ],
  },
}

for (const [row, kinds] of Object.entries(parameterTable)) {
  for (const [kind, choices] of Object.entries(kinds)) {
    const [query, answers, profile = {}] = (cells as never as Record<string, Record<string, Cell<string[]>>>)[
      row
    ]?.[kind] as Cell<string[]>
    for (const choice of choices as readonly string[]) {
      test(`${row}.${kind}: ${choice} makes of ${query} ${answers[choice]}`, async () => {
        const dialect = {
          ...noDialect,
          ...profile.dialect,
          parameters: { [row]: { [kind]: choice } },
        } as Dialect
        assert.is(await short({ ...profile, dialect }, query), answers[choice])
      })
    }
  }
}

/** What one treatment hands on to the next. */
const flows: [parameters: Parameters, query: string, answer: string][] = [
  [{ page: { zero: 'one' } }, 'page=+0+', ALL],
  [{ page: { negative: 'beyond', 'beyond-end': 'last-page' } }, 'page=-9', '3/25/60 10 00000010006'],
  [{ page: { padded: 'refuse' } }, 'page=+0+', '400 page.padded'],
  [{}, 'page=+%2B01.5', '400 page.fraction'],
  [{ page: { fraction: 'number' } }, 'page=+0.5', '400 page.zero'],
  [{ page: { fraction: 'number' } }, 'page=-0.5', '400 page.negative'],
  [{ page: { fraction: 'integer' } }, 'page=.5', ALL],
  [{ page: { huge: 'number' } }, 'page=1e400', ALL],
  [{ page: { repeated: 'first' } }, 'page=x&page=2', '400 page.word'],
  [{ rows: { negative: 'positive', 'off-grid': 'up' } }, 'rows=-30', FIFTY],
  [{ rows: { negative: 'one', 'off-grid': 'up' } }, 'rows=-30', ALL],
  [{ rows: { tail: 'integer', 'off-grid': 'nearest' } }, 'rows=45abc', FIFTY],
  [{ cpf: { word: 'digits' } }, 'cpf=x', NOBODY],
  [{ cpf: { word: 'digits', short: 'absent' } }, 'cpf=x', ALL],
  [{ cpf: { word: 'digits-if-any' } }, 'cpf=x', ALL],
  [{ cpf: { word: 'digits-or-nobody', short: 'refuse' } }, 'cpf=x', NOBODY],
  [{ cpf: { word: 'digits-or-nobody', short: 'refuse' } }, 'cpf=x1', '400 cpf.short'],
  [{ cpf: { masked: 'digits', short: 'zeros' } }, 'cpf=0-7', ONE],
  [{ cpf: { masked: 'nobody', unknown: 'not-found' } }, `cpf=${MASKED}`, '404 cpf.unknown'],
  [{ cpf: { unknown: 'not-found' } }, `cpf=${OLDEST}`, ONE],
  [{ cpf: { unknown: 'not-found' } }, `cpf=${OLDEST}&nome=zzz`, NOBODY],
  [{ cpf: { unknown: 'not-found' } }, 'cpf=00000000191&nome=ana', '404 cpf.unknown'],
  [{ cpf: { 'wrong-digits': 'refuse' } }, 'cpf=00000000191', NOBODY],
  [{ nome: { unknown: 'not-found' } }, `cpf=${OLDEST}&nome=zzz`, '404 nome.unknown'],
  [{ nome: { blank: 'nobody', unknown: 'not-found' } }, 'nome=+', '404 nome.unknown'],
  [{ nome: { padded: 'trim', gaps: 'collapse' } }, 'nome=+ana++clara+2+', '1/25/5 5 00000032226'],
  [{ page: { 'beyond-end': 'last-page' }, nome: { blank: 'nobody' } }, 'nome=+&page=9', NOBODY],
  [{ sort: { padded: 'trim', capitals: 'take' } }, 'sort=+NOME+', BY_NAME],
  [{ sort: { plus: 'take' } }, 'sort=%2B-nome', '1/25/60 25 00000010006'],
  [{ sort: { list: 'each' } }, 'sort=idade,nome', BY_NAME],
  [{ sort: { direction: 'take' } }, 'sort=nome:desc', '1/25/60 25 00000010006'],
  [{ sort: { direction: 'take', capitals: 'take' } }, 'sort=NOME+desc', '1/25/60 25 00000010006'],
  [{ sort: { list: 'each', padded: 'trim' } }, 'sort=nome,+nome,-nome', BY_NAME],
  [{ sort: { list: 'each', word: 'refuse' } }, 'sort=idade,nome,altura', '400 sort.word'],
  [{ sort: { list: 'first', empty: 'absent' } }, 'sort=,nome', ALL],
  [{ sort: { list: 'first' } }, 'sort=-cpf,idade', ALL],
  [{ sort: { list: 'first', 'unknown-list': 'refuse' } }, 'sort=-cpf,cpf,idade', '400 sort.unknown-list'],
  [{ sort: { list: 'first', 'unknown-list': 'refuse' } }, 'sort=-cpf,', ALL],
  [{ sort: { list: 'each', 'unknown-list': 'absent', word: 'refuse' } }, 'sort=idade,nome', '400 sort.word'],
  [{ others: { 'question-mark': 'take' } }, '?Page=2', '400 others.capitals'],
  [{ others: { 'question-mark': 'take', capitals: 'take' } }, '?Page=2', SECOND],
  [{ others: { 'question-mark': 'take' } }, '?idade=1', '400 others.unknown'],
  [{ others: { 'question-mark': 'take' } }, '??page=2', '400 others.unknown'],
  [{ others: { 'question-mark': 'take' } }, '?', '400 others.nameless'],
  [{ others: { 'question-mark': 'take', unknown: 'absent' } }, '?idade=1', ALL],
  [{ others: { 'question-mark': 'absent' } }, '?idade=1', ALL],
  [{ others: { capitals: 'take' } }, 'Page=2&page=2', '400 page.repeated'],
  [{ others: { capitals: 'take' }, page: { repeated: 'last' } }, 'Page=2&page=1&page=3&PAGE=2', SECOND],
  [{ others: { capitals: 'take' }, page: { repeated: 'first' } }, 'Page=3&page=2&PAGE=3', SECOND],
  [{ others: { brackets: 'list' }, page: { repeated: 'last' } }, 'page[]=3&page[]=1&page[0]=2', SECOND],
  [{ others: { brackets: 'take' } }, 'page[]=2&page[]=3', '400 page.repeated'],
  [{ others: { brackets: 'take' } }, 'Page[0]=2', SECOND],
  [{ others: { unknown: 'absent' } }, 'filter[nome]=ana', ALL],
  [{ others: { nested: 'object' } }, 'filter[nome]=ana', ALL],
  [{ others: { nested: 'list' } }, 'filter[nome]=ana', ALL],
  [{ others: { nested: 'list' } }, 'nome[a]=ana', '400 nome.repeated'],
  [{ others: { semicolon: 'divide' } }, ';page=2;', SECOND],
  [{ others: { semicolon: 'divide' } }, 'page=2;page=3', '400 page.repeated'],
  [{ others: { semicolon: 'divide' } }, 'nome=ana+clara%202;page', '400 page.empty'],
  [{ others: { semicolon: 'absent' } }, 'rows=25;page=2&rows=50', FIFTY],
  [{ others: { semicolon: 'absent' } }, 'rows=50', FIFTY],
  [{ others: { comma: 'divide' } }, 'rows=50&page=1%2C2', '400 page.tail'],
  [
    { others: { comma: 'divide' } },
    'rows=50&nome=a,&nome=b&cpf&,',
    '400 cpf.empty,nome.repeated,others.empty',
  ],
  [{ others: { comma: 'divide' }, page: { repeated: 'last' } }, 'page=3,1&page=2', SECOND],
  [{ others: { comma: 'divide', nested: 'list' } }, 'page[a]=1,2', '400 page.repeated'],
  [{ others: { unknown: 'absent' } }, 'idade=1&idade=2&altura=', '400 others.empty'],
  [
    {},
    'altura=&idade=1&page=x&Page=1&sort=',
    '400 page.word,sort.empty,others.empty,others.unknown,others.capitals',
  ],
]
for (const [parameters, query, answer] of flows) {
  test(`${JSON.stringify(parameters)} makes of ${query} ${answer}`, async () =>
    assert.is(await short({ dialect: { ...noDialect, parameters } }, query), answer))
}

for (const [characters, answer] of [
  ['utf-16', NOBODY],
  ['code-points', '400 nome.short'],
  ['graphemes', '400 nome.short'],
] as const) {
  test(`the least length of nome is counted in ${characters}`, async () => {
    const dialect = {
      ...noDialect,
      parameters: { nome: { short: 'refuse' } },
      search: { least: 2 },
    } as Dialect
    assert.is(await short({ characters, dialect }, 'nome=%F0%9F%98%80'), answer)
  })
}

const inBytes: [counted: 'bytes' | 'bytes-without-accents', accent: string][] = [
  ['bytes', NOBODY],
  ['bytes-without-accents', '400 nome.short'],
]

for (const [counted, accent] of inBytes) {
  test(`the least length of nome is counted in ${counted}`, async () => {
    const parameters: Parameters = { nome: { short: 'refuse' } }
    const profile = { dialect: { ...noDialect, parameters, search: { least: 3, counted } } }
    assert.is(await short(profile, 'nome=%F0%9F%98%80'), NOBODY)
    assert.is(await short(profile, 'nome=x%C3%A9'), accent)
    assert.is(await short(profile, 'nome=xy'), '400 nome.short')
  })
}

for (const [choice, busca] of Object.entries({
  ...{ replace: '\ufffd%A', 'replace-as-java': '\ufffd%A', 'question-marks': '?%A', 'latin-1': 'à¤%A' },
})) {
  test(`of a text with broken escapes, the others are read as ${choice}`, async () => {
    const dialect = { ...noDialect, parameters: { nome: { 'not-utf-8': choice } } } as Profile['dialect']
    const profile = { ...defaultProfile, dialect }
    const answer = await twin.ask(profile, {
      method: 'GET',
      url: '/pessoas?nome=%E0%A4%A',
      headers: { authorization: TOKEN },
    })
    assert.is(JSON.parse(answer.text).result.busca, busca)
  })
}

test('Java takes half of a pair for one odd character', async () => {
  for (const [choice, busca] of [
    ['replace', '\ufffd\ufffd\ufffdx'],
    ['replace-as-java', '\ufffdx'],
  ] as const) {
    const dialect = { ...noDialect, parameters: { nome: { 'not-utf-8': choice } } }
    const url = '/pessoas?nome=%ED%A0%80x'
    const { text } = await twin.ask(
      { ...defaultProfile, dialect },
      { method: 'GET', url, headers: { authorization: TOKEN } },
    )
    assert.is(JSON.parse(text).result.busca, busca)
  }
})

const bytes: [query: string, others: Parameters['others'], busca: string][] = [
  ['nome=%E9;page=2', { semicolon: 'divide' }, 'é'],
  ['page=2;nome=%E9', { semicolon: 'divide' }, 'é'],
  ['nome=%E8;&nome=%E9', { semicolon: 'absent' }, 'é'],
  ['nome=%E9;page=2', {}, 'é;page=2'],
  ['?nome=%E9', { 'question-mark': 'take' }, 'é'],
  ['?nome=%E8&nome=%E9', { 'question-mark': 'absent' }, 'é'],
  ['nome[]=%E9', { 'text-brackets': 'take' }, '%E9'],
]
for (const [query, others = {}, busca] of bytes) {
  test(`the bytes of nome in ${query} are read with ${JSON.stringify(others)}`, async () => {
    const dialect = { ...noDialect, parameters: { nome: { 'not-utf-8': 'latin-1' }, others } } as const
    const request = { method: 'GET', url: `/pessoas?${query}`, headers: { authorization: TOKEN } }
    const { text } = await twin.ask({ ...defaultProfile, dialect }, request)
    assert.is(JSON.parse(text).result.busca, busca)
  })
}

const slots: [query: string, profile: Partial<Profile>, slots: Record<string, string | number>][] = [
  ['page=x', {}, { key: 'page', value: 'x', array: '' }],
  ['page=x&page=y', {}, { key: 'page', value: 'x,y', json: '["x","y"]', array: '[]' }],
  ['page=0', {}, { key: 'page', value: '0', limit: 1, array: '' }],
  ['rows=30', {}, { key: 'rows', value: '30', limit: 25, array: '' }],
  ['rows=-30', {}, { key: 'rows', value: '-30', limit: 1, array: '' }],
  ['rows=75', { rowsMaximum: 50 }, { key: 'rows', value: '75', limit: 50, array: '' }],
  ['page=9', { pageBeyondEnd: 'refuse' }, { key: 'page', value: 9, limit: 3, last: 3 }],
  ['page=9', { pageBeyondEnd: 'not-found' }, { key: 'page', value: 9, limit: 3, last: 3 }],
  [
    'page=41',
    { rowsMaximum: 100, dialect: { ...noDialect, limits: { page: 40, rows: 1_000 } } },
    { key: 'page', value: '41', limit: 40, array: '' },
  ],
  ['cpf=7', { cpfLength: 'eleven' }, { key: 'cpf', value: '7', limit: 11, length: 1 }],
  ['nome=', {}, { key: 'nome', value: '' }],
  ['nome[a]=x', {}, { key: 'nome[a]', value: 'x', name: 'nome', json: '{"a":"x"}' }],
  ['nome[]=x', {}, { key: 'nome[]', value: 'x', name: 'nome', json: '["x"]' }],
  [
    'sort=x',
    { sortUnknown: 'refuse', sortFields: ['nome'] },
    { key: 'sort', value: 'x', choices: 'nome, -nome' },
  ],
  ['idade=7', {}, { key: 'idade', value: '7' }],
  ['?idade=7', {}, { key: '?idade', value: '7' }],
  ['?page=7', {}, { key: '?page', value: '7', name: 'page' }],
  [
    '?idade=7',
    { dialect: { ...noDialect, parameters: { others: { 'question-mark': 'take' } } } },
    { key: 'idade', value: '7' },
  ],
  [
    'nome=an',
    { dialect: { ...noDialect, search: { least: 3 }, parameters: { nome: { short: 'refuse' } } } },
    { key: 'nome', value: 'an', limit: 3, length: 2 },
  ],
]
for (const [query, profile, expected] of slots) {
  test(`the slots of ${query} with ${JSON.stringify(profile)}`, async () => {
    const request = { method: 'GET', url: `/pessoas?${query}`, headers: { authorization: TOKEN } }
    const { situations } = await twin.ask({ ...defaultProfile, ...profile }, request)
    assert.equal(
      situations.map(({ slots }) => slots),
      [expected],
    )
  })
}

test('an unknown parameter with fields means nothing, where a known one means an object', async () => {
  const dialect = { ...noDialect, parameters: { others: { nested: 'object' } } } as Dialect
  assert.is(await short({ dialect }, 'idade[gt]=2'), ALL)
})

const infinite: [query: string, profile: Partial<Profile>, answer: string][] = [
  ['page=-Infinity', {}, '400 page.negative'],
  ['page=Infinity', { pageBeyondEnd: 'last-page' }, '3/25/60 10 00000010006'],
  ['page=Infinity', { pageBeyondEnd: 'not-found' }, '404 page.beyond-end'],
  ['rows=Infinity', { rowsOffGrid: 'honour' }, `1/null/60 60 ${NEWEST}`],
  ['rows=Infinity', { rowsOffGrid: 'round-down', rowsMaximum: 50, rowsAboveMaximum: 'cap' }, FIFTY],
  ['rows=Infinity', { rowsOffGrid: 'use-default' }, ALL],
  ['rows=Infinity&page=2', { rowsOffGrid: 'honour' }, '2/null/60 0 -'],
  ['rows=-Infinity', { rowsOffGrid: 'honour' }, `1/1/60 1 ${NEWEST}`],
]
for (const [query, profile, answer] of infinite) {
  test(`${query} is a number with ${JSON.stringify(profile)}`, async () => {
    const number = { infinity: 'number' } as const
    const dialect = { ...noDialect, parameters: { page: number, rows: number } }
    assert.is(await short({ ...profile, dialect }, query), answer)
  })
}

const exact: [query: string, profile: Partial<Profile>, atual: string, linhas: string][] = [
  ['page=9007199254740993', {}, '9007199254740993', '25'],
  ['page=+00099999999999999999999+', {}, '99999999999999999999', '25'],
  ['page=1e30', {}, '1e+30', '25'],
  ['page=9007199254740993', { pageBeyondEnd: 'last-page' }, '3', '25'],
  ['rows=99999999999999999975', {}, '1', '99999999999999999975'],
  ['rows=99999999999999999975', { rowsMaximum: 50, rowsAboveMaximum: 'cap' }, '1', '50'],
  // As numbers of JavaScript, these two change places: the first one is off the grid, the second one is on it.
  ['rows=9007199254741025', { rowsOffGrid: 'use-default' }, '1', '9007199254741025'],
  ['rows=9007199254741001', { rowsOffGrid: 'use-default' }, '1', '25'],
  ['rows=9007199254741001', { rowsOffGrid: 'round-down' }, '1', '9007199254741000'],
  ['rows=9007199254740999', { rowsOffGrid: 'round-down' }, '1', '9007199254740975'],
  ['rows=-9007199254741025', { rowsOffGrid: 'round-down' }, '1', '25'],
  ['page=2&rows=50', {}, '2', '50'],
]
const forms = [
  {},
  { list: { itens: '{itens}', p: ['{atual}', '{linhas:number}'], text: 'página {atual} de {linhas:text}' } },
]
for (const [query, profile, atual, linhas] of exact) {
  test(`${query} is repeated with all digits, with ${JSON.stringify(profile)}`, async () => {
    const numbers = { huge: 'exact', 'leading-zeros': 'number' } as const
    for (const shape of forms) {
      const parameters = { page: numbers, rows: { ...numbers, 'huge-multiple': 'exact' } } as const
      const { text } = await twin.ask(
        { ...defaultProfile, ...profile, dialect: { ...noDialect, parameters, shape } },
        { method: 'GET', url: `/pessoas?${query}`, headers: { authorization: TOKEN } },
      )
      const expected = shape.list
        ? `"p":[${atual},${linhas}],"text":"página ${atual} de ${linhas}"`
        : `"atual":${atual},"linhas":${linhas},`
      assert.ok(text.includes(expected), `${expected}\n${text}`)
    }
  })
}

test('what is counted from a huge page keeps all digits, too', async () => {
  const list = { atual: '{atual:number}', antes: '{anterior}', em: '{atual:next}', itens: '{itens}' }
  const parameters = { page: { huge: 'exact' } } as const
  for (const atual of ['taken', 'sent'] as const) {
    const dialect = { ...noDialect, parameters, shape: { list, atual } }
    const { text } = await twin.ask(
      { ...defaultProfile, dialect },
      { method: 'GET', url: '/pessoas?page=9007199254740993', headers: { authorization: TOKEN } },
    )
    assert.is(text, '{"atual":9007199254740993,"antes":9007199254740992,"em":9007199254740994,"itens":[]}')
  }
})

test('a refusal of a huge page keeps all digits in its text', async () => {
  const refusals = { phrases: { 'page.beyond-end': '{value} > {limit}' } }
  const dialect = { ...noDialect, parameters: { page: { huge: 'exact' } }, refusals } as const
  const { text } = await twin.ask(
    { ...defaultProfile, pageBeyondEnd: 'not-found', dialect },
    { method: 'GET', url: '/pessoas?page=9007199254740993', headers: { authorization: TOKEN } },
  )
  assert.is(JSON.parse(text).message, '9007199254740993 > 3')
})

test('several fields sort one after the other', async () => {
  const dialect = { ...noDialect, parameters: { sort: { list: 'each' } } } as Dialect
  const named = smallWorld()
  for (const person of named.pessoas) person.nome = person.nome.replace(/ \d+$/, '')
  const request = { method: 'GET', url: '/pessoas?rows=75&sort=nome,-cpf', headers: { authorization: TOKEN } }
  const { text } = await createTwin(named).ask({ ...defaultProfile, dialect }, request)
  const { itens } = JSON.parse(text).result as { itens: { cpf: string; nome: string }[] }
  const expected = itens.toSorted((a, b) => a.nome.localeCompare(b.nome, 'pt-BR') || (a.cpf < b.cpf ? 1 : -1))
  assert.equal(itens, expected)
  assert.is(itens.length, 60)
})

test('a sort that is ignored can leave the order of the dataset', async () => {
  const ordering = { unsorted: 'stored' } as const
  const dialect = { ...noDialect, ordering }
  for (const sort of ['idade', '-idade', '-', 'NOME', 'nome,cpf', '%20'])
    assert.is(await short({ dialect }, `sort=${sort}`), `1/25/60 25 ${OLDEST}`, sort)
  for (const query of ['', 'sort=', 'sort=-cpf']) {
    const usual = await short({ emptyParameter: 'as-absent' }, query)
    assert.is(await short({ emptyParameter: 'as-absent', dialect }, query), usual, query)
  }
  assert.is(await short({ sortUnknown: 'refuse', dialect }, 'sort=idade'), '400 sort.word')
})

test('a sort that is ignored can still say the direction', async () => {
  const dialect = { ...noDialect, ordering: { unsorted: 'signed' } } as const
  for (const sort of ['idade', 'NOME', 'nome,cpf', '%20'])
    assert.is(await short({ dialect }, `sort=${sort}`), `1/25/60 25 ${OLDEST}`, sort)
  for (const sort of ['-idade', '-', '--nome']) assert.is(await short({ dialect }, `sort=${sort}`), ALL, sort)
  assert.is(await short({ dialect }, ''), ALL)
})

test('a search can be a regular expression', async () => {
  const search = { wildcards: 'expression' } as const
  const found = (query: string, knobs: Partial<Profile> = {}) =>
    short({ ...knobs, dialect: { ...noDialect, search } }, `nome=${encodeURIComponent(query)}`)
  const silva = await short({}, 'nome=silva')
  assert.is(await found('S.lva'), silva)
  assert.is(await found('^jos.+silva'), silva)
  assert.is(await found('silva'), silva)
  assert.is(await found('s.lva', { nomeFolding: 'none' }), NOBODY)
  assert.is(await found('silv.', { nomeMatching: 'prefix' }), NOBODY)
  assert.is(await found('jose|xyz', { nomeFolding: 'case-and-accents' }), silva)
  assert.is(await found('s('), '400 nome.expression')
})

test.run()
