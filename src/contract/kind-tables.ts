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
    /** `"yes"` and `"no"`. As `word` by default. */
    yes: bodyChoices,
    /** `"on"` and `"off"`, as a form of HTML has them. As `yes` by default. */
    on: bodyChoices,
    /** `"y"`, `"f"` and so on. As `yes` by default. */
    letter: bodyChoices,
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
    /** `[]`; as `array` by default. */
    'empty-array': bodyChoices,
    /** `[true]`; as `array` by default. */
    listed: bodyChoices,
    object: bodyChoices,
    /** `{}`; as `object` by default. */
    'empty-object': bodyChoices,
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
    /** Half of a character alone, as `\\ud83d`. `malformed`: a body that has one anywhere is no JSON. */
    surrogate: ['accept', 'malformed', 'refuse'],
    number: bodyChoices,
    /** `0`, which some languages take for nothing. As `number` by default. */
    zero: bodyChoices,
    /** A whole number of at least 25 digits, which some parsers take as it is written. As `number` by default. */
    'long-number': bodyChoices,
    boolean: bodyChoices,
    /** `false`, which many languages take for nothing. As `boolean` by default. */
    false: bodyChoices,
    array: bodyChoices,
    /** A list with as many elements as a message has characters; as `array` by default. */
    'long-array': bodyChoices,
    /** `[]`; as `array` by default. */
    'empty-array': bodyChoices,
    /** A list with one message; as `array` by default. */
    listed: bodyChoices,
    object: bodyChoices,
    /** `{}`; as `object` by default. */
    'empty-object': bodyChoices,
  },
  body: {
    /** No body at all. `malformed` refuses it in the step `json`, as Fastify does. */
    none: ['refuse', 'as-object', 'malformed'],
    /**
     * Neither a body nor a Content-Type. `by-type` judges the type, and then takes it for `none`, which is the default
     * where `type.none` is `refuse`; as `none` by default elsewhere.
     */
    untyped: ['by-type', 'refuse', 'as-object'],
    null: ['refuse', 'as-object'],
    /** `as-keys` takes the places of a list for the keys of an object. */
    array: ['refuse', 'as-object', 'as-keys'],
    /** `[]`; as `array` by default. */
    'empty-array': ['refuse', 'as-object'],
    text: ['refuse', 'as-object'],
    /** `""`; as `text` by default. */
    'empty-text': ['refuse', 'as-object'],
    number: ['refuse', 'as-object'],
    boolean: ['refuse', 'as-object'],
    /** What is neither an object nor an array. `malformed` refuses it in the step `json`, as parsers do that read only these. */
    scalar: ['judged', 'malformed'],
    /** A body that comes in chunks, without its length; `refuse` takes it for malformed, as AdonisJS does. */
    chunked: ['read', 'refuse'],
    /** The key `__proto__`. `ignore` reads the body without it. */
    proto: ['refuse', 'unknown-key', 'ignore'],
    /** A byte order mark before the JSON. */
    mark: ['read', 'refuse'],
    /** Bytes that are not UTF-8; `read` takes each for U+FFFD. */
    'not-utf-8': ['read', 'refuse'],
    /** The same where the Content-Type names another charset. As `not-utf-8` by default. */
    'other-charset': ['read', 'refuse'],
    /** `NaN`, `Infinity` and `-Infinity`, which JSON does not have and Python reads. */
    constants: ['refuse', 'read'],
    /** More after the end of the JSON. */
    trailing: ['refuse', 'read'],
    /**
     * Fields before the place where a body breaks off being JSON. `judged` refuses the first of them that has a wrong type
     * or is unknown in place of the body, as parsers that read into types do.
     */
    broken: ['unread', 'judged'],
    /**
     * Faults that are refused in the step `json` without all others, so maybe before the report is looked for: unknown
     * fields, as by the strong parameters of Rails, wrong types, as by parsers that read into types, or both. Lists are,
     * too. `unknown-after-report` refuses unknown fields, and what is no object, once the report is found, so before
     * whether it is decided.
     */
    early: ['none', 'unknown', 'types', 'types-and-unknown', 'unknown-after-report'],
    /** Names of fields in other letters, such as `Aprovar`. */
    capitals: ['unknown-key', 'read'],
    /**
     * A field that comes more than once. `any` takes the first value that is wrong, as parsers that read into types do;
     * `refuse` refuses the body in the step `json`, as strict parsers do.
     */
    'repeated-key': ['last', 'first', 'any', 'refuse'],
    /** A query beside the body. `merge` reads its parameters as fields that come after those of the body, as PHP does. */
    'with-query': ['ignore', 'merge'],
  },
  /**
   * `as-none` takes the body for none at all, `as-empty` for `{}`, `text` for a string; `object` reads an object in JSON and
   * takes anything else for a string, as Joi does; `form` reads a form. `unread` refuses it as no object, also where none
   * at all is taken for one.
   */
  type: {
    plain: ['refuse', 'read', 'as-none', 'unread', 'text', 'object', 'as-empty'],
    /** `text/html` and other text; as `plain` by default. */
    'other-text': ['refuse', 'read', 'as-none', 'unread', 'text', 'object', 'as-empty'],
    form: ['refuse', 'read', 'as-none', 'unread', 'form', 'as-empty'],
    xml: ['refuse', 'read', 'as-none', 'unread', 'as-empty'],
    /** `text/xml`; as `xml` by default. */
    'text-xml': ['refuse', 'read', 'as-none', 'unread', 'text', 'object', 'as-empty'],
    /** `application/json` in another charset than UTF-8. */
    charset: ['read', 'refuse'],
    /** In a charset that nobody knows; as `charset` by default. */
    'unknown-charset': ['read', 'refuse'],
    /** `multipart/form-data`; as `other` by default. */
    multipart: ['refuse', 'read', 'as-none', 'unread', 'form', 'as-empty'],
    /** `application/x+json` */
    suffix: ['read', 'refuse', 'as-none', 'unread'],
    /** `application/vnd.api+json`, which some parsers read and no other such type. As `suffix` by default. */
    'json-api': ['read', 'refuse', 'as-none', 'unread'],
    none: ['read', 'refuse', 'as-none', 'unread', 'as-empty'],
    malformed: ['refuse', 'read', 'as-none', 'unread', 'as-empty'],
    /** `application/octet-stream`; as `other` by default. */
    bytes: ['refuse', 'read', 'as-none', 'unread', 'as-empty'],
    other: ['refuse', 'read', 'as-none', 'unread', 'as-empty'],
  },
  /** A decision that is read as a form. */
  form: {
    /**
     * The names of its fields. `brackets` reads `a[b]` as the field `b` of an object `a`, as qs does, and `dots` reads `a.b`
     * so, too, as co-body does; `underscores` is `brackets` with underscores in place of blanks and dots, as in PHP.
     */
    names: ['as-sent', 'brackets', 'dots', 'underscores'],
  },
  /** A body that its Content-Encoding says is compressed. `read` does not look at that header. */
  coding: {
    /** As `gzip` or `deflate`; `inflate` reads what it was before, and refuses what was not compressed so. */
    deflated: ['read', 'inflate'],
    /** As anything else. */
    other: ['read', 'refuse'],
  },
} as const

/**
 * What happens to paths and methods that are near those of the document. `moved` answers a GET with 301 and others with
 * 308, `temporary` all with 307, `moved-get` a GET with 301 and others with 307, `permanent` all with 308, `moved-all` all
 * with 301, `only-get` a GET with 301 and nothing else; all name the path of the document. `refuse` refuses such a path
 * with 400 before anything else, as a firewall in front of a service does.
 */
const nearPath = [
  'unknown',
  'same',
  'moved',
  'temporary',
  'moved-get',
  'permanent',
  'moved-all',
  'only-get',
] as const
const firewalled = [...nearPath, 'refuse'] as const
const nearMethod = ['unknown', 'not-allowed', 'no-content', 'ok'] as const
const secondDecision = ['refuse', 'accept', 'keep'] as const
const sameReport = ['unknown', 'same', 'as-sent'] as const
const reportForm = [...sameReport, 'well-formed', 'no-route'] as const
export const routeTable = {
  path: {
    'trailing-slash': nearPath,
    /** `/relatorios/validar/N/`; as `trailing-slash` by default. */
    'trailing-slash-report': nearPath,
    /** `/pessoas//`; by default, only who treats both `trailing-slash` and `double-slash` as the path knows it. */
    'trailing-slashes': nearPath,
    'double-slash': firewalled,
    /** `//pessoas`; as `double-slash` by default. */
    'leading-slashes': firewalled,
    /** `/x/../pessoas` */
    dots: firewalled,
    capitals: nearPath,
    /** `/pessoas.json` */
    'json-suffix': ['unknown', 'same'],
    /** `/pesso%61s` */
    encoded: ['same', 'unknown'],
    /**
     * `/pessoas%2F`; as `trailing-slash`, where the path is decoded before it is looked up. `refuse` refuses every path
     * with `%2F`, whatever it is.
     */
    'encoded-slash': ['unknown', 'trailing-slash', 'refuse'],
    /**
     * A URL with signs in it that must be encoded, such as `[`; `refuse` refuses it with 400 before anything else, as Tomcat
     * does.
     */
    'raw-signs': ['same', 'refuse'],
    /**
     * Escapes in a query that say nothing; `refuse-broken` refuses `%` without two hexadecimal digits after it with 400
     * before anything else, as servers of Java do, and `refuse` also bytes that are not UTF-8, as Rails does.
     */
    'query-escapes': ['same', 'refuse-broken', 'refuse'],
    /**
     * A URL with letters beyond ASCII that are not encoded, as `curl` sends them; `same` reads their bytes as if they were,
     * `latin-1` takes each byte for a letter, as Python does, and `refuse` refuses it with 400 before anything else, as
     * Node does.
     */
    'raw-bytes': ['refuse', 'same', 'latin-1'],
    /** `/pessoas;v=1`; `same` leaves out what comes after the semicolon, as Java does. */
    semicolon: ['unknown', 'same', 'refuse'],
  },
  method: {
    head: ['same', ...nearMethod],
    options: nearMethod,
    /** OPTIONS without a token, where it is answered with 200 or 204. */
    'options-without-token': ['same', 'refuse'],
    /**
     * OPTIONS with Access-Control-Request-Method, which browsers send without a token before a request of another origin;
     * by default as any other OPTIONS.
     */
    preflight: ['same', ...nearMethod],
    /** A method that HTTP knows, on a path of the document. */
    other: nearMethod,
  },
  /** A request without a route. */
  unknown: {
    /** Its body: `read` judges the size, the type and the JSON of it first, wherever they are in the order. */
    body: ['unread', 'read'],
    /**
     * No body, but the type of JSON: `refuse` answers as to a decision without a body, and `any` does so to OPTIONS and
     * DELETE, too, as Fastify 5.
     */
    'empty-json': ['same', 'refuse', 'any'],
    /**
     * A path that does not even begin as one of the document; `first` looks for its route before the token;
     * `router` does so also if its escapes are not valid UTF-8, as Express does; `gateway` also before its body is read, as
     * by a gateway in front of the service; `any` is as `router` for every path without a route, but not for another method.
     */
    elsewhere: ['same', 'first', 'router', 'gateway', 'any'],
    /**
     * A path of the document with a method that it does not have; `first` refuses it before the token, as by a gateway in
     * front of the service. HEAD goes with GET.
     */
    method: ['same', 'first'],
    /**
     * OPTIONS on it, where `method.options` is `no-content` or `ok`: `answered` is as on the path of the list, as by a
     * service that answers every preflight in one place.
     */
    options: ['same', 'answered'],
    /**
     * No header Authorization: `apart` has words of its own for it on every path without a route, those of
     * `route.no-token`, as API Gateway of AWS.
     */
    'without-token': ['same', 'apart'],
  },
  report: {
    /**
     * A report number in capitals; `same` finds the report, and `as-sent` repeats the number as it was sent, too; for
     * `no-route`, the path is unknown; `shape` treats it as a text that is no UUID.
     */
    capitals: [...sameReport, 'no-route', 'shape'],
    /** Blanks around it. */
    padded: sameReport,
    /** Without its dashes. For `well-formed`, it is a UUID that no report has; for `no-route`, the path is unknown. */
    compact: reportForm,
    /** In braces. */
    braces: reportForm,
    /** With `urn:uuid:` before it, which parsers of Python, Go and Rust read; `braces` judges it as a number in braces. */
    urn: ['shape', 'braces'],
    /** A report of another organization; `own` treats it as one of the caller's, where a number alone identifies it. */
    foreign: ['judged', 'own'],
    /**
     * Any other text that is no UUID; `no-route` is a path without a route, and `unknown` answers as to a report that nobody
     * has, in the step `number`.
     */
    shape: ['judged', 'no-route', 'unknown'],
    /** `1-1-1-1-1`, which Java reads as a UUID, with zeros before the digits of each group; by default, as `shape` says. */
    'short-groups': ['shape', 'well-formed'],
    /** `a%2Fb`; for `no-route`, the path is decoded before it is looked up. */
    'encoded-slash': ['judged', 'no-route'],
    /** No number at all, as in `/relatorios/validar/`; `number` judges it as a number that no report has. */
    empty: ['no-route', 'number'],
    /**
     * A number that is no UUID, where that is refused, and faults of the body: `before` and `after` tell both in one
     * answer, the number before or after the fields.
     */
    'shape-with-body': ['apart', 'before', 'after'],
    /** The same for a body that is no JSON. */
    'shape-with-json': ['apart', 'before', 'after'],
    /**
     * A number with escapes of bytes that are not UTF-8, or with `%` alone: `replace` reads such bytes as U+FFFD, `keep`
     * takes the number as it is written.
     */
    escape: ['refuse', 'replace', 'keep'],
    /**
     * A number with escapes that it does not need, such as `%2D` for a dash; `keep` takes it as it is written, as routers of Go
     * do, so that it is no UUID. `keep-all` takes every number with escapes so, as AdonisJS does.
     */
    encoded: ['same', 'keep', 'keep-all'],
    /** A second decision that is as the first one, where the knob `revalidation` refuses another one. */
    'same-decision': ['refuse', 'accept'],
    /** Any decision after a rejection, where `revalidation` refuses a second one. */
    'after-rejection': ['refuse', 'accept'],
    /**
     * A second decision by the first one and what it is now, whatever the knob and the two above say: an approval of an
     * approved report, a rejection of it, and so on. `keep` answers as if it were recorded and leaves the report and its
     * person as they are.
     */
    'approved-again': secondDecision,
    'approved-rejected': secondDecision,
    'rejected-approved': secondDecision,
    'rejected-again': secondDecision,
  },
  /**
   * A GET with `If-None-Match` that is `*` or names the ETag of the answer: `not-modified` is 304. Answers have ETags
   * where `shape.headers` has one, whatever it is.
   */
  list: {
    'if-none-match': ['same', 'not-modified'],
    /**
     * The body of a GET: `under-query` reads the fields of JSON or of a form as parameters that count where the query has
     * none of their names, and refuses what is not JSON, as Rails does; `over-query` reads those of JSON in place of the
     * query's, as Laravel does.
     */
    body: ['ignore', 'under-query', 'over-query'],
  },
  /** A GET with the Content-Type of something else. */
  type: {
    get: ['same', 'refuse'],
    /**
     * A GET whose header Accept has neither JSON nor anything that includes it; `refuse` answers 406, `first` does so before
     * the token is looked at, as frameworks that choose the form of their answers first.
     */
    accept: ['same', 'refuse', 'first'],
    /** The same for a POST; `refuse` answers so right after the token. */
    'accept-post': ['same', 'refuse', 'first'],
  },
  /** `bearer` and `BEARER`; several blanks between `Bearer` and the token. */
  token: {
    'scheme-capitals': ['same', 'refuse'],
    'scheme-gaps': ['same', 'refuse'],
    /** Another word before the token, where none is needed. */
    'scheme-other': ['refuse', 'same'],
    /** The word `Token` before the token, where none is needed; `exact` in just these letters. */
    'scheme-token': ['refuse', 'same', 'exact'],
    /** `Bearer Bearer` before the token, as who looks for the last word takes it. As `wrong` by default. */
    'scheme-twice': ['refuse', 'same'],
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
