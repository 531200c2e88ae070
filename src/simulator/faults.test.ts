import { connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ListResponse } from '../contract/wire.ts'
import type { FaultEffect, FaultKind, FaultPlan } from '../control/faults/rule.ts'
import { isWhole, openRaw, partsOf } from '../testing/wire.ts'
import { inFolder, MENSAGEM, OWN_REPORT, refusalOf, smallWorld, TOKEN } from '../testing/world.ts'
import type { OwnOrganization } from './own-organization.ts'
import { type RunningSimulator, startSimulator } from './start.ts'

const test = suite('faults and clocks of a simulator')

const fixture = smallWorld()
const started = { fixture, allowInvalidCpf: true }

async function withSimulator(
  options: Parameters<typeof startSimulator>[0],
  use: (sim: RunningSimulator) => Promise<void>,
): Promise<void> {
  const sim = await startSimulator({ ...started, ...options })
  await use(sim).finally(() => sim.close())
}

const LIST = `GET /pessoas HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${TOKEN}\r\n\r\n`

async function get({ url }: { url: string }, path: string, token: string = TOKEN): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { authorization: token } })
}

/** Asks, and returns the status; 0 if the connection broke. */
async function statusOf(sim: { url: string }, path: string, token?: string): Promise<number> {
  try {
    const response = await get(sim, path, token)
    await response.text()
    return response.status
  } catch {
    return 0
  }
}

async function decide(sim: { url: string }, numero = OWN_REPORT, token: string = TOKEN): Promise<Response> {
  return fetch(`${sim.url}/relatorios/validar/${numero}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
  })
}

const shaky: FaultPlan = {
  seed: 7,
  faults: [
    { name: 'broken', fault: { kind: 'status', status: 503 }, when: { share: 0.3 } },
    { name: 'gateway', fault: { kind: 'gateway', status: 502 }, when: { share: 0.3 }, rest: { calls: 1 } },
    { name: 'late', fault: { kind: 'latency', uniform: [0, 4] }, when: { share: 0.5 } },
    { name: 'lost', fault: { kind: 'lost-answer', close: 'reset' }, when: { share: 0.1 } },
  ],
}
const CLIENTS = 20
const pages = Array.from({ length: 6 }, (_, i) => `/pessoas?page=${i + 1}`)

/** Asks each page twice, and returns what came of each. */
async function session(sim: { url: string }, token: string, paths = pages): Promise<string[]> {
  const came: string[] = []
  for (let k = 1; k <= 2; k++) {
    for (const path of paths) came.push(`${path} ${k} ${await statusOf(sim, path, token)}`)
  }
  return came
}

test('twenty clients side by side, each with its organization, are struck like one after the other', async () => {
  const run = async (isParallel: boolean) => {
    const came: string[][] = []
    await withSimulator({}, async (sim) => {
      const owns: OwnOrganization[] = []
      for (let i = 0; i < CLIENTS; i++) owns.push(await sim.organization({ fixture }))
      for (const own of owns) own.faults.add(shaky)
      if (isParallel) came.push(...(await Promise.all(owns.map(({ token }) => session(sim, token)))))
      else for (const { token } of owns) came.push(await session(sim, token))
    })
    return came
  }
  const sequential = await run(false)
  assert.equal(await run(true), sequential)
  const statuses = new Set(sequential.flat().map((line) => line.split(' ').at(-1)))
  assert.equal([...statuses].sort(), ['0', '200', '502', '503'])
})

test('twenty clients of one organization are struck like one, whichever comes first', async () => {
  const run = async (clients: number) => {
    const came: string[] = []
    await withSimulator({ faults: shaky }, async (sim) => {
      const many = Array.from({ length: 120 }, (_, i) => `/pessoas?page=${i + 1}`)
      const shares = Array.from({ length: clients }, (_, c) => many.filter((_, i) => i % clients === c))
      const sessions = await Promise.all(shares.map((paths) => session(sim, TOKEN, paths)))
      came.push(...sessions.flat().sort())
    })
    return came
  }
  const alone = await run(1)
  assert.equal(await run(CLIENTS), alone)
  assert.is(alone.length, 240)
})

test('twenty tests side by side, each with its organization, faults and clock', async () => {
  await withSimulator({}, async (sim) => {
    const one = async (i: number) => {
      const own = await sim.organization({ fixture })
      const time = new Date(Date.UTC(2030, 0, 1 + i)).toISOString()
      own.clock.freeze(time)
      own.faults.add({
        name: 'first',
        fault: { kind: 'gateway', status: 504, decided: i % 2 === 0 },
        strikes: 1,
      })
      const decided = await decide(sim, OWN_REPORT, own.token)
      assert.equal([decided.status, decided.headers.get('date')], [504, new Date(time).toUTCString()])
      assert.is(own.changes().length, i % 2 === 0 ? 1 : 0)
      own.clock.advance(1_000)
      assert.is((await decide(sim, OWN_REPORT, own.token)).status, 200)
      const changed = own.changes()[0]?.atualizado_em as string
      assert.is(Date.parse(changed) - Date.parse(time), 1_000)
      await own.close()
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, i) => one(i)))
    assert.equal([sim.changes(), sim.faults.list(), sim.clock.state.mode], [[], [], 'real'])
  })
})

test('another seed strikes others', async () => {
  await withSimulator({}, async (sim) => {
    const came: string[][] = []
    for (const seed of [7, 8]) {
      await sim.reset()
      sim.faults.add(shaky, { seed })
      came.push(await session(sim, TOKEN))
    }
    assert.not.equal(came[0], came[1])
  })
})

test('the faults of an organization strike only it; those of the simulator everybody', async () => {
  await withSimulator({}, async (sim) => {
    const [one, two] = [await sim.organization({ fixture }), await sim.organization({ fixture })]
    const ask = () =>
      Promise.all([one.token, two.token, TOKEN, 'nobody'].map((token) => statusOf(sim, '/pessoas', token)))
    one.faults.add({ name: 'busy', fault: { kind: 'status', status: 503 } })
    assert.equal(await ask(), [503, 200, 200, 401])
    one.faults.clear()
    one.faults.add({ name: 'b', fault: { kind: 'status', status: 503 }, on: { organization: 'b' } })
    assert.equal(await ask(), [200, 200, 200, 401])
    sim.faults.add({ name: 'busy', fault: { kind: 'status', status: 500 } })
    assert.equal(await ask(), [500, 500, 500, 500])
    sim.faults.add({ name: 'busy', fault: { kind: 'status', status: 500 }, on: { organization: 'a~2' } })
    assert.equal(await ask(), [200, 500, 200, 401])
    await two.reset()
    assert.is(sim.faults.list().length, 1)
    await sim.reset()
    assert.equal(await ask(), [200, 200, 200, 401])
    one.faults.add({ name: 'busy', fault: { kind: 'status', status: 503 } })
    await one.close()
    assert.equal(await ask(), [401, 200, 200, 401])
  })
})

test('a fault on an organization that nobody has is refused, and sets nothing', async () => {
  await withSimulator({}, async (sim) => {
    const own = await sim.organization({ fixture })
    const on = (organization: string) => ({
      name: 'busy',
      fault: { kind: 'status', status: 503 } as const,
      on: { organization },
    })
    for (const faults of [sim.faults, own.faults]) {
      assert.throws(
        () => faults.add([{ name: 'other', fault: { kind: 'silence' } }, on('zz')]),
        /faults\[1\]\.on\.organization is "zz", which is not a known handle\. Use one of /,
      )
      assert.equal(faults.list(), [])
    }
    assert.throws(() => own.faults.add(on(`${own.handle}1`)), /is not a known handle: did you mean a~1\?/)
    own.faults.add(on(own.handle))
    assert.is(await statusOf(sim, '/pessoas', own.token), 503)
    assert.is(await statusOf(sim, '/pessoas', TOKEN), 200)
    const refusal = await refusalOf(
      startSimulator({ fixture, allowInvalidCpf: true, faults: { faults: [on('zz')] } }),
    )
    assert.match(
      refusal,
      /^The faults of the start cannot be used:\n {2}faults\[0\]\.on\.organization is "zz"/,
    )
  })
})

test('of a fault of an organization and one of the simulator, the own strikes; latencies of both add up', async () => {
  await withSimulator({}, async (sim) => {
    const own = await sim.organization({ fixture })
    own.faults.add([
      { name: 'own', fault: { kind: 'status', status: 503 } },
      { name: 'late', fault: { kind: 'latency', fixed: 60 } },
    ])
    sim.faults.add([
      { name: 'all', fault: { kind: 'status', status: 500 } },
      { name: 'late', fault: { kind: 'latency', fixed: 60 } },
    ])
    const start = performance.now()
    assert.is(await statusOf(sim, '/pessoas', own.token), 503)
    assert.ok(performance.now() - start >= 118)
    assert.equal([own.faults.get('own').strikes, sim.faults.get('all').strikes], [1, 0])
  })
})

test('a start with a plan that ships, a file or an object; each reset begins anew', async () => {
  await withSimulator({ faults: 'rate-limited' }, async (sim) => {
    assert.equal(
      sim.faults.list().map(({ name, expires }) => [name, expires]),
      [['rate-limit', null]],
    )
    sim.clock.freeze()
    const burst = () => Promise.all(Array.from({ length: 12 }, () => statusOf(sim, '/pessoas')))
    const statuses = await burst()
    assert.equal(statuses.sort(), [...Array(10).fill(200), 429, 429])
    await sim.reset()
    sim.clock.freeze()
    assert.equal((await burst()).sort(), statuses)
  })
  await inFolder(async (folder) => {
    const { writeFileSync } = await import('node:fs')
    const file = `${folder}/plan.json`
    writeFileSync(file, JSON.stringify(shaky))
    await withSimulator({ faults: file }, async (sim) => {
      assert.is(sim.faults.list().length, 4)
      assert.is(sim.faults.get('broken').seed, 7)
    })
  })
})

test('the log says which fault struck, and of whom', async () => {
  const lines: string[] = []
  const log = { log: 'json', write: (line: string) => void lines.push(line) } as const
  await withSimulator(
    { ...log, faults: { faults: [{ name: 'gone', fault: { kind: 'lost-answer' } }] } },
    async (sim) => {
      assert.is(await statusOf(sim, '/pessoas'), 0)
      assert.is(await statusOf(sim, '/pessoas', 'nobody'), 0)
    },
  )
  const [own, stranger] = lines.map((line) => JSON.parse(line))
  assert.is(own.code, 'service.fault')
  assert.match(own.reason, 'the fault gone strikes (lost-answer)')
  assert.equal([own.organization, stranger.organization], ['a', null])
})

const GATEWAY = { name: 'gone', fault: { kind: 'gateway', status: 502 } } as const
const ALWAYS = "Remove it with faults.remove('gone') or DELETE /v1/faults/gone of the control port"
const struck: [what: string, set: (sim: RunningSimulator) => unknown, start: object, ...told: string[]][] = [
  [
    'a plan in code',
    () => {},
    { faults: { faults: [GATEWAY] } },
    'the fault gone strikes (gateway)',
    `${ALWAYS}, or start pessoas-sim without --faults.`,
  ],
  [
    'a fault that was added',
    (sim) => sim.faults.add(GATEWAY),
    {},
    'the fault gone strikes (gateway)',
    `${ALWAYS}.`,
  ],
  [
    'the name of a plan',
    () => {},
    { faults: 'rate-limited' },
    'the fault rate-limit of the plan rate-limited strikes (rate-limit)',
    "Remove it with faults.remove('rate-limit') or DELETE /v1/faults/rate-limit of the control port, or start pessoas-sim without --faults rate-limited.",
  ],
  [
    'a plan that was added through the control port',
    ({ control }) =>
      fetch(`${control?.url}/v1/faults`, {
        method: 'POST',
        headers: { authorization: `Bearer ${control?.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ plan: 'rate-limited' }),
      }),
    {},
    'the fault rate-limit of the plan rate-limited strikes (rate-limit)',
    "Remove it with faults.remove('rate-limit') or DELETE /v1/faults/rate-limit of the control port.",
  ],
]
for (const [what, set, start, ...told] of struck) {
  test(`the log names the plan of a fault, and how to remove it: ${what}`, async () => {
    const lines: { reason?: string; remedy?: string }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    await withSimulator({ log: 'json', write, control: {}, ...start }, async (sim) => {
      await set(sim)
      for (let call = 0; call < 11; call++) await statusOf(sim, '/pessoas')
    })
    const { reason, remedy } = lines.find((line) => line.reason !== undefined) ?? {}
    assert.equal([reason, remedy], told)
  })
}

test('the journal names the fault of each request that was struck, whatever its kind', async () => {
  const effects: Record<FaultKind, object> = {
    'stale-keep-alive': {},
    'lost-answer': {},
    gateway: { status: 502 },
    'rate-limit': { perSecond: 0.001, burst: 1 },
    silence: { until: 5 },
    trickle: { every: 2, pieces: 2 },
    'long-length': {},
    'broken-json': {},
    'reset-in-body': {},
    unauthorized: {},
    latency: { fixed: 2 },
    status: { status: 503 },
  }
  await withSimulator({}, async (sim) => {
    const port = Number(new URL(sim.url).port)
    for (const [kind, options] of Object.entries(effects)) {
      sim.faults.clear()
      sim.faults.add({ name: kind, fault: { kind, ...options } as FaultEffect })
      // The first request of a connection is no stale one, and finds a full bucket.
      const connection = await openRaw(port)
      await connection.exchange(LIST, { until: isWhole, wait: 300 })
      await connection.exchange(LIST, { until: isWhole, wait: 300 })
      connection.destroy()
      const [struck] = await sim.journal.verify({ fault: kind }, { atLeast: 1 })
      assert.equal([struck?.faults, struck?.organization], [[kind], 'a'], kind)
      assert.ok(
        struck?.why.some(({ code }) => code === 'service.fault'),
        kind,
      )
    }
  })
})

test('faults strike before the guard and through quirks, and words of a profile are kept', async () => {
  const body = { erro: 'Token recusado.' }
  const seen = { faults: { 'token.*': { status: 401, body, headers: { 'x-frame': 'yes' } } } }
  for (const quirks of [[], ['page-ignored']]) {
    await withSimulator({ quirks, profile: { seen } }, async (sim) => {
      sim.faults.add({ name: 'out', fault: { kind: 'unauthorized' }, on: { endpoint: 'list' } })
      const refused = await get(sim, '/pessoas')
      assert.equal([refused.status, refused.headers.get('x-frame')], [401, 'yes'])
      assert.equal(await refused.json(), { erro: 'Token recusado.' })
      sim.faults.clear()
      sim.faults.add({ name: 'cut', fault: { kind: 'broken-json' } })
      const broken = await get(sim, '/pessoas')
      assert.is(broken.status, 200)
      const text = await broken.text()
      assert.throws(() => JSON.parse(text))
    })
  }
})

test('a long answer and one without a body pass through a fault whole', async () => {
  const pessoas = Array.from({ length: 2_000 }, (_, i) => ({
    cpf: String(i).padStart(11, '0'),
    nome: `Ana ${i}`,
  }))
  const relatorios = pessoas.map(({ cpf }) => ({ organizacao: 'a', cpf }))
  const big = { organizacoes: fixture.organizacoes.slice(0, 1), pessoas, relatorios }
  await withSimulator({ fixture: big, cors: true, profile: { rowsMaximum: null } }, async (sim) => {
    const right = await (await get(sim, '/pessoas?rows=2000')).text()
    assert.ok(right.length > 100_000)
    sim.faults.add({ name: 'late', fault: { kind: 'trickle', every: 5, pieces: 3 } })
    assert.is(await (await get(sim, '/pessoas?rows=2000')).text(), right)
    const preflight = await fetch(`${sim.url}/pessoas`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' },
    })
    assert.is(preflight.status, 204)
  })
})

test('a client that goes while a fault holds its request leaves nothing behind', async () => {
  await withSimulator({}, async (sim) => {
    sim.faults.add({ name: 'late', fault: { kind: 'latency', fixed: 100 } })
    const gone = new AbortController()
    const asked = fetch(`${sim.url}/pessoas`, { headers: { authorization: TOKEN }, signal: gone.signal })
    setTimeout(() => gone.abort(), 20)
    assert.is(await asked.catch(({ name }) => name), 'AbortError')
    sim.faults.clear()
    assert.is(await statusOf(sim, '/pessoas'), 200)
  })
})

for (const decided of [false, true]) {
  test(`a client that goes is noticed, whatever it sent behind a request that is never answered${decided ? ', but decided' : ''}`, async () => {
    await withSimulator({}, async (sim) => {
      sim.faults.add({ name: 'silent', fault: { kind: 'silence', decided }, when: { calls: [1] } })
      const socket = connect(Number(new URL(sim.url).port), '127.0.0.1')
      const body = 'x'.repeat(300_000)
      socket.write(LIST + LIST)
      socket.write(
        `POST /relatorios/validar/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      const isThere = () => sim.journal.find().length === 3
      while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5))
      socket.destroy()
      await sim.journal.verify(
        { outcome: 'unanswered', fault: 'silent' },
        { exactly: 3, within: 10_000, quiet: 1 },
      )
      // One that sends more and more is cut.
      sim.faults.add({ name: 'silent', fault: { kind: 'silence', decided }, when: { calls: [1] } })
      const connection = await openRaw(Number(new URL(sim.url).port))
      assert.equal(await connection.exchange(LIST.repeat(150), { wait: 10_000 }).then(({ text }) => text), '')
    })
  })
}

for (const how of ['resetAndDestroy', 'destroy'] as const) {
  test(`a client that goes after CONNECT, before its turn, is noticed and stops nothing: ${how}`, async () => {
    await withSimulator({}, async (sim) => {
      sim.faults.add({ name: 'silent', fault: { kind: 'silence' }, when: { calls: [1] } })
      const socket = connect(Number(new URL(sim.url).port), '127.0.0.1')
      socket.write(`${LIST}CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      while (sim.journal.totals.inFlight === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      socket[how]()
      await sim.journal.verify({ outcome: 'unanswered' }, { within: 5_000 })
      assert.is(await statusOf(sim, '/pessoas'), 200)
    })
  })
}

test('decisions and the header Date have the time of the clock', async () => {
  await withSimulator({}, async (sim) => {
    sim.clock.freeze('2031-02-03T04:05:06.789Z')
    const decided = await decide(sim)
    assert.is(decided.headers.get('date'), 'Mon, 03 Feb 2031 04:05:06 GMT')
    assert.is(sim.changes()[0]?.atualizado_em, '2031-02-03T04:05:06.789Z')
    const page = (await (await get(sim, '/pessoas')).json()) as ListResponse
    assert.is(page.result.itens[0]?.atualizado_em, '2031-02-03T04:05:06.789Z')
    sim.clock.advance(-3_600_000)
    assert.is((await get(sim, '/nowhere')).headers.get('date'), 'Mon, 03 Feb 2031 03:05:06 GMT')
    const { hostname, port } = new URL(sim.url)
    assert.is(hostname, '127.0.0.1')
    const raw = await openRaw(Number(port))
    const { text } = await raw.exchange('this is no HTTP\r\n\r\n', { until: isWhole })
    assert.is(partsOf(text).headers.date, 'Mon, 03 Feb 2031 03:05:06 GMT')
    raw.destroy()
    await sim.reset()
    const date = Date.parse((await get(sim, '/pessoas')).headers.get('date') as string)
    assert.ok(Math.abs(date - Date.now()) < 2_000)
  })
})

test('so in a state folder, and with a quirk that looks at times', async () => {
  await inFolder(async (folder) => {
    await withSimulator({ state: `${folder}/state` }, async (sim) => {
      sim.clock.freeze('2031-02-03T04:05:06.789Z')
      await decide(sim)
      assert.is(sim.changes()[0]?.atualizado_em, '2031-02-03T04:05:06.789Z')
    })
  })
  await withSimulator({ quirks: ['decision-moves-all-lists'] }, async (sim) => {
    sim.clock.freeze('2031-02-03T04:05:06.789Z')
    await decide(sim)
    const page = (await (await get(sim, '/pessoas', 'token-of-b')).json()) as ListResponse
    assert.is(page.result.itens[0]?.atualizado_em, '2031-02-03T04:05:06.789Z')
  })
})

test('each organization of its own has its own clock', async () => {
  await withSimulator({}, async (sim) => {
    const own = await sim.organization({ fixture })
    own.clock.set('2040-01-01T00:00:00Z')
    await decide(sim, OWN_REPORT, own.token)
    await decide(sim)
    assert.match(own.changes()[0]?.atualizado_em as string, /^2040-01-01T00:00:0/)
    assert.not.match(sim.changes()[0]?.atualizado_em as string, /^2040/)
    assert.match((await get(sim, '/pessoas', own.token)).headers.get('date') as string, '01 Jan 2040')
    assert.not.match((await get(sim, '/pessoas')).headers.get('date') as string, '2040')
    own.faults.add({
      name: 'soon',
      fault: { kind: 'status', status: 503 },
      when: { after: 60_000 },
      ttl: 120_000,
    })
    const asked = []
    for (const by of [0, 60_000, 60_000]) {
      own.clock.advance(by)
      asked.push(await statusOf(sim, '/pessoas', own.token))
    }
    assert.equal(asked, [200, 503, 200])
    await own.reset()
    assert.is(own.clock.state.mode, 'real')
    await own.close()
  })
})

test.run()
