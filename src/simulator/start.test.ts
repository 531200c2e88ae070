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
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile } from '../contract/profile.ts'
import {
  OperatorError,
  quirks,
  type RunningSimulator,
  type StartOptions,
  seedDataset,
  startSimulator,
} from '../index.ts'
import { Worlds } from '../store/worlds.ts'
import { assertEnvelope, inFolder, MENSAGEM } from '../testing/world.ts'

const test = suite('startSimulator')

async function list(sim: RunningSimulator, query = '', k = 0) {
  const response = await fetch(`${sim.url}/pessoas${query}`, {
    headers: { authorization: sim.organizations[k]?.token as string },
  })
  const text = await response.text()
  assertEnvelope('/pessoas', response.status, text)
  return JSON.parse(text)
}

const reportsOf = ({ organizations }: RunningSimulator) => organizations[0]?.reports as string[]

async function approve(sim: RunningSimulator, numero: string): Promise<number> {
  const response = await fetch(`${sim.url}/relatorios/validar/${numero}`, {
    method: 'POST',
    headers: { authorization: sim.organizations[0]?.token as string, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
  })
  assertEnvelope('/relatorios', response.status, await response.text())
  return response.status
}

test('a simulator in a test: any port, in memory, silent', async () => {
  const listeners = process.listenerCount('SIGTERM')
  await using sim = await startSimulator({ persons: 60 })
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
  assert.is((await list(sim)).result.paginacao.total, '60')
  assert.is(process.listenerCount('SIGTERM'), listeners)
})

test('reset takes every decision back', async () => {
  await using sim = await startSimulator({ persons: 60 })
  const before = await list(sim, '?rows=75')
  for (const numero of reportsOf(sim).slice(0, 5)) assert.is(await approve(sim, numero), 200)
  assert.not.equal(await list(sim, '?rows=75'), before)
  await sim.reset()
  assert.equal(await list(sim, '?rows=75'), before)
})

test('several in one process, each with a world of its own', async () => {
  await using one = await startSimulator({ persons: 30, seed: 1 })
  await using two = await startSimulator({ persons: 50, seed: 2, tokens: ['my-token'] })
  assert.is.not(one.url, two.url)
  assert.is((await list(one)).result.paginacao.total, '30')
  assert.is((await list(two)).result.paginacao.total, '50')
  assert.is(two.organizations[0]?.token, 'my-token')
})

test('with a state folder, what was decided outlasts it; reset empties it', () =>
  inFolder(async (folder) => {
    const state = join(folder, 'state')
    let after: unknown
    {
      await using sim = await startSimulator({ persons: 30, state })
      await approve(sim, sim.organizations[0]?.reports[0] as string)
      after = await list(sim)
    }
    await using again = await startSimulator({ state })
    assert.equal(await list(again), after)
    await again.reset()
    assert.not.equal(await list(again), after)
  }))

test('a profile is followed, an access log written where it is told', async () => {
  const lines: string[] = []
  await using sim = await startSimulator({
    persons: 30,
    organizations: 1,
    profile: { ...defaultProfile, rowsOffGrid: 'round-down' },
    log: 'json',
    write: (line) => lines.push(line),
  })
  assert.is((await list(sim, '?rows=30')).result.paginacao.linhas, 25)
  await sim.close()
  assert.is(JSON.parse(lines[0] as string).path, '/pessoas?rows=30')
})

test('the access log has bytes that are no request, and not the question of pessoas-sim wait', async () => {
  const lines: string[] = []
  await using sim = await startSimulator({ log: 'json', write: (line) => lines.push(line) })
  const headers = { 'user-agent': 'pessoas-sim-wait' }
  for (const path of ['/v1/health', '/v1/ready']) await (await fetch(sim.url + path, { headers })).text()
  const socket = connect(Number(new URL(sim.url).port), '127.0.0.1')
    .end('GARBAGE\r\n\r\n')
    .resume()
  await once(socket, 'close')
  assert.equal(
    lines.map((line) => JSON.parse(line).path),
    ['/v1/ready', '-'],
  )
})

const mistakes: [options: object, message: RegExp][] = [
  [{ token: 'x' }, /^option "token" is unknown: did you mean tokens\? Use one of .*tokens/],
  [{ quirk: 'x' }, /^option "quirk" is unknown: did you mean quirks\?/],
  [{ porta: 1 }, /^option "porta" is unknown: did you mean port\?/],
  [{ nothingLikeIt: 1 }, /^option "nothingLikeIt" is unknown\. Use one of /],
  [{ memory: true }, /^option "memory" is unknown: memory is the default, unless you give state or store\.$/],
  [{ tokens: 'x' }, /^tokens must be an array/],
  [
    { profile: { rowsOfGrid: 'refuse' } },
    /^The profile cannot be used:\n {2}knob "rowsOfGrid" is unknown: did you mean rowsOffGrid\?/,
  ],
  [{ quirks: ['total-number'] }, /^quirk "total-number" is unknown: did you mean total-as-number/],
  [{ quirks: 'total-as-number' }, /^quirks must be an array of names/],
  [{ log: 'loud' }, /^log "loud" is unknown/],
  [{ log: 'json5' }, /^log "json5" is unknown: did you mean json\?/],
  [{ port: 99_999 }, /^port must be a whole number.*, not 99999\.$/],
  [{ port: '3210' }, /^port must be a whole number.*, not "3210"\.$/],
  [{ state: { organizacoes: [] } }, /^state must be a string/],
  [{ data: 'x.json' }, /^option "data" is unknown/],
  [{ fixture: [{ organizacoes: [] }] }, /must be an object, not a list$/],
  [{ persons: '60' }, /^persons must be a whole number.*, not "60"\./],
]
for (const [options, message] of mistakes) {
  test(`${JSON.stringify(options)} is refused`, async () => {
    try {
      await startSimulator(options)
      assert.unreachable()
    } catch (error) {
      assert.instance(error, OperatorError)
      assert.match((error as Error).message, message)
    }
  })
}

test('quirks break clauses on purpose, and the access log has what was asked from outside alone', async () => {
  const lines: string[] = []
  await using sim = await startSimulator({
    persons: 30,
    quirks: ['total-as-number', 'sort-inside-page'],
    log: 'json',
    write: (line) => lines.push(line),
  })
  const headers = { authorization: sim.organizations[0]?.token as string }
  const response = await fetch(`${sim.url}/pessoas?sort=nome`, { headers })
  assert.match(await response.text(), /"total":30}/)
  await sim.close()
  assert.equal(
    lines.map((line) => JSON.parse(line).path),
    ['/pessoas?sort=nome'],
  )
  assert.equal(quirks.find(({ name }) => name === 'total-as-number')?.clause, ['2.2-total'])
})

test('a large world starts with what its loading left collected', async () => {
  await using sim = await startSimulator({ persons: 50_000, organizations: 1 })
  assert.is((await list(sim, '?page=2000')).result.itens.length, 25)
})

test('closing twice is closing once', async () => {
  const sim = await startSimulator({ persons: 1 })
  await Promise.all([sim.close(), sim.close()])
  await sim.close()
})

/** Every file under a folder, with what it holds. */
function contentsOf(folder: string): Record<string, string> {
  const names = existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : []
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

async function startFails(options: StartOptions, message: RegExp): Promise<void> {
  try {
    const sim = await startSimulator(options)
    await sim.close()
  } catch (error) {
    assert.instance(error, OperatorError)
    assert.match((error as Error).message, message)
    return
  }
  assert.unreachable(`it started with ${JSON.stringify(options)}`)
}

/** Holds a port on one address while it is used. */
async function taking(host: string, use: (port: number) => Promise<void>): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen({ port: 0, host, ipv6Only: true }, resolve))
  try {
    await use((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}

const ONE_PERSON = { pessoas: [{ nome: 'Ana' }] }
const fails: [what: string, options: StartOptions, message: RegExp][] = [
  [
    'a host that this machine has not',
    { persons: 0, host: '192.0.2.1' },
    /^192\.0\.2\.1 is not an address of this machine\. .*--host \(in code, host\)\.$/,
  ],
  ['a host that is none', { persons: 0, host: 'no host' }, /^The host name no host cannot be resolved/],
  ['an unknown quirk', { persons: 0, quirks: ['none'] }, /quirk "none" is unknown/],
  [
    'an unknown profile',
    { persons: 0, profile: 'none' as 'default' },
    /There is no file or profile named none\./,
  ],
  [
    'more tokens than organizations',
    { persons: 0, tokens: ['a', 'b', 'c', 'd'] },
    /There are 4 tokens for 3/,
  ],
  ['a token twice', { persons: 0, tokens: ['a', 'a'] }, /the same token/],
  ['a token that no header carries', { persons: 0, tokens: ['a b'] }, /visible ASCII/],
  ['numbers that make no data', { persons: 1_500_000, organizations: 100 }, /make a dataset of \d+ MB/],
  ['a fixture that is not there', { fixture: 'none.yaml' }, /There is no file none\.yaml/],
  ['an unsound fixture', { fixture: { pessoas: [{ nome: 'Ana', cpf: '1' }] } }, /cannot be used/],
  ['more tokens than a fixture has', { fixture: ONE_PERSON, tokens: ['a', 'b'] }, /There are 2 tokens for 1/],
  ['nothing to watch', { fixture: 'homonyms', watch: true }, /^watch watches the file/],
  ['an object to watch', { fixture: ONE_PERSON, watch: true }, /^watch watches the file of a fixture/],
  [
    'host names that are no list',
    { allowedHosts: 'a.example' as never },
    /^allowedHosts must be an array of host names\.$/,
  ],
  ['a host name that is none', { allowedHosts: ['a b'] }, /a b/],
  [
    'an origin that is no text',
    { cors: [1] as never },
    /^cors must be true, an origin or an array of origins\.$/,
  ],
  ['an origin that is none', { cors: 'example' }, /example/],
]
const failsToStart = async (what: string, options: StartOptions, message: RegExp) =>
  inFolder(async (folder) => {
    const fresh = join(folder, 'a', 'state')
    await startFails({ ...options, state: fresh }, message)
    assert.equal(readdirSync(folder), [], what)

    const state = join(folder, 'state')
    {
      await using sim = await startSimulator({ persons: 30, state })
      await approve(sim, reportsOf(sim)[0] as string)
    }
    const before = contentsOf(folder)
    await startFails({ ...options, state }, message)
    assert.equal(contentsOf(folder), before, what)
    await using again = await startSimulator({ state })
    assert.equal([again.organizations[0]?.persons, again.decisions], [30, 1])
  })
for (const [what, options, message] of fails) {
  test(`a start that fails for ${what} changes nothing`, () => failsToStart(what, options, message))
}
for (const host of ['127.0.0.1', '::1']) {
  test(`a start that fails for a port that is taken on ${host} changes nothing`, () =>
    taking(host, (port) => failsToStart(host, { persons: 0, port }, /is already in use on/)))
}

test('a start that fails for the files of its state folder changes none of them', () =>
  inFolder(async (state) => {
    {
      await using sim = await startSimulator({ persons: 30, state })
      assert.is(sim.decisions, 0)
    }
    rmSync(join(state, 'decisions.json'))
    mkdirSync(join(state, 'decisions.json'))
    writeFileSync(join(state, 'seed.json'), 'damaged')
    const before = contentsOf(state)
    await startFails({ persons: 3, state }, /cannot be used: EISDIR/)
    assert.equal(contentsOf(state), before)
    rmdirSync(join(state, 'decisions.json'))
    const notices: string[] = []
    await using sim = await startSimulator({ persons: 3, state, write: (line) => notices.push(line) })
    assert.is(sim.organizations[0]?.persons, 3)
    assert.match(notices.join('\n'), /seed\.json could not be read .*renamed[\s\S]*dataset\.json was edited/)
  }))

test('a dataset from code, and numbers that make none', async () => {
  assert.is((await seedDataset({ persons: 3 })).pessoas.length, 4)
  try {
    await seedDataset({ persons: -3 })
    assert.unreachable()
  } catch (error) {
    assert.instance(error, OperatorError)
  }
})

test('an answer that a quirk gives other headers has its length', async () => {
  await using sim = await startSimulator({ quirks: ['error-as-text'] })
  const response = await fetch(`${sim.url}/pessoas`)
  assert.is(response.status, 401)
  assert.is(response.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.is(Number(response.headers.get('content-length')), Buffer.byteLength(await response.text()))
})

test('the log says of a refusal that a quirk makes it', async () => {
  const lines: string[] = []
  await using sim = await startSimulator({
    quirks: ['page-1-refused'],
    log: 'json',
    write: (line) => lines.push(line),
  })
  const { status } = await fetch(`${sim.url}/pessoas?page=1`, {
    headers: { authorization: sim.organizations[0]?.token as string },
  })
  assert.is(status, 400)
  const { step, code, reason } = JSON.parse(lines[0] as string)
  assert.equal([step, code], ['service', 'service.quirk'])
  assert.is(reason, 'the quirk page-1-refused refuses this on purpose')
})

test('an organization of a fixture where none is enabled is the first', async () => {
  await using sim = await startSimulator()
  const fixture = {
    organizacoes: [
      { id: 'a', habilitada: false },
      { id: 'b', habilitada: false },
    ],
  }
  await using own = await sim.organization({ fixture })
  assert.equal([own.id, own.enabled], ['a', false])
})

test('a decision that cannot be written is an error of the log that says what to do', () =>
  inFolder(async (folder) => {
    const state = join(folder, 'state')
    const lines: string[] = []
    await using sim = await startSimulator({ persons: 30, state, write: (line) => lines.push(line) })
    rmSync(folder, { recursive: true })
    assert.is(await approve(sim, reportsOf(sim)[0] as string), 500)
    assert.match(
      lines.join('\n'),
      /^error: The state folder .* cannot be created again: .*\n.*each new one tries to create it\.$/m,
    )
    mkdirSync(folder)
  }))

test('a start that fails when its data is open leaves the state folder free', () =>
  inFolder(async (state) => {
    const { add } = Worlds.prototype
    Worlds.prototype.add = () => {
      throw new OperatorError('No world can be added.')
    }
    try {
      await startFails({ persons: 30, state }, /^No world can be added\.$/)
    } finally {
      Worlds.prototype.add = add
    }
    await using sim = await startSimulator({ state })
    assert.is(sim.organizations[0]?.persons, 30)
  }))

test.run()
