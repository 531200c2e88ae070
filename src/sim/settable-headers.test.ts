import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dialect, Shape } from '../contract/dialect.ts'
import { completeProfile } from '../contract/profile.ts'
import { MemoryStore } from '../store/memory.ts'
import { OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { settableHeaders } from './settable-headers.ts'
import { createSimulator } from './sim.ts'

const test = suite('headers that a profile may set')

const broken = {
  Connection: 'upgrade',
  'Content-Length': '1',
  date: 'now',
  expect: '100-continue',
  'keep-alive': 'timeout=1',
  'proxy-connection': 'close',
  te: 'trailers',
  Trailer: 'x-a',
  'transfer-encoding': 'chunked',
  upgrade: 'h2c',
}
const headers = { ...broken, 'X-A': 'b', 'proxy-authenticate': 'Basic' }

test('names are in lower case, and the last of each counts', () => {
  assert.equal(
    [...settableHeaders(headers, undefined, { 'x-a': null })],
    [
      ['x-a', null],
      ['proxy-authenticate', 'Basic'],
    ],
  )
})

const frames = { 400: { status: 400, body: {}, headers } }
const other = { routes: { method: { options: 'ok' } } } as const
const places: [shape: Shape, method: string, url: string, more?: Partial<Dialect>][] = [
  [{ headers }, 'GET', '/pessoas'],
  [{ listHeaders: headers }, 'GET', '/pessoas'],
  [{ listHeaders: headers }, 'HEAD', '/pessoas'],
  [{ headHeaders: headers }, 'HEAD', '/pessoas'],
  [{ largeHeaders: { from: 1, headers } }, 'GET', '/pessoas'],
  [{ decisionHeaders: headers }, 'POST', `/relatorios/validar/${OWN_REPORT}`],
  [{ refusalHeaders: headers }, 'GET', '/pessoas?page=x'],
  [{}, 'GET', '/pessoas?page=x', { refusals: { frames } }],
  [{ options: { list: { headers } } }, 'OPTIONS', '/pessoas', other],
  [{ redirect: { headers } }, 'GET', '/pessoas/', { routes: { path: { 'trailing-slash': 'moved' } } }],
]
for (const [shape, method, url, more] of places) {
  test(`framing is ours for ${method} ${url} with ${JSON.stringify({ ...more, shape }).slice(0, 60)}`, async () => {
    const profile = completeProfile({ dialect: { ...more, shape } })
    const app = createSimulator({ store: new MemoryStore(smallWorld()), profile })
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: TOKEN },
      ...(method === 'POST' && { payload: { aprovar: true, mensagem: 'Aprovado após conferência.' } }),
    })
    assert.equal([answer.headers['x-a'], answer.headers['proxy-authenticate']], ['b', 'Basic'])
    for (const [name, value] of Object.entries(broken))
      assert.is.not(answer.headers[name.toLowerCase()], value, name)
    const length = Number(answer.headers['content-length'])
    if (method !== 'HEAD') assert.is(length, answer.rawPayload.length)
  })
}

test.run()
