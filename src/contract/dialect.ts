import type { Bodies } from './body-table.ts'
import type { JsonStyle } from './json-style.ts'
import type { Parameters } from './parameter-table.ts'
import type { Routes } from './route-table.ts'
import type { Template } from './template.ts'
import type { Refusals } from './wording.ts'

/**
 * How a service treats what one knob is too coarse for: the tables of a profile. Each entry names a situation and what
 * happens in it. Where a table has no entry, the knobs decide, so a profile without tables means what it always meant.
 */

/**
 * The steps that judge a request, in the default order. A GET is judged by `route`, `token` and `query`, and by `type`
 * if `routes.type` says so; a POST by all but `query`. If `route` comes after `token`, a request without a valid token
 * gets 401 even if its route or method is unknown. If it comes after `size`, `type` or `json`, these also judge the body
 * of a request with an unknown route or method.
 */
export const steps = [
  'route',
  'token',
  'size',
  'type',
  'json',
  'number',
  'query',
  'body',
  'report',
  'state',
] as const
export type JudgingStep = (typeof steps)[number]

/** How the words of a search are compared with those of a name. */
export const wordMatchings = [
  'words',
  'word-beginnings',
  'whole-words',
  'token-beginnings',
  'whole-tokens',
  'any-token',
  'words-in-order',
  'text-at-word',
  'name-or-word-beginning',
  'first-words',
] as const

export const otherFoldings = ['ascii-case', 'compatible', 'transliterated'] as const

/** How `nome` is compared beyond what its knobs say. */
export interface Search {
  /** The minimum length of `nome`, in characters as the knob `characters` counts them; `parameters.nome.short` says what happens below it. */
  least?: number
  /** The maximum length of `nome`, in characters as the knob `characters` counts them; `parameters.nome.long` says what happens above it. */
  most?: number
  /**
   * Counts `least` and `most` in bytes of UTF-8, like `len` in Go and `strlen` in PHP: those of the search, or those of
   * the search without its accents.
   */
  counted?: 'bytes' | 'bytes-without-accents'
  /**
   * Which names a search finds.
   * - `words`: each word of the search, in any order, occurs in the name.
   * - `word-beginnings`: each word of the search begins a word of the name.
   * - `whole-words`: each word of the search is a word of the name.
   * - `token-beginnings`, `whole-tokens`: the same, with words that also end at punctuation such as `-` and `'`.
   * - `any-token`: like `whole-tokens`, but one word of the search is enough.
   * - `words-in-order`: the words of the search occur in the name, one after the other.
   * - `text-at-word`: the whole search occurs in the name, at the beginning of a word.
   * - `name-or-word-beginning`: the whole search begins the name, or one word of it.
   * - `first-words`: the whole search is the name, or its first words.
   */
  words?: (typeof wordMatchings)[number]
  /**
   * The punctuation that divides tokens, besides spaces; all of it by default. For `text-at-word`, a word also begins
   * after each of these characters; after none by default.
   */
  dividers?: string
  /** `names`: only names are divided at `dividers`, and a search only at spaces; `both` by default. */
  divided?: 'both' | 'names'
  /** Whom a search without any token finds, such as `%`; nobody by default, as in an index of words. */
  wordless?: 'nobody' | 'everybody'
  /**
   * Which differences are ignored; the knob `nomeFolding` decides by default.
   * - `ascii-case`: only the case of A to Z, like SQLite.
   * - `compatible`: case, accents and whatever NFKD removes, so `ª` equals `a`, and `ﬁ` equals `fi`.
   * - `transliterated`: like `compatible`, and characters that are still not ASCII then, such as emoji, are left out.
   */
  folding?: (typeof otherFoldings)[number]
  /** Whether letters with combining accents are compared as their composed forms; `no` by default. */
  composed?: 'yes' | 'no'
  /**
   * Whether `%` and `_` in a search match any characters and any one character, as in SQL; `no` by default. For `escaped`,
   * the character after a `\` matches itself, as in MySQL and PostgreSQL. For `expression`, a search is a regular
   * expression, as in services that pass it to MongoDB or to a RegExp.
   */
  wildcards?: 'yes' | 'no' | 'escaped' | 'expression'
  /** What `busca` repeats: one parameter, the first one sent, or both with a text between them, `nome` first. */
  busca?: Busca
}

/** `cpf` is the form of a CPF, same as `as` by default. With `empty`, `of` stops at a parameter that was sent, even if it is empty. */
export type Busca = { as?: BuscaForm; cpf?: BuscaForm } & (
  | { of: 'nome' | 'cpf' | 'nome-or-cpf' | 'cpf-or-nome'; empty?: 'repeated' }
  | { join: string; first?: 'cpf' }
)

/**
 * What `busca` repeats of a parameter. `taken` is the value that was searched for, after trimming and so on; `sent` is
 * the value as it was sent, and `sent-if-taken` the same, but only if it was searched for. `trimmed`,
 * `trimmed-lower-case` and `squished` (one space between words) change the sent value, all others the taken one.
 */
export type BuscaForm =
  | 'sent'
  | 'sent-if-taken'
  | 'taken'
  | 'trimmed'
  | 'lower-case'
  | 'upper-case'
  | 'without-accents'
  | 'lower-case-without-accents'
  | 'trimmed-lower-case'
  | 'squished'

export const otherCollations = [
  'folded',
  'capitals-first',
  'without-blanks',
  'without-blanks-exact',
  'letters',
  'decomposed',
] as const
export const tieOrders = [
  'cpf',
  'cpf-descending',
  'cpf-with-order',
  'newest',
  'oldest',
  'nome',
  'nome-pt-BR',
  'nome-code-point',
  'nome-exact',
  'stored',
  'stored-with-order',
  'stored-backwards',
] as const
export const lastTieOrders = ['cpf-descending', 'stored', 'stored-with-order', 'stored-backwards'] as const

/** How lists are ordered beyond what their knobs say. */
export interface Ordering {
  /**
   * The order of names; the knob `nomeCollation` decides by default.
   * - `folded`: by code points, without case and accents.
   * - `capitals-first`: like `pt-BR`, with a capital before its small letter.
   * - `without-blanks`: like `pt-BR`, without spaces and punctuation, as in databases with the collation of a locale.
   * - `without-blanks-exact`: the same, and equal names by code points.
   * - `letters`: like `pt-BR`, without case and accents.
   * - `decomposed`: by the code points of NFD, without case, so that accents come after all letters.
   */
  collation?: (typeof otherCollations)[number]
  /**
   * The order of persons whose keys are equal; `cpf` by default.
   * - `cpf`, `cpf-descending`: by CPF. `cpf-with-order`: by CPF, descending in a descending list.
   * - `newest`, `oldest`: by last update.
   * - `nome`: by name, in the order of names.
   * - `nome-pt-BR`, `nome-code-point`: by name, in this order, whatever `collation` is.
   * - `nome-exact`: only in a list by name: by the code points of the names, descending in a descending list.
   * - `stored`: the order of the dataset. `stored-with-order`: reversed in a descending list. `stored-backwards`: always
   *   reversed, as in a service that lists the last inserted person first.
   */
  ties?: (typeof tieOrders)[number]
  /** The same for lists without `sort`; same as `ties` by default. */
  defaultTies?: (typeof tieOrders)[number]
  /**
   * The order of lists whose `sort` is ignored, but not empty.
   * - `default`: that of lists without `sort`; the default.
   * - `stored`: the order of the dataset, as in a database that sorts by a field that no person has.
   * - `signed`: by last update, descending only if `sort` begins with `-`.
   */
  unsorted?: 'default' | 'stored' | 'signed'
  /** The order of persons who are equal after `ties`, too, such as namesakes; `cpf` by default. */
  lastTies?: (typeof lastTieOrders)[number]
}

/** The default maximum size of a body, in bytes: that of Fastify. */
export const BODY_LIMIT = 1_048_576

/** What is too large to be read. */
export interface Limits {
  /**
   * The maximum length of a URL without its host, in bytes as it is sent; a longer one is refused before anything else.
   * Without it, Node refuses a request whose URL and headers have more than 16,384 bytes.
   */
  url?: number
  /** The maximum size of a body, in bytes; 1,048,576 by default. */
  body?: number
  /** The maximum length of a report number, in characters after decoding; a longer one has no route. None by default. */
  number?: number
  /** The highest `page` that is taken; none by default. The table of parameters says what happens to a higher one. */
  page?: number
  /** The highest `rows`; a higher one is refused, even if `rowsMaximum` only caps. */
  rows?: number
}

/**
 * An answer whose body is not JSON: it is empty by default, and its headers are those of every answer without the
 * Content-Type. The text and the headers of a redirect have the slots `{location}`, `{path}` and `{host}`.
 */
export interface PlainAnswer {
  text?: string
  headers?: Readonly<Record<string, string | null>>
}

/**
 * A header with several parts, such as Link. A part whose slot is null, or whose `if` is null or false, is left out. A
 * header without parts is left out.
 */
export interface HeaderParts {
  parts: readonly (string | { text: string; if: string })[]
  /** What stands between two parts; `, ` by default. */
  between?: ', ' | ','
}

/** The form of redirects. */
export interface Redirect extends PlainAnswer {
  /** `any`: the text is that of redirects of every method; by default, only those of a GET have it. */
  methods?: 'any'
}

/** The form of answers that succeed. */
export interface Shape {
  /**
   * The body of a list, with slots such as `{busca}`, `{itens}`, `{total}` and `{proxima}`. docs/reference/profile.md lists
   * the slots of all templates.
   */
  list?: Template
  /** An item of a list, with slots such as `{cpf}`, `{position}` and `{opaque:uuid}`. */
  item?: Template
  /** The body of a validation with the slots `{numero}`, `{aprovar}`, `{mensagem}`, `{decidido_em}` (when it was answered). */
  validation?: Template
  /** The body of a rejection, if it differs by more than the values of slots; same as `validation` by default. */
  rejection?: Template
  /** How UTC is written. */
  utc?: 'Z' | '+00:00' | '+0000' | '-00:00'
  /** What `atual` and `linhas` repeat: the number that the service uses, or the one that was sent. */
  atual?: 'taken' | 'sent'
  linhas?: 'taken' | 'sent'
  /** The headers of every answer; null leaves one out. */
  headers?: Readonly<Record<string, string | null>>
  /** More headers of lists, with the slots of `list`; one whose only slot is null is left out. */
  listHeaders?: Readonly<Record<string, string | HeaderParts>>
  /**
   * The value of `{allow}` in a header of refusals, on the path of the list and on those of reports; on other paths, such a
   * header is left out.
   */
  allow?: { list?: string; report?: string }
  /** The headers of refusals, instead of `headers`. */
  refusalHeaders?: Readonly<Record<string, string | null>>
  /** The headers of accepted decisions, instead of `headers`. */
  decisionHeaders?: Readonly<Record<string, string | null>>
  /** The headers of answers to HEAD, instead of `headers`; null leaves out one of `listHeaders`, too. */
  headHeaders?: Readonly<Record<string, string | null>>
  /** Headers of refusals of HEAD that override those of the same refusal of another method; null leaves one out. */
  headRefusalHeaders?: Readonly<Record<string, string | null>>
  /** More headers for answers of at least `from` bytes, like those of servers that compress only large answers. */
  largeHeaders?: { from: number; headers: Readonly<Record<string, string>> }
  /** The answers to OPTIONS, if it is not refused: for the list, for a report, and for preflights. */
  options?: { list?: PlainAnswer; report?: PlainAnswer; preflight?: PlainAnswer }
  /** `as-sent`: links repeat a path that resembles that of the interface; by default, they have that of the interface. */
  linkPath?: 'as-sent'
  /** The form of redirects, which the table of paths asks for. */
  redirect?: Redirect
  /** How the JSON of every answer is written. */
  json?: JsonStyle
  /** How the JSON of refusals is written, instead of `json`. */
  refusalJson?: JsonStyle
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
  limits: Limits
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
  'limits',
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
  limits: {},
  refusals: {},
  shape: {},
})
