import { connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ListResponse } from '../contract/wire.ts'
import type { FaultPlan } from '../control/faults/rule.ts'
import { isWhole, openRaw, partsOf } from '../testing/wire.ts'
import { inFolder, MENSAGEM, OWN_REPORT, refusalOf, smallWorld, TOKEN } from '../testing/world.ts'
import { type RunningSimulator, startSimulator } from './start.ts'

const test = suite('faults and clocks of a simulator')

const fixture = smallWorld()

async function withSimulator(
  options: Parameters<typeof startSimulator>[0],
  use: (sim: RunningSimulator) => Promise<void>,
): Promise<void> {
  await using sim = await startSimulator({ fixture, allowInvalidCpf: true, ...options })
  await use(sim)
}

const LIST = `GET /pessoas HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${TOKEN}\r\n\r\n`
const get = ({ url }: { url: string }, path = '/pessoas', token: string = TOKEN) =>
  fetch(`${url}${path}`, { headers: { authorization: token } })

/** Asks, and returns the status; 0 if the connection broke. */
async function statusOf(sim: { url: string }, path?: string, token?: string): Promise<number> {
  try {
    const response = await get(sim, path, token)
    await response.text()
    return response.status
  } catch {
    return 0
  }
}

async function decide(sim: { url: string }, token: string = TOKEN): Promise<Response> {
  return fetch(`${sim.url}/relatorios/validar/${OWN_REPORT}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
  })
}

const shaky: FaultPlan = {
  seed: 7,
  faults: [
    { name: 'broken', fault: { kind: 'status', status: 503 }, share: 0.3 },
    { name: 'gateway', fault: { kind: 'status', status: 502, html: true }, share: 0.3, calls: [1] },
    { name: 'late', fault: { kind: 'latency', ms: [0, 4] }, share: 0.5 },
    { name: 'lost', fault: { kind: 'drop', close: 'reset' }, share: 0.1 },
  ],
}
const CLIENTS = 20

/** Asks each page twice, and returns what came of each. */
async function session(sim: { url: string }, token: string, pages: number[]): Promise<string[]> {
  const came: string[] = []
  for (let k = 1; k <= 2; k++)
    for (const page of pages) came.push(`${page} ${k} ${await statusOf(sim, `/pessoas?page=${page}`, token)}`)
  return came
}

test('clients side by side are struck like one after the other, whatever comes first, and by the seed', async () => {
  const pages = Array.from({ length: 40 }, (_, i) => i + 1)
  const run = async (clients: number, seed = 7) => {
    let came: string[] = []
    await withSimulator({ faults: { ...shaky, seed } }, async (sim) => {
      const shares = Array.from({ length: clients }, (_, c) => pages.filter((page) => page % clients === c))
      came = (await Promise.all(shares.map((share) => session(sim, TOKEN, share)))).flat().sort()
    })
    return came
  }
  const alone = await run(1)
  assert.equal(await run(CLIENTS), alone)
  assert.not.equal(await run(CLIENTS, 8), alone)
  const statuses = new Set(alone.map((line) => line.split(' ').at(-1)))
  assert.equal([...statuses].sort(), ['0', '200', '502', '503'])
})

test('the faults of an organization strike only it; those of the simulator everybody', async () => {
  await withSimulator({}, async (sim) => {
    const [one, two] = [await sim.organization({ fixture }), await sim.organization({ fixture })]
    const ask = () =>
      Promise.all([one.token, two.token, TOKEN, 'x'].map((token) => statusOf(sim, '/pessoas', token)))
    const busy = (status: number, organization?: string) => ({
      name: 'busy',
      fault: { kind: 'status', status } as const,
      ...(organization && { on: { organization } }),
    })
    const steps: [act: () => unknown, statuses: number[]][] = [
      [() => one.faults.add(busy(503)), [503, 200, 200, 401]],
      [() => one.faults.add(busy(503, 'b~1')), [200, 200, 200, 401]],
      [() => sim.faults.add(busy(500)), [500, 500, 500, 500]],
      // Of both, its own strikes.
      [() => one.faults.add(busy(503)), [503, 500, 500, 500]],
      [() => sim.faults.add(busy(500, 'a~2')), [503, 500, 200, 401]],
      [() => two.reset(), [503, 500, 200, 401]],
      [() => sim.reset(), [503, 200, 200, 401]],
      [() => one.close(), [401, 200, 200, 401]],
    ]
    for (const [act, statuses] of steps) {
      await act()
      assert.equal(await ask(), statuses, String(act))
    }
    for (const faults of [sim.faults, two.faults]) {
      const unknown = [{ name: 'other', fault: { kind: 'silence' } as const }, busy(503, 'zz')]
      const message = /^on\.organization "zz" of a fault is not a known handle\. Use one of a/
      assert.throws(() => faults.add(unknown), message)
      assert.equal(faults.list(), [])
    }
    assert.throws(() => two.faults.add(busy(503, 'a~22')), /is not a known handle: did you mean a~2\?/)
    const start = startSimulator({ persons: 1, faults: { faults: [busy(503, 'zz')] } })
    assert.match(await refusalOf(start), /^on\.organization "zz" of a fault is not a known handle/)
  })
})

test('a start with a plan that ships; each reset begins anew', async () => {
  await withSimulator({ faults: 'rate-limited' }, async (sim) => {
    for (let k = 0; k < 2; k++) {
      await sim.reset()
      sim.clock.freeze()
      const came = await Promise.all(Array.from({ length: 12 }, () => statusOf(sim)))
      assert.equal(came.sort(), [...Array(10).fill(200), 429, 429])
    }
  })
})

const GATEWAY = { name: 'gone', fault: { kind: 'status', status: 502, html: true } } as const
const removal = (name: string) =>
  `Remove it with faults.remove('${name}') or DELETE /v1/faults?name=${name} of the control port`
const struck: [start: object, set: (sim: RunningSimulator) => unknown, remedy: string][] = [
  [{ faults: { faults: [GATEWAY] } }, () => {}, `${removal('gone')}, or start pessoas-sim without --faults.`],
  [{}, (sim) => sim.faults.add(GATEWAY), `${removal('gone')}.`],
]
test('the log names the fault, who was struck, and how to remove it', async () => {
  for (const [start, set, told] of struck) {
    const lines: { reason?: string; remedy?: string; organization: string | null }[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    await withSimulator({ log: 'json', write, ...start }, async (sim) => {
      set(sim)
      await statusOf(sim)
      await statusOf(sim, '/pessoas', 'nobody')
    })
    const { reason, remedy, organization } = lines.find((line) => line.reason !== undefined) ?? {}
    assert.equal([reason, remedy, organization], ['the fault gone strikes (status)', told, 'a'])
    assert.is(lines.at(-1)?.organization, null)
  }
})

test('faults strike before the guard and through quirks, and words of a profile are kept', async () => {
  const body = { erro: 'Token recusado.' }
  const seen = { faults: { 'token.*': { status: 401, body, headers: { 'x-frame': 'yes' } } } }
  for (const quirks of [[], ['page-ignored']]) {
    await withSimulator({ quirks, profile: { seen } }, async (sim) => {
      sim.faults.add({ name: 'out', fault: { kind: 'status', status: 401 }, on: { endpoint: 'list' } })
      const refused = await get(sim)
      assert.equal([refused.status, refused.headers.get('x-frame')], [401, 'yes'])
      assert.equal(await refused.json(), body)
      sim.faults.clear()
      sim.faults.add({ name: 'cut', fault: { kind: 'corrupt', how: 'cut' } })
      const broken = await (await get(sim)).text()
      assert.throws(() => JSON.parse(broken))
    })
  }
})

test('a long answer and one without a body pass through a fault whole', async () => {
  const pessoas = Array.from({ length: 2_000 }, (_, i) => ({ nome: `Ana ${i}` }))
  await withSimulator({ fixture: { pessoas }, cors: true, profile: { rowsMaximum: null } }, async (sim) => {
    const token = sim.organizations[0]?.token as string
    const list = async () => (await get(sim, '/pessoas?rows=2000', token)).text()
    const right = await list()
    sim.faults.add({ name: 'late', fault: { kind: 'trickle', every: 5, pieces: 3 } })
    assert.ok(right.length > 100_000)
    assert.is(await list(), right)
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' }
    assert.is((await fetch(`${sim.url}/pessoas`, { method: 'OPTIONS', headers })).status, 204)
  })
})

test('a client that goes is noticed, with others behind a request that is never answered', async () => {
  for (const behind of [LIST + LIST, 'CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n']) {
    await withSimulator({}, async (sim) => {
      sim.faults.add({ name: 'silent', fault: { kind: 'silence' }, calls: [1] })
      const socket = connect(Number(new URL(sim.url).port), '127.0.0.1')
      socket.write(LIST + behind)
      await sim.journal.verify({ outcome: 'pending' }, { within: 10_000 })
      socket.destroy()
      await sim.journal.verify({ outcome: 'unanswered', fault: 'silent' }, { within: 10_000 })
      assert.is(await statusOf(sim), 200)
    })
  }
})

test('decisions and the header Date have the time of the clock, also in a state folder and under a quirk', () =>
  inFolder(async (folder) => {
    const now = '2031-02-03T04:05:06.789Z'
    const options = { state: `${folder}/state`, quirks: ['decision-moves-all-lists'] }
    await withSimulator(options, async (sim) => {
      sim.clock.freeze(now)
      assert.is((await decide(sim)).headers.get('date'), 'Mon, 03 Feb 2031 04:05:06 GMT')
      assert.is((await sim.changes())[0]?.atualizado_em, now)
      for (const token of [TOKEN, 'token-of-b']) {
        const page = (await (await get(sim, '/pessoas', token)).json()) as ListResponse
        assert.is(page.result.itens[0]?.atualizado_em, now)
      }
      sim.clock.advance(-3_600_000)
      assert.is((await get(sim, '/nowhere')).headers.get('date'), 'Mon, 03 Feb 2031 03:05:06 GMT')
      const raw = await openRaw(Number(new URL(sim.url).port))
      const { text } = await raw.exchange('this is no HTTP\r\n\r\n', { until: isWhole })
      assert.is(partsOf(text).headers.date, 'Mon, 03 Feb 2031 03:05:06 GMT')
      raw.destroy()
      await sim.reset()
      const date = Date.parse((await get(sim)).headers.get('date') as string)
      assert.ok(Math.abs(date - Date.now()) < 60_000)
    })
  }))

test('each organization of its own has its own clock, by which its faults end', async () => {
  await withSimulator({}, async (sim) => {
    await using own = await sim.organization({ fixture })
    own.clock.set('2040-01-01T00:00:00Z')
    await decide(sim, own.token)
    await decide(sim)
    assert.match((await own.changes())[0]?.atualizado_em as string, /^2040-01-01T00:0/)
    assert.not.match((await sim.changes())[0]?.atualizado_em as string, /^2040/)
    const fault = { kind: 'status', status: 503 } as const
    own.faults.add({ name: 'soon', fault, ttl: 120_000 })
    const asked = []
    for (const by of [0, 60_000, 60_000]) {
      own.clock.advance(by)
      asked.push(await statusOf(sim, '/pessoas', own.token))
    }
    assert.equal(asked, [503, 503, 200])
    await own.reset()
    assert.is(own.clock.state.mode, 'real')
  })
})

test.run()
