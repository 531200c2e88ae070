import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  defaultProfile,
  OperatorError,
  quirks,
  type RunningSimulator,
  seedDataset,
  startSimulator,
} from './index.ts'
import { assertEnvelope, inFolder, MENSAGEM } from './testing/world.ts'

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
  assert.is(process.listenerCount('SIGTERM'), 0)
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

const mistakes: [options: object, message: RegExp][] = [
  [{ token: 'x' }, /^option "token" is unknown: there are .*tokens/],
  [{ tokens: 'x' }, /^tokens must be a list/],
  [
    { profile: { rowsOfGrid: 'refuse' } },
    /^The profile cannot be used:\n {2}knob "rowsOfGrid" is unknown: did you mean rowsOffGrid\?/,
  ],
  [{ quirks: ['total-number'] }, /^quirk "total-number" is unknown: did you mean total-as-number/],
  [{ quirks: 'total-as-number' }, /^quirks must be a list of names/],
  [{ log: 'loud' }, /^log "loud" is unknown/],
  [{ port: 99_999 }, /^port must be a whole number/],
  [{ data: { organizacoes: [] } }, /^data must be a text/],
  [{ persons: '60' }, /^persons must be a whole number/],
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

test('what cannot start leaves nothing behind', () =>
  inFolder(async (folder) => {
    await using sim = await startSimulator({ persons: 1 })
    const port = Number(new URL(sim.url).port)
    const state = join(folder, 'state')
    try {
      await startSimulator({ port, state })
      assert.unreachable()
    } catch (error) {
      assert.instance(error, OperatorError)
    }
    await using later = await startSimulator({ state })
    assert.is(later.state, state)
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

test.run()
