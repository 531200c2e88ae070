import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noDialect } from '../../contract/dialect.ts'
import type { Profile } from '../../contract/profile.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { NOBODY } from '../../service/words.ts'
import { MemoryStore } from '../../store/memory.ts'
import type { Organization } from '../../store/store.ts'
import { Worlds } from '../../store/worlds.ts'
import { times } from '../../testing/deep.ts'
import { aRequest } from '../../testing/random-request.ts'
import { type Serving, type ServingOptions, serving } from '../../testing/serving.ts'
import {
  DECIDED_REPORT,
  DISABLED_TOKEN,
  FOREIGN_REPORT,
  MENSAGEM,
  OTHER_TOKEN,
  OWN_REPORT,
  simulate,
  smallWorld,
  TOKEN,
  UNKNOWN_REPORT,
} from '../../testing/world.ts'
import { corsOf } from '../cors.ts'
import { type Cause, causesOf } from './cause.ts'
import { causeCodes } from './causes.ts'
import { whyStray } from './stray.ts'

const test = suite('causes')

const HOST = 'Host: localhost\r\n'
const AUTHORIZED = `${HOST}Authorization: ${TOKEN}\r\n`
const VALIDATE = '/relatorios/validar'
const GOOD = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })

const head = (line: string, headers = HOST) => `${line} HTTP/1.1\r\n${headers}\r\n`
const get = (path: string, headers = AUTHORIZED) => head(`GET ${path}`, headers)
const list = (query: string) => get(`/pessoas?${query}`)
const withToken = (authorization: string) => get('/pessoas', `${HOST}Authorization: ${authorization}\r\n`)

function post(body: string | Buffer, numero = OWN_REPORT, headers = 'Content-Type: application/json\r\n') {
  const bytes = Buffer.from(body)
  const lines = `${AUTHORIZED}${headers}Content-Length: ${bytes.length}\r\n`
  return Buffer.concat([Buffer.from(head(`POST ${VALIDATE}/${numero}`, lines)), bytes])
}

type Case = [bytes: string | Buffer, status: number, ...codes: string[]]

/** What is sent, and the causes that the log then gives. */
const cases: Case[] = [
  [get('/pessoas'), 200],
  [
    `${get('/pessoas', `${AUTHORIZED}Content-Type: application/json\r\nContent-Length: 10\r\n`)}{"page":1}`,
    200,
    'body-ignored',
  ],
  [
    `${get('/pessoas', `${AUTHORIZED}Transfer-Encoding: chunked\r\n`)}1\r\na\r\n0\r\n\r\n`,
    200,
    'body-ignored',
  ],
  [get('/pessoas', `${AUTHORIZED}Content-Type: application/json\r\nContent-Length: 0\r\n`), 200],
  [post('', `${OWN_REPORT}?aprovar=true`), 400, 'query-ignored', 'body-empty'],
  [head('GET /pessoas?nome=joão'), 400, 'request-url-character'],
  [Buffer.from(head('GET /pessoas?nome=joão'), 'latin1'), 400, 'request-url-character'],
  [head('GET /pessoas?nome=a\u0001'), 400, 'request-url-character'],
  [head('GET /pessoas?nome=a\t'), 400, 'request-url-character'],
  [head('GET /pessoas?nome=\u{10fffe}'), 400, 'request-url-character'],
  [head('GET /pessoas?nome=ana silva'), 400, 'request-url-character'],
  [head('GET pessoas'), 400, 'request-url-start'],
  [get('/%'), 400, 'request-url-escape'],
  [get('/jo%E3o'), 400, 'request-url-latin1'],
  [head('GARBAGE /'), 400, 'request-method'],
  [head('get /pessoas'), 400, 'request-method-case'],
  [Buffer.from('16030100ff0100', 'hex'), 400, 'request-tls'],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'request-http2'],
  ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'request-proxy'],
  ['GET / HTTP/7.7\r\n\r\n', 400, 'request-version'],
  ['GET / HTTP/1.1\nHost: a\n\n', 400, 'request-line-end'],
  ['GET / HTTP/1.1\rHost: a\r\r', 400, 'request-line-end'],
  [`\uFEFF${get('/pessoas')}`, 400, 'request-byte-order-mark'],
  [head('GET /', 'no colon\r\n'), 400, 'request-header'],
  [head('POST /pessoas', `${HOST}Content-Length: abc\r\n`), 400, 'request-length'],
  [head('POST /pessoas', `${HOST}Content-Length: 1\r\nContent-Length: 2\r\n`), 400, 'request-length-twice'],
  [
    head('POST /pessoas', `${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n`),
    400,
    'request-length-and-chunked',
  ],
  [
    head('POST /pessoas', `${HOST}Transfer-Encoding: chunked\r\nContent-Length: 1\r\n`),
    400,
    'request-length-and-chunked',
  ],
  [
    head('POST /pessoas', `${HOST}Transfer-Encoding: chunked, identity\r\n`),
    400,
    'request-transfer-encoding',
  ],
  [
    `${head(`POST ${VALIDATE}/a`, `${AUTHORIZED}Transfer-Encoding: chunked\r\n`)}ZZ\r\n`,
    400,
    'request-chunk',
  ],
  [
    `${head(`POST ${VALIDATE}/a`, `${AUTHORIZED}Transfer-Encoding: chunked\r\n`)}1\r\nab\r\n0\r\n\r\n`,
    400,
    'request-chunk',
  ],
  [get('/pessoas', `${HOST}X: ${'a'.repeat(17_000)}\r\n`), 431, 'request-too-large'],

  [head('GET /pessoas', ''), 400, 'host-missing'],
  [head('GET /pessoas', HOST + HOST), 400, 'host-repeated'],
  [head('GET /pessoas', 'Host: http://localhost\r\n'), 400, 'host-malformed'],
  [head('GET /pessoas', 'Host: evil.example\r\n'), 403, 'host-foreign'],
  [head('GET /pessoas', 'Host: a;reboot\r\n'), 403, 'host-strange'],
  [head('GET /pessoas', `Host: ${'a'.repeat(254)}\r\n`), 403, 'host-strange'],
  [get('/pessoas', `${AUTHORIZED}Origin: http://localhost:5173\r\n`), 403, 'origin-foreign'],
  [get('/pessoas', `${AUTHORIZED}Origin: https://evil.example\r\n`), 403, 'origin-foreign'],
  [get('/pessoas', `${AUTHORIZED}Origin: http://192.0.2.2:5199\r\n`), 403, 'origin-forwarded'],
  [
    get('/pessoas', `${AUTHORIZED}Origin: http://192.0.2.2:5199\r\nSec-Fetch-Site: cross-site\r\n`),
    403,
    'origin-foreign',
  ],
  [get('/pessoas', `${AUTHORIZED}Origin: null\r\n`), 403, 'origin-opaque'],
  [get('/pessoas', `${HOST}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n`), 403, 'origin-hidden'],

  [get('/'), 404, 'route-root'],
  [get('/?nome=Ana'), 404, 'route-root'],
  [get('/favicon.ico'), 404, 'route-browser'],
  [get('/nada'), 404, 'route-unknown'],
  [get(`/${'a'.repeat(5_000)}`), 404, 'route-unknown'],
  [head('POST /pessoas'), 404, 'route-method'],
  [get(`${VALIDATE}/${OWN_REPORT}`), 404, 'route-method'],
  [head('PUT /pessoas/'), 404, 'route-trailing-slash', 'route-method'],
  [head('OPTIONS /pessoas'), 404, 'route-method'],
  [head('OPTIONS /pessoas', `${HOST}Access-Control-Request-Method: GET\r\n`), 404, 'route-preflight'],
  [
    head('OPTIONS /pessoas', `${HOST}Origin: http://localhost:1\r\nAccess-Control-Request-Method: GET\r\n`),
    404,
    'route-preflight',
  ],
  [get('/api/v1/pessoas'), 404, 'route-prefix'],
  [get('http://localhost/Pessoas'), 404, 'route-letter-case'],
  [get('//pessoas'), 404, 'route-double-slash'],
  [get('/pessoas/'), 404, 'route-trailing-slash'],
  [get('//Pessoas/'), 404, 'route-double-slash', 'route-trailing-slash', 'route-letter-case'],
  [get('/PESSOAS'), 404, 'route-letter-case'],
  [get('/pessoas%3Fpage=2'), 404, 'route-query'],
  [get('/pessoas&page=2'), 404, 'route-query'],
  [get('/pessoas%20'), 404, 'route-blank'],
  [head(`POST ${VALIDATE}`), 404, 'route-number-missing'],
  [head(`POST ${VALIDATE}/`), 404, 'route-number-missing'],
  [head(`POST ${VALIDATE}/${OWN_REPORT}/x`), 404, 'route-number-split'],
  [get('/pessoas/11144477735'), 404, 'route-person'],
  [get('/persons/11144477735'), 404, 'route-person'],
  [get('/pesoas'), 404, 'route-near'],
  [get('/people'), 404, 'route-near'],
  [head(`POST /relatorio/validar/${OWN_REPORT}`), 404, 'route-near'],

  [get('/pessoas', HOST), 401, 'token-missing'],
  [get('/pessoas', `${HOST}Authorization:\r\n`), 401, 'token-empty'],
  [get(`/pessoas?token=${TOKEN}`, HOST), 401, 'token-elsewhere'],
  [get('/pessoas', `${HOST}X-Api-Key: ${TOKEN}\r\n`), 401, 'token-elsewhere'],
  [get('/pessoas', `${HOST}Cookie: a=${TOKEN}\r\n`), 401, 'token-elsewhere'],
  [withToken('undefined'), 401, 'token-no-value'],
  // As a client that knows nothing of UTF-8 writes it.
  [Buffer.from(withToken('caf\xe9') as string, 'latin1'), 401, 'token-unknown'],
  ...['null', 'None', 'Bearer undefined', 'bearer NaN', '"null"', 'Bearer "undefined"'].map(
    (given): Case => [withToken(given), 401, 'token-no-value'],
  ),
  ...['[object Object]', 'Bearer [object Promise]', '"[object Object]"'].map(
    (given): Case => [withToken(given), 401, 'token-object'],
  ),
  [withToken('() => token'), 401, 'token-a-function'],
  [withToken('Bearer function getToken() {}'), 401, 'token-a-function'],
  ...['Bearer $TOKEN', '$\x7bTOKEN}', '{{ token }}', '%TOKEN%', 'Bearer process.env.TOKEN', "'$TOKEN'"].map(
    (given): Case => [withToken(given), 401, 'token-unexpanded'],
  ),
  ...['<ACCESS_TOKEN>', 'Bearer <token>', 'your-token', 'seu_token', 'xxxx', 'token', '***'].map(
    (given): Case => [withToken(given), 401, 'token-placeholder'],
  ),
  [withToken('Bearer'), 401, 'token-scheme-only'],
  [withToken(`Bearer${TOKEN}`), 401, 'token-glued', 'token-bearer-before-bare'],
  [withToken(`bearer:${TOKEN}`), 401, 'token-glued', 'token-bearer-before-bare'],
  [withToken('Bearerof-nobody'), 401, 'token-glued', 'token-bearer-before-bare', 'token-unknown'],
  [withToken(`Bearer%20${TOKEN}`), 401, 'token-encoded-blank', 'token-bearer-before-bare'],
  [withToken(`Bearer+${TOKEN}`), 401, 'token-encoded-blank', 'token-bearer-before-bare'],
  [withToken(`\uFEFF${TOKEN}`), 401, 'token-byte-order-mark'],
  [withToken(`Bearer \uFEFF${TOKEN}`), 401, 'token-byte-order-mark', 'token-bearer-before-bare'],
  [withToken(`\u200b${TOKEN}`), 401, 'token-invisible'],
  [withToken(`${TOKEN}\u200d`), 401, 'token-invisible'],
  [withToken(`\u200bof-nobody`), 401, 'token-invisible', 'token-unknown'],
  [withToken(`\u201c${TOKEN}\u201d`), 401, 'token-quotes'],
  [withToken(`["${TOKEN}"]`), 401, 'token-quotes'],
  [withToken(`"${TOKEN}`), 401, 'token-quotes'],
  [withToken(`\\"${TOKEN}\\"`), 401, 'token-quotes'],
  [withToken('"of-nobody"'), 401, 'token-quotes', 'token-unknown'],
  [withToken(`b'${TOKEN}'`), 401, 'token-bytes'],
  [withToken(`{"token":"${TOKEN}"}`), 401, 'token-quotes', 'token-around'],
  [withToken(Buffer.from(TOKEN).toString('base64')), 401, 'token-base64'],
  [withToken(`token-\u00a0of-a`), 401, 'token-blanks'],
  [withToken(`Bearer ${TOKEN}`), 401, 'token-bearer-before-bare'],
  [withToken(`Token ${TOKEN}`), 401, 'token-scheme'],
  [withToken(`Basic ${Buffer.from(`${TOKEN}:`).toString('base64')}`), 401, 'token-basic'],
  [withToken(`Authorization: ${TOKEN}`), 401, 'token-header-name'],
  [withToken(`"${TOKEN}"`), 401, 'token-quotes'],
  [withToken(`Bearer '${TOKEN}'`), 401, 'token-bearer-before-bare', 'token-quotes'],
  [withToken(`${TOKEN}\\n`), 401, 'token-line-break'],
  [withToken(TOKEN.replaceAll('-', '%2D')), 401, 'token-encoded'],
  [withToken(`%${TOKEN}`), 401, 'token-around'],
  [withToken(TOKEN.toUpperCase()), 401, 'token-letter-case'],
  [withToken(TOKEN.slice(0, -1)), 401, 'token-cut'],
  [withToken(`${TOKEN}x`), 401, 'token-tail'],
  [withToken(DISABLED_TOKEN), 401, 'token-disabled'],
  [withToken(`Bearer ${DISABLED_TOKEN}`), 401, 'token-bearer-before-bare', 'token-disabled'],
  [withToken('Bearer of-nobody'), 401, 'token-bearer-before-bare', 'token-unknown'],
  [withToken('Ana of-nobody'), 401, 'token-unknown'],
  [withToken('Basically of-nobody'), 401, 'token-unknown'],
  [withToken('not-basic of-nobody'), 401, 'token-unknown'],
  [withToken('of-nobody'), 401, 'token-unknown'],

  [post(GOOD, OWN_REPORT, 'Content-Type: text/plain\r\n'), 415, 'body-type'],
  [post(GOOD, OWN_REPORT, 'Content-Type: Ana\r\n'), 415, 'body-type-malformed'],
  [post(GOOD, OWN_REPORT, 'Content-Type: text/plain Ana\r\n'), 415, 'body-type-malformed'],
  [post(GOOD, OWN_REPORT, 'Content-Type: Ana text/plain\r\n'), 415, 'body-type-malformed'],
  [post('a'.repeat(1_048_577)), 413, 'body-too-large'],
  [
    post('x', OWN_REPORT, 'Content-Type: application/json\r\nContent-Encoding: gzip\r\n'),
    400,
    'body-compressed',
  ],
  [post(Buffer.from('1f8b0800', 'hex')), 400, 'body-compressed-untold'],
  [
    post('x', OWN_REPORT, 'Content-Type: application/json\r\nContent-Encoding: gzipped\r\n'),
    400,
    'body-json',
  ],
  [post(Buffer.from(GOOD, 'latin1')), 200, 'body-latin1'],
  [post(`\uFEFF${GOOD}`), 200, 'body-byte-order-mark'],
  [post(Buffer.from(`\uFEFF${GOOD}`, 'utf16le')), 400, 'body-utf16'],
  [post('aprovar=true&mensagem=x'), 400, 'body-form'],
  [post('--boundary\r\nContent-Disposition: form-data'), 400, 'body-form'],
  [post('<x/>'), 400, 'body-markup'],
  [post('{"aprovar":true,"mensagem":"a=b"'), 400, 'body-cut-short'],
  [post('{"__proto__":1}'), 400, 'body-proto'],
  [post('{"aprovar":true,}'), 400, 'body-json'],
  [post('{"aprovar":tr'), 400, 'body-cut-short'],
  [post(''), 400, 'body-empty'],
  [post('null'), 400, 'body-empty'],
  [post(JSON.stringify(GOOD)), 400, 'body-twice'],
  [post('[]'), 400, 'body-not-an-object'],
  [post('7'), 400, 'body-not-an-object'],
  [post('{}'), 400, 'body-required', 'body-required'],
  [post(`{"aprovar":true,"message":"${MENSAGEM}"}`), 400, 'body-required', 'body-unknown-field'],
  [post(`{"aprovar":"true","mensagem":"${MENSAGEM}"}`), 400, 'body-aprovar-text'],
  [post('{"aprovar":1,"mensagem":1}'), 400, 'body-wrong-type', 'body-wrong-type'],
  [post('{"aprovar":true,"mensagem":""}'), 400, 'body-empty-text'],
  [post('{"aprovar":true,"mensagem":"Aprovado."}'), 400, 'body-short'],

  [list('page=0'), 400, 'query-below-one'],
  [list('rows=24'), 400, 'query-rows-off-grid'],
  [list('page=x'), 400, 'query-not-a-number'],
  [list('page=1&page=2'), 400, 'query-repeated'],
  [list('nome=a&nome=b'), 400, 'query-repeated'],
  [list('nome='), 400, 'query-empty'],
  [list('cpf=111.444.777-35'), 400, 'query-cpf-malformed'],
  [list('cpf=1'), 200, 'query-cpf-length'],
  [list('sort=nmoe'), 200, 'query-sort-unknown'],
  [list('nmoe=ana'), 400, 'query-unknown-parameter'],
  [list('page=1&amp;rows=25'), 400, 'query-ampersand'],
  [list('nome=jo%E3o'), 200, 'query-not-utf8'],
  [
    list(Array.from({ length: 50 }, (_, i) => `p${i}=1`).join('&')),
    400,
    ...Array(8).fill('query-unknown-parameter'),
  ],

  [post(GOOD, UNKNOWN_REPORT), 404, 'report-unknown'],
  [post(GOOD, FOREIGN_REPORT), 404, 'report-foreign'],
  [post(GOOD, 'abc'), 404, 'report-shape'],
]

/** What needs another profile. */
const turned: [profile: Partial<Profile>, ...cases: Case[]][] = [
  [
    { authorization: 'bearer' },
    [withToken(TOKEN), 401, 'token-bare-for-bearer'],
    [withToken('of-nobody'), 401, 'token-bare-for-bearer', 'token-unknown'],
    [withToken(`Bearer ${TOKEN}`), 200],
    [withToken(`Bearer${TOKEN}`), 401, 'token-glued'],
    [withToken(`Bearer%20${TOKEN}`), 401, 'token-encoded-blank'],
    [withToken('Bearer of-nobody'), 401, 'token-unknown'],
  ],
  [{ authorization: 'either' }, [withToken(`Token ${TOKEN}`), 401, 'token-scheme']],
  [{ mensagemMaximum: 30 }, [post(GOOD), 400, 'body-long']],
  [{ rowsMaximum: 50, rowsAboveMaximum: 'refuse' }, [list('rows=75'), 400, 'query-rows-above-maximum']],
  [{ dialect: { ...noDialect, limits: { page: 40 } } }, [list('page=41'), 400, 'query-above-limit']],
  [{ rowsMaximum: 50, rowsAboveMaximum: 'cap' }, [list('rows=75'), 200, 'query-rows-above-maximum']],
  [{ pageBelowOne: 'use-first' }, [list('page=0'), 200, 'query-below-one']],
  [{ rowsOffGrid: 'round-down' }, [list('rows=30'), 200, 'query-rows-off-grid']],
  [{ rowsOffGrid: 'use-default' }, [list('rows=30'), 200, 'query-rows-off-grid']],
  [{ rowsOffGrid: 'honour' }, [list('rows=30'), 200], [list('rows=0'), 200, 'query-rows-off-grid']],
  [{ notANumber: 'use-default' }, [list('page=x'), 200, 'query-not-a-number']],
  [{ emptyParameter: 'as-absent' }, [list('sort='), 200, 'query-empty']],
  [{ cpfMalformed: 'no-match' }, [list('cpf=x'), 200, 'query-cpf-malformed']],
  [{ cpfMalformed: 'strip-mask' }, [list('cpf=111.444.777-35'), 200]],
  [{ cpfLength: 'eleven' }, [list('cpf=1'), 400, 'query-cpf-length']],
  [{ sortUnknown: 'refuse' }, [list('sort=nmoe'), 400, 'query-sort-unknown']],
  [{ queryUnknown: 'ignore' }, [list('nmoe=ana'), 200, 'query-unknown-parameter']],
  [{ pageBeyondEnd: 'refuse' }, [list('page=9'), 400, 'query-page-beyond-end']],
  [{ pageBeyondEnd: 'not-found' }, [list('page=9'), 404, 'query-page-beyond-end']],
  [{ pageBeyondEnd: 'last-page' }, [list('page=9'), 200, 'query-page-beyond-end']],
  [
    { dialect: { ...noDialect, parameters: { page: { plus: 'refuse' }, cpf: { unknown: 'not-found' } } } },
    [list('page=%2B1'), 400, 'query-of-kind'],
    [list('cpf=00000000191'), 404, 'query-of-kind'],
  ],
  [
    { dialect: { ...noDialect, parameters: { page: { 'beyond-end': 'first-page' } } } },
    [list('page=9'), 200, 'query-of-kind'],
  ],
  [{ foreignReport: 'forbidden' }, [post(GOOD, FOREIGN_REPORT), 403, 'report-foreign']],
  [{ reportNumberShape: 'refuse' }, [post(GOOD, 'abc'), 400, 'report-shape']],
  [{ revalidation: 'refuse-409' }, [post(GOOD, DECIDED_REPORT), 409, 'report-decided']],
  [{ faults: 'first' }, [post('{}'), 400, 'body-required', 'body-required']],
]

const seen = new Map<string, Cause>()

async function check({ recordOf }: Serving, [bytes, status, ...codes]: Case): Promise<void> {
  const record = await recordOf(bytes)
  const what = String(bytes).slice(0, 300)
  assert.is(record.status, status, what)
  assert.equal(
    record.causes.map(({ code }) => code),
    codes,
    what,
  )
  for (const cause of record.causes) seen.set(cause.code, cause)
  const text = JSON.stringify(record)
  assert.not.match(text, /token-of|\bana\b|silva|11144477735|jo%?[eã]/i, text)
}

test('each request is logged with why it was answered so, and without token and person', () =>
  serving({}, async (server) => {
    for (const one of cases) await check(server, one)
  }))

test('the knobs that refuse, and those that overlook, are named', async () => {
  for (const [profile, ...cases] of turned) {
    await serving({ profile }, async (server) => {
      for (const one of cases) await check(server, one)
    })
  }
  const knobs = [...seen.values()].map(({ knob }) => knob)
  for (const knob of ['authorization', 'rowsOffGrid', 'pageBelowOne', 'queryUnknown', 'revalidation']) {
    assert.ok(knobs.includes(knob as never), knob)
  }
})

const cell = (dialect: Partial<Profile['dialect']>) => ({ dialect: { ...noDialect, ...dialect } })
const cpfCells = cell({ parameters: { cpf: { word: 'refuse', short: 'zeros' } } })
const othersRefused = cell({ parameters: { others: { unknown: 'refuse' } } })
const CHANGE = 'Send another value, or change parameters'

/** Profiles, requests, and what the log then tells to do; a hint names what decides, and only what would change something. */
const remedies: [profile: Partial<Profile>, bytes: string | Buffer, remedy: string][] = [
  [{}, list('page=0'), 'Count from 1, or start pessoas-sim with --set pageBelowOne=use-first.'],
  [{ pageBelowOne: 'use-first' }, list('page=0'), 'Count from 1.'],
  [{}, list('nome='), 'Leave the parameter out, or start pessoas-sim with --set emptyParameter=as-absent.'],
  [{ emptyParameter: 'as-absent' }, list('nome='), 'Leave the parameter out.'],
  [{ emptyParameter: 'as-absent' }, list('cpf='), 'Leave the parameter out.'],
  [{ emptyParameter: 'as-absent' }, list('sort='), 'Leave the parameter out.'],
  ...['111.444.777-35', '111444777-35', '111 444', '1%0A'].map((cpf): (typeof remedies)[number] => [
    {},
    list(`cpf=${cpf.replace(' ', '+')}`),
    'Send the eleven digits without dots and dash, or start pessoas-sim with --set cpfMalformed=strip-mask.',
  ]),
  [{}, list('cpf=abc'), 'Send the eleven digits only.'],
  [{ cpfMalformed: 'strip-mask' }, list('cpf=abc'), 'Send the eleven digits only.'],
  [cpfCells, list('cpf=abcdefghijk'), `${CHANGE}.cpf.word in the dialect of the profile.`],
  [cpfCells, list('cpf=abc'), `${CHANGE}.cpf.word in the dialect of the profile.`],
  [
    cell({ parameters: { others: { 'no-value': 'refuse' } } }),
    list('nome'),
    `${CHANGE}.others.no-value in the dialect of the profile.`,
  ],
  [othersRefused, list('nmoe=ana'), 'Did you mean nome?'],
  [
    {},
    list('rows=30'),
    'Send rows=25, or change the answer with --set rowsOffGrid=round-down, use-default or honour.',
  ],
  [
    { rowsOffGrid: 'round-down' },
    list('rows=30'),
    'Send rows=25, or change the answer with --set rowsOffGrid=refuse, use-default or honour.',
  ],
  [
    { rowsOffGrid: 'honour' },
    list('rows=0'),
    'Send rows=25, or change the answer with --set rowsOffGrid=refuse, round-down or use-default.',
  ],
  [
    { rowsMaximum: 50, rowsAboveMaximum: 'refuse' },
    list('rows=75'),
    'Send rows=50, or start pessoas-sim with --set rowsMaximum=none, or another multiple of 25.',
  ],
  [
    { pageBeyondEnd: 'refuse' },
    list('page=9'),
    'Stop at the last page (total divided by rows, rounded up), or change the answer with --set pageBeyondEnd=empty, not-found or last-page.',
  ],
  [
    {},
    post(GOOD, FOREIGN_REPORT),
    'Use the token of that organization, or change the answer with --set foreignReport=forbidden.',
  ],
  [
    { aprovarAsText: 'accept', ...cell({ bodies: { aprovar: { text: 'refuse' } } }) },
    post(`{"aprovar":"true","mensagem":"${MENSAGEM}"}`),
    'Send true or false.',
  ],
  [
    cell({ routes: { report: { 'rejected-approved': 'refuse' } } }),
    post(GOOD, DECIDED_REPORT),
    'Use an undecided one, or take decisions back with reset.',
  ],
]
for (const [profile, bytes, remedy] of remedies) {
  const line = String(bytes).split(' HTTP/')[0]
  test(`${line} under ${JSON.stringify(profile)} says: ${remedy}`, () =>
    serving({ profile }, async ({ recordOf }) => {
      assert.is((await recordOf(bytes)).causes[0]?.remedy, remedy)
    }))
}

test('where a table decides, no knob is named', () =>
  serving({ profile: othersRefused }, async ({ recordOf }) => {
    assert.is((await recordOf(list('nmoe=ana'))).causes[0]?.knob, undefined)
  }))

test('a choice that a hint names is not served, and would change the answer or its causes', async () => {
  const told = async (profile: Partial<Profile>, bytes: string | Buffer) => {
    let found: unknown
    await serving({ profile }, async ({ recordOf }) => {
      const { status, causes } = await recordOf(bytes)
      found = { status, causes }
    })
    return found as { status: number; causes: readonly Cause[] }
  }
  const all = [
    ...cases.map((one) => [{} as Partial<Profile>, one] as const),
    ...turned.flatMap(([p, ...some]) => some.map((one) => [p, one] as const)),
  ]
  let hints = 0
  for (const [profile, [bytes, , ...codes]] of all) {
    if (codes.length === 0) continue
    const before = await told(profile, bytes)
    for (const { remedy = '' } of before.causes) {
      const [, knob, choice] = /--set (\w+)=([\w-]+)/.exec(remedy) ?? []
      if (knob === undefined) continue
      hints++
      const value = choice === 'none' ? null : choice
      assert.is.not(profile[knob as keyof Profile], value, remedy)
      assert.not.equal(await told({ ...profile, [knob]: value }, bytes), before, remedy)
    }
  }
  assert.ok(hints > 10)
})

const A_HEX_REPORT = 'abcdefab-cdef-4abc-8def-abcdefabcdef'
const others: [what: string, options: () => ServingOptions, ...cases: Case[]][] = [
  [
    'a report in other letters',
    () => {
      const world = smallWorld()
      Object.assign(world.relatorios[5] as object, { numero: A_HEX_REPORT })
      return { store: new MemoryStore(world) }
    },
    [post(GOOD, A_HEX_REPORT.toUpperCase()), 404, 'report-letter-case'],
  ],
  [
    'an organization that is gone',
    () => {
      const [store, world] = [new Worlds(), new MemoryStore(smallWorld())]
      store.add(world)
      store.remove(world)
      return { store }
    },
    [withToken(TOKEN), 401, 'token-closed'],
    [withToken(`Bearer ${OTHER_TOKEN}`), 401, 'token-bearer-before-bare', 'token-closed'],
  ],
  [
    'an organization whose token is withdrawn',
    () => {
      const [store, world] = [new Worlds(), new MemoryStore(smallWorld())]
      store.add(world)
      store.setWithdrawn(world.organizations[0] as Organization, true)
      return { store }
    },
    [withToken(TOKEN), 401, 'token-withdrawn'],
    [withToken(`Bearer ${TOKEN}`), 401, 'token-bearer-before-bare', 'token-withdrawn'],
  ],
  [
    'a store that fails',
    () => {
      class BrokenStore extends MemoryStore {
        override list(): never {
          throw new Error('the secret of the house')
        }
      }
      return { store: new BrokenStore(smallWorld()) }
    },
    [get('/pessoas'), 500, 'service-failed'],
  ],
  [
    'a store that says why it cannot',
    () => {
      class TakenStore extends MemoryStore {
        override list(): never {
          throw new OperatorError('The state folder is in use by another process.')
        }
      }
      return { store: new TakenStore(smallWorld()) }
    },
    [get('/pessoas'), 500, 'service-hindered'],
  ],
]
for (const [what, options, ...cases] of others) {
  test(what, () =>
    serving(options(), async (server) => {
      for (const one of cases) await check(server, one)
    }),
  )
}

test('names of fields are told, and names of people and tokens are not', () => {
  const world = smallWorld()
  // A name that no list has.
  Object.assign(world.pessoas[0] as object, { nome: 'Xerxes Ôdion' })
  const store = new Worlds()
  store.add(new MemoryStore(world))
  return serving({ store }, async ({ recordOf }) => {
    const told = async (bytes: string | Buffer) => {
      const { path, causes } = await recordOf(bytes)
      return [path, ...causes.map(({ reason, remedy }) => `${reason}. ${remedy}`)].join(' | ')
    }
    const names = ['utm_source', '_', 'page[]', 'filter[nome]', 'email', 'cpf2', 'x']
    for (const name of names) {
      assert.match(await told(list(`${name}=1`)), `the parameter ${name} is unknown`)
      assert.match(await told(list(`${encodeURIComponent(name)}=1`)), `the parameter ${name} is unknown`)
    }
    assert.match(await told(list('page[]=1')), 'Did you mean page?')
    assert.match(
      await told(list('page=1&amp;rows=25')),
      'the & before rows is escaped as in HTML, &amp;. Write &',
    )
    const body = await told(post('{"payload":{},"observacao":"x","email":"y"}'))
    for (const name of ['payload', 'observacao', 'email']) assert.match(body, `the field ${name} is unknown`)
    assert.match(await told(get('/x')), /^\/x \|/)
    for (const hidden of ['xerxes', 'odion', 'filter[xerxes]', OTHER_TOKEN, 'token-of-']) {
      const text = (await told(list(`${hidden}=1`))) + (await told(get(`/${hidden}`)))
      assert.not.match(text, /xerxes|odion|token-of/i)
    }
  })
})

test('bytes behind a request are told with it', () =>
  serving({}, async ({ recordOf, logged }) => {
    const bytes = Buffer.concat([post(GOOD), Buffer.from('"}\r\n\r\n')])
    await recordOf(bytes)
    const codes = logged.flatMap(({ causes }) => causes.map(({ code }) => code))
    assert.equal(codes, ['request-behind'])
  }))

test('what the parser says is told in words, and what it may say one day by its code', () => {
  const meaning: [code: string | undefined, bytes: string, at: number, expected: string][] = [
    ['HPE_CLOSED_CONNECTION', '', 0, 'request-behind'],
    ['HPE_INVALID_METHOD', 'GET / HTTP/1.1', 3, 'request-behind'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '', 0, 'request-timeout'],
    ['HPE_INVALID_URL', 'GET /', 5, 'request-malformed'],
    ['HPE_INVALID_URL', 'x', 0, 'request-url-start'],
    ['HPE_NEW', '', 0, 'request-malformed'],
    ['Ana Silva', '', 0, 'request-malformed'],
    ['constructor', '', 0, 'request-malformed'],
    [undefined, '', 0, 'request-malformed'],
  ]
  for (const [code, bytes, bytesParsed, expected] of meaning) {
    const cause = whyStray({ code, rawPacket: Buffer.from(bytes), bytesParsed })
    assert.is(cause.code, expected)
    assert.not.match(cause.reason, /Ana/)
    seen.set(cause.code, cause)
  }
  assert.match(whyStray({ code: 'HPE_NEW' }).reason, /HPE_NEW/)
})

test('the flag that lets a page in is told as it is typed', () =>
  serving({ guard: { cors: corsOf('https://app.example') } }, async (strict) =>
    serving({}, async (server) => {
      const ask = (origin: string) => get('/pessoas', `${HOST}Origin: ${origin}\r\n`)
      const preflight = head(
        'OPTIONS /pessoas',
        `${HOST}Origin: https://page.example\r\nAccess-Control-Request-Method: GET\r\n`,
      )
      const told: [server: Serving, bytes: string, flag: RegExp][] = [
        [server, ask('http://localhost:5173'), /with --cors, or/],
        [server, ask('http://192.0.2.2:5199'), /with --cors http:\/\/192\.0\.2\.2:5199, also/],
        [server, ask('https://page.example'), /with --cors https:\/\/page\.example, or/],
        [server, preflight, /with --cors https:\/\/page\.example, or/],
        [strict, ask('http://localhost:5173'), /with --cors http:\/\/localhost:5173, or/],
      ]
      for (const [server, bytes, flag] of told) {
        assert.match(String((await server.recordOf(bytes)).causes[0]?.remedy), flag)
      }
    }),
  ))

test('a name of a host is told with the flag that lets it in, unless it has a CPF or a token', () => {
  const store = new Worlds()
  store.add(new MemoryStore(smallWorld()))
  return serving({ store }, async ({ recordOf }) => {
    const told = async (header: string) => {
      const { causes } = await recordOf(`GET /pessoas HTTP/1.1\r\n${header}\r\n\r\n`)
      return `${causes[0]?.reason}. ${causes[0]?.remedy}`
    }
    const names = [
      'pessoas.example',
      'pessoas-sim',
      'pessoas-sim.staging-of-the-team.svc.cluster.local',
      'ip-10-123-123-123.internal',
      'ana.example',
      'notebook-do-joao.local',
    ]
    for (const name of names) {
      const text = await told(`Host: ${name}:80`)
      assert.match(text, `the name ${name} is not`)
      assert.match(text, `start pessoas-sim with --allowed-hosts ${name}.`)
    }
    for (const name of [`${OTHER_TOKEN}.example`, '111.444.777-35', '11144477735.example']) {
      const host = await told(`Host: ${name}`)
      assert.match(
        host,
        'the name *** is not one of this service, as in DNS rebinding. If it is yours, start pessoas-sim with --allowed-hosts NAME.',
      )
      const origin = await told(`${HOST}Origin: https://${name}`)
      assert.match(
        origin,
        'the request comes from a web page of another origin, ***. If it is yours, start pessoas-sim with --cors ORIGIN, or let',
      )
    }
  })
})

test('a number that may be a CPF is not told, nor is one near it', () =>
  serving({}, async ({ recordOf }) => {
    const { path, causes } = await recordOf(list('rows=11144477735'))
    assert.is(path, '/pessoas?rows=***')
    assert.match(String(causes[0]?.reason), /^rows is not a positive multiple of 25/)
    assert.match(String(causes[0]?.remedy), /^Send rows=25, /)
  }))

test('what a dev server forwards of a page at a LAN address is let in by the flag that the log names', async () => {
  const page = 'http://192.0.2.2:5199'
  const ask = Buffer.from(String(post(GOOD)).replace('Content-Type', `Origin: ${page}\r\nContent-Type`))
  let flag = ''
  await serving({}, async ({ recordOf }) => {
    const { status, causes } = await recordOf(ask)
    assert.is(status, 403)
    flag = /--cors (\S+),/.exec(String(causes[0]?.remedy))?.[1] as string
  })
  assert.is(flag, page)
  await serving({ guard: { cors: corsOf(flag) } }, async ({ recordOf }) => {
    assert.is((await recordOf(ask)).status, 200)
  })
})

test('a media type is told without its parameters', () =>
  serving({}, async ({ recordOf }) => {
    const { causes } = await recordOf(post(GOOD, OWN_REPORT, 'Content-Type: text/plain; charset=utf-8\r\n'))
    assert.match(String(causes[0]?.reason), /\btext\/plain(?![\w;])/)
  }))

test('an accent in the request line is told with its escape, be it UTF-8 or latin-1', () =>
  serving({}, async ({ recordOf }) => {
    for (const encoding of ['utf8', 'latin1'] as const) {
      const { causes } = await recordOf(Buffer.from(head('GET /pessoas?nome=joão'), encoding))
      assert.match(String(causes[0]?.remedy), /^Percent-encode ã as %C3%A3;/)
    }
    const shown: [character: string, as: string][] = [
      ['\u0663', '\u0663'],
      ['\u2019', '\u2019'],
      ['\u20ac', '\u20ac'],
      ['\u0085', 'a character'],
      ['\u200b', 'a character'],
    ]
    for (const [character, as] of shown) {
      const { causes } = await recordOf(Buffer.from(head(`GET /pessoas?nome=${character}`)))
      const remedy = `Percent-encode ${as} as ${encodeURIComponent(character)};`
      assert.is(String(causes[0]?.remedy).slice(0, remedy.length), remedy)
    }
  }))

test('no row of the table is never said', () => {
  // A client that goes away and a body that breaks off are told in the test of listening, the last ones in
  // those of the log, of bodies, of routes, of long URLs, of quirks, of faults, of moves, of empty lists, of base paths
  // and of stores that answer later.
  const ofService = ['service-untold', 'service-fault', 'service-moved', 'service-store-gone']
  const elsewhere = [
    ...[
      'request-abandoned',
      'request-url-too-long',
      'body-unread',
      'body-accept',
      'body-chunked',
      'body-coding-unknown',
      'body-not-compressed',
      'body-surrogate',
      'body-repeated-key',
      'route-refused',
      'route-outside',
    ],
    ...ofService,
  ]
  const ofEmptyLists = [
    ...['blanks', 'decomposed', 'case', 'accents', 'part'].map((name) => `query-nome-${name}`),
    'query-data-decomposed',
    'query-cpf-foreign',
  ]
  const ofQuirks = ['body-quirk', 'query-quirk']
  assert.equal(
    causeCodes.filter((code) => !seen.has(code)).sort(),
    [...elsewhere, ...ofEmptyLists, ...ofQuirks].sort(),
  )
  for (const { code, reason, remedy = 'Nothing.' } of seen.values()) {
    assert.match(remedy, /^[A-Z].*[.?)]$/, code)
    assert.match(reason, /^\S.*[^\s.]$/, code)
  }
})

test('every refusal of a random request has a cause, in characters that show', async () => {
  const app = simulate()
  const requests = aRequest([OWN_REPORT, UNKNOWN_REPORT, FOREIGN_REPORT], [TOKEN, DISABLED_TOKEN, 'x'])
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, url, headers, body }) => {
      const payload = body === undefined ? {} : { payload: body }
      const { statusCode, raw } = await app.inject({ method: method as 'GET', url, headers, ...payload })
      const found = causesOf(raw.req, NOBODY)
      assert.ok(statusCode === 200 || found.length > 0)
      assert.not.match(JSON.stringify(found), /token-of|[\p{Cc}\p{Cf}\p{Cs}]/u)
    }),
    { numRuns: times(400, 1_000) },
  )
})

test.run()
