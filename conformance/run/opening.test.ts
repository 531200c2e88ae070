import { once } from 'node:events'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../src/index.ts'
import { probe, type Report, runConformance } from '../index.ts'
import {
  type LittlePerson,
  type LittleServer,
  littleServer,
  littleService,
  type Reply,
} from '../testing/little-server.ts'

const test = suite('the opening')
const TOKEN = 'segredo-de-teste-0123456789'
const people: LittlePerson[] = Array.from({ length: 30 }, (_, i) => ({
  cpf: String(i * 104_729_003).padStart(11, '0'),
  nome: `Ana Silva ${i}`,
  atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
}))

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

/** The service below a path; elsewhere, what somebody else answers. */
const below =
  (base: string, elsewhere: Answer = () => nothing): Answer =>
  (asked) =>
    pathOf(asked) === `${base}/pessoas` ? service(asked) : elsewhere(asked)

async function auditing(answer: Answer, path = ''): Promise<{ report: Report; server: LittleServer }> {
  const server = await littleServer(answer)
  try {
    return { report: await runConformance({ url: server.url + path, token: TOKEN }).report(), server }
  } finally {
    await server.close()
  }
}

/** What a base URL that is not that of the service is told as, and where the service is found. */
const wrong: [what: string, answer: Answer, path: string, found: string | undefined, says: RegExp][] = [
  ['every path is 404', () => nothing, '', undefined, /answered 404, and so did a made-up path/],
  ['every path is a page', () => page(404), '/a', undefined, /answered 404/],
  [
    'a gateway that numbers its answers and names the path',
    (asked) =>
      json(404, { message: `Cannot GET ${pathOf(asked)}`, requestId: crypto.randomUUID(), at: Date.now() }),
    '/a/b',
    undefined,
    /answered 404/,
  ],
  [
    'every path is 200',
    () => json(200, { ok: true }),
    '',
    undefined,
    /answered 200, and so did a made-up path/,
  ],
  [
    'every path is a list of something else',
    (asked) => json(200, [pathOf(asked)]),
    '',
    undefined,
    /answered 200, and so did a made-up path/,
  ],
  ['a web site', () => page(200), '', undefined, /answered 200 with HTML: a login page, a web site/],
  [
    'a redirect to a login page',
    () => json(302, {}, { location: '/entrar?volta=%2Fpessoas' }),
    '',
    undefined,
    /a redirect to http:\/\/127\.0\.0\.1:\d+\/entrar, which is not followed/,
  ],
  [
    'a redirect to another host',
    () => json(301, {}, { location: 'https://other.invalid/v9/pessoas' }),
    '',
    undefined,
    /redirect to https:\/\/other\.invalid\/v9\/pessoas.* try https:\/\/other\.invalid\/v9 as the base URL/,
  ],
  [
    '/pessoas in the base URL',
    below(''),
    '/pessoas',
    '',
    /answers with a list: use http:\S+ as the base URL/,
  ],
  ...(
    [
      ['400 in plain text', () => ({ status: 400, body: 'Bad path' })],
      ['400 as JSON', (asked) => json(400, { code: 'NO_ROUTE', path: pathOf(asked) })],
      ['405', () => json(405, { message: 'Method Not Allowed' }, { allow: 'POST' })],
      ['403', () => json(403, { message: 'Forbidden' })],
      ['a slash', (asked) => json(301, {}, { location: `${pathOf(asked)}/` })],
      [
        'a slash, and then 404',
        (asked) =>
          pathOf(asked).endsWith('/') ? page(404) : json(308, {}, { location: `${pathOf(asked)}/` }),
      ],
      [
        'a full address with a slash',
        (asked) => json(302, {}, { location: `http://${asked.headers.host}${pathOf(asked)}/` }),
      ],
      ['406', () => ({ status: 406, body: '' })],
      ['421', () => ({ status: 421, body: 'misdirected' })],
      ['403 of a gateway of Amazon', () => json(403, { message: 'Missing Authentication Token' })],
      [
        '403 of one that says so in a header',
        (asked) =>
          json(
            403,
            { message: `for ${pathOf(asked)}`, id: crypto.randomUUID() },
            { 'x-amzn-errortype': 'MissingAuthenticationTokenException' },
          ),
      ],
    ] satisfies [string, Answer][]
  ).map(([what, elsewhere]): (typeof wrong)[number] => [
    `every other path is answered with ${what}`,
    below('/api', elsewhere),
    '',
    '/api',
    /answers with a list/,
  ]),
  ...(
    [
      ['400 in plain text', () => ({ status: 400, body: 'Bad path' })],
      ['405', () => json(405, { message: 'Method Not Allowed' })],
      ['a slash', (asked) => json(301, {}, { location: `${pathOf(asked)}/` })],
      ['403 of a gateway of Amazon', () => json(403, { message: 'Missing Authentication Token' })],
    ] satisfies [string, Answer][]
  ).map(([what, everywhere]): (typeof wrong)[number] => [
    `every path is answered with ${what}`,
    everywhere,
    '',
    undefined,
    /^Wrong base URL: .*No list was found at/,
  ]),
  ['the version after the right one', below('/v1'), '/v2', '/v1', /answers with a list/],
  ['a version far away', below('/x/v1'), '/x/v7', '/x/v1', /answers with a list/],
  ['the version before the right one', below('/api/v3'), '/api/v2', '/api/v3', /answers with a list/],
  [
    'a version in the middle',
    below('/v1/identidade'),
    '/v2/identidade',
    '/v1/identidade',
    /answers with a list/,
  ],
  ['another last piece', below('/x/api'), '/x/apis', '/x/api', /answers with a list/],
  ['the path of a decision in it', below('/x'), '/x/relatorios/validar', '/x', /answers with a list/],
  ['one piece too many', below('/api'), '/api/v1', '/api', /answers with a list/],
  ['two pieces too many', below(''), '/api/v1', '', /answers with a list/],
  ['a prefix too few', below('/api/v1'), '', '/api/v1', /answers with a list/],
  ['the first piece missing', below('/api/v2'), '/v2', '/api/v2', /answers with a list/],
  ['a site around the service', below('/api', () => page(200)), '', '/api', /with HTML.*answers with a list/],
  [
    'a redirect to the service, where nobody guesses',
    below('/servicos/identidade', () => json(308, {}, { location: '/servicos/identidade/pessoas' })),
    '',
    '/servicos/identidade',
    /a redirect to .*answers with a list/,
  ],
  [
    'a service below that asks for no token',
    (asked) => below('/v1')({ ...asked, headers: { authorization: TOKEN } }),
    '',
    '/v1',
    /answers with a list/,
  ],
]
for (const [what, answer, path, found, says] of wrong) {
  test(`${what}: a wrong base URL, which ends with 4 and says where the service is`, async () => {
    const { report, server } = await auditing(answer, path)
    assert.is(report.exitCode, 4, report.summary)
    assert.is(report.headline, 'Nothing was decided')
    assert.match(report.rootCause ?? '', /^Wrong base URL: /)
    assert.match(report.rootCause ?? '', says)
    const place =
      found === undefined
        ? /^Nothing was decided: wrong base URL[.;]/
        : `the service answers at ${server.url}${found}.`
    assert.match(report.summary, place)
    assert.is(report.counts.pass + report.counts.fail + report.counts.observed, 0)
    assert.equal([...new Set(server.seen.map(({ method }) => method))], ['GET'])
    assert.ok(server.seen.length < 30, String(server.seen.length))
    assert.is(report.requests.sent, server.seen.length)
  })
}

test('a guess sends the token only below the base URL that was given, and to who asks for one', async () => {
  for (const [where, path] of [
    ['/api/v1', '/x'],
    ['/nowhere', '/x/y'],
    ['', '/x'],
  ] as const) {
    const { server } = await auditing(below(where), path)
    const elsewhere = server.seen.filter((asked) => !pathOf(asked).startsWith(`${path}/`))
    assert.ok(elsewhere.length > 0)
    const withToken = elsewhere.filter(({ headers }) => headers.authorization !== undefined)
    assert.equal(new Set(withToken.map(pathOf)), new Set(where === '' ? ['/pessoas'] : []))
  }
})

test('where another token is wanted the place is told, and nothing is promised', async () => {
  const refusing: Answer = (asked) =>
    pathOf(asked) === '/api/pessoas' ? service({ ...asked, headers: { authorization: 'x' } }) : nothing
  const { report } = await auditing(refusing)
  assert.match(report.summary, /wrong base URL; the service may be at http:\S+\/api\.$/)
  const guarded: Answer = (asked) =>
    asked.headers.authorization === TOKEN && !pathOf(asked).startsWith('/api')
      ? nothing
      : json(401, { error: 'Unauthorized' })
  assert.match((await auditing(guarded)).report.summary, /wrong base URL\.$/)
})

test('the control port of the simulator is told as such, with the URL to give', async () => {
  await using sim = await startSimulator({ control: true })
  const { url, token } = sim.control as { url: string; token: string }
  for (const target of [url, new URL(url).origin]) {
    const { rootCause, summary, exitCode } = await runConformance({ url: target, token }).report()
    assert.match(String(rootCause), /as the control port of pessoas-sim does\. Give the URL of the service/)
    assert.match(summary, /this is the control port of pessoas-sim/)
    assert.is(exitCode, 4)
  }
})

/** What a service may answer to its list, broken as it is, without its base URL being blamed. */
const right: [what: string, answer: Answer, exitCode: number, says: RegExp][] = [
  ['401', () => json(401, { error: 'Unauthorized' }), 4, /token was refused with 401/],
  ['401 with fields of its own', () => json(401, { error: null }), 4, /token was refused with 401/],
  ['401 with a code', () => json(401, { error: { code: 'token' } }), 4, /token was refused with 401/],
  ['401 as a page', () => page(401), 4, /token was refused with 401/],
  ['403', () => json(403, {}), 4, /answered 403: something in front of the service/],
  ['403 as a page', () => page(403), 4, /answered 403: something in front of the service/],
  ['500', () => json(500, {}), 4, /answered 500, even after retries: the target is busy or broken/],
  ['502 as a page', () => page(502), 4, /answered 502, even after retries: the target is busy or broken/],
  ['429', () => json(429, {}), 4, /\/pessoas: the target answers 429 \(too many requests\)/],
  [
    '403 everywhere',
    () => json(403, { message: 'Forbidden' }),
    4,
    /something in front of the service rejects this/,
  ],
  [
    '400 in the envelope of the service, whatever the path',
    () => json(400, { error: 'Bad Request', message: 'x', status_code: 400 }),
    1,
    /answered 400\.$/,
  ],
  [
    'every path is redirected to itself with a slash, where the list is',
    (asked) =>
      pathOf(asked) === '/pessoas/'
        ? service({ ...asked, url: '/pessoas' })
        : json(301, {}, { location: `${pathOf(asked)}/` }),
    1,
    /The interface has no slash at the end/,
  ],
  ['400', (asked) => (pathOf(asked) === '/pessoas' ? json(400, {}) : nothing), 1, /answered 400\.$/],
  [
    '404 with words of its own',
    (asked) => (pathOf(asked) === '/pessoas' ? json(404, { message: 'Nenhuma pessoa' }) : nothing),
    1,
    /answered 404\.$/,
  ],
  [
    '404, and 401 without a token',
    (asked) =>
      pathOf(asked) === '/pessoas' && asked.headers.authorization === undefined
        ? json(401, { error: 'Unauthorized' })
        : nothing,
    1,
    /answered 404\.$/,
  ],
  [
    '200 with something else',
    (asked) => (pathOf(asked) === '/pessoas' ? json(200, { data: [] }) : nothing),
    1,
    /answered 200 with something that is not a list/,
  ],
  [
    'a redirect to itself with a slash',
    (asked) => (pathOf(asked) === '/pessoas' ? json(308, {}, { location: '/pessoas/' }) : nothing),
    1,
    /The interface has no slash at the end/,
  ],
]
for (const [what, answer, exitCode, says] of right) {
  test(`${what} at /pessoas is not blamed on the base URL`, async () => {
    const { report } = await auditing(answer)
    assert.is(report.exitCode, exitCode, report.summary)
    assert.match(report.rootCause ?? '', says)
    assert.not.match(JSON.stringify(report), /[Ww]rong base URL/)
  })
}

test('an https base URL where plain HTTP is spoken, and the other way round, name the right scheme', async () => {
  const plain = await littleServer(below(''))
  const secure = createSecureServer().listen(0, '127.0.0.1')
  await once(secure, 'listening')
  const port = (secure.address() as AddressInfo).port
  const says = async (url: string) => [
    (await runConformance({ url, token: TOKEN }).report()).rootCause,
    (await probe({ url, token: TOKEN }).report()).rootCause,
  ]
  const url = plain.url.replace('http:', 'https:')
  const wrong = `Wrong base URL: ${url} answers without TLS. Use ${plain.url} as the base URL.`
  assert.equal(await says(url), [wrong, wrong])
  for (const cause of await says(`http://127.0.0.1:${port}`))
    assert.match(cause ?? '', new RegExp(`does it want https://127\\.0\\.0\\.1:${port}\\?$`))
  secure.close()
  await plain.close()
})

test('a probe says it, too', async () => {
  const server = await littleServer(below(''))
  const report = await probe({ url: `${server.url}/api`, token: TOKEN }).report()
  await server.close()
  assert.is(report.exitCode, 4)
  assert.is(report.summary, `Nothing was learned: wrong base URL; the service answers at ${server.url}.`)
  assert.equal(report.profile, {})
})

async function askingThrough(answer: Answer): Promise<{ report: Report; proxy: string }> {
  const server = await littleServer(answer)
  const names = ['HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'] as const
  const before = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) delete process.env[name]
  process.env.HTTP_PROXY = server.url.replace('//', '//user:s3cret@')
  try {
    return {
      report: await runConformance({ url: 'http://service.test', token: TOKEN }).report(),
      proxy: server.url,
    }
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    await server.close()
  }
}

const proxied: [what: string, reply: Reply, isSure: boolean][] = [
  ['503 of Squid', { ...page(503), headers: { 'x-squid-error': 'ERR_CONNECT_FAIL 111' } }, true],
  ['403 of Squid', { ...page(403), headers: { 'x-squid-error': 'ERR_ACCESS_DENIED 0' } }, true],
  ['502 that names the error', { ...page(502), headers: { 'proxy-status': 'p; error=dns_error' } }, true],
  ['407', json(407, {}), true],
  ['503 behind Via', json(503, {}, { via: '1.1 squid' }), false],
  ['403', page(403), false],
  ['502', page(502), false],
  ['200 in HTML', page(200), false],
  ['404', json(404, { message: 'no' }), false],
  ['401', json(401, {}), false],
  ['a redirect', json(302, {}, { location: 'http://login.test/' }), false],
]
for (const [what, reply, isSure] of proxied) {
  test(`${what} through a proxy names the proxy and its variable${isSure ? ' as who answered' : ''}`, async () => {
    const { report, proxy } = await askingThrough(() => reply)
    assert.is(report.exitCode, 4, report.summary)
    const [cause, named] = [report.rootCause ?? '', `the proxy ${proxy} (HTTP_PROXY)`]
    assert.match(
      cause,
      what === '407'
        ? `${named} answered 407: put its user`
        : isSure
          ? `it was ${named} that answered`
          : `through ${named}, which may have`,
    )
    assert.match(cause, /To bypass the proxy, set NO_PROXY=service\.test\.$/)
    assert.match(report.summary, named)
    assert.not.match(`${cause} ${report.summary}`, /[?.!][.,]|s3cret/)
  })
}

test('a token that is a word of ours spoils no cause, and stands in no report as a token', async () => {
  for (const token of ['tok-A', 'is-a', 'a', 'to', 'redirect', '301', 'Bearer e']) {
    for (const answer of [
      ({ url }: Asked) => json(301, {}, { location: `${url}/x` }),
      ({ headers }: Asked) => json(404, { message: `Authorization: ${headers.authorization}` }),
    ]) {
      const server = await littleServer(answer)
      const report = await runConformance({ url: server.url, token }).report()
      await server.close()
      assert.match(
        report.rootCause ?? '',
        /^Wrong base URL: GET http:\S+\/pessoas answered (?:301, a redirect to http:\S+\/pessoas\/x, which is not followed|404, and so did a made-up path)\. No list was found at /,
      )
      assert.not.match(JSON.stringify(report), new RegExp(`uthorization\\W{1,6}${token}(?!\\w)`))
    }
  }
})

test('what a redirect leads to holds no credential', async () => {
  const { report } = await auditing(({ headers }) =>
    json(302, {}, { location: `/entrar/${headers.authorization ?? ''}?t=${headers.authorization ?? ''}` }),
  )
  assert.not.match(JSON.stringify(report), TOKEN)
})

test.run()
