import { METHODS } from 'node:http'
import type { Random } from './random.ts'

/** A request as bytes, one character for each. */
export interface Hostile {
  bytes: string
  method: string
  /** Whether it is HTTP, and its connection goes on: an answer is owed. */
  isSound: boolean
}

/** What a client may know of the simulator that it attacks. */
export interface Known {
  tokens: readonly string[]
  reports: readonly string[]
}

/** Longer heads are refused, shorter ones never. */
const SOUND_HEAD = 15_000

export function hostileRequest(random: Random, known: Known): Hostile {
  const method = random.once(8) ? random.pick(OTHER_METHODS) : random.pick(['GET', 'GET', 'POST'])
  const target = hostileTarget(random, known)
  const { headers, isSound: areSound } = hostileHeaders(random, known)
  const body = method === 'POST' || random.once(20) ? hostileBody(random) : undefined
  const head = `${method} ${target} HTTP/1.1\r\n${headers}`
  const isSound = areSound && head.length < SOUND_HEAD && /^[!-~]+$/.test(target)
  if (body === undefined) return { bytes: `${head}\r\n`, method, isSound }
  const framed = random.once(6) ? chunked(random, body) : `content-length: ${body.length}\r\n\r\n${body}`
  return { bytes: head + framed, method, isSound }
}

// CONNECT leaves HTTP, SOURCE is of another protocol.
const OTHER_METHODS = METHODS.filter((method) => method !== 'CONNECT' && method !== 'SOURCE')

const ODD = [
  '',
  '0',
  '1',
  '-1',
  '25',
  '24',
  '1000',
  '100000',
  '9007199254740993',
  '1e3',
  '1e999',
  '-0',
  '+1',
  '01',
  '1.0',
  '.5',
  '0x19',
  'NaN',
  'Infinity',
  'null',
  'true',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'nome',
  '-nome',
  '--nome',
  '-cpf',
  'atualizado_em',
  'cpf,nome',
  'an',
  'jo%C3%A3o',
  'JO%C3%83O',
  '%F0%9F%91%8D',
  '%ED%A0%80',
  '%E9',
  '%',
  '%zz',
  '%00',
  '%0d%0ax:1',
  '%2e%2e%2f',
  '%u0041',
  '%25%25',
  '..',
  '31426399774',
  '314.263.997-74',
  '((((((((((',
  '[a-z',
  "'%20OR%201=1--",
  '"',
  '\\',
  '<script>',
  '$' + '{7*7}',
  '{{7*7}}',
  '%F3%A0%80%81',
  '%E2%80%AE',
  'i%CC%87',
  '%C4%B0',
  '%EF%AC%83',
]

const TEXT = 'abcdefghijklmnopqrstuvwxyz0123456789-._~+ %'

/** A long text of few different characters, as patterns and parsers dislike it. */
function longText(random: Random, most: number): string {
  const unit = random.pick([
    '1',
    '9',
    '0',
    '+',
    '.',
    'a',
    'A',
    '%20',
    '%C3%A3',
    '-',
    '(',
    '1e',
    '%E2%80%AE',
    'a%CC%81',
  ])
  const end = random.pick(['', 'a', '!', '%', '.', 'e'])
  return unit.repeat(1 + random.below(Math.floor(most / unit.length))) + end
}

function value(random: Random): string {
  if (random.once(60)) return longText(random, 12_000)
  if (random.once(12)) return longText(random, 200)
  if (random.once(5)) {
    let text = ''
    for (let left = random.below(12); left > 0; left--) text += random.pick([...TEXT])
    return text.replaceAll(' ', '%20')
  }
  return random.pick(ODD)
}

const NAMES = ['page', 'rows', 'cpf', 'nome', 'sort']

function query(random: Random): string {
  if (random.once(4)) return ''
  if (random.once(200)) {
    const pair = `${random.pick(NAMES)}=${random.pick(ODD)}`
    return `?${`${pair}&`.repeat(1 + random.below(Math.floor(9_000 / pair.length)))}`
  }
  let text = '?'
  for (let left = 1 + random.below(4); left > 0; left--) {
    const name = random.once(6) ? value(random) : random.pick(NAMES)
    text += name
    if (!random.once(15)) text += `=${value(random)}`
    text += random.once(30) ? random.pick([';', '&&', '?', '#', '=']) : '&'
  }
  return text
}

const PATHS = [
  '/',
  '//',
  '/pessoas/',
  '/Pessoas',
  '/pessoas//',
  '//pessoas',
  '/pessoas/../pessoas',
  '/%70essoas',
  '/pessoas%2f',
  '/pessoas%00',
  '/pessoas;x=1',
  '/relatorios',
  '/relatorios/validar',
  '/relatorios/validar/',
  '/relatorios/validar//',
  '/relatorios/validar/x',
  '/relatorios/validar/%',
  '/relatorios/validar/%E0%A4%A',
  '/relatorios/validar/..%2f..%2fpessoas',
  '/relatorios/validar/__proto__',
  '/__proto__',
  '/constructor',
  '/favicon.ico',
  '/.env',
  '/metrics',
  '/_control',
  '*',
  'http://127.0.0.1/pessoas',
  'http://elsewhere.example/pessoas',
  '/%F0%9F%91%8D',
  '/%E9',
]

function hostileTarget(random: Random, { reports }: Known): string {
  const kind = random.below(10)
  if (kind < 5) return `/pessoas${query(random)}`
  if (kind < 8) return `/relatorios/validar/${random.pick(reports)}${random.once(10) ? query(random) : ''}`
  if (kind < 9) return random.pick(PATHS) + (random.once(3) ? query(random) : '')
  return `/relatorios/validar/${value(random)}`
}

/** Headers that change nothing of what the connection is. */
const EXTRAS = [
  'accept: */*',
  'accept-encoding: gzip, br',
  'cookie: a=b; c=d',
  'origin: http://elsewhere.example',
  'origin: null',
  'range: bytes=0-1',
  'if-none-match: *',
  'if-modified-since: x',
  'x-http-method-override: DELETE',
  'x-forwarded-for: 127.0.0.1',
  'x-forwarded-host: elsewhere.example',
  'forwarded: for=1',
  'expect: lunch',
  'expect: 100-continue',
  'te: trailers',
  'accept-language: pt-BR',
  'access-control-request-method: POST',
  'content-encoding: gzip',
  'connection: keep-alive',
  '__proto__: x',
  'constructor: x',
  'x-empty:',
  'x-latin: \xe9\xff',
]

/** Headers after which a connection may end, or its bytes mean something else. */
const BREAKS = [
  'connection: close',
  'connection: upgrade\r\nupgrade: websocket',
  'content-length: 5',
  'content-length: -1',
  'content-length: 1e3',
  'content-length: 99999999999999999999',
  'transfer-encoding: chunked',
  'transfer-encoding: gzip, chunked',
  'transfer-encoding: xchunked',
  'no colon',
  ': no name',
  'a b: c',
  'x: a\0b',
  'x: a\nb: c',
  ' folded: x',
  `x: ${'a'.repeat(17_000)}`,
  'host: a\r\nhost: b',
]

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/problem+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'APPLICATION/JSON',
  'x',
  '',
  ';',
  `${'a+json'.repeat(20)} ;`,
]

function hostileHeaders(random: Random, { tokens }: Known): { headers: string; isSound: boolean } {
  const hosts = [...HOSTS, `${random.pick(tokens)}.example`]
  let headers = `host: ${random.once(30) ? random.pick(hosts) : '127.0.0.1'}\r\n`
  let isSound = true
  const credentials = random.below(10)
  if (credentials < 7) headers += `authorization: ${random.pick(tokens)}\r\n`
  else if (credentials < 9) headers += `authorization: ${random.pick(CREDENTIALS)}\r\n`
  if (!random.once(5))
    headers += `content-type: ${random.once(4) ? random.pick(TYPES) : 'application/json'}\r\n`
  while (random.once(3)) headers += `${random.pick(EXTRAS)}\r\n`
  if (random.once(300)) headers += `x: ${random.next()}\r\n`.repeat(random.below(400))
  if (random.once(300)) headers += `x: ${longText(random, 9_000)}\r\n`
  if (random.once(50)) {
    headers += `${random.pick(BREAKS)}\r\n`
    isSound = false
  }
  return { headers, isSound }
}

const HOSTS = [
  'a',
  '',
  'localhost',
  'elsewhere.example',
  '[::1]',
  '127.0.0.1:99999',
  '127.0.0.1, b',
  `${'a.'.repeat(100)}`,
]

const CREDENTIALS = [
  '',
  ' ',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Basic YTpi',
  'x',
  'null',
  '\xe9\xff',
  'wrong-token-of-nobody-0123456789',
  `Bearer ${' '.repeat(5_000)}`,
  'x'.repeat(8_000),
]

const MENSAGEM = '"mensagem":"Aprovado ap\xc3\xb3s confer\xc3\xaancia manual."'

const BODIES = [
  '',
  '{}',
  '[]',
  'null',
  '0',
  '"x"',
  '{',
  '{"aprovar":true}',
  `{"aprovar":"true",${MENSAGEM}}`,
  `{"aprovar":1,${MENSAGEM}}`,
  `{"aprovar":null,"mensagem":null}`,
  '{"aprovar":true,"mensagem":"curta"}',
  '{"aprovar":true,"mensagem":""}',
  `{"aprovar":false,"mensagem":"${'\xf0\x9f\x91\x8d'.repeat(13)}"}`,
  `{"aprovar":true,${MENSAGEM},"x":1}`,
  `{"aprovar":true,${MENSAGEM},"":1}`,
  `{"aprovar":true,${MENSAGEM},"__proto__":{"a":1}}`,
  `{"__proto__":{"aprovar":true},${MENSAGEM}}`,
  `{"constructor":{"prototype":{"a":1}},"aprovar":true,${MENSAGEM}}`,
  `{"toString":1,"hasOwnProperty":2,"aprovar":true,${MENSAGEM}}`,
  `{"aprovar":true,"aprovar":false,${MENSAGEM},${MENSAGEM}}`,
  `{"aprovar":true,"mensagem":"${'\\ud800'.repeat(30)}"}`,
  `{"aprovar":true,"mensagem":"${'\\u0000'.repeat(30)}"}`,
  '{"aprovar":1e999,"mensagem":-0}',
  '\xef\xbb\xbf{"aprovar":true}',
  '\xff\xfe{\0}\0',
  'aprovar=true&mensagem=x',
  '{"aprovar":tru',
  "{'aprovar':true}",
  '{"aprovar":true,}',
  'NaN',
]

function hostileBody(random: Random): string {
  const kind = random.below(400)
  if (kind === 0) return `{"aprovar":${'['.repeat(random.below(200_000))}`
  if (kind === 1) return `{"aprovar":${nested(1 + random.below(50_000))},${MENSAGEM}}`
  if (kind === 2) return `{"aprovar":${'{"a":'.repeat(random.below(5_000))}1`
  if (kind === 3) return `{${manyKeys(random)}"aprovar":true}`
  if (kind === 4) return `{"${'k'.repeat(random.below(300_000))}":1}`
  if (kind === 5) return `{"aprovar":true,"mensagem":"${'a'.repeat(random.below(300_000))}`
  if (kind === 6 && random.once(10)) return 'x'.repeat(1_000_000 + random.below(300_000))
  // Few bodies are legal: what is decided stays in memory.
  if (kind === 7) return `{"aprovar":${random.once(2)},${MENSAGEM}}`
  if (kind < 40)
    return `{"${value(random).replace(/["\\]/g, '')}":${random.pick(['1', '"x"', 'null', '[]', '{}'])}}`
  return random.pick(BODIES)
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function manyKeys(random: Random): string {
  let keys = ''
  for (let left = random.below(5_000); left > 0; left--) keys += `"${random.below(4_000)}k":1,`
  return keys
}

function chunked(random: Random, body: string): string {
  let bytes = 'transfer-encoding: chunked\r\n\r\n'
  for (let at = 0; at < body.length; ) {
    const size = 1 + random.below(random.once(2) ? 20 : 20_000)
    const piece = body.slice(at, at + size)
    const extension = random.once(10) ? ';a=b' : ''
    bytes += `${piece.length.toString(16)}${extension}\r\n${piece}\r\n`
    at += size
  }
  return `${bytes}0\r\n${random.once(10) ? 'x-trailer: 1\r\n' : ''}\r\n`
}

const SPLICES = [
  '\r\n\r\n',
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  '\xff',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9.9',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'transfer-encoding: chunked\r\n',
  'content-length: 7\r\n',
  'connection: close\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '{',
  '"',
]

/** The same bytes with a few of them changed, left out, repeated or put in. */
export function mutate(random: Random, bytes: string): string {
  let changed = bytes
  for (let left = 1 + random.below(4); left > 0; left--) {
    const at = random.below(changed.length + 1)
    const to = Math.min(changed.length, at + random.below(random.once(3) ? 200 : 5))
    const put = [
      () => String.fromCharCode(random.below(256)),
      () => random.pick(SPLICES),
      () => '',
      () => changed.slice(at, to).repeat(2),
    ]
    changed = changed.slice(0, at) + random.pick(put)() + changed.slice(to)
  }
  return changed
}
