import { type KnobName, knobs } from '../../contract/knobs.ts'
import { printable } from '../../contract/printable.ts'
import { isNameOfHost, type Known, MASK, meantBy, shownName } from '../../service/words.ts'
import type { Cause, Step } from './cause.ts'

/** One row of the table; the step and the code of the cause come from the position of the row. */
interface Text extends Omit<Cause, 'step' | 'code'> {}

const LIST = 'GET /pessoas'
const VALIDATE = 'POST /relatorios/validar/{numero_do_relatorio}'
const ROUTES = `The two routes are ${LIST} and ${VALIDATE}.`
const FORWARD = 'let the dev server of the page forward /pessoas and /relatorios'
const DECLARE_JSON = 'Send Content-Type: application/json (curl: -H "Content-Type: application/json").'
/** Numbers from this one on may be a token or a CPF. */
const LEAST_NUMBER = 10_000_000

/** A fault that an operator set. */
interface StrikingFault {
  name: string
  kind: string
  /** The plan that it came with: the name of one that ships, or a file. */
  plan: string | undefined
  isOfStart: boolean
}

/** Every reason and remedy that the log can contain, by the step that finds it. */
export const causes = {
  request: rows('request', {
    urlCharacter: (shown: string, escaped: string) => ({
      reason: `${shown} in the request line is not percent-encoded`,
      remedy: `Percent-encode ${shown} as ${escaped}; libraries do it by themselves, curl with -G --data-urlencode.`,
    }),
    urlStart: () => ({ reason: 'the path does not begin with /', remedy: 'Begin the path with /.' }),
    urlEscape: () => ({
      reason: 'a % in the path is not followed by two hexadecimal digits',
      remedy: 'Write % itself as %25.',
    }),
    urlLatin1: () => ({
      reason: 'the path is percent-encoded as latin-1 (or cut inside a character)',
      remedy: 'Percent-encode UTF-8: ã is %C3%A3, not %E3.',
    }),
    method: () => ({ reason: 'the method is unknown to HTTP', remedy: 'Use GET or POST.' }),
    methodCase: () => ({
      reason: 'the method is not in upper case',
      remedy: 'Write GET and POST in upper case.',
    }),
    tls: () => ({
      reason: 'the client speaks TLS to a port of plain HTTP',
      remedy: 'Use http:// instead of https://.',
    }),
    http2: () => ({
      reason: 'the client speaks HTTP/2, but this service only HTTP/1.1',
      remedy: 'Use HTTP/1.1 (curl: without --http2-prior-knowledge).',
    }),
    proxy: () => ({
      reason: 'CONNECT is for a proxy, and this service is not one',
      remedy: 'Use http:// instead of https://, and take this address out of HTTPS_PROXY.',
    }),
    version: () => ({ reason: 'the HTTP version is unknown', remedy: 'Use HTTP/1.1.' }),
    lineEnd: () => ({
      reason: 'a line does not end in CR LF',
      remedy: 'End each line of the head with \\r\\n.',
    }),
    byteOrderMark: () => ({ reason: 'a byte order mark precedes the request', remedy: 'Leave it out.' }),
    header: () => ({
      reason: 'a header line is not NAME: VALUE in printable characters',
      remedy: 'Look for line breaks, spaces and accents in headers; a space before the colon is not allowed.',
    }),
    length: () => ({ reason: 'Content-Length is not a number', remedy: 'Send one number of bytes.' }),
    lengthTwice: () => ({
      reason: 'Content-Length is sent twice, as in request smuggling',
      remedy: 'Send it once.',
    }),
    lengthAndChunked: () => ({
      reason: 'Content-Length and Transfer-Encoding are sent together, as in request smuggling',
      remedy: 'Send one of them.',
    }),
    transferEncoding: () => ({
      reason: 'Transfer-Encoding is not chunked, or not chunked last',
      remedy: 'Send Transfer-Encoding: chunked or Content-Length.',
    }),
    chunk: () => ({
      reason: 'the chunks of the body are malformed',
      remedy: 'Let the HTTP library write the chunks, or send Content-Length.',
    }),
    tooLarge: () => ({
      reason: 'the request line and headers exceed 16,384 bytes (more if the profile sets limits.url)',
      remedy: 'Shorten the query, the cookies or the token.',
    }),
    urlTooLong: (limit: number) => ({
      reason: `the URL has more than ${limit.toLocaleString('en')} bytes`,
      remedy: 'Shorten the query.',
    }),
    timeout: () => ({
      reason: 'the request did not arrive completely in time',
      remedy: 'Send as many bytes as Content-Length says; it counts bytes, not characters.',
    }),
    behind: () => ({
      reason: 'the bytes after the previous request are not a request',
      remedy: 'Compare Content-Length with the bytes of the body; it counts bytes, not characters.',
    }),
    malformed: (code: string) => ({ reason: `the bytes are not HTTP/1.1 (${code})` }),
    abandoned: () => ({ reason: 'the client closed the connection before the answer' }),
  }),

  host: rows('host', {
    missing: () => ({
      reason: 'HTTP/1.1 requires the header Host, and it is missing',
      remedy: 'Send Host: 127.0.0.1, or speak HTTP/1.0.',
    }),
    repeated: () => ({ reason: 'the header Host is sent twice', remedy: 'Send it once.' }),
    malformed: () => ({
      reason: 'the header Host is not NAME or NAME:PORT',
      remedy: 'Send Host: 127.0.0.1:3210.',
    }),
    foreign: (name: string, known: Known) => {
      const isShown = isNameOfHost(name, known)
      return {
        reason: `the name ${isShown ? name : MASK} is not one of this service, as in DNS rebinding`,
        remedy: `If it is yours, start pessoas-sim with --allowed-hosts ${isShown ? name : 'NAME'}.`,
      }
    },
    strange: () => ({
      reason: 'the name in Host is not one of this service, as in DNS rebinding',
      remedy: 'Send requests to 127.0.0.1 or localhost.',
    }),
  }),

  origin: rows('origin', {
    foreign: (origin: string, flag: string) => ({
      reason: `the request comes from a web page of another origin, ${origin}`,
      remedy: `If it is yours, start pessoas-sim with ${flag}, or ${FORWARD}.`,
    }),
    forwarded: (origin: string, flag: string) => ({
      reason: `the request comes from a web page of another origin, ${origin}, directly or through a dev server (over plain HTTP, browsers do not say which)`,
      remedy: `If it is yours, start pessoas-sim with ${flag}, also if a dev server forwards the requests.`,
    }),
    opaque: () => ({
      reason: 'the request comes from a web page without an origin (a file, a sandboxed frame, a redirect)',
      remedy: 'Serve the page over HTTP, and start pessoas-sim with --cors.',
    }),
    hidden: () => ({
      reason:
        'a web page of another origin sent this without CORS (an image, a script, fetch() in the mode no-cors)',
      remedy: 'Use fetch() in its default mode, which can send a token, and start pessoas-sim with --cors.',
    }),
  }),

  route: rows('route', {
    outside: (basePath: string) => ({
      reason: `the path is outside of the base path ${basePath}`,
      remedy: `Send requests to paths such as ${basePath}/pessoas.`,
    }),
    unknown: () => ({ reason: 'the path is unknown', remedy: ROUTES }),
    root: () => ({ reason: 'there is no page at /', remedy: ROUTES }),
    browser: () => ({ reason: 'browsers request this by themselves' }),
    method: (path: string) => ({
      reason: 'the path is right, the method is not',
      remedy: `Send ${path === '/pessoas' ? LIST : VALIDATE}.`,
      knob: 'routeUnknown',
    }),
    preflight: (flag: string) => ({
      reason:
        'this is a CORS preflight: a browser asks for permission before a page of another origin sends its request',
      remedy: `Start pessoas-sim with ${flag}, or ${FORWARD}.`,
    }),
    prefix: () => ({
      reason: 'something precedes the path',
      remedy: 'Leave it out of the base URL, or start pessoas-sim with --base-path and this beginning.',
    }),
    doubleSlash: () => ({
      reason: 'a double slash in the path',
      remedy: 'End the base URL without a slash, or begin the path without one.',
    }),
    refused: () => ({
      reason: 'the profile refuses such a path before anything else',
      remedy: 'Leave out empty segments, %2F and semicolons.',
    }),
    trailingSlash: () => ({ reason: 'the path ends in a slash', remedy: 'Leave the last slash out.' }),
    letterCase: () => ({ reason: 'the path is case-sensitive', remedy: 'Write it in lower case.' }),
    query: () => ({
      reason: 'the query is part of the path',
      remedy: 'Put a plain ? between path and query, not %3F, & or ;.',
    }),
    blank: () => ({
      reason: 'a space or a line break in the path',
      remedy: 'Trim the path and the base URL.',
    }),
    numberMissing: () => ({
      reason: 'the report number is missing',
      remedy: `Send ${VALIDATE}; an empty variable leaves nothing after the last slash.`,
    }),
    numberSplit: () => ({
      reason: 'something follows the report number',
      remedy: `Send ${VALIDATE}, and percent-encode a / inside the number as %2F.`,
    }),
    person: () => ({
      reason: 'a person has no path of its own',
      remedy: 'Send GET /pessoas?cpf=… with the eleven digits.',
    }),
    near: (path: string) => ({ reason: 'the path is unknown', remedy: `Did you mean ${path}?` }),
  }),

  token: rows('token', {
    missing: (form: string) => ({ reason: 'the header Authorization is missing', remedy: `Send ${form}.` }),
    empty: (form: string) => ({
      reason: 'the header Authorization is empty',
      remedy: `Send ${form}; is the variable of the token set?`,
    }),
    elsewhere: (place: string, form: string) => ({
      reason: `the token is in ${place}, and the header Authorization is missing`,
      remedy: `Send ${form}.`,
    }),
    noValue: (value: string, form: string) => ({
      reason: `the header Authorization has ${value.toLowerCase()} in place of the token`,
      remedy: `Send ${form}; the variable of the token is not set where the client reads it.`,
    }),
    object: (form: string) => ({
      reason: 'the header Authorization has an object in place of the token ([object …])',
      remedy: `Send ${form}; take the string out of the object, and await a promise.`,
    }),
    aFunction: (form: string) => ({
      reason: 'the header Authorization has the text of a function in place of the token',
      remedy: `Send ${form}; call the function.`,
    }),
    unexpanded: (form: string) => ({
      reason: 'the header Authorization has the name of a variable in place of its value',
      remedy: `Send ${form}; in a shell, single quotes keep $TOKEN as it is.`,
    }),
    schemeOnly: (form: string) => ({
      reason: 'the header Authorization has no token, only a scheme or quotes',
      remedy: `Send ${form}; is the variable of the token set?`,
    }),
    placeholder: (form: string) => ({
      reason: 'the header Authorization has a placeholder in place of the token',
      remedy: `Send ${form}.`,
    }),
    glued: (form: string) => ({
      reason: 'no space between Bearer and the token',
      remedy: `Send ${form}.`,
      knob: 'authorization',
    }),
    encodedBlank: (form: string) => ({
      reason: 'the space between Bearer and the token is percent-encoded',
      remedy: `Send ${form}: a header is not a URL.`,
      knob: 'authorization',
    }),
    bearerBeforeBare: () => ({
      reason: 'Bearer before a bare token',
      remedy:
        'Send only the token, or start pessoas-sim with --set authorization=bearer (either accepts both).',
      knob: 'authorization',
    }),
    bareForBearer: () => ({
      reason: 'a bare token where Bearer is required',
      remedy:
        'Send Authorization: Bearer TOKEN, or start pessoas-sim with --set authorization=bare (either accepts both).',
      knob: 'authorization',
    }),
    scheme: (scheme: string, form: string) => ({
      reason: `the scheme ${scheme} before the token`,
      remedy: `Send ${form}.`,
      knob: 'authorization',
    }),
    basic: (form: string) => ({
      reason: 'the scheme Basic, which is for a user and a password (curl -u)',
      remedy: `Send ${form}.`,
      knob: 'authorization',
    }),
    headerName: () => ({
      reason: 'the value repeats the name of the header',
      remedy: 'Send the value only.',
    }),
    quotes: () => ({ reason: 'quotes or brackets around the token', remedy: 'Leave them out.' }),
    byteOrderMark: () => ({
      reason: 'a byte order mark in or around the token',
      remedy: 'Save the file of the token as UTF-8 without a byte order mark.',
    }),
    invisible: () => ({
      reason: 'an invisible character in or around the token, such as a zero-width space',
      remedy: 'Type the token anew, or copy it from the banner.',
    }),
    bytes: () => ({
      reason: "the token is written as Python writes bytes, b'…'",
      remedy: 'Decode it: token.decode().',
    }),
    lineBreak: () => ({ reason: 'a line break in or around the token', remedy: 'Trim the token.' }),
    blanks: () => ({ reason: 'spaces in or around the token', remedy: 'Trim the token.' }),
    encoded: () => ({
      reason: 'the token is percent-encoded',
      remedy: 'Send it as it is: a header is not a URL.',
    }),
    letterCase: () => ({
      reason: 'the token has letters of another case',
      remedy: 'Send it exactly as it is.',
    }),
    cut: () => ({ reason: 'only the beginning of a token', remedy: 'Copy the whole token.' }),
    tail: () => ({ reason: 'a token with something after it', remedy: 'Send the token only.' }),
    around: () => ({ reason: 'a token with something around it', remedy: 'Send the token only.' }),
    base64: () => ({ reason: 'the token is encoded in Base64', remedy: 'Send it as it is.' }),
    disabled: (organization: string) => ({
      reason: `the organization ${printable(organization)} is disabled in the data (habilitada: false)`,
      remedy: 'Use the token of another organization, or enable this one in the fixture (habilitada: true).',
    }),
    closed: () => ({
      reason: 'the organization of this token was closed, or removed from the fixture',
      remedy: 'Use the token of an open organization.',
    }),
    withdrawn: () => ({
      reason: 'the token of this organization was withdrawn with withdrawToken() or through the control port',
      remedy:
        'Accept it again with giveTokenBack(), or with PUT /v1/organizations/HANDLE/token {"withdrawn":false} of the control port.',
    }),
    unknown: () => ({
      reason: 'the token is unknown',
      remedy: 'Use a token of the banner; another --seed, --token or --fixture has others.',
    }),
  }),

  body: rows('body', {
    type: (type: string) => ({
      reason: `Content-Type is ${type}, not JSON`,
      remedy: DECLARE_JSON,
      knob: 'bodyType',
    }),
    accept: () => ({
      reason: 'the header Accept does not include JSON',
      remedy: 'Send "Accept: application/json", or no Accept at all.',
    }),
    typeMalformed: () => ({ reason: 'Content-Type is not a media type', remedy: DECLARE_JSON }),
    tooLarge: (limit: number) => ({
      reason: `the body has more than ${limit.toLocaleString('en')} bytes`,
      remedy: 'Shorten mensagem.',
    }),
    compressed: (encoding: string) => ({
      reason: `Content-Encoding ${encoding} is not inflated`,
      remedy: 'Send the body as it is, without compression.',
    }),
    notCompressed: (encoding: string) => ({
      reason: `the body is not valid ${encoding}, although Content-Encoding says so`,
      remedy: 'Send the body as it is, without compression.',
    }),
    codingUnknown: () => ({
      reason: 'Content-Encoding is not supported',
      remedy: 'Send the body as it is, without compression.',
    }),
    compressedUntold: () => ({
      reason: 'the body is gzip, which is not inflated',
      remedy: 'Send the body as it is, without compression.',
    }),
    latin1: () => ({
      reason: 'the body was latin-1 (or windows-1252), and each accent of it became \uFFFD',
      remedy: 'Encode the body as UTF-8.',
    }),
    byteOrderMark: () => ({
      reason: 'a byte order mark precedes the body; here it is skipped, elsewhere it may be refused',
      remedy: 'Write the body as UTF-8 without a byte order mark.',
    }),
    utf16: () => ({ reason: 'the body is UTF-16', remedy: 'Encode the body as UTF-8.' }),
    form: () => ({ reason: 'the body is a form, not JSON', remedy: 'Send {"aprovar":true,"mensagem":"…"}.' }),
    markup: () => ({
      reason: 'the body is XML or HTML, not JSON',
      remedy: 'Send {"aprovar":true,"mensagem":"…"}.',
    }),
    repeatedKey: (field: string) => ({
      reason: `the body has ${field} more than once`,
      field,
      remedy: 'Send it once.',
    }),
    proto: () => ({ reason: 'the body has the key __proto__', remedy: 'Leave it out.' }),
    chunked: () => ({
      reason: 'the body comes in chunks, which this service does not read',
      remedy: 'Send it at once, with a Content-Length.',
    }),
    surrogate: () => ({
      reason: 'the body escapes only one half of a surrogate pair, such as \\ud83d',
      remedy: 'Escape both halves, or send the character itself.',
    }),
    json: (mistake: string, line: number, column: number, remedy: string) => ({
      reason: `the body is not valid JSON: ${mistake} at line ${line}, column ${column}`,
      remedy,
    }),
    cutShort: (line: number, column: number) => ({
      reason: `the body is not valid JSON: it ends too early, at line ${line}, column ${column}`,
      remedy: 'Compare Content-Length with the body: it counts bytes, and a letter with an accent has two.',
    }),
    empty: () => ({ reason: 'the body is empty', remedy: 'Send {"aprovar":true,"mensagem":"…"}.' }),
    twice: () => ({ reason: 'the body is JSON in a JSON string', remedy: 'Encode it once, not twice.' }),
    notAnObject: (what: string) => ({
      reason: `the body is ${what}, not an object`,
      remedy: 'Send {"aprovar":true,"mensagem":"…"}.',
    }),
    ignored: (method: string) => ({
      reason: `the body of a ${method} is not read`,
      remedy: 'Send page, rows, cpf, nome and sort in the query: /pessoas?page=1 (axios: params, not data).',
    }),
    quirk: () => ({ reason: 'a quirk refuses the body on purpose' }),
    unread: () => ({ reason: 'the body could not be read to its end' }),
    required: (field: string) => ({ reason: `${field} is missing`, field, remedy: `Send ${field}.` }),
    unknownField: (name: string, fields: readonly string[], known: Known) =>
      unknownName('the field', name, fields, known),
    aprovarText: () => ({
      reason: 'aprovar is a string',
      field: 'aprovar',
      remedy: 'Send true or false without quotes, or start pessoas-sim with --set aprovarAsText=accept.',
      knob: 'aprovarAsText',
    }),
    wrongType: (field: string, type: string) => ({
      reason: `${field} is not ${type}`,
      field,
      remedy: `Send ${type}.`,
    }),
    emptyText: (field: string) => ({
      reason: `${field} is empty`,
      field,
      remedy: 'Write at least 25 characters.',
    }),
    short: (length: number, least: number, counted: string) => ({
      reason: `mensagem has ${length} of at least ${least} characters, counted as ${counted}`,
      field: 'mensagem',
      remedy: 'Write a longer one.',
      knob: 'characters',
    }),
    long: (length: number, most: number) => ({
      reason: `mensagem has ${length} of at most ${most} characters`,
      field: 'mensagem',
      remedy: 'Write a shorter one, or start pessoas-sim with --set mensagemMaximum=none.',
      knob: 'mensagemMaximum',
    }),
  }),

  query: rows('query', {
    belowOne: (choice: string) => ({
      reason: 'page is less than 1',
      field: 'page',
      remedy: `Count from 1${orServe(choice, 'pageBelowOne=use-first')}.`,
      knob: 'pageBelowOne',
    }),
    rowsOffGrid: (rows: number, nearest: number, choice: string) => {
      const isShown = Math.abs(rows) < LEAST_NUMBER
      return {
        reason: `rows${isShown ? `=${rows}` : ''} is not a positive multiple of 25`,
        field: 'rows',
        remedy: `Send rows=${isShown ? nearest : 25}, or change the answer with ${another('rowsOffGrid', choice)}.`,
        knob: 'rowsOffGrid',
      }
    },
    rowsAboveMaximum: (most: number) => ({
      reason: `rows is more than ${most}`,
      field: 'rows',
      remedy: `Send rows=${most}, or start pessoas-sim with --set rowsMaximum=none, or another multiple of 25.`,
      knob: 'rowsMaximum',
    }),
    aboveLimit: (field: string, limit: number) => ({
      reason: `${field} is more than ${limit}`,
      field,
      remedy: `Send ${limit} or less, or start pessoas-sim with a profile that has another limit.`,
    }),
    notANumber: (field: string) => ({
      reason: `${field} is not a whole number`,
      field,
      remedy: 'Send digits only.',
      knob: 'notANumber',
    }),
    repeated: (field: string, knob?: KnobName) => ({
      reason: `${field} is sent more than once`,
      field,
      remedy: 'Send it once.',
      ...(knob && { knob }),
    }),
    empty: (field: string, choice: string) => ({
      reason: `${field} is empty`,
      field,
      remedy: `Leave the parameter out${orServe(choice, 'emptyParameter=as-absent')}.`,
      knob: 'emptyParameter',
    }),
    cpfMalformed: (isMask: boolean) => ({
      reason: 'cpf contains characters other than digits',
      field: 'cpf',
      remedy: isMask
        ? 'Send the eleven digits without dots and dash, or start pessoas-sim with --set cpfMalformed=strip-mask.'
        : 'Send the eleven digits only.',
      knob: 'cpfMalformed',
    }),
    cpfLength: (length: number) => ({
      reason: `cpf has ${length} digits, not 11`,
      field: 'cpf',
      remedy: 'Keep its leading zeros: it is a string.',
      knob: 'cpfLength',
    }),
    sortUnknown: (fields: readonly string[]) => ({
      reason: 'sort is not the name of a field',
      field: 'sort',
      remedy: `Send ${fields.join(', ')}, or one of them with a leading -.`,
      knob: 'sortUnknown',
    }),
    unknownParameter: (name: string, parameters: readonly string[], known: Known) => ({
      ...unknownName('the parameter', name, parameters, known),
      knob: 'queryUnknown',
    }),
    ampersand: (name: string, known: Known) => ({
      reason: `the & before ${shownName(name, known)} is escaped as in HTML, &amp;`,
      field: shownName(name, known),
      remedy: 'Write & itself between parameters.',
      knob: 'queryUnknown',
    }),
    ofKind: (row: string, kind: string, cell?: string, field = row) => ({
      reason: `the value of ${field} is a special case (${kind} in the tables of the profile)`,
      field,
      remedy: `Send another value, or change parameters.${row}.${cell ?? kind} in the dialect of the profile.`,
    }),
    pageBeyondEnd: (last: number, choice: string) => ({
      reason: `page is beyond the last one, ${last}`,
      field: 'page',
      remedy: `Stop at the last page (total divided by rows, rounded up), or change the answer with ${another('pageBeyondEnd', choice)}.`,
      knob: 'pageBeyondEnd',
    }),
    nomeBlanks: () => ({
      reason: 'nome finds nobody because of its blanks, at an end or two in a row',
      field: 'nome',
      remedy: 'Trim it, and send one blank between words.',
    }),
    nomeDecomposed: () => ({
      reason:
        'nome finds nobody because its accents are characters of their own (NFD, as macOS writes names)',
      field: 'nome',
      remedy: "Send it in NFC, as nome.normalize('NFC') returns it.",
    }),
    dataDecomposed: () => ({
      reason:
        'nome finds nobody because accents in the data are characters of their own (NFD, as macOS writes names)',
      field: 'nome',
      remedy: "Save the data in NFC, as text.normalize('NFC') returns it.",
    }),
    nomeCase: (isKnob: boolean) => ({
      reason: 'nome finds nobody because upper and lower case must match',
      field: 'nome',
      ...served(isKnob, 'Send the letters as the data has them', 'nomeFolding', 'case'),
    }),
    nomeAccents: (isKnob: boolean) => ({
      reason: 'nome finds nobody because accents must match',
      field: 'nome',
      ...served(isKnob, 'Send the accents as the data has them', 'nomeFolding', 'case-and-accents'),
    }),
    nomePart: (isKnob: boolean) => ({
      reason: 'nome finds nobody because it is a part of names that does not count as a match',
      field: 'nome',
      ...served(isKnob, 'Send more of the name', 'nomeMatching', 'contains'),
    }),
    cpfForeign: (organization: string) => ({
      reason: `cpf finds nobody because only another organization queried this person (${printable(organization)})`,
      field: 'cpf',
      remedy: 'Use the token of that organization.',
    }),
    notUtf8: (field: string) => ({
      reason: `${field} is not percent-encoded UTF-8, so it is searched for literally`,
      field,
      remedy: 'Percent-encode ã as %C3%A3, not as %E3, and % itself as %25.',
    }),
    ignored: () => ({
      reason: 'the query of a POST is not read',
      remedy: 'Send aprovar and mensagem in the body, as JSON.',
    }),
    quirk: () => ({ reason: 'a quirk refuses the parameter on purpose' }),
  }),

  report: rows('report', {
    unknown: () => ({
      reason: 'no report has this number',
      remedy: 'Use a number of the dataset; the line of --json lists up to 60.',
    }),
    letterCase: () => ({
      reason: 'the report has this number in letters of another case',
      remedy: 'Send the number exactly as it is.',
    }),
    foreign: (choice: string) => ({
      reason: 'the report belongs to another organization',
      remedy: `Use the token of that organization, or change the answer with ${another('foreignReport', choice)}.`,
      knob: 'foreignReport',
    }),
    shape: () => ({
      reason: 'the report number is not a UUID',
      field: 'numero_do_relatorio',
      remedy: 'Send 8-4-4-4-12 hexadecimal digits.',
      knob: 'reportNumberShape',
    }),
    decided: (isByTable: boolean) => ({
      reason: 'the report was decided before',
      ...(isByTable
        ? { remedy: 'Use an undecided one, or take decisions back with reset.' }
        : {
            remedy:
              'Use an undecided one, take decisions back with reset, or start pessoas-sim with --set revalidation=allow.',
            knob: 'revalidation' as const,
          }),
    }),
  }),

  service: rows('service', {
    hindered: () => ({
      reason: 'the simulator could not process the request',
      remedy: 'The line "error:" above says why, and what to do.',
    }),
    failed: () => ({
      reason: 'the simulator failed',
      remedy: 'The line "error:" above has the stack; please report it.',
    }),
    storeGone: (why: string, isUndecided: boolean) => ({
      reason: isUndecided
        ? `it is unknown whether the decision was recorded (${why})`
        : `the database does not answer (${why})`,
      remedy: isUndecided
        ? 'Send the decision again, as a client of the service would.'
        : 'Look at the database of --store; the simulator connects again by itself.',
    }),
    untold: (name: string) => ({
      reason: `the cause could not be determined (${name})`,
      remedy: 'Please report it, with the request.',
    }),
    moved: (plan: string) => ({
      reason: `the plan ${plan} moved the data after this answer`,
      remedy: `Remove it with moves.removePlan('${plan}') or DELETE /v1/moves/plans/${plan} of the control port.`,
    }),
    fault: ({ name, kind, plan, isOfStart }: StrikingFault) => {
      const source = plan === undefined ? '' : ` of the plan ${printable(plan)}`
      const without = isOfStart
        ? `Start pessoas-sim without --faults${plan === undefined ? '' : ` ${printable(plan)}`}, or remove it`
        : 'Remove it'
      return {
        reason: `the fault ${name}${source} strikes (${kind})`,
        remedy: `${without} with faults.remove('${name}') or DELETE /v1/faults/${name} of the control port.`,
      }
    },
  }),
}

/** Every code that a cause can have. */
export const causeCodes: readonly string[] = Object.entries(causes).flatMap(([step, table]) =>
  Object.keys(table).map((name) => codeOf(step as Step, name)),
)

/** Returns a cause that was overlooked, with what happened instead. */
export function overlooked(cause: Cause, so: string): Cause {
  return { ...cause, reason: `${cause.reason}, so ${so}` }
}

/** Returns a remedy, with a choice that would do, too, unless a table of the profile decides. */
function served(isKnob: boolean, remedy: string, knob: KnobName, choice: string) {
  if (!isKnob) return { remedy: `${remedy}.` }
  return { remedy: `${remedy}, or start pessoas-sim with --set ${knob}=${choice}.`, knob }
}

/** Returns a flag with the choices of a knob that is not served. */
function another(knob: 'rowsOffGrid' | 'pageBeyondEnd' | 'foreignReport', served: string): string {
  const others = knobs[knob].choices.filter((choice) => choice !== served)
  return `--set ${knob}=${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(others)}`
}

/** Returns the end of a remedy: how to have a value accepted, if the profile refuses it. */
function orServe(choice: string, accepting: string): string {
  return choice === 'refuse' ? `, or start pessoas-sim with --set ${accepting}` : ''
}

function unknownName(what: string, name: string, names: readonly string[], known: Known) {
  const shown = shownName(name, known)
  const meant = meantBy(name, names)
  return {
    reason: `${what} ${shown} is unknown`,
    field: shown,
    remedy: meant === undefined ? `Send ${names.join(', ')} only.` : `Did you mean ${meant}?`,
  }
}

/** Adds step and code to the rows of a table: `bareForBearer` of `token` is `token-bare-for-bearer`. */
function rows<T extends Record<string, (...given: never[]) => Text>>(step: Step, table: T) {
  const entries = Object.entries(table).map(([name, text]) => {
    const code = codeOf(step, name)
    return [name, (...given: never[]): Cause => ({ step, code, ...text(...given) })]
  })
  return Object.fromEntries(entries) as { [Name in keyof T]: (...given: Parameters<T[Name]>) => Cause }
}

function codeOf(step: Step, name: string): string {
  return `${step}-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
