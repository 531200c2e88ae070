import type { bodyTable } from '../../src/contract/body-table.ts'
import type { parameterTable } from '../../src/contract/parameter-table.ts'
import type { routeTable } from '../../src/contract/route-table.ts'

type Texts<T> = { readonly [Row in keyof T]: { readonly [Column in keyof T[Row]]: string } }

const numbers = {
  empty: '`page=`',
  blank: 'blanks only',
  padded: 'blanks around a number',
  newline:
    'a line break at the end, which a pattern that ends with `$` takes in many languages; as `padded` by default',
  plus: '`+2`',
  'leading-zeros': '`025`',
  point: '`2.0`',
  fraction: '`1.5`',
  exponent: '`1e1`',
  hexadecimal: '`0x19`',
  tail: '`25abc`',
  underscores: '`1_0`; as `tail` by default',
  infinity: '`Infinity`; `number` takes it, and the answer repeats it as null; as `word` by default',
  'other-digits': 'digits of other scripts, such as `٢`; as `word` by default',
  word: '`abc`, and any other text that is not a number',
  large: 'above 2^31 - 1, up to 2^53',
  huge: 'above 2^53',
  zero: '`0`',
  'negative-zero': '`-0`; as `zero` by default',
  negative: 'less than 0',
  repeated: 'the parameter comes more than once',
} as const

/** What belongs to each kind of the tables. A kind without a text does not compile. */
export const kindTexts: {
  parameters: Texts<typeof parameterTable>
  bodies: Texts<typeof bodyTable>
  routes: Texts<typeof routeTable>
} = {
  parameters: {
    page: {
      ...numbers,
      'beyond-64-bits': 'from 2^63 on; as `huge` by default',
      'above-limit': 'a page above `limits.page`, where there is one',
      'beyond-end': 'a page after the last one',
      'beyond-nobody': 'a page after the first of an empty list; as `beyond-end` by default',
    },
    rows: {
      ...numbers,
      empty: '`rows=`',
      'huge-multiple': 'above 2^53 and a multiple of 25; as `huge` by default',
      'off-grid': 'a number that is not a multiple of 25, such as `60`',
      'below-grid': 'a number from 1 to 24; as `off-grid` by default',
      'above-off-grid': 'above the knob `rowsMaximum` and not a multiple of 25; as `off-grid` by default',
      'negative-off-grid': 'less than 0 and not a multiple of 25; as `negative` by default',
      'above-maximum': 'above the knob `rowsMaximum`',
    },
    cpf: {
      empty: '`cpf=`',
      blank: 'blanks only',
      padded: 'blanks around digits',
      masked: '`000.000.000-00`',
      'half-masked': 'digits with some signs of a mask; as `masked` by default',
      gaps: 'such digits with blanks between them, such as `927 747 826 86`; as `half-masked` by default',
      nul: 'more than eleven characters with U+0000; as `long-word` by default',
      'long-word':
        'anything else that is not digits only, with more than 11 characters; as `word` by default',
      newline:
        'a line break at the end, which a pattern that ends with `$` takes in many languages; as `padded` by default',
      'other-digits':
        'eleven digits of another script, which some patterns take for digits; as `word` by default',
      'short-word':
        'anything else that is not digits only, with fewer than 11 characters; as `word` by default',
      word: 'anything else that is not digits only; where there are no digits, `digits-if-any` is `absent` and `digits-or-nobody` finds nobody',
      short: 'fewer than eleven digits',
      long: 'more than eleven digits',
      'wrong-digits': 'eleven digits with wrong check digits',
      'same-digits': 'eleven times the same digit',
      unknown: 'a CPF that the organization did not query',
      repeated: 'the parameter comes more than once',
    },
    nome: {
      empty: '`nome=`',
      blank: 'blanks only',
      'short-blank': 'blanks only, fewer than `search.least`; as `blank` by default',
      padded: 'blanks around a text',
      gaps: 'several blanks between words',
      short: 'fewer characters than `search.least`',
      long: 'more characters than `search.most`',
      signs: 'a text without any letter',
      expression: 'a text that is no regular expression, where `search.wildcards` is `expression`',
      'not-utf-8':
        '`Jo%E3o`: escapes of bytes that are not UTF-8; `question-marks`: each is a `?`, as in PHP; `replace-as-java`: as `replace`, and `%ED%A0%80` is one U+FFFD',
      escape: '`100%`, `%zz`: escapes that are not hexadecimal',
      nul: 'a text with the character U+0000, which `drop` leaves out',
      unknown: 'a text that finds nobody',
      repeated: 'the parameter comes more than once',
    },
    sort: {
      empty: '`sort=`',
      blank: 'blanks only',
      padded: 'blanks around a field',
      capitals: '`NOME`',
      plus: '`+nome`, with its sign encoded',
      dash: '`-` alone',
      'two-dashes': '`--nome`',
      direction: '`nome desc`, `nome:asc`',
      gap: '`- nome`; as `word` by default',
      'camel-case': '`atualizadoEm`; as `word` by default',
      list: '`nome,-cpf`',
      'unknown-list':
        '`nome,x`, a list that begins with a field and has a word that is none; as `list` by default',
      unsupported: 'a field of a person that the knob `sortFields` leaves out',
      word: 'any other text',
      repeated: 'the parameter comes more than once',
    },
    others: {
      unknown: 'a parameter that the interface does not name',
      'no-value':
        '`?page`: a parameter of the interface without `=`; `empty` takes it for `page=`; Rails reads it as null',
      nameless: '`=1`, a value without a name; as `unknown` by default',
      proto: '`__proto__`, which many parsers leave out; as `tracking` by default',
      empty: 'an unknown parameter without a value',
      tracking: '`_`, `_t`, `utm_source`',
      capitals: '`Page`',
      'padded-name': '`+page=2`, with blanks before the name, which PHP leaves out; as `unknown` by default',
      'question-mark':
        '`?page`, as in a URL with two question marks, which some parsers leave out; as `unknown` by default',
      nested: '`rows[gt]`; as `unknown` by default',
      semicolon:
        '`page=2;rows=50`: `take` makes one value of it, `divide` two parameters, and `absent` leaves it out, as Go does',
      comma:
        '`sort=nome,cpf`, with a comma that is not encoded: `take` makes one value of it, `divide` several, as AdonisJS does',
      'unknown-nested':
        '`filter[nome]`, of a parameter that the interface does not name; as `nested` by default',
      brackets: '`page[]`',
      indexed: '`page[0]`; as `brackets` by default',
      'text-nested': '`nome[a]`, of a parameter that is no number; as `nested` by default',
      'cpf-nested': '`cpf[a]`; as `text-nested` by default',
      'sort-nested': '`sort[nome]`; as `text-nested` by default',
      'text-brackets': '`nome[]`, of a parameter that is no number; as `brackets` by default',
    },
  },
  bodies: {
    aprovar: {
      missing: 'the field is missing',
      null: '`null`',
      text: '`"true"`, `"false"`',
      capitals: '`"True"`',
      'bit-text': '`"1"`, `"0"`',
      'empty-text': '`""`',
      yes: '`"yes"`, `"no"`; as `word` by default',
      on: '`"on"`, `"off"`; as `yes` by default',
      letter: '`"y"`, `"f"`; as `yes` by default',
      padded: '`" true"`; as `word` by default',
      word: 'any other string',
      bit: '`1`, `0`',
      number: 'any other number',
      fraction: '`1.5`; as `number` by default',
      array: 'an array',
      'empty-array': '`[]`; as `array` by default',
      listed: '`[true]`, `[false]`; as `array` by default',
      object: 'an object',
      'empty-object': '`{}`; as `object` by default',
    },
    mensagem: {
      missing: 'the field is missing',
      null: '`null`',
      'empty-text': '`""`',
      blank: 'blanks only, at least 25',
      short: 'fewer than 25 characters',
      'short-blank': 'blanks only, fewer than 25; as `short` by default',
      padded: 'long enough only because of the blanks around it',
      long: 'above the knob `mensagemMaximum`',
      surrogate:
        'half of a character alone, as `\\ud83d`; `malformed`: a body that has one anywhere is no JSON',
      number: 'a number',
      zero: '`0`; as `number` by default',
      boolean: 'a boolean',
      false: '`false`; as `boolean` by default',
      array: 'an array',
      'long-number':
        'a whole number of at least 25 digits, which some parsers take as it is written; as `number` by default',
      'long-array': 'an array of at least 25 elements; as `array` by default',
      'empty-array': '`[]`; as `array` by default',
      listed:
        'an array with one string, which is judged as if it came alone where it is accepted; as `array` by default',
      object: 'an object',
      'empty-object': '`{}`; as `object` by default',
    },
    body: {
      none: 'no body at all; `malformed` refuses it in the step `json`',
      untyped:
        'neither a body nor a Content-Type; `by-type`: the type is judged before, as where `type.none` is `refuse`; as `none` by default',
      null: '`null`',
      array: 'an array',
      'empty-array': '`[]`; as `array` by default',
      text: 'a string',
      'empty-text': '`""`; as `text` by default',
      number: 'a number',
      boolean: 'a boolean',
      scalar:
        'any of `null`, a string, a number and a boolean; `malformed`: refused in the step `json`, as by parsers that read only objects and arrays',
      chunked: 'a body in chunks, without `Content-Length`',
      proto: 'an object with the key `__proto__`',
      mark: 'a byte order mark before the JSON',
      'not-utf-8': 'bytes that are not UTF-8, each of which `read` takes for U+FFFD',
      'other-charset': 'the same with a Content-Type that names another charset; as `not-utf-8` by default',
      constants: '`NaN`, `Infinity` and `-Infinity`, which Python reads',
      broken:
        'fields before the place where a body breaks off being JSON; `judged`: the first one with a wrong type, or an unknown one, is refused in its place, as by parsers that read into types',
      early:
        'an unknown field, a wrong type or either, refused in the step `json` without all other faults, as by services that refuse it before they look for the report; a list is, too; `unknown-after-report`: unknown fields, once the report is found and before its state',
      trailing: 'more after the end of the JSON, which Jackson and Go leave unread',
      capitals: 'names of fields in other letters, such as `Aprovar`, which .NET and Go read',
      'with-query':
        'a query beside the body; `merge`: its parameters are fields after those of the body, as frameworks of PHP read them',
      'repeated-key':
        'a field that comes more than once; `any`: the first value that is wrong, which parsers refuse that read into types; `refuse`: the body is refused in the step `json`, as strict parsers do',
    },
    type: {
      plain:
        '`text/plain`; `as-none`: as no body; `as-empty`: as `{}`; `text`: as a string; `object`: an object in JSON is read, anything else is a string, as Joi has it; `unread`: refused as no object',
      'other-text': '`text/html` and other text',
      form: '`application/x-www-form-urlencoded`',
      xml: '`application/xml`',
      'text-xml': '`text/xml`',
      charset: '`application/json` in another charset than UTF-8, such as `; charset=latin1`',
      'unknown-charset': '`application/json` in a charset that nobody knows; as `charset` by default',
      multipart: '`multipart/form-data`; as `other` by default',
      suffix: '`application/x+json`',
      'json-api': '`application/vnd.api+json`; as `suffix` by default',
      none: 'no Content-Type',
      malformed: 'a Content-Type that is not `type/subtype`',
      bytes: '`application/octet-stream`',
      other: 'any other Content-Type but `application/json`',
    },
    form: {
      names:
        'the names of the fields of a decision that is read as a form; `brackets`: `a[b]` is the field `b` of an object `a`, as qs reads it; `dots`: `a.b` is, too, as co-body reads it; `underscores`: as `brackets`, with underscores in place of blanks and dots, as in PHP',
    },
    coding: {
      deflated:
        'Content-Encoding `gzip` or `deflate`; `inflate` reads what it was before, and refuses what is not compressed so; `read` does not look at the header',
      other: 'any other Content-Encoding',
    },
  },
  routes: {
    path: {
      'trailing-slash': '`/pessoas/`',
      'trailing-slash-report': '`/relatorios/validar/N/`; as `trailing-slash` by default',
      'trailing-slashes': '`/pessoas//`; by default, `double-slash` and then `trailing-slash` say what it is',
      'double-slash': '`/relatorios//validar/…`',
      'leading-slashes': '`//pessoas`; as `double-slash` by default',
      dots: '`/x/../pessoas`',
      capitals: '`/Pessoas`',
      'json-suffix': '`/pessoas.json`',
      'encoded-slash':
        '`/pessoas%2F`; `trailing-slash` treats it as `/pessoas/`; `refuse` refuses every path with `%2F`',
      'raw-signs':
        'a URL with signs that it may only have encoded, such as `[`; `refuse` refuses it before anything else, as Tomcat does',
      'query-escapes':
        'escapes in a query that say nothing; `refuse-broken` refuses `%` without two hexadecimal digits after it before anything else, as servers of Java do; `refuse` also bytes that are not UTF-8, as Rails does',
      'raw-bytes':
        'a URL with letters beyond ASCII that are not encoded; `same` reads them as if they were; `latin-1` takes each of their bytes for a letter, as Python does; `refuse` refuses it before anything else, as Node does',
      semicolon: '`/pessoas;v=1`; `same` leaves out the semicolon and what follows it',
      encoded: 'a path with escapes that it does not need',
    },
    method: {
      head: 'HEAD for `/pessoas`',
      options: 'OPTIONS for a path of the document',
      'options-without-token': 'OPTIONS without a token, where it has an answer of its own',
      preflight:
        'OPTIONS with `Access-Control-Request-Method`, as browsers send it without a token before a request of another origin; `same`: as any other OPTIONS. No page of another origin is let in',
      other: 'any other method on a path of the document',
    },
    unknown: {
      body: 'the body of a request without a route',
      'empty-json':
        'a request without a route that has no body, but the Content-Type of JSON; not for GET and HEAD, and for OPTIONS and DELETE only where it is `any`',
      elsewhere:
        'a path that does not begin with `/pessoas` or `/relatorios`; `first` looks for its route before the token; `router` also if its escapes are not valid UTF-8; `gateway` also before its body is read; `any`: as `router`, for every path without a route',
      method:
        'a path of the document with a method that it does not have; `first` refuses it before the token, as by a gateway in front of the service. HEAD goes with GET',
      options:
        'OPTIONS on an unknown path, where `method.options` is `no-content` or `ok`; `answered` is as on the path of the list',
      'without-token':
        'a request without a route and without a token; `apart` has words of its own, `route.no-token`, as API Gateway of AWS',
    },
    report: {
      capitals:
        'a report number in capitals; `as-sent`: the answer repeats it as it was sent; `no-route`: the path is unknown; `shape`: as a text that is no UUID',
      padded: 'a report number with blanks around it; as for `capitals`',
      compact:
        'a report number without its dashes; `well-formed`: a UUID that no report has; `no-route`: the path is unknown',
      braces: 'a report number in braces; as for `compact`',
      urn: 'a report number with `urn:uuid:` before it; `shape`: as any other text; `braces`: as a number in braces',
      'short-groups':
        '`1-1-1-1-1`, which Java reads as a UUID; `shape`: as any other text; `well-formed`: a UUID, with zeros before the digits of each group',
      'encoded-slash': '`a%2Fb`; `no-route`: the path is decoded before its route is looked for',
      empty: '`/relatorios/validar/`; `number` judges it as a number that no report has',
      'shape-with-body':
        'a number that is no UUID, and faults of the body; `before` and `after` tell both in one answer, the number before or after the fields',
      'shape-with-json': 'the same for a body that is no JSON',
      escape: '`Jo%E3o`, `%zz`: a number with escapes that are not UTF-8',
      encoded:
        'a number with escapes that it does not need, such as `%2D`; `keep` takes it as it is written, so it is no UUID, and `keep-all` every number with escapes',
      foreign:
        'a report of another organization; `own` treats it as one of the caller, where a number alone identifies a report',
      shape:
        'any other text that is no UUID; for `no-route`, the path is unknown; `unknown` answers as to a report that nobody has, in the step `number`',
      'same-decision': 'a second decision as the first one, where `revalidation` refuses another one',
      'after-rejection': 'a decision after a rejection, where `revalidation` refuses another one',
      'approved-again':
        'an approval of an approved report; `keep` answers as if it were recorded, and changes nothing',
      'approved-rejected': 'a rejection of an approved report',
      'rejected-approved': 'an approval of a rejected report',
      'rejected-again': 'a rejection of a rejected report',
    },
    list: {
      'if-none-match': 'a list with `If-None-Match` that is `*`, or the ETag of the list',
      body: 'the body of a GET; `under-query` reads the fields of JSON or of a form as parameters, unless the query has them, and refuses malformed JSON, as Rails does; `over-query` reads those of JSON in place of the ones of the query, as Laravel does',
    },
    type: {
      get: 'a GET with the Content-Type of something else than JSON or a form',
      accept:
        'a GET whose header `Accept` does not include JSON; `refuse` is 406, `first` is so before the token is looked at',
      'accept-post': 'the same for a POST; `refuse` is right after the token',
    },
    token: {
      'scheme-capitals': '`bearer` or `BEARER` before the token',
      'scheme-gaps': 'several blanks between `Bearer` and the token',
      'scheme-other': 'another word before the token, where none is needed',
      'scheme-token': 'the word `Token` before the token',
      'scheme-twice': '`Bearer Bearer` before the token',
    },
  },
}
