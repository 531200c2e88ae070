import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createRawServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { selfSigned } from '../testing/certificate.ts'
import { type Question, type Risk, risks } from './exchange.ts'
import { TargetFailure, failureOf as toFailure } from './failure.ts'
import { RiskRefused } from './risk.ts'
import { createTarget, type Target, type TargetOptions } from './target.ts'

const test = suite('target')
const TOKEN = 'Bearer segredo-de-teste'
const own = { value: TOKEN, label: '$TOKEN' }
const DECLARED = '1B671a64-40d5-491e-99b0-da01ff1f3341'
const LEGAL = JSON.stringify({ aprovar: true, mensagem: 'x'.repeat(25) })

const get = (parts: Partial<Question> = {}): Question => ({
  method: 'GET',
  path: '/pessoas',
  authorization: own,
  ...parts,
})
const post = (numero: string, body = LEGAL, authorization: Question['authorization'] = own): Question => ({
  method: 'POST',
  path: `/relatorios/validar/${numero}`,
  contentType: 'application/json',
  authorization,
  body,
})

/** What is closed when a test ends, so that the process does, too. */
let closing: (() => unknown)[] = []
test.after.each(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
})

/** A listening server, and the connections that were made to it. */
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

/** A server below HTTP: what it does once a request has begun. */
async function serveRaw(answer: (socket: Socket, request: string) => void) {
  const seen: string[] = []
  const { port, sockets } = await listening(
    createRawServer((socket) => {
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1')
        if (/^(GET|POST) /.test(text)) seen.push(text)
        if (/^(GET|POST) /.test(text)) answer(socket, text)
      })
    }),
  )
  return { url: `http://127.0.0.1:${port}`, seen, sockets }
}

function targetOf(baseUrl: string, options: Partial<TargetOptions> = {}): Target {
  const target = createTarget({
    baseUrl,
    timeout: 2_000,
    deadline: 20_000,
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

async function failureOf(asked: Promise<unknown>): Promise<TargetFailure> {
  return asked.then(
    () => assert.unreachable('it was answered'),
    (error: unknown) => {
      assert.instance(error, TargetFailure, String(error))
      return error as TargetFailure
    },
  ) as Promise<TargetFailure>
}

async function mustRefuse(asked: Promise<unknown>): Promise<void> {
  await asked.then(
    () => assert.unreachable('it was sent'),
    (error: unknown) => assert.instance(error, RiskRefused),
  )
}

/** Milliseconds that it took. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

// Risk

const bodies: [title: string, body: string, risk: Risk][] = [
  ['a legal body', LEGAL, 'w2'],
  ['a legal body that rejects', LEGAL.replace('true', 'false'), 'w2'],
  ['a legal body in more than ASCII', JSON.stringify({ aprovar: true, mensagem: 'é'.repeat(25) }), 'w2'],
  ['another type of aprovar, which may be taken', LEGAL.replace('true', '"true"'), 'w2'],
  ['an unknown field', LEGAL.replace('{', '{"outro":1,'), 'w1'],
  ['the field __proto__', LEGAL.replace('{', '{"__proto__":1,'), 'w1'],
  ['no aprovar', JSON.stringify({ mensagem: 'x'.repeat(25) }), 'w1'],
  ['no mensagem', '{"aprovar":true}', 'w1'],
  ['24 characters', JSON.stringify({ aprovar: true, mensagem: 'x'.repeat(24) }), 'w1'],
  ['13 emoji, which are 26 halves', JSON.stringify({ aprovar: true, mensagem: '😀'.repeat(13) }), 'w2'],
  ['a mensagem that is no text', '{"aprovar":true,"mensagem":12345}', 'w1'],
  ['an array', `[${LEGAL}]`, 'w1'],
  ['no JSON', LEGAL.slice(1), 'w1'],
  ['nothing', '', 'w1'],
]

for (const [title, body, risk] of bodies) {
  test(`${title} sent to a declared number is ${risk}`, async () => {
    const { url, seen } = await serve(fine)
    const heard: Risk[] = []
    const target = targetOf(url, { onSend: (_, sent) => heard.push(sent) })
    assert.is((await target.ask(post(DECLARED, body), 'X-01')).risk, risk)
    assert.equal(heard, [risk])
    assert.is(seen.length, 1)
    assert.is(target.counts.byRisk[risk], 1)
    await mustRefuse(targetOf(url, { risk: 'w0' }).ask(post(DECLARED, body), 'X-01'))
    assert.is(seen.length, 1)
  })
}

test('a form with both fields is a decision, whoever reads it', async () => {
  const { url } = await serve(fine)
  const form = new URLSearchParams({ mensagem: 'x'.repeat(25), aprovar: 'true' }).toString()
  for (const [contentType, risk] of [
    ['application/x-www-form-urlencoded', 'w2'],
    ['multipart/form-data; boundary=x', 'w2'],
    ['text/plain', 'w1'],
  ] as const) {
    const asked = targetOf(url).ask({ ...post(DECLARED, form), contentType }, 'X-01')
    assert.is((await asked).risk, risk, contentType)
  }
})

const credentials: [title: string, value: string | undefined, risk: Risk][] = [
  ['no token', undefined, 'w1'],
  ['an empty one', '', 'w1'],
  ['another token', 'Bearer outro', 'w1'],
  ['the own one twice', `${TOKEN}segredo-de-teste`, 'w1'],
  ['the own one', TOKEN, 'w2'],
  ['the own one with blanks around it', ` ${TOKEN} `, 'w2'],
  ['the own one without its scheme', 'segredo-de-teste', 'w2'],
  ['the own one under another scheme', 'Token  segredo-de-teste', 'w2'],
]

for (const [title, value, risk] of credentials) {
  test(`a decision with ${title} is ${risk}`, async () => {
    const { url } = await serve(fine)
    const asked = targetOf(url).ask(post(DECLARED, LEGAL, { value, label: '' }), 'X-01')
    assert.is((await asked).risk, risk)
  })
}

test('each risk refuses the higher ones, before anything is sent', async () => {
  const { url, seen } = await serve(fine)
  for (const allowed of risks) {
    const target = targetOf(url, { risk: allowed })
    const questions: Record<Risk, Question> = {
      r: get(),
      w0: post(target.unknownNumber()),
      w1: post(DECLARED, '{}'),
      w2: post(DECLARED),
    }
    for (const risk of risks) {
      const before = seen.length
      const isAllowed = risks.indexOf(risk) <= risks.indexOf(allowed)
      assert.is(target.allows(risk), isAllowed)
      if (isAllowed) assert.is((await target.ask(questions[risk], 'X-01')).risk, risk)
      else await mustRefuse(target.ask(questions[risk], 'X-01'))
      assert.is(seen.length - before, isAllowed ? 1 : 0)
    }
    assert.is(target.counts.sent, 1 + risks.indexOf(allowed))
  }
})

test('a declared number is known in any case and encoding, an invented one as it was invented', async () => {
  const { url } = await serve(fine)
  const target = targetOf(url, { declared: [DECLARED, 'Nº 7/2026'] })
  const encoded = Array.from(DECLARED, (char) => `%${char.charCodeAt(0).toString(16)}`).join('')
  for (const numero of [
    DECLARED.toUpperCase(),
    DECLARED.toLowerCase(),
    encoded,
    encodeURIComponent('nº 7/2026'),
    `${DECLARED}%20`,
    `%20${DECLARED}`,
  ]) {
    assert.is((await target.ask(post(numero), 'X-01')).risk, 'w2', numero)
  }
  for (const shape of ['uuid', 'other'] as const) {
    const numero = target.unknownNumber(shape)
    assert.is((await target.ask(post(numero), 'X-01')).risk, 'w0')
    assert.is((await target.ask(post(numero.replace('-', '%2d')), 'X-01')).risk, 'w0')
  }
  for (const none of ['', '%zz'])
    assert.is((await target.ask({ ...post(''), path: `/relatorios/validar/${none}` }, 'X-01')).risk, 'w0')
  assert.is.not(target.unknownNumber(), target.unknownNumber())
  await mustRefuse(targetOf(url).ask(post(target.unknownNumber()), 'X-01'))
})

const elsewhere = [
  ...[
    '/',
    'outro',
    `${DECLARED}/`,
    `${DECLARED}x`,
    `${DECLARED}.json`,
    `${DECLARED}/outro`,
    `x/../${DECLARED}`,
  ],
  ...[
    '%E3',
    `${DECLARED}%`,
    `%25${DECLARED}`,
    `${encodeURIComponent(encodeURIComponent('/'))}`,
    `${DECLARED}?x=1`,
  ],
  ...[`${DECLARED}#`, `${DECLARED}\\`, `${DECLARED}\t`, '..', '%2e%2e', `${DECLARED}\u0000`],
]

test('to no other number, and by no other path, anything is posted', async () => {
  const { url, seen } = await serve(fine)
  const target = targetOf(url)
  for (const numero of elsewhere) await mustRefuse(target.ask(post(numero), 'X-01'))
  for (const path of [
    '/pessoas',
    '/',
    `/x/relatorios/validar/${DECLARED}`,
    `/Relatorios/validar/${DECLARED}`,
    `/relatorios/validar/${DECLARED}/mais`,
  ]) {
    await mustRefuse(target.ask({ ...post(''), path }, 'X-01'))
  }
  assert.is(seen.length, 0)
  assert.is(target.counts.sent, 0)
})

test('methods that the interface does not mention go only to the list and to unknown numbers, HEAD and OPTIONS also to other paths', async () => {
  const { url, seen } = await serve(fine)
  const target = targetOf(url, { risk: 'w2', declared: [DECLARED] })
  const of = (method: Question['method'], path: string) => ({ ...post(''), method, path })
  const unknown = () => `/relatorios/validar/${target.unknownNumber()}`
  for (const method of ['HEAD', 'OPTIONS'] as const) {
    assert.is((await target.ask(of(method, '/pessoas'), 'X-01')).risk, 'w0')
    assert.is((await target.ask(of(method, unknown()), 'X-01')).risk, 'w0')
    for (const path of ['/', '/pessoas/1', '/nada'])
      assert.is((await target.ask(of(method, path), 'X-01')).risk, 'w0', path)
  }
  assert.is((await target.ask(of('PUT', '/pessoas'), 'X-01')).risk, 'w0')
  assert.is((await target.ask(of('PUT', unknown()), 'X-01')).risk, 'w0')
  const compact = unknown().replaceAll('-', '')
  for (const path of [
    `${unknown()}/`,
    `${unknown()}/mais`,
    `/${unknown()}`,
    unknown().replace('relatorios', 'Relatorios'),
    compact,
    `/relatorios/validar/%7B${target.unknownNumber()}%7D`,
  ]) {
    assert.is((await target.ask(of('POST', path), 'X-01')).risk, 'w0', path)
  }
  const sent = seen.length
  for (const method of ['HEAD', 'OPTIONS', 'PUT'] as const) {
    for (const path of [
      `/relatorios/validar/${DECLARED}`,
      `/relatorios/validar/${DECLARED}/`,
      `/relatorios/validar/${DECLARED}/mais`,
      `/relatorios/validar/${DECLARED.replaceAll('-', '')}`,
      `/relatorios/validar/%7B${DECLARED}%7D`,
      ...(method === 'PUT' ? ['/', '/pessoas/1'] : []),
    ]) {
      await mustRefuse(target.ask(of(method, path), 'X-01'))
    }
  }
  assert.is(seen.length, sent)
})

// Retries

/** What comes for as long as it is asked for, and how often it is asked for. */
const failings: [title: string, fail: RequestListener, kind: TargetFailure['kind'], gets: number][] = [
  ...[502, 503, 504].map((status): (typeof failings)[number] => [
    String(status),
    (_, response) => response.writeHead(status, { 'retry-after': '0' }).end(),
    'status',
    3,
  ]),
  ['500', (_, response) => response.writeHead(500).end(), 'status', 1],
  ['501', (_, response) => response.writeHead(501).end(), 'status', 1],
  ['a connection cut before an answer', (request) => request.socket.destroy(), 'unreachable', 3],
  ['a connection reset before an answer', (request) => request.socket.resetAndDestroy(), 'unreachable', 3],
  ['no answer in time', () => {}, 'timeout', 1],
  [
    'a switch to another protocol',
    (request) => request.socket.end('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'unreachable',
    3,
  ],
  [
    'an answer cut in the middle',
    (request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"result":')
      setTimeout(() => request.socket.destroy(), 20)
    },
    'broken-answer',
    1,
  ],
]

test('a host name without an address is told as that', () => {
  const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND x.invalid'), { code: 'ENOTFOUND' })
  const told = toFailure(new TypeError('fetch failed', { cause: notFound }), false, undefined)
  assert.is(told.kind, 'unreachable')
  assert.is(told.message, 'the host name cannot be resolved (ENOTFOUND)')
})

test('requests that wait side by side without an answer are one silence', async () => {
  const { url } = await serve(() => {})
  const target = targetOf(url, { timeout: 200, concurrency: 4 })
  const ask = async () => (await failureOf(target.ask(get(), 'X-01'))).kind
  for (const round of [1, 2]) {
    assert.equal(await Promise.all([ask(), ask(), ask(), ask()]), Array(4).fill('timeout'))
    assert.is(target.givenUp, undefined, `round ${round}`)
  }
  await ask()
  assert.is(target.givenUp?.message, 'no answer to 3 requests in a row')
})

// All at once, because each retry waits.
const tried = failings.map(([title, fail, kind, gets]) => async () => {
  const { url, seen } = await serve(fail)
  const target = targetOf(url, { timeout: title === 'no answer in time' ? 200 : 5_000 })
  assert.is((await failureOf(target.ask(get(), 'X-01'))).kind, kind, title)
  assert.is(seen.length, gets, title)
  assert.equal([target.counts.sent, target.counts.retried], [gets, gets - 1], title)
  for (const question of [post(target.unknownNumber()), post(DECLARED, '{}')]) {
    assert.is((await failureOf(target.ask(question, 'X-01'))).kind, kind, title)
  }
  assert.is(seen.length, gets + 2, title)
  assert.is(target.counts.retried, gets - 1, title)
})

async function findsNobody() {
  const server = createRawServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const target = targetOf(`http://127.0.0.1:${port}`)
  assert.is((await failureOf(target.ask(get(), 'X-01'))).kind, 'unreachable')
  assert.is(target.counts.sent, 3)
  assert.is((await failureOf(target.ask(post(target.unknownNumber()), 'X-01'))).kind, 'unreachable')
  assert.is(target.counts.sent, 4)
}

test('a GET is sent thrice on 502 to 504 and without a connection, once on all else; a POST always once', async () => {
  await Promise.all([findsNobody(), ...tried.map((attempt) => attempt())])
})

test('what comes of a retry is the answer', async () => {
  let times = 0
  const { url } = await serve((request, response) => {
    if (times++ % 2 === 0) request.socket.destroy()
    else response.end('{"result":1}')
  })
  const target = targetOf(url)
  for (let i = 1; i < 3; i++) {
    assert.equal((await target.ask(get(), 'X-01')).response.json, { result: 1 })
    assert.is(target.counts.retried, i)
  }
})

test('5xx are answers for who observes', async () => {
  const { url, seen } = await serve((_, response) =>
    response.writeHead(503, { 'retry-after': '0' }).end('{}'),
  )
  const target = targetOf(url)
  assert.is((await target.observe(get(), 'X-01')).response.status, 503)
  assert.is(seen.length, 3)
  assert.is((await target.observe(post(target.unknownNumber()), 'X-01')).response.status, 503)
  assert.is(seen.length, 4)
})

test('Retry-After is waited for, given as seconds and as a date', async () => {
  const waits = [() => '1', () => new Date(Date.now() + 2_000).toUTCString()].map(async (retryAfter) => {
    const times: number[] = []
    const { url } = await serve((_, response) => {
      if (times.push(performance.now()) === 1) response.writeHead(429, { 'retry-after': retryAfter() })
      response.end('{}')
    })
    assert.is((await targetOf(url).ask(get(), 'X-01')).response.status, 200)
    const [first, second] = times as [number, number]
    // A date says no more than the second.
    assert.ok(second - first > 900, `${second - first} ms`)
  })
  await Promise.all(waits)
})

test('a Retry-After that says nothing, or lies in the past, is not waited for', async () => {
  for (const value of ['soon', '-5', '', new Date(0).toUTCString()]) {
    const { url, seen } = await serve((_, response) =>
      seen.length > 1 ? response.end('{}') : response.writeHead(503, { 'retry-after': value }).end(),
    )
    const ms = await timed(() => targetOf(url).ask(get(), 'X-01'))
    assert.ok(ms < 2_000, `${value}: ${ms} ms`)
  }
})

// Rate limits

/** Answers 429 to whatever comes more often than so many times in a second. */
function limitedTo(most: number): RequestListener {
  let [start, came] = [0, 0]
  return (_, response) => {
    if (performance.now() - start >= 1_000) [start, came] = [performance.now(), 0]
    if (++came > most) response.writeHead(429, { 'retry-after': '1' }).end()
    else response.end('{}')
  }
}

test('after a 429 nobody sends for as long as it says, and the run goes on below the limit', async () => {
  const { url, seen } = await serve(limitedTo(20))
  const target = targetOf(url)
  for (let i = 0; i < 45; i++) {
    const question = i % 3 === 0 ? post(target.unknownNumber()) : get()
    assert.is((await target.ask(question, 'X-01')).response.status, 200)
  }
  const { refusals, remedy } = target.rateLimit ?? { refusals: 0, remedy: '' }
  assert.ok(refusals >= 1 && refusals <= 3, `${refusals} times 429`)
  assert.is(seen.length, 45 + refusals)
  const [, rate] = /^use --rate (\d+), a rate at which the target answered$/.exec(remedy) ?? []
  assert.ok(Number(rate) >= 1 && Number(rate) <= 20, remedy)
})

test('a 429 now and then that asks for no wait does not slow the run down', async () => {
  const { url, seen } = await serve((_, response) =>
    seen.length % 5 === 0 ? response.writeHead(429, { 'retry-after': '0' }).end() : response.end('{}'),
  )
  // Each of them would cost a second, and the rate would sink to one request a second.
  const target = targetOf(url, { deadline: 8_000 })
  for (let i = 0; i < 40; i++) assert.is((await target.ask(get(), 'X-01')).response.status, 200)
  assert.is(target.rateLimit?.refusals, seen.length - 40)
})

test('a POST to a real report is sent once, also on 429', async () => {
  const { url, seen } = await serve((_, response) => response.writeHead(429, { 'retry-after': '0' }).end())
  for (const body of ['{}', LEGAL]) {
    const failure = await failureOf(targetOf(url).ask(post(DECLARED, body), 'X-01'))
    assert.is(failure.kind, 'rate-limit')
    assert.is(failure.remedy, 'use --rate N below the limit of the target')
  }
  assert.is(seen.length, 2)
})

test('who answers 429 for ever is given up, and the remedy is told', async () => {
  const { url, seen } = await serve((_, response) => response.writeHead(429).end())
  const target = targetOf(url, { rate: 50 })
  const kinds: string[] = []
  for (let i = 0; i < 5; i++) kinds.push((await failureOf(target.observe(get(), 'X-01'))).kind)
  assert.equal(kinds, Array(5).fill('rate-limit'))
  assert.is(seen.length, 5)
  assert.is(target.givenUp?.message, 'the target answers 429 (too many requests), to 3 requests in a row')
  assert.is(target.givenUp?.remedy, 'use a lower --rate than 50')
})

test('who asks for more patience than the deadline has is given up at once', async () => {
  const { url, seen } = await serve((_, response) => response.writeHead(429, { 'retry-after': '90' }).end())
  const failure = await failureOf(targetOf(url).ask(get(), 'X-01'))
  assert.is(
    failure.message,
    'the target answers 429 (too many requests), and asks to wait 90 s, more than --deadline leaves',
  )
  assert.is(seen.length, 1)
})

// Limits

test('no redirect is followed', async () => {
  const { url, seen } = await serve((_, response) => response.writeHead(302, { location: '/login' }).end())
  const { response } = await targetOf(url).ask(get(), 'X-01')
  assert.is(response.status, 302)
  assert.is(response.headers.location, '/login')
  assert.is(seen.length, 1)
})

const MEBIBYTE = Buffer.alloc(1_048_576, 0x20)
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const awful: [title: string, kind: TargetFailure['kind'], answer: (socket: Socket) => void][] = [
  ['hangs', 'timeout', () => {}],
  ['sends headers and hangs', 'timeout', (socket) => socket.write(`${HEAD}content-length: 9\r\n\r\n`)],
  ['sends half a header and hangs', 'timeout', (socket) => socket.write('HTTP/1.1 200')],
  [
    'sends an informational answer and hangs',
    'timeout',
    (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'),
  ],
  [
    'trickles a byte at a time',
    'timeout',
    (socket) => {
      socket.write(`${HEAD}content-length: 1000\r\n\r\n`)
      const timer = setInterval(() => socket.write(' '), 50)
      socket.on('close', () => clearInterval(timer))
    },
  ],
  [
    'trickles its headers a byte at a time',
    'timeout',
    (socket) => {
      const timer = setInterval(() => socket.write('H'), 50)
      socket.write(HEAD)
      socket.on('close', () => clearInterval(timer))
    },
  ],
  [
    'cuts in the middle of a body',
    'broken-answer',
    (socket) => socket.end(`${HEAD}content-length: 99\r\n\r\n{"a"`),
  ],
  [
    'cuts in the middle of a chunk',
    'broken-answer',
    (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nff\r\n{"a"`),
  ],
  [
    'sends garbage',
    'broken-answer',
    (socket) => socket.end('\u0000\u0001 this is no HTTP \r\n\r\n'.repeat(9)),
  ],
  ['speaks another protocol', 'broken-answer', (socket) => socket.write('220 mail.test ESMTP\r\n')],
  [
    'sends a length that is none',
    'broken-answer',
    (socket) => socket.write(`${HEAD}content-length: many\r\n\r\n`),
  ],
  ['sends endless headers', 'too-large', (socket) => socket.write(`${HEAD}x: ${'y'.repeat(1_000_000)}`)],
  [
    'nests without end',
    'too-large',
    (socket) => socket.end(`${HEAD}connection: close\r\n\r\n${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  ],
]

for (const [title, kind, answer] of awful) {
  test(`a target that ${title} fails with ${kind}, in time`, async () => {
    const { url, sockets } = await serveRaw(answer)
    const target = targetOf(url, { timeout: 150 })
    let failure: TargetFailure | undefined
    const ms = await timed(async () => {
      failure = await failureOf(target.ask(get(), 'X-01'))
    })
    assert.is(failure?.kind, kind, `${failure?.kind}: ${failure?.message}`)
    assert.not.match(failure?.message ?? '', /segredo|127\.0\.0\.1/)
    assert.ok(ms < 2_000, `${ms} ms`)
    assert.is(target.counts.retried, 0)
    await target.close()
    await sleep(20)
    assert.is([...sockets].filter((socket) => !socket.destroyed && socket.readyState === 'open').length, 0)
  })
}

test('of an answer that is too long no more is read than its limit', async () => {
  let sent = 0
  const { url } = await serve(async (_, response) => {
    const closed = new Promise((resolve) => response.on('close', resolve))
    for (let i = 0; i < 60 && !response.destroyed; i++) {
      sent++
      if (!response.write(MEBIBYTE))
        await Promise.race([closed, new Promise((resolve) => response.once('drain', resolve))])
    }
    response.end()
  })
  const target = targetOf(url, { timeout: 10_000 })
  assert.is((await failureOf(target.ask(get(), 'X-01'))).kind, 'too-large')
  await sleep(50)
  assert.ok(sent < 40, `${sent} MiB were taken`)
  const forty = await serve((_, response) => response.end(Buffer.concat(Array(40).fill(MEBIBYTE))))
  assert.is((await failureOf(targetOf(forty.url, { timeout: 10_000 }).ask(get(), 'X-01'))).kind, 'too-large')
})

test('an answer just below the limits is read', async () => {
  const json = `${'['.repeat(150)}${']'.repeat(150)}`
  const { url } = await serve((_, response) =>
    response.end(Buffer.concat([...Array(3).fill(MEBIBYTE), Buffer.from(json)])),
  )
  const { response } = await targetOf(url, { timeout: 10_000 }).ask(get(), 'X-01')
  assert.is(JSON.stringify(response.json), json)
})

test('what is no JSON is an answer, too', async () => {
  for (const text of ['', '<html>', '{"a":', '\u0000', 'NaN']) {
    const { url } = await serve((_, response) => response.end(text))
    const { response } = await targetOf(url).ask(get(), 'X-01')
    assert.is(response.text, text)
    assert.is(response.json, undefined)
  }
})

for (const [title, answer] of [
  ['for an answer', () => {}],
  ['for Retry-After', (_, response) => response.writeHead(503, { 'retry-after': '20' }).end()],
  ['for a turn', (_, response) => setTimeout(() => response.end('{}'), 100)],
] as [string, RequestListener][]) {
  test(`the deadline ends who waits ${title}, at once`, async () => {
    const { url } = await serve(answer)
    const target = targetOf(url, { timeout: 10_000, deadline: 300, concurrency: 1, rate: 5 })
    const kinds: string[] = []
    const ms = await timed(async () => {
      const asked = Array.from({ length: 20 }, () =>
        target.ask(get(), 'X-01').catch((error: TargetFailure) => error),
      )
      for (const one of await Promise.all(asked)) if (one instanceof TargetFailure) kinds.push(one.kind)
    })
    assert.ok(ms < 1_500, `${ms} ms`)
    assert.ok(kinds.length > 15)
    assert.equal(new Set(kinds), new Set(['deadline']))
    assert.is(target.counts.retried, 0)
    const { sent } = target.counts
    assert.is((await failureOf(target.ask(get(), 'X-01'))).kind, 'deadline')
    assert.is(target.counts.sent, sent)
  })
}

test('a signal ends the run, and so does closing, also while Retry-After is waited for', async () => {
  const { url } = await serve((_, response) => response.writeHead(429, { 'retry-after': '10' }).end())
  const aborter = new AbortController()
  const [stopped, closed] = [targetOf(url, { signal: aborter.signal }), targetOf(url)]
  const asked = [stopped, closed].map((target) => failureOf(target.ask(get(), 'X-01')))
  const ms = await timed(async () => {
    await sleep(100)
    aborter.abort()
    await closed.close()
    for (const { kind } of await Promise.all(asked)) assert.is(kind, 'aborted')
  })
  assert.ok(ms < 1_500, `${ms} ms`)
  assert.is((await failureOf(targetOf(url, { signal: aborter.signal }).ask(get(), 'X-01'))).kind, 'aborted')
})

test('a time that no timer can wait for is waited for as long as one can', async () => {
  const { url } = await serve((_, response) => setTimeout(() => response.end('{}'), 30))
  for (const time of [Number.POSITIVE_INFINITY, 2 ** 40, 1_000.5]) {
    assert.is(
      (await targetOf(url, { timeout: time, deadline: time }).ask(get(), 'X-01')).response.status,
      200,
    )
  }
})

test('after three questions without an answer the target is given up, at once', async () => {
  const { url, seen } = await serve(() => {})
  const target = targetOf(url, { timeout: 100, rate: 20, concurrency: 1 })
  const queued = Array.from({ length: 50 }, () => failureOf(target.ask(get(), 'X-01')))
  const kinds = (await Promise.all(queued)).map(({ kind }) => kind)
  assert.equal(kinds, [...Array(3).fill('timeout'), ...Array(47).fill('unreachable')])
  assert.is(seen.length, 3)
  const ms = await timed(() => failureOf(target.ask(post(target.unknownNumber()), 'X-01')))
  assert.ok(ms < 100, `${ms} ms`)
  assert.is(seen.length, 3)
})

test('one answer among them, whatever it is, and the target is not given up', async () => {
  const { url, seen } = await serve((_, response) => {
    if (seen.length % 3 === 0) response.writeHead(500).end()
  })
  const target = targetOf(url, { timeout: 50 })
  for (let i = 1; i <= 9; i++) {
    assert.is((await failureOf(target.ask(get(), 'X-01'))).kind, i % 3 === 0 ? 'status' : 'timeout')
  }
})

test('a blip that cuts every connection once is no reason to give up', async () => {
  const cut = new Set<string>()
  const { url } = await serve((request, response) => {
    if (cut.has(request.url ?? '')) response.end('{}')
    else request.socket.destroy(cut.add(request.url ?? '') && undefined)
  })
  const target = targetOf(url, { concurrency: 8 })
  const asked = Array.from({ length: 8 }, (_, i) => target.ask(get({ path: `/${i}` }), 'X-01'))
  for (const { response } of await Promise.all(asked)) assert.is(response.status, 200)
  assert.is(target.counts.retried, 8)
})

// Pace

for (const concurrency of [1, 2, 5]) {
  test(`at most ${concurrency} are in flight, as the server sees it`, async () => {
    let inFlight = 0
    let most = 0
    const { url, seen } = await serve(async (_, response) => {
      most = Math.max(most, ++inFlight)
      await sleep(5)
      inFlight--
      response.writeHead(seen.length % 7 === 0 ? 503 : 200, { 'retry-after': '0' }).end('{}')
    })
    const target = targetOf(url, { concurrency })
    await Promise.all(Array.from({ length: 40 }, () => target.observe(get(), 'X-01')))
    assert.is(most, concurrency)
    assert.is(seen.length, 40 + target.counts.retried)
  })
}

test('checks that wait for others leave a turn free, and are served once nobody else asks', async () => {
  const seen: string[] = []
  const held: (() => void)[] = []
  const { url } = await serve((request, response) => {
    seen.push(request.url ?? '')
    held.push(() => response.end('{}'))
  })
  const until = async (length: number) => {
    while (seen.length < length) await sleep(1)
  }
  const target = targetOf(url, { concurrency: 2 })
  target.defer(['LATE-01'], 1)
  const late = ['/late-1', '/late-2', '/late-3'].map((path) => target.observe(get({ path }), 'LATE-01'))
  const first = target.observe(get({ path: '/first' }), 'X-01')
  await until(2)
  const second = target.observe(get({ path: '/second' }), 'X-01')
  held[seen.indexOf('/first')]?.()
  await first
  await until(3)
  let isIdle = false
  void target.idle().then(() => {
    isIdle = true
  })
  held[seen.indexOf('/second')]?.()
  await second
  assert.equal(seen.toSorted(), ['/first', '/late-1', '/second'])
  target.defer([])
  await until(4)
  assert.is(isIdle, false)
  for (let i = 0; i < 5; i++) {
    await until(Math.min(5, i + 1))
    held[i]?.()
  }
  await Promise.all(late)
  await target.idle()
  assert.is(isIdle, true)
})

test('no more than the rate comes in any window, retries counted, and without a warning', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  closing.push(() => process.off('warning', warn))
  const times: number[] = []
  const { url } = await serve((_, response) => {
    times.push(performance.now())
    response.writeHead(times.length % 10 === 0 ? 503 : 200, { 'retry-after': '0' }).end('{}')
  })
  const target = targetOf(url, { concurrency: 20, rate: 50 })
  await Promise.all(Array.from({ length: 30 }, () => target.observe(get(), 'X-01')))
  for (const [i, start] of times.entries()) {
    const inWindow = times.filter((time) => time >= start && time < start + 200).length
    assert.ok(inWindow <= 14, `${inWindow} within 200 ms from the one at ${i}`)
  }
  assert.ok((times.at(-1) as number) - (times[0] as number) > ((times.length - 1) * 1_000) / 50 - 100)
  await sleep(0)
  assert.equal(warnings, [])
})

// What is sent

const linesOf = (text: string) => text.split('\r\n')
async function sentBy(question: Question, baseUrl = ''): Promise<string[]> {
  const { url, seen } = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  await targetOf(url + baseUrl).ask(question, 'PAG-07')
  return linesOf(seen[0] as string)
}

for (const value of [TOKEN, 'segredo', 'Bearer  two  blanks', 'Basic açúcar-ÿ-£', 'a,b;c="d"', '$TOKEN \\']) {
  test(`Authorization is sent exactly so: ${value}`, async () => {
    const lines = await sentBy(get({ authorization: { value, label: '' } }))
    assert.equal(
      lines.filter((line) => /^authorization:/i.test(line)),
      [`authorization: ${value}`],
    )
  })
}

test('no Authorization is none, an empty one is empty', async () => {
  const none = await sentBy(get({ authorization: { value: undefined, label: '' } }))
  assert.not(none.some((line) => /^authorization/i.test(line)))
  const empty = await sentBy(get({ authorization: { value: '', label: '' } }))
  assert.equal(
    empty.filter((line) => /^authorization/i.test(line)).map((line) => line.trim()),
    ['authorization:'],
  )
})

test('User-Agent names version, run and check; Content-Type is as asked; the body is as it is', async () => {
  const lines = await sentBy(get({ contentType: 'application/x-www-form-urlencoded' }))
  assert.ok(lines.includes('user-agent: pessoas-sim/1.2.3 (conformance; run 0a1b2c3d; check PAG-07)'))
  assert.ok(lines.includes('content-type: application/x-www-form-urlencoded'))
  assert.not((await sentBy(get())).some((line) => /^content-(type|length)/i.test(line)))
  const { url, seen } = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    response.end(JSON.stringify(body))
  })
  const target = targetOf(url)
  for (const body of ['', '{', '{"mensagem":"ção 😀"}', '@/etc/passwd']) {
    assert.is((await target.ask(post(DECLARED, body), 'X-01')).response.json, body)
  }
  assert.is(seen[0]?.headers['content-type'], 'application/json')
  assert.is(seen[0]?.method, 'POST')
})

test('a large body has a connection of its own, whose end takes no other request with it', async () => {
  const { url, sockets } = await serve((request, response) => {
    const isLarge = Number(request.headers['content-length']) > 10_000
    response.statusCode = isLarge ? 413 : 200
    response.end('{}', () => isLarge && setTimeout(() => request.socket.destroy(), 5))
  })
  const target = targetOf(url)
  const statusOf = async (body: string) => (await target.ask(post(DECLARED, body), 'X-01')).response.status
  const small = () => statusOf('{}')
  assert.is(await small(), 200)
  const [first] = sockets
  for (let i = 0; i < 5; i++) {
    assert.is(await statusOf('x'.repeat(20_000)), 413)
    assert.is(await small(), 200)
    assert.ok(sockets.has(first as Socket))
  }
})

test('a query is percent-encoded UTF-8, in its order, below the path of the base URL', async () => {
  const query = [
    ['nome', 'José & Zoë+100%'],
    ['a b', ''],
    ['nome', "D'Ávila #1?"],
    ['meio', 'x\ud800'],
  ] as const
  const [first] = await sentBy(get({ query }), '/api/v1')
  const path = (first ?? '').split(' ')[1] ?? ''
  assert.match(path, /^\/api\/v1\/pessoas\?nome=Jos%C3%A9%20%26%20Zo%C3%AB%2B100%25&a%20b=&nome=D/)
  const read = new URL(path, 'http://x').searchParams
  assert.equal([...read], [...query.slice(0, 3), ['meio', 'x\ufffd']])
  assert.match((await sentBy(get()))[0] ?? '', /^GET \/pessoas HTTP/)
})

// TLS and proxies

const certificate = selfSigned()

async function serveSecurely(answer: RequestListener = fine) {
  return (await listening(createSecureServer({ ...certificate }, answer))).port
}

if (certificate) {
  test('a certificate that nobody vouches for is refused, and taken with its authority or with any', async () => {
    const url = `https://127.0.0.1:${await serveSecurely()}`
    const refused = targetOf(url)
    const failure = await failureOf(refused.ask(get(), 'X-01'))
    assert.is(failure.kind, 'certificate', failure.message)
    assert.match(failure.message, /--ca and --insecure/)
    assert.is(refused.counts.sent, 1)
    for (const options of [
      { ca: certificate.cert },
      { insecure: true },
      { ca: certificate.cert, insecure: true },
    ]) {
      assert.is((await targetOf(url, options).ask(get(), 'X-01')).response.status, 200)
    }
    const named = targetOf(url.replace('127.0.0.1', 'localhost'), { ca: certificate.cert })
    assert.is((await named.ask(get(), 'X-01')).response.status, 200)
    const garbage = await failureOf(targetOf(url, { ca: 'no PEM' }).ask(get(), 'X-01'))
    assert.is(garbage.kind, 'certificate', garbage.message)
  })

  test('a certificate for another name is refused', async () => {
    const url = `https://127.0.0.2:${await serveSecurely()}`
    const port = new URL(url).port
    const raw = createRawServer((socket) => socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket))
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.2', resolve))
    closing.push(() => new Promise((resolve) => raw.close(resolve)))
    const there = `https://127.0.0.2:${(raw.address() as AddressInfo).port}`
    const target = targetOf(there, { ca: certificate.cert })
    assert.is((await failureOf(target.ask(get(), 'X-01'))).kind, 'certificate')
    await target.close()
  })
}

test('https where http is spoken, and the other way round, ends as a failure', async () => {
  const { url } = await serve(fine)
  assert.is((await failureOf(targetOf(url.replace('http', 'https')).ask(get(), 'X-01'))).kind, 'no-tls')
  if (!certificate) return
  const target = targetOf(`http://127.0.0.1:${await serveSecurely()}`)
  const { kind } = await failureOf(target.ask(post(target.unknownNumber()), 'X-01'))
  assert.ok(['broken-answer', 'unreachable'].includes(kind), kind)
})

const PROXY = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']

/** The environment names these proxies, and no others, until the test ends. */
function withProxies(proxies: Record<string, string>): void {
  const before = PROXY.map((name) => [name, process.env[name]] as const)
  for (const name of PROXY) delete process.env[name]
  Object.assign(process.env, proxies)
  closing.push(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
}

/** A proxy that answers plain requests itself and tunnels all others to one port, and what it was asked for. */
async function proxy(port: number, allowed = true) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('{"by":"proxy"}')
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

for (const name of ['HTTP_PROXY', 'http_proxy']) {
  test(`${name} is asked for a service elsewhere, in the way that proxies know`, async () => {
    const { url, asked } = await proxy(0)
    withProxies({ [name]: url })
    const { response } = await targetOf('http://service.test/api').ask(
      get({ query: [['page', '2']] }),
      'X-01',
    )
    assert.equal(response.json, { by: 'proxy' })
    assert.equal(asked, ['GET http://service.test/api/pessoas?page=2'])
  })
}

test('a proxy is not asked for this machine', async () => {
  const { url, asked } = await proxy(0)
  withProxies({ HTTP_PROXY: url, HTTPS_PROXY: url })
  const service = await serve((_, response) => response.end('{"by":"service"}'))
  for (const host of ['127.0.0.1', 'localhost']) {
    const { response } = await targetOf(service.url.replace('127.0.0.1', host)).ask(get(), 'X-01')
    assert.equal(response.json, { by: 'service' })
  }
  assert.equal(asked, [])
})

test('who answers in the place of a service is named, without credentials', async () => {
  const { url } = await proxy(0)
  withProxies({ HTTP_PROXY: url.replace('http://', 'http://user:s3cret@') })
  const target = targetOf('http://service.test')
  await target.ask(get(), 'X-01')
  assert.equal(target.proxy, { name: url, variable: 'HTTP_PROXY' })
  const direct = targetOf((await serve(fine)).url)
  await direct.ask(get(), 'X-01')
  assert.is(direct.proxy, undefined)
})

test('NO_PROXY is honoured', async () => {
  const { url, asked } = await proxy(0)
  withProxies({ HTTP_PROXY: url, NO_PROXY: 'other.invalid,service.invalid' })
  const target = targetOf('http://service.invalid')
  const failure = await failureOf(target.ask(post(target.unknownNumber()), 'X-01'))
  assert.is(failure.kind, 'unreachable', failure.message)
  assert.equal(asked, [])
  assert.is((await targetOf('http://service.test').ask(get(), 'X-01')).response.status, 200)
})

if (certificate) {
  test('HTTPS_PROXY is a tunnel in which the certificate is judged as without', async () => {
    const { url, asked } = await proxy(await serveSecurely((_, response) => response.end('{"by":"service"}')))
    withProxies({ HTTPS_PROXY: url })
    assert.is((await failureOf(targetOf('https://service.test').ask(get(), 'X-01'))).kind, 'certificate')
    for (const options of [{ ca: certificate.cert }, { insecure: true }]) {
      const { response } = await targetOf('https://service.test', options).ask(get(), 'X-01')
      assert.equal(response.json, { by: 'service' })
    }
    assert.equal(asked, Array(3).fill('CONNECT service.test:443'))
    const other = targetOf('https://other.test', { ca: certificate.cert })
    assert.is((await failureOf(other.ask(get(), 'X-01'))).kind, 'certificate')
  })
}

test('a proxy that refuses, that is not there, or that is no URL, each has its clear line', async () => {
  const { url } = await proxy(0, false)
  const asks = await serve((_, response) => response.writeHead(407).end())
  const cuts = await serveRaw((socket) => socket.destroy())
  const secret = 'http://user:s3cret@127.0.0.1:1'
  const plain = 'http://service.test'
  const cases: [proxyUrl: string, baseUrl: string, says: RegExp][] = [
    [
      url,
      'https://service.test',
      /^the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTPS_PROXY\) answered 407: put its user and password into HTTPS_PROXY$/,
    ],
    [
      asks.url,
      plain,
      /^the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTP_PROXY\) answered 407: .* into HTTP_PROXY$/,
    ],
    [
      secret,
      'https://service.test',
      /^the proxy http:\/\/127\.0\.0\.1:1 \(HTTPS_PROXY\) cannot be reached \(ECONNREFUSED\)$/,
    ],
    [secret, plain, /^the proxy http:\/\/127\.0\.0\.1:1 \(HTTP_PROXY\) cannot be reached \(ECONNREFUSED\)$/],
    [
      'http://proxy.invalid:3128',
      plain,
      /^the proxy http:\/\/proxy\.invalid:3128 \(HTTP_PROXY\) cannot be reached/,
    ],
    [cuts.url, plain, /^the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTP_PROXY\) cut the connection/],
    ['no url', 'https://service.test', /^HTTPS_PROXY is not a URL such as/],
    ['proxy.test:3128', plain, /^HTTP_PROXY is not a URL such as/],
    ['socks5://127.0.0.1:1080', plain, /^HTTP_PROXY names a SOCKS proxy, which is not supported: /],
  ]
  for (const [proxyUrl, baseUrl, says] of cases) {
    withProxies({ [baseUrl.startsWith('https') ? 'HTTPS_PROXY' : 'HTTP_PROXY']: proxyUrl })
    const target = targetOf(baseUrl)
    const failure = await failureOf(target.ask(post(target.unknownNumber()), 'X-01'))
    assert.is(failure.kind, 'proxy', failure.message)
    assert.match(failure.message, says)
  }
})

test.run()
