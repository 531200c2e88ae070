import { spawnSync } from 'node:child_process'
import { get } from 'node:http'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { canPin, cpu, QUIET, resident, type Served, simulator, start } from './servers.ts'

/**
 * Measures what the journal costs, as users have it: `tsx bench/journal.ts [--rounds 15] [--million]` after a build.
 * `serve` runs without the control port, which is without the journal, with it, and with consoles that follow the
 * journal on it, each in a process of its own; short rounds of load take turns. A share is the processor time for a request
 * without the journal by that with it, in the same round; below the table are the quartiles. With `--million`, memory
 * is compared before and after a million exchanges.
 */
const CONNECTIONS = 32
const AMOUNT = 8_000
const WARM = 30_000
const STREAMS = 5
const MILLION = 1_000_000

interface Organization {
  token: string
  reports: string[]
}

const CASES: Record<string, (organization: Organization) => autocannon.Request[]> = {
  list: ({ token }) => [
    { method: 'GET', path: '/pessoas?rows=25&page=3', headers: { authorization: token } },
  ],
  decision: ({ token, reports }) =>
    reports.map((report) => ({
      method: 'POST',
      path: `/relatorios/validar/${report}`,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: '{"aprovar":true,"mensagem":"Aprovado após conferência manual."}',
    })),
}

type Kind = 'off' | 'on' | 'streams'
const KINDS: readonly Kind[] = ['off', 'on', 'streams']

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '15' }, million: { type: 'boolean', default: false } },
  })
  for (const [name, requestsOf] of Object.entries(CASES)) {
    // New ones for each case: a heap keeps the size that the case before gave it.
    const servers = await openAll()
    const load = ({ url, ready }: Served, amount: number) =>
      send(url, requestsOf((ready.organizations as [Organization])[0]), amount)
    for (const kind of KINDS) await load(servers[kind], WARM)
    const costs: Record<Kind, number[]> = { off: [], on: [], streams: [] }
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
        const { pid } = servers[kind]
        const before = cpu(pid)
        await load(servers[kind], AMOUNT)
        costs[kind].push((cpu(pid) - before) / AMOUNT)
      }
    }
    console.log(`${name}: ${quartile(costs.off, 2).toFixed(1)} µs without the journal`)
    for (const kind of ['on', 'streams'] as const) {
      const shares = costs.off.map((cost, i) => cost / (costs[kind][i] as number))
      const [low, middle, high] = [1, 2, 3].map((nth) => quartile(shares, nth).toFixed(2))
      console.log(
        `  share ${kind === 'on' ? 'with it' : `with ${STREAMS} streams`}: ${middle} (${low} to ${high})`,
      )
    }
    if (values.million && name === 'list') await million(servers.on, load)
    await Promise.all(Object.values(servers).map(({ stop }) => stop()))
  }
}

async function openAll(): Promise<Record<Kind, Served>> {
  const common = ['serve', '--memory', ...QUIET, '--persons', '2000', '--seed', '1']
  const off = await start(simulator, [...common, '--no-control'])
  const on = await start(simulator, common)
  const streams = await start(simulator, common)
  for (let k = 0; k < STREAMS; k++) await follow(streams)
  return { off, on, streams }
}

/** Follows the journal on the control port, as a console does. */
function follow({ ready }: Served): Promise<void> {
  const { url, token } = ready.control as { url: string; token: string }
  return new Promise((resolve, reject) => {
    const request = get(`${url}/v1/journal/stream`, { headers: { authorization: `Bearer ${token}` } })
    request.on('error', () => {})
    request.on('response', (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`The stream was refused: ${response.statusCode}`))
      // It ends when its server is killed.
      response.on('error', () => {}).resume()
      resolve()
    })
  })
}

async function send(url: string, requests: autocannon.Request[], amount: number): Promise<void> {
  const { non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, amount, requests })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`)
}

async function million(
  server: Served,
  load: (server: Served, amount: number) => Promise<void>,
): Promise<void> {
  const before = resident(server.pid).now
  await load(server, MILLION)
  console.log(
    `  resident ${before.toFixed(0)} MB before a million, ${resident(server.pid).now.toFixed(0)} MB after`,
  )
}

function quartile(values: number[], nth: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round(((sorted.length - 1) * nth) / 4)] as number
}

if (canPin && process.env.BENCH_PINNED === undefined) {
  const args = ['-c', '1', process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const env = { ...process.env, BENCH_PINNED: '1' }
  process.exitCode = spawnSync('taskset', args, { stdio: 'inherit', env }).status ?? 1
} else await main()
