import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Cors, corsOf, hostNameFault, isLoopback, originFault } from '../operator/allow-lists.ts'
import { serving } from '../testing/serving.ts'
import { assertForm, TOKEN } from '../testing/world.ts'
import type { GuardOptions } from './guard.ts'

const test = suite('guard')

interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

function parse(text: string): Reply {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(pairs), body }
}

/** Sends one request of these header lines; `PORT` in them is the port of the service. */
async function ask(guard: GuardOptions, lines: string[], line = 'GET /pessoas HTTP/1.1'): Promise<Reply> {
  let reply: Reply | undefined
  await serving({ guard }, async ({ exchange, port }) => {
    const head = [line, ...lines, `Authorization: ${TOKEN}`].join('\r\n').replaceAll('PORT', String(port))
    reply = parse(await exchange(`${head}\r\n\r\n`))
  })
  const { status, headers, body } = reply as unknown as Reply
  assert.is(headers['x-content-type-options'], 'nosniff')
  if (status >= 400) {
    assertForm('refusal', JSON.parse(body))
    assert.is(JSON.parse(body).status_code, status)
    assert.is(headers['content-type'], 'application/json; charset=utf-8')
  }
  return { status, headers, body }
}

const NAMED: GuardOptions = { allowedHosts: ['pessoas.example', '.dev.example'] }

const hosts: [status: number, guard: GuardOptions, hosts: string][] = [
  [
    200,
    {},
    'localhost LocalHost:PORT localhost. app.localhost:80 127.0.0.1:PORT 127.9.9.9 10.0.0.7:3210 0.0.0.0',
  ],
  [200, {}, '[::1]:PORT [2001:db8::1]'],
  [403, {}, 'evil.example evil.example:PORT localhost.evil.example evillocalhost 127.0.0.1.evil.example'],
  [403, {}, '127.evil.example 2130706433 127.1 999.0.0.1 pessoas-sim:3210 pessoas_sim'],
  [200, { isOpen: true }, 'pessoas-sim:3210 pessoas_sim'],
  [403, { isOpen: true }, 'evil.example'],
  [200, NAMED, 'pessoas.example PESSOAS.example.:99 dev.example a.b.dev.example'],
  [403, NAMED, 'a.pessoas.example evilpessoas.example evildev.example pessoas.example.evil.example'],
  [400, {}, '. http://localhost user@localhost localhost:x localhost:99999 localhost:1:2 [::1 [ff:zz] ::1 é'],
  [400, {}, '[::::]:PORT'],
]
for (const [status, guard, all] of hosts)
  for (const host of [...all.split(' '), ...(status === 400 ? ['', 'a b', 'localhost, localhost'] : [])])
    test(`Host: ${host} gets ${status} with ${JSON.stringify(guard)}`, async () => {
      const reply = await ask(guard, [`Host: ${host}`])
      assert.is(reply.status, status)
      if (status === 403) assert.match(reply.body, /O nome do servidor/)
    })

test('one Host in HTTP/1.1, none or one in HTTP/1.0', async () => {
  const [one, two] = ['GET /pessoas HTTP/1.1', 'GET /pessoas HTTP/1.0']
  assert.is((await ask({}, [], one)).status, 400)
  assert.is((await ask({}, [], two)).status, 200)
  for (const line of [one, two]) {
    assert.is((await ask({}, ['Host: localhost', 'host: localhost'], line)).status, 400)
    assert.is((await ask({}, ['Host: localhost', 'HOST: evil.example'], line)).status, 400)
    assert.is((await ask({}, ['Host: localhost', 'Most: x'], line)).status, 200)
  }
})

test('a Host that was let in does not let in another on the same connection', () =>
  serving({}, async ({ exchange }) => {
    const get = (host: string, connection: string) =>
      `GET /pessoas HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`
    const answers = await exchange(get('localhost', 'keep-alive') + get('evil.example', 'close'))
    assert.match(answers, /^HTTP\/1\.1 401[\s\S]*HTTP\/1\.1 403/)
  }))

const LOOPBACK = corsOf(true) as Cors
const EXACT = corsOf(['https://app.example', 'capacitor://localhost']) as Cors
const BOTH = corsOf(['loopback', 'https://app.example']) as Cors

const origins: [status: number, cors: Cors | undefined, origins: string][] = [
  [403, undefined, 'http://localhost:5173 http://127.0.0.1:5173 http://10.0.0.7 https://evil.example null'],
  [403, undefined, 'http://127.0.0.1:PORT'],
  [200, undefined, 'http://localhost:PORT https://localhost:PORT'],
  [200, LOOPBACK, 'http://localhost http://localhost:5173 https://app.localhost:5173 http://127.0.0.1:8080'],
  [200, LOOPBACK, 'http://127.1.2.3 http://[::1]:3000'],
  [
    403,
    LOOPBACK,
    'http://localhost.evil.example http://evillocalhost http://127.evil.example http://127.0.0.256',
  ],
  [403, LOOPBACK, 'http://127.0.0.1.evil.example http://10.0.0.7 http://localhost:5173@evil.example null'],
  [403, LOOPBACK, 'http://localhost:5173/ ftp://localhost https://app.example'],
  [200, EXACT, 'https://app.example capacitor://localhost'],
  [403, EXACT, 'http://app.example https://app.example:8443 https://app.example.evil.example'],
  [403, EXACT, 'https://a.app.example http://localhost:5173'],
  [200, BOTH, 'http://localhost:5173 https://app.example'],
]
for (const [status, cors, all] of origins)
  for (const origin of [
    ...all.split(' '),
    ...(status === 403 ? ['', 'http://localhost:1, http://localhost:1'] : []),
  ])
    test(`Origin: ${origin} gets ${status} with ${JSON.stringify(cors)}`, async () => {
      const { headers, ...reply } = await ask({ cors }, ['Host: localhost:PORT', `Origin: ${origin}`])
      assert.is(reply.status, status)
      const isAllowed = cors !== undefined && status === 200
      assert.is(headers['access-control-allow-origin'], isAllowed ? origin : undefined)
      assert.is(headers.vary, cors === undefined ? undefined : 'Origin')
      assert.is(headers['access-control-allow-credentials'], undefined)
      if (status === 403) assert.match(reply.body, /A origem da requisição/)
    })

const sites: [site: string | undefined, mode: string, status: number][] = [
  // As Node sends it.
  [undefined, 'cors', 200],
  ['none', 'navigate', 200],
  ['cross-site', 'navigate', 200],
  ['same-origin', 'no-cors', 200],
  ['same-origin', 'cors', 200],
  ['same-site', 'no-cors', 403],
  ['cross-site', 'no-cors', 403],
  ['cross-site', 'cors', 403],
]
for (const [site, mode, status] of sites) {
  test(`without Origin, Sec-Fetch-Site: ${site} and Sec-Fetch-Mode: ${mode} get ${status}`, async () => {
    const from = site === undefined ? [] : [`Sec-Fetch-Site: ${site}`]
    const lines = ['Host: localhost', ...from, `Sec-Fetch-Mode: ${mode}`]
    assert.is((await ask({}, lines)).status, status)
    assert.is((await ask({ cors: LOOPBACK }, lines)).status, status)
  })
}

test('what a dev server forwards for its own pages is let in, and not under a foreign name', async () => {
  const lines = ['Origin: http://localhost:5173', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors']
  assert.is((await ask({}, ['Host: localhost:PORT', ...lines])).status, 200)
  assert.is((await ask({}, ['Host: localhost:5173', ...lines])).status, 200)
  assert.is((await ask({}, ['Host: evil.example', ...lines])).status, 403)
})

const PREFLIGHT = 'OPTIONS /pessoas HTTP/1.1'
const asking = (origin: string, ...lines: string[]) => [
  'Host: localhost',
  `Origin: ${origin}`,
  'Access-Control-Request-Method: GET',
  ...lines,
]

test('a preflight is answered before a token is asked for, on any path', async () => {
  for (const path of ['/pessoas', '/relatorios/validar/x', '/nada']) {
    const lines = asking(
      'http://localhost:5173',
      'Access-Control-Request-Headers: authorization,content-type,x-trace',
    )
    const { status, headers, body } = await ask({ cors: LOOPBACK }, lines, `OPTIONS ${path} HTTP/1.1`)
    assert.is(status, 204)
    assert.is(body, '')
    assert.is(headers['access-control-allow-origin'], 'http://localhost:5173')
    assert.is(headers['access-control-allow-methods'], 'GET, HEAD, POST')
    assert.is(headers['access-control-allow-headers'], 'authorization,content-type,x-trace')
    assert.is(headers['access-control-allow-private-network'], undefined)
    assert.match(headers.vary as string, /^Origin, Access-Control-Request-Method, /)
    for (const name of ['content-type', 'content-length', 'access-control-allow-credentials']) {
      assert.is(headers[name], undefined)
    }
  }
})

test('a preflight that asks for no names of headers, or for none that are names, gets the two that matter', async () => {
  for (const lines of [[], ['Access-Control-Request-Headers: "a b" é']]) {
    const { headers } = await ask({ cors: LOOPBACK }, asking('http://localhost', ...lines), PREFLIGHT)
    assert.is(headers['access-control-allow-headers'], 'Authorization, Content-Type')
  }
})

test('a page that is not of this machine may ask this machine, where its origin is allowed', async () => {
  const lines = asking('https://app.example', 'Access-Control-Request-Private-Network: true')
  const { status, headers } = await ask({ cors: EXACT }, lines, PREFLIGHT)
  assert.is(status, 204)
  assert.is(headers['access-control-allow-private-network'], 'true')
})

test('a preflight is a method like any other without CORS, and refused to other origins with it', async () => {
  const lines = asking('http://localhost:5173')
  const without = await ask({}, lines, PREFLIGHT)
  assert.equal([without.status, without.headers['access-control-allow-origin']], [404, undefined])
  const other = await ask({ cors: EXACT }, lines, PREFLIGHT)
  assert.equal([other.status, other.headers['access-control-allow-origin']], [403, undefined])
  // OPTIONS without the question of a browser is no preflight.
  const plain = await ask({ cors: LOOPBACK }, ['Host: localhost', 'Origin: http://localhost'], PREFLIGHT)
  assert.is(plain.status, 404)
})

test('a page can read every refusal', async () => {
  const lines = ['Host: localhost', 'Origin: http://localhost:5173']
  for (const [line, status] of [
    ['GET /nada HTTP/1.1', 404],
    ['GET /% HTTP/1.1', 400],
    ['GET /pessoas?page=0 HTTP/1.1', 400],
    ['POST /relatorios/validar/x HTTP/1.1\r\nContent-Length: 0', 400],
    ['POST /relatorios/validar/x HTTP/1.1\r\nContent-Length: 9999999', 413],
  ] as const) {
    const reply = await ask({ cors: LOOPBACK }, lines, line)
    assert.is(reply.status, status)
    assert.is(reply.headers['access-control-allow-origin'], 'http://localhost:5173', line)
    assert.is(reply.headers.vary, 'Origin')
  }
})

test('what an allow-list may hold, and what is said of the rest', () => {
  for (const right of ['loopback', 'http://localhost:5173', 'http://[::1]:1', 'tauri://localhost'])
    assert.is(originFault(right), undefined, right)
  const wrong: [text: string, fault: RegExp][] = [
    ['localhost:5173', /Did you mean http:\/\/localhost:5173\?$/],
    ['https://APP.example:443/a?b', /Did you mean https:\/\/app\.example\?$/],
    ['*', /any web page/],
    ['null', /any web page/],
    ['a b', /is not an origin\. Write .*5173\.$/],
    ['http://', /is not an origin/],
  ]
  for (const [text, fault] of wrong) assert.match(String(originFault(text)), fault, text)
  for (const right of ['pessoas-sim', '.dev.example', 'a.b.c', 'my_host'])
    assert.is(hostNameFault(right), undefined)
  for (const text of ['', 'a:80', 'http://a', 'a..b', 'a b', '.*.a', 'false', 'None'])
    assert.match(String(hostNameFault(text)), /is not a host name/, text)
  for (const text of ['all', 'any', '*', 'true', 'TRUE', '.'])
    assert.match(String(hostNameFault(text)), /would let every name in.*Write the names, such as/, text)
  assert.equal([corsOf(false), corsOf([])], [undefined, undefined])
})

test('which addresses are of this machine', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]', 'a.localhost'])
    assert.ok(isLoopback(host))
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.evil', 'evil.example', '127'])
    assert.not.ok(isLoopback(host))
})

test.run()
