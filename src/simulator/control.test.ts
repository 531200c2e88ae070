import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OptionError, type StartOptions, startSimulator } from '../index.ts'
import { controlling, listStatus } from '../testing/controlling.ts'
import { refusalOf } from '../testing/world.ts'

const test = suite('control of a simulator')

test('without the option there is no control port', async () => {
  await using sim = await startSimulator()
  assert.is(sim.control, null)
})

const mistakes: [control: unknown, message: RegExp][] = [
  [3211, /control must be true, false or an object/],
  [null, /control must be true, false or an object/],
  [{ prot: 1 }, /control option "prot" is unknown/],
  [{ port: 70_000 }, /control\.port must be a whole number/],
  [{ token: 'short' }, /control\.token must be a string of at least 16/],
  [{ token: 'with a blank in its middle' }, /control\.token/],
  [{ token: 5 }, /control\.token/],
]
for (const [control, message] of mistakes) {
  test(`control ${JSON.stringify(control)} is refused`, async () => {
    const error = await startSimulator({ control } as StartOptions).catch((error: unknown) => error)
    assert.instance(error, OptionError)
    assert.match((error as Error).message, message)
  })
}

test('a control port in use ends the start, or gives way and says so', async () => {
  await using first = await startSimulator({ control: { token: 'a-token-of-the-first' } })
  assert.is(first.control?.token, 'a-token-of-the-first')
  const port = Number(new URL(first.control?.url as string).port)
  assert.match(await refusalOf(startSimulator({ control: { port } })), /control port \d+ is already in use/)
  const lines: string[] = []
  await using second = await startSimulator({
    control: { port, orFree: true },
    write: (line) => void lines.push(line),
  })
  assert.match(
    lines.join('\n'),
    new RegExp(`^warning: port ${port} is already in use, so the control port is`),
  )
  assert.is.not(second.control?.url, first.control?.url)
})

test('a start that fails for its data says nothing of a control port in use', async () => {
  await using first = await startSimulator({ control: true })
  const port = Number(new URL(first.control?.url as string).port)
  const lines: string[] = []
  const fixture = { organizacoes: [], pessoas: 3 } as never
  const write = (line: string) => void lines.push(line)
  await refusalOf(startSimulator({ control: { port, orFree: true }, fixture, write }))
  assert.not.match(lines.join('\n'), /control port/)
})

test('health needs no token, and says version and data', () =>
  controlling({}, async (_, sim) => {
    const answer = (await (await fetch(`${sim.control?.url}/v1/health`)).json()) as Record<string, unknown>
    assert.equal([answer.ready, answer.data, typeof answer.version], [true, sim.hash, 'string'])
  }))

test('the port closes with the simulator', async () => {
  const sim = await startSimulator({ control: true })
  await sim.close()
  assert.instance(await fetch(`${sim.control?.url}/v1/health`).catch((error: unknown) => error), Error)
})

/** The keywords that `control/check.ts` knows; any other would be promised and not checked. */
const KEYWORDS = [
  ...['type', 'description', 'default', 'enum', 'const', 'properties', 'required', 'additionalProperties'],
  ...['minProperties', 'items', 'minItems', 'maxItems', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['pattern', 'examples', 'anyOf'],
]

function keywordsOf(schema: object): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const below: unknown[] =
      keyword === 'properties' ? Object.values(value) : keyword === 'anyOf' ? value : [value]
    const isSchema = ['properties', 'anyOf', 'items', 'additionalProperties'].includes(keyword)
    const inner = isSchema ? below.filter((one) => typeof one === 'object') : []
    return [keyword, ...inner.flatMap((one) => keywordsOf(one as object))]
  })
}

test('every route is guarded and described, and its schemas promise only what is checked', () =>
  controlling({ fixture: 'empty' }, async (_, sim) => {
    const { url, token } = sim.control as NonNullable<typeof sim.control>
    const statusOf = async (method: string, path: string, headers: Record<string, string>) =>
      (await fetch(`${url}${path.replace(/\{\w+\}/g, 'x')}`, { method: method.toUpperCase(), headers }))
        .status
    const authorization = `Bearer ${token}`
    const answer = await fetch(`${url}/v1/openapi.json`, { headers: { authorization } })
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> }
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    assert.ok(operations.length >= 11)
    assert.is(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length)
    for (const { path, method, operation } of operations) {
      const what = `${method} ${path}`
      assert.is(await statusOf(method, path, {}), path === '/v1/health' ? 200 : 401, what)
      assert.is(await statusOf(method, path, { authorization, 'sec-fetch-site': 'cross-site' }), 403, what)
      assert.match(operation.summary, /^[A-Z].*\.$/, what)
      const schemas = [
        operation.requestBody?.content['application/json']?.schema,
        ...(operation.parameters ?? []).map(({ schema }) => schema),
      ]
      for (const schema of schemas) {
        const strange = keywordsOf(schema ?? {}).filter((keyword) => !KEYWORDS.includes(keyword))
        assert.equal(strange, [], what)
      }
    }
  }))

interface Described {
  operationId: string
  summary: string
  requestBody?: { content: Record<string, { schema: object }> }
  parameters?: { schema: object }[]
}

const misplaced: [method: string, path: string, error: string][] = [
  ['POST', '/reset', 'POST /v1/reset takes organization in the body, not in the query.'],
  [
    'PUT',
    '/organizations/x/token',
    'PUT /v1/organizations/{handle}/token takes withdrawn in the body, not in the query.',
  ],
  [
    'POST',
    '/faults',
    'POST /v1/faults takes organization, plan, faults, seed in the body, not in the query.',
  ],
]
test('a field of a body that is sent in the query is refused with where it belongs', () =>
  controlling({ fixture: 'empty' }, async (call) => {
    for (const [method, path, message] of misplaced) {
      const { status, body } = await call(method, `${path}?organization=x`)
      assert.equal([status, body.error.message], [400, message])
      assert.is(body.error.remedy, 'Send JSON with Content-Type: application/json.')
    }
    const { body } = await call('DELETE', '/faults', { organization: 'x' })
    assert.equal(body.error, {
      code: 'body',
      message: 'DELETE takes no body.',
      remedy: 'Send organization in the query.',
    })
  }))

test('a minted organization is served under a profile that ships, or under one that is sent', () =>
  controlling({ fixture: 'one-person' }, async (call, sim) => {
    const statusUnder = async (profile?: unknown) => {
      const { body } = await call('POST', '/organizations', { profile, fixture: 'one-person' })
      const { status } = await fetch(`${sim.url}/pessoas?rows=24`, { headers: { authorization: body.token } })
      return status
    }
    assert.is(await statusUnder(), 400)
    assert.is(await statusUnder('lenient'), 200)
    assert.is(await statusUnder({ rowsOffGrid: 'honour' }), 200)
    assert.is(await statusUnder('strict'), 400)
  }))

test('organizations are listed, minted with the others of their fixture, and closed', () =>
  controlling({ fixture: 'decided' }, async (call, sim) => {
    const { body: before } = await call('GET', '/organizations')
    assert.equal(
      before.organizations.map((one: { handle: string; minted: boolean }) => [one.handle, one.minted]),
      sim.organizations.map(({ id }) => [id, false]),
    )
    const { status, body: own } = await call('POST', '/organizations', { fixture: 'shared-persons' })
    assert.equal([status, own.handle, own.persons, own.minted, own.url], [201, 'aurora~1', 4, true, sim.url])
    assert.equal(
      own.organizations.map(({ handle }: { handle: string }) => handle),
      ['aurora~1', 'horizonte~1', 'ipe~1'],
    )
    const life = Date.parse(own.expires) - Date.now()
    assert.ok(life > 3_590_000 && life <= 3_600_000, `it lives for ${life} ms by default`)
    const { body: second } = await call('POST', '/organizations', { fixture: { pessoas: [{ nome: 'Ana' }] } })
    assert.equal([second.handle.endsWith('~2'), second.persons], [true, 1])
    assert.is(await listStatus(sim, own.token), 200)
    assert.equal((await call('GET', '/organizations/aurora~1')).body.reports, own.reports)
    assert.is(
      (await call('GET', '/organizations')).body.organizations.length,
      before.organizations.length + 4,
    )

    assert.is((await call('DELETE', '/organizations/horizonte~1')).status, 204)
    assert.is(await listStatus(sim, own.token), 401)
    for (const gone of ['aurora~1', 'nobody', '__proto__'])
      assert.is((await call('GET', `/organizations/${gone}`)).status, 404)
    const refused = await call('DELETE', `/organizations/${before.organizations[0].handle}`)
    assert.equal([refused.status, refused.body.error.code], [409, 'organization-of-start'])
    assert.is(await listStatus(sim, second.token), 200)
  }))

test('an organization with any id has a path', () =>
  controlling({ fixture: { organizacoes: [{ id: 'a/b ç?#%~' }] } }, async (call) => {
    const { body } = await call('GET', `/organizations/${encodeURIComponent('a/b ç?#%~')}`)
    assert.is(body.handle, 'a/b ç?#%~')
  }))

const ofNobody: [method: string, path: string, body?: object][] = [
  ['GET', '/organizations/nobody'],
  ['DELETE', '/organizations/nobody'],
  ['PUT', '/organizations/nobody/token', { withdrawn: true }],
  ['POST', '/reset', { organization: 'nobody' }],
  ['POST', '/restore', { organization: 'nobody', checkpoint: 'before' }],
  ['PUT', '/checkpoints/before', { organization: 'nobody' }],
  ['GET', '/changes?organization=nobody'],
  ['GET', '/clock?organization=nobody'],
  ['PUT', '/clock', { organization: 'nobody', advance: 1 }],
  ['GET', '/faults?organization=nobody'],
  ['POST', '/faults', { organization: 'nobody', faults: [{ name: 'x', fault: { kind: 'silence' } }] }],
  ['DELETE', '/faults?organization=nobody'],
  ['POST', '/moves', { organization: 'nobody', remove: { place: 1 } }],
  ['GET', '/moves/plans?organization=nobody'],
  ['POST', '/moves/plans', { organization: 'nobody', makes: 'skipped-row' }],
  ['GET', '/journal?organization=nobody'],
  ['DELETE', '/journal?organization=nobody'],
  ['GET', '/journal/count?organization=nobody'],
  ['GET', '/journal/stream?organization=nobody'],
  ['GET', '/journal/export?format=curl&organization=nobody'],
  ['POST', '/verify', { organization: 'nobody', matcher: {} }],
]
test('a handle that no organization has gets one answer, whatever the call', () =>
  controlling({ fixture: 'empty' }, async (call) => {
    for (const [method, path, body] of ofNobody) {
      const answer = await call(method, path, body)
      assert.equal(
        [answer.status, answer.body.error.code],
        [404, 'unknown-organization'],
        `${method} ${path}`,
      )
      assert.match(answer.body.error.remedy, /^GET \/v1\/organizations lists them/)
    }
  }))

const wrongFixtures: [body: object, message: RegExp][] = [
  [{ fixture: '/etc/passwd' }, /This package has no fixture "\/etc\/passwd"\. Use one of default, /],
  [{ fixture: 'package.json' }, /This package has no fixture /],
  [{ fixture: '../fixtures/default.json' }, /This package has no fixture /],
  [{ fixture: 'homonym' }, /This package has no fixture "homonym": did you mean homonyms\?/],
  [{ fixture: { pessoas: [{ nme: 'Ana' }] } }, /did you mean nome\?/],
  [{ fixture: { $ref: 'file:///etc/passwd' } }, /\$ref/],
  [{ profile: '/etc/passwd' }, /This package has no profile "\/etc\/passwd"\. Use one of default, strict, /],
  [{ profile: '../fixtures/profile.json' }, /This package has no profile /],
  [{ profile: 'constructor' }, /This package has no profile /],
  [{ profile: 'frameworks' }, /This package has no profile "frameworks": did you mean framework\?/],
  [{ profile: { rowsOfGrid: 'honour' } }, /knob "rowsOfGrid" is unknown: did you mean rowsOffGrid\?/],
  [{ profile: ['strict'] }, /body\.profile must be a string/],
  [{ fixture: ['default'] }, /body\.fixture must be a string/],
  [{ fixture: 'empty', persons: 3 }, /fixture cannot be used with persons/],
  [{ persons: 10 ** 12 }, /persons must be/],
  [{ ttl: 0 }, /body\.ttl must be at least 1/],
  [{ state: '/tmp/x' }, /body\.state is unknown/],
  [{ data: '/etc/passwd' }, /body\.data is unknown/],
  [{ watch: true }, /body\.watch is unknown/],
  [{ quirks: [] }, /body\.quirks is unknown/],
]
test('nothing that a caller names is read from or written to a file', () =>
  controlling({ fixture: 'empty' }, async (call) => {
    for (const [body, message] of wrongFixtures) {
      const { status, body: refused } = await call('POST', '/organizations', body)
      assert.is(status, 400, JSON.stringify(body))
      assert.match(refused.error.message, message)
      assert.not.match(refused.error.message, /root:|"name"/)
    }
    assert.is((await call('GET', '/organizations')).body.organizations.length, 1)
    const seeded = await call('POST', '/organizations', { persons: 30, seed: 4, organizations: 2 })
    assert.equal([seeded.status, seeded.body.persons], [201, 30])
  }))

test('callers cannot open organizations without end', () =>
  controlling({ fixture: 'empty' }, async (call, sim) => {
    const owns = await Promise.all(Array.from({ length: 1_000 }, () => sim.organization({ fixture: {} })))
    const refused = await call('POST', '/organizations', { fixture: {} })
    assert.equal([refused.status, refused.body.error.code], [409, 'organizations'])
    await owns[0]?.close()
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => (await call('POST', '/organizations', { fixture: {} })).status),
    )
    assert.equal(statuses.sort(), [201, 409, 409, 409])
  }))

test('an organization that outlives its time is closed, over HTTP and in code', () =>
  controlling({ fixture: 'empty' }, async (call, sim) => {
    const { body } = await call('POST', '/organizations', { fixture: 'one-person', ttl: 1_000 })
    await using own = await sim.organization({ fixture: 'one-person', ttl: 1_000 })
    await using longer = await sim.organization({ fixture: 'one-person' })
    assert.equal([await listStatus(sim, body.token), await listStatus(sim, own.token)], [200, 200])
    for (const late = Date.now() + 5_000; Date.now() < late; ) {
      if ((await listStatus(sim, own.token)) === 401 && (await listStatus(sim, body.token)) === 401) break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    assert.equal([await listStatus(sim, body.token), await listStatus(sim, own.token)], [401, 401])
    assert.is((await call('GET', `/organizations/${own.handle}`)).status, 404)
    assert.match(await refusalOf(own.reset()), /was closed, because its time to live \(ttl\) is over/)
    assert.is(await listStatus(sim, longer.token), 200)
    const { body: shown } = await call('GET', `/organizations/${longer.handle}`)
    assert.equal([shown.expires, shown.minted], [null, true])
    for (const ttl of [0, -1, 1.5, 2 ** 31, '60'])
      assert.match(await refusalOf(sim.organization({ ttl } as object)), /ttl must be a whole number/)
  }))

test('calls that end later than the simulator are told so', async () => {
  const sim = await startSimulator({ control: true })
  const closing = sim.close()
  assert.throws(() => sim.withdrawToken(), /The simulator is closed/)
  await closing
})

test.run()
