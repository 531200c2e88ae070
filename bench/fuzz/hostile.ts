import { METHODS } from 'node:http'
import fc, { type Arbitrary } from 'fast-check'
import type { Script } from './conversation.ts'

const any = fc.constantFrom<string[]>
const none = fc.constant(null)
const seldom = <T, U = T>(often: Arbitrary<T>, weight: number, other: Arbitrary<U>) =>
  fc.oneof({ weight, arbitrary: often }, { weight: 1, arbitrary: other })

const NUMBERS = '0 1 -1 25 24 1000 100000 9007199254740993 1e3 1e999 -0 +1 01 1.0 .5 0x19 NaN Infinity'
const WORDS =
  'null true undefined __proto__ constructor toString nome -nome --nome -cpf atualizado_em cpf,nome an'
const ESCAPES = `jo%C3%A3o %F0%9F%91%8D %ED%A0%80 %E9 % %zz %00 %0d%0ax:1 %2e%2e%2f %u0041 %E2%80%AE i%CC%87 %C4%B0 (((( [a-z ' " \\`
const long = fc
  .tuple(any('1', '9', '0', '+', '.', 'a', '%20', '%C3%A3', '-', '(', '1e', 'a%CC%81'), fc.nat(1_500))
  .map(([unit, times]) => unit.repeat(times))
const value = seldom(
  any('', ...`${NUMBERS} ${WORDS} ${ESCAPES} 31426399774 314.263.997-74`.split(' ')),
  40,
  long,
)

const name = seldom(any('page', 'rows', 'cpf', 'nome', 'sort'), 6, value)
const query = fc
  .array(
    fc.tuple(
      name,
      seldom(any('='), 15, any('', '==')),
      value,
      seldom(any('&'), 30, any(';', '&&', '?', '#')),
    ),
  )
  .map((parts) => `?${parts.flat().join('')}`)
const paths = `/ // /pessoas/ /Pessoas //pessoas /pessoas/../pessoas /%70essoas /pessoas%2f /pessoas;x=1 /relatorios
/relatorios/validar/ /relatorios/validar// /relatorios/validar/x /relatorios/validar/%E0%A4%A /relatorios/validar/..%2f..%2fpessoas
/relatorios/validar/__proto__ /favicon.ico /.env * http://127.0.0.1/pessoas http://elsewhere.example/pessoas /%F0%9F%91%8D`

const MENSAGEM = '"mensagem":"Aprovado ap\xc3\xb3s confer\xc3\xaancia manual."'
const bodies = [
  ...`{} [] null 0 "x" { {"aprovar":tru {'aprovar':true} aprovar=true`.split(' '),
  ...['', '\xff\xfe{\0}\0'],
  ...['true', '"true"', '1', 'null', '1e999'].map((aprovar) => `{"aprovar":${aprovar},${MENSAGEM}}`),
  ...['"x":1', '"":1', '"__proto__":{"a":1}', MENSAGEM].map((more) => `{"aprovar":true,${MENSAGEM},${more}}`),
  `{"aprovar":false,"mensagem":"${'\xf0\x9f\x91\x8d'.repeat(13)}"}`,
  `{"aprovar":true,"mensagem":"${'\\ud800'.repeat(30)}"}`,
]
const large = fc
  .nat(100_000)
  .chain((size) =>
    any(
      `{"aprovar":${'['.repeat(size)}`,
      `{"aprovar":${'['.repeat(size)}${']'.repeat(size)},${MENSAGEM}}`,
      `{"${'k'.repeat(size)}":1}`,
      `{${'"a":1,'.repeat(size / 10)}"b":1}`,
      'x'.repeat(13 * size),
    ),
  )
const chunked = (body: string) =>
  `transfer-encoding: chunked\r\n\r\n${body && `${body.length.toString(16)};a=b\r\n${body}\r\n`}0\r\n\r\n`
const sized = (body: string) => `content-length: ${body.length}\r\n\r\n${body}`

/** Headers that change nothing of what the connection is, and some after which it may end. */
const extra = any(
  ...`accept-encoding: gzip, cookie: a=b, origin: null, range: bytes=0-1, if-none-match: *, expect: 100-continue, __proto__: x,
x-http-method-override: DELETE, x-forwarded-host: elsewhere.example, content-encoding: gzip, content-type: text/plain,
content-type: ;, access-control-request-method: POST, x-latin: \xe9\xff`.split(/,\s/),
)
const breaks = any(
  ...`connection: close, content-length: 5, content-length: -1, content-length: 1e3, transfer-encoding: chunked,
transfer-encoding: xchunked, no colon, : no name, a b: c, x: a\0b,  folded: x, x: ${'a'.repeat(17_000)}`.split(
    /,\s/,
  ),
)

/** What a client may know of the simulator that it attacks. */
export interface Known {
  tokens: readonly string[]
  reports: readonly string[]
}

function aRequest({ tokens, reports }: Known) {
  // CONNECT leaves HTTP, SOURCE is of another protocol.
  const others = METHODS.filter((method) => method !== 'CONNECT' && method !== 'SOURCE')
  const target = fc.oneof(
    query.map((text) => `/pessoas${text}`),
    any(...reports).map((report) => `/relatorios/validar/${report}`),
    any(...paths.split(/\s/)),
    value.map((text) => `/relatorios/validar/${text}`),
  )
  const authorization = seldom(
    any(...tokens),
    3,
    any('', ' ', 'Bearer', 'Basic YTpi', '\xe9\xff', 'x'.repeat(8_000)),
  )
  return fc
    .record({
      method: seldom(any('GET', 'POST'), 8, any(...others)),
      target,
      host: seldom(any('127.0.0.1'), 30, any('', 'elsewhere.example', '[::1]', '127.0.0.1, b')),
      authorization,
      extras: fc.array(extra, { maxLength: 3 }),
      broken: seldom(none, 50, breaks),
      body: seldom(any(...bodies), 100, large),
      framed: seldom(fc.constant(sized), 6, fc.constant(chunked)),
    })
    .map(({ method, target, host, authorization, extras, broken, body, framed }) => {
      const lines = [
        `host: ${host}`,
        `authorization: ${authorization}`,
        ...extras,
        ...(broken === null ? [] : [broken]),
      ]
      if (!extras.some((one) => one.startsWith('content-type'))) lines.push('content-type: application/json')
      const head = `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n`
      const bytes = head + (method === 'GET' ? '\r\n' : framed(body))
      return { method, bytes, isSound: broken === null && head.length < 15_000 && /^[!-~]+$/.test(target) }
    })
}

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const splice = any(
  '\r\n\r\n',
  '\n',
  '\0',
  '\xff',
  'HTTP/1.0',
  PREFACE,
  '\x16\x03\x01\x02',
  '0\r\n\r\n',
  '{',
  '',
)

/** What a connection of the attack does: requests, whole or in pieces, now and then with some bytes changed. */
export function aScript(known: Known): Arbitrary<Script> {
  return fc
    .record({
      requests: fc.array(aRequest(known), { minLength: 1, maxLength: 30, size: 'max' }),
      size: seldom(none, 4, fc.constantFrom(1, 10, 100, 10_000)),
      pause: fc.constantFrom(0, 1, 3),
      spoilt: seldom(none, 5, fc.record({ at: fc.nat(5_000), left: fc.nat(20), put: splice })),
    })
    .map(({ requests, size, pause, spoilt }) => {
      const broken = requests.findIndex(({ isSound }) => !isSound)
      // Whatever follows bytes that are no HTTP is no request any more.
      const sent = broken === -1 ? requests : requests.slice(0, broken + 1)
      const isWhole = broken === -1 && spoilt === null
      let bytes = sent.map((request) => request.bytes).join('')
      // Whether the answer to a HEAD that is broken or spoilt has a body is unknown.
      if (!isWhole) bytes = bytes.replaceAll('HEAD ', 'GET ')
      if (spoilt) bytes = bytes.slice(0, spoilt.at) + spoilt.put + bytes.slice(spoilt.at + spoilt.left)
      const cut =
        size === null ? [] : Array.from({ length: 40 }, (_, i) => bytes.slice(i * size, (i + 1) * size))
      const pieces = [...cut, bytes.slice(cut.length * (size ?? 0))].filter(Boolean)
      const methods = sent.map(({ method }) => (isWhole ? method : 'GET'))
      const owed = spoilt ? 0 : broken === -1 ? sent.length : broken
      return { pieces, pause, methods, owed, ending: isWhole ? 'wait' : 'end' }
    })
}
