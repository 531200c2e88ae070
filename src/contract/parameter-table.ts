import type { ChoicesOf } from './choices-of.ts'

/** The kinds of a `page` or `rows` that is not a plain whole number of at least 1, and what may happen to each. */
const numeral = ['refuse', 'absent', 'number', 'integer', 'up', 'nearest', 'zero'] as const
/** `int32` and `int64` replace a larger number by the largest one of 32 or 64 bits, like PHP and other saturating parsers. */
const large = [...numeral, 'int32'] as const
const huge = [...large, 'exact', 'int64'] as const
const below = ['refuse', 'absent', 'one', 'positive'] as const
const belowPage = [...below, 'beyond'] as const
const zeroRows = [...below, 'none'] as const
const offGrid = ['refuse', 'absent', 'down', 'up', 'nearest', 'honour'] as const
const numbers = {
  empty: numeral,
  blank: numeral,
  /** Whitespace around a number. */
  padded: numeral,
  /** With a line break at its end, which `$` in a pattern allows in many languages. Same as `padded` by default. */
  newline: numeral,
  plus: numeral,
  'leading-zeros': numeral,
  /** `2.0` */
  point: numeral,
  fraction: numeral,
  exponent: numeral,
  hexadecimal: numeral,
  /** `25abc` */
  tail: numeral,
  /** `1_0`; `digits` reads only its digits. Same as `tail` by default. */
  underscores: ['refuse', 'absent', 'integer', 'digits'],
  /** `Infinity`, `-Infinity`; `number` reads it as a number above or below all others, which answers repeat as null. Same as `word` by default. */
  infinity: ['refuse', 'absent', 'number', 'zero'],
  /** Digits of other scripts, such as `٢`, which Python reads. Same as `word` by default. */
  'other-digits': ['refuse', 'absent', 'digits', 'zero'],
  /** Anything else that is not a number. */
  word: numeral,
  /** Above 2^31 - 1, up to 2^53. */
  large,
  /** Above 2^53; `exact` takes it as `number` does, and answers repeat all of its digits, as Python does. */
  huge,
  zero: below,
  /** `-0`; same as `zero` by default. */
  'negative-zero': below,
  negative: below,
  repeated: ['refuse', 'absent', 'first', 'last', 'joined'],
} as const

const cpfWords = ['refuse', 'digits', 'nobody', 'absent', 'digits-if-any', 'digits-or-nobody'] as const
const beyondEnd = ['empty', 'refuse', 'not-found', 'last-page', 'first-page'] as const

/**
 * What happens to each kind of value of each parameter.
 * - `refuse`: the request is refused.
 * - `absent`: the same as without the parameter.
 * - `nobody`: the list is empty.
 * - `number`, `up`, `nearest`: the whole value is read as a number, which is rounded down, up or to the nearest one; if
 *   this fails, it is `absent`.
 * - `integer`: the digits at its beginning are read; if there are none, it is `absent`.
 * - `zero`: like `integer`, but 0 if there are none, as in PHP.
 */
export const parameterTable = {
  page: {
    ...numbers,
    /** `beyond` treats it as a page after the end, like Django. */
    zero: belowPage,
    'negative-zero': belowPage,
    negative: belowPage,
    /** 2^63 or more, which most languages cannot read as an integer. Same as `huge` by default. */
    'beyond-64-bits': huge,
    /** A page above `limits.page`, if that is set. `cap` replaces it by `limits.page`. */
    'above-limit': ['refuse', 'cap'],
    'beyond-end': beyondEnd,
    /** A page after the first of an empty list. Same as `beyond-end` by default. */
    'beyond-nobody': beyondEnd,
  },
  rows: {
    ...numbers,
    /** `none` sends a page without persons. */
    zero: zeroRows,
    'negative-zero': zeroRows,
    /** Above 2^53, and a multiple of 25. Same as `huge` by default. */
    'huge-multiple': huge,
    'off-grid': offGrid,
    /** From 1 to 24. Same as `off-grid` by default. */
    'below-grid': offGrid,
    /** Off the grid and above the maximum. `capped` replaces it by the maximum first. Same as `off-grid` by default. */
    'above-off-grid': [...offGrid, 'capped'],
    /** Off the grid and below 0. Same as `negative` by default. */
    'negative-off-grid': below,
    'above-maximum': ['refuse', 'cap', 'absent'],
  },
  cpf: {
    empty: ['refuse', 'absent', 'nobody'],
    blank: ['refuse', 'absent', 'nobody'],
    /** Whitespace around digits. */
    padded: ['refuse', 'digits', 'nobody', 'absent'],
    /** With a line break at its end, which `$` in a pattern allows in many languages. Same as `padded` by default. */
    newline: ['refuse', 'digits', 'nobody', 'absent'],
    /** With its mask. */
    masked: ['refuse', 'digits', 'nobody', 'absent'],
    /** Digits with a part of the mask, such as `927747826-86`. Same as `masked` by default. */
    'half-masked': ['refuse', 'digits', 'nobody', 'absent'],
    /** Digits with spaces between them, such as `927 747 826 86`. Same as `half-masked` by default. */
    gaps: ['refuse', 'digits', 'nobody', 'absent'],
    /** More than eleven characters, among them U+0000, which PHP trims and Django refuses with a message of its own. Same as `long-word` by default. */
    nul: ['refuse', 'digits', 'nobody', 'absent'],
    /**
     * Any other value with characters other than digits. `digits`, `digits-if-any` and `digits-or-nobody` keep only its
     * digits; if it has none, `digits-if-any` is `absent`, and `digits-or-nobody` finds nobody.
     */
    word: cpfWords,
    /** The same with more than eleven characters. Same as `word` by default. */
    'long-word': cpfWords,
    /** The same with fewer than eleven characters. Same as `word` by default. */
    'short-word': cpfWords,
    /** Eleven digits of another script, which some patterns accept as digits. Same as `word` by default. */
    'other-digits': cpfWords,
    /** Fewer than eleven digits. `beginning` finds everybody whose CPF begins with them, and `zeros` puts zeros before them. */
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
    empty: ['refuse', 'absent', 'nobody'],
    blank: ['refuse', 'absent', 'take', 'nobody'],
    /** Only whitespace, fewer than `least`; same as `blank` by default. */
    'short-blank': ['refuse', 'absent', 'take', 'nobody'],
    padded: ['take', 'trim', 'refuse'],
    /** Several spaces between words. */
    gaps: ['take', 'collapse', 'refuse'],
    /** Fewer characters than `least`. */
    short: ['take', 'refuse', 'absent', 'nobody'],
    /** More characters than `most`. */
    long: ['take', 'refuse', 'nobody'],
    /** A name without any letter. */
    signs: ['take', 'refuse', 'nobody'],
    /** An invalid regular expression, if `search.wildcards` is `expression`. */
    expression: ['refuse', 'nobody'],
    /**
     * Escapes of bytes that are not UTF-8. `replace` reads each as U+FFFD, and so does `replace-as-java`, but the three
     * bytes of half of a surrogate pair as one U+FFFD; `question-marks` reads each as `?`, like PHP.
     */
    'not-utf-8': ['take', 'refuse', 'replace', 'replace-as-java', 'question-marks', 'latin-1', 'absent'],
    /** `%` without two hexadecimal digits after it. Go drops such a parameter. */
    escape: ['take', 'refuse', 'absent'],
    /** With the character U+0000, which databases do not store; `drop` removes it. */
    nul: ['take', 'refuse', 'nobody', 'drop'],
    /** A name that finds nobody. */
    unknown: ['nobody', 'not-found'],
    repeated: ['refuse', 'first', 'last', 'joined', 'absent'],
  },
  sort: {
    empty: ['refuse', 'absent'],
    blank: ['refuse', 'absent'],
    padded: ['refuse', 'absent', 'trim'],
    capitals: ['refuse', 'absent', 'take'],
    /** `+nome`, with the `+` encoded. */
    plus: ['refuse', 'absent', 'take'],
    /** Only `-`. */
    dash: ['refuse', 'absent'],
    /** `--nome` */
    'two-dashes': ['refuse', 'absent', 'take'],
    /** `- nome`; same as `word` by default. */
    gap: ['refuse', 'absent', 'take'],
    /** `atualizadoEm`, as code names the field; same as `word` by default. */
    'camel-case': ['refuse', 'absent', 'take'],
    /** `nome desc`, `nome:asc` */
    direction: ['refuse', 'absent', 'take'],
    /** `nome,-cpf` */
    list: ['refuse', 'absent', 'first', 'each'],
    /** `nome,x`: a list that begins with a field but contains an unknown name. Same as `list` by default. */
    'unknown-list': ['refuse', 'absent', 'first', 'each'],
    /** A field of a person that the service does not sort by. */
    unsupported: ['refuse', 'absent'],
    word: ['refuse', 'absent'],
    repeated: ['refuse', 'absent', 'first', 'last', 'each', 'joined'],
  },
  others: {
    unknown: ['refuse', 'absent'],
    /** `=1`, a value without a name. Same as `unknown` by default. */
    nameless: ['refuse', 'absent'],
    /** `__proto__`, which many parsers drop. Same as `tracking` by default. */
    proto: ['refuse', 'absent'],
    /** An unknown parameter without a value. */
    empty: ['refuse', 'absent'],
    /** `?page`: a parameter of the interface without `=`. `empty` reads it as `page=`. Rails reads it as null, which is `absent`. */
    'no-value': ['empty', 'absent', 'refuse'],
    /** What browsers and campaigns add: `_`, `_t`, `utm_source`. */
    tracking: ['refuse', 'absent'],
    /** `Page` */
    capitals: ['refuse', 'absent', 'take'],
    /** The name `?page`, from a URL such as `/pessoas??page=2`. Some parsers drop the second question mark. Same as `unknown` by default. */
    'question-mark': ['refuse', 'absent', 'take'],
    /** ` page`, with spaces before the name, which PHP drops. Same as `unknown` by default. */
    'padded-name': ['refuse', 'absent', 'take'],
    /**
     * `rows[gt]`; same as `unknown` by default. `object` reads it as `rows` with the value `[object Object]`, and `list` as
     * `rows` sent several times, like validators that require a single value.
     */
    nested: ['refuse', 'absent', 'object', 'list'],
    /**
     * `page=2;rows=50`: `take` reads one value, `divide` two parameters, as in older services, and `absent` drops it, like
     * Go.
     */
    semicolon: ['take', 'divide', 'absent'],
    /**
     * `sort=nome,cpf`, with a comma that is not encoded: `take` reads one value, `divide` several, as if the parameter were
     * sent several times, like qs with its option `comma`, which AdonisJS sets.
     */
    comma: ['take', 'divide'],
    /** `filter[nome]`, of a parameter that the interface does not name; same as `nested` by default. */
    'unknown-nested': ['refuse', 'absent'],
    /** `page[]`; `list` reads it as `page` sent several times, and `object` as a word, because PHP makes an array of it. */
    brackets: ['refuse', 'absent', 'take', 'list', 'object'],
    /** `page[0]`; same as `brackets` by default. */
    indexed: ['refuse', 'absent', 'take', 'list', 'object'],
    /** `nome[a]`, of a parameter that is not a number; same as `nested` by default. */
    'text-nested': ['refuse', 'absent', 'object', 'take'],
    /** `cpf[a]`; same as `text-nested` by default. Apart from it, because validators list for each field every rule that an object breaks. */
    'cpf-nested': ['refuse', 'absent', 'object', 'take'],
    /** `sort[nome]`; same as `text-nested` by default. */
    'sort-nested': ['refuse', 'absent', 'object', 'take'],
    /** `nome[]`, of a parameter that is not a number; same as `brackets` by default. */
    'text-brackets': ['refuse', 'absent', 'take', 'list'],
  },
} as const

/** What a profile may say of this table: one choice for each kind that it names. */
export type Parameters = ChoicesOf<typeof parameterTable>
