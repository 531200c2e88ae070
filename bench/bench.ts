import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import {
  bare,
  bareFastify,
  canPin,
  cpu,
  jsonServer,
  QUIET,
  resident,
  type Served,
  simulator,
  start,
} from './servers.ts'

/**
 * Measures the simulator against the limit of the machine, all in one run: `npm run bench [-- --quick]`.
 * A share is the limit's processor time for a request by ours, so 1 is as fast as node:http can be; medians of rounds.
 */
const quick = process.argv.includes('--quick')
const SIZES = quick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000]
const ROUNDS = quick ? 3 : 7
const SECONDS = 1
const READERS = 30
const WRITERS = 2

// The load comes from another core than the one that is measured.
if (canPin && process.env.BENCH_PINNED === undefined) {
  const args = ['-c', '1', process.execPath, '--expose-gc', '--import', 'tsx', ...process.argv.slice(1)]
  const { status } = spawnSync('taskset', args, {
    stdio: 'inherit',
    env: { ...process.env, BENCH_PINNED: '1' },
  })
  process.exit(status ?? 1)
}

const scratch = mkdtempSync(join(tmpdir(), 'pessoas-sim-bench-'))
const rows: string[][] = []
const say = (text: string) => process.stderr.write(`${text}\n`)
const number = (value: number, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '-')
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number
const row = (size: number | string, what: string, ...cells: string[]) =>
  rows.push([size.toLocaleString('en'), what, ...cells])

interface Case {
  name: string
  path: string
  /** The same question to json-server. */
  peer: string
}

interface Load {
  /** Processor time of the server for a request, microseconds. */
  cost: number
  /** Requests a second. */
  rate: number
}

async function load(
  server: Served,
  paths: string[],
  headers: Record<string, string>,
  seconds = SECONDS,
): Promise<Load> {
  const before = cpu(server.pid)
  const { requests, non2xx, errors } = await autocannon({
    url: server.url,
    connections: READERS + WRITERS,
    duration: seconds,
    requests: paths.map((path) => ({ method: 'GET' as const, path, headers })),
  })
  if (non2xx + errors > 0)
    throw new Error(`${non2xx} refusals and ${errors} errors from ${server.url}${paths[0]}`)
  return { cost: (cpu(server.pid) - before) / requests.total, rate: requests.total / seconds }
}

async function startSimulator(persons: number): Promise<Served> {
  return start(simulator, [...QUIET, '--state', stateOf(persons)])
}

const stateOf = (persons: number) => join(scratch, `state-${persons}`)
const authorizationOf = ({ ready }: Served) => ({
  authorization: (ready.organizations as { token: string }[])[0]?.token as string,
})

async function get(server: Served, path: string): Promise<string> {
  const response = await fetch(server.url + path, { headers: authorizationOf(server) })
  return response.text()
}

/** The share of the limit and of a bare fastify route, asked the same requests in interleaved rounds. */
async function share(
  sim: Served,
  paths: string[],
  seconds = SECONDS,
): Promise<[ofLimit: number, ofFastify: number, cost: number]> {
  const body = join(scratch, 'body.json')
  writeFileSync(body, await get(sim, paths[0] as string))
  const limit = await start(bare, [], { BODY: body })
  const framework = await start(bareFastify, [], { BODY: body })
  const ofLimit: number[] = []
  const ofFastify: number[] = []
  const costs: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const a = await load(limit, paths, authorizationOf(sim), seconds)
    const b = await load(framework, paths, authorizationOf(sim), seconds)
    const ours = await load(sim, paths, authorizationOf(sim), seconds)
    if (round < 0) continue // warming up
    ofLimit.push(a.cost / ours.cost)
    ofFastify.push(b.cost / ours.cost)
    costs.push(ours.cost)
  }
  await Promise.all([limit.stop(), framework.stop()])
  return [median(ofLimit), median(ofFastify), median(costs)]
}

/** Cost of one question to json-server, from as many as it answers in a few seconds. */
async function peerCost(peer: Served, path: string): Promise<number> {
  const before = cpu(peer.pid)
  const until = performance.now() + 1000
  let answered = 0
  while (performance.now() < until || answered === 0) {
    await (await fetch(peer.url + path)).arrayBuffer()
    answered++
  }
  return (cpu(peer.pid) - before) / answered
}

/** What to ask for: 200 words that names are made of, and the CPF of somebody. */
function sample(persons: number): { words: string[]; cpf: string } {
  const { pessoas } = JSON.parse(readFileSync(join(stateOf(persons), 'dataset.json'), 'utf8')) as {
    pessoas: { cpf: string; nome: string }[]
  }
  const words = new Set(pessoas.slice(0, 20_000).flatMap(({ nome }) => nome.toLowerCase().split(' ')))
  return {
    words: [...words].filter((word) => word.length > 2).slice(0, 200),
    cpf: pessoas[Math.floor(persons / 2)]?.cpf as string,
  }
}

/** Every word asked once for the first time, while others read: the slowest answers, milliseconds. */
async function firstSearches(sim: Served, words: string[]): Promise<{ search: number; reader: number }> {
  let reading = true
  let reader = 0
  const headers = authorizationOf(sim)
  const timed = async (path: string) => {
    const begin = performance.now()
    await (await fetch(sim.url + path, { headers })).arrayBuffer()
    return performance.now() - begin
  }
  const readers = Array.from({ length: 8 }, async () => {
    while (reading) reader = Math.max(reader, await timed('/pessoas'))
  })
  let search = 0
  for (const word of words)
    search = Math.max(search, await timed(`/pessoas?nome=${encodeURIComponent(word)}`))
  reading = false
  await Promise.all(readers)
  return { search, reader }
}

/** Readers alone, then the same readers beside writers. */
async function mixed(sim: Served): Promise<{ kept: number; decisions: number }> {
  const headers = authorizationOf(sim)
  const reports = (sim.ready.organizations as { reports: string[] }[])[0]?.reports as string[]
  const read = () =>
    autocannon({
      url: sim.url,
      connections: READERS,
      duration: SECONDS * 2,
      requests: [{ path: '/pessoas', headers }],
    })
  const write = () =>
    autocannon({
      url: sim.url,
      connections: WRITERS,
      duration: SECONDS * 2,
      requests: reports.map((numero) => ({
        method: 'POST' as const,
        path: `/relatorios/validar/${numero}`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ aprovar: true, mensagem: 'Aprovado após conferência manual.' }),
      })),
    })
  const kept: number[] = []
  const decisions: number[] = []
  for (let round = -1; round < ROUNDS / 2; round++) {
    const alone = await read()
    const [beside, writers] = await Promise.all([read(), write()])
    if (round < 0) continue
    if (writers.non2xx + writers.errors > 0) throw new Error(`${writers.non2xx} decisions refused`)
    kept.push(beside.requests.total / alone.requests.total)
    decisions.push(writers.requests.total / (SECONDS * 2))
  }
  return { kept: median(kept), decisions: median(decisions) }
}

async function coldStart(
  script: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  const server = await start(script, args, environment)
  const begin = performance.now()
  await fetch(`${server.url}/pessoas`).then((response) => response.arrayBuffer())
  const time = server.started + performance.now() - begin
  await server.stop()
  return time
}

say(
  `node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, ${canPin ? 'server on core 0, load on core 1' : 'not pinned'}`,
)
let decisionsOfLeast = 0
for (const persons of SIZES) {
  const seed = ['--persons', String(persons), '--state', stateOf(persons), ...QUIET]
  const seeding = await start(simulator, seed)
  await seeding.stop()
  const sim = await startSimulator(persons)
  const atStart = resident(sim.pid)
  row(
    persons,
    'start from the state folder',
    `${number(sim.started / 1000)} s`,
    '',
    `${number(atStart.now, 0)} MB, ${number(atStart.most, 0)} at most`,
  )

  const { words, cpf } = sample(persons)
  // What reading that leaves behind must not be collected while answers are timed.
  globalThis.gc?.()
  if (persons >= 100_000) {
    const { search, reader } = await firstSearches(sim, words)
    row(
      persons,
      `${words.length} words, each for the first time`,
      '',
      '',
      `slowest ${number(search, 1)} ms, reader beside ${number(reader, 1)} ms`,
    )
  }
  const deep = Math.floor((persons * 0.9) / 25)
  const cases: Case[] = [
    { name: 'first page', path: '/pessoas', peer: '_page=1&_limit=25&_sort=atualizado_em&_order=desc' },
    {
      name: 'deep page, sort=-atualizado_em',
      path: `/pessoas?page=${deep}&sort=-atualizado_em`,
      peer: `_page=${deep}&_limit=25&_sort=atualizado_em&_order=desc`,
    },
    { name: 'cpf', path: `/pessoas?cpf=${cpf}`, peer: `cpf=${cpf}` },
    {
      name: 'name, repeated',
      path: '/pessoas?nome=silva',
      peer: '_page=1&_limit=25&nome_like=silva&_sort=atualizado_em&_order=desc',
    },
    { name: 'sort=nome, page 3', path: '/pessoas?sort=nome&page=3', peer: '_page=3&_limit=25&_sort=nome' },
  ]
  const db = join(scratch, 'db.json')
  const list = JSON.parse(await get(sim, `/pessoas?rows=${Math.ceil(persons / 25) * 25}`)) as {
    result: { itens: object[] }
  }
  writeFileSync(db, JSON.stringify({ pessoas: list.result.itens }))
  const peer = await start(jsonServer, [], { DB: db })
  for (const { name, path, peer: question } of cases) {
    const [ofLimit, ofFastify, cost] = await share(sim, [path])
    const peerMicroseconds = await peerCost(peer, `/pessoas?${question}`)
    row(
      persons,
      name,
      number(ofLimit),
      number(ofFastify),
      `${number(cost, 1)} µs; json-server ${number(peerMicroseconds / cost, 0)} times that`,
    )
    say(`${persons} ${name} ${number(ofLimit)} ${number(ofFastify)}`)
  }
  await peer.stop()
  const paths = words.map((word) => `/pessoas?nome=${encodeURIComponent(word)}`)
  const [ofLimit, ofFastify, cost] = await share(sim, paths)
  row(
    persons,
    `${words.length} words in rotation`,
    number(ofLimit),
    number(ofFastify),
    `${number(cost, 1)} µs`,
  )

  const { kept, decisions } = await mixed(sim)
  decisionsOfLeast ||= decisions
  row(
    persons,
    `${WRITERS} writers beside ${READERS} readers`,
    number(kept),
    '',
    `readers keep; ${number(decisions, 0)} decisions/s, ${number(decisions / decisionsOfLeast)} of ${SIZES[0]?.toLocaleString('en')}`,
  )
  row(persons, 'resident after all this', '', '', `${number(resident(sim.pid).now, 0)} MB`)
  await sim.stop()
  rmSync(stateOf(persons), { recursive: true })
}

const body = join(scratch, 'body.json')
const starts: number[] = []
for (let round = 0; round < 2 * ROUNDS + 1; round++) {
  const framework = await coldStart(bareFastify, [], { BODY: body })
  const ours = await coldStart(simulator, ['--port', '0', '--json', '--state', join(scratch, 'cold')])
  starts.push(ours / framework)
}
row('137', 'cold start, by that of bare fastify', number(median(starts)), '', 'times')
rmSync(scratch, { recursive: true })

const head = ['persons', 'what', 'of node:http', 'of fastify', '']
const widths = head.map((title, i) => Math.max(title.length, ...rows.map((cells) => (cells[i] ?? '').length)))
for (const cells of [head, ...rows]) {
  console.log(
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
