import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile, type Profile } from '../contract/profile.ts'
import { MemoryStore } from '../store/memory.ts'
import { Worlds } from '../store/worlds.ts'
import { times } from '../testing/deep.ts'
import { aRequest, assertAnswered } from '../testing/random-request.ts'
import {
  assertEnvelope,
  DISABLED_TOKEN,
  get,
  OTHER_TOKEN,
  OWN_REPORT,
  simulate,
  smallWorld,
  TOKEN,
  UNKNOWN_REPORT,
} from '../testing/world.ts'
import { createSimulator } from './sim.ts'

const test = suite('simulator')

const credentials: [authorization: Profile['authorization'], header: string | undefined, status: number][] = [
  ['bare', TOKEN, 200],
  ['bare', OTHER_TOKEN, 200],
  ['bare', undefined, 401],
  ['bare', '', 401],
  ['bare', 'token-of-x', 401],
  ['bare', 'token-of-', 401],
  ['bare', 'token-of-aa', 401],
  ['bare', 'TOKEN-OF-A', 401],
  ['bare', `${TOKEN} ${TOKEN}`, 401],
  ['bare', `Bearer ${TOKEN}`, 401],
  ['bare', DISABLED_TOKEN, 401],
  ['bare', '\u00ff'.repeat(10), 401],
  ['bearer', `Bearer ${TOKEN}`, 200],
  ['bearer', `bearer  ${TOKEN}`, 200],
  ['bearer', TOKEN, 401],
  ['bearer', 'Bearer x', 401],
  ['either', `Bearer ${TOKEN}`, 200],
  ['either', TOKEN, 200],
  ['either', `Basic ${TOKEN}`, 401],
]
for (const [authorization, header, status] of credentials) {
  test(`${authorization}: ${JSON.stringify(header)} gives ${status}`, async () => {
    const headers = header === undefined ? {} : { authorization: header }
    const response = await simulate({ authorization }).inject({ url: '/pessoas', headers })
    assertEnvelope('/pessoas', response.statusCode, response.body)
    assert.is(response.statusCode, status)
    if (status === 401) {
      assert.equal(Object.keys(response.json()), ['error', 'message', 'status_code'])
      assert.match(response.json().message, /token.*acesso/)
      assert.is(response.headers['www-authenticate'], undefined)
    }
  })
}

test('a world that comes or goes while the service runs brings its tokens, or takes them along', async () => {
  const [store, world] = [new Worlds(), new MemoryStore(smallWorld())]
  const app = createSimulator({ store, profile: defaultProfile })
  const status = async () =>
    (await app.inject({ url: '/pessoas', headers: { authorization: TOKEN } })).statusCode
  assert.is(await status(), 401)
  store.add(world)
  assert.is(await status(), 200)
  store.remove(world)
  assert.is(await status(), 401)
})

const routes: [method: string, path: string, authorized: boolean, status: number][] = [
  ['GET', '/', true, 404],
  ['GET', '/nada', false, 404],
  ['GET', '/pessoas/', true, 404],
  ['GET', '/Pessoas', true, 404],
  ['GET', '//pessoas', true, 404],
  ['POST', '/pessoas', false, 404],
  ['PUT', '/pessoas', true, 404],
  ['DELETE', '/pessoas', true, 404],
  ['OPTIONS', '/pessoas', true, 404],
  ['GET', `/relatorios/validar/${OWN_REPORT}`, true, 404],
  ['POST', '/relatorios/validar/', true, 404],
  ['POST', '/relatorios/validar/?a=1', false, 404],
  ['POST', '/relatorios/validar', true, 404],
  ['POST', `/relatorios/validar/${OWN_REPORT}/x`, true, 404],
  ['GET', '/%E0%A4%A', true, 400],
  ['POST', '/relatorios/validar/%zz', true, 400],
  ['GET', '/pessoas?page=0', false, 401],
  ['POST', `/relatorios/validar/${UNKNOWN_REPORT}`, false, 401],
]
for (const [method, path, authorized, status] of routes) {
  test(`${method} ${path}${authorized ? '' : ' without a token'} gives ${status}`, async () => {
    for (const payload of [undefined, '{']) {
      if (payload !== undefined && method !== 'POST') continue
      const response = await simulate().inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...(authorized && { authorization: TOKEN }),
          ...(payload && { 'content-type': 'application/json' }),
        },
        ...(payload !== undefined && { payload }),
      })
      assertEnvelope(path, response.statusCode, response.body)
      assert.is(response.statusCode, status)
    }
  })
}

test('a wrong method on a known path can be told as one', async () => {
  const app = simulate({ routeUnknown: 'method-not-allowed' })
  const status = async (method: 'GET' | 'PUT', url: string) => (await app.inject({ method, url })).statusCode
  assert.is(await status('PUT', '/pessoas?page=1'), 405)
  assert.is(await status('GET', `/relatorios/validar/${OWN_REPORT}`), 405)
  assert.is(await status('PUT', '/nada'), 404)
  assert.is(await status('GET', '/relatorios/validar/'), 404)
})

test('an error that nobody foresaw is heard of here, and not by the client', async () => {
  class BrokenStore extends MemoryStore {
    override list(): never {
      throw new Error('the secret of the house')
    }
  }
  const heard: unknown[] = []
  const onError = (error: unknown) => heard.push(error)
  const app = createSimulator({ store: new BrokenStore(smallWorld()), profile: defaultProfile, onError })
  const { status, body } = await get(app, '/pessoas')
  assert.is(status, 500)
  assert.not.match(JSON.stringify(body), /secret/)
  assert.match(String(heard[0]), /the secret of the house/)
})

test('random requests are answered in the envelope, and none with a 5xx', async () => {
  const app = simulate()
  await fc.assert(
    fc.asyncProperty(
      aRequest([OWN_REPORT, UNKNOWN_REPORT], [TOKEN, OTHER_TOKEN, DISABLED_TOKEN]),
      async (request) => {
        const { method, url, headers, body } = request
        const response = await app.inject({
          method: method as 'GET',
          url,
          headers,
          ...(body !== undefined && { payload: body }),
        })
        assertAnswered(request, response.statusCode, response.body)
      },
    ),
    { numRuns: times(350, 2_000) },
  )
})

test.run()
