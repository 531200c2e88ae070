import { once } from 'node:events'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../src/index.ts'
import { probe, type Report, runConformance } from '../index.ts'
import { type LittleServer, littlePeople, littleServer, littleService, type Reply } from '../testing/little-server.ts'

const test = suite('the opening')
const TOKEN = 'segredo-de-teste-0123456789'
const people = littlePeople(30, (i) => `Ana Silva ${i}`)

type Asked = LittleServer['seen'][number]
type Answer = (asked: Asked) => Reply
const service = littleService(people, TOKEN)
const pathOf = ({ url }: Asked) => new URL(url, 'http://x').pathname
const page = (status: number): Reply => ({
  status,
  body: '<!doctype html><title>Entrar</title>',
  headers: { 'content-type': 'text/html; charset=utf-8' },
})
const json = (status: number, body: object, headers = {}): Reply => ({ status, body, headers })
const nothing = json(404, { error: 'Not Found', message: 'Not Found', status_code: 404 })

async function auditing(answer: Answer, path = ''): Promise<{ report: Report; server: LittleServer }> {
  const server = await littleServer(answer)
  try {
    return { report: await runConformance({ url: server.url + path, token: TOKEN }).report(), server }
  } finally {
    await server.close()
  }
}

const ELSEWHERE = /^Wrong base URL: .*, and so did a made-up path\. Is \/pessoas right behind this base URL\?$/
/** What ends a run, and as what. */
const fatal: [what: string, answer: Answer, path: string, says: RegExp][] = [
  ['401', () => json(401, { error: 'Unauthorized' }), '', /^The token was refused with 401\. .* such as "Bearer "/],
  ['403', () => page(403), '', /answered 403\. Something in front of the service rejects this caller\.$/],
  ['500', () => json(500, {}), '', /answered 500\. The target is busy or broken\.$/],
  ['429', () => json(429, {}), '', /\/pessoas: the target answers 429 \(too many requests\)/],
  ['404 everywhere', () => nothing, '', ELSEWHERE],
  ['a web site', () => page(200), '', /^Wrong base URL: .* with something that is not JSON, such as a login page\./],
  [
    'a redirect to a login page',
    () => json(302, {}, { location: '/entrar?volta=%2Fpessoas' }),
    '',
    /302, a redirect to http:\S+\/entrar, which is not followed\. Is \/pessoas right behind/,
  ],
  [
    'a redirect elsewhere',
    () => json(301, {}, { location: 'https://o.invalid/v9/pessoas' }),
    '',
    /redirect to https:\/\/o\.invalid\/v9\/pessoas, .*\. Try https:\/\/o\.invalid\/v9: the service may be there\.$/,
  ],
]
for (const [what, answer, path, says] of fatal) {
  test(`${what} ends the run with its cause`, async () => {
    const { report, server } = await auditing(answer, path)
    assert.is(report.exitCode, 4, report.summary)
    assert.is(report.headline, 'Nothing was decided')
    assert.match(report.rootCause ?? '', says)
    assert.not.match(report.rootCause ?? '', /[?.!][.,]/)
    assert.ok(server.seen.length < 10, String(server.seen.length))
    // Nothing is asked but below the base URL.
    assert.ok(server.seen.every((asked) => pathOf(asked).startsWith(`${path}/`)))
  })
}

/** What a service may answer to its list, broken as it is, so that the run goes on. */
const broken: [what: string, answer: Answer, says: RegExp][] = [
  ['400 in its envelope', () => json(400, { error: 'Bad Request', message: 'x', status_code: 400 }), /answered 400\.$/],
  ['400 only here', (asked) => (pathOf(asked) === '/pessoas' ? json(400, {}) : nothing), /answered 400\.$/],
  [
    'something else',
    (asked) => (pathOf(asked) === '/pessoas' ? json(200, { data: [] }) : nothing),
    /200 with something that is not a list\.$/,
  ],
  [
    'a slash',
    (asked) => (pathOf(asked) === '/pessoas' ? json(308, {}, { location: '/pessoas/' }) : nothing),
    /The interface has no slash/,
  ],
]
for (const [what, answer, says] of broken) {
  test(`${what} at /pessoas is a fault of the service`, async () => {
    const { report } = await auditing(answer)
    assert.is(report.exitCode, 1, report.summary)
    assert.match(report.rootCause ?? '', says)
  })
}

test('a list has no cause', async () => {
  assert.is((await auditing(service)).report.rootCause, null)
})

test('the control port of the simulator is named', async () => {
  await using sim = await startSimulator({ control: true })
  const { url, token } = sim.control as { url: string; token: string }
  for (const target of [url, new URL(url).origin]) {
    const { rootCause, exitCode } = await runConformance({ url: target, token }).report()
    assert.match(String(rootCause), /^This is the control port of pessoas-sim, not its service\. Give the URL/)
    assert.is(exitCode, 4)
  }
})

test('the wrong scheme is named, for a probe, too', async () => {
  const plain = await littleServer(service)
  const secure = createSecureServer().listen(0, '127.0.0.1')
  await once(secure, 'listening')
  const port = (secure.address() as AddressInfo).port
  const url = plain.url.replace('http:', 'https:')
  const wrong = `Wrong base URL: ${url} answers without TLS. Try ${plain.url}: the service may be there.`
  assert.is((await runConformance({ url, token: TOKEN }).report()).rootCause, wrong)
  const asked = await probe({ url, token: TOKEN }).report()
  assert.equal([asked.rootCause, asked.exitCode, asked.profile], [wrong, 4, {}])
  const cut = await runConformance({ url: `http://127.0.0.1:${port}`, token: TOKEN }).report()
  assert.match(cut.rootCause ?? '', new RegExp(`does it want https://127\\.0\\.0\\.1:${port}\\?$`))
  secure.close()
  await plain.close()
})

test('a proxy that answers, or may have, is named with its variable', async () => {
  const names = ['HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'] as const
  const before = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) delete process.env[name]
  const replies: [reply: Reply, says: string][] = [
    [
      json(407, {}),
      'The proxy PROXY answered 407: put its user and password into HTTP_PROXY. The request did not reach',
    ],
    [page(502), 'asked through the proxy PROXY.'],
    [json(401, {}), 'refused with 401, asked through the proxy PROXY.'],
  ]
  for (const [reply, says] of replies) {
    const server = await littleServer(() => reply)
    process.env.HTTP_PROXY = server.url.replace('//', '//user:s3cret@')
    const report = await runConformance({ url: 'http://service.test', token: TOKEN }).report()
    await server.close()
    assert.is(report.exitCode, 4, report.summary)
    assert.match(report.rootCause ?? '', says.replace('PROXY', `${server.url} (HTTP_PROXY)`))
    assert.match(report.rootCause ?? '', /To bypass the proxy, set NO_PROXY=service\.test\.$/)
    assert.not.match(JSON.stringify(report), 's3cret')
  }
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

test('a cause holds no credential', async () => {
  const { report } = await auditing(({ headers }) =>
    json(302, {}, { location: `/entrar/${headers.authorization ?? ''}?t=${headers.authorization ?? ''}` }),
  )
  assert.not.match(JSON.stringify(report), TOKEN)
})

test.run()
