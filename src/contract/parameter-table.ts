import type { ChoicesOf } from './choices-of.ts'

/** The kinds of a `page` or `rows` that is not a plain whole number of at least 1, and what may happen to each. */
const numeral = ['refuse', 'absent', 'number', 'integer', 'up', 'nearest', 'zero'] as const
/** `int32` and `int64` take the largest number of so many bits in place of a larger one, as PHP and saturating parsers do. */
const large = [...numeral, 'int32'] as const
const huge = [...large, 'exact', 'int64'] as const
const below = ['refuse', 'absent', 'one', 'positive'] as const
const belowPage = [...below, 'beyond'] as const
const zeroRows = [...below, 'none'] as const
const offGrid = ['refuse', 'absent', 'down', 'up', 'nearest', 'honour'] as const
const numbers = {
  empty: numeral,
  blank: numeral,
  /** Blanks around a number. */
  padded: numeral,
  /** With a line break at its end, which a pattern that ends with `$` takes in many languages. As `padded` by default. */
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
  /** `1_0`; `digits` reads all digits. As `tail` by default. */
  underscores: ['refuse', 'absent', 'integer', 'digits'],
  /** `Infinity`, `-Infinity`; `number` is above or below all others, and an answer repeats it as null. As `word` by default. */
  infinity: ['refuse', 'absent', 'number', 'zero'],
  /** Digits of other scripts, such as `٢`, which Python reads. As `word` by default. */
  'other-digits': ['refuse', 'absent', 'digits', 'zero'],
  /** Anything else that is not a number. */
  word: numeral,
  /** Above 2^31 - 1, up to 2^53. */
  large,
  /** Above 2^53; `exact` takes it as `number` does, and answers repeat all of its digits, as Python does. */
  huge,
  zero: below,
  /** `-0`; as `zero` by default. */
  'negative-zero': below,
  negative: below,
  repeated: ['refuse', 'absent', 'first', 'last', 'joined'],
} as const

const cpfWords = ['refuse', 'digits', 'nobody', 'absent', 'digits-if-any', 'digits-or-nobody'] as const
const beyondEnd = ['empty', 'refuse', 'not-found', 'last-page', 'first-page'] as const

/**
 * What happens to each kind of value of each parameter. `refuse` refuses the request. `absent` is the same as without
 * the parameter. For numbers, `number` reads all of the text and rounds down, `integer` reads the digits at its
 * beginning, `up` and `nearest` round a fraction; what they cannot read is absent. `zero` is `integer`, and 0 for what that
 * cannot read, as in PHP. `nobody` finds nobody.
 */
export const parameterTable = {
  page: {
    ...numbers,
    /** `beyond` takes it for a page after the end, as Django does. */
    zero: belowPage,
    'negative-zero': belowPage,
    negative: belowPage,
    /** From 2^63 on, which most languages cannot read as a whole number. As `huge` by default. */
    'beyond-64-bits': huge,
    /** A page above `limits.page`, where there is one. `cap` takes that one in its place. */
    'above-limit': ['refuse', 'cap'],
    'beyond-end': beyondEnd,
    /** Any page after the first of a list that has nobody. As `beyond-end` by default. */
    'beyond-nobody': beyondEnd,
  },
  rows: {
    ...numbers,
    /** `none` sends a page without persons. */
    zero: zeroRows,
    'negative-zero': zeroRows,
    /** Above 2^53, and a multiple of 25. As `huge` by default. */
    'huge-multiple': huge,
    'off-grid': offGrid,
    /** From 1 to 24. As `off-grid` by default. */
    'below-grid': offGrid,
    /** Above the maximum, too. `capped` takes the maximum before it looks at the grid. As `off-grid` by default. */
    'above-off-grid': [...offGrid, 'capped'],
    /** Below 0 and off the grid, too. As `negative` by default. */
    'negative-off-grid': below,
    'above-maximum': ['refuse', 'cap', 'absent'],
  },
  cpf: {
    empty: ['refuse', 'absent', 'nobody'],
    blank: ['refuse', 'absent', 'nobody'],
    /** Blanks around digits. */
    padded: ['refuse', 'digits', 'nobody', 'absent'],
    /** With a line break at its end, which a pattern that ends with `$` takes in many languages. As `padded` by default. */
    newline: ['refuse', 'digits', 'nobody', 'absent'],
    /** With its mask. */
    masked: ['refuse', 'digits', 'nobody', 'absent'],
    /** Digits with some signs of a mask, such as `927747826-86`. As `masked` by default. */
    'half-masked': ['refuse', 'digits', 'nobody', 'absent'],
    /** Such digits with blanks between them, such as `927 747 826 86`. As `half-masked` by default. */
    gaps: ['refuse', 'digits', 'nobody', 'absent'],
    /** More than eleven characters with U+0000, which PHP trims and Django refuses in its own words. As `long-word` by default. */
    nul: ['refuse', 'digits', 'nobody', 'absent'],
    /**
     * Anything else that is not digits only. Where there are no digits, `digits-if-any` is `absent` and `digits-or-nobody`
     * finds nobody.
     */
    word: cpfWords,
    /** The same with more than eleven characters. As `word` by default. */
    'long-word': cpfWords,
    /** The same with fewer than eleven characters. As `word` by default. */
    'short-word': cpfWords,
    /** Eleven digits of another script, which some patterns take for digits. As `word` by default. */
    'other-digits': cpfWords,
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
    empty: ['refuse', 'absent', 'nobody'],
    blank: ['refuse', 'absent', 'take', 'nobody'],
    /** Blanks only, fewer than `least`; as `blank` by default. */
    'short-blank': ['refuse', 'absent', 'take', 'nobody'],
    padded: ['take', 'trim', 'refuse'],
    /** Several blanks between words. */
    gaps: ['take', 'collapse', 'refuse'],
    /** Fewer characters than `least`. */
    short: ['take', 'refuse', 'absent', 'nobody'],
    /** More characters than `most`. */
    long: ['take', 'refuse', 'nobody'],
    /** A text without any letter. */
    signs: ['take', 'refuse', 'nobody'],
    /** A text that is no regular expression, where `search.wildcards` is `expression`. */
    expression: ['refuse', 'nobody'],
    /**
     * Escapes of bytes that are not UTF-8. `replace` reads them as U+FFFD, `replace-as-java` the three bytes of half a pair as
     * one, and `question-marks` as `?`, as PHP does.
     */
    'not-utf-8': ['take', 'refuse', 'replace', 'replace-as-java', 'question-marks', 'latin-1', 'absent'],
    /** `%` without two hexadecimal digits after it. Go leaves out such a parameter. */
    escape: ['take', 'refuse', 'absent'],
    /** The character U+0000, which databases do not store; `drop` leaves it out. */
    nul: ['take', 'refuse', 'nobody', 'drop'],
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
    /** `atualizadoEm`, as code names the field; as `word` by default. */
    'camel-case': ['refuse', 'absent', 'take'],
    /** `nome desc`, `nome:asc` */
    direction: ['refuse', 'absent', 'take'],
    /** `nome,-cpf` */
    list: ['refuse', 'absent', 'first', 'each'],
    /** `nome,x`: a list that begins with a field and has a word that is none. As `list` by default. */
    'unknown-list': ['refuse', 'absent', 'first', 'each'],
    /** A field of a person that the service does not sort by. */
    unsupported: ['refuse', 'absent'],
    word: ['refuse', 'absent'],
    repeated: ['refuse', 'absent', 'first', 'last', 'each', 'joined'],
  },
  others: {
    unknown: ['refuse', 'absent'],
    /** `=1`, a value without a name. As `unknown` by default. */
    nameless: ['refuse', 'absent'],
    /** `__proto__`, which many parsers leave out. As `tracking` by default. */
    proto: ['refuse', 'absent'],
    /** An unknown parameter without a value. */
    empty: ['refuse', 'absent'],
    /** `?page`, a parameter of the interface without `=`; `empty` takes it for `page=`, and Rails as null. */
    'no-value': ['empty', 'absent', 'refuse'],
    /** What browsers and campaigns add: `_`, `_t`, `utm_source`. */
    tracking: ['refuse', 'absent'],
    /** `Page` */
    capitals: ['refuse', 'absent', 'take'],
    /** `?page`, as the name is where a URL has two question marks, which some parsers leave out. As `unknown` by default. */
    'question-mark': ['refuse', 'absent', 'take'],
    /** ` page`, with blanks before the name, which PHP leaves out. As `unknown` by default. */
    'padded-name': ['refuse', 'absent', 'take'],
    /**
     * `rows[gt]`; as `unknown` by default. `object` takes it for `rows` with the value `[object Object]`, and `list` for
     * `rows` sent several times, as validators do that ask for a single value.
     */
    nested: ['refuse', 'absent', 'object', 'list'],
    /**
     * `page=2;rows=50`: `take` is one value, `divide` two parameters, as in older services; Go leaves it out, as `absent`
     * does.
     */
    semicolon: ['take', 'divide', 'absent'],
    /**
     * `sort=nome,cpf`, with a comma that is not encoded: `take` is one value, `divide` takes the parameter for one that is
     * sent several times, as qs does with its option `comma`, which AdonisJS sets.
     */
    comma: ['take', 'divide'],
    /** `filter[nome]`, of a parameter that the interface does not name; as `nested` by default. */
    'unknown-nested': ['refuse', 'absent'],
    /** `page[]`; `list` takes it for `page` sent several times, and `object` for a word, as PHP has an array. */
    brackets: ['refuse', 'absent', 'take', 'list', 'object'],
    /** `page[0]`; as `brackets` by default. */
    indexed: ['refuse', 'absent', 'take', 'list', 'object'],
    /** `nome[a]`, of a parameter that is no number; as `nested` by default. */
    'text-nested': ['refuse', 'absent', 'object', 'take'],
    /** `cpf[a]`; as `text-nested` by default. Validators say of each field all that an object is not. */
    'cpf-nested': ['refuse', 'absent', 'object', 'take'],
    /** `sort[nome]`; as `text-nested` by default. */
    'sort-nested': ['refuse', 'absent', 'object', 'take'],
    /** `nome[]`, of a parameter that is no number; as `brackets` by default. */
    'text-brackets': ['refuse', 'absent', 'take', 'list'],
  },
} as const

/** What a profile may say of this table: one choice for each kind that it names. */
export type Parameters = ChoicesOf<typeof parameterTable>
