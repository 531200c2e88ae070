import { bodyTable } from './body-table.ts'
import {
  type Dialect,
  type HeaderParts,
  type Limits,
  lastTieOrders,
  type Ordering,
  otherCollations,
  otherFoldings,
  type PlainAnswer,
  type Redirect,
  type Search,
  type Shape,
  steps,
  tieOrders,
  wordMatchings,
} from './dialect.ts'
import { colons, commas, digitCases, ends, escapableSigns, type JsonStyle } from './json-style.ts'
import { widerKinds } from './kind-fallbacks.ts'
import { parameterTable } from './parameter-table.ts'
import { bodyRows } from './profile.ts'
import { routeTable } from './route-table.ts'
import type { Frame, Joining, Phrase, Refusals } from './wording.ts'

/** What a value of a profile's tables may be: the check of profiles and their JSON Schema both follow it. */
export type Form =
  | { kind: 'choice'; choices: readonly (string | number)[] }
  | { kind: 'whole'; least: number; most: number }
  | { kind: 'share' }
  /** A string; `such` describes its pattern in an error, in parentheses. */
  | { kind: 'text'; most: number; pattern?: RegExp; such?: string; orNull?: boolean }
  | { kind: 'template' }
  /** A list, or a word in place of it. */
  | { kind: 'list'; of: Form; most: number; words?: readonly string[] }
  /** A list of all choices in some order, or an empty one. Those that came later may be missing. */
  | { kind: 'order'; choices: readonly string[]; later: readonly string[] }
  | ObjectForm
  | { kind: 'map'; names: readonly string[] | RegExp; of: Form }
  /** A text, or an object. */
  | { kind: 'text-or-object'; most: number; object: ObjectForm }

interface ObjectForm {
  kind: 'object'
  keys: Readonly<Record<string, Form>>
  required?: readonly string[]
  /** Exactly one of these is there. */
  oneOf?: readonly string[]
}

/** The most characters of a template as JSON, and the most levels of its lists and objects. */
export const TEMPLATE_CHARACTERS = 20_000
export const TEMPLATE_DEPTH = 12

/** The most characters of a text, such as a page of errors with its style sheet. */
export const LONGEST_TEXT = 16_000
/** The most characters of a header. */
export const LONGEST_HEADER = 2_000
/** The most parts of a header that are said apart, such as the links of `Link`. */
export const MOST_HEADER_PARTS = 20
const MOST_LENGTH = 1_000_000
const MOST_NUMBER = 2_147_483_647
/** The most bytes of a body that a profile can make the simulator read. */
export const MOST_BYTES = 16_777_216
/** The longest URL that a profile can make the simulator read. */
export const MOST_URL = 65_536

const text: Form = { kind: 'text', most: LONGEST_TEXT }
const template: Form = { kind: 'template' }
const length: Form = { kind: 'whole', least: 0, most: MOST_LENGTH }
const choice = (...choices: readonly string[]): Form => ({ kind: 'choice', choices })
const texts: Extract<Form, { kind: 'list' }> = { kind: 'list', of: text, most: 100 }

/** The form of a type, which compiles only if it names each key of it. */
function object<T>(
  keys: Readonly<Record<keyof T & string, Form>>,
  rules: Omit<ObjectForm, 'kind' | 'keys'> = {},
): ObjectForm {
  return { kind: 'object', keys, ...rules }
}

/** Signs of ASCII, of Latin-1, and dashes and quotes of typography. */
const SIGNS = /^[!-/:-@[-`{-~\xa1-\xbf\u2010-\u2027]*$/

const headerNames = /^[\w!#$%&'*+.^`|~-]{1,100}$/
const headerValue = {
  kind: 'text',
  most: LONGEST_HEADER,
  pattern: /^[\t\x20-\x7e\x80-\xff]*$/,
  such: 'only characters that HTTP allows in a header',
} satisfies Form

/** Names and values of headers that HTTP/1.1 can carry. */
const headers: Form = {
  kind: 'map',
  names: headerNames,
  of: { ...headerValue, orNull: true },
}

/** Headers with slots. Signs that HTTP cannot carry are found when the slots have their values. */
const listHeaders: Form = {
  kind: 'map',
  names: headerNames,
  of: {
    kind: 'text-or-object',
    most: LONGEST_HEADER,
    object: object<HeaderParts>(
      {
        parts: {
          kind: 'list',
          of: {
            kind: 'text-or-object',
            most: LONGEST_HEADER,
            object: object({ text, if: text }, { required: ['text', 'if'] }),
          },
          most: MOST_HEADER_PARTS,
        },
        between: choice(', ', ','),
      },
      { required: ['parts'] },
    ),
  },
}

type Table = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

function tableForm(table: Table): ObjectForm {
  const rows = Object.entries(table).map(([row, columns]) => {
    const cells = Object.entries(columns).map(([column, choices]) => [column, choice(...choices)])
    return [row, object(Object.fromEntries(cells))]
  })
  return object(Object.fromEntries(rows))
}

/** The situations that are not cells of a table. */
const otherSituations = [
  'url.too-long',
  ...['payload.unknown', 'payload.nameless', 'payload.proto', 'body.unread', 'body.too-large'],
  ...['type.get', 'type.accept'],
  ...['json.malformed', ...Object.keys(widerKinds.json as object).map((kind) => `json.${kind}`)],
  ...['token.none', 'token.scheme', 'token.wrong', 'token.disabled'],
  ...['token.scheme-only', 'token.several-words'],
  ...[
    'route.unknown',
    'route.method',
    'route.list-method',
    'route.list-post',
    'route.trace',
    'route.list-trace',
    'route.options',
    'route.list-options',
    'route.preflight',
    'rows.above-limit',
    'route.head',
    'route.list-head',
    'route.unknown-head',
    'route.escape',
    'route.long-number',
    'route.refused',
    'route.signs',
    'route.bytes',
    'route.query-escape',
    'route.query-bytes',
    'route.shape',
    'route.elsewhere',
    'route.root',
    'route.dots',
    'route.below-report',
    'route.between',
    'route.before-number',
    'route.before-number-get',
    'route.slashes',
    'route.slashes-report',
    'route.suffix',
    'route.get',
    'route.no-token',
  ],
  ...[
    'report.no-number',
    'report.escape',
    'report.unknown',
    'report.shape',
    'report.foreign',
    'report.decided',
    'report.rejected',
    'report.decided-rejection',
    'report.rejected-rejection',
  ],
]

/** Every situation that can have a phrase. */
export const situations: readonly string[] = [
  ...[parameterTable, bodyTable].flatMap((table: Table) =>
    Object.entries(table).flatMap(([row, columns]) =>
      Object.keys(columns).map((column) => `${row}.${column}`),
    ),
  ),
  ...otherSituations,
]

/** The names of phrases: situations, and those of all situations of one row or one column. */
const phraseNames = [
  ...new Set([
    ...situations,
    ...situations.map((name) => `*.${name.split('.')[1]}`),
    ...situations.map((name) => `${name.split('.')[0]}.*`),
  ]),
]

/** What slots such as `{own.code}` stand for. */
const own: Form = { kind: 'map', names: /^[\w.-]{1,100}$/, of: template }

const phrase: Form = {
  kind: 'text-or-object',
  most: LONGEST_TEXT,
  object: object<Exclude<Phrase, string>>({ text, frame: text, keys: texts, source: text, own }),
}

const joining = object<Joining>({
  told: choice('all', 'first'),
  order: { ...texts, words: ['sent', 'sorted'] },
  missing: choice('first', 'last'),
  unknown: choice('sorted', 'sorted-in-text'),
  unknownTold: choice('first'),
  alone: { kind: 'list', of: { kind: 'choice', choices: phraseNames }, most: 200 },
  aloneTold: choice('all', 'first'),
  aloneIn: choice('text'),
  aloneKeys: choice('all', 'first'),
  aloneOrder: { ...texts, words: ['sent', 'sorted'] },
  aloneBetween: text,
  stopAt: { kind: 'list', of: { kind: 'choice', choices: phraseNames }, most: 200 },
  later: { kind: 'list', of: { kind: 'choice', choices: phraseNames }, most: 200 },
  between: text,
  last: text,
  lists: choice('own'),
  betweenKeys: text,
  mergedKeys: choice('all'),
  severalKeys: text,
  severalOwn: object({ between: text, own }, { required: ['between', 'own'] }),
  heading: text,
  before: text,
  after: text,
  around: choice('own'),
  instead: text,
  keys: choice('all', 'first'),
  each: choice('all'),
  eachOrder: choice('sorted', 'usual'),
  keysOrder: choice('sorted'),
})

const buscaForm = choice(
  ...['sent', 'sent-if-taken', 'taken', 'trimmed', 'lower-case', 'upper-case'],
  ...['without-accents', 'lower-case-without-accents', 'trimmed-lower-case', 'squished'],
)

const busca = object(
  {
    of: choice('nome', 'cpf', 'nome-or-cpf', 'cpf-or-nome'),
    join: text,
    first: choice('cpf'),
    empty: choice('repeated'),
    as: buscaForm,
    cpf: buscaForm,
  },
  { oneOf: ['of', 'join'] },
)

const json = object<JsonStyle>({
  colon: choice(...colons),
  comma: choice(...commas),
  brackets: choice('spaced'),
  indent: { kind: 'text', most: 8, pattern: /^(?: {1,8}|\t)$/, such: '1 to 8 spaces, or one tab' },
  end: choice(...ends),
  nonAscii: choice(...digitCases),
  pairs: choice(...digitCases),
  signs: {
    kind: 'text',
    most: escapableSigns.length,
    pattern: /^["&'+<=>`\x7f\u2028\u2029]*$/,
    such: 'only " & \' + < = > ` DEL U+2028 U+2029',
  },
  signDigits: choice(...digitCases),
  slash: choice('escaped'),
  replaced: choice('escaped'),
})

const frame = object<Frame>(
  { status: { kind: 'whole', least: 200, most: 599 }, body: template, headers, json, own },
  { required: ['status', 'body'] },
)

const words = {
  frames: { kind: 'map', names: /^[\w. -]{1,60}$/, of: frame },
  phrases: { kind: 'map', names: phraseNames, of: phrase },
} as const

const plainAnswer = object<PlainAnswer>({ text, headers })

/** The form of the tables of a profile. */
export const dialectForm: ObjectForm = object<Dialect>({
  parameters: tableForm(parameterTable),
  bodies: tableForm(bodyTable),
  routes: tableForm(routeTable),
  steps: { kind: 'order', choices: steps, later: ['size'] },
  search: object<Search>({
    least: length,
    most: length,
    counted: choice('bytes', 'bytes-without-accents'),
    words: choice(...wordMatchings),
    folding: choice(...otherFoldings),
    dividers: {
      kind: 'text',
      most: 32,
      pattern: SIGNS,
      such: 'only ASCII punctuation, U+00A1 to U+00BF and U+2010 to U+2027',
    },
    divided: choice('both', 'names'),
    wordless: choice('nobody', 'everybody'),
    composed: choice('yes', 'no'),
    wildcards: choice('yes', 'no', 'escaped', 'expression'),
    busca,
  }),
  ordering: object<Ordering>({
    collation: choice(...otherCollations),
    ties: choice(...tieOrders),
    unsorted: choice('default', 'stored', 'signed'),
    defaultTies: choice(...tieOrders),
    lastTies: choice(...lastTieOrders),
  }),
  limits: object<Limits>({
    url: { kind: 'whole', least: 256, most: MOST_URL },
    body: { kind: 'whole', least: 1, most: MOST_BYTES },
    number: { kind: 'whole', least: 36, most: MOST_LENGTH },
    page: { kind: 'whole', least: 1, most: MOST_NUMBER },
    rows: { kind: 'whole', least: 25, most: MOST_NUMBER },
  }),
  refusals: object<Refusals>({
    ...words,
    joining: object({ query: joining, payload: joining }),
    ifJson: object(words),
    ifHtml: object(words),
  }),
  shape: object<Shape>({
    list: template,
    item: template,
    validation: template,
    rejection: template,
    linkPath: choice('as-sent'),
    utc: choice('Z', '+00:00', '+0000', '-00:00'),
    atual: choice('taken', 'sent'),
    linhas: choice('taken', 'sent'),
    headers,
    listHeaders,
    allow: object({ list: headerValue, report: headerValue }),
    refusalHeaders: headers,
    decisionHeaders: headers,
    headHeaders: headers,
    headRefusalHeaders: headers,
    largeHeaders: object(
      { from: { kind: 'whole', least: 1, most: MOST_LENGTH }, headers },
      { required: ['from', 'headers'] },
    ),
    options: object({ list: plainAnswer, report: plainAnswer, preflight: plainAnswer }),
    redirect: object<Redirect>({ text, headers, methods: choice('any') }),
    json,
    refusalJson: json,
  }),
})

const likeness = object(
  { share: { kind: 'share' }, atLeast: { kind: 'share' } },
  { required: ['share', 'atLeast'] },
)

/** The forms of what a profile has beside its knobs. */
export const profileForms: Readonly<Record<'version' | 'measured' | 'assumed' | 'dialect', Form>> = {
  version: { kind: 'choice', choices: [1, 2] },
  measured: object(
    {
      at: text,
      questions: { kind: 'whole', least: 1, most: MOST_LENGTH },
      behaves: likeness,
      toTheLetter: likeness,
    },
    { required: ['at', 'questions', 'behaves', 'toTheLetter'] },
  ),
  assumed: { kind: 'list', of: { kind: 'choice', choices: bodyRows }, most: bodyRows.length },
  dialect: dialectForm,
}
