import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dialect, Shape } from '../contract/dialect.ts'
import { completeProfile } from '../contract/profile.ts'
import { seedDataset } from '../fixture/make/seed.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin } from '../twin.ts'

const test = suite('finish')
const twin = createTwin(smallWorld())

async function headersOf(dialect: Partial<Dialect>, method: string, token = TOKEN) {
  const profile = completeProfile({ dialect })
  const answer = await twin.ask(profile, { method, url: '/pessoas', headers: { authorization: token } })
  const { date: _, connection: _c, 'content-length': length, ...headers } = answer.headers
  if (method !== 'HEAD')
    assert.is(length, answer.status === 204 ? undefined : String(Buffer.byteLength(answer.text)))
  return headers
}

const usual = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
}
const bare = { 'x-content-type-options': 'nosniff' }
const headers = {
  'Content-Type': 'application/json',
  'cache-control': null,
  'X-Version': '2',
  'content-length': '1',
}
const changed = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', 'x-version': '2' }
const frames = {
  401: { status: 401, body: {}, headers: { 'WWW-Authenticate': 'Bearer', 'x-version': null } },
}
const routes = { method: { options: 'ok', other: 'no-content' } } as const

const pages: Partial<Dialect> = {
  refusals: {
    frames: { 404: { status: 404, body: '<p>Não há</p>', headers: { 'content-type': 'text/html' } } },
    ifJson: {
      frames: { 404: { status: 404, body: { says: '{text}' } } },
      phrases: { 'route.elsewhere': 'Nada em {path}' },
    },
  },
}
const accepts: [accept: string | undefined, type: string | undefined, text: string][] = [
  [undefined, 'text/html', '<p>Não há</p>'],
  ['*/*', 'text/html', '<p>Não há</p>'],
  ['application/json, text/plain, */*', usual['content-type'], '{"says":"Nada em /nada"}'],
]
for (const [accept, type, text] of accepts) {
  test(`a refusal for the Accept ${accept}`, async () => {
    const profile = completeProfile({ dialect: pages })
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    const answer = await twin.ask(profile, { method: 'GET', url: '/nada', headers })
    assert.equal([answer.status, answer.headers['content-type'], answer.text], [404, type, text])
  })
}

const cases: [dialect: Partial<Dialect>, list: object, refusal: object][] = [
  [{}, usual, usual],
  [{ shape: { headers } }, changed, changed],
  [{ shape: { refusalHeaders: headers } }, usual, changed],
  [{ shape: { headers, refusalHeaders: {} } }, changed, usual],
  [
    { shape: { largeHeaders: { from: 300, headers: { Vary: 'accept-encoding', 'content-length': '1' } } } },
    { ...usual, vary: 'accept-encoding' },
    usual,
  ],
  [{ shape: { largeHeaders: { from: 100_000, headers: { vary: 'x' } } } }, usual, usual],
  [{ refusals: { frames } }, usual, { ...usual, 'www-authenticate': 'Bearer' }],
  [
    { shape: { headers }, refusals: { frames } },
    changed,
    { 'content-type': 'application/json', ...bare, 'www-authenticate': 'Bearer' },
  ],
  [{ refusals: { phrases: { 'token.wrong': 'no' } } }, usual, usual],
]
for (const [dialect, list, refusal] of cases) {
  test(JSON.stringify(dialect), async () => {
    assert.equal(await headersOf(dialect, 'GET'), list)
    assert.equal(await headersOf(dialect, 'HEAD'), list)
    assert.equal(await headersOf(dialect, 'GET', 'x'), refusal)
  })
}

test('an answer without a body has no type', async () => {
  assert.equal(await headersOf({ routes }, 'OPTIONS'), bare)
  assert.equal(await headersOf({ routes }, 'PUT'), bare)
  const shape = { headers: { 'x-version': '2', 'cache-control': null } }
  assert.equal(await headersOf({ routes, shape }, 'OPTIONS'), { ...bare, 'x-version': '2' })
  assert.equal(await headersOf({ routes, shape }, 'PUT'), { ...bare, 'x-version': '2' })
})

test('a HEAD can have other headers than a GET', async () => {
  const shape = { headHeaders: headers }
  assert.equal([await headersOf({ shape }, 'GET'), await headersOf({ shape }, 'HEAD')], [usual, changed])
})

test('a refusal of a HEAD can leave out headers of that of a GET', async () => {
  const profile = completeProfile({ dialect: { shape: { headRefusalHeaders: { 'content-type': null } } } })
  const typeOf = async (method: string, authorization = TOKEN) =>
    (await twin.ask(profile, { method, url: '/pessoas', headers: { authorization } })).headers['content-type']
  assert.ok(await typeOf('GET', 'x'))
  assert.is(await typeOf('HEAD', 'x'), undefined)
  assert.ok(await typeOf('HEAD'))
})

const python = { colon: ': ', comma: ', ', nonAscii: 'lower-case' } as const
const textOf = async (dialect: Partial<Dialect>, token = TOKEN) => {
  const profile = completeProfile({ dialect })
  const asked = { method: 'GET', url: '/pessoas?nome=%C3%89', headers: { authorization: token } }
  const { text, headers } = await twin.ask(profile, asked)
  assert.is(headers['content-length'], String(Buffer.byteLength(text)))
  return text
}

test('JSON is written in the style of successes, of refusals, or of a frame', async () => {
  const list = await textOf({ shape: { json: python } })
  assert.match(list, /^\{"result": \{"busca": "\\u00c9", "itens": \[/)
  assert.equal(JSON.parse(list), JSON.parse(await textOf({})))
  assert.match(
    await textOf({ shape: { json: python } }, 'x'),
    /"error": "Unauthorized", "message": "Falha na autentica\\u00e7/,
  )
  assert.match(await textOf({ shape: { refusalJson: { end: '\n' } } }, 'x'), /"status_code":401\}\n$/)
  assert.match(await textOf({ shape: { refusalJson: { end: '\n' } } }), /\}$/)
  const frames = { 401: { status: 401, body: { a: 'é' }, json: {} } }
  assert.is(await textOf({ shape: { json: python }, refusals: { frames } }, 'x'), '{"a":"é"}')
  assert.is(
    await textOf(
      { shape: { json: python }, refusals: { frames: { 401: { status: 401, body: '{"a":1}' } } } },
      'x',
    ),
    '{"a":1}',
  )
})

test('U+FFFD is escaped only where it stands for bytes that are not UTF-8', async () => {
  const profile = completeProfile({
    dialect: {
      parameters: { nome: { 'not-utf-8': 'replace' } },
      shape: { json: { replaced: 'escaped' } },
    },
  })
  const buscaOf = async (nome: string) => {
    const asked = { method: 'GET', url: `/pessoas?nome=${nome}`, headers: { authorization: TOKEN } }
    return /"busca":"(.*?)"/.exec((await twin.ask(profile, asked)).text)?.[1]
  }
  assert.is(await buscaOf('Jo%E3o'), 'Jo\\ufffdo')
  assert.is(await buscaOf('%EF%BF%BD'), '\ufffd')
})

test('a body that is sent in pieces has the style and the ETag of a short one', async () => {
  const dataset = await seedDataset({ persons: 2600, organizations: 1, seed: 1 })
  const many = createTwin(dataset)
  const [organization] = dataset.organizacoes
  const url = '/pessoas?rows=2600'
  for (const shape of [{ headers: { etag: '' } }, { json: python, headers: { etag: '' } }]) {
    const asked = { method: 'GET', url, headers: { authorization: String(organization?.token) } }
    const { text, headers } = await many.ask(completeProfile({ dialect: { shape } }), asked)
    assert.match(String(headers.etag), new RegExp(`^W/"${Buffer.byteLength(text).toString(16)}-`))
    assert.is(text.includes('"itens": ['), 'json' in shape)
    assert.is(JSON.parse(text).result.itens.length, 2600)
  }
})

test('each body has its ETag, and a client that has it gets 304, where the profile says so', async () => {
  const answerTo = async (dialect: Partial<Dialect>, more: Record<string, string> = {}, url = '/pessoas') =>
    twin.ask(completeProfile({ dialect }), { method: 'GET', url, headers: { authorization: TOKEN, ...more } })
  const shape = { headers: { etag: 'W/"0"' } }
  const conditional = { shape, routes: { list: { 'if-none-match': 'not-modified' } } } as const
  const { etag } = (await answerTo({ shape })).headers
  assert.match(String(etag), /^W\/"[\da-f]+-[\w+/]{27}"$/)
  assert.is.not((await answerTo({ shape }, {}, '/pessoas?page=2')).headers.etag, etag)
  assert.is((await answerTo({ shape }, { authorization: 'x' })).headers.etag?.slice(0, 3), 'W/"')
  assert.is((await answerTo({})).headers.etag, undefined)
  for (const [known, status] of [
    ['*', 304],
    [`"other", ${etag}`, 304],
    ['"other"', 200],
  ] as const) {
    const answer = await answerTo(conditional, { 'if-none-match': known })
    assert.is(answer.status, status)
    if (status === 200) continue
    assert.equal([answer.text, answer.headers['content-type'], answer.headers.etag], ['', undefined, etag])
    assert.is((await answerTo({ shape }, { 'if-none-match': known })).status, 200)
  }
  const refused = await answerTo(conditional, { 'if-none-match': '*' }, '/pessoas?page=x')
  assert.is(refused.status, 400)
})

const allowed: [shape: Shape, url: string, allow: string | undefined][] = [
  [{ refusalHeaders: { allow: '{allow}' } }, '/pessoas', undefined],
  [{ refusalHeaders: { allow: '{allow}' }, allow: { report: 'POST' } }, '/pessoas', undefined],
  [{ refusalHeaders: { allow: 'OPTIONS, {allow}' }, allow: { list: 'GET' } }, '/pessoas', 'OPTIONS, GET'],
  [{ refusalHeaders: { allow: 'OPTIONS, {allow}' }, allow: { list: 'GET' } }, '/x', undefined],
  [{ refusalHeaders: { allow: '{allow}, {allow}' }, allow: { list: '$&' } }, '/pessoas', '$&, $&'],
  [{ refusalHeaders: { allow: 'GET' } }, '/pessoas', 'GET'],
]
for (const [shape, url, allow] of allowed) {
  test(`a refusal of ${url} allows ${allow} with ${JSON.stringify(shape)}`, async () => {
    const profile = completeProfile({ dialect: { shape } })
    const { status, headers } = await twin.ask(profile, { method: 'PATCH', url, headers: {} })
    assert.equal([status, headers.allow], [404, allow])
  })
}

test('a refusal for an Accept that names HTML may be another one', async () => {
  const refusals: Dialect['refusals'] = {
    frames: { 404: { status: 404, body: { says: '{text}' } } },
    ifHtml: {
      frames: { 404: { status: 404, body: '<p>{path}</p>', headers: { 'content-type': 'text/html' } } },
    },
  }
  const answerTo = async (accept: string) => {
    const asked = { method: 'GET', url: '/nada', headers: { authorization: TOKEN, accept } }
    const { headers, text } = await twin.ask(completeProfile({ dialect: { refusals } }), asked)
    return [headers['content-type'], text.slice(0, 10)]
  }
  const [page, json] = [
    ['text/html', '<p>/nada</'],
    [usual['content-type'], '{"says":"N'],
  ]
  for (const [accept, is] of [
    ['text/html,application/xhtml+xml,*/*;q=0.8', page],
    ['*/*', json],
    ['text/html;q=0, */*', json],
    ['text/html, application/json', json],
  ] as const)
    assert.equal(await answerTo(accept), is, accept)
})

test('a refusal names the methods of its path where the profile has them', async () => {
  const dialect: Partial<Dialect> = {
    refusals: { frames: { 404: { status: 404, body: 'no', headers: { allow: null } } } },
    shape: {
      refusalHeaders: { allow: '{allow}', 'x-a': 'b' },
      allow: { list: 'GET', report: 'POST' },
    },
  }
  const profile = completeProfile({ dialect })
  const allowAt = async (url: string, headers = {}) => {
    const answer = await twin.ask(profile, { method: 'PATCH', url, headers })
    return [answer.status, answer.headers.allow, answer.headers['x-a']]
  }
  const number = '00000000-0000-4000-8000-000000000000'
  const wrong = { ...profile, routeUnknown: 'method-not-allowed' as const }
  const refusedAt = async (url: string) =>
    (await twin.ask(wrong, { method: 'PATCH', url, headers: {} })).headers
  assert.is((await refusedAt('/pessoas?page=2')).allow, 'GET')
  assert.is((await refusedAt(`/relatorios/validar/${number}`)).allow, 'POST')
  assert.equal(await allowAt('/x'), [404, undefined, 'b'])
  const { frames: _, ...bare } = dialect.refusals ?? {}
  const elsewhere = completeProfile({ dialect: { ...dialect, refusals: bare } })
  const { headers } = await twin.ask(elsewhere, { method: 'GET', url: '/x', headers: {} })
  assert.equal([headers.allow, headers['x-a']], [undefined, 'b'])
})

test.run()
