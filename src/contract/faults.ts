import type { KnobName } from './knobs.ts'
import type { Slots } from './slots.ts'

export type { Slots } from './slots.ts'

// Everything that can be wrong with a request, once. The refusals and their texts, the log and the journal (a code is the
// name of a fault), the questions of the probe, and the reference page read this table.

/** Something that is wrong with a request, or odd in one that succeeds. */
export interface Fault {
  name: FaultName
  /** Values for its texts: `key` is the field, and the rest is what the texts of its row name. */
  slots: Slots
  /** Whether the request was answered all the same. */
  tolerated?: true
  /** Returns more exact faults in its place, if there is a likely reason; called when the log asks, after the answer. */
  hints?: () => readonly Fault[]
}

/** What a client is told. */
export interface Telling {
  /** 400 if it is absent. */
  status?: number
  /** A template: of a field, the reason in `child "f" fails because [reason]`; otherwise the message. */
  text: string
  /** The `source` of `validation`; there is none without it. */
  source?: 'query' | 'payload' | 'params' | undefined
  /** What it is about: a field that the interface names, one that it does not name, or the whole. */
  about?: 'field' | 'unknown' | 'whole'
}

type Text = string | ((slots: Slots) => string)

export interface FaultRow extends Partial<Telling> {
  /** What another choice of its knob tells instead. */
  told?: Readonly<Record<string, Telling>>
  /**
   * The reason, for the log: a template, or what returns one. Its slots are masked before: a text of the client may be a
   * person or a token.
   */
  why: Text
  /** What to do. `{or}` becomes the choices of the knob that would accept it, as flags. */
  fix?: Text | undefined
  /** The knob that decides. */
  knob?: KnobName | undefined
  /** Requests that have only this fault. A row without any is of the transport, or a hint for the log alone. */
  ask?: readonly Example[]
}

/** A request with one fault; what it does not say is as it must be. With a body, a type or a report, it is a decision. */
export interface Example {
  query?: string
  /** The text of a body. */
  body?: string
  /** The Content-Type of a body. */
  type?: string
  token?: 'none' | 'scheme' | 'wrong' | 'disabled'
  numero?: 'unknown' | 'shape' | 'foreign' | 'decided'
  method?: string
  path?: string
}

type Rest = Pick<FaultRow, 'knob' | 'ask' | 'told' | 'status' | 'about'>

const LIST = 'GET /pessoas'
const VALIDATE = 'POST /relatorios/validar/{numero_do_relatorio}'
const ROUTES = `The two routes are ${LIST} and ${VALIDATE}.`
const BODY = 'Send {"aprovar":true,"mensagem":"…"}.'
const JSON_TYPE = 'Send Content-Type: application/json (curl: -H "Content-Type: application/json").'
/** As short as a message may be, and one more, in case there is a maximum. */
const MENSAGEM = 'Dados do relatório certos.'

const q = (...queries: string[]): Example[] => queries.map((query) => ({ query }))
/** Bodies that are right but for one field; undefined leaves it out. */
const b = (name: 'aprovar' | 'mensagem', ...values: unknown[]): Example[] =>
  values.map((value) => ({ body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM, [name]: value }) }))

const field =
  (source: Telling['source']) =>
  (text: string, why: Text, fix: Text, rest: Rest): FaultRow => ({
    ...{ text, source, about: 'field', why, fix },
    ...rest,
  })
const query = field('query')
const payload = field('payload')
const plain = (status: number, text: string, why: Text, fix?: Text, rest: Rest = {}): FaultRow => ({
  ...{ status, text, why, fix },
  ...rest,
})
/** A mistake that is seen in what was refused for a more general fault, or a reason why a search finds nobody. */
const hint = (why: Text, fix?: Text, knob?: KnobName): FaultRow => ({ why, fix, knob })
const malformed = (why: Text, fix?: Text) => plain(400, 'Malformed request', why, fix)
const unauthorized = (why: Text, fix: Text, ask: FaultRow['ask'] = []) =>
  plain(401, '{unauthorized}', why, fix, { ask })

const MEANT: Text = ({ meant, names }) =>
  meant === undefined ? `Send ${names} only{or}.` : `Did you mean ${meant}?`

const numbers = <K extends 'page' | 'rows'>(key: K) => {
  const not = (text: string, ...values: string[]) =>
    query(`"{key}" must be ${text}`, '{key} is not a whole number', 'Send digits only{or}.', {
      knob: 'notANumber',
      ask: q(...values.map((value) => `${key}=${value}`)),
    })
  const rows = {
    empty: not('a number', ''),
    word: not('a number', 'abc', 'dois'),
    fraction: not('an integer', '25.5', '2.25'),
    huge: not('a number', '90071992547409930000', '123456789012345678900'),
    repeated: query('"{key}" must be a number', '{key} is sent more than once', 'Send it once.', {
      knob: 'notANumber',
      ask: q(`${key}=25&${key}=50`, `${key}=50&${key}=75`),
    }),
  }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${key}.${name}`, row])) as Record<
    `${K}.${keyof typeof rows}`,
    FaultRow
  >
}

const rows = {
  // The route, and the token

  'route.unknown': plain(404, 'Not Found', 'the path is unknown', ROUTES, { ask: [{ path: '/pessoa' },
    { path: '/relatorios' }] }),
  'route.method': plain(404, 'Not Found', 'the path is right, the method is not', `Send ${LIST} or ${VALIDATE}.`,
    { knob: 'routeUnknown', told: { 'method-not-allowed': { status: 405, text: 'Method Not Allowed' } },
    ask: [{ method: 'DELETE', path: '/pessoas' }, { method: 'PUT', path: '/pessoas' }] }),
  'route.outside': hint('the path is outside of the base path {basePath}', 'Send requests to {basePath}/pessoas.'),
  'route.browser': hint('browsers request this by themselves'),
  'route.preflight': hint('this is a CORS preflight: a browser asks for permission before a page of another origin sends its request',
    'Start pessoas-sim with {flag}, or let the dev server of the page forward /pessoas and /relatorios.'),
  'route.prefix': hint('something precedes the path',
    'Leave it out of the base URL, or start pessoas-sim with --base-path and this beginning.'),
  'route.slash': hint('a slash too many in the path',
    'Write it without a double slash, and without one at its end.'),
  'route.capitals': hint('the path is case-sensitive', 'Write it in lower case.'),
  'route.query': hint('the query is part of the path', 'Put a plain ? between path and query, not %3F, & or ;.'),
  'route.number': hint('the report number is missing, or something follows it',
    `Send ${VALIDATE}; an empty variable leaves nothing after the last slash.`),
  'route.person': hint('a person has no path of its own', 'Send GET /pessoas?cpf=… with the eleven digits.'),

  'token.missing': unauthorized('the header Authorization is missing', 'Send {form}.', [{ token: 'none' }]),
  'token.scheme': unauthorized('the scheme {scheme} before the token', 'Send {form}.', [{ token: 'scheme' }]),
  'token.wrong': unauthorized('the token is unknown',
    'Use a token of the banner; another --seed, --token or --fixture has others.', [{ token: 'wrong' }]),
  'token.disabled': unauthorized('the organization {organization} is disabled in the data (habilitada: false)',
    'Use the token of another organization, or enable this one in the fixture (habilitada: true).',
    [{ token: 'disabled' }]),
  'token.closed': hint('the organization of this token was closed, or removed from the fixture',
    'Use the token of an open organization.'),
  'token.withdrawn': hint('the token of this organization was withdrawn with withdrawToken() or through the control port',
    'Accept it again with giveTokenBack(), or with PUT /v1/organizations/HANDLE/token {"withdrawn":false} of the control port.'),
  'token.elsewhere': hint('the token is in {place}, and the header Authorization is missing', 'Send {form}.'),
  'token.none': hint('the header Authorization has {what} in place of the token',
    'Send {form}; is the variable of the token set, and read, where the client runs?'),
  'token.bearer-before-bare': hint('Bearer before a bare token', 'Send only the token{or}.', 'authorization'),
  'token.bare-for-bearer': hint('a bare token where Bearer is required', 'Send Authorization: Bearer TOKEN{or}.',
    'authorization'),
  'token.basic': hint('the scheme Basic, which is for a user and a password (curl -u)', 'Send {form}.',
    'authorization'),
  'token.around': hint('quotes around the token', 'Send the token only.'),
  'token.blanks': hint('spaces or a line break in or around the token', 'Trim the token.'),
  'token.capitals': hint('the token has letters of another case', 'Send it exactly as it is.'),
  'token.cut': hint('only the beginning of a token', 'Copy the whole token.'),

  // GET /pessoas

  ...numbers('page'),
  'page.zero': query('"{key}" must be larger than or equal to 1', 'page is less than 1', 'Count from 1{or}.',
    { knob: 'pageBelowOne', ask: q('page=0', 'page=0&rows=50') }),
  'page.negative': query('"{key}" must be larger than or equal to 1', 'page is less than 1', 'Count from 1{or}.',
    { knob: 'pageBelowOne', ask: q('page=-1', 'page=-7') }),
  'page.beyond-end': query('"{key}" must be less than or equal to {limit}', 'page is beyond the last one, {last}',
    'Stop at the last page (total divided by rows, rounded up){or}.', { knob: 'pageBeyondEnd',
    told: { 'not-found': { status: 404, text: 'Not Found' } }, ask: q('page=90001', 'page=70007') }),
  ...numbers('rows'),
  'rows.zero': query('"{key}" must be larger than or equal to 1', 'rows={value} is not a positive multiple of 25',
    'Send rows={nearest}{or}.', { knob: 'rowsOffGrid', ask: q('rows=0', 'rows=0&page=1') }),
  'rows.negative': query('"{key}" must be larger than or equal to 1',
    'rows={value} is not a positive multiple of 25', 'Send rows={nearest}{or}.', { knob: 'rowsOffGrid',
    ask: q('rows=-25', 'rows=-50') }),
  'rows.off-grid': query('"{key}" must be a multiple of 25', 'rows={value} is not a positive multiple of 25',
    'Send rows={nearest}{or}.', { knob: 'rowsOffGrid', ask: q('rows=30', 'rows=74') }),
  'rows.above-maximum': query('"{key}" must be less than or equal to {limit}', 'rows is more than {limit}',
    'Send rows={limit}{or}.', { knob: 'rowsMaximum', ask: q('rows=100000', 'rows=250000') }),

  'cpf.empty': query('"{key}" is not allowed to be empty', '{key} is empty', 'Leave the parameter out{or}.',
    { knob: 'emptyParameter', ask: q('cpf=', 'cpf=&page=1') }),
  'cpf.masked': query('"{key}" with value "{value}" fails to match the required pattern: /^\\d+$/',
    'cpf contains characters other than digits', 'Send the eleven digits without dots and dash{or}.',
    { knob: 'cpfMalformed', ask: q('cpf=000.000.001-91', 'cpf=000.000.002-72') }),
  'cpf.word': query('"{key}" with value "{value}" fails to match the required pattern: /^\\d+$/',
    'cpf contains characters other than digits', 'Send the eleven digits only{or}.', { knob: 'cpfMalformed',
    ask: q('cpf=abc', 'cpf=0000000019x') }),
  'cpf.short': query('"{key}" length must be {limit} characters long', 'cpf has {length} digits, not 11',
    'Keep its leading zeros: it is a string.', { knob: 'cpfLength', ask: q('cpf=1234567890', 'cpf=123') }),
  'cpf.long': query('"{key}" length must be {limit} characters long', 'cpf has {length} digits, not 11',
    'Send the eleven digits of a CPF.', { knob: 'cpfLength', ask: q('cpf=123456789012', 'cpf=12345678901234') }),
  'cpf.repeated': query('"{key}" must be a string', '{key} is sent more than once', 'Send it once.',
    { ask: q('cpf=00000000191&cpf=00000000272', 'cpf=00000000272&cpf=00000000353') }),
  'nome.empty': query('"{key}" is not allowed to be empty', '{key} is empty', 'Leave the parameter out{or}.',
    { knob: 'emptyParameter', ask: q('nome=', 'nome=&page=1') }),
  'nome.short': query('"{key}" length must be at least {limit} characters long',
    'nome has {length} of at least {limit} characters', 'Send more of the name{or}.', { knob: 'nomeMinimum',
    ask: q('nome=a', 'nome=e') }),
  'nome.long': query('"{key}" length must be less than or equal to {limit} characters long',
    'nome has {length} of at most {limit} characters', 'Send less of the name{or}.', { knob: 'nomeMaximum',
    ask: q(`nome=${'a'.repeat(300)}`, `nome=${'silva'.repeat(210)}`) }),
  'nome.repeated': query('"{key}" must be a string', '{key} is sent more than once', 'Send it once.',
    { ask: q('nome=ana&nome=silva', 'nome=maria&nome=souza') }),
  'sort.empty': query('"{key}" is not allowed to be empty', '{key} is empty', 'Leave the parameter out{or}.',
    { knob: 'emptyParameter', ask: q('sort=', 'sort=&page=1') }),
  'sort.unknown': query('"{key}" must be one of [{choices}]', 'sort is not the name of a field',
    'Send one of {choices}{or}.', { knob: 'sortUnknown', ask: q('sort=idade', 'sort=-email') }),
  'sort.repeated': query('"{key}" must be a string', '{key} is sent more than once', 'Send it once.',
    { ask: q('sort=nome&sort=cpf', 'sort=cpf&sort=nome') }),
  'query.unknown': query('"{key}" is not allowed', 'the parameter {key} is unknown', MEANT, { about: 'unknown',
    knob: 'queryUnknown', ask: q('limite=10', 'ordem=nome') }),
  'query.ignored': hint('the query of a POST is not read', 'Send aprovar and mensagem in the body, as JSON.'),
  'nome.not-utf-8': hint('{key} is not percent-encoded UTF-8, so it is searched for literally',
    'Percent-encode ã as %C3%A3, not as %E3, and % itself as %25.'),
  'nome.nobody': hint('the search finds nobody'),
  'nome.blanks': hint('nome finds nobody because of its blanks, at an end or two in a row',
    'Trim it, and send one blank between words.'),
  'nome.plus': hint('nome finds nobody because of a + in it', 'Write a blank as %20 or +, but not as %2B.'),
  'nome.decomposed': hint('nome finds nobody because its accents are characters of their own (NFD, as macOS writes names)',
    "Use NFC, as text.normalize('NFC') returns it."),
  'nome.case': hint('nome finds nobody because upper and lower case must match',
    'Send the letters as the data has them, or start pessoas-sim with --set nomeFolding=case.', 'nomeFolding'),
  'nome.accents': hint('nome finds nobody because accents must match',
    'Send the accents as the data has them, or start pessoas-sim with --set nomeFolding=case-and-accents.',
    'nomeFolding'),
  'cpf.foreign': hint('cpf finds nobody because only another organization queried this person ({organization})',
    'Use the token of that organization.'),

  // POST /relatorios/validar/{numero_do_relatorio}

  'type.other': plain(415, 'Unsupported Media Type', 'Content-Type is {value}, not JSON', JSON_TYPE,
    { knob: 'bodyType', ask: [{ type: 'text/plain', body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }) },
    { type: 'application/x-www-form-urlencoded', body: 'aprovar=true' }] }),
  'body.too-large': plain(413, 'Payload content length greater than maximum allowed: {limit}',
    'the body has more than {limit} bytes', 'Shorten mensagem.', { ask: [{ body: JSON.stringify({ aprovar: true,
    mensagem: 'a'.repeat(2 ** 20) }) }] }),
  'body.none': payload('"value" must be an object', 'the body is empty', BODY, { about: 'whole',
    ask: [{ body: '' }] }),
  'body.not-an-object': payload('"value" must be an object', 'the body is {what}, not an object', BODY,
    { about: 'whole', ask: [{ body: '[]' }, { body: '"aprovar"' }] }),
  'body.ignored': hint('the body of a {method} is not read',
    'Send page, rows, cpf, nome and sort in the query: /pessoas?page=1 (axios: params, not data).'),
  'body.not-utf-8': hint('the body was latin-1 (or windows-1252), and each accent of it became \uFFFD',
    'Encode the body as UTF-8.'),
  'body.mark': hint('a byte order mark precedes the body; here it is skipped, elsewhere it may be refused',
    'Write the body as UTF-8 without a byte order mark.'),
  'json.malformed': plain(400, 'Invalid request payload JSON format',
    'the body is not valid JSON: {mistake} at line {line}, column {column}', '{remedy}', { knob: 'malformedBody',
    told: { 'with-validation': { text: 'Invalid request payload JSON format', source: 'payload', about: 'whole' } },
    ask: [{ body: '{"aprovar":true,' }, { body: "{'aprovar': true}" }] }),
  'json.cut': hint('the body is not valid JSON: it ends too early, at line {line}, column {column}',
    'Compare Content-Length with the body: it counts bytes, and a letter with an accent has two.'),
  'json.compressed': hint('the body is compressed, and it is not inflated',
    'Send the body as it is, without Content-Encoding.'),
  'json.utf-16': hint('the body is UTF-16', 'Encode the body as UTF-8.'),
  'json.other': hint('the body is {what}, not JSON', BODY),
  'json.proto': hint('the body has the key __proto__', 'Leave it out.'),

  'aprovar.missing': payload('"{key}" is required', '{key} is missing', 'Send {key}.', { ask: [...b('aprovar',
    undefined), { body: JSON.stringify({ mensagem: 'Relatório conferido agora.' }) }] }),
  'aprovar.null': payload('"{key}" must be a boolean', '{key} is null', 'Send true or false.', { ask: b('aprovar',
    null) }),
  'aprovar.text': payload('"{key}" must be a boolean', '{key} is a string',
    'Send true or false without quotes{or}.', { knob: 'aprovarAsText', ask: b('aprovar', 'true', 'false') }),
  'aprovar.wrong-type': payload('"{key}" must be a boolean', '{key} is not true or false', 'Send true or false.',
    { ask: b('aprovar', 7, 'talvez', {}) }),
  'mensagem.missing': payload('"{key}" is required', '{key} is missing', 'Send {key}.', { ask: [...b('mensagem',
    undefined), { body: '{"aprovar":false}' }] }),
  'mensagem.null': payload('"{key}" must be a string', '{key} is null', 'Send a string.', { ask: b('mensagem',
    null) }),
  'mensagem.empty': payload('"{key}" is not allowed to be empty', '{key} is empty', 'Write at least 25 characters.',
    { ask: b('mensagem', '') }),
  'mensagem.short': payload('"{key}" length must be at least {limit} characters long',
    '{key} has {length} of at least {limit} characters, counted as {characters}', 'Write a longer one.',
    { knob: 'characters', ask: b('mensagem', 'curta', 'Texto curto demais.') }),
  'mensagem.long': payload('"{key}" length must be less than or equal to {limit} characters long',
    '{key} has {length} of at most {limit} characters', 'Write a shorter one{or}.', { knob: 'mensagemMaximum',
    ask: b('mensagem', 'a'.repeat(5_001), 'Conferido. '.repeat(500)) }),
  'mensagem.wrong-type': payload('"{key}" must be a string', '{key} is not a string', 'Send a string.',
    { ask: b('mensagem', 7, ['a'], {}) }),
  'payload.unknown': payload('"{key}" is not allowed', 'the field {key} is unknown', MEANT, { about: 'unknown',
    ask: [{ body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM, extra: 1 }) },
    { body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM, motivo: 'outro' }) }] }),

  'report.shape': { ...{ text: '"{key}" must be a valid GUID', source: 'params', about: 'field' },
    told: { 'not-found': { status: 404, text: '{notFound}' } }, why: 'the report number is not a UUID',
    fix: 'Send 8-4-4-4-12 hexadecimal digits.', knob: 'reportNumberShape', ask: [{ numero: 'shape' }] },
  'report.unknown': plain(404, '{notFound}', 'no report has this number',
    'Use a number of the dataset; the line of --json lists up to 60.', { ask: [{ numero: 'unknown' }] }),
  'report.foreign': plain(404, '{notFound}', 'the report belongs to another organization',
    'Use the token of that organization{or}.', { knob: 'foreignReport', told: { forbidden: { status: 403,
    text: 'O relatório pertence a outra organização.' } }, ask: [{ numero: 'foreign' }] }),
  'report.decided': plain(409, 'O relatório já foi validado.', 'the report was decided before',
    'Use an undecided one, take decisions back with reset{or}.', { knob: 'revalidation',
    told: { 'refuse-400': { text: 'O relatório já foi validado.' } }, ask: [{ numero: 'decided' }] }),

  // The transport, and who may enter

  'host.missing': malformed('HTTP/1.1 requires the header Host, and it is missing',
    'Send Host: 127.0.0.1, or speak HTTP/1.0.'),
  'host.malformed': malformed('the header Host is sent twice, or is not NAME or NAME:PORT',
    'Send Host: 127.0.0.1:3210, once.'),
  'host.foreign': plain(403, 'O nome do servidor na requisição não é permitido.',
    'the name {host} is not one of this service, as in DNS rebinding',
    'If it is yours, start pessoas-sim with --allowed-hosts {host}.'),
  'origin.foreign': plain(403, 'A origem da requisição não é permitida.',
    'the request comes from a web page of another origin, {origin}',
    'If it is yours, start pessoas-sim with {flag}, or let its dev server forward /pessoas and /relatorios.'),
  'origin.opaque': plain(403, 'A origem da requisição não é permitida.',
    'the request comes from a web page without an origin (a file, a sandboxed frame, a redirect)',
    'Serve the page over HTTP, and start pessoas-sim with --cors.'),
  'origin.hidden': plain(403, 'A origem da requisição não é permitida.',
    'a web page of another origin sent this without CORS (an image, a script, fetch() in the mode no-cors)',
    'Use fetch() in its default mode, which can send a token, and start pessoas-sim with --cors.'),

  'request.character': malformed('{character} in the request line is not percent-encoded',
    'Percent-encode it as {escaped}; libraries do so by themselves, curl with -G --data-urlencode.'),
  'request.escape': malformed('a % in the path is not followed by two hexadecimal digits, or the bytes are not UTF-8',
    'Write % itself as %25, and percent-encode UTF-8: ã is %C3%A3, not %E3.'),
  'request.method': malformed('the method is unknown to HTTP, or not in upper case',
    'Write GET or POST in upper case.'),
  'request.tls': malformed('the client speaks TLS to a port of plain HTTP', 'Use http:// instead of https://.'),
  'request.http2': malformed('the client speaks HTTP/2, but this service only HTTP/1.1',
    'Use HTTP/1.1 (curl: without --http2-prior-knowledge).'),
  'request.proxy': plain(404, 'Not Found', 'CONNECT is for a proxy, and this service is not one',
    'Use http:// instead of https://, and take this address out of HTTPS_PROXY.'),
  'request.header': malformed('a header line is not NAME: VALUE in printable characters, or does not end in CR LF',
    'Look for line breaks, spaces and accents in headers; a space before the colon is not allowed.'),
  'request.length': malformed('Content-Length or Transfer-Encoding is wrong, or there are two of them, as in request smuggling',
    'Send one Content-Length in bytes, or Transfer-Encoding: chunked.'),
  'request.chunk': malformed('the chunks of the body are malformed',
    'Let the HTTP library write the chunks, or send Content-Length.'),
  'request.behind': malformed('the bytes after the previous request are not a request',
    'Compare Content-Length with the bytes of the body; it counts bytes, not characters.'),
  'request.malformed': malformed('the bytes are not HTTP/1.1 ({code})'),
  'request.too-large': plain(431, 'Request Header Fields Too Large',
    'the request line and headers exceed 16,384 bytes', 'Shorten the query, the cookies or the token.'),
  'request.timeout': plain(408, 'Request Timeout', 'the request did not arrive completely in time',
    'Send as many bytes as Content-Length says; it counts bytes, not characters.'),
  'request.abandoned': hint('the client closed the connection before the answer'),

  'service.failed': plain(500, 'An internal server error occurred', 'the simulator failed',
    'The line "error:" above says why; if it has a stack, please report it.'),
  'service.store-gone': plain(503, 'Service Unavailable', 'the database does not answer ({why})',
    'Look at the database of --store; the simulator connects again by itself.'),
  'service.undecided': plain(503, 'Service Unavailable', 'it is unknown whether the decision was recorded ({why})',
    'Send the decision again, as a client of the service would.'),
  'service.layer': plain(500, 'An internal server error occurred', 'the layer {name} failed',
    'The line "error:" above has its stack; start pessoas-sim without --layer to do without it.'),
  'service.quirk': hint('the quirk {name} refuses this on purpose'),
  'service.fault': hint('the fault {name} strikes ({kind})',
    "Remove it with faults.remove('{name}') or DELETE /v1/faults?name={name} of the control port{orStart}."),
  'service.untold': hint('the cause could not be determined ({name})', 'Please report it, with the request.'),
} satisfies Record<string, FaultRow>

export type FaultName = keyof typeof rows

export const faults: Readonly<Record<FaultName, FaultRow>> = rows

export const faultNames = Object.keys(faults) as FaultName[]

/** The faults that a request can show by itself: what a probe asks for, and a deployment may tell in its own words. */
export const askable: readonly FaultName[] = faultNames.filter((name) => faults[name].ask !== undefined)
