import type { bodyTable } from '../../src/contract/body-table.ts'
import type { parameterTable } from '../../src/contract/parameter-table.ts'
import type { routeTable } from '../../src/contract/route-table.ts'

type Texts<T> = { readonly [Row in keyof T]: { readonly [Column in keyof T[Row]]: string } }

const numbers = {
  empty: '`page=`',
  blank: 'only whitespace',
  padded: 'whitespace around a number',
  newline: 'a line break at the end, which `$` in a pattern allows in many languages; as `padded` by default',
  plus: '`+2`',
  'leading-zeros': '`025`',
  point: '`2.0`',
  fraction: '`1.5`',
  exponent: '`1e1`',
  hexadecimal: '`0x19`',
  tail: '`25abc`',
  underscores: '`1_0`; as `tail` by default',
  infinity:
    '`Infinity`, `-Infinity`; `number` reads it as a number above or below all others, which answers repeat as null; as `word` by default',
  'other-digits': 'digits of other scripts, such as `٢`; as `word` by default',
  word: '`abc`, and any other value that is not a number',
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
      'beyond-64-bits': '2^63 or more; as `huge` by default',
      'above-limit': 'a page above `limits.page`, if that is set; `cap` replaces it by `limits.page`',
      'beyond-end': 'a page after the last one',
      'beyond-nobody': 'a page after the first of an empty list; as `beyond-end` by default',
    },
    rows: {
      ...numbers,
      empty: '`rows=`',
      'huge-multiple': 'above 2^53 and a multiple of 25; as `huge` by default',
      'off-grid': 'a number that is not a multiple of 25, such as `60`',
      'below-grid': 'a number from 1 to 24; as `off-grid` by default',
      'above-off-grid':
        'above the knob `rowsMaximum` and not a multiple of 25; `capped` replaces it by the maximum first; as `off-grid` by default',
      'negative-off-grid': 'less than 0 and not a multiple of 25; as `negative` by default',
      'above-maximum': 'above the knob `rowsMaximum`',
    },
    cpf: {
      empty: '`cpf=`',
      blank: 'only whitespace',
      padded: 'whitespace around digits',
      masked: '`000.000.000-00`',
      'half-masked': 'digits with a part of the mask, such as `927747826-86`; as `masked` by default',
      gaps: 'digits with spaces between them, such as `927 747 826 86`; as `half-masked` by default',
      nul: 'more than eleven characters with U+0000; as `long-word` by default',
      'long-word':
        'any other value with characters other than digits, of more than 11 characters; as `word` by default',
      newline:
        'a line break at the end, which `$` in a pattern allows in many languages; as `padded` by default',
      'other-digits':
        'eleven digits of another script, which some patterns accept as digits; as `word` by default',
      'short-word':
        'any other value with characters other than digits, of fewer than 11 characters; as `word` by default',
      word: 'any other value with characters other than digits; `digits`, `digits-if-any` and `digits-or-nobody` keep only its digits; if it has none, `digits-if-any` is `absent`, and `digits-or-nobody` finds nobody',
      short:
        'fewer than eleven digits; `beginning` finds everybody whose CPF begins with them, and `zeros` puts zeros before them',
      long: 'more than eleven digits',
      'wrong-digits': 'eleven digits with wrong check digits',
      'same-digits': 'eleven times the same digit',
      unknown: 'a CPF that the organization did not query',
      repeated: 'the parameter comes more than once',
    },
    nome: {
      empty: '`nome=`',
      blank: 'only whitespace',
      'short-blank': 'only whitespace, fewer than `search.least`; as `blank` by default',
      padded: 'whitespace around a name',
      gaps: 'several spaces between words',
      short: 'fewer characters than `search.least`',
      long: 'more characters than `search.most`',
      signs: 'a name without any letter',
      expression: 'an invalid regular expression, if `search.wildcards` is `expression`',
      'not-utf-8':
        '`Jo%E3o`: escapes of bytes that are not UTF-8; `replace` reads each as U+FFFD, and so does `replace-as-java`, but `%ED%A0%80` as one U+FFFD; `question-marks` reads each as `?`, like PHP',
      escape: '`100%`, `%zz`: escapes that are not hexadecimal',
      nul: 'a value with the character U+0000; `drop` removes it',
      unknown: 'a name that finds nobody',
      repeated: 'the parameter comes more than once',
    },
    sort: {
      empty: '`sort=`',
      blank: 'only whitespace',
      padded: 'whitespace around a field',
      capitals: '`NOME`',
      plus: '`+nome`, with the `+` encoded',
      dash: 'only `-`',
      'two-dashes': '`--nome`',
      direction: '`nome desc`, `nome:asc`',
      gap: '`- nome`; as `word` by default',
      'camel-case': '`atualizadoEm`; as `word` by default',
      list: '`nome,-cpf`',
      'unknown-list':
        '`nome,x`: a list that begins with a field but contains an unknown name; as `list` by default',
      unsupported: 'a field of a person that the knob `sortFields` leaves out',
      word: 'any other text',
      repeated: 'the parameter comes more than once',
    },
    others: {
      unknown: 'a parameter that the interface does not name',
      'no-value':
        '`?page`: a parameter of the interface without `=`; `empty` reads it as `page=`; Rails reads it as null, which is `absent`',
      nameless: '`=1`, a value without a name; as `unknown` by default',
      proto: '`__proto__`, which many parsers drop; as `tracking` by default',
      empty: 'an unknown parameter without a value',
      tracking: '`_`, `_t`, `utm_source`',
      capitals: '`Page`',
      'padded-name': '`+page=2`, with spaces before the name, which PHP drops; as `unknown` by default',
      'question-mark':
        'the name `?page`, from a URL such as `/pessoas??page=2`; some parsers drop the second question mark; as `unknown` by default',
      nested:
        '`rows[gt]`; `object` reads it as `rows` with the value `[object Object]`, and `list` as `rows` sent several times; as `unknown` by default',
      semicolon:
        '`page=2;rows=50`: `take` reads one value, `divide` two parameters, and `absent` drops it, like Go',
      comma:
        '`sort=nome,cpf`, with a comma that is not encoded: `take` reads one value, `divide` several, as if the parameter were sent several times, like AdonisJS',
      'unknown-nested':
        '`filter[nome]`, of a parameter that the interface does not name; as `nested` by default',
      brackets:
        '`page[]`; `list` reads it as `page` sent several times, and `object` as a word, because PHP makes an array of it',
      indexed: '`page[0]`; as `brackets` by default',
      'text-nested': '`nome[a]`, of a parameter that is not a number; as `nested` by default',
      'cpf-nested': '`cpf[a]`; as `text-nested` by default',
      'sort-nested': '`sort[nome]`; as `text-nested` by default',
      'text-brackets': '`nome[]`, of a parameter that is not a number; as `brackets` by default',
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
      blank: 'only whitespace, at least 25',
      short: 'fewer than 25 characters',
      'short-blank': 'only whitespace, fewer than 25; as `short` by default',
      padded: 'long enough only because of the whitespace around it',
      long: 'above the knob `mensagemMaximum`',
      surrogate:
        'half of a surrogate pair, such as `\\ud83d`; `malformed`: a body that contains one anywhere is not valid JSON',
      number: 'a number',
      zero: '`0`; as `number` by default',
      boolean: 'a boolean',
      false: '`false`; as `boolean` by default',
      array: 'an array',
      'long-number':
        'an integer of at least 25 digits, which some parsers read as it is written; as `number` by default',
      'long-array': 'an array of at least 25 elements; as `array` by default',
      'empty-array': '`[]`; as `array` by default',
      listed:
        'an array with one string, which is judged like the string itself if it is accepted; as `array` by default',
      object: 'an object',
      'empty-object': '`{}`; as `object` by default',
    },
    body: {
      none: 'no body at all; `malformed` refuses it in the step `json`',
      untyped: 'neither a body nor a Content-Type; `by-type` applies `type.none` first, and then `none`',
      null: '`null`',
      array: 'an array; `as-keys` reads its indexes as the keys of an object',
      'empty-array': '`[]`; as `array` by default',
      text: 'a string',
      'empty-text': '`""`; as `text` by default',
      number: 'a number',
      boolean: 'a boolean',
      scalar:
        'any value other than an object or an array; `malformed` refuses it in the step `json`, like parsers that accept only these',
      chunked:
        'a body that is sent in chunks, without `Content-Length`; `refuse` treats it as malformed, like AdonisJS',
      proto: 'an object with the key `__proto__`; `ignore` drops it',
      mark: 'a byte order mark before the JSON',
      'not-utf-8': 'bytes that are not UTF-8; `read` reads each as U+FFFD',
      'other-charset': 'the same with a Content-Type that names another charset; as `not-utf-8` by default',
      constants: '`NaN`, `Infinity` and `-Infinity`, which are not JSON, but which Python reads',
      broken:
        'fields before the place where a body stops being JSON; `judged` refuses the first of them that is unknown or has a wrong type, in place of the malformed body, like parsers that check types as they read',
      early:
        'the faults that the step `json` already reports, without all others, so usually before the report is looked up: unknown fields, wrong types or both; a body that is a list is then refused there, too; `unknown-after-report` reports unknown fields, and bodies that are not objects, after the report is found and before its state is checked',
      trailing: 'more characters after the end of the JSON, which Jackson and Go do not read',
      capitals: 'names of fields in another case, such as `Aprovar`, which .NET and Go accept',
      'with-query':
        'a query in addition to the body; `merge` reads its parameters as fields after those of the body, like frameworks of PHP',
      'repeated-key':
        'a field that is sent more than once; `any` takes the first wrong value, if there is one, like parsers that check types as they read; `refuse` refuses the body in the step `json`, like strict parsers',
    },
    type: {
      plain:
        '`text/plain`; `read` reads the body as JSON, `as-none` as no body, `as-empty` as `{}`, and `text` as a string; `object` reads an object in JSON, and anything else as a string, like Joi; `unread` refuses it as a body that is not an object',
      'other-text': '`text/html` and other text',
      form: '`application/x-www-form-urlencoded`',
      xml: '`application/xml`',
      'text-xml': '`text/xml`',
      charset: '`application/json` in a charset other than UTF-8, such as `; charset=latin1`',
      'unknown-charset': '`application/json` in an unknown charset; as `charset` by default',
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
        'the names of the fields of a decision that is read as a form; `brackets` reads `a[b]` as the field `b` of an object `a`, like qs; `dots` also reads `a.b` so, like co-body; `underscores` is like `brackets`, but replaces spaces and dots by underscores, like PHP',
    },
    coding: {
      deflated:
        'Content-Encoding `gzip` or `deflate`; `inflate` decompresses the body, and refuses one that is not compressed this way; `read` ignores the header',
      other: 'any other Content-Encoding',
    },
  },
  routes: {
    path: {
      'trailing-slash': '`/pessoas/`',
      'trailing-slash-report': '`/relatorios/validar/N/`; as `trailing-slash` by default',
      'trailing-slashes':
        '`/pessoas//`; known by default only if both `double-slash` and `trailing-slash` are',
      'double-slash': '`/relatorios//validar/…`',
      'leading-slashes': '`//pessoas`; as `double-slash` by default',
      dots: '`/x/../pessoas`',
      capitals: '`/Pessoas`',
      'json-suffix': '`/pessoas.json`',
      'encoded-slash':
        '`/pessoas%2F`; `trailing-slash` treats it as `/pessoas/`; `refuse` refuses every path with `%2F`',
      'raw-signs':
        'a URL with characters that must be encoded, such as `[`; `refuse` refuses it before anything else, like Tomcat',
      'query-escapes':
        'invalid escapes in a query; `refuse-broken` refuses `%` without two hexadecimal digits after it before anything else, like servers of Java; `refuse` also escapes of bytes that are not UTF-8, like Rails',
      'raw-bytes':
        'a URL with letters beyond ASCII that are not encoded; `same` reads them as if they were encoded; `latin-1` reads each of their bytes as a letter, like Python; `refuse` refuses it before anything else, like Node',
      semicolon: '`/pessoas;v=1`; `same` drops the semicolon and the rest of the path, like Java',
      encoded: 'a path with escapes that it does not need',
    },
    method: {
      head: 'HEAD for `/pessoas`',
      options: 'OPTIONS for a path of the interface',
      'options-without-token': 'OPTIONS without a token, if `options` is `ok` or `no-content`',
      preflight:
        'OPTIONS with `Access-Control-Request-Method`, which browsers send without a token before a request to another origin; `same`: like any other OPTIONS. No page of another origin is let in',
      other: 'any other method on a path of the interface',
    },
    unknown: {
      body: 'the body of a request without a route; `read` judges its size, type and JSON first',
      'empty-json':
        'a request without a route and without a body, but with the Content-Type of JSON; `refuse` answers like to a decision without a body, except to GET, HEAD, TRACE, OPTIONS and DELETE; `any` also to OPTIONS and DELETE',
      elsewhere:
        'a path that does not begin with `/pessoas` or `/relatorios`; `same`: judged in the usual order; `first`: looked up before the token is judged; `router`: like `first`, even if its escapes are not valid UTF-8; `gateway`: like `router`, and before its body is read; `any`: like `router`, and every other path without a route is looked up before the token, too, but not a known path with another method',
      method:
        'a path of the interface with a method that it does not have; `first` refuses it before the token, like a gateway in front of the service. A path with GET has HEAD, too',
      options:
        'OPTIONS on an unknown path, if `method.options` is `no-content` or `ok`; `answered` answers like on the path of the list',
      'without-token':
        'a request without a route and without a token; `apart` refuses it with the phrase `route.no-token`, like API Gateway of AWS',
    },
    report: {
      capitals:
        'a report number in capitals; `unknown`: no report has it; `same`: the report is found; `as-sent`: it is found, and the answer repeats the number as it was sent; `no-route`: the path is unknown; `shape`: it is not a UUID',
      padded: 'a report number with whitespace around it; choices like those of `capitals`',
      compact:
        'a report number without its dashes; choices like those of `capitals`; `well-formed`: a UUID that no report has',
      braces: 'a report number in braces; choices like those of `compact`',
      urn: 'a report number with `urn:uuid:` before it; `shape`: like any other string; `braces`: like a number in braces',
      'short-groups':
        '`1-1-1-1-1`, which Java reads as a UUID; `shape`: like any other string; `well-formed`: a UUID, with zeros before the digits of each group',
      'encoded-slash':
        '`a%2Fb`; `no-route`: the path is unknown, because it is decoded before it is looked up',
      empty: '`/relatorios/validar/`; `number` judges it like a number that no report has',
      'shape-with-body':
        'a number that is refused because it is not a UUID, together with faults of the body; `before` and `after` report both in one refusal, with the number before or after the fields; `apart` reports only what is judged first',
      'shape-with-json': 'the same for a body that is not valid JSON',
      escape:
        '`Jo%E3o`, `%zz`: a number with escapes that are not UTF-8; `replace` reads such bytes as U+FFFD, `keep` the number as it is written',
      encoded:
        'a number with escapes that it does not need, such as `%2D`; `keep` reads it as it is written, so it is not a UUID, and `keep-all` every number with escapes',
      foreign:
        'a report of another organization; `own` treats it as one of the caller, like a service that looks up only the number',
      shape:
        'any other string that is not a UUID; `judged`: the step `number` refuses it; `no-route`: the path is unknown; `unknown`: the step `number` answers like to a number that no report has',
      'same-decision':
        'a second decision that equals the first one, if `revalidation` refuses a second decision',
      'after-rejection': 'a decision after a rejection, if `revalidation` refuses a second one',
      'approved-again':
        'an approval of an approved report; `keep` answers as if the decision were recorded, but changes nothing',
      'approved-rejected': 'a rejection of an approved report',
      'rejected-approved': 'an approval of a rejected report',
      'rejected-again': 'a rejection of a rejected report',
    },
    list: {
      'if-none-match': 'a list with `If-None-Match` that is `*`, or the ETag of the list',
      body: 'the body of a GET; `under-query` reads the fields of JSON or of a form as parameters, unless the query has them, and refuses malformed JSON, like Rails; `over-query` reads the fields of JSON in place of those of the query, like Laravel',
    },
    type: {
      get: 'a GET with a Content-Type other than JSON or a form',
      accept:
        'a GET whose header `Accept` does not include JSON; `refuse` answers 406, and `first` does so before the token is judged',
      'accept-post': 'the same for a POST; `refuse` answers 406 right after the token is judged',
    },
    token: {
      'scheme-capitals': '`bearer` or `BEARER` before the token',
      'scheme-gaps': 'several spaces between `Bearer` and the token',
      'scheme-other': 'another word before the token, if no scheme is required',
      'scheme-token':
        'the word `Token` before the token, if no scheme is required; `exact`: only in this case of letters',
      'scheme-twice': '`Bearer Bearer` before the token; `same` skips the repeated word',
    },
  },
}
