import { createServer } from 'node:http'
import { connect } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { packageVersion } from '../contract/package-version.ts'
import { OperatorError } from '../operator/operator-error.ts'
import {
  bodyOf,
  CONTROL_TOKEN,
  controlled,
  requestText,
  routesOfTests,
  statusOf,
} from '../testing/control.ts'
import { openDoor } from './door.ts'
import { ControlRefusal, type ControlRoute, ControlStream } from './route.ts'

const test = suite('control app')

const headers = { authorization: `Bearer ${CONTROL_TOKEN}` }

/** A port of which nothing else is known. */
async function withRoutes(
  routes: ControlRoute[],
  use: (fetchIt: (path: string, init?: RequestInit) => Promise<Response>, errors: unknown[]) => Promise<void>,
) {
  await controlled(
    ({ url, errors }) =>
      use(
        (path, init) => fetch(`${url}/v1${path}`, { ...init, headers: { ...headers, ...init?.headers } }),
        errors,
      ),
    {},
    { routes: () => routes },
  )
}

test('a route gets its parameters, its query and its body, and a word wins over a parameter', () =>
  controlled(async ({ url }) => {
    const get = async (path: string) => (await fetch(`${url}/v1${path}`, { headers })).json()
    assert.equal(await get('/things/a%20b%2Fc~%C3%A3?count=5&deep=true&text=x%26y'), {
      params: { name: 'a b/c~ã' },
      query: { count: 5, deep: true, text: 'x&y' },
    })
    assert.equal(await get('/things/last'), { last: 1 })
    const posted = await fetch(`${url}/v1/thing`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json; charset=UTF-8' },
      body: '{"word":"é"}',
    })
    assert.equal([posted.status, await posted.json()], [201, { what: 'post', body: { word: 'é' } }])
    const nothing = await fetch(`${url}/v1/thing`, { method: 'POST', headers })
    assert.equal([nothing.status, await nothing.json()], [201, { what: 'post', body: {} }])
    const deleted = await fetch(`${url}/v1/thing`, { method: 'DELETE', headers })
    assert.equal([deleted.status, await deleted.text()], [204, ''])
  }))

const faults: [path: string, init: RequestInit, status: number, message: RegExp][] = [
  ['/things/a?count=0', {}, 400, /query\.count must be at least 1/],
  ['/things/a?count=x', {}, 400, /query\.count must be a whole number/],
  ['/things/a?deep=1', {}, 400, /query\.deep must be true or false/],
  ['/things/a?cuont=1', {}, 400, /query\.cuont is unknown: did you mean count\?/],
  ['/things/a?count=1&count=2', {}, 400, /query\.count must be a whole number/],
  ['/things/a?__proto__=1', {}, 400, /query\.__proto__ is unknown/],
  ['/thing?x=1', {}, 400, /query\.x is unknown\. Nothing can be sent here/],
  ['/thing', { method: 'POST', body: '{"wrod":"x"}' }, 400, /body\.wrod is unknown: did you mean word\?/],
  [
    '/thing',
    { method: 'DELETE', body: '{"word":1}' },
    400,
    /body\.word is unknown\. Nothing can be sent here/,
  ],
  ['/thing', { method: 'PUT' }, 405, /only GET, HEAD, POST, DELETE/],
  ['/none', {}, 404, /Unknown path/],
]
for (const [path, init, status, message] of faults) {
  test(`${init.method ?? 'GET'} ${path} is refused with ${status} and why`, () =>
    controlled(async ({ url, acts }) => {
      const type = init.body ? { 'content-type': 'application/json' } : {}
      const response = await fetch(`${url}/v1${path}`, { ...init, headers: { ...headers, ...type } })
      const body = (await response.json()) as { error: { code: string; message: string } }
      assert.is(response.status, status)
      assert.match(body.error.code, /^[a-z-]+$/)
      assert.match(body.error.message, message)
      assert.equal(acts, [])
    }))
}

test('an error of a handler: the operator learns it, the client only what it can use', () =>
  withRoutes(
    ['broken', 'operator', 'refusal'].map((name) => ({
      method: 'GET' as const,
      path: `/${name}`,
      summary: name,
      answer: {},
      handle: () => {
        if (name === 'broken') throw new Error('the secret of the house')
        if (name === 'operator') throw new OperatorError('Use another seed.')
        throw new ControlRefusal(409, 'taken', 'It is taken.', 'Choose another.')
      },
    })),
    async (get, errors) => {
      const broken = await get('/broken')
      assert.is(broken.status, 500)
      assert.not.match(await broken.text(), /secret/)
      assert.match(String(errors), /the secret of the house/)
      assert.equal(await (await get('/operator')).json(), {
        error: { code: 'refused', message: 'Use another seed.' },
      })
      const refused = await get('/refusal')
      assert.equal(
        [refused.status, await refused.json()],
        [409, { error: { code: 'taken', message: 'It is taken.', remedy: 'Choose another.' } }],
      )
    },
  ))

test('a stream comes piece by piece, ends with its pieces, and one that fails is cut', () =>
  withRoutes(
    [
      {
        method: 'GET',
        path: '/lines',
        summary: 'Lines.',
        answer: { type: 'application/x-ndjson' },
        handle: () => new ControlStream('application/x-ndjson', ['1\n', '2\n']),
      },
      {
        method: 'GET',
        path: '/fails',
        summary: 'Fails.',
        answer: { type: 'text/event-stream' },
        handle: () =>
          new ControlStream(
            'text/event-stream',
            (async function* () {
              yield 'data: 1\n\n'
              throw new Error('in the middle')
            })(),
          ),
      },
    ],
    async (get, errors) => {
      const lines = await get('/lines')
      assert.is(lines.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
      assert.is(await lines.text(), '1\n2\n')
      const cut = await (await get('/fails')).text().catch(() => 'cut')
      assert.is(cut, 'cut')
      assert.match(String(errors), /in the middle/)
    },
  ))

test('calls that come before the routes are there wait for them', async () => {
  let give = (_: ControlRoute[]) => {}
  const routes = new Promise<ControlRoute[]>((resolve) => {
    give = resolve
  })
  const door = await openDoor({ port: 0, routes: () => routes })
  const answer = fetch(`${door.url}/v1/health`)
  setTimeout(() => give(routesOfTests([])), 30)
  assert.is((await answer).status, 200)
  assert.match(door.token, /^[\w-]{32}$/)
  await door.close()
})

test('routes that cannot be made are reported, and made again for the next call', async () => {
  const errors: unknown[] = []
  let calls = 0
  const routes = () => {
    if (calls++ === 0) throw new Error('not yet')
    return routesOfTests([])
  }
  const door = await openDoor({ port: 0, routes, onError: (error) => errors.push(error) })
  assert.instance(await fetch(`${door.url}/v1/health`).catch((error: unknown) => error), Error)
  assert.match(String(errors), /not yet/)
  assert.is((await fetch(`${door.url}/v1/health`)).status, 200)
  await door.close()
})

test('it listens on both loopbacks, and on no other address', () =>
  controlled(async ({ port }) => {
    const answers = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ port, host }, () => resolve(true))
        socket.once('error', () => resolve(false))
        socket.once('connect', () => socket.destroy())
      })
    assert.ok(await answers('127.0.0.1'))
    assert.not.ok(await answers('127.0.0.2'))
    const has6 = await new Promise((resolve) => {
      const server = createServer().once('error', () => resolve(false))
      server.listen(0, '::1', () => server.close(() => resolve(true)))
    })
    assert.is(await answers('::1'), has6)
  }))

test('a port in use: another if any will do, an error that says what to do if not', () =>
  controlled(async ({ port }) => {
    const options = { port, routes: () => [] }
    const error = await openDoor(options).catch((error: unknown) => error)
    assert.instance(error, OperatorError)
    assert.match(
      (error as Error).message,
      new RegExp(`^The control port ${port} is already in use\\. Use another with --control`),
    )
    const door = await openDoor({ ...options, orFree: true })
    assert.is(door.inUse, port)
    assert.is.not(door.url, `http://127.0.0.1:${port}`)
    await door.close()
  }))

test('closing ends streams and answers nothing more', () =>
  controlled(async ({ url }) => {
    const door = await openDoor({
      port: 0,
      token: CONTROL_TOKEN,

      routes: () => routesOfTests([]),
    })
    const stream = await fetch(`${door.url}/v1/stream`, { headers })
    const text = stream.text()
    await door.close()
    assert.is(await text, 'data: 1\n\n')
    assert.instance(await fetch(`${door.url}/v1/health`).catch((error: unknown) => error), Error)
    assert.is((await fetch(`${url}/v1/health`)).status, 200)
  }))

test('the OpenAPI document has every route, and its schemas say what is refused', () =>
  controlled(async ({ exchange }) => {
    const answer = await exchange(requestText('/v1/openapi.json'))
    assert.is(statusOf(answer), 200)
    const document = JSON.parse(bodyOf(answer))
    assert.is(document.openapi, '3.1.0')
    assert.is(document.info.version, packageVersion())
    assert.equal(Object.keys(document.paths).sort(), [
      '/v1/broken',
      '/v1/flood',
      '/v1/health',
      '/v1/openapi.json',
      '/v1/session',
      '/v1/stream',
      '/v1/thing',
      '/v1/things/last',
      '/v1/things/{name}',
    ])
    assert.equal(document.paths['/v1/health'].get.security, [])
    assert.equal(document.paths['/v1/thing'].get.security, undefined)
    assert.equal(document.security, [{ token: [] }])
    const { parameters } = document.paths['/v1/things/{name}'].get
    assert.equal(
      parameters.map(({ name, in: where, required }: { name: string; in: string; required: boolean }) => [
        name,
        where,
        required,
      ]),
      [
        ['name', 'path', true],
        ['count', 'query', false],
        ['deep', 'query', false],
        ['text', 'query', false],
      ],
    )
    const { schema } = document.paths['/v1/thing'].post.requestBody.content['application/json']
    const check = new Ajv2020().compile(schema)
    assert.equal([check({ word: 'x' }), check({ wrod: 'x' })], [true, false])
  }))

test.run()
