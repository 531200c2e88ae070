import { bodyTable } from '../../src/contract/body-table.ts'
import { type dialectNames, steps } from '../../src/contract/dialect.ts'
import { dialectForm, type Form, situations } from '../../src/contract/dialect-form.ts'
import { parameterTable } from '../../src/contract/parameter-table.ts'
import { routeTable } from '../../src/contract/route-table.ts'
import { bodyFallbacks, type Cells, parameterFallbacks, routeFallbacks } from './fallbacks.ts'
import { kindTexts } from './kinds.ts'
import { example, exampleQueries } from './profile-example.ts'

type Table = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** @param answers those of the example to its queries */
export function profilePage(answers: readonly string[]): string {
  return `# Profiles with tables

A [profile](../profiles.md) has knobs, and optionally tables for what the knobs are too coarse for. The tables are in \`dialect\`, in a profile with
\`"version": 2\`. \`pessoas-sim probe\` learns them; you can also write them by hand. \`npm run generate\` writes this page from the code.

Every table and every entry is optional. Where there is no entry, the knob in the last column decides. So a profile without tables means what it always meant.
\`measured\`, beside \`dialect\`, is what \`probe --verify\` found: the date, the number of questions, and two shares with their lower bounds at 95 %.
\`assumed\` names rows of situations that the service never showed to the probe, as one that looks for the report before it reads the body: what the
simulator does there is assumed, and no share is about it.

| table | what it says |
| --- | --- |
${Object.entries(tableTexts)
  .map(([name, says]) => `| [\`${name}\`](#${name}) | ${says} |\n`)
  .join('')}
## An example

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`page=abc\` is taken as absent, \`rows=30\` is rounded up, and every refusal of a query is 422 in a form of its own:

\`\`\`text
${exampleQueries.map((query, i) => `GET /pessoas?${query}\n${answers[i]}\n`).join('\n')}\`\`\`

## parameters

What happens to each kind of value of each parameter of \`GET /pessoas\`. A value can be of several kinds: \` +1.5\` has a space before it, a sign and a fraction.
The first kind that is refused decides.

- \`refuse\` refuses the request. \`absent\` is the same as without the parameter. \`nobody\` finds nobody. \`take\` uses the value as it is.
- For \`page\` and \`rows\`, \`number\` reads the whole text and rounds down, \`integer\` reads the digits at its beginning, \`zero\` does so, too, and is 0 where there are none, and \`up\` and \`nearest\` round a fraction.
  A text that they cannot read is absent. \`int32\` and \`int64\` take the largest number of so many bits in place of a larger one. \`one\` is 1, \`positive\` drops the sign, \`beyond\` is a page after the end, as in Django.
- For \`cpf\`, \`digits\` ignores everything that is not a digit, and \`zeros\` adds zeros at the beginning. For \`sort\`, \`each\` sorts by all fields.
- \`first\`, \`last\` and \`joined\` use one value of a repeated parameter, or all of them with commas.

${tableRows(parameterTable, kindTexts.parameters, parameterFallbacks())}
## bodies

What happens to each kind of value of each field of \`POST /relatorios/validar/{numero_do_relatorio}\`, to a body that is not an object, and to each Content-Type.
\`as-object\` takes the body for \`{}\`, \`as-none\` for no body at all. \`form\` reads a form.

${tableRows(bodyTable, kindTexts.bodies, bodyFallbacks)}
## routes

What happens to paths and methods that are near those of the interface. \`moved\` answers a GET with 301 and others with 308, \`temporary\` answers
with 307, \`moved-get\` a GET with 301 and others with 307, \`permanent\` with 308, \`moved-all\` with 301, \`only-get\` a GET with 301 and nothing else; all name the path of the interface. \`same\` answers as the path of the interface does. \`no-content\` is 204, \`ok\` is 200 without a body.

${tableRows(routeTable, kindTexts.routes, routeFallbacks)}
## steps

The order in which a request is judged; the first step that refuses decides. \`steps\` lists all of them, or none for the default, which the knob \`reportFirst\` changes:

\`\`\`json
${JSON.stringify(steps)}
\`\`\`

A GET is judged by \`route\`, \`token\` and \`query\`, and by \`type\` if \`routes.type\` says so; a POST by all but \`query\`. \`size\` is the size of the body, \`number\` the shape of the report number, \`state\` whether the report is decided.
If \`route\` comes after \`token\`, a request without a valid token gets 401 even if its route is unknown. If it comes after \`size\`, \`type\` or \`json\`, these steps also judge the body of a request with an unknown route, as in a service that has one parser for all routes.

## search

${formTable(
  'search',
  {
    least:
      'minimum length of `nome`, in characters as the knob `characters` counts them; `parameters.nome.short` says what happens below it',
    most: 'maximum length of `nome`, counted in the same way; `parameters.nome.long` says what happens above it',
    counted:
      'counts `least` and `most` in bytes of UTF-8, like `len` in Go and `strlen` in PHP, or in bytes of the search without its accents',
    words:
      '`words`, `word-beginnings`, `whole-words`: each word of the search, in any order, occurs in the name, begins a word of it, or is a word of it; `token-beginnings`, `whole-tokens`: the same, with words that also end at punctuation; `any-token`: one word of the search is enough; `words-in-order`: the words occur one after the other; `text-at-word`: the whole search occurs at the beginning of a word; `name-or-word-beginning`: it begins the name or one word of it; `first-words`: it is the name, or its first words',
    dividers:
      'the punctuation that divides tokens, besides spaces; for `text-at-word`, a word also begins after it, like `\\b` in a regular expression',
    divided: 'whether this punctuation divides searches, too, or only `names`',
    wordless: 'whom a search without any token finds, such as `%`',
    folding:
      'which differences are ignored: `ascii-case`: only the case of A to Z, like SQLite; `compatible`: case, accents and whatever NFKD removes, so `ª` equals `a`, and `ﬁ` equals `fi`; `transliterated`: the same, and characters that are still not ASCII then, such as emoji, are left out. The forms of `busca` without accents do the same',
    composed: 'whether letters with combining accents are compared in their composed form',
    wildcards:
      'whether `%` in a search matches any characters and `_` any one character, as in SQL; `escaped`: but not after a `\\`; `expression`: a search is a regular expression',
    busca:
      'what `busca` repeats: `{ "of": … }` is one parameter, and of two the first that is not empty, or with `empty` the first that was sent; `{ "join": TEXT }` is both with a text between them, `nome` first unless `first` is `cpf`; `as` changes the value, and `cpf` that of a CPF in another way',
  },
  {
    least: 'no minimum',
    most: 'no maximum',
    counted: 'characters',
    words: '`nomeMatching`',
    dividers: 'any sign; none for `text-at-word`',
    divided: '`both`',
    wordless: '`nobody`',
    folding: '`nomeFolding`',
    composed: '`no`',
    wildcards: '`no`',
    busca: '`busca`',
  },
)}
In \`busca\`, \`taken\` is the value that was searched for, after trimming and so on; \`sent\` is the value as it was sent, and \`sent-if-taken\` the same, but only if it was searched for. \`trimmed\`, \`trimmed-lower-case\` and \`squished\` (one space between words) change the sent value, all others the taken one.

## ordering

${formTable(
  'ordering',
  {
    collation:
      'the order of names: `folded`: by code points, without case and accents; `capitals-first`: like `pt-BR`, with a capital before its small letter; `without-blanks`: like `pt-BR`, without spaces and punctuation; `without-blanks-exact`: the same, and equal names by code points; `letters`: like `pt-BR`, without case and accents; `decomposed`: by the code points of NFD, without case',
    ties: 'the order of persons whose keys are equal: `newest`, `oldest`: by last update; `nome`: by name, in the order of names; `nome-pt-BR`, `nome-code-point`: by name, in this order; `nome-exact`: by name in code points, only in a list by name, descending in a descending list; `stored`: the order of the dataset; `cpf-with-order`, `stored-with-order`: descending in a descending list; `stored-backwards`: always reversed',
    defaultTies: 'the same for lists without `sort`',
    unsorted:
      'the order of lists whose `sort` is ignored, but not empty: `default`: that of lists without `sort`; `stored`: the order of the dataset, as in a database that finds no such field; `signed`: by last update, descending only if `sort` begins with `-`',
    lastTies: 'the order of persons who are equal after `ties`, too, such as namesakes',
  },
  {
    collation: '`nomeCollation`',
    ties: '`cpf`',
    defaultTies: '`ties`',
    unsorted: '`default`',
    lastTies: '`cpf`',
  },
)}
## limits

${formTable(
  'limits',
  {
    body: 'maximum size of a body in bytes; a larger one is refused in the step `size`',
    url: 'maximum length of a URL without its host, in bytes; a longer one is refused before anything else',
    number: 'maximum length of a report number, in characters; a longer one has no route',
    page: 'the highest `page`; `parameters.page.above-limit` says what happens to a higher one',
    rows: 'the highest `rows`; a higher one is refused, even if the knob `rowsMaximum` only caps',
  },
  {
    url: '16,384 with its headers',
    body: '1,048,576',
    number: 'no maximum',
    page: 'no maximum',
    rows: 'no maximum',
  },
)}
## refusals

The words of refusals. \`frames\` are forms of answers, \`phrases\` are texts, and \`joining\` says how several faults of one request are told.

**A situation** is the name of one reason to refuse a request, \`row.column\`. Each cell of \`parameters\` and \`bodies\` is one. The others are:

${situations
  .filter((name) => !isCell(name))
  .map((name) => `\`${name}\``)
  .join(', ')}.

**A phrase** is looked for under the situation, \`page.word\`; then under its column, \`*.word\`; then under its row, \`page.*\`. Without a phrase, the text is that of the simulator.
A phrase is a text, or \`{ "text", "frame", "keys", "source", "own" }\` if it also has its own frame, names of keys, source, or values of slots such as \`{own.code}\`. A slot without a value stays as it is written.

| situations | slot | value |
| --- | --- | --- |
| all | \`{method}\`, \`{url}\`, \`{path}\` | those of the request; \`{path}\` is \`{url}\` without its query |
| | \`{resource}\`, \`{route}\` | the path without its first \`/\`; without the slashes around it |
| | \`{numero}\` | the last part of the path, decoded |
| | \`{base}\` | the URL of the service without a path |
| | \`{authorization-sha256}\` | the digest of the header Authorization in Base64, as gateways of AWS report it |
| parameters and fields | \`{key}\`, \`{value}\` | the name as it was sent, and its value |
| | \`{json}\` | the value as JSON |
| | \`{limit}\`, \`{length}\` | the limit that is broken, and the length that was sent |
| | \`{name}\` | the known parameter that an unknown one resembles: \`page\` for \`Page\` |
| | \`{last}\` | the last page |
| | \`{choices}\` | the values that \`sort\` accepts |
| fields of a body | \`{body}\`, \`{bytes}\` | the whole body, and its length in bytes |
| | \`{value-start}\`, \`{value-end}\`, \`{value-token}\` | where the value begins and ends, and where its first token ends, in bytes |
| | \`{start-character}\`, \`{end-character}\`, \`{token-character}\` | the same in characters |
| | \`{surrogate}\` | the code of half of a character that stands alone, such as \`D83D\` |
| Content-Type | \`{mime}\`, \`{charset}\` | the type without its parameters, and its charset |
| \`report.shape\` | \`{uuid}\`, \`{uuid-go}\`, \`{uuid-java}\` | why the number is not a UUID, in the words of Rust and Python, of Go, and of Java |
| | \`{uuid-java-without-places}\` | the same in the words of Java versions that do not report where the fault is |
| \`json.*\` | \`{parser}\` | the message of the JSON parser of Node |
| | \`{position}\`, \`{byte}\` | where the body stops being JSON, in characters and in bytes from 0 |
| | \`{line}\`, \`{column}\`, \`{byte-column}\` | the same by lines: line and column from 1, the column in bytes from 0 |
| | \`{character}\`, \`{code}\`, \`{hex}\` | the character there, and its code point in decimal and hexadecimal |
| | \`{token}\` | how older versions of V8 name what begins there |
| | \`{pointer}\`, \`{dotted}\` | the path of the value that contains it, such as \`$.a[0]\` and \`a[0]\` |
| | \`{word}\`, \`{identifier}\` | the word in which it is; the letters, digits, \`_\` and \`$\` at its beginning |
| | \`{start}\`, \`{start-column}\` | where this word begins |
| | \`{after}\`, \`{after-column}\`, \`{after-byte-column}\` | where it ends |
| | \`{near}\` | up to 2,000 characters from the beginning of the word |
| | \`{body}\`, \`{bytes}\` | up to 2,000 characters of the body, and the length of the body in bytes |
| a broken \`true\`, \`false\` or \`null\` | \`{literal}\`, \`{wanted}\` | the whole literal, and the letter that should follow |
| the same, or a broken escape | \`{odd}\`, \`{odd-code}\` | the first wrong character, and its code point |
| | \`{odd-position}\`, \`{odd-column}\`, \`{odd-byte-column}\` | its place, its column from 1, and its column in bytes from 0 |
| a word that the end of the body cuts off | \`{first}\`, \`{first-code}\` | its first character, and the code of this |
| bytes that are not UTF-8 | \`{position}\`, \`{byte}\`, \`{line}\`, \`{column}\`, \`{after-byte-column}\` | the place of the first such byte; the last one is after the next byte |
| | \`{hex}\`, \`{next-hex}\` | this byte, and the one after it |
| | \`{decoded}\` | the string that contains it, with U+FFFD for each such byte |
| | \`{value-end}\` | where this string ends, in bytes |

**A frame** is \`{ "status", "body", "headers" }\`. It is looked for under the \`frame\` of the phrase, then under the source (\`query\` or \`payload\`), then under the status that the
simulator would use, such as \`404\`. Besides the slots of the phrase, its body can use \`{text}\`, \`{error}\`, \`{source}\`, \`{keys}\`, \`{status}\`, \`{count}\` (of faults) and \`{rest}\` (one fewer).
A string that is only \`{keys}\` becomes the list of keys. In a list with a single element that contains \`{key}\`, \`{text}\` or a slot such as \`{own.code}\`, this element is repeated for each fault;
so is the field of an object whose only key contains \`{key}\`, once for each key. A body that is a string is sent as it is. In \`headers\`, null leaves a header out.

**\`ifJson\`** has \`frames\` and \`phrases\` that override these for a request whose Accept names JSON. Frameworks such as Laravel and Rails answer
others, also those without an Accept, with a page for people. **\`ifHtml\`** is the same for a request whose Accept names HTML and not JSON, which Spring Boot answers with
a page, and all others with JSON.

**A joining** is one of \`query\` or \`payload\`:

${formTable(
  'refusals.joining.query',
  {
    told: 'whether all faults are reported, or the first',
    missing:
      '`first`: missing fields come before all others; `last`: after the other fields of the interface',
    unknown:
      '`sorted`: unknown fields come in the order of their names; `sorted-in-text`: only in the text, and in `{keys}` as they were sent',
    unknownTold: '`first`: only the first unknown field of the request is reported',
    order:
      'the order of fields: their names, with `*` for unknown ones; `sent`: that of the request, with missing fields last; `sorted`: by name',
    alone:
      'situations, named like phrases, that suppress all other faults: if one of them occurs, only faults of these situations are reported',
    aloneTold: 'how many faults of `alone` are reported',
    aloneIn:
      '`text`: `alone` suppresses the other faults only in the text; `{keys}` names every fault, unless `aloneKeys` or `keys` is `first`, and lists in the body have every fault if `each` is `all` or `eachOrder` is `usual`',
    aloneKeys: 'whether `{keys}` names all faults of `alone`, or the first',
    aloneOrder: 'the order of fields for faults of `alone`',
    aloneBetween: 'text between any two faults of `alone`',
    stopAt:
      'situations at which a parser stops: without a fault of `alone`, only the first fault of these in the request is reported',
    later:
      'situations that are reported only if there are no other faults; they include their narrower kinds whose text is the same',
    between: 'text between two messages',
    last: 'text between the last two messages, such as ` e `',
    lists:
      '`own`: a message that contains `last` is a list of messages itself, and its parts are joined like all others',
    betweenKeys: 'text between the names of unknown fields; if it is set, one message names all of them',
    mergedKeys: 'whether this message also names the known fields with faults',
    severalOwn:
      'the values of slots such as `{own.code}` for several unknown fields, which are then one element of lists in the body: `between` joins their names to the slot `{key}`, and `{keys}` is the list of them',
    severalKeys:
      'this message if there are several unknown fields, whose names `betweenKeys` joins to the slot `{key}`',
    heading:
      'text before two or more messages, with the slots `{count}` and `{rest}`; a message that already begins with it loses it and counts as the number it states',
    before: 'text before the first message',
    after: 'text after the last message',
    around:
      '`own`: the messages already contain `before` and `after`, which are kept once around all of them, and only if one of them has them',
    instead:
      'text in place of two or more joined messages, with the slots `{text}` (the first message), `{count}`, `{rest}`, and `{s}`, which is `s` if `{rest}` is more than 1; with `between`, faults of `alone` are joined nevertheless',
    keys: 'whether `{keys}` names all faults, or the first',
    each: '`all`: lists in the body have an element for each fault, even if the text reports only one',
    eachOrder:
      '`sorted`: the elements of these lists are in the order of the names of their fields, if `each` is `all`; `usual`: every fault, in the order of the interface, with unknown fields last',
    keysOrder: 'whether `{keys}` is sorted by name',
  },
  {
    told: '`faults`',
    missing: 'in the order of fields',
    unknown: 'as they came',
    unknownTold: 'all of them',
    order: 'known fields first',
    aloneTold: '`all`',
    aloneIn: 'everywhere',
    aloneKeys: '`keys`',
    aloneOrder: '`order`',
    aloneBetween: '`between` and `last`',
    between: '`. `',
    last: '`between`',
    keys: 'as `told`',
    each: 'as `told`',
    eachOrder: 'as the texts',
    keysOrder: 'as the texts',
  },
)}
## shape

The form of answers that succeed.

${formTable(
  'shape',
  {
    list: 'body of a list',
    item: 'an item of it',
    validation: 'body of a validation: slots `{numero}`, `{aprovar}`, `{mensagem}`, `{decidido_em}`',
    rejection: 'body of a rejection, if it differs by more than the values of slots',
    linkPath: '`as-sent`: links repeat a path that resembles that of the interface, such as `/pessoas/`',
    utc: 'how UTC is written',
    atual: 'whether `atual` repeats the number that was taken, or the one that was sent',
    linhas: 'the same for `linhas`',
    headers:
      'headers of every answer; null leaves one out, and `etag` stands for one that is made for each body',
    listHeaders:
      'more headers of lists, with the slots of `list`: a text, or `parts` that are joined by `between` (`, ` by default). A header or a part whose slot is null is left out, and so is a part `{ "text": …, "if": … }` whose `if` is false',
    allow:
      'the value of `{allow}` in a header of refusals, on the paths of the `list` and of a `report`; on other paths, such a header is left out',
    refusalHeaders: 'headers of refusals, instead of `headers`',
    decisionHeaders: 'headers of accepted decisions, instead of `headers`',
    headHeaders:
      'headers of answers to HEAD, instead of `headers`; null leaves out one of `listHeaders`, too',
    headRefusalHeaders:
      'headers of refusals of HEAD that override those of the same refusal of another method; null leaves one out',
    largeHeaders:
      '`headers` of answers of at least `from` bytes, like those of servers that compress only large answers',
    redirect:
      'the form of redirects, which `routes.path` asks for: `text`, that of a GET, or of every method for `methods`: `any`, and `headers` beside those of every answer, both with the slots `{location}`, `{path}`, `{pathname}` (without the query) and `{host}`',
    options:
      'what OPTIONS is answered with where `routes.method.options` is `ok` or `no-content`: `text`, and `headers` in place of those of every answer; `preflight`: the same where `routes.method.preflight` is one of them',
    json: 'how the JSON of every answer is written, see below',
    refusalJson: 'how the JSON of refusals is written, instead of `json`',
  },
  {
    list: 'that of the interface',
    item: 'that of the interface',
    validation: 'that of the interface',
    rejection: '`validation`',
    linkPath: 'that of the interface',
    utc: '`Z`',
    atual: '`taken`',
    linhas: '`taken`',
    headers: 'none',
    listHeaders: 'none',
    allow: 'none',
    refusalHeaders: '`headers`',
    decisionHeaders: '`headers`',
    headHeaders: '`headers`',
    headRefusalHeaders: 'as other methods',
    largeHeaders: 'none',
    options: 'no body and no type',
    redirect: 'no body, and the path as the Location',
    json: 'compact',
    refusalJson: '`json`',
  },
)}
- Slots of \`list\`: \`{busca}\`, \`{itens}\`, \`{atual}\`, \`{linhas}\`, \`{total}\` (a string), \`{paginas}\`, \`{quantidade}\` (items of the page), \`{primeira}\` and \`{ultima}\` (places of its first and last
  item, from 1; 0 for none), \`{proxima}\` and \`{anterior}\` (a page or null), \`{tem_mais}\`, \`{ordenacao}\` (in the form of \`sort\`), \`{ultima_pagina}\` (1 for an empty list), \`{deslocamento}\`
  (how many items come before the page), \`{fim}\` (that and its items), \`{limite}\` (the same for a full page), \`{restantes}\`, \`{anterior_existente}\` (at most the last page), \`{anterior_dentro}\` (null beyond
  the end), \`{tem_anterior}\`, \`{tem_anterior_dentro}\`, \`{primeira_pagina}\` (whether it is that one), \`{esta_e_a_ultima}\` (beyond the end, too), \`{e_a_pagina_final}\` (not beyond it), \`{vazia}\` and
  \`{varias_paginas}\`. Headers of lists can have these slots, too.
- Links are \`{link.lista}\`, \`{link.pedido}\` (the request) and \`{link.PAGE.QUERY}\`. PAGE is \`esta\`, \`proxima\`, \`anterior\`, \`anterior_existente\`, \`primeira\`, \`ultima\` (1 for an empty list) or \`final\` (none
  for an empty list). QUERY is \`mantida\` (that of the request with another page), \`reescrita\` (encoded again), \`primeiros-valores\` and \`ultimos-valores\` (encoded again, with one value for each name), \`sem-igual\` (encoded again, without \`=\` where a name came without it), \`ordenada\` (the same in the order of names), \`ordenada-sem-um\` (the same without \`page=1\`), \`limpa\` (without empty values), \`com-linhas\` (encoded again, with the rows, too), \`sem-um\` (without \`page=1\`), \`pagina\`, \`pagina-linhas\` or \`linhas-pagina\` (only these
  parameters). Links begin with the host of the request, or with \`X-Forwarded-Proto\`, \`X-Forwarded-Host\` and \`X-Forwarded-Prefix\`. A string that contains a link to a page that does not exist is null.
- A field that would be null is left out if its slot has a \`?\`, as in \`{proxima?}\`.
- Slots of \`validation\`: \`{numero}\`, and \`{aprovar}\` and \`{mensagem}\` as they were sent, and \`{decidido_em}\`, the time of the answer in UTC with milliseconds.
- Slots of \`item\`: \`{cpf}\`, \`{nome}\`, \`{atualizado_em}\`, \`{position}\` and \`{row}\` (its place in the list and on its page, from 1), \`{relatorios}\` (how many reports the organization has on the person), \`{numero}\` (that of the report that was updated last), and \`{opaque:uuid}\`, \`{opaque:hex16}\`, \`{opaque:hex24}\`, \`{opaque:hex32}\` or
  \`{opaque:number}\` for a made-up value that is always the same for a person. In refusals, it is the same for a request.

A slot can have a form, as in \`{total:number}\`. A slot that is null stays null, except in \`:or-empty\`, \`:or-zero\`, \`:or-false\` and \`:json\`. A string that is only one slot becomes its value, with its type.

| form | value |
| --- | --- |
| \`:number\`, \`:text\` | a number, or a string, also in JSON |
| \`:upper-case\`, \`:lower-case\`, \`:capital\` | in capitals, in small letters, with a capital at the beginning |
| \`:trimmed\`, \`:unspaced\` | without whitespace around it; without any |
| \`:without-accents\`, \`:without-dash\`, \`:without-slash\` | without accents; without a dash at the beginning; without a slash at the end |
| \`:length\`, \`:last-place\` | the number of characters; the place of the last one, from 0 |
| \`:first-word\`, \`:last-word\` | of a name |
| \`:initials\`, \`:two-initials\` | of all words of a name; of the first and the last word |
| \`:masked\`, \`:partly-masked\` | a CPF as \`123.456.789-09\`; as \`***.456.789-**\` |
| \`:date\`, \`:brazilian-date\` | a time as \`2026-12-31\`; as \`31/12/2026\` |
| \`:milliseconds\`, \`:seconds\` | a time, since 1970 |
| \`:next\`, \`:before\` | a number plus one; minus one |
| \`:not\` | the opposite of a boolean |
| \`:or-null\` | null for 0 |
| \`:or-empty\`, \`:or-zero\`, \`:or-false\` | an empty string, 0 or false for null |
| \`:json\` | any value as JSON; null as \`null\` |
| \`:pretty\`, \`:printed\` | JSON in lines; as Yup prints it |
| \`:parsed\` | the value of JSON |
| \`:python\`, \`:javascript\` | JSON as these languages write its value in a string |
| \`:go\`, \`:quoted\` | a string as Go writes it between double quotes; a character between single ones |
| \`:html\` | with the escapes of hapi |
| \`:encoded\`, \`:decoded\` | with \`%25\` for each \`%\` that does not begin an escape; without escapes |
| \`:relative\`, \`:query\` | a URL without its origin; only its query, with the \`?\` |
| \`:long\`, \`:thrown\` | of \`{uuid}\`: as earlier versions of the parser say it; of \`{uuid-java}\`: after the class of its exception |

**How JSON is written** is an object, such as \`{ "colon": ": ", "comma": ", ", "nonAscii": "lower-case" }\` for Python. A frame can have its own as \`json\`; \`{}\` is compact.

${formTable(
  'shape.json',
  {
    colon: 'a colon with the spaces around it',
    comma: 'a comma with the space after it',
    brackets: 'a space after each opening bracket and before each closing one, like in texts of gateways',
    indent: 'spaces or a tab for each level, each value on a line of its own',
    end: 'what follows the body',
    pairs:
      'only characters beyond U+FFFF are escaped, such as `😀` as `\\uD83D\\uDE00`, with digits of this case, like Jackson and .NET',
    nonAscii: 'characters beyond ASCII are escaped, such as `é` as `\\u00e9`, with digits of this case',
    signs: 'characters that are escaped by their codes, such as `<>&` as `\\u003c` and so on',
    signDigits: 'the case of the digits of `signs`',
    slash: 'whether `/` is `\\/`',
    replaced: 'U+FFFD is written as `\\ufffd` if it replaces bytes of a URL that are not UTF-8, like in Go',
  },
  { colon: '`:`', comma: '`,`', signDigits: '`lower-case`', slash: '`/`' },
)}`
}

const tableTexts: Readonly<Record<(typeof dialectNames)[number], string>> = {
  parameters: 'what happens to each kind of value of each parameter',
  bodies: 'what happens to each kind of body, field and Content-Type',
  routes: 'what happens to paths and methods that are near those of the interface',
  steps: 'the order in which a request is judged',
  search: 'how `nome` is searched, and what `busca` repeats',
  ordering: 'how names and ties are ordered',
  limits: 'what is too large to be read',
  refusals: 'frames, phrases and joining of refusals',
  shape: 'the form of answers that succeed',
}

/** Returns the table of each row of a table of a profile. */
function tableRows(table: Table, texts: Cells, fallbacks: Cells): string {
  return Object.entries(table)
    .map(([row, columns]) => {
      const cells = Object.entries(columns).map(([column, choices]) => {
        const fallback = fallbacks[row]?.[column] ?? fallbacks[row]?.['']
        return `| \`${row}.${column}\` | ${texts[row]?.[column]} | ${choices.map(code).join(' · ')} | ${fallback} |\n`
      })
      return `| \`${row}\` | kind | choices | without an entry |\n| --- | --- | --- | --- |\n${cells.join('')}`
    })
    .join('\n')
}

/** Returns the table of an object of the dialect. */
function formTable(
  path: string,
  texts: Readonly<Record<string, string>>,
  usual: Readonly<Record<string, string>>,
): string {
  const rows = Object.entries(keysAt(path)).map(
    ([key, form]) => `| \`${key}\` | ${valuesOf(form)} | ${texts[key]} | ${usual[key] ?? 'none'} |\n`,
  )
  return `| key | values | what it says | without it |\n| --- | --- | --- | --- |\n${rows.join('')}`
}

function keysAt(path: string): Readonly<Record<string, Form>> {
  let form: Form = dialectForm
  for (const name of path.split('.')) {
    if (form.kind !== 'object') throw new Error(`${path} is not an object of a dialect`)
    form = form.keys[name] as Form
  }
  if (form.kind !== 'object') throw new Error(`${path} is not an object of a dialect`)
  return form.keys
}

function valuesOf(form: Form): string {
  switch (form.kind) {
    case 'choice':
      return form.choices.length > 30
        ? 'a name of a phrase'
        : form.choices.map((one) => code(String(one))).join(' · ')
    case 'whole':
      return 'a number'
    case 'list':
      return ['a list', ...(form.words ?? []).map(code)].join(' · ')
    case 'template':
      return 'JSON with slots'
    case 'map':
      return 'an object'
    case 'object':
      return Object.entries(form.keys)
        .map(([key, one]) => `\`${key}\`: ${valuesOf(one)}`)
        .join('; ')
    default:
      return 'a text'
  }
}

function isCell(situation: string): boolean {
  const [row = '', column = ''] = situation.split('.')
  const tables: readonly Table[] = [parameterTable, bodyTable]
  return tables.some((table) => Object.hasOwn(table[row] ?? {}, column))
}

const code = (text: string): string => `\`${JSON.stringify(text).slice(1, -1)}\``
