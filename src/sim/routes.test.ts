import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dialect } from '../contract/dialect.ts'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import { type Routes, routeTable } from '../contract/route-table.ts'
import { MENSAGEM, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin } from '../twin.ts'

const test = suite('routes')
const twin = createTwin(smallWorld())
/** Unknown routes that have the words of all others, unless a phrase tells them apart. */
const NARROWER =
  /^route\.(?:elsewhere|root|dots|below-report|between|before-number|before-number-get|slashes|slashes-report|suffix)$/
const REPORT = `/relatorios/validar/${OWN_REPORT}`
const DECISION = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })

async function ask(profile: PartialProfile, method: string, url: string, type = 'application/json') {
  const headers = { authorization: TOKEN, 'content-type': type }
  const body = method === 'POST' ? DECISION : undefined
  return twin.ask(completeProfile(profile), { method, url, headers, body })
}
const outcome = async (...asked: Parameters<typeof ask>) => {
  const { status, situations, text } = await ask(...asked)
  return [status, situations[0]?.name.replace(NARROWER, 'route.unknown'), text === '']
}

type Slip = Exclude<
  keyof typeof routeTable.path,
  'trailing-slash-report' | 'encoded-slash' | 'raw-signs' | 'raw-bytes' | 'query-escapes'
>
const FOUND = [200, undefined, false]
const REFUSED = [400, 'route.refused', false]
const UNKNOWN = [404, 'route.unknown', false]
const near: Record<Slip, [list: string | undefined, report: string | undefined]> = {
  'trailing-slash': ['/pessoas/?rows=25', `${REPORT}/`],
  'trailing-slashes': ['/pessoas//?rows=25', `${REPORT}///`],
  'double-slash': [undefined, `/relatorios//validar///${OWN_REPORT}`],
  'leading-slashes': ['//pessoas', `///relatorios/validar/${OWN_REPORT}`],
  dots: ['/x/../pessoas?rows=25', `/./relatorios/a/../validar/${OWN_REPORT}`],
  capitals: ['/Pessoas', `/RELATORIOS/Validar/${OWN_REPORT}`],
  'json-suffix': ['/pessoas.json?rows=25', undefined],
  semicolon: ['/pessoas;v=1?rows=25', `/relatorios/validar;v=1/${OWN_REPORT}`],
  encoded: ['/pesso%61s', `/relatorios/valid%61r/${OWN_REPORT}`],
}
const sentTo = (status: number) => [status, undefined, true]
const outcomes: Record<(typeof routeTable.path)['double-slash'][number], [get: unknown[], post: unknown[]]> =
  {
    unknown: [UNKNOWN, UNKNOWN],
    same: [FOUND, FOUND],
    moved: [sentTo(301), sentTo(308)],
    temporary: [sentTo(307), sentTo(307)],
    'moved-get': [sentTo(301), sentTo(307)],
    permanent: [sentTo(308), sentTo(308)],
    'moved-all': [sentTo(301), sentTo(301)],
    'only-get': [sentTo(301), UNKNOWN],
    refuse: [REFUSED, REFUSED],
  }
test('a path that is near that of the interface stays in links as it was sent, where the profile says so', async () => {
  const list = { pessoas: '{itens}', next: '{link.proxima.mantida:relative}' }
  const routes = {
    path: { 'trailing-slash': 'same', capitals: 'same', 'leading-slashes': 'same' },
  } as const
  const profile = completeProfile({ dialect: { routes, shape: { list, linkPath: 'as-sent' } } })
  for (const path of ['/pessoas', '/pessoas/', '/Pessoas']) {
    const asked = { method: 'GET', url: `${path}?rows=25`, headers: { authorization: TOKEN } }
    assert.is(JSON.parse((await twin.ask(profile, asked)).text).next, `${path}?rows=25&page=2`)
  }
  const usual = completeProfile({ dialect: { routes, shape: { list } } })
  const near = { method: 'GET', url: '/Pessoas/?rows=25', headers: { authorization: TOKEN } }
  assert.is(JSON.parse((await twin.ask(usual, near)).text).next, '/pessoas?rows=25&page=2')
  const joined = { method: 'GET', url: '//pessoas?rows=25', headers: { authorization: TOKEN } }
  assert.is(JSON.parse((await twin.ask(profile, joined)).text).next, '/pessoas?rows=25&page=2')
})

test('a path that ends in dots ends in a slash without them', async () => {
  const statusOf = async (path: Routes['path'], url: string) => {
    const profile = completeProfile({ dialect: { routes: path ? { path } : {} } })
    return (await twin.ask(profile, { method: 'GET', url, headers: { authorization: TOKEN } })).status
  }
  for (const url of ['/pessoas/.', '/pessoas/x/..']) {
    assert.is(await statusOf({ dots: 'same' }, url), 404)
    assert.is(await statusOf({ dots: 'same', 'trailing-slash': 'same' }, url), 200)
  }
})

for (const [slip, choices] of Object.entries(routeTable.path)) {
  if (!Object.hasOwn(near, slip)) continue
  for (const choice of choices) {
    test(`path.${slip}: ${choice}`, async () => {
      const profile = { dialect: { routes: { path: { [slip]: choice } } } }
      for (const [other, [list, report]] of Object.entries(near)) {
        const usual = other === 'encoded' ? 'same' : 'unknown'
        // A firewall refuses slashes wherever they are.
        const isOfSlashes =
          slip === 'double-slash' &&
          (other === 'leading-slashes' || (other === 'trailing-slashes' && choice === 'refuse'))
        const isOf = other === slip || isOfSlashes
        const [get, post] = outcomes[isOf ? (choice as 'same') : usual]
        if (list !== undefined) assert.equal(await outcome(profile, 'GET', list), get, list)
        if (report !== undefined) assert.equal(await outcome(profile, 'POST', report), post, report)
        if (post[0] !== 308 || list === undefined) continue
        const { headers } = await ask(
          { dialect: { ...profile.dialect, shape: { headers: { 'x-a': 'b' } } } },
          'GET',
          list,
        )
        assert.equal(
          [headers.location, headers['x-a']],
          [list.includes('?') ? '/pessoas?rows=25' : '/pessoas', 'b'],
        )
      }
      assert.equal(await outcome(profile, 'GET', '/pessoas?nome=%2F'), FOUND)
    })
  }
}

test('slashes at the beginning may be treated in another way than those inside', async () => {
  const path = { 'double-slash': 'moved', 'leading-slashes': 'same' } as const
  const profile = { dialect: { routes: { path } } }
  assert.equal(await outcome(profile, 'GET', '//pessoas'), FOUND)
  assert.equal(await outcome(profile, 'POST', `//relatorios/validar/${OWN_REPORT}`), FOUND)
  assert.equal(await outcome(profile, 'POST', `/relatorios//validar/${OWN_REPORT}`), sentTo(308))
})

test('a slash at the end may be treated by route', async () => {
  const profile = { dialect: { routes: { path: { 'trailing-slash-report': 'temporary' } } } } as const
  assert.equal(await outcome(profile, 'GET', '/pessoas/'), UNKNOWN)
  assert.equal(await outcome(profile, 'POST', `${REPORT}/`), sentTo(307))
})

test('several slashes at the end may be treated in another way than each by itself', async () => {
  const both = { 'trailing-slash': 'same', 'double-slash': 'same' } as const
  const found = (path: NonNullable<Routes['path']>) =>
    outcome({ dialect: { routes: { path } } }, 'GET', '/pessoas//')
  assert.equal(await found(both), FOUND)
  assert.equal(await found({ ...both, 'trailing-slashes': 'unknown' }), UNKNOWN)
  assert.equal(await found({ ...both, 'trailing-slashes': 'moved' }), sentTo(301))
})

const encodedSlashes: [path: NonNullable<Routes['path']>, outcome: unknown[]][] = [
  [{ 'trailing-slash': 'same' }, UNKNOWN],
  [{ 'encoded-slash': 'trailing-slash' }, UNKNOWN],
  [{ 'encoded-slash': 'trailing-slash', 'trailing-slash': 'same' }, FOUND],
  [{ 'encoded-slash': 'trailing-slash', 'trailing-slash': 'temporary' }, sentTo(307)],
]
for (const [path, expected] of encodedSlashes) {
  test(`/pessoas%2F with ${JSON.stringify(path)}`, async () => {
    const profile = { dialect: { routes: { path } } }
    assert.equal(await outcome(profile, 'GET', '/pessoas%2F'), expected)
    assert.equal(await outcome(profile, 'GET', '/pessoas%2Fa'), UNKNOWN)
  })
}

test('a firewall refuses every path with an encoded slash, before the token', async () => {
  const profile = completeProfile({ dialect: { routes: { path: { 'encoded-slash': 'refuse' } } } })
  for (const url of ['/pessoas%2F', '/nada%2f?a=1', '/relatorios/validar/a%2Fb', '/%2F%E0']) {
    const { status, situations } = await twin.ask(profile, { method: 'GET', url, headers: {} })
    assert.equal([status, situations[0]?.name], [400, 'route.refused'], url)
  }
  assert.equal(await outcome({ dialect: profile.dialect }, 'GET', '/pessoas?nome=a%2Fb'), FOUND)
})

test('a redirect names localhost where a request has no Host', async () => {
  const redirect = { text: '{host}', headers: { 'x-host': '{host}' } }
  const path = { 'trailing-slash': 'moved' } as const
  const profile = completeProfile({ dialect: { routes: { path }, shape: { redirect } } })
  const asked = { method: 'GET', url: '/pessoas/' }
  for (const [headers, host] of [
    [{}, 'localhost'],
    [{ host: 'servico.test' }, 'servico.test'],
  ] as const) {
    const answer = await twin.ask(profile, { ...asked, headers })
    assert.equal([answer.status, answer.text, answer.headers['x-host']], [301, host, host])
  }
})

const forms: [form: string, numero: string][] = [
  ['compact', OWN_REPORT.replaceAll('-', '')],
  ['braces', `%7B${OWN_REPORT}%7D`],
]
for (const [form, numero] of forms) {
  const expected: Record<(typeof routeTable.report.braces)[number], unknown[]> = {
    unknown: [400, 'report.shape', false],
    same: FOUND,
    'as-sent': FOUND,
    'well-formed': [404, 'report.unknown', false],
    'no-route': UNKNOWN,
  }
  for (const choice of routeTable.report.braces) {
    test(`report.${form}: ${choice}`, async () => {
      const profile: PartialProfile = {
        reportNumberShape: 'refuse',
        dialect: { routes: { report: { [form]: choice } } },
      }
      assert.equal(await outcome(profile, 'POST', `/relatorios/validar/${numero}`), expected[choice])
      assert.equal(await outcome(profile, 'POST', REPORT), FOUND)
      assert.equal(await outcome(profile, 'POST', '/relatorios/validar/x'), expected.unknown)
      await twin.restore()
    })
  }
}

test('an encoded slash in a number can lead to no route', async () => {
  const profile = { dialect: { routes: { report: { 'encoded-slash': 'no-route' } } } } as const
  const url = '/relatorios/validar/a%2Fb'
  assert.equal(await outcome(profile, 'POST', url), UNKNOWN)
  assert.equal(await outcome({}, 'POST', url), [404, 'report.shape', false])
})

test('signs that a URL has only encoded can be refused before anything else', async () => {
  const profile = { dialect: { routes: { path: { 'raw-signs': 'refuse' } } } } as const
  for (const url of ['/pessoas?nome=[ana]', '/nada?x={', '/pessoas?nome=a|b%', '/pessoas"'])
    assert.equal(await outcome(profile, 'GET', url), [400, 'route.signs', false], url)
  assert.equal(await outcome(profile, 'GET', '/pessoas?nome=%5Bana%5D'), FOUND)
  assert.equal(await outcome({}, 'GET', '/pessoas?nome=[ana]'), FOUND)
})

test('escapes in a query that say nothing can be refused before anything else', async () => {
  const profileOf = (choice: 'refuse-broken' | 'refuse') =>
    ({ dialect: { routes: { path: { 'query-escapes': choice } } } }) as const
  const cases = [
    ['/pessoas?page=1&nome=%zz', 'refuse-broken', [400, 'route.query-escape', false]],
    ['/pessoas?nome=Jo%E3o', 'refuse-broken', FOUND],
    ['/pessoas?nome=Jo%E3o', 'refuse', [400, 'route.query-bytes', false]],
    ['/pessoas?%', 'refuse', [400, 'route.query-escape', false]],
    ['/pessoas?nome=Jo%C3%A3o', 'refuse', FOUND],
    ['/pessoas', 'refuse', FOUND],
  ] as const
  for (const [url, choice, expected] of cases)
    assert.equal(await outcome(profileOf(choice), 'GET', url), expected, url)
})

test('a number in capitals can be as a text that is no UUID', async () => {
  const profile = {
    reportNumberShape: 'refuse',
    dialect: { routes: { report: { capitals: 'shape' } } },
  } as const
  const at = (numero: string) => `/relatorios/validar/${numero}`
  assert.equal(await outcome(profile, 'POST', at('ABCDEF00-0000-4000-8000-00000000000A')), [
    400,
    'report.shape',
    false,
  ])
  assert.equal(await outcome(profile, 'POST', at('abcdef00-0000-4000-8000-00000000000a')), [
    404,
    'report.unknown',
    false,
  ])
})

test('a number in capitals can have no route', async () => {
  const profile = { dialect: { routes: { report: { capitals: 'no-route' } } } } as const
  const at = (numero: string) => `/relatorios/validar/${numero}`
  assert.equal(await outcome(profile, 'POST', at('ABCDEF00-0000-4000-8000-00000000000A')), UNKNOWN)
  assert.equal(await outcome({}, 'POST', at('ABCDEF00-0000-4000-8000-00000000000A')), [
    404,
    'report.unknown',
    false,
  ])
  const inLowerCase = await outcome(profile, 'POST', at('abcdef00-0000-4000-8000-00000000000a'))
  assert.equal(inLowerCase, [404, 'report.unknown', false])
  assert.equal(await outcome(profile, 'POST', at(OWN_REPORT)), FOUND)
  await twin.restore()
})

test('the suffix .json is left out of the path of a report', async () => {
  for (const [choice, expected] of [
    ['unknown', [404, 'report.shape', false]],
    ['same', FOUND],
  ] as const) {
    const profile = { dialect: { routes: { path: { 'json-suffix': choice } } } }
    assert.equal(await outcome(profile, 'POST', `${REPORT}.json`), expected)
    assert.equal(await outcome(profile, 'POST', REPORT), FOUND)
    await twin.restore()
  }
})

test('a number with blanks around it has a route where these are left out', async () => {
  for (const [padded, expected] of [
    ['unknown', [404, 'route.shape', false]],
    ['same', FOUND],
  ] as const) {
    const profile = { dialect: { routes: { report: { shape: 'no-route', padded } } } } as const
    assert.equal(await outcome(profile, 'POST', `${REPORT}%20`), expected)
    assert.equal(await outcome(profile, 'POST', '/relatorios/validar/x%20'), [404, 'route.shape', false])
    await twin.restore()
  }
})

test('a path without a report number can be judged as one with a number that no report has', async () => {
  const EMPTY = '/relatorios/validar/'
  for (const reportNumberShape of ['refuse', 'not-found'] as const) {
    const profile: PartialProfile = {
      reportNumberShape,
      dialect: { routes: { report: { empty: 'number' }, path: { encoded: 'unknown' } } },
    }
    const expected = reportNumberShape === 'refuse' ? [400, 'report.shape'] : [404, 'report.shape']
    assert.equal((await outcome(profile, 'POST', EMPTY)).slice(0, 2), expected)
    const body = await twin.ask(completeProfile(profile), {
      method: 'POST',
      url: EMPTY,
      headers: { authorization: TOKEN, 'content-type': 'application/json' },
      body: '{}',
    })
    if (reportNumberShape === 'not-found') assert.is(body.situations[0]?.name, 'aprovar.missing')
  }
  assert.equal((await outcome({}, 'POST', EMPTY)).slice(0, 2), [404, 'report.no-number'])
  const known: PartialProfile = {
    routeUnknown: 'method-not-allowed',
    dialect: { routes: { report: { empty: 'number' } } },
  }
  assert.equal((await outcome(known, 'GET', EMPTY)).slice(0, 2), [405, 'route.get'])
})

test('a path elsewhere is unknown before the token is judged, where the table says so', async () => {
  const steps = ['token', 'route', 'size', 'type', 'json', 'number', 'query', 'body', 'report', 'state']
  for (const elsewhere of routeTable.unknown.elsewhere) {
    const profile = { dialect: { steps, routes: { unknown: { elsewhere } } } } as PartialProfile
    const statusOf = async (url: string) =>
      (await twin.ask(completeProfile(profile), { method: 'GET', url, headers: {} })).status
    const expected = elsewhere === 'same' ? 401 : 404
    for (const url of ['/', '/nada', '/pessoa', '/nada/pessoas'])
      assert.is(await statusOf(url), expected, url)
    for (const url of ['/pessoas/1', '/relatorios', '/Relatorios/x?a=1'])
      assert.is(await statusOf(url), elsewhere === 'any' ? 404 : 401, url)
    assert.is(await statusOf(REPORT), 401)
    const numbers = { dialect: { steps, routes: { unknown: { elsewhere }, report: { shape: 'no-route' } } } }
    const { status } = await twin.ask(completeProfile(numbers as PartialProfile), {
      method: 'POST',
      url: '/relatorios/validar/x',
      headers: {},
    })
    assert.is(status, elsewhere === 'any' ? 404 : 401)
  }
})

test('a gateway refuses a wrong method before the token, and lets HEAD pass', async () => {
  const steps = ['token', 'route', 'size', 'type', 'json', 'number', 'query', 'body', 'report', 'state']
  for (const [method, url, isFirst] of [
    ['PUT', '/pessoas', true],
    ['GET', `${REPORT}?a=1`, true],
    ['HEAD', REPORT, true],
    ['HEAD', '/pessoas?a=1', false],
    ['POST', REPORT, false],
    ['GET', '/nada', false],
  ] as const) {
    for (const choice of routeTable.unknown.method) {
      const routes = { unknown: { method: choice }, method: { head: 'not-allowed' } }
      const profile = completeProfile({ dialect: { steps, routes } } as PartialProfile)
      const { status } = await twin.ask(profile, { method, url, headers: {} })
      assert.is(status === 401, !isFirst || choice === 'same', `${method} ${url}`)
    }
  }
})

test('a router answers a path elsewhere whatever its escapes', async () => {
  for (const elsewhere of routeTable.unknown.elsewhere) {
    const profile = { dialect: { routes: { unknown: { elsewhere } } } } as const
    const told = async (url: string) => {
      const { status, situations } = await ask(profile, 'GET', url)
      return [status, situations[0]?.name]
    }
    const isOfRouter = ['router', 'gateway', 'any'].includes(elsewhere)
    assert.equal(await told('/%?x=1'), isOfRouter ? [404, 'route.elsewhere'] : [400, 'route.escape'])
    assert.equal(await told('/pessoas/%'), [400, 'route.escape'])
  }
})

test('OPTIONS can be answered on every path as on that of the list', async () => {
  const headers = { 'access-control-allow-methods': 'GET, POST' }
  const of = (options: 'no-content' | 'ok' | 'not-allowed') => ({
    dialect: {
      routes: { unknown: { options: 'answered' }, method: { options } },
      shape: { options: { list: { headers } } },
    },
  })
  for (const [options, status] of [
    ['no-content', 204],
    ['ok', 200],
  ] as const) {
    const answer = await ask(of(options) as PartialProfile, 'OPTIONS', '/nada')
    assert.equal(
      [answer.status, answer.text, answer.headers['access-control-allow-methods']],
      [status, '', 'GET, POST'],
    )
  }
  assert.equal(await outcome(of('not-allowed') as PartialProfile, 'OPTIONS', '/nada'), UNKNOWN)
  assert.equal(await outcome(of('no-content') as PartialProfile, 'GET', '/nada'), UNKNOWN)
})

test('slips are forgiven together, each where its own cell says so', async () => {
  const path = { 'trailing-slash': 'same', 'double-slash': 'same', capitals: 'same' } as const
  const all = { dialect: { routes: { path } } }
  assert.equal(await outcome(all, 'GET', '//PESSOAS/'), FOUND)
  assert.equal(await outcome(all, 'POST', `//Relatorios/validar/${OWN_REPORT}/`), FOUND)
  assert.equal(await outcome(all, 'POST', '/relatorios/validar//'), UNKNOWN)
  assert.equal(await outcome(all, 'GET', '/'), UNKNOWN)
  const one = { dialect: { routes: { path: { 'trailing-slash': 'same' } } } } as const
  assert.equal(await outcome(one, 'GET', '//pessoas/'), UNKNOWN)
})

test('a slip that is sent on counts although another is forgiven', async () => {
  const path = { 'trailing-slash': 'same', 'double-slash': 'temporary', capitals: 'moved' } as const
  const { status, headers } = await ask({ dialect: { routes: { path } } }, 'GET', '//PESSOAS/?page=1')
  assert.equal([status, headers.location], [307, '/pessoas?page=1'])
})

test('a redirect names the host, says where it leads, and escapes what a client sent', async () => {
  const path = { 'trailing-slash': 'moved-get' } as const
  const headers = { location: 'http://{host}{path}', 'content-type': 'text/html', 'x-a': 'b' }
  const shape = { redirect: { text: '<a href="{location}">{pathname}</a>', headers } }
  const profile = { dialect: { routes: { path }, shape } }
  const list = await ask(profile, 'GET', '/pessoas/?page=1&rows=25')
  const to = String(list.headers.location)
  assert.is(to, 'http://localhost/pessoas?page=1&rows=25')
  assert.equal([list.status, list.headers['content-type'], list.headers['x-a']], [301, 'text/html', 'b'])
  assert.is(list.text, `<a href="${to.replace('&', '&#38;')}">/pessoas</a>`)
  const decision = await ask(profile, 'POST', `${REPORT}/`)
  assert.equal([decision.status, decision.text, decision.headers['content-type']], [307, '', undefined])
})

test('a redirect escapes once what the form html escapes', async () => {
  const text = '{path:html} {path}'
  const shape = { redirect: { text, headers: { 'content-type': 'text/html' } } }
  const profile = { dialect: { routes: { path: { 'trailing-slash': 'moved' } }, shape } } as const
  const answer = await ask(profile, 'GET', '/pessoas/?a=1&b=2')
  assert.is(answer.text, '&#x2f;pessoas&#x3f;a&#x3d;1&amp;b&#x3d;2 /pessoas?a=1&#38;b=2')
})

test('a redirect has its text for every method where the profile says so', async () => {
  const shape = { redirect: { text: 'at {path}', methods: 'any', headers: { 'content-type': 'text/plain' } } }
  const routes = { path: { 'trailing-slash': 'moved-all' } }
  const profile = { dialect: { routes, shape } } as const as PartialProfile
  const { status, text, headers } = await ask(profile, 'POST', `${REPORT}/`)
  assert.equal([status, text, headers['content-type']], [301, `at ${REPORT}`, 'text/plain'])
})

test('a path that only begins as one of the interface is told apart from those below and elsewhere', async () => {
  const nameOf = async (url: string) => (await ask({}, 'GET', url)).situations[0]?.name
  for (const url of ['/pessoas.json', '/pessoas;v=1', '/pessoas-1?a=1', '/relatorios/validar.xml'])
    assert.is(await nameOf(url), 'route.suffix', url)
  for (const url of ['/pessoas/1', '/pessoas%2F', `${REPORT}/`])
    assert.is(await nameOf(url), 'route.unknown', url)
})

test('a gateway refuses a path elsewhere before anybody reads the body', async () => {
  const large = 'x'.repeat(2_000)
  for (const elsewhere of ['first', 'router', 'gateway'] as const) {
    const routes = { unknown: { elsewhere, body: 'read' } } as const
    const profile = completeProfile({ dialect: { routes, limits: { body: 1_000 } } })
    const nameOf = async (url: string, type: string, body: string) => {
      const headers = { authorization: TOKEN, 'content-type': type }
      const { situations } = await twin.ask(profile, { method: 'POST', url, headers, body })
      return situations[0]?.name
    }
    const sent = [
      ['application/json', '{', 'json.end-key'],
      ['image/png', '{}', 'type.other'],
      ['application/json', large, 'body.too-large'],
    ] as const
    for (const [type, body, name] of sent) {
      assert.is(await nameOf('/x', type, body), elsewhere === 'gateway' ? 'route.elsewhere' : name)
      assert.is(await nameOf('/pessoas/1', type, body), name)
    }
  }
})

const methods: Record<
  Exclude<keyof typeof routeTable.method, 'options-without-token' | 'preflight'>,
  [method: string, name: string]
> = {
  head: ['HEAD', 'route.head'],
  options: ['OPTIONS', 'route.options'],
  other: ['DELETE', 'route.method'],
}
for (const [row, choices] of Object.entries(routeTable.method)) {
  if (!Object.hasOwn(methods, row)) continue
  const [method, name] = methods[row as 'head']
  for (const choice of choices) {
    test(`method.${row}: ${choice}`, async () => {
      const profile = { dialect: { routes: { method: { [row]: choice } } } }
      const isHead = method === 'HEAD'
      const expected = {
        same: [200, undefined, true],
        unknown: [404, name, isHead],
        'not-allowed': [405, name, isHead],
        'no-content': [204, undefined, true],
        ok: [200, undefined, true],
      }[choice as 'same']
      const ofList = { other: 'route.list-method', options: 'route.list-options', head: 'route.list-head' }[
        row
      ]
      assert.equal(
        await outcome(profile, method, '/pessoas'),
        expected.map((value): unknown => (String(value) === name ? ofList : value)),
      )
      const ofReport = choice === 'same' ? [404, name, isHead] : expected
      assert.equal(await outcome(profile, method, REPORT), ofReport)
      const unknown = isHead ? 'route.unknown-head' : 'route.unknown'
      assert.equal((await outcome(profile, method, '/x')).slice(0, 2), [404, unknown])
    })
  }
}

test('a preflight is treated in a way of its own, without a token, where the table says so', async () => {
  const asked = async (method: Routes['method'], url = '/pessoas', isPreflight = true) => {
    const shape = { options: { list: { text: 'GET' }, preflight: { text: 'OK' } } }
    const profile = completeProfile({ dialect: { routes: method ? { method } : {}, shape } })
    const headers = isPreflight ? { 'access-control-request-method': 'GET' } : {}
    const { status, text, situations } = await twin.ask(profile, { method: 'OPTIONS', url, headers })
    return [status, situations[0]?.name ?? text]
  }
  const withToken = { options: 'ok', 'options-without-token': 'refuse' } as const
  assert.equal(await asked({ options: 'ok' }), [200, 'OK'])
  assert.equal(await asked({ options: 'ok' }, '/pessoas', false), [200, 'GET'])
  assert.equal(await asked(withToken), [401, 'token.none'])
  assert.equal(await asked({ ...withToken, preflight: 'no-content' }), [204, ''])
  assert.equal(await asked({ ...withToken, preflight: 'ok' }), [200, 'OK'])
  assert.equal(await asked({ ...withToken, preflight: 'ok' }, '/pessoas', false), [401, 'token.none'])
  assert.equal(await asked({ options: 'ok', preflight: 'not-allowed' }, REPORT), [405, 'route.preflight'])
})

test('a method that the table does not have is treated as the knob says', async () => {
  for (const [method, name] of Object.values(methods)) {
    const profile = { routeUnknown: 'method-not-allowed' } as const
    assert.equal((await outcome(profile, method, REPORT)).slice(0, 2), [405, name])
  }
})

test('TRACE can be refused in words of its own, and else as other methods are', async () => {
  const body = { message: '{text}' }
  const refusals = {
    frames: { trace: { status: 501, body } },
    phrases: {
      'route.trace': { text: 'TRACE?', frame: 'trace' },
      'route.list-method': 'Só GET.',
      'route.method': 'Só POST.',
    },
  }
  const profile: PartialProfile = { version: 2, dialect: { refusals } }
  const told = async (method: string, url: string) => {
    const { status, text, situations } = await ask(profile, method, url)
    return [status, JSON.parse(text).message, situations[0]?.name]
  }
  assert.equal(await told('TRACE', REPORT), [501, 'TRACE?', 'route.trace'])
  assert.equal(await told('TRACE', '/pessoas'), [404, 'Só GET.', 'route.list-trace'])
  assert.equal(await told('DELETE', REPORT), [404, 'Só POST.', 'route.method'])
})

test('the names of routes have the method and the path as slots', async () => {
  const { situations } = await ask({}, 'DELETE', '/pessoas?nome=ana')
  assert.equal(situations, [{ name: 'route.list-method', slots: { method: 'DELETE', path: '/pessoas' } }])
  assert.equal((await ask({}, 'GET', '/pessoas/%')).situations[0]?.name, 'route.escape')
})

test('a request without a token has words of its own where there is no route', async () => {
  const refusals = {
    phrases: { 'route.unknown': 'Digest: {authorization-sha256}', 'route.no-token': 'No token' },
  }
  const unknown = { 'without-token': 'apart', elsewhere: 'router' } as const
  const profile: PartialProfile = { version: 2, dialect: { routes: { unknown }, refusals } }
  const told = async (method: string, url: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: token }
    const { text, situations } = await twin.ask(completeProfile(profile), { method, url, headers })
    return [situations[0]?.name, JSON.parse(text).message]
  }
  const nothing = ['route.no-token', 'No token']
  assert.equal(await told('GET', '/x'), nothing)
  assert.equal(await told('GET', '/x%'), nothing)
  assert.equal(await told('PUT', '/pessoas'), nothing)
  assert.equal(await told('POST', '/relatorios/validar/'), nothing)
  const digest = 'Digest: ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='
  assert.equal(await told('GET', '/x', 'abc'), ['route.elsewhere', digest])
  assert.equal(await told('PUT', '/pessoas', 'abc'), ['route.list-method', 'Not Found'])
})

const named: [url: string, name: string][] = [
  ['/relatorios/validar/', 'report.no-number'],
  ['/relatorios/validar/?x=1', 'report.no-number'],
  ['/relatorios/validar', 'route.before-number'],
  ['/relatorios/validar/%', 'report.escape'],
  ['/relatorios/validar/%zz?x=1', 'report.escape'],
  ['/%', 'route.escape'],
]
for (const [url, name] of named) {
  test(`POST ${url} is refused as ${name}`, async () => {
    const { situations } = await ask({}, 'POST', url)
    assert.equal(
      situations.map((one) => one.name),
      [name],
    )
  })
}

for (const choice of routeTable.type.get) {
  test(`type.get: ${choice}`, async () => {
    const profile = { dialect: { routes: { type: { get: choice } } } }
    const usual = ['application/json', 'application/x-www-form-urlencoded', 'application/x+json']
    for (const type of usual) assert.equal(await outcome(profile, 'GET', '/pessoas', type), FOUND)
    const refused = { same: FOUND, refuse: [415, 'type.get', false] }[choice]
    for (const type of ['text/plain', 'nonsense']) {
      assert.equal(await outcome(profile, 'GET', '/pessoas', type), refused)
    }
    const bare = await twin.ask(completeProfile(profile), {
      method: 'GET',
      url: '/pessoas',
      headers: { authorization: TOKEN },
    })
    assert.is(bare.status, 200)
  })
}

const acceptedBy: [accept: string | undefined, isRefused: boolean][] = [
  ['text/html', true],
  ['application/xml, text/*;q=0.8', true],
  ['application/jsonp', true],
  ['application/json;q=0, text/html', true],
  ['application/json; q=0.000', true],
  ['application/json; Q = 0.0', true],
  ['*', false],
  ['application/json;q=0.001', false],
  [undefined, false],
  ['', false],
  ['text/html, */*;q=0.1', false],
  ['application/*', false],
  ['application/problem+json', false],
  ['text/html,application/json;q=0.9', false],
]
for (const [accept, isRefused] of acceptedBy) {
  test(`Accept: ${accept} is ${isRefused ? 'refused where the table says so' : 'taken'}`, async () => {
    for (const choice of routeTable.type.accept) {
      const { status, situations } = await twin.ask(
        completeProfile({ dialect: { routes: { type: { accept: choice } } } }),
        {
          method: 'GET',
          url: '/pessoas',
          headers: { authorization: TOKEN, ...(accept !== undefined && { accept }) },
        },
      )
      const refused = isRefused && choice !== 'same'
      assert.equal([status, situations[0]?.name], refused ? [406, 'type.accept'] : [200, undefined])
    }
  })
}

test('an Accept without JSON is refused for a decision as for a list, or as the table says', async () => {
  const answerTo = async (type: NonNullable<Dialect['routes']['type']>, authorization: string) => {
    const { status } = await twin.ask(completeProfile({ dialect: { routes: { type } } }), {
      method: 'POST',
      url: REPORT,
      headers: { authorization, accept: 'text/html', 'content-type': 'application/json' },
      body: '{}',
    })
    return status
  }
  for (const [type, known, unknown] of [
    [{}, 400, 401],
    [{ accept: 'refuse' }, 400, 401],
    [{ accept: 'first' }, 400, 401],
    [{ 'accept-post': 'first' }, 406, 406],
    [{ 'accept-post': 'refuse' }, 406, 401],
  ] as const)
    assert.equal([await answerTo(type, TOKEN), await answerTo(type, 'x')], [known, unknown])
})

test('an Accept without JSON is refused before the token where the table says so', async () => {
  for (const [accept, status] of [
    ['refuse', 401],
    ['first', 406],
  ] as const) {
    const profile = completeProfile({ dialect: { routes: { type: { accept } } } })
    const asked = { method: 'GET', url: '/pessoas', headers: { accept: 'text/html' } }
    assert.is((await twin.ask(profile, asked)).status, status)
  }
})

test('a number that is no UUID can have no route', async () => {
  const profile = (shape: 'judged' | 'no-route') => ({ dialect: { routes: { report: { shape } } } }) as const
  const at = (numero: string) => `/relatorios/validar/${numero}`
  assert.equal(await outcome(profile('no-route'), 'POST', at('abc')), [404, 'route.shape', false])
  assert.equal(await outcome(profile('judged'), 'POST', at('abc')), [404, 'report.shape', false])
  assert.equal(await outcome(profile('no-route'), 'POST', at('%E0')), [400, 'report.escape', false])
  // The body of these requests is not valid JSON, and the number is looked at before it.
  const early = {
    dialect: { steps: ['route', 'token', 'number'], routes: { report: { shape: 'unknown' } } },
  } as const
  const bodyOf = async (number: string) => {
    const headers = { authorization: TOKEN, 'content-type': 'application/json' }
    const asked = { method: 'POST', url: at(number), headers, body: '{' }
    return (await twin.ask(completeProfile(early), asked)).situations[0]?.name
  }
  assert.equal([await bodyOf('abc'), await bodyOf(OWN_REPORT)], ['report.shape', 'json.end-key'])
  assert.equal((await outcome(profile('no-route'), 'POST', at(OWN_REPORT)))[0], 200)
  const compact = OWN_REPORT.replaceAll('-', '')
  assert.equal(await outcome(profile('no-route'), 'POST', at(compact)), [404, 'report.shape', false])
  const { status } = await twin.ask(completeProfile(profile('no-route')), {
    method: 'POST',
    url: at('abc'),
    headers: {},
  })
  assert.is(status, 404)
})

test('a number with shorter groups can be a UUID that no report has', async () => {
  for (const shape of ['judged', 'no-route'] as const) {
    const ask = (choice: 'shape' | 'well-formed', numero: string) => {
      const report = { shape, 'short-groups': choice }
      const profile = { reportNumberShape: 'refuse', dialect: { routes: { report } } } as const
      return outcome(profile, 'POST', `/relatorios/validar/${numero}`)
    }
    for (const numero of ['1-1-1-1-1', OWN_REPORT.slice(0, -1)]) {
      const refused = shape === 'judged' ? [400, 'report.shape', false] : [404, 'route.shape', false]
      assert.equal(await ask('shape', numero), refused)
      assert.equal(await ask('well-formed', numero), [404, 'report.unknown', false])
    }
    assert.is((await ask('well-formed', `${OWN_REPORT}1`))[0], shape === 'judged' ? 400 : 404)
  }
})

const gateways: [method: string, url: string, name: string][] = [
  ['GET', '/pessoas/1', 'route.unknown'],
  ['GET', '/pessoas.json', 'route.suffix'],
  ['GET', '/relatorios', 'route.between'],
  ['POST', '/relatorios/validar?x=1', 'route.before-number'],
  ['GET', '/relatorios/validar', 'route.before-number-get'],
  ['POST', `${REPORT}/x`, 'route.below-report'],
  ['GET', '/?a=1', 'route.root'],
  ['GET', '/x/../pessoas?a=/./', 'route.dots'],
  ['GET', '/pessoas/..', 'route.unknown'],
  ['GET', '//pessoas', 'route.slashes'],
  ['POST', `/${REPORT}`, 'route.slashes-report'],
  ['GET', '/Pessoas', 'route.elsewhere'],
  ['GET', '/x', 'route.elsewhere'],
  ['GET', REPORT, 'route.get'],
  ['PUT', REPORT, 'route.method'],
  ['PUT', '/pessoas', 'route.list-method'],
  ['POST', '/pessoas', 'route.list-post'],
]
for (const [method, url, name] of gateways) {
  test(`${method} ${url} can be refused in words of its own`, async () => {
    assert.is((await ask({}, method, url)).situations[0]?.name, name)
    const phrases = { [name]: 'do gateway' }
    const { text } = await ask({ dialect: { refusals: { phrases } } }, method, url)
    assert.is(JSON.parse(text).message, 'do gateway')
  })
}

test('the body of a request without a route is judged first where the table says so', async () => {
  const nameOf = async (
    profile: PartialProfile,
    method: string,
    url: string,
    body: string | undefined,
    authorization = TOKEN,
  ) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const { situations } = await twin.ask(completeProfile(profile), { method, url, headers, body })
    return situations[0]?.name
  }
  const read: PartialProfile = { dialect: { routes: { unknown: { body: 'read' } }, limits: { body: 99 } } }
  const strict: PartialProfile = {
    dialect: { routes: { unknown: { body: 'read', 'empty-json': 'refuse' } } },
  }
  for (const [method, url, unknown] of [
    ['PUT', '/pessoas', 'route.list-method'],
    ['DELETE', REPORT, 'route.method'],
    ['POST', '/x', 'route.elsewhere'],
    ['POST', '/relatorios/validar/', 'report.no-number'],
  ] as const) {
    assert.is(await nameOf({}, method, url, '{'), unknown)
    assert.is(await nameOf(read, method, url, '{', 'x'), 'json.end-key')
    assert.is(await nameOf(read, method, url, '{}'.padEnd(100)), 'body.too-large')
    assert.is(await nameOf(read, method, url, '{}'), unknown)
    assert.is(await nameOf(read, method, url, undefined), unknown)
    // Fastify takes a DELETE without a body for one that has none to read.
    assert.is(await nameOf(strict, method, url, undefined), method === 'DELETE' ? unknown : 'body.none')
    assert.is(await nameOf(strict, method, url, '{}'), unknown)
  }
  for (const method of ['GET', 'HEAD', 'TRACE', 'OPTIONS'])
    assert.is(
      await nameOf(strict, method, '/x', undefined),
      method === 'HEAD' ? 'route.unknown-head' : 'route.elsewhere',
    )
  // Newer Fastify reads the body of every method that may have one.
  const strictest: PartialProfile = {
    dialect: { routes: { unknown: { body: 'read', 'empty-json': 'any' } } },
  }
  for (const [method, url] of [
    ['DELETE', REPORT],
    ['OPTIONS', '/pessoas'],
  ] as const) {
    assert.is(await nameOf(strictest, method, url, undefined), 'body.none')
  }
  assert.is(await nameOf(strictest, 'GET', '/x', undefined), 'route.elsewhere')
})

test('a report number that is longer than the limit has no route', async () => {
  const profile: PartialProfile = { dialect: { limits: { number: 40 } } }
  assert.equal(await outcome(profile, 'POST', `/relatorios/validar/${'x'.repeat(40)}`), [
    404,
    'report.shape',
    false,
  ])
  const { situations, status } = await ask(profile, 'POST', `/relatorios/validar/${'%78'.repeat(41)}`)
  assert.is(status, 404)
  assert.equal([situations[0]?.name, situations[0]?.slots.length], ['route.long-number', 41])
})

for (const [choice, number] of [
  ['replace', 'Jo\uFFFDo'],
  ['keep', 'Jo%E3o'],
] as const) {
  test(`report.escape: ${choice}`, async () => {
    const profile: PartialProfile = {
      reportNumberShape: 'refuse',
      dialect: { routes: { report: { escape: choice } } },
    }
    const { situations } = await ask(profile, 'POST', '/relatorios/validar/Jo%E3o')
    assert.equal([situations[0]?.name, situations[0]?.slots.value], ['report.shape', number])
    assert.equal(await outcome(profile, 'POST', `/relatorios/validar/${encodeURIComponent('é')}`), [
      400,
      'report.shape',
      false,
    ])
    assert.equal(await outcome({}, 'POST', '/relatorios/validar/Jo%E3o'), [400, 'report.escape', false])
  })
}

test('a report number with escapes that it does not need can be taken as it is written', async () => {
  const profile = {
    reportNumberShape: 'refuse',
    dialect: { routes: { report: { encoded: 'keep' } } },
  } as const
  const numberIn = async (path: string) => (await ask(profile, 'POST', path)).situations[0]?.slots.value
  assert.is(await numberIn(REPORT.replaceAll('-', '%2D')), REPORT.slice(20).replaceAll('-', '%2D'))
  assert.is(await numberIn('/relatorios/validar/a%20%7B'), 'a {')
  assert.is((await ask(profile, 'POST', '/relatorios/validar/%E3')).situations[0]?.name, 'report.escape')
  assert.is(
    (await ask({}, 'POST', REPORT.replaceAll('-', '%2D'))).status,
    (await ask({}, 'POST', REPORT)).status,
  )
})

test('every report number with escapes can be taken as it is written', async () => {
  const profile = {
    reportNumberShape: 'refuse',
    dialect: { routes: { report: { encoded: 'keep-all' } } },
  } as const
  const numberIn = async (path: string) => (await ask(profile, 'POST', path)).situations[0]?.slots.value
  for (const number of ['a%20%7B', '%2D', 'rel%C3%B3rio']) {
    assert.is(await numberIn(`/relatorios/validar/${number}`), number)
  }
  assert.is((await ask(profile, 'POST', REPORT)).status, (await ask({}, 'POST', REPORT)).status)
  assert.is((await ask(profile, 'POST', '/relatorios/validar/%E3')).situations[0]?.name, 'report.escape')
})

test('OPTIONS is answered with the text and the headers of the profile', async () => {
  const list = { text: 'GET,HEAD', headers: { 'content-type': 'text/plain', allow: 'GET,HEAD', 'x-a': null } }
  const profile: PartialProfile = {
    dialect: {
      routes: { method: { options: 'ok' } },
      shape: { headers: { 'x-a': 'b' }, options: { list } },
    },
  }
  const ofList = await ask(profile, 'OPTIONS', '/pessoas')
  assert.equal([ofList.status, ofList.text], [200, 'GET,HEAD'])
  const { 'content-type': type, allow, 'x-a': a } = ofList.headers
  assert.equal([type, allow, a], ['text/plain', 'GET,HEAD', undefined])
  const ofReport = await ask(profile, 'OPTIONS', REPORT)
  assert.equal([ofReport.text, ofReport.headers.allow, ofReport.headers['x-a']], ['', undefined, 'b'])
})

test.run()
