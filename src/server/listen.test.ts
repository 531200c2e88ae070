import { connect, createServer } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile } from '../contract/profile.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { createService } from '../service/service.ts'
import { assertForm, MENSAGEM, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { ordersIn, worldOf } from '../world/in-memory.ts'
import type { Store } from '../world/store.ts'
import { World } from '../world/world.ts'
import type { LoggedAnswer } from './access-log.ts'
import { Backlog } from './backlog.ts'
import { bindFault } from './bind-fault.ts'
import { type Listening, type ListenOptions, listen as listenFirst } from './listen.ts'
import { createHttpServer, createRouter, type Router } from './server.ts'

const test = suite('listen')

/** A store whose decisions take a while. */
class SlowStore extends World {
  override async decide(...decision: Parameters<World['decide']>): Promise<boolean> {
    await pause(300)
    return super.decide(...decision)
  }
}

const backlog = new Backlog()
const routerOf = (store: Store) => createRouter(createService(store, defaultProfile), { backlog })

/** Listens, and answers with a router from the first request on. */
async function listen(router: Router, options: Omit<ListenOptions, 'backlog'>): Promise<Listening> {
  const listening = await listenFirst({ backlog, ...options })
  await listening.serve(router)
  return listening
}

const logged: LoggedAnswer[] = []
const accessLog = (answered: LoggedAnswer) => void logged.push(answered)

async function serving(use: (listening: Listening, port: number) => Promise<void>): Promise<void> {
  const router = routerOf(new SlowStore(ordersIn(smallWorld())))
  const listening = await listen(router, { port: 0, accessLog })
  try {
    await use(listening, Number(new URL(listening.urls[0]).port))
  } finally {
    await listening.close()
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends bytes and gives all that comes back until the connection ends; a late client reads after it has written all. */
function exchangeFrom(isLate: boolean, port: number, ...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = () =>
      socket.on('data', (chunk) => {
        text += chunk
      })
    const socket = connect(port, '127.0.0.1', async () => {
      if (!isLate) read()
      for (const part of parts) {
        await new Promise((next) => socket.write(part, next))
        await pause(50)
      }
      if (isLate) read()
    })
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no end of ${JSON.stringify(text)}`)))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

const exchange = (port: number, ...parts: string[]) => exchangeFrom(false, port, ...parts)

function assertRefused(answer: string, status: number): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
  for (const line of ['content-type: application/json; charset=utf-8', 'cache-control: no-cache']) {
    assert.ok(head.toLowerCase().split('\r\n').includes(line), `${line} is missing in ${head}`)
  }
  assertForm('refusal', JSON.parse(body))
  assert.is(JSON.parse(body).status_code, status)
}

const GET = `GET /pessoas HTTP/1.1\r\nhost: localhost\r\nauthorization: ${TOKEN}\r\n`
const body = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
const POST = `POST /relatorios/validar/${OWN_REPORT} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${TOKEN}\r\ncontent-type: application/json\r\n`

const strays: [what: string, bytes: string, status: number][] = [
  ['garbage', 'GARBAGE\r\n\r\n', 400],
  ['an unknown method', 'FOO /pessoas HTTP/1.1\r\n\r\n', 400],
  ['a broken header', 'GET / HTTP/1.1\r\nno colon\r\n\r\n', 400],
  ['headers beyond the limit', `${GET}x: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ['a path beyond the limit', `GET /pessoas?nome=${'a'.repeat(17_000)} HTTP/1.1\r\n\r\n`, 431],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nhost: localhost\r\n\r\n', 404],
  ['a chunk that is none', `${POST}transfer-encoding: chunked\r\n\r\nZZ\r\n`, 400],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
]
for (const [what, bytes, status] of strays) {
  test(`${what} is refused with ${status} in the envelope, and logged`, () =>
    serving(async (_, port) => {
      logged.length = 0
      assertRefused(await exchange(port, bytes), status)
      await pause(20)
      assert.equal(
        logged.map(({ status }) => status),
        [status],
      )
    }))
}

test('what is expected beside an answer, and in HTTP/1.0 a missing Host, are no fault', () =>
  serving(async (_, port) => {
    for (const head of [`${GET}expect: lunch\r\n`, `GET /pessoas HTTP/1.0\r\nauthorization: ${TOKEN}\r\n`]) {
      assert.match(await exchange(port, `${head}connection: close\r\n\r\n`), /^HTTP\/1\.1 200 /)
    }
  }))

test('what is wrong with a request is never told as the answer to the one before', () =>
  serving(async (_, port) => {
    const answer = await exchange(
      port,
      `${POST}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}GARBAGE\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 200 OK/)
    assert.is(answer.split('HTTP/1.1').length, 2)
  }))

for (const [what, bytes] of [
  ['nothing', ''],
  ['half a header', 'GET /pess'],
  ['CONNECT, and does not close', 'CONNECT a:1 HTTP/1.1\r\nhost: localhost\r\n\r\n'],
] as const) {
  test(`a client that sends ${what} does not keep it from closing`, async () => {
    const router = routerOf(worldOf(smallWorld()))
    const { urls, close } = await listen(router, { port: 0 })
    const socket = connect({ port: Number(new URL(urls[0]).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.resume()
    await new Promise((resolve) => socket.write(bytes, resolve))
    await pause(50)
    const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'it does not close').unref())
    assert.is(await Promise.race([close(), late]), undefined)
    socket.destroy()
  })
}

test('who has connected just before the end still gets an answer', async () => {
  const router = routerOf(worldOf(smallWorld()))
  const { urls, close } = await listen(router, { port: 0 })
  const length = Buffer.byteLength(body)
  let answer = ''
  const socket = connect(Number(new URL(urls[0]).port), '127.0.0.1')
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  await pause(50)
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const closed = close()
  socket.write(`${POST}content-length: ${length}\r\n\r\n${body}`)
  await Promise.all([closed, ended])
  assert.match(answer, /^HTTP\/1\.1 200 OK/)
})

test('what never ends is cut off when the grace is over', async () => {
  const router = routerOf(worldOf(smallWorld()))
  const { urls, close } = await listen(router, { port: 0, grace: 100 })
  const ended = exchange(Number(new URL(urls[0]).port), `${POST}content-length: 1000\r\n\r\n{`).catch(
    () => 'reset',
  )
  await pause(100)
  await close()
  assert.not.match(await ended, /200/)
})

test('a client that goes away harms nobody, and is logged as gone', () =>
  serving(async ({ urls }, port) => {
    logged.length = 0
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${POST}content-length: 1000\r\n\r\n{`)
        setTimeout(() => socket.resetAndDestroy(), 50)
        setTimeout(resolve, 100)
      })
    })
    assert.is((await fetch(`${urls[0]}/pessoas`)).status, 401)
    assert.is(logged[0]?.status, 499)
    assert.is(logged[0]?.faults.at(-1)?.name, 'request.abandoned')
  }))

const BROKEN = `${POST}no colon\r\n\r\n`
const unread: [what: string, bytes: string, statuses: number[]][] = [
  ['a broken head', BROKEN, [400]],
  ['a broken head behind requests', `${GET}\r\n`.repeat(3) + BROKEN, [200, 200, 200]],
  ['a broken body', `${GET}\r\n${POST}transfer-encoding: chunked\r\n\r\nZZ\r\n`, [200, 400]],
  [
    'the head of a last request that needs no body',
    `${GET}\r\nPOST /nada HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 900000\r\n\r\n`,
    [200, 404],
  ],
  ['CONNECT', `${GET}\r\nCONNECT a:1 HTTP/1.1\r\nhost: localhost\r\n\r\n`, [200, 404]],
]
for (const [what, bytes, statuses] of unread) {
  test(`who sends much behind ${what} before it reads loses no answer`, () =>
    serving(async (_, port) => {
      const much = 'x'.repeat(300_000)
      const answers = await exchangeFrom(true, port, bytes, much, much, much)
      assert.equal(
        [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
        statuses,
      )
    }))
}

test('a request that does not end is told that it took too long', async () => {
  const server = createHttpServer(() => {}, { backlog })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  server.on('connection', (socket) => {
    setTimeout(
      () =>
        server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
      20,
    )
  })
  assertRefused(await exchange(port, 'GET / HTTP/1.1\r\n'), 408)
  server.close()
})

test('a body far beyond the limit gets its answer, and the connection goes on', () =>
  serving(async ({ urls }) => {
    for (let i = 0; i < 3; i++) {
      const response = await fetch(`${urls[0]}/relatorios/validar/${OWN_REPORT}`, {
        method: 'POST',
        headers: { authorization: TOKEN, 'content-type': 'application/json' },
        body: 'a'.repeat(6_000_000),
      })
      assert.is(response.status, 413)
      assertForm('refusal', await response.json())
    }
  }))

test('both loopbacks answer, on one port', () =>
  serving(async ({ urls }, port) => {
    assert.equal(urls, [`http://127.0.0.1:${port}`, `http://[::1]:${port}`])
    for (const url of urls) {
      const response = await fetch(`${url}/pessoas`, { headers: { authorization: TOKEN } })
      assert.is(response.status, 200)
      assertForm('list', await response.json())
    }
  }))

test('closing finishes what is in flight and what comes meanwhile, lets idle connections go and takes no more', async () => {
  let decide = () => {}
  let isDeciding = () => {}
  const deciding = new Promise<void>((resolve) => (isDeciding = resolve))
  const mayDecide = new Promise<void>((resolve) => (decide = resolve))
  class HeldStore extends World {
    override async decide(...decision: Parameters<World['decide']>): Promise<boolean> {
      isDeciding()
      await mayDecide
      return super.decide(...decision)
    }
  }
  const router = routerOf(new HeldStore(ordersIn(smallWorld())))
  const { urls, close } = await listen(router, { port: 0 })
  await fetch(`${urls[0]}/pessoas`).then((response) => response.text())
  const posted = `${POST}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const answers = exchange(Number(new URL(urls[0]).port), posted, `${GET}\r\n`)
  await deciding
  const closed = close()
  // By then it is written, and a round of the event loop later it is read.
  await pause(200)
  for (let round = 0; round < 2; round++) await new Promise((resolve) => setImmediate(resolve))
  decide()
  await closed
  assert.match(await answers, /200 OK[\s\S]*"numero"[\s\S]*200 OK[\s\S]*connection: close/i)
  const refused = await fetch(`${urls[0]}/pessoas`).catch(({ cause }) => cause.code)
  assert.is(refused, 'ECONNREFUSED')
})

async function refusedToListen(options: { port: number; hosts?: string[] }, message: RegExp): Promise<void> {
  const router = routerOf(worldOf(smallWorld()))
  try {
    const { close } = await listen(router, options)
    await close()
  } catch (error) {
    assert.instance(error, OperatorError)
    assert.match((error as Error).message, message)
    return
  }
  assert.unreachable('it listens')
}

async function taken(host: string, use: (port: number) => Promise<void>): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen({ port: 0, host, ipv6Only: true }, resolve))
  try {
    await use((server.address() as { port: number }).port)
  } finally {
    server.close()
  }
}

for (const host of ['127.0.0.1', '::1']) {
  test(`a port that is in use on ${host} is named, with the flag to use another`, () =>
    taken(host, (port) =>
      refusedToListen(
        { port },
        new RegExp(`^Port ${port} is already in use on ${host}\\. .*--port \\(in code, port\\)`),
      ),
    ))
}

test('what is bound on every address is told by addresses that can be opened', async () => {
  for (const host of ['0.0.0.0', '::']) {
    const router = routerOf(worldOf(smallWorld()))
    const { urls, close } = await listen(router, { port: 0, hosts: [host] })
    assert.match(urls[0], /^http:\/\/127\.0\.0\.1:\d+$/)
    for (const url of urls) assert.is((await fetch(`${url}/pessoas`)).status, 401, url)
    await close()
  }
})

test('an address that is not of this machine is refused', () =>
  refusedToListen(
    { port: 0, hosts: ['192.0.2.1'] },
    /^192\.0\.2\.1 is not an address of this machine\. .*--host/,
  ))

const bindFaults: [code: string | undefined, says: RegExp, not: RegExp][] = [
  [
    'EADDRINUSE',
    /^Port 80 is already in use on some\.host\. Use another with --port \(in code, port\)/,
    /--host/,
  ],
  ['EADDRNOTAVAIL', /^some\.host is not an address of this machine\. .*--host \(in code, host\)/, /port/i],
  ['ENOTFOUND', /^The host name some\.host cannot be resolved\. .*--host \(in code, host\)/, /port/i],
  ['EAI_AGAIN', /^The host name some\.host cannot be resolved\. /, /port/i],
  ['EACCES', /^You have no permission to listen on port 80 of some\.host\. .*--port/, /--host/],
  ['EOTHER', /^Listening on port 80 of some\.host failed \(why\)\. .*--port or --host/, /Error/],
  [undefined, /^Listening on port 80 of some\.host failed \(why\)/, /undefined/],
]
for (const [code, says, not] of bindFaults) {
  test(`what cannot be bound for ${code} names what is at fault, and nothing else`, () => {
    const fault = bindFault(Object.assign(new Error('why'), code && { code }), 80, 'some.host')
    assert.match(fault, says)
    assert.not.match(fault, not)
  })
}

test('a further address is bound where this machine has it', async () => {
  for (const hosts of [['127.0.0.1', '192.0.2.1'], ['127.0.0.1']]) {
    const { urls, close } = await listen(routerOf(worldOf(smallWorld())), { port: 0, hosts })
    assert.is(urls.length, 1)
    await close()
  }
})

test('when any port will do, others are tried until one is free on every address, but not for ever', () =>
  refusedToListen(
    { port: 0, hosts: ['127.0.0.1', '127.0.0.1'] },
    /^Port \d+ is already in use on 127\.0\.0\.1/,
  ))

/** A listening port that nobody answers at yet, and how its app is opened. */
async function unopened() {
  const listening = await listenFirst({ port: 0, accessLog, backlog })
  const router = routerOf(worldOf(smallWorld()))
  return { listening, port: Number(new URL(listening.urls[0]).port), open: () => listening.serve(router) }
}

test('what is asked before the data is there waits for it, in its order; who has left by then is not answered', async () => {
  const { listening, port, open } = await unopened()
  logged.length = 0
  const posted = `${POST}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const waiting = exchange(port, `${posted}${GET}connection: close\r\n\r\n`)
  const left = connect(port, '127.0.0.1', () => left.write(`${GET}\r\n`))
  await pause(50)
  left.destroy()
  await pause(50)
  await open()
  assert.match(await waiting, /^HTTP\/1\.1 200 OK[\s\S]*"numero"[\s\S]*HTTP\/1\.1 200 OK[\s\S]*"itens"/)
  assert.equal(
    logged.map(({ request, status }) => [request?.method, status]),
    [
      ['GET', 499],
      ['POST', 200],
      ['GET', 200],
    ],
  )
  await listening.close()
})

test('a start that fails lets go at once of those who wait', async () => {
  const { listening, port } = await unopened()
  // The system resets a connection whose bytes nobody has read yet.
  const waiting = exchange(port, `${GET}\r\n`).catch(({ code }) => assert.is(code, 'ECONNRESET'))
  await pause(50)
  await listening.close()
  assert.not(await waiting)
})

test.run()
