/**
 * How a service treats what one knob is too coarse for: the tables of a profile. Each entry names a situation and what
 * happens in it. Where a table has no entry, the knobs decide, so a profile without tables means what it always meant.
 */

/** The kinds of a `page` or `rows` that is not a plain whole number of at least 1, and what may happen to each. */
const numeral = ['refuse', 'absent', 'number', 'integer', 'up', 'nearest'] as const
const below = ['refuse', 'absent', 'one', 'positive'] as const
const offGrid = ['refuse', 'absent', 'down', 'up', 'nearest', 'honour'] as const
const numbers = {
  empty: numeral,
  blank: numeral,
  /** Blanks around a number. */
  padded: numeral,
  plus: numeral,
  'leading-zeros': numeral,
  /** `2.0` */
  point: numeral,
  fraction: numeral,
  exponent: numeral,
  hexadecimal: numeral,
  /** `25abc` */
  tail: numeral,
  /** `1_0`; `digits` reads all digits. As `tail` by default. */
  underscores: ['refuse', 'absent', 'integer', 'digits'],
  /** Anything else that is not a number. */
  word: numeral,
  /** Above 2^31 - 1, up to 2^53. */
  large: numeral,
  /** Above 2^53. */
  huge: numeral,
  zero: below,
  negative: below,
  repeated: ['refuse', 'absent', 'first', 'last', 'joined'],
} as const

const beyondEnd = ['empty', 'refuse', 'not-found', 'last-page', 'first-page'] as const

/**
 * What happens to each kind of value of each parameter. `refuse` refuses the request. `absent` is the same as without
 * the parameter. For numbers, `number` reads all of the text and rounds down, `integer` reads the digits at its
 * beginning, `up` and `nearest` round a fraction; what they cannot read is absent. `nobody` finds nobody.
 */
export const parameterTable = {
  page: {
    ...numbers,
    'beyond-end': beyondEnd,
    /** Any page after the first of a list that has nobody. As `beyond-end` by default. */
    'beyond-nobody': beyondEnd,
  },
  rows: {
    ...numbers,
    'off-grid': offGrid,
    /** From 1 to 24. As `off-grid` by default. */
    'below-grid': offGrid,
    /** Below 0 and off the grid, too. As `negative` by default. */
    'negative-off-grid': below,
    'above-maximum': ['refuse', 'cap', 'absent'],
  },
  cpf: {
    empty: ['refuse', 'absent', 'nobody'],
    blank: ['refuse', 'absent', 'nobody'],
    /** Blanks around digits. */
    padded: ['refuse', 'digits', 'nobody', 'absent'],
    /** With its mask. */
    masked: ['refuse', 'digits', 'nobody', 'absent'],
    /** Digits with some signs of a mask, such as `927747826-86`. As `masked` by default. */
    'half-masked': ['refuse', 'digits', 'nobody', 'absent'],
    /** Anything else that is not digits only. */
    word: ['refuse', 'digits', 'nobody', 'absent'],
    /** Fewer than eleven digits. `beginning` finds all whose CPF begins like this. */
    short: ['refuse', 'nobody', 'zeros', 'absent', 'beginning'],
    long: ['refuse', 'nobody', 'absent'],
    /** Eleven digits with wrong check digits. */
    'wrong-digits': ['nobody', 'refuse', 'not-found'],
    /** Eleven times the same digit, which no person has. */
    'same-digits': ['nobody', 'refuse', 'not-found'],
    /** A CPF that the organization did not query. */
    unknown: ['nobody', 'not-found', 'refuse'],
    repeated: ['refuse', 'first', 'last', 'joined', 'absent', 'nobody'],
  },
  nome: {
    empty: ['refuse', 'absent'],
    blank: ['refuse', 'absent', 'take', 'nobody'],
    padded: ['take', 'trim', 'refuse'],
    /** Several blanks between words. */
    gaps: ['take', 'collapse', 'refuse'],
    /** Fewer characters than `least`. */
    short: ['take', 'refuse', 'absent', 'nobody'],
    /** More characters than `most`. */
    long: ['take', 'refuse', 'nobody'],
    /** A text without any letter. */
    signs: ['take', 'refuse', 'nobody'],
    /** Escapes of bytes that are not UTF-8. `replace` reads them as U+FFFD. */
    'not-utf-8': ['take', 'refuse', 'replace', 'latin-1'],
    /** `%` without two hexadecimal digits after it. */
    escape: ['take', 'refuse'],
    /** A text that finds nobody. */
    unknown: ['nobody', 'not-found'],
    repeated: ['refuse', 'first', 'last', 'joined', 'absent'],
  },
  sort: {
    empty: ['refuse', 'absent'],
    blank: ['refuse', 'absent'],
    padded: ['refuse', 'absent', 'trim'],
    capitals: ['refuse', 'absent', 'take'],
    /** `+nome`, with its sign encoded. */
    plus: ['refuse', 'absent', 'take'],
    /** `-` alone. */
    dash: ['refuse', 'absent'],
    /** `--nome` */
    'two-dashes': ['refuse', 'absent', 'take'],
    /** `- nome`; as `word` by default. */
    gap: ['refuse', 'absent', 'take'],
    /** `nome desc`, `nome:asc` */
    direction: ['refuse', 'absent', 'take'],
    /** `nome,-cpf` */
    list: ['refuse', 'absent', 'first', 'each'],
    /** A field of a person that the service does not sort by. */
    unsupported: ['refuse', 'absent'],
    word: ['refuse', 'absent'],
    repeated: ['refuse', 'absent', 'first', 'last', 'each', 'joined'],
  },
  others: {
    unknown: ['refuse', 'absent'],
    /** An unknown parameter without a value. */
    empty: ['refuse', 'absent'],
    /** What browsers and campaigns add: `_`, `_t`, `utm_source`. */
    tracking: ['refuse', 'absent'],
    /** `Page` */
    capitals: ['refuse', 'absent', 'take'],
    /** `rows[gt]`; as `unknown` by default. */
    nested: ['refuse', 'absent'],
    /** `page[]`; `list` takes it for `page` sent several times. */
    brackets: ['refuse', 'absent', 'take', 'list'],
  },
} as const

/** What happens to each kind of value of each field of the body, and to bodies that are not objects. */
const bodyChoices = ['refuse', 'accept'] as const
export const bodyTable = {
  aprovar: {
    missing: bodyChoices,
    null: bodyChoices,
    /** `"true"` and `"false"` */
    text: bodyChoices,
    /** `"True"` */
    capitals: bodyChoices,
    /** `"1"` and `"0"` */
    'bit-text': bodyChoices,
    'empty-text': bodyChoices,
    /** `"yes"`, `"off"`, `"t"` and so on. As `word` by default. */
    yes: bodyChoices,
    /** `" true"`; as `word` by default. */
    padded: bodyChoices,
    /** Any other string. */
    word: bodyChoices,
    /** 1 and 0 */
    bit: bodyChoices,
    number: bodyChoices,
    /** `1.5`; as `number` by default. */
    fraction: bodyChoices,
    array: bodyChoices,
    object: bodyChoices,
  },
  mensagem: {
    missing: bodyChoices,
    null: bodyChoices,
    'empty-text': bodyChoices,
    /** Blanks only, at least as many as the minimum. */
    blank: bodyChoices,
    short: bodyChoices,
    /** Blanks only, fewer than the minimum. As `short` by default. */
    'short-blank': bodyChoices,
    /** Long enough only because of the blanks around it. */
    padded: bodyChoices,
    long: bodyChoices,
    number: bodyChoices,
    boolean: bodyChoices,
    array: bodyChoices,
    object: bodyChoices,
  },
  body: {
    /** No body at all. */
    none: ['refuse', 'as-object'],
    null: ['refuse', 'as-object'],
    /** `as-keys` takes the places of a list for the keys of an object. */
    array: ['refuse', 'as-object', 'as-keys'],
    text: ['refuse', 'as-object'],
    number: ['refuse', 'as-object'],
    boolean: ['refuse', 'as-object'],
    /** The key `__proto__`. */
    proto: ['refuse', 'unknown-key'],
    /** A byte order mark before the JSON. */
    mark: ['read', 'refuse'],
  },
  /** `as-none` takes the body for none at all, `as-empty` for `{}`, `text` for a string; `form` reads a form. */
  type: {
    plain: ['refuse', 'read', 'as-none', 'text', 'as-empty'],
    /** `text/html` and other text; as `plain` by default. */
    'other-text': ['refuse', 'read', 'as-none', 'text', 'as-empty'],
    form: ['refuse', 'read', 'as-none', 'form', 'as-empty'],
    xml: ['refuse', 'read', 'as-none', 'as-empty'],
    /** `text/xml`; as `xml` by default. */
    'text-xml': ['refuse', 'read', 'as-none', 'text', 'as-empty'],
    /** `application/x+json` */
    suffix: ['read', 'refuse', 'as-none'],
    none: ['read', 'refuse', 'as-none', 'as-empty'],
    malformed: ['refuse', 'read', 'as-none', 'as-empty'],
    /** `application/octet-stream`; as `other` by default. */
    bytes: ['refuse', 'read', 'as-none', 'as-empty'],
    other: ['refuse', 'read', 'as-none', 'as-empty'],
  },
} as const

/**
 * What happens to paths and methods that are near those of the document. `moved` answers a GET with 301 and others with
 * 308, `temporary` all with 307, `moved-get` a GET with 301 and others with 307; all name the path of the document.
 */
const nearPath = ['unknown', 'same', 'moved', 'temporary', 'moved-get'] as const
const nearMethod = ['unknown', 'not-allowed', 'no-content', 'ok'] as const
export const routeTable = {
  path: {
    'trailing-slash': nearPath,
    'double-slash': nearPath,
    capitals: nearPath,
    /** `/pesso%61s` */
    encoded: ['same', 'unknown'],
  },
  method: {
    head: ['same', ...nearMethod],
    options: nearMethod,
    /** OPTIONS without a token, where it is answered with 200 or 204. */
    'options-without-token': ['same', 'refuse'],
    /** A method that HTTP knows, on a path of the document. */
    other: nearMethod,
  },
  /** A GET with the Content-Type of something else. */
  type: { get: ['same', 'refuse'] },
  /** `bearer` and `BEARER`; several blanks between `Bearer` and the token. */
  token: {
    'scheme-capitals': ['same', 'refuse'],
    'scheme-gaps': ['same', 'refuse'],
    /** Another word before the token, where none is needed. */
    'scheme-other': ['refuse', 'same'],
  },
} as const

type TableOf<T> = {
  -readonly [Row in keyof T]?: {
    -readonly [Column in keyof T[Row]]?: T[Row][Column] extends readonly (infer C)[] ? C : never
  }
}
export type Parameters = TableOf<typeof parameterTable>
export type Bodies = TableOf<typeof bodyTable>
export type Routes = TableOf<typeof routeTable>

/**
 * What a request is judged by, in the order of the default. `query` is for GET, all after `type` for POST. A `route`
 * after `token` hides unknown routes and methods from strangers.
 */
export const steps = ['route', 'token', 'type', 'json', 'number', 'query', 'body', 'report', 'state'] as const
export type JudgingStep = (typeof steps)[number]

/** How `nome` is compared beyond what its knobs say. */
export interface Search {
  /** The minimum length of `nome`, in characters; `parameters.nome.short` says what happens below it. */
  least?: number
  /** The maximum length of `nome`; `parameters.nome.long` says what happens above it. */
  most?: number
  /**
   * Each word of the search, in any order, is in the name (`words`), begins a word of it (`word-beginnings`), or is one
   * of its words (`whole-words`). `token-beginnings` divides words at signs such as `-` and `'`, too.
   */
  words?: 'words' | 'word-beginnings' | 'whole-words' | 'token-beginnings'
  /** Whether letters with combining accents are compared as their composed forms; `no` by default. */
  composed?: 'yes' | 'no'
  /** Whether `%` and `_` in a search stand for any letters and any letter, as in SQL; `no` by default. */
  wildcards?: 'yes' | 'no'
  /** What `busca` repeats: one parameter, the first one sent, or both with a text between them. */
  busca?:
    | { of: 'nome' | 'cpf' | 'nome-or-cpf' | 'cpf-or-nome'; as?: BuscaForm }
    | { join: string; as?: BuscaForm }
}
/**
 * `taken` repeats what was searched for, after trimming, stripping and so on; `sent`, `trimmed` and
 * `trimmed-lower-case` the text as it was sent. The others change what was taken.
 */
export type BuscaForm =
  | 'sent'
  | 'taken'
  | 'trimmed'
  | 'lower-case'
  | 'upper-case'
  | 'without-accents'
  | 'lower-case-without-accents'
  | 'trimmed-lower-case'

export const otherCollations = [
  'folded',
  'capitals-first',
  'without-blanks',
  'without-blanks-exact',
  'letters',
] as const
export const tieOrders = [
  'cpf',
  'cpf-descending',
  'cpf-with-order',
  'newest',
  'oldest',
  'nome',
  'stored',
  'stored-with-order',
] as const

/** How lists are ordered beyond what their knobs say. */
export interface Ordering {
  /**
   * The order of names: `folded` ignores accents and capitals, `capitals-first` puts them before small letters, and
   * `without-blanks` ignores blanks and punctuation, as databases do with the collation of a locale, and
   * `without-blanks-exact` orders by code points what is equal then. `letters` ignores accents and capitals, too, but
   * orders as `pt-BR` does.
   */
  collation?: (typeof otherCollations)[number]
  /**
   * What orders persons whose keys are equal: `cpf`, or its reverse, always or where the order is descending, their last
   * update, their name, or `stored`, the order of the dataset; `stored-with-order` reverses that where the order is
   * descending.
   */
  ties?: (typeof tieOrders)[number]
  /** The same for lists without `sort`; as `ties` by default. */
  defaultTies?: (typeof tieOrders)[number]
}

/**
 * A JSON value with slots such as `{text}` in its strings and keys. A string that is one slot alone becomes its value,
 * with its type. A slot can have a form: `{total:number}`, `{atual:text}`, `{nome:upper-case}`, `{nome:lower-case}`,
 * `{key:capital}`, `{value:length}`, `{cpf:masked}`, `{json:pretty}`, `{json:printed}` (as Yup prints it), `{json:parsed}`
 * (the value itself), `{keys:html}` (with the escapes of hapi),
 * `{character:quoted}` (with escapes), `{position:next}` and `{limit:before}` (a number plus or minus one).
 */
export type Template =
  | string
  | number
  | boolean
  | null
  | readonly Template[]
  | { readonly [key: string]: Template }

/** A reason to refuse a request, as the tables of a profile name it. */
export interface Situation {
  /** `page.word`, `payload.unknown`, `token.wrong`, `report.unknown` and so on. */
  name: string
  /** The values for the slots of its text: `key`, `value`, `limit`, `length`, `last`. */
  slots: Readonly<Record<string, string | number>>
}

/** The form of an answer that refuses. */
export interface Frame {
  status: number
  /**
   * The body. A string that is `{keys}` alone becomes the list of keys. A list whose only element contains `{key}`,
   * `{text}` or a slot such as `{own.code}`, and an object whose only key is `{key}`, is repeated for each fault. A
   * string is sent as it is.
   */
  body: Template
  /** In place of the headers of every refusal; null leaves one out. */
  headers?: Readonly<Record<string, string | null>>
  /** What slots such as `{own.code}` stand for, where the phrase of a fault says nothing else. */
  own?: Readonly<Record<string, Template>>
}

/**
 * The text for a situation; an object where more than its text differs: its frame, the name of its key, its source, or
 * what the body says of it in slots of its own, such as `{own.code}`.
 */
export type Phrase =
  | string
  | {
      text?: string
      frame?: string
      keys?: readonly string[]
      source?: string
      own?: Readonly<Record<string, Template>>
    }

/** How several faults of one request are told. */
export interface Joining {
  /** All of them, or the first. In place of the knob `faults`. */
  told?: 'all' | 'first'
  /**
   * The order of fields: names of fields; `*` stands for unknown ones. `sent`: as they came, missing ones last.
   * `sorted`: by their names.
   */
  order?: readonly string[] | 'sent' | 'sorted'
  /**
   * Situations, named as those of phrases: faults of these are told without the others, as by a service that reads the
   * body into types before it looks at the values.
   */
  alone?: readonly string[]
  /** How many of those are told; all by default. */
  aloneTold?: 'all' | 'first'
  /** What stands between two texts; `. ` by default. */
  between?: string
  /** What stands between the names of unknown fields, where one text tells all of them. */
  betweenKeys?: string
  /** What stands before several texts and not before one, with the slots `{count}` and `{rest}`. */
  heading?: string
  /** What stands before the first and after the last text, once. */
  before?: string
  after?: string
  /**
   * The text in place of several that are joined, with the slots `{text}` of the first, `{count}`, `{rest}`, and `{s}`,
   * an `s` where the rest is more than one.
   */
  instead?: string
  /** Whether `keys` names all faults although the text tells one, or the reverse. */
  keys?: 'all' | 'first'
  /** Whether lists in the body have an element for each fault although the text tells one. As the text by default. */
  each?: 'all'
  /** `sorted`: keys are listed by their names, whatever the order of the texts. */
  keysOrder?: 'sorted'
}

/** The words of refusals. */
export interface Refusals {
  /** Forms of answers by name. */
  frames?: Readonly<Record<string, Frame>>
  /**
   * Texts by situation: `page.word`, `*.empty` for each row without a text of its own, `mensagem.short`,
   * `payload.unknown`, `token.wrong`, `report.unknown` and so on. Slots: `{key}`, `{value}`, `{limit}`, `{length}`,
   * `{last}`, `{choices}` (of `sort`), `{json}` (the value as JSON); of any request
   * `{method}`, `{url}`, `{path}`, `{resource}`, `{route}` (without slashes around it); of a field of
   * a body `{body}`, `{bytes}` (its length), `{value-start}` and `{value-end}` (in bytes); of a body that is not JSON
   * `{position}`, `{byte}`, `{line}`, `{column}`, `{character}`, `{code}`, `{hex}`, `{pointer}` and `{dotted}`
   * (of the value), `{word}` with `{start}`, `{start-column}`, `{after}` and `{after-column}`, `{near}` (all that is
   * left), of a broken literal `{literal}`, `{wanted}`, `{odd}`, `{odd-position}` and `{odd-column}`, and `{parser}`.
   */
  phrases?: Readonly<Record<string, Phrase>>
  /** By source: `query` and `payload`. */
  joining?: Readonly<Partial<Record<'query' | 'payload', Joining>>>
}

/** The form of answers that succeed. */
export interface Shape {
  /**
   * The body of a list with the slots `{busca}`, `{itens}`, `{atual}`, `{linhas}`, `{total}` (a string), `{paginas}`
   * (0 for none), `{quantidade}` (the items of the page), `{primeira}` and `{ultima}` (the places of its first and last
   * item, from 1), `{proxima}` and `{anterior}` (a page or null), `{tem_mais}` and `{ordenacao}` (as `sort` says it).
   */
  list?: Template
  /**
   * An item with the slots `{cpf}`, `{nome}`, `{atualizado_em}`, `{position}` (its place in the list, from 1), and
   * `{opaque:uuid}`, `{opaque:hex24}` or `{opaque:number}` for a value that is made up, the same for a person each time.
   */
  item?: Template
  /** The body of a validation with the slots `{numero}`, `{aprovar}`, `{mensagem}`. */
  validation?: Template
  /** How UTC is written. */
  utc?: 'Z' | '+00:00' | '+0000' | '-00:00'
  /** What `atual` and `linhas` repeat: the number that was taken, or the one that was sent. */
  atual?: 'taken' | 'sent'
  linhas?: 'taken' | 'sent'
  /** The headers of every answer; null leaves one out. */
  headers?: Readonly<Record<string, string | null>>
  /** In place of `headers`, for refusals. */
  refusalHeaders?: Readonly<Record<string, string | null>>
}

/** The tables of a profile, all optional. */
export interface Dialect {
  parameters: Parameters
  bodies: Bodies
  routes: Routes
  /** The order in which a request is judged, all steps; empty for the default, which the knob `reportFirst` changes. */
  steps: readonly JudgingStep[]
  search: Search
  ordering: Ordering
  refusals: Refusals
  shape: Shape
}

export const dialectNames = [
  'parameters',
  'bodies',
  'routes',
  'steps',
  'search',
  'ordering',
  'refusals',
  'shape',
] as const satisfies readonly (keyof Dialect)[]

export const noDialect: Readonly<Dialect> = Object.freeze({
  parameters: {},
  bodies: {},
  routes: {},
  steps: [],
  search: {},
  ordering: {},
  refusals: {},
  shape: {},
})
