import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runConformance } from '../../conformance/index.ts'
import {
  checkFixture,
  fixtureFromCsv,
  OperatorError,
  quirks,
  type RunningSimulator,
  readProfile,
  type StartOptions,
  seedDataset,
  startSimulator,
} from '../index.ts'
import { decide, listStatus } from '../testing/controlling.ts'
import { assertEnvelope, inFolder, smallWorld } from '../testing/world.ts'
import { Worlds } from '../world/worlds.ts'

const test = suite('startSimulator')

async function list({ url, organizations }: RunningSimulator, query = '', token = organizations[0]?.token) {
  const response = await fetch(`${url}/pessoas${query}`, { headers: { authorization: token as string } })
  const text = await response.text()
  assertEnvelope('/pessoas', response.status, text)
  return { status: response.status, ...JSON.parse(text).result }
}
const approve = (sim: RunningSimulator) =>
  decide(sim, sim.organizations[0]?.token as string, sim.organizations[0]?.reports[0] as string)
const rejection = (promise: () => unknown): Promise<Error | undefined> =>
  (async () => promise())().then(
    () => undefined,
    (error: Error) => error,
  )

test('simulators in a test: any port, in memory, silent, each with a world of its own, closed once', async () => {
  const listeners = process.listenerCount('SIGTERM')
  await using sim = await startSimulator({ persons: 60 })
  await using two = await startSimulator({ persons: 50, seed: 2, tokens: ['my-token'] })
  assert.match(sim.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.is(sim.state, null)
  assert.equal(
    sim.organizations.map(({ enabled, persons, reports }) => [enabled, persons, reports.length > 0]),
    [
      [true, 60, true],
      [true, 26, true],
      [false, 0, false],
    ],
  )
  assert.is((await list(sim)).paginacao.total, '60')
  assert.is((await list(two, '', 'my-token')).paginacao.total, '50')
  assert.is(process.listenerCount('SIGTERM'), listeners)
  await Promise.all([sim.close(), sim.close()])
  await sim.close()
  await using large = await startSimulator({ persons: 50_000, organizations: 1, write: () => {} })
  assert.is((await list(large, '?page=2000')).itens.length, 25)
})

test('with a state folder, what was decided outlasts it; reset empties it', () =>
  inFolder(async (folder) => {
    const state = join(folder, 'state')
    let after: unknown
    {
      await using sim = await startSimulator({ persons: 30, state })
      assert.is(await approve(sim), 200)
      after = await list(sim)
    }
    await using again = await startSimulator({ state })
    assert.equal([await list(again), again.decisions], [after, 1])
    await again.reset()
    assert.not.equal(await list(again), after)
    const lines: string[] = []
    await again.close()
    await using lost = await startSimulator({ state, write: (line) => lines.push(line) })
    rmSync(folder, { recursive: true })
    assert.is(await approve(lost), 500)
    assert.match(
      lines.join('\n'),
      /^error: The state folder .* was deleted or replaced while .* Move it back/m,
    )
    mkdirSync(folder)
  }))

test('the access log names organizations as the journal does', async () => {
  for (const log of ['json', 'pretty'] as const) {
    const lines: string[] = []
    await using sim = await startSimulator({ log, write: (line) => void lines.push(line) })
    const own = await sim.organization()
    for (const { token } of [sim.organizations[0] as { token: string }, own])
      await (await fetch(`${sim.url}/pessoas`, { headers: { authorization: token } })).text()
    assert.equal(sim.journal.find().map(({ organization }) => organization).sort(), ['org-1', own.handle])
    const named = lines.map((line) => (log === 'json' ? JSON.parse(line).organization : line.split(' ').at(-1)))
    assert.equal(named, ['org-1', own.handle])
  }
})

test('the access log has what was asked from outside, and says of a refusal that a quirk makes it', async () => {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const broken = ['total-as-number', 'page-1-refused', 'error-as-text', 'sort-inside-page']
  await using sim = await startSimulator({ persons: 30, quirks: broken, log: 'json', write })
  const headers = { 'user-agent': 'pessoas-sim-wait' }
  for (const path of ['/v1/health', '/v1/ready']) await (await fetch(sim.url + path, { headers })).text()
  const garbage = connect(Number(new URL(sim.url).port), '127.0.0.1')
    .end('GARBAGE\r\n\r\n')
    .resume()
  await once(garbage, 'close')
  const authorization = sim.organizations[0]?.token as string
  const texts: string[] = []
  for (const query of ['?sort=nome', '?page=1']) {
    const response = await fetch(`${sim.url}/pessoas${query}`, { headers: { authorization } })
    texts.push(await response.text())
    assert.is(Number(response.headers.get('content-length')), Buffer.byteLength(texts.at(-1) as string))
  }
  assert.match(texts[0] as string, /"total":30}/)
  const told = lines.map((line) => JSON.parse(line))
  assert.equal(
    told.map(({ path }) => path),
    ['/v1/ready', '-', '/pessoas?sort=nome', '/pessoas?page=1'],
  )
  assert.equal([told[3].step, told[3].code], ['service', 'service.quirk'])
  assert.is(told[3].reason, 'the quirk page-1-refused refuses this on purpose')
  assert.equal(quirks.find(({ name }) => name === 'total-as-number')?.clause, ['2.2-total'])
})

class Builder {
  pessoas = [{ nome: 'Ana' }]
}
const map = new Map([['method', 'DELETE']])
const promised = Promise.resolve({})
const fixed = /must be a file, the name of one that ships, or an object/
const basePaths = [
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
]
const mistakes: [options: unknown, message: RegExp][] = [
  [null, /options must be an object/], ['strict', /options must be an object/], [3, /options must be an object/],
  [[], /must be an object.*, not an array\.$/], [promised, /must be an object.*, not a Promise: add await\.$/],
  [{ token: 'x' }, /^option "token" is unknown: did you mean tokens\? Use one of .*tokens/],
  [{ nothingLikeIt: 1 }, /^option "nothingLikeIt" is unknown\. Use one of /],
  [{ memory: true }, /^option "memory" is unknown: memory is the default, unless you give state or store\.$/],
  [{ tokens: 'x' }, /^tokens must be an array/],
  [{ profile: { rowsOfGrid: 'refuse' } }, /^The profile cannot be used:\n {2}knob "rowsOfGrid" is unknown: did you mean rowsOffGrid\?/],
  [{ profile: promised }, /profile must .*, not a Promise: add await/],
  [{ profile: { texts: map } }, /texts must be an object.*, not a Map/],
  [{ quirks: ['total-number'] }, /^quirk "total-number" is unknown: did you mean total-as-number/],
  [{ quirks: 'total-as-number' }, /^quirks must be an array of names/],
  [{ layers: [3] }, /^layers must be an array of files or functions/],
  [{ log: 'json5' }, /^log "json5" is unknown: did you mean json\?/],
  [{ port: 99_999 }, /^port must be a whole number.*, not 99999\.$/], [{ port: '3210' }, /^port must be a whole number.*, not "3210"\.$/],
  [{ state: { organizacoes: [] } }, /^state must be a string/],
  [{ persons: '60' }, /^persons must be a whole number.*, not "60"\./],
  [{ journal: 3 }, /must be true, false or an object/], [{ journal: map }, /^journal must be .*, not a Map\.$/],
  [{ journal: { size: 3 } }, /option of journal "size" is unknown/], [{ journal: { bytes: 0 } }, /journal\.bytes must be a whole number/],
  [{ faults: promised }, /plan is a Promise: add await\.$/],
  [{ fixture: 3 }, fixed], [{ fixture: null }, fixed], [{ fixture: promised }, /^fixture must .*, not a Promise: add await\.$/],
  [{ fixture: new Builder() }, /^fixture must be .*, not a Builder\.$/], [{ fixture: new URL('https://a.example/b') }, /^fixture must be .*, not a URL\.$/],
  [{ fixture: new URL('file://elsewhere/a.yaml') }, /is not the URL of a file on this machine/],
  [{ fixture: 'homonym' }, /did you mean homonyms/], [{ fixture: [{ organizacoes: [] }] }, /must be an object, not a list$/],
  [{ fixture: { pessoas: promised } }, /pessoas: is a Promise: add await$/], [{ fixture: { gerar: map } }, /gerar: is a Map$/],
  [{ fixture: { pessoas: [{ nme: 'Ana' }] } }, /pessoas\[0\]\.nme: the key "nme" is unknown: did you mean nome\?/],
  [{ fixture: 'empty', persons: 3, seed: 1 }, /^fixture cannot be used with seed, persons, because it has its own data\.$/],
  [{ fixture: 'pessoas.csv' }, /pessoas\.csv is CSV\. Use "npx pessoas-sim fixture from-csv" to convert it/],
  [{ store: 'postgres://localhost', state: 'state' }, /^store and state exclude each other/],
  [{ store: 'postgres://localhost', watch: true }, /^store and watch exclude each other/],
  ...basePaths.map((basePath): [unknown, RegExp] => [{ basePath }, /^basePath: .* is not a path such as \/api\/v1\.$/]),
]
test('options that cannot be are refused with what to do', async () => {
  for (const [options, message] of mistakes) {
    const error = await rejection(() => startSimulator(options as StartOptions))
    assert.instance(error, OperatorError)
    assert.match(error?.message as string, message)
  }
})

test('what is no plain object is refused everywhere; one of another context is taken, and file: URLs', async () => {
  await using sim = await startSimulator()
  const { journal, people, faults } = await sim.organization()
  const refused: [use: () => unknown, message: RegExp][] = [
    [() => sim.organization(promised as never), /must be an object.*, not a Promise: add await\.$/],
    [() => faults.add(promised as never), /faults\[0\] is a Promise: add await\.$/],
    [() => faults.add({ name: 'f', fault: { kind: 'silence' }, on: map as never }), /faults\[0\]\.on is a Map\.$/],
    [() => people.update('1', map as never), /must be an object/],
    [() => journal.har(map as never), /matcher must be an object.*, not a Map\.$/],
    [() => journal.find([] as never), /matcher must be an object.*, not an array\.$/],
    [() => journal.find({}, promised as never), /options must be an object.*, not a Promise: add await\.$/],
    [() => journal.verify({ query: map as never }, { exactly: 0 }), /^matcher\.query is a Map\.$/],
    [() => journal.verify({ body: { a: [new Builder()] } }, { exactly: 0 }), /^matcher\.body\.a\[0\] is a Builder\.$/],
    [() => journal.verify({}, promised as never), /expectation must be .*, not a Promise: add await\.$/],
    [() => seedDataset(promised as never), /origin must be .*, not a Promise: add await\.$/],
    [() => seedDataset({ persons: -3 }), /persons must be a whole number/],
    [() => checkFixture({}, map as never), /options must be .*, not a Map\.$/],
    [() => runConformance(promised as never).report(), /^The options must be .*, not a Promise: add await\.$/],
  ]
  for (const [use, message] of refused) assert.match((await rejection(use))?.message ?? '', message)

  const foreign = (source: string) => runInNewContext(`(${source})`)
  await using other = await startSimulator(
    foreign("{ fixture: { pessoas: [{ nome: 'Ana' }] }, journal: {} }") as StartOptions,
  )
  assert.is((await list(other, '?nome=ana')).itens.length, 1)
  for (const query of [foreign("{ nome: 'ana' }"), foreign('{ nome: /^a/ }')])
    assert.is((await other.journal.verify({ query }, foreign('{ exactly: 1 }'))).length, 1)

  await inFolder(async (folder) => {
    const urlOf = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return pathToFileURL(join(folder, name))
    }
    const fixture = urlOf('uma pessoa.yaml', 'pessoas:\n  - nome: Ana\n')
    const profile = urlOf('profile.json', '{ "rowsOffGrid": "honour" }')
    const plan = urlOf('plan.json', '{ "faults": [{ "name": "f", "fault": { "kind": "silence" } }] }')
    const state = pathToFileURL(join(folder, 'state'))
    await using third = await startSimulator({ fixture, profile, state, faults: plan })
    assert.equal([third.state, third.profile.rowsOffGrid], [join(folder, 'state'), 'honour'])
    assert.ok(third.faults.get('f'))
    assert.is((await third.organization({ fixture: fixture.href, profile })).persons, 1)
    assert.equal(readProfile(profile), { rowsOffGrid: 'honour' })
    assert.equal((await checkFixture(fixture)).findings, [])
    assert.is((await fixtureFromCsv(urlOf('persons.csv', 'nome\nAna\n'))).fixture?.pessoas?.length, 1)
  })
})

/** Every file under a folder, with what it holds. */
function contentsOf(folder: string): Record<string, string> {
  const names = existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : []
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

async function startFails(options: StartOptions, message: RegExp): Promise<void> {
  const error = await rejection(async () => (await startSimulator(options)).close())
  assert.instance(error, OperatorError, JSON.stringify(options))
  assert.match(error?.message as string, message)
}

const ONE_PERSON = { pessoas: [{ nome: 'Ana' }] }
const fails: [options: StartOptions, message: RegExp][] = [
  [{ persons: 0, host: '192.0.2.1' }, /^192\.0\.2\.1 is not an address of this machine\. .*--host \(in code, host\)\.$/],
  [{ persons: 0, host: 'no host' }, /^The host name no host cannot be resolved/],
  [{ persons: 0, profile: 'none' as 'default' }, /There is no file or profile named none\./],
  [{ persons: 0, tokens: ['a', 'b', 'c', 'd'] }, /There are 4 tokens for 3/],
  [{ persons: 0, tokens: ['a', 'a'] }, /the same token/],
  [{ persons: 0, tokens: ['a b'] }, /visible ASCII/],
  [{ persons: 1_500_000, organizations: 100 }, /would have \d+ reports, and at most \d+ can be served/],
  [{ fixture: 'none.yaml' }, /There is no file none\.yaml/],
  [{ fixture: { pessoas: [{ nome: 'Ana', cpf: '1' }] } }, /cannot be used/],
  [{ fixture: ONE_PERSON, tokens: ['a', 'b'] }, /There are 2 tokens for 1/],
  [{ watch: true }, /^watch watches the file/], [{ fixture: 'homonyms', watch: true }, /^watch watches the file/],
  [{ fixture: ONE_PERSON, watch: true }, /^watch watches the file of a fixture/],
  [{ allowedHosts: 'a.example' as never }, /^allowedHosts must be an array of host names, not "a\.example"\.$/], [{ allowedHosts: ['a b'] }, /a b/],
  [{ cors: [1] as never }, /^cors must be true, an origin or an array of origins, not an array\.$/], [{ cors: 'example' }, /example/],
]
test('a start that fails changes no file, and leaves the state folder free', () =>
  inFolder(async (folder) => {
    const state = join(folder, 'state')
    {
      await using sim = await startSimulator({ persons: 30, state })
      assert.is(await approve(sim), 200)
    }
    const before = contentsOf(folder)
    const ports: [StartOptions, RegExp][] = []
    const taken = ['127.0.0.1', '::1'].map(async (host) => {
      const server = createServer().listen({ port: 0, host, ipv6Only: true })
      await once(server, 'listening')
      ports.push([{ persons: 0, port: (server.address() as AddressInfo).port }, /is already in use on/])
      return server
    })
    const servers = await Promise.all(taken)
    for (const [options, message] of [...fails, ...ports]) {
      await startFails({ ...options, state: join(folder, 'a', 'state') }, message)
      await startFails({ ...options, state }, message)
      assert.equal(contentsOf(folder), before, JSON.stringify(options))
    }
    assert.equal(readdirSync(folder), ['state'])
    for (const server of servers) server.close()

    const { add } = Worlds.prototype
    Worlds.prototype.add = () => {
      throw new OperatorError('No world can be added.')
    }
    await startFails({ state }, /^No world can be added\.$/).finally(() => {
      Worlds.prototype.add = add
    })
    const decisions = readFileSync(join(state, 'decisions.json'))
    rmSync(join(state, 'decisions.json'))
    mkdirSync(join(state, 'decisions.json'))
    await startFails({ persons: 3, state }, /decisions\.json cannot be read: it is not a regular file/)
    rmdirSync(join(state, 'decisions.json'))
    writeFileSync(join(state, 'decisions.json'), decisions)
    {
      await using sim = await startSimulator({ state })
      assert.equal([sim.organizations[0]?.persons, sim.decisions], [30, 1])
    }
    const notices: string[] = []
    await using other = await startSimulator({ persons: 3, state, write: (line) => notices.push(line) })
    assert.is(other.organizations[0]?.persons, 3)
    assert.match(notices.join('\n'), /^New data was generated with persons 3; before, it was persons 30\./)
  }))

test('paths below a base path answer as the interface says, others as unknown routes', async () => {
  const started = { fixture: smallWorld(), allowInvalidCpf: true }
  const lines: { path: string; code?: string }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  await using sim = await startSimulator({ ...started, basePath: '/api/v1/', log: 'json', write })
  await using plain = await startSimulator({ ...started, basePath: '/' })
  const ask = async ({ url, organizations }: RunningSimulator, path: string) => {
    const headers = { authorization: organizations[0]?.token as string }
    const response = await fetch(new URL(url).origin + path, { headers })
    return [response.status, await response.text()]
  }
  for (const url of [sim.url, ...sim.urls]) assert.is(new URL(url).pathname, '/api/v1')
  for (const rest of ['/pessoas', '/pessoas?rows=50&sort=-nome', '/pessoas?rows=30', '/none', '/', '?x', ''])
    assert.equal(await ask(sim, `/api/v1${rest}`), await ask(plain, rest), rest)
  const outside = ['/pessoas', '/x/api/v1/pessoas', '/api/v1x/pessoas', '/api/v', '/']
  for (const path of outside) assert.equal(await ask(sim, path), await ask(plain, '/none'), path)
  assert.is(await approve(sim), 200)
  assert.is(lines.filter(({ code }) => code === 'route.outside').length, outside.length)
  const [listed] = sim.journal.find({ path: '/pessoas', status: 200 })
  assert.equal([listed?.path, listed?.url], ['/pessoas', '/api/v1/pessoas'])
  assert.match(listed?.curl ?? '', new RegExp(`${sim.url}/pessoas`))
  assert.match(JSON.stringify(sim.journal.har()), new RegExp(`"${new URL(sim.url).origin}/x/api/v1/pessoas"`))
})

test('each organization has a profile, and all the quirks of the start', async () => {
  await using sim = await startSimulator({ persons: 3, quirks: ['cpf-masked'] })
  const shared = { persons: 3, profile: { authorization: 'bearer', rowsOffGrid: 'honour' } } as const
  const [one, other] = [await sim.organization(shared), await sim.organization(shared)]
  await using named = await sim.organization({ persons: 30, profile: 'lenient' })
  await using usual = await sim.organization({ persons: 3 })
  assert.equal(
    [sim, one, named, usual].map(({ profile }) => profile.rowsOffGrid),
    ['refuse', 'honour', 'honour', 'refuse'],
  )
  const ask = async (authorization: string) => {
    const response = await fetch(`${sim.url}/pessoas?rows=7`, { headers: { authorization } })
    const text = await response.text()
    return [response.status, /"cpf":"\d{3}\./.test(text)]
  }
  const [yes, no] = [
    [200, true],
    [400, false],
  ]
  const tokens = [`Bearer ${one.token}`, `Bearer ${other.token}`, named.token, usual.token, one.token, 'x']
  assert.equal(await Promise.all(tokens.map(ask)), [yes, yes, yes, no, [401, false], [401, false]])
  await other.close()
  assert.equal(
    [await listStatus(sim, `Bearer ${one.token}`), await listStatus(sim, `Bearer ${other.token}`)],
    [200, 401],
  )
  for (const profile of ['stricter', { rowsOfGrid: 'honour' }])
    assert.match(
      (await rejection(() => sim.organization({ profile } as object)))?.message ?? '',
      /stricter|rowsOfGrid/,
    )
})

test.run()
