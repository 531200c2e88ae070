import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OptionError, type SimulatorOrganization, type StartOptions, startSimulator } from '../index.ts'
import { type Answer, controlling, decide, listStatus } from '../testing/controlling.ts'
import { refusalOf } from '../testing/world.ts'

const test = suite('control of a simulator')

const mistakes: [control: unknown, message: RegExp][] = [
  [3211, /control must be true, false or an object/],
  [null, /control must be true, false or an object/],
  [{ prot: 1 }, /control option "prot" is unknown/],
  [{ port: 70_000 }, /control\.port must be a whole number/],
  [{ token: 'short' }, /control\.token must be a string of at least 16/],
  [{ token: 'with a blank in its middle' }, /control\.token/],
  [{ token: 5 }, /control\.token/],
]
test('without the option there is no control port, and a wrong one is refused', async () => {
  await using sim = await startSimulator()
  assert.is(sim.control, null)
  for (const [control, message] of mistakes) {
    const error = await startSimulator({ control } as StartOptions).catch((error: unknown) => error)
    assert.instance(error, OptionError)
    assert.match((error as Error).message, message)
  }
})

test('a control port in use ends the start, or gives way and says so, unless the start fails', async () => {
  const first = await startSimulator({ control: { token: 'a-token-of-the-first' } })
  assert.is(first.control?.token, 'a-token-of-the-first')
  const health = `${first.control?.url}/v1/health`
  const { ready, data } = (await (await fetch(health)).json()) as Record<string, unknown>
  assert.equal([ready, data], [true, first.hash])
  const port = Number(new URL(health).port)
  assert.match(await refusalOf(startSimulator({ control: { port } })), /control port \d+ is already in use/)
  const lines: string[] = []
  const options = { control: { port, orFree: true }, write: (line: string) => void lines.push(line) }
  await refusalOf(startSimulator({ ...options, fixture: 'none' }))
  assert.equal(lines, [])
  await using second = await startSimulator(options)
  assert.match(lines.join('\n'), /^warning: port \d+ is already in use, so the control port is/)
  assert.is.not(second.control?.url, first.control?.url)
  await first.close()
  assert.instance(await fetch(health).catch((error: unknown) => error), Error)
})

/** The keywords that `operator/schema-fault.ts` knows; any other would be promised and not checked. */
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
      const open: Record<string, number> = { '/v1/health': 200, '/v1/session': 400 }
      assert.is(await statusOf(method, path, {}), open[path] ?? 401, what)
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

const ofNobody: [method: string, path: string, body?: object][] = [
  ['GET', '/organizations/nobody'], ['DELETE', '/organizations/nobody'], ['GET', '/organizations/__proto__'],
  ['PUT', '/organizations/nobody/token', { withdrawn: true }],
  ['POST', '/reset', { organization: 'nobody' }],
  ['POST', '/restore', { organization: 'nobody', checkpoint: 'before' }],
  ['PUT', '/checkpoints/before', { organization: 'nobody' }],
  ['GET', '/changes?organization=nobody'],
  ['GET', '/clock?organization=nobody'], ['PUT', '/clock', { organization: 'nobody', advance: 1 }],
  ['GET', '/faults?organization=nobody'], ['DELETE', '/faults?organization=nobody'],
  ['POST', '/faults', { organization: 'nobody', faults: [{ name: 'x', fault: { kind: 'silence' } }] }],
  ['POST', '/persons', { organization: 'nobody' }], ['GET', '/persons/1?organization=nobody'],
  ['DELETE', '/reports/1?organization=nobody'],
  ['GET', '/journal?organization=nobody'], ['DELETE', '/journal?organization=nobody'],
  ['GET', '/journal/stream?organization=nobody'], ['GET', '/journal?format=har&organization=nobody'],
  ['POST', '/verify', { organization: 'nobody', matcher: {} }],
]
const wrongBodies: [body: object, message: RegExp][] = [
  [{ fixture: '/etc/passwd' }, /This package has no fixture "\/etc\/passwd"\. Use one of default, /],
  [{ fixture: '../fixtures/default.json' }, /This package has no fixture /],
  [{ fixture: 'homonym' }, /This package has no fixture "homonym": did you mean homonyms\?/],
  [{ fixture: { pessoas: [{ nme: 'Ana' }] } }, /did you mean nome\?/],
  [{ fixture: { $ref: 'file:///etc/passwd' } }, /\$ref/],
  [{ profile: '/etc/passwd' }, /This package has no profile "\/etc\/passwd"\. Use one of default, strict, /],
  [{ profile: 'constructor' }, /This package has no profile /],
  [{ profile: 'frameworks' }, /This package has no profile "frameworks": did you mean framework\?/],
  [{ profile: { rowsOfGrid: 'honour' } }, /knob "rowsOfGrid" is unknown: did you mean rowsOffGrid\?/],
  [{ profile: ['strict'] }, /body\.profile must be a string/],
  [{ fixture: ['default'] }, /body\.fixture must be a string/],
  [{ fixture: 'empty', persons: 3 }, /fixture cannot be used with persons/],
  [{ persons: 10 ** 12 }, /persons must be/],
  [{ ttl: 0 }, /body\.ttl must be at least 1/],
  [{ state: '/tmp/x' }, /body\.state is unknown/],
]
test('what no call can be is refused with what to do, and no file is read that a caller names', () =>
  controlling({ fixture: 'empty' }, async (call) => {
    for (const [method, path, sent] of ofNobody) {
      const { status, body } = await call(method, path, sent)
      assert.equal([status, body.error.code], [404, 'unknown-organization'], `${method} ${path}`)
      assert.match(body.error.remedy, /^GET \/v1\/organizations lists them/)
    }
    for (const [sent, message] of wrongBodies) {
      const { status, body } = await call('POST', '/organizations', sent)
      assert.is(status, 400, JSON.stringify(sent))
      assert.match(body.error.message, message)
      assert.not.match(body.error.message, /root:|"name"/)
    }
    assert.is((await call('GET', '/organizations')).body.organizations.length, 1)
  }))

test('organizations are listed, minted with the others of their fixture, and closed', () =>
  controlling({ fixture: { organizacoes: [{ id: 'a/b ç?#%~' }] } }, async (call, sim) => {
    const { body: before } = await call('GET', '/organizations')
    const [first] = before.organizations
    assert.equal([before.organizations.length, first.handle, first.minted], [1, 'a/b ç?#%~', false])
    assert.equal((await call('GET', `/organizations/${encodeURIComponent(first.handle)}`)).body, first)
    const { status, body: own } = await call('POST', '/organizations', { fixture: 'shared-persons' })
    assert.equal([status, own.handle, own.persons, own.minted, own.url], [201, 'aurora~1', 4, true, sim.url])
    assert.equal(
      own.organizations.map(({ handle }: { handle: string }) => handle),
      ['aurora~1', 'horizonte~1', 'ipe~1'],
    )
    const life = Date.parse(own.expires) - Date.now()
    assert.ok(life > 3_590_000 && life <= 3_600_000, `it lives for ${life} ms by default`)
    const profile = { rowsOffGrid: 'honour' }
    const sent = { fixture: { pessoas: [{ nome: 'Ana' }] }, profile }
    const { body: second } = await call('POST', '/organizations', sent)
    assert.equal([second.handle, second.persons], ['org-1~2', 1])
    const { body: third } = await call('POST', '/organizations', { persons: 30, profile: 'lenient' })
    const ask = async ({ token }: { token: string }) =>
      (await fetch(`${sim.url}/pessoas?rows=24`, { headers: { authorization: token } })).status
    assert.equal(await Promise.all([own, second, third].map(ask)), [400, 200, 200])

    assert.is((await call('DELETE', '/organizations/horizonte~1')).status, 204)
    assert.is(await listStatus(sim, own.token), 401)
    assert.is((await call('GET', '/organizations/aurora~1')).status, 404)
    const refused = await call('DELETE', `/organizations/${encodeURIComponent(first.handle)}`)
    assert.equal([refused.status, refused.body.error.code], [409, 'organization-of-start'])
    assert.is(await listStatus(sim, second.token), 200)
  }))

test('an organization that outlives its time is closed, over HTTP and in code', () =>
  controlling({ fixture: 'empty' }, async (call, sim) => {
    const { body } = await call('POST', '/organizations', { fixture: 'one-person', ttl: 600 })
    await using own = await sim.organization({ fixture: 'one-person', ttl: 600 })
    await using longer = await sim.organization({ fixture: 'one-person' })
    for (const { token } of [body, own])
      while ((await listStatus(sim, token)) !== 401) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.is(await listStatus(sim, longer.token), 200)
    assert.match(await refusalOf(own.reset()), /was closed, because its time to live \(ttl\) is over/)
    assert.is((await call('GET', `/organizations/${longer.handle}`)).body.expires, null)
    for (const ttl of [0, 1.5, 2 ** 31, '60'])
      assert.match(await refusalOf(sim.organization({ ttl } as object)), /ttl must be a whole number/)
  }))

test('a withdrawn token is refused in the middle of a session, until it is accepted again', () =>
  controlling({ fixture: 'shared-persons' }, async (call, sim) => {
    await using own = await sim.organization({ fixture: 'one-person' })
    const tokens = [sim.organizations[0]?.token, sim.organizations[1]?.token, own.token] as string[]
    const withdraw = (withdrawn: boolean) => call('PUT', '/organizations/aurora/token', { withdrawn })
    const [ok, no] = [200, 401]
    const steps: [act: () => Promise<unknown>, lists: number[]][] = [
      [async () => assert.is((await withdraw(true)).body.withdrawn, true), [no, ok, ok]],
      [() => withdraw(false), [ok, ok, ok]],
      [() => sim.withdrawToken(), [no, ok, ok]],
      [() => sim.withdrawToken('horizonte'), [no, no, ok]],
      [() => sim.giveTokenBack(), [ok, no, ok]],
      [() => sim.reset('aurora'), [ok, no, ok]],
      [() => own.withdrawToken(), [ok, no, no]],
      [() => sim.reset(), [ok, ok, no]],
      [() => own.giveTokenBack(), [ok, ok, ok]],
    ]
    for (const [act, lists] of steps) {
      await act()
      assert.equal(await Promise.all(tokens.map((token) => listStatus(sim, token))), lists, String(act))
    }
    assert.match(await refusalOf(sim.withdrawToken('auora')), /"auora" is unknown: did you mean aurora\?/)
    await own.close()
    assert.match(await refusalOf(own.withdrawToken()), /The organization is closed/)
    await sim.close()
    assert.match(await refusalOf(sim.withdrawToken()), /The simulator is closed/)
  }))

test('decisions are saved, restored, reset and told by organization, and of all', () =>
  controlling({ fixture: 'shared-persons' }, async (call, sim) => {
    const [aurora, horizonte] = sim.organizations as [SimulatorOrganization, SimulatorOrganization]
    const { body: own } = await call('POST', '/organizations', { fixture: 'one-person' })
    const [a, b, c] = [aurora.reports[0], horizonte.reports[0], own.reports[0]] as [string, string, string]
    for (const [{ token }, numero] of [
      [aurora, a],
      [horizonte, b],
      [own, c],
    ] as const)
      assert.is(await decide(sim, token, numero), 200)
    const told = ({ body }: Answer) => body.changes.map(({ numero }: { numero: string }) => numero).sort()
    const { body: all } = await call('GET', '/changes')
    assert.equal(
      all.changes.map(({ organization }: { organization: string }) => organization),
      ['aurora', 'horizonte', own.handle],
    )
    const reset = (organization?: string) => call('POST', '/reset', organization && { organization })
    const save = (name: string, organization?: string) =>
      call('PUT', `/checkpoints/${name}`, organization && { organization })
    const restore = (checkpoint: string, organization?: string) =>
      call('POST', '/restore', { checkpoint, ...(organization && { organization }) })
    assert.is((await save('decided')).status, 204)
    assert.is((await save('only', 'aurora')).status, 204)
    const steps: [act: () => Promise<Answer>, query: string, changes: string[]][] = [
      [() => reset('aurora'), '', [b, c]],
      [() => reset('aurora'), '?organization=horizonte', [b]],
      [() => reset('aurora'), '?since=decided', [a]],
      [() => reset('aurora'), '?since=decided&organization=horizonte', []],
      [() => reset('aurora'), '?since=only&organization=aurora', [a]],
      [() => restore('only', 'aurora'), '?since=decided', []],
      [() => reset(), '', []],
      [() => restore('decided', 'horizonte'), '', [b]],
      [() => restore('decided'), '', [a, b, c]],
      [() => reset(), '', []],
      [() => restore('only'), '', [a]],
    ]
    for (const [act, query, changes] of steps) {
      assert.is((await act()).status, 204)
      assert.equal(told(await call('GET', `/changes${query}`)), changes.sort(), `${act} ${query}`)
    }
    // The same history is in code.
    assert.equal(await sim.changes('only', 'aurora'), [])
    assert.is((await sim.changes('decided'))[0]?.numero, b)
    assert.is((await restore('none')).status, 404)
    assert.is((await restore('only', 'horizonte')).status, 404)
    for (const query of ['?since=none', '?since=only&organization=horizonte'])
      assert.is((await call('GET', `/changes${query}`)).status, 404)
    const unknown = /checkpoint "only" is unknown\. Use one of decided\./
    assert.match(await refusalOf(sim.restore('only', 'horizonte')), unknown)
    // A newer checkpoint of the world replaces those of its organizations.
    await sim.checkpoint('only')
    await reset('aurora')
    await sim.restore('only', 'aurora')
    assert.equal(told(await call('GET', '/changes')), [a])
    await reset()
    await sim.checkpoint('decided')
    await sim.restore('decided')
    assert.equal(await sim.changes(), [])
  }))

test('callers cannot open organizations without end', () =>
  controlling({ fixture: 'empty' }, async (call, sim) => {
    const owns = await Promise.all(Array.from({ length: 1_000 }, () => sim.organization({ fixture: {} })))
    const mint = () => call('POST', '/organizations', { fixture: {} })
    assert.is((await mint()).body.error.code, 'organizations')
    await owns[0]?.close()
    const answers = await Promise.all([mint(), mint(), mint(), mint()])
    assert.equal(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
  }))

test.run()
