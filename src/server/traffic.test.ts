import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ServingOptions, serving } from '../testing/serving.ts'
import { MENSAGEM, OWN_REPORT, TOKEN } from '../testing/world.ts'
import type { Traffic } from './traffic.ts'

const test = suite('traffic')

const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}`
const get = (path: string, token = TOKEN) => `${head(`GET ${path}`, `Authorization: ${token}\r\n`)}\r\n`
const BODY = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
const post = (body = BODY) =>
  `${head(`POST /relatorios/validar/${OWN_REPORT}`, `Authorization: ${TOKEN}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`)}\r\n${body}`

/** Sends bytes, and returns what the traffic heard and what came back. */
async function heard(bytes: string, options: ServingOptions = {}) {
  const events: string[] = []
  const traffic: Traffic = {
    admit: ({ method }, _, serve) => {
      events.push(`admit ${method}`)
      serve()
    },
    deliver: (_, __, { status }) => {
      events.push(`deliver ${status}`)
      return false
    },
    body: (_, bytes) => void events.push(`body ${bytes}`),
    stray: ({ status }) => void events.push(`stray ${status}`),
  }
  let answer = ''
  await serving({ traffic, ...options }, async ({ exchange }) => {
    answer = await exchange(bytes)
  })
  return { events, answer }
}

test('every answer is heard once: lists, decisions, refusals, the guard, the framework and halves', async () => {
  const cases: [bytes: string, ...events: string[]][] = [
    [get('/pessoas'), 'admit GET', 'deliver 200'],
    [get('/pessoas?rows=100000'), 'admit GET', 'deliver 200'],
    [get('/pessoas', 'wrong'), 'admit GET', 'deliver 401'],
    [get('/unknown'), 'admit GET', 'deliver 404'],
    [get('/pessoas/%zz'), 'admit GET', 'deliver 400'],
    [post(), 'admit POST', `body ${BODY}`, 'deliver 200'],
    [post('{}'), 'admit POST', 'body {}', 'deliver 400'],
    [get('/pessoas').replace('localhost', 'evil.example'), 'admit GET', 'deliver 403'],
    [
      `${head(`POST /relatorios/validar/${OWN_REPORT}`, `Authorization: ${TOKEN}\r\nTransfer-Encoding: chunked\r\n`)}\r\nzz\r\n`,
      'admit POST',
      'deliver 400',
    ],
    ['\x16\x03\x01\x02\x00', 'stray 400'],
  ]
  for (const [bytes, ...events] of cases) assert.equal((await heard(bytes)).events, events, bytes)
})

test('traffic may answer before the guard, and deliver an answer itself', async () => {
  const deliver: Traffic['deliver'] = () => false
  const body: Traffic['body'] = () => {}
  const refuse: Traffic = {
    admit: (_, response) => void response.writeHead(503).end('busy'),
    deliver,
    body,
  }
  assert.match((await heard(get('/pessoas'), { traffic: refuse })).answer, /^HTTP\/1\.1 503 .*busy/s)

  const cut = (_: unknown, response: Parameters<Traffic['deliver']>[1]) => {
    response.destroy()
    return true
  }
  const lose: Traffic = { admit: (_, __, serve) => serve(), deliver: cut, body }
  const half = `${head(`POST /relatorios/validar/${OWN_REPORT}`, `Authorization: ${TOKEN}\r\nTransfer-Encoding: chunked\r\n`)}\r\nzz\r\n`
  for (const bytes of [get('/pessoas'), get('/unknown'), half]) {
    assert.is((await heard(bytes, { traffic: lose })).answer, '', bytes)
  }
})

test('traffic may let a request in later', async () => {
  const late: Traffic = {
    admit: (_, __, serve) => void setTimeout(serve, 10),
    deliver: () => false,
    body: () => {},
  }
  assert.match((await heard(get('/pessoas'), { traffic: late })).answer, /^HTTP\/1\.1 200 /)
})

test.run()
