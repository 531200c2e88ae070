import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  bodyOf,
  CONTROL_TOKEN,
  type Controlled,
  controlled,
  requestText,
  statusOf,
} from '../testing/control.ts'

const test = suite('attacks on the control port')

// With raw sockets, because fetch() writes Host and Origin itself.

/** Each method that the port has, and others. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']
const TARGETS = ['/v1/health', '/v1/thing', '/v1/stream', '/v1/openapi.json', '/v1/nothing']

async function assertRefused(
  { exchange, acts }: Controlled,
  request: string,
  status: number,
  what = request,
): Promise<string> {
  const answer = await exchange(request)
  assert.is(statusOf(answer), status, `${what}: ${answer.slice(0, 200)}`)
  assert.equal(acts, [], what)
  assert.not.match(answer, /access-control|set-cookie/i, what)
  assert.not.match(answer, CONTROL_TOKEN, what)
  return answer
}

const ORIGINS = [
  'http://evil.com',
  'https://127.0.0.1:3211',
  'http://127.0.0.1:3210',
  'http://localhost:3211',
  'http://127.0.0.1:3211.evil.com',
  'null',
  '',
]
test('a web page of another origin is refused, whatever its method and path', () =>
  controlled(async (port) => {
    for (const Origin of ORIGINS) {
      for (const method of METHODS)
        await assertRefused(
          port,
          requestText('/v1/thing', { Origin }, { method }),
          403,
          `${method} ${Origin}`,
        )
      for (const target of TARGETS)
        await assertRefused(port, requestText(target, { Origin }), 403, `${target} ${Origin}`)
    }
    const own = await port.exchange(requestText('/v1/thing', { Origin: 'http://127.0.0.1:3211' }))
    assert.is(statusOf(own), 200)
    assert.not.match(own, /access-control/i)
  }))

test('a page that hides its origin is refused by Sec-Fetch-Site', () =>
  controlled(async (port) => {
    for (const site of ['cross-site', 'same-site', 'none, cross-site', '']) {
      for (const target of TARGETS)
        await assertRefused(port, requestText(target, { 'Sec-Fetch-Site': site }), 403, `${target} ${site}`)
    }
    for (const site of ['same-origin', 'none'])
      assert.is(statusOf(await port.exchange(requestText('/v1/thing', { 'Sec-Fetch-Site': site }))), 200)
  }))

const FOREIGN_HOSTS = [
  'evil.com',
  '127.0.0.1.evil.com:3211',
  'sub.localhost:3211',
  '[::ffff:127.0.0.1]:3211',
  '127.0.0.2:3211',
  '0.0.0.0:3211',
  '2130706433:3211',
  '127.0.0.1:3211@evil.com',
  '127.0.0.1:123456',
  '',
]
test('a rebound or made-up host is refused, also with the token', () =>
  controlled(async (port) => {
    for (const Host of FOREIGN_HOSTS) {
      await assertRefused(port, requestText('/v1/thing', { Host }), 403, Host)
      await assertRefused(port, requestText('/v1/health', { Host }), 403, Host)
    }
    for (const Host of ['localhost:3211', 'LOCALHOST:3211', '[::1]:3211', '127.0.0.1', 'localhost:9000'])
      assert.is(statusOf(await port.exchange(requestText('/v1/thing', { Host }))), 200, Host)
  }))

const TARGETS_OUT_OF_FORM = [
  '//evil.com/v1/thing',
  '/v1//thing',
  '/v1/thing/',
  '/x/../v1/thing',
  '/x/%2e%2e/v1/thing',
  '/v1\\thing',
  '/v1/%ff',
  '/v1/thing;/../x',
  '/v1/things%2Flast',
  '/v1/things/caf\u00e9',
]
test('a path that is not exactly that of a route leads nowhere', () =>
  controlled(async (port) => {
    for (const target of TARGETS_OUT_OF_FORM)
      assert.match(await port.exchange(requestText(target)), /^HTTP\/1\.1 40[04] /, target)
    assert.equal(port.acts, [])
  }))

test('without the token nothing but health answers, and no path is told from another', () =>
  controlled(async (port) => {
    const guesses = [null, '', CONTROL_TOKEN.slice(0, -1), `${CONTROL_TOKEN}x`, 'x'.repeat(10_000)]
    for (const token of guesses) {
      const bodies = new Set<string>()
      for (const target of TARGETS.slice(1)) {
        for (const method of METHODS.filter((method) => method !== 'HEAD'))
          bodies.add(bodyOf(await assertRefused(port, requestText(target, {}, { method, token }), 401)))
      }
      assert.is(bodies.size, 1)
    }
    const other = { token: null }
    for (const Authorization of [
      `Basic ${Buffer.from(`x:${CONTROL_TOKEN}`).toString('base64')}`,
      CONTROL_TOKEN,
      `Bearer  ${CONTROL_TOKEN}`,
    ])
      await assertRefused(port, requestText('/v1/thing', { Authorization }), 401)
    await assertRefused(port, requestText(`/v1/thing?token=${CONTROL_TOKEN}`, {}, other), 401)
    await assertRefused(port, requestText('/v1/stream', { Cookie: `token=${CONTROL_TOKEN}` }, other), 401)
    assert.match(await port.exchange(requestText('/v1/thing', {}, other)), /www-authenticate: Bearer/i)
    assert.is(statusOf(await port.exchange(requestText('/v1/health', {}, other))), 200)
  }))

test('a form of a web page cannot post: only JSON is taken', () =>
  controlled(async (port) => {
    const post = { method: 'POST', body: '{"word":"x"}' }
    for (const type of [
      undefined,
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/plain; x=application/json',
      'application/json; charset=utf-16',
    ])
      await assertRefused(port, requestText('/v1/thing', { 'Content-Type': type }, post), 415, type)
    const packed = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    await assertRefused(port, requestText('/v1/thing', packed, post), 415)
    const types = { 'Content-Type': 'application/json', 'content-type': 'text/plain' }
    await assertRefused(port, requestText('/v1/thing', types, post), 400)
  }))

test('GET and HEAD change nothing, and OPTIONS allows nothing', () =>
  controlled(async (port) => {
    for (const target of ['/v1/thing', '/v1/things/x', '/v1/health']) {
      assert.is(statusOf(await port.exchange(requestText(target))), 200)
      const head = await port.exchange(requestText(target, {}, { method: 'HEAD' }))
      assert.is(statusOf(head), 200)
      assert.is(bodyOf(head), '')
    }
    assert.is(statusOf(await port.exchange(requestText('/v1/flood', {}, { method: 'HEAD' }))), 405)
    assert.equal(port.acts, [])
    const method = { 'X-HTTP-Method-Override': 'DELETE' }
    assert.is(statusOf(await port.exchange(requestText('/v1/thing?_method=DELETE', method))), 400)
    const preflight = { 'Access-Control-Request-Method': 'DELETE' }
    const options = requestText('/v1/thing', preflight, { method: 'OPTIONS' })
    assert.match(await assertRefused(port, options, 405), /allow: GET, HEAD, POST, DELETE/i)
    assert.equal(port.acts, [])
  }))

test('a WebSocket is refused, CONNECT is cut, and no cookie is set', () =>
  controlled(async (port) => {
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'eA==' }
    const request = requestText('/v1/stream', { ...upgrade, Connection: 'Upgrade, close' })
    await assertRefused(port, request, 400)
    assert.is(await port.exchange('CONNECT evil.com:443 HTTP/1.1\r\nHost: evil.com:443\r\n\r\n'), '')
    // What a Java client sends by itself is no attack.
    const h2c = {
      Upgrade: 'h2c',
      Connection: 'Upgrade, HTTP2-Settings, close',
      'HTTP2-Settings': 'AAMAAABkAAQ',
    }
    assert.is(statusOf(await port.exchange(requestText('/v1/thing', h2c))), 200)
    const answer = await port.exchange(requestText('/v1/thing', { Cookie: 'session=1' }))
    assert.not.match(answer, /set-cookie/i)
    for (const header of [
      /cache-control: no-store/,
      /x-content-type-options: nosniff/,
      /frame-ancestors 'none'/,
    ])
      assert.match(answer, header)
  }))

test('a body of a gigabyte is refused by its head, and without one after the most bytes', () =>
  controlled(
    async (port) => {
      const type = { 'Content-Type': 'application/json' }
      const head = (headers: object, token?: string) =>
        requestText('/v1/thing', { ...type, ...headers }, { method: 'POST', ...(token && { token }) })
      await assertRefused(port, head({ 'Content-Length': String(2 ** 30) }), 413)
      await assertRefused(port, head({ 'Content-Length': String(2 ** 30) }, 'stranger'), 401)
      const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
      const before = process.memoryUsage().rss
      const answer = await port.exchange([
        head({ 'Transfer-Encoding': 'chunked' }),
        ...Array.from({ length: 500 }, () => chunk),
      ])
      assert.is(statusOf(answer), 413)
      assert.ok(process.memoryUsage().rss - before < 150 * 2 ** 20)
      assert.equal(port.acts, [])
    },
    { body: 100_000 },
  ))

test('a body that is not what JSON can be is refused without repeating it', () =>
  controlled(async (port) => {
    const send = (body: string | Buffer) =>
      port.exchange([
        requestText(
          '/v1/thing',
          { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) },
          { method: 'POST' },
        ),
        body,
      ])
    for (const body of [
      '{"word":',
      '\ufeff{}',
      'undefined',
      Buffer.from([0x22, 0xff, 0x22]),
      '{"word":"s3cret"',
    ])
      assert.match(await send(body), /^HTTP\/1\.1 400 (?![\s\S]*s3cret)[\s\S]*not valid JSON/)
    for (const body of ['[]', 'null', '"x"', '{"__proto__":{"word":"x"}}', '{"constructor":1}', '{"word":1}'])
      assert.is(statusOf(await send(body)), 400, body)
    assert.equal(port.acts, [])
    const deep = `{"any":{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`
    assert.match(await send(deep), /^HTTP\/1\.1 400 [\s\S]*nested too deep/)
    assert.equal([port.acts, port.errors], [[], []])
    assert.is(statusOf(await port.exchange(requestText('/v1/thing'))), 200)
  }))

test('smuggled and broken requests are refused and end their connection', () =>
  controlled(async (port) => {
    const both = { 'Transfer-Encoding': 'chunked', 'Content-Length': '4' }
    const smuggled = requestText('/v1/thing', both, { method: 'POST', body: '0\r\n\r\nDELETE /v1/thing' })
    for (const bytes of [
      smuggled,
      'nonsense\r\n\r\n',
      'GET /v1/thing HTTP/9.9\r\n\r\n',
      requestText('/v1/thing', { 'X-Header': 'a\u0000b' }),
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]),
    ])
      assert.is(statusOf(await port.exchange(bytes)), 400)
    assert.is(statusOf(await port.exchange(requestText('/v1/thing', { 'X-Long': 'x'.repeat(20_000) }))), 431)
    assert.equal(port.acts, [])
  }))

const SLOW = { head: 300, request: 600, checking: 50 }
test('a client that never finishes its head or its body is cut off', () =>
  controlled(async (port) => {
    const slow = async (bytes: string, every: string) => {
      const socket = connect(port.port, '127.0.0.1')
      let answer = ''
      socket.on('data', (piece) => {
        answer += piece
      })
      socket.on('error', () => {})
      socket.write(bytes)
      const drip = setInterval(() => socket.writable && socket.write(every), 40)
      await once(socket, 'close')
      clearInterval(drip)
      return answer
    }
    const head = requestText('/v1/thing').slice(0, -2)
    const body = requestText(
      '/v1/thing',
      { 'Content-Type': 'application/json', 'Content-Length': '90000' },
      { method: 'POST' },
    )
    const answers = await Promise.all([slow(head, 'X-A: b\r\n'), slow(body, ' '), slow('', '')])
    assert.equal(answers.map(statusOf), [408, 408, 408])
    assert.equal(port.acts, [])
  }, SLOW))

test('a thousand connections and streams leave the port usable', () =>
  controlled(
    async (port) => {
      const sockets: Socket[] = []
      let cut = 0
      const open = () =>
        new Promise<void>((resolve) => {
          const socket = connect(port.port, '127.0.0.1')
          sockets.push(socket)
          socket.on('error', () => {})
          socket.once('data', () => resolve())
          socket.once('close', () => {
            cut++
            resolve()
          })
          socket.write(requestText('/v1/stream', { Connection: 'keep-alive' }))
        })
      for (let i = 0; i < 1_000; i += 250) {
        await Promise.all(Array.from({ length: 250 }, open))
      }
      assert.ok(cut >= 1_000 - 40, `${cut} were cut`)
      for (const socket of sockets) socket.destroy()
      for (let tries = 0; ; tries++) {
        const answer = await port.exchange(requestText('/v1/thing'))
        if (statusOf(answer) === 200) break
        assert.ok(tries < 100)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    { connections: 40, streams: 8 },
  ))

test('streams beyond the most are refused, until one closes', () =>
  controlled(
    async ({ url, acts }) => {
      const headers = { authorization: `Bearer ${CONTROL_TOKEN}` }
      const aborts = [new AbortController(), new AbortController()]
      for (const { signal } of aborts)
        assert.is((await fetch(`${url}/v1/stream`, { headers, signal })).status, 200)
      assert.is((await fetch(`${url}/v1/stream`, { headers })).status, 429)
      aborts[0]?.abort()
      while (acts.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
      assert.is((await fetch(`${url}/v1/stream`, { headers })).status, 200)
    },
    { streams: 2 },
  ))

test('a client that takes nothing of a stream is cut off, and costs little memory', () =>
  controlled(
    async (port) => {
      const socket = connect(port.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.pause()
      socket.write(requestText('/v1/flood'))
      while (!port.acts.includes('flood ended')) await new Promise((resolve) => setTimeout(resolve, 20))
      assert.ok(port.acts.length < 1_000, `${port.acts.length} pieces of 64 kB`)
      socket.destroy()
    },
    { stalled: 200 },
  ))

test.run()
