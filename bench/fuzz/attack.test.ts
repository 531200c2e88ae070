import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, AnswerReader } from './answers.ts'
import { type Attackable, attack } from './attack.ts'
import type { Found } from './converse.ts'
import { mutate } from './mutate.ts'
import { Random } from './random.ts'
import { hostileScript } from './script.ts'

const test = suite('attack')

const known = { tokens: ['sim-0123456789abcdef'], reports: ['11111111-1111-4111-8111-111111111111'] }

const send = (response: ServerResponse, status: number, body: object, headers = {}) => {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}
const refuse = (response: ServerResponse, message = 'Not Found') =>
  send(response, 404, { error: 'Not Found', message, status_code: 404 })

/** Attacks a server of 500 requests, and gives what was found. */
async function foundIn(handle: RequestListener): Promise<Found[]> {
  const server = createServer({ requireHostHeader: false }, handle)
  // Half a request, and bytes that are none: what came before them is answered first.
  server.on('clientError', (_, socket) => setTimeout(() => socket.destroy(), 100))
  server.on('connect', (_, socket) => socket.destroy())
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const target: Attackable = {
    port,
    known,
    tokens: known.tokens,
    isQuirky: false,
    isAlive: true,
    resident: 100,
    ask: () => Promise.resolve('200'),
  }
  const found: Found[] = []
  try {
    await attack(target, {
      seed: [7],
      connections: 4,
      deaf: 0,
      bound: 300,
      isEnough: (requests) => requests >= 500,
      onFound: (one) => found.push(one),
    })
    return found
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** A server that does something wrong to one request of ten. */
const sometimes =
  (wrong: RequestListener): RequestListener =>
  (request, response) => {
    request.resume()
    if ((request.url as string).length % 10 === 0) wrong(request, response)
    else refuse(response)
  }

const servers: [what: string, handle: RequestListener, kind: Found['kind']][] = [
  [
    'a status of 500',
    (_, response) => send(response, 500, { error: 'x', message: 'x', status_code: 500 }),
    '5xx',
  ],
  [
    'a stack',
    (_, response) => refuse(response, 'TypeError: x\n    at handle (/app/dist/sim.js:1:2)'),
    'leak',
  ],
  ['a word of Node', (_, response) => refuse(response, 'HPE_INVALID_METHOD'), 'leak'],
  ['a token', (_, response) => refuse(response, `no ${known.tokens[0]}`), 'leak'],
  [
    'the name of its software',
    (_, response) => send(response, 404, { error: 'x', message: 'x', status_code: 404 }, { server: 'x' }),
    'leak',
  ],
  ['a text', (_, response) => void response.end('not found'), 'envelope'],
  [
    'another status in the body',
    (_, response) => send(response, 404, { error: 'x', message: 'x', status_code: 400 }),
    'envelope',
  ],
  [
    'a field too many',
    (_, response) => send(response, 404, { error: 'x', message: 'x', status_code: 404, x: 1 }),
    'envelope',
  ],
  [
    'half a list',
    (_, response) => send(response, 200, { result: { busca: '' }, status_code: 200 }),
    'envelope',
  ],
  ['nothing', () => {}, 'hang'],
  ['the end of the connection', (request) => void request.socket.end(), 'unanswered'],
]
for (const [what, handle, kind] of servers) {
  test(`a server that now and then answers with ${what} is found out`, async () => {
    const found = await foundIn(sometimes(handle))
    assert.ok(found.length > 0)
    assert.ok(
      found.some((one) => one.kind === kind),
      JSON.stringify(found.slice(0, 3)),
    )
  })
}

test('a server that answers as it should is not blamed', async () => {
  assert.equal(
    await foundIn((request, response) => {
      request.resume()
      refuse(response)
    }),
    [],
  )
})

test('a seed gives the same scripts again, and another one others', () => {
  const script = (...seed: number[]) => hostileScript(new Random(...seed), known)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (seed, number) => {
      assert.equal(script(seed, number), script(seed, number))
    }),
    { numRuns: 50 },
  )
  const texts = Array.from({ length: 100 }, (_, i) => JSON.stringify(script(1, i)))
  assert.is(new Set(texts).size, 100)
})

test('what was spoilt is another text', () => {
  const spoilt = Array.from({ length: 100 }, (_, i) => mutate(new Random(i), 'GET / HTTP/1.1\r\n\r\n'))
  assert.ok(new Set(spoilt).size > 60)
})

test('answers are cut alike wherever the bytes are', () => {
  const whole = [
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 204 No Content\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n',
    'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\nHTTP/1.1 2',
  ].join('')
  const read = (cuts: readonly number[]) => {
    // The third answer is one to HEAD.
    const reader = new AnswerReader((answer) => answer === 2)
    const answers: Answer[] = []
    let from = 0
    for (const to of [...cuts, whole.length].sort((a, b) => a - b)) {
      answers.push(...reader.read(Buffer.from(whole.slice(from, to), 'latin1')))
      from = to
    }
    return { answers, rest: reader.rest }
  }
  const expected = read([])
  assert.equal(
    expected.answers.map(({ status, body }) => [status, body]),
    [
      [200, 'abc'],
      [204, ''],
      [200, ''],
      [404, ''],
    ],
  )
  assert.is(expected.rest, 'HTTP/1.1 2')
  fc.assert(
    fc.property(fc.array(fc.nat({ max: whole.length })), (cuts) => {
      assert.equal(read(cuts), expected)
    }),
  )
})

test.run()
