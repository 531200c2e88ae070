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
    /** `"yes"` and `"no"`. Same as `word` by default. */
    yes: bodyChoices,
    /** `"on"` and `"off"`, as HTML forms send them. Same as `yes` by default. */
    on: bodyChoices,
    /** `"y"`, `"f"` and so on. Same as `yes` by default. */
    letter: bodyChoices,
    /** `" true"`; same as `word` by default. */
    padded: bodyChoices,
    /** Any other string. */
    word: bodyChoices,
    /** 1 and 0 */
    bit: bodyChoices,
    number: bodyChoices,
    /** `1.5`; same as `number` by default. */
    fraction: bodyChoices,
    array: bodyChoices,
    /** `[]`; same as `array` by default. */
    'empty-array': bodyChoices,
    /** `[true]`; same as `array` by default. */
    listed: bodyChoices,
    object: bodyChoices,
    /** `{}`; same as `object` by default. */
    'empty-object': bodyChoices,
  },
  mensagem: {
    missing: bodyChoices,
    null: bodyChoices,
    'empty-text': bodyChoices,
    /** Only whitespace, at least the minimum. */
    blank: bodyChoices,
    short: bodyChoices,
    /** Only whitespace, fewer than the minimum. Same as `short` by default. */
    'short-blank': bodyChoices,
    /** Long enough only because of the whitespace around it. */
    padded: bodyChoices,
    long: bodyChoices,
    /** Half of a surrogate pair, such as `\\ud83d`. `malformed`: a body that contains one anywhere is not valid JSON. */
    surrogate: ['accept', 'malformed', 'refuse'],
    number: bodyChoices,
    /** `0`, which some languages treat as empty. Same as `number` by default. */
    zero: bodyChoices,
    /** An integer of at least 25 digits, which some parsers read as it is written. Same as `number` by default. */
    'long-number': bodyChoices,
    boolean: bodyChoices,
    /** `false`, which many languages treat as empty. Same as `boolean` by default. */
    false: bodyChoices,
    array: bodyChoices,
    /** A list with as many elements as a message has characters; same as `array` by default. */
    'long-array': bodyChoices,
    /** `[]`; same as `array` by default. */
    'empty-array': bodyChoices,
    /** A list with one message; same as `array` by default. */
    listed: bodyChoices,
    object: bodyChoices,
    /** `{}`; same as `object` by default. */
    'empty-object': bodyChoices,
  },
  body: {
    /** No body at all. `malformed` refuses it in the step `json`, as Fastify does. */
    none: ['refuse', 'as-object', 'malformed'],
    /**
     * Neither a body nor a Content-Type. `by-type` applies `type.none` first, and then `none`. By default `by-type` if
     * `type.none` is `refuse`, otherwise `as-object` if `none` is, otherwise `refuse`.
     */
    untyped: ['by-type', 'refuse', 'as-object'],
    null: ['refuse', 'as-object'],
    /** `as-keys` reads the indexes of a list as the keys of an object. */
    array: ['refuse', 'as-object', 'as-keys'],
    /** `[]`; same as `array` by default. */
    'empty-array': ['refuse', 'as-object'],
    text: ['refuse', 'as-object'],
    /** `""`; same as `text` by default. */
    'empty-text': ['refuse', 'as-object'],
    number: ['refuse', 'as-object'],
    boolean: ['refuse', 'as-object'],
    /** Any value other than an object or an array. `malformed` refuses it in the step `json`, like parsers that accept only these. */
    scalar: ['judged', 'malformed'],
    /** A body that is sent in chunks, without its length; `refuse` treats it as malformed, like AdonisJS. */
    chunked: ['read', 'refuse'],
    /** The key `__proto__`; `ignore` drops it. */
    proto: ['refuse', 'unknown-key', 'ignore'],
    /** A byte order mark before the JSON. */
    mark: ['read', 'refuse'],
    /** Bytes that are not UTF-8; `read` reads each as U+FFFD. */
    'not-utf-8': ['read', 'refuse'],
    /** The same with a Content-Type that names another charset. Same as `not-utf-8` by default. */
    'other-charset': ['read', 'refuse'],
    /** `NaN`, `Infinity` and `-Infinity`, which are not JSON, but which Python reads. */
    constants: ['refuse', 'read'],
    /** More characters after the end of the JSON. */
    trailing: ['refuse', 'read'],
    /**
     * Fields before the place where a body stops being JSON. `judged` refuses the first of them that is unknown or has a
     * wrong type, in place of the malformed body, like parsers that check types as they read.
     */
    broken: ['unread', 'judged'],
    /**
     * The faults that the step `json` already reports, without all others, so usually before the report is looked up:
     * unknown fields, like the strong parameters of Rails, wrong types, like parsers that check types as they read, or both.
     * A body that is a list is then refused there, too. `unknown-after-report` reports unknown fields, and bodies that are
     * not objects, after the report is found and before its state is checked.
     */
    early: ['none', 'unknown', 'types', 'types-and-unknown', 'unknown-after-report'],
    /** Names of fields in another case, such as `Aprovar`. */
    capitals: ['unknown-key', 'read'],
    /**
     * A field that is sent more than once. `any` takes the first wrong value, if there is one, like parsers that check types
     * as they read; `refuse` refuses the body in the step `json`, like strict parsers.
     */
    'repeated-key': ['last', 'first', 'any', 'refuse'],
    /** A query in addition to the body. `merge` reads its parameters as fields after those of the body, like PHP. */
    'with-query': ['ignore', 'merge'],
  },
  /**
   * What happens to a body with another Content-Type than JSON. `read` reads it as JSON. `as-none` treats it as no body,
   * `as-empty` as `{}`, and `text` as a string; `object` reads an object in JSON, and anything else as a string, like Joi;
   * `form` reads a form. `unread` refuses it as a body that is not an object, even if `body.none` is `as-object`.
   */
  type: {
    plain: ['refuse', 'read', 'as-none', 'unread', 'text', 'object', 'as-empty'],
    /** `text/html` and other text; same as `plain` by default. */
    'other-text': ['refuse', 'read', 'as-none', 'unread', 'text', 'object', 'as-empty'],
    form: ['refuse', 'read', 'as-none', 'unread', 'form', 'as-empty'],
    xml: ['refuse', 'read', 'as-none', 'unread', 'as-empty'],
    /** `text/xml`; same as `xml` by default. */
    'text-xml': ['refuse', 'read', 'as-none', 'unread', 'text', 'object', 'as-empty'],
    /** `application/json` in a charset other than UTF-8. */
    charset: ['read', 'refuse'],
    /** `application/json` in an unknown charset; same as `charset` by default. */
    'unknown-charset': ['read', 'refuse'],
    /** `multipart/form-data`; same as `other` by default. */
    multipart: ['refuse', 'read', 'as-none', 'unread', 'form', 'as-empty'],
    /** `application/x+json` */
    suffix: ['read', 'refuse', 'as-none', 'unread'],
    /** `application/vnd.api+json`, the only such type that some parsers read. Same as `suffix` by default. */
    'json-api': ['read', 'refuse', 'as-none', 'unread'],
    none: ['read', 'refuse', 'as-none', 'unread', 'as-empty'],
    malformed: ['refuse', 'read', 'as-none', 'unread', 'as-empty'],
    /** `application/octet-stream`; same as `other` by default. */
    bytes: ['refuse', 'read', 'as-none', 'unread', 'as-empty'],
    other: ['refuse', 'read', 'as-none', 'unread', 'as-empty'],
  },
  /** A decision that is read as a form. */
  form: {
    /**
     * The names of its fields. `brackets` reads `a[b]` as the field `b` of an object `a`, like qs; `dots` also reads `a.b` so,
     * like co-body; `underscores` is like `brackets`, but replaces spaces and dots by underscores, like PHP.
     */
    names: ['as-sent', 'brackets', 'dots', 'underscores'],
  },
  /** A body with a Content-Encoding. `read` ignores this header. */
  coding: {
    /** `gzip` or `deflate`; `inflate` decompresses the body, and refuses one that is not compressed this way. */
    deflated: ['read', 'inflate'],
    /** Any other Content-Encoding. */
    other: ['read', 'refuse'],
  },
} as const

/** What a profile may say of this table: one choice for each kind that it names. */
export type Bodies = ChoicesOf<typeof bodyTable>
