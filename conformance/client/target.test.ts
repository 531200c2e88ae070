import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createRawServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { selfSigned } from '../testing/certificate.ts'
import { type Question, type Risk, risks } from './exchange.ts'
import { TargetFailure } from './failure.ts'
import { RiskRefused } from './risk.ts'
import { createTarget, type Target, type TargetOptions } from './target.ts'

const test = suite('target')
const TOKEN = 'Bearer segredo-de-teste'
const DECLARED = '1B671a64-40d5-491e-99b0-da01ff1f3341'
const LEGAL = JSON.stringify({ aprovar: true, mensagem: 'x'.repeat(25) })
const MEBI = 1_048_576

const get = (parts: Partial<Question> = {}): Question => ({
  method: 'GET',
  path: '/pessoas',
  authorization: { value: TOKEN, label: '$TOKEN' },
  ...parts,
})
const post = (numero: string, body = LEGAL, parts: Partial<Question> = {}): Question =>
  get({ method: 'POST', path: `/relatorios/validar/${numero}`, contentType: 'application/json', body, ...parts })

/** What is closed when a test ends, so that the process ends, too. */
let closing: (() => unknown)[] = []
test.after.each(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
})

async function listening(server: Server | ReturnType<typeof createRawServer>) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

async function serve(answer: RequestListener) {
  const seen: IncomingMessage[] = []
  const { port, sockets } = await listening(
    createServer((request, response) => {
      seen.push(request)
      answer(request, response)
    }),
  )
  return { url: `http://127.0.0.1:${port}`, seen, sockets }
}

/** A server below HTTP: what it does once a request has come. */
async function serveRaw(answer: (socket: Socket) => unknown) {
  const seen: string[] = []
  const { port } = await listening(
    createRawServer((socket) => {
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1')
        if (!/^(GET|POST) /.test(text)) seen[seen.length - 1] += text
        else {
          seen.push(text)
          answer(socket)
        }
      })
    }),
  )
  return { url: `http://127.0.0.1:${port}`, seen }
}

function targetOf(baseUrl: string, options: Partial<TargetOptions> = {}): Target {
  const target = createTarget({
    baseUrl,
    timeout: 20_000,
    deadline: 60_000,
    concurrency: 4,
    insecure: false,
    risk: 'w2',
    token: TOKEN,
    declared: [DECLARED],
    userAgent: (check) => `pessoas-sim/1.2.3 (conformance; run 0a1b2c3d; check ${check})`,
    ...options,
  })
  closing.push(() => target.close())
  return target
}

const fine: RequestListener = (_, response) => response.end('{}')
const says =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = '{}'): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

async function failureOf(asked: Promise<unknown>): Promise<TargetFailure> {
  const failure = await asked.then(
    () => 'an answer',
    (error: unknown) => error,
  )
  assert.instance(failure, TargetFailure, String(failure))
  return failure as TargetFailure
}
const outcomeOf = (asked: Promise<{ response: { status: number } }>) =>
  asked.then(
    ({ response }) => response.status,
    (error: TargetFailure) => error.kind,
  )

// Servers: what comes of a request to each, and how often it is sent as GET, as POST to an unknown and to a declared report.

const ONCE = [1, 1, 1]
const REPEATED = [3, 3, 1]
const [NOW, LATE] = [{ 'retry-after': '0' }, { 'retry-after': '90' }]
const GZIP = { 'content-encoding': 'gzip' }
const UPGRADE = 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'
const HUGE = Buffer.alloc(33 * MEBI, 0x20)
const servers: [title: string, outcome: number | string, sent: number[], answer: RequestListener][] = [
  ['answers 200', 200, ONCE, fine],
  ['answers 500', 500, REPEATED, says(500)],
  ['answers 503', 503, REPEATED, says(503, NOW)],
  ['answers 503 and asks to wait beyond the deadline', 503, ONCE, says(503, LATE)],
  ['answers 429', 'rate-limit', [3, 3, 1], says(429, NOW)],
  ['answers 429 and asks to wait beyond the deadline', 'rate-limit', ONCE, says(429, LATE)],
  ['cuts the connection', 'unreachable', REPEATED, ({ socket }) => socket.destroy()],
  ['switches to another protocol', 'unreachable', REPEATED, ({ socket }) => socket.end(UPGRADE)],
  ['is huge', 'unreadable', ONCE, says(200, {}, HUGE)],
  ['swells when it is decompressed', 'unreadable', ONCE, says(200, GZIP, gzipSync(HUGE))],
]
for (const [title, outcome, sent, answer] of servers) {
  test(`a server that ${title}: ${outcome}`, async () => {
    const { url, seen } = await serve(answer)
    for (const [i, times] of sent.entries()) {
      const target = targetOf(url)
      const question = [get(), post(target.unknownNumber()), post(DECLARED)][i] as Question
      assert.is(await outcomeOf(target.observe(question, 'X-01')), outcome)
      assert.is(seen.splice(0).length, times, question.method)
      assert.equal([target.counts.sent, target.counts.retried], [times, times - 1])
    }
  })
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const LENGTH = `${HEAD}content-length: `
/** What it sends, and what it goes on with: nothing, pieces without end, or the end of the connection. */
const sockets: [title: string, kind: string, sends: string, then?: string][] = [
  ['hangs', 'timeout', ''],
  ['sends headers and hangs', 'timeout', `${LENGTH}9\r\n\r\n`],
  ['trickles a byte at a time', 'timeout', `${LENGTH}100000\r\n\r\n`, ' '],
  ['cuts a body', 'unreadable', `${LENGTH}99\r\n\r\n{"a"`, 'end'],
  ['sends garbage', 'unreadable', '\0\x01 not HTTP \r\n\r\n'.repeat(9), 'end'],
  ['sends endless headers', 'unreadable', `${HEAD}x: ${'y'.repeat(1_000_000)}`],
]
for (const [title, kind, sends, then = ''] of sockets) {
  test(`a server that ${title}: ${kind}, asked once`, async () => {
    const { url, seen } = await serveRaw((socket) => {
      socket.write(sends)
      if (then === 'end') return socket.end()
      const timer = setInterval(() => socket.write(then), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const target = targetOf(url, kind === 'timeout' ? { timeout: 150 } : {})
    const failure = await failureOf(target.observe(get(), 'X-01'))
    assert.is(failure.kind, kind, failure.message)
    assert.not.match(failure.message, /segredo|127\.0\.0\.1/)
    // Of a busy machine, the time may be over before the server sees the request.
    assert.ok(kind === 'timeout' ? seen.length <= 1 : seen.length === 1)
  })
}

// Retries and giving up

test('what comes of a retry is the answer', async () => {
  const { url, seen } = await serve((request, response) => {
    if (seen.length === 1) response.writeHead(503, { 'retry-after': 'soon' }).end()
    else if (seen.length === 2) response.writeHead(502, { 'retry-after': new Date(0).toUTCString() }).end()
    else if (seen.length === 4) request.socket.destroy()
    else response.end('{"result":1}')
  })
  const target = targetOf(url)
  for (const _ of [1, 2]) assert.equal((await target.observe(get(), 'X-01')).response.json, { result: 1 })
  assert.is(target.counts.retried, 3)
})

test('the run gives up on a target that answers only 429, or asks to wait too long, and says what to do', async () => {
  for (const [headers, why, times] of [
    [NOW, 'to 3 requests in a row', 5],
    [LATE, 'and asks to wait 90 s, more than --deadline leaves', 1],
  ] as const) {
    const { url, seen } = await serve(says(429, headers))
    const target = targetOf(url, { rate: 500 })
    for (let i = 0; i < 5; i++) assert.is(await outcomeOf(target.observe(get(), 'X-01')), 'rate-limit')
    assert.is(seen.length, times)
    assert.is(target.givenUp?.message, `the target answers 429 (too many requests), ${why}`)
    assert.is(target.givenUp?.remedy, 'use a lower --rate than 500')
  }
})

test('the run gives up after three requests without an answer, at once', async () => {
  const { url, seen } = await serve(() => {})
  const target = targetOf(url, { timeout: 50, concurrency: 1 })
  const kinds = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(target.observe(get(), 'X-01'))))
  assert.equal(kinds, [...Array(3).fill('timeout'), ...Array(17).fill('unreachable')])
  assert.is(target.givenUp?.message, 'no answer to 3 requests in a row')
  assert.equal([seen.length, target.counts.sent], [3, 3])
})

for (const [title, answer, parts] of [
  ['for an answer', () => {}, {}],
  ['for its retry', says(503, { 'retry-after': '20' }), {}],
  ['for a pause to end', says(429, { 'retry-after': '20' }), {}],
  ['for a turn', () => {}, { concurrency: 1 }],
  ['for the gap', fine, { rate: 0.01 }],
] as [string, RequestListener, Partial<TargetOptions>][]) {
  test(`a signal ends who waits ${title}, and so does closing`, async () => {
    const { url, seen } = await serve(answer)
    const aborter = new AbortController()
    const [stopped, closed] = [targetOf(url, { ...parts, signal: aborter.signal }), targetOf(url, parts)]
    const asked = [stopped, closed].flatMap((target) => [0, 1].map(() => outcomeOf(target.observe(get(), 'X-01'))))
    while (seen.length < 2) await sleep(5)
    aborter.abort()
    await closed.close()
    assert.equal(
      (await Promise.all(asked)).filter((one) => one !== 200 && one !== 'aborted'),
      [],
    )
    assert.is(await outcomeOf(stopped.observe(get(), 'X-01')), 'aborted')
    assert.is(stopped.givenUp, undefined)
  })
}

test('the deadline ends everything, and nothing is sent after it', async () => {
  const { url } = await serve(() => {})
  const target = targetOf(url, { deadline: 200, concurrency: 2 })
  const asked = Array.from({ length: 5 }, () => outcomeOf(target.observe(get(), 'X-01')))
  assert.equal(await Promise.all(asked), Array(5).fill('deadline'))
  assert.is(target.counts.sent, 2)
})

// Pace and risk

for (const concurrency of [1, 3]) {
  test(`at most ${concurrency} in flight, as the server sees it`, async () => {
    let [inFlight, most] = [0, 0]
    const { url, seen } = await serve(async (_, response) => {
      most = Math.max(most, ++inFlight)
      await sleep(5)
      inFlight--
      response.writeHead(seen.length % 7 === 0 ? 503 : 200).end('{}')
    })
    const target = targetOf(url, { concurrency })
    await Promise.all(Array.from({ length: 30 }, () => target.observe(get(), 'X-01')))
    assert.is(most, concurrency)
    assert.is(seen.length, 30 + target.counts.retried)
  })
}

test('no more than the rate, retries counted, and without a warning of Node', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  closing.push(() => process.off('warning', warn))
  const times: number[] = []
  const { url } = await serve((_, response) => {
    times.push(performance.now())
    response.writeHead(times.length % 10 === 0 ? 503 : 200).end('{}')
  })
  const target = targetOf(url, { concurrency: 20, rate: 50 })
  const start = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => target.observe(get(), 'X-01')))
  assert.ok(performance.now() - start >= (times.length - 1) * 20)
  await sleep(0)
  assert.equal(warnings, [])
})

test('each risk refuses the higher ones, before anything is sent', async () => {
  const { url, seen } = await serve(fine)
  for (const allowed of risks) {
    const heard: Risk[] = []
    const target = targetOf(url, { risk: allowed, onSend: (_, risk) => heard.push(risk) })
    const questions: Record<Risk, Question> = {
      r: get(),
      w0: post(target.unknownNumber()),
      w1: post(target.nearNumber(DECLARED, 'first')),
      w2: post(DECLARED),
    }
    for (const risk of risks) {
      if (target.allows(risk)) assert.is((await target.observe(questions[risk], 'X-01')).risk, risk)
      else assert.is(await target.observe(questions[risk], 'X-01').catch(refused), 'refused')
    }
    const sent = risks.slice(0, risks.indexOf(allowed) + 1)
    assert.equal(heard, sent)
    assert.is(seen.splice(0).length, sent.length)
    for (const risk of risks) assert.is(target.counts.byRisk[risk], sent.includes(risk) ? 1 : 0)
  }
})

const refused = (error: unknown) => (error instanceof RiskRefused ? 'refused' : error)

// What is sent

const P = (body: string, parts: Partial<Question> = {}) => post(DECLARED, body, parts)
const G = (name: string, value: string, parts: Partial<Question> = {}) => get({ query: [[name, value]], ...parts })
const A = (value: string) => get({ authorization: { value, label: '' } })
const sent: [question: Question, ...lines: string[]][] = [
  [get(), 'GET /api/v1/pessoas HTTP/1.1', 'accept: application/json', 'accept-encoding: identity'],
  [get(), 'user-agent: pessoas-sim/1.2.3 (conformance; run 0a1b2c3d; check PAG-07)', `authorization: ${TOKEN}`],
  ...['Bearer  two  spaces', 'Basic açúcar-ÿ-£', 'a,b;c="d"', '$TOKEN \\'].map((value): [Question, string] => [
    A(value),
    `authorization: ${value}`,
  ]),
  [A(''), 'authorization: '],
  [get({ authorization: { value: undefined, label: '' } }), 'GET /api/v1/pessoas HTTP/1.1'],
  [get({ headerNames: 'as-documented', acceptLanguage: 'pt' }), 'Accept-Language: pt'],
  [get({ headerNames: 'capitals' }), `AUTHORIZATION: ${TOKEN}`],
  [P('{"a":"ç"}'), 'content-type: application/json', 'content-length: 10', '{"a":"Ã§"}'],
  // In chunks, cut within a letter.
  [P('"ç"', { chunked: true }), 'transfer-encoding: chunked', '2', '"Ã', '§"', '0'],
  [get({ path: '/x/ab', pathEscapes: true }), 'GET /api/v1/x/%61%62 HTTP/1.1'],
  [G('nome', 'José & Zoë+100%'), 'GET /api/v1/pessoas?nome=Jos%C3%A9%20%26%20Zo%C3%AB%2B100%25 HTTP/1.1'],
  [G('a b', 'x\ud800'), 'GET /api/v1/pessoas?a%20b=x%EF%BF%BD HTTP/1.1'],
  [G('nome', 'a b', { blank: '+' }), 'GET /api/v1/pessoas?nome=a+b HTTP/1.1'],
  [G('id', 'áz', { escapes: 'lower' }), 'GET /api/v1/pessoas?id=%c3%a1%7a HTTP/1.1'],
  [G('id', 'áz', { escapes: 'names' }), 'GET /api/v1/pessoas?%69%64=%C3%A1z HTTP/1.1'],
]
for (const [question, ...lines] of sent) {
  test(`what is sent has ${lines.join(' and ')}`, async () => {
    const { url, seen } = await serveRaw((socket) => socket.end(`${LENGTH}0\r\n\r\n`))
    await targetOf(`${url}/api/v1`).observe(question, 'PAG-07')
    const all = (seen[0] as string).split('\r\n')
    for (const line of lines) assert.ok(all.includes(line), all.join('\n'))
    if (question.authorization.value === undefined) assert.not(all.some((line) => /^authorization/i.test(line)))
    if (question.body === undefined) assert.not(all.some((line) => /^content-(type|length)/i.test(line)))
  })
}

test('connections: shared, new, and two that stay the same', async () => {
  const { url, seen } = await serve((request, response) => {
    request.resume()
    response.end('{}')
  })
  const target = targetOf(url, { concurrency: 1 })
  const portOf = async (parts: Partial<Question>) => {
    await target.observe(post(DECLARED, '{}', parts), 'X-01')
    return seen.at(-1)?.socket.remotePort
  }
  const shared = await portOf({})
  assert.is(await portOf({}), shared)
  const [same, other] = [await portOf({ connection: 'same' }), await portOf({ connection: 'other-same' })]
  assert.equal([await portOf({ connection: 'same' }), await portOf({ connection: 'other-same' })], [same, other])
  const [fresh, fresher] = [await portOf({ connection: 'new' }), await portOf({ connection: 'new' })]
  // A server may cut the connection of a large body that it refuses.
  const large = await portOf({ body: 'x'.repeat(20_000) })
  assert.is(new Set([shared, same, other, fresh, fresher, large]).size, 6)
})

// TLS and proxies

const certificate = selfSigned()
const serveSecurely = async (answer: RequestListener = fine) =>
  (await listening(createSecureServer({ ...certificate }, answer))).port

if (certificate) {
  const trusts: [title: string, options: Partial<TargetOptions>, host: string, outcome: number | string][] = [
    ['an unknown authority', {}, '127.0.0.1', 'certificate'],
    ['its authority', { ca: certificate.cert }, '127.0.0.1', 200],
    ['its authority and another name', { ca: certificate.cert }, 'localhost', 200],
    ['any certificate', { insecure: true }, '127.0.0.1', 200],
  ]
  for (const [title, options, host, outcome] of trusts) {
    test(`TLS with ${title}: ${outcome}`, async () => {
      const target = targetOf(`https://${host}:${await serveSecurely()}`, options)
      assert.is(await outcomeOf(target.observe(get(), 'X-01')), outcome)
      assert.is(target.counts.sent, 1)
    })
  }

  test('through HTTPS_PROXY goes a tunnel in which the certificate is judged as without', async () => {
    const { url, asked } = await proxy(await serveSecurely())
    withProxies({ HTTPS_PROXY: url })
    for (const [host, options, outcome] of [
      ['service.test', {}, 'certificate'],
      ['service.test', { ca: certificate.cert }, 200],
      ['service.test', { insecure: true }, 200],
      ['other.test', { ca: certificate.cert }, 'certificate'],
    ] as const) {
      assert.is(await outcomeOf(targetOf(`https://${host}`, options).observe(get(), 'X-01')), outcome)
      assert.is(asked.pop(), `CONNECT ${host}:443`)
    }
  })
}

test('TLS where the server speaks HTTP says so', async () => {
  const { url } = await serve(fine)
  assert.is(await outcomeOf(targetOf(url.replace('http', 'https')).observe(get(), 'X-01')), 'no-tls')
})

const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']

/** Sets these variables, and no others of proxies, until the test ends. */
function withProxies(proxies: Record<string, string>): void {
  const before = Object.fromEntries(PROXIES.map((name) => [name, process.env[name]]))
  const set = (all: Record<string, string | undefined>) => {
    for (const name of PROXIES) {
      if (all[name] === undefined) delete process.env[name]
      else process.env[name] = all[name]
    }
  }
  set(proxies)
  closing.push(() => set(before))
}

/** A proxy that answers plain requests itself and tunnels all others to one port, and what it was asked for. */
async function proxy(port: number, allowed = true) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end(request.url?.includes('huge') ? Buffer.alloc(33 * MEBI) : '{"by":"proxy"}')
  })
  server.on('connect', (request, socket: Socket) => {
    asked.push(`${request.method} ${request.url}`)
    if (!allowed) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    const there = connect(port, '127.0.0.1').on('error', () => socket.destroy())
    socket.on('error', () => there.destroy()).on('close', () => there.destroy())
    socket.pipe(there).pipe(socket)
  })
  return { url: `http://127.0.0.1:${(await listening(server)).port}`, asked }
}

test('a proxy is asked for a service elsewhere, not for this machine, and named without credentials', async () => {
  const { url, asked } = await proxy(0)
  withProxies({ http_proxy: url.replace('http://', 'http://user:s3cret@'), NO_PROXY: 'not.test' })
  const target = targetOf('http://service.test/api')
  const { response } = await target.observe(get({ query: [['page', '2']] }), 'X-01')
  assert.equal(response.json, { by: 'proxy' })
  assert.is(target.proxy?.name, url)
  assert.is(await outcomeOf(target.observe(get({ path: '/huge' }), 'X-01')), 'unreadable')
  assert.equal(asked, ['GET http://service.test/api/pessoas?page=2', 'GET http://service.test/api/huge'])
  for (const host of ['127.0.0.1', 'localhost']) {
    const here = targetOf((await serve(says(204))).url.replace('127.0.0.1', host))
    assert.is(await outcomeOf(here.observe(get(), 'X-01')), 204)
    assert.is(here.proxy, undefined)
  }
  assert.is(await outcomeOf(targetOf('http://not.test').observe(post(DECLARED), 'X-01')), 'unreachable')
  assert.is(asked.length, 2)
})

test.run()
