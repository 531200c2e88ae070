import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OptionError, type StartOptions, startSimulator } from '../index.ts'
import { MENSAGEM, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'

const test = suite('base path')

const started = { fixture: smallWorld(), allowInvalidCpf: true }
const decision = {
  method: 'POST',
  headers: { authorization: TOKEN, 'content-type': 'application/json' },
  body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
}

/** Asks at the port of a simulator, whatever its base path is. */
async function ask(url: string, path: string, init: RequestInit = { headers: { authorization: TOKEN } }) {
  const response = await fetch(new URL(url).origin + path, init)
  return { status: response.status, body: await response.text() }
}

for (const basePath of ['/api/v1', '/api/v1/', '/a.b_c~d-e']) {
  const path = basePath.replace(/\/$/, '')
  test(`paths below ${basePath} answer as the interface says, others as unknown routes`, async () => {
    const lines: { path: string; code?: string }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    await using sim = await startSimulator({ ...started, basePath, log: 'json', write })
    await using plain = await startSimulator(started)
    for (const url of [sim.url, ...sim.urls]) assert.is(new URL(url).pathname, path)
    for (const rest of [
      '/pessoas',
      '/pessoas?rows=50&sort=-nome',
      '/pessoas?rows=30',
      '/none',
      '/',
      '?x',
      '',
    ]) {
      assert.equal(await ask(sim.url, path + rest), await ask(plain.url, rest), rest)
    }
    const numero = `/relatorios/validar/${OWN_REPORT}`
    const unknown = await ask(plain.url, '/none')
    for (const outside of ['/pessoas', `/x${path}/pessoas`, `${path}x/pessoas`, path.slice(0, -1), '/']) {
      assert.equal(await ask(sim.url, outside), unknown, outside)
    }
    assert.equal(await ask(sim.url, numero, decision), await ask(plain.url, '/none', decision))
    assert.is((await ask(sim.url, path + numero, decision)).status, 200)
    const outside = lines.filter(({ code }) => code === 'route.outside')
    assert.equal([outside.length, outside[0]?.path], [6, '/pessoas'])
    const [{ path: seen } = { path: '' }] = sim.journal.find({ path: '/pessoas', status: 200 })
    assert.is(seen, '/pessoas')
  })
}

test('under a base path, quirks work', async () => {
  await using broken = await startSimulator({ ...started, basePath: '/api', quirks: ['total-as-number'] })
  const { body } = await ask(broken.url, '/api/pessoas')
  assert.type(JSON.parse(body).result.paginacao.total, 'number')
  assert.is((await ask(broken.url, '/pessoas')).status, 404)
})

for (const basePath of [
  'api',
  'api/v1',
  '/api//v1',
  '/a/../b',
  '/a?b',
  '/a b',
  'http://x/api',
  '/%2e',
  '//',
  1,
  null,
]) {
  test(`${JSON.stringify(basePath)} is no base path`, async () => {
    const error = await startSimulator({ basePath } as StartOptions).catch((error: unknown) => error)
    assert.instance(error, OptionError)
    assert.match((error as Error).message, /^basePath: .* is not a path such as \/api\/v1\.$/)
  })
}

test('a slash alone is none', async () => {
  await using sim = await startSimulator({ ...started, basePath: '/' })
  assert.is(new URL(sim.url).pathname, '/')
  assert.is((await ask(sim.url, '/pessoas')).status, 200)
})

test.run()
