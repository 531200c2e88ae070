import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import autocannon from 'autocannon'
import pg from 'pg'
import { seedStore } from '../src/cli.ts'
import { BY_CPF, PERSONS } from '../src/store/sql/columns.ts'
import { tellSkipped, testPostgres } from '../src/testing/postgres.ts'
import { cpu, QUIET, type Served, simulator, start } from './servers.ts'

// Measures simulators on a database, all in one run:
// `npm run -s build && npx tsx bench/shared-load.ts [SIZES] [ROUNDS]`, such as `10000,100000,1000000 5`.
// 1. Each read beside a bare fastify route that runs the same statement on the same server, both at once on one core.
// 2. Two replicas beside one, each with a share of a core, so that neither the machine nor the database is the limit.
// 3. How long one request after another takes, by the number of persons.
// BENCH_POSTGRES names a server whose schemas `sSIZE` are seeded already, or are seeded there once.

const [, , sizesText = '10000,100000', roundsText = '5'] = process.argv
const sizes = sizesText.split(',').map(Number)
const ROUNDS = Number(roundsText)
const SECONDS = 2
const CONNECTIONS = 32
/** The share of one core that each replica of the second part gets. */
const QUOTA = 0.05
/** Words that are searched for the first time only: frequent and rare ones, parts of words, single letters, several words. */
const FIRST = [
  ...['ana', 'maria', 'souza', 'oliveira', 'lima', 'costa', 'joão', 'pereira', 'de', 'da', 'xavier'],
  ...['a', 'e', 'i', 'o', 'z', 'jo', 'el', 'ra', 'silv', 'qqq'],
  ...['ana maria', 'maria silva', 'de souza', 'josé dos santos', 'a s', 'o de o'],
]
const peer = new URL('peers/fastify-sql.mjs', import.meta.url).pathname

const given = process.env.BENCH_POSTGRES
const own = given === undefined ? await testPostgres() : null
const base = given ?? own?.url('x')
if (base === undefined) {
  tellSkipped('the load on a database')
  process.exit(1)
}
const storeOf = (size: number) => {
  const url = new URL(base)
  url.searchParams.set('schema', `s${size}`)
  return url.href
}
const plain = new URL(base)
plain.searchParams.delete('schema')
const client = new pg.Client({ connectionString: plain.href })
await client.connect()

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number
const number = (value: number, digits = 2) => value.toFixed(digits)
const say = (text: string) => process.stdout.write(`${text}\n`)
const load1 = () => number(loadavg()[0] as number, 1)
const tokenOf = ({ ready }: Served) => (ready.organizations as { token: string }[])[0]?.token as string

interface Load {
  rate: number
  /** Processor time of the server for a request, in microseconds. */
  cost: number
}

async function load(servers: readonly Served[], paths: string[], token: string): Promise<Load> {
  const before = servers.map(({ pid }) => cpu(pid))
  const results = await Promise.all(
    servers.map(({ url }) =>
      autocannon({
        url,
        connections: CONNECTIONS / servers.length,
        duration: SECONDS,
        requests: paths.map((path) => ({ path, headers: { authorization: token } })),
      }),
    ),
  )
  const total = results.reduce((sum, { requests }) => sum + requests.total, 0)
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (failed > 0) throw new Error(`${failed} refusals and errors`)
  const used = servers.reduce((sum, { pid }, i) => sum + cpu(pid) - (before[i] as number), 0)
  return { rate: total / SECONDS, cost: used / total }
}

interface Answer {
  result: { itens: { cpf: string }[]; paginacao: { total: number } }
}

async function ask(sim: Served, path: string): Promise<string> {
  const response = await fetch(sim.url + path, { headers: { authorization: tokenOf(sim) } })
  return response.text()
}

/** What the peer needs for one page. */
async function pageOf(sim: Served, path: string, size: number) {
  const body = await ask(sim, path)
  const cpfs = (JSON.parse(body) as Answer).result.itens.map(({ cpf }) => cpf)
  const inSchema = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => `s${size}.${name}`)
  const { rows } = await client.query(
    inSchema('SELECT cpf, row_no FROM {persons} WHERE org = 0 AND cpf = ANY($1)'),
    [cpfs],
  )
  const rowOf = new Map<string, number>(rows.map(({ cpf, row_no }) => [cpf, row_no]))
  const order = cpfs.map((cpf) => rowOf.get(cpf) as number)
  const from = body.indexOf('"itens":[') + '"itens":['.length
  const to = body.indexOf('}]', from) + 1
  const isOne = path.includes('cpf=')
  return {
    name: isOne ? 'one' : 'page',
    text: inSchema(isOne ? BY_CPF : PERSONS),
    values: isOne ? [0, cpfs] : [0, order],
    order,
    head: body.slice(0, from),
    tail: body.slice(to),
    body,
  }
}

const pathsOf = (size: number, cpf: string): [name: string, path: string][] => [
  ['first page', '/pessoas'],
  ['deep page', `/pessoas?page=${Math.floor((size * 0.9) / 25)}&sort=-atualizado_em`],
  ['cpf', `/pessoas?cpf=${cpf}`],
  ['nome=silva', '/pessoas?nome=silva'],
  ['sort=nome, page 3', '/pessoas?sort=nome&page=3'],
]

async function startOn(size: number): Promise<Served> {
  return start(simulator, [...QUIET, '--no-control', '--store', storeOf(size)])
}

async function someCpf(sim: Served): Promise<string> {
  return (JSON.parse(await ask(sim, '/pessoas?page=3')) as Answer).result.itens[7]?.cpf as string
}

/** 1. Shares of a bare route. */
async function shares(size: number): Promise<void> {
  const sim = await startOn(size)
  const cases = pathsOf(size, await someCpf(sim))
  const pages: Record<string, object> = {}
  for (const [, path] of cases) pages[path] = await pageOf(sim, path, size)
  const route = await start(peer, [], { STORE: plain.href, PAGES: JSON.stringify(pages) })
  for (const [name, path] of cases) {
    const text = await (await fetch(route.url + path)).text()
    if (text !== (await ask(sim, path))) throw new Error(`the route answers ${name} otherwise`)
    const rates: number[] = []
    const costs: number[] = []
    let last: [Load, Load] | undefined
    for (let round = -1; round < ROUNDS; round++) {
      // Both at once: on a machine that others use, one after the other differs by a factor of ten.
      const [bare, ours] = await Promise.all(
        [route, sim].map((server) => load([server], [path], tokenOf(sim))),
      )
      if (bare === undefined || ours === undefined) throw new Error('no load')
      if (round < 0) continue // warming up
      rates.push(ours.rate / bare.rate)
      costs.push(bare.cost / ours.cost)
      last = [bare, ours]
    }
    const [bare, ours] = last as [Load, Load]
    say(
      `${size} ${name}: ${number(median(rates))} of the throughput of the bare route (${rates.map((one) => number(one)).join(' ')}), ${number(median(costs))} by processor time; last ${number(ours.rate, 0)}/s of ${number(bare.rate, 0)}/s, ${number(ours.cost, 0)} µs of ${number(bare.cost, 0)} µs`,
    )
  }
  await Promise.all([sim.stop(), route.stop()])
}

/** Gives a process a share of a core. Returns false where that cannot be done. */
function limit(pid: number, share: number): boolean {
  try {
    const folder = `/sys/fs/cgroup/cpu/pessoas-sim-${pid}`
    mkdirSync(folder)
    process.once('exit', () => {
      try {
        rmdirSync(folder)
      } catch {
        // It still has the process, which ends soon.
      }
    })
    writeFileSync(`${folder}/cpu.cfs_period_us`, '20000')
    writeFileSync(`${folder}/cpu.cfs_quota_us`, String(20_000 * share))
    writeFileSync(`${folder}/cgroup.procs`, String(pid))
    return true
  } catch {
    return false
  }
}

/** 2. Two replicas beside one. */
async function replicas(size: number): Promise<void> {
  const [one, other] = await Promise.all([startOn(size), startOn(size)])
  const isLimited = [one, other].map(({ pid }) => limit(pid, QUOTA)).every(Boolean)
  for (const [name, path] of pathsOf(size, await someCpf(one)).slice(0, 3)) {
    const ratios: number[] = []
    const costs: number[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const alone = await load([round % 2 === 0 ? one : other], [path], tokenOf(one))
      const both = await load([one, other], [path], tokenOf(one))
      if (round < 0) continue
      ratios.push(both.rate / alone.rate)
      costs.push(both.cost / alone.cost)
    }
    say(
      `${size} ${name}: two replicas ${number(median(ratios))} times one (${ratios.map((ratio) => number(ratio)).join(' ')}), ${isLimited ? `each with ${QUOTA * 100} % of a core` : 'on one core: this system has no quotas'}; processor time of a request ${number(median(costs))} times that of one`,
    )
  }
  await Promise.all([one.stop(), other.stop()])
}

/** 3. How long requests take, one after another. */
async function growth(size: number): Promise<void> {
  const sim = await startOn(size)
  const cells: string[] = []
  const time = async (path: string) => {
    const begin = performance.now()
    await ask(sim, path)
    return performance.now() - begin
  }
  const words = ['an', 'santos', 'maria da', ...FIRST]
  const searches = words.map((word): [string, string] => [
    `nome=${word}`,
    `/pessoas?nome=${encodeURIComponent(word)}`,
  ])
  const far: [string, string] = ['nome=an, sorted, last page', '']
  const firsts: [name: string, time: number][] = []
  for (const [name, given] of [...pathsOf(size, await someCpf(sim)), ...searches, far]) {
    let path = given
    if (path === '') {
      const found = JSON.parse(await ask(sim, '/pessoas?nome=an')) as Answer
      path = `/pessoas?nome=an&sort=nome&page=${Math.ceil(found.result.paginacao.total / 25)}`
    }
    const first = await time(path)
    if (name.startsWith('nome=') && given !== '') firsts.push([name, first])
    if (FIRST.some((word) => name === `nome=${word}`)) continue
    const times: number[] = []
    for (let i = 0; i < 40; i++) times.push(await time(path))
    const { total } = (JSON.parse(await ask(sim, path)) as Answer).result.paginacao
    const [least, middle] = [Math.min(...times), median(times)].map((one) => number(one, 1))
    cells.push(`${name} ${middle} (least ${least}, first ${number(first, 1)}, of ${total})`)
  }
  say(`${size} milliseconds: ${cells.join('; ')}`)
  const slowest = firsts.toSorted(([, a], [, b]) => b - a).slice(0, 4)
  say(
    `${size} first searches of ${firsts.length} words: median ${number(median(firsts.map(([, one]) => one)), 0)}, slowest ${slowest.map(([name, one]) => `${name} ${number(one, 0)}`).join(', ')}; load ${load1()}`,
  )
  await sim.stop()
}

say(`node ${process.version}, ${cpus().length} cores, load ${load1()} before`)
for (const size of sizes) {
  await seedStore(storeOf(size), { origin: { persons: size } })
  await growth(size)
}
const largest = Math.max(...sizes)
await shares(largest)
await replicas(Math.min(...sizes))
say(`load ${load1()} after`)
await client.end()
await own?.stop()
