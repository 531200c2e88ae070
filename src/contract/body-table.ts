import type { ChoicesOf } from './choices-of.ts'

const bodyChoices = ['refuse', 'accept'] as const

/** What happens to each kind of value of each field of the body, and to bodies that are not objects. */
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

/** What a profile may say of this table: one choice for each kind that it names. */
export type Bodies = ChoicesOf<typeof bodyTable>
