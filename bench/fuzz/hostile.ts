import { METHODS } from 'node:http'
import { chunked, hostileBody } from './hostile-body.ts'
import { longText, ODD, oddValue } from './odd-values.ts'
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
  const sized = random.once(6) ? chunked(random, body) : `content-length: ${body.length}\r\n\r\n${body}`
  return { bytes: head + sized, method, isSound }
}

// CONNECT leaves HTTP, SOURCE is of another protocol.
const OTHER_METHODS = METHODS.filter((method) => method !== 'CONNECT' && method !== 'SOURCE')

const NAMES = ['page', 'rows', 'cpf', 'nome', 'sort']

function query(random: Random): string {
  if (random.once(4)) return ''
  if (random.once(200)) {
    const pair = `${random.pick(NAMES)}=${random.pick(ODD)}`
    return `?${`${pair}&`.repeat(1 + random.below(Math.floor(9_000 / pair.length)))}`
  }
  let text = '?'
  for (let left = 1 + random.below(4); left > 0; left--) {
    const name = random.once(6) ? oddValue(random) : random.pick(NAMES)
    text += name
    if (!random.once(15)) text += `=${oddValue(random)}`
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
  return `/relatorios/validar/${oddValue(random)}`
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
