import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Connection, type Group, type Load, load, requestOf } from './load.ts'
import { type Ask, type Case, fresh, ROWS, readList, readSample, repeated, type Sample } from './questions.ts'
import { figure, median, PARTS, type Part, page, type Row, type Unit } from './report.ts'
import { bare, canPin, pinLoad, resident, type Served, simulator, start } from './servers.ts'

/**
 * Measures the built package with its default settings beside bare node:http and bare fastify: `npm run bench [-- FLAGS]`.
 *   --only PARTS           of repeated, new, writers, start, search, cold; --large adds 10,000,000 persons to them
 *   --persons N,…          sizes of the world
 *   --rounds N --seconds N how many slices each server gets for a case, after one to warm up, and their length
 *   --server 'PATH FLAGS'  also measure the package or script at PATH, started with FLAGS; repeatable
 *   --scratch DIR          keep the state folders of the worlds in DIR, and use those that are there
 *   --write                write docs/benchmark.md
 */
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'repeated,new,writers,start,search,cold' },
    large: { type: 'boolean', default: false },
    persons: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '1' },
    server: { type: 'string', multiple: true, default: [] },
    scratch: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const [READERS, WRITERS, WORDS, COLD_STARTS, STARTS] = [32, 2, 20, 15, 3]
const DECISION = JSON.stringify({ aprovar: true, mensagem: 'Approved after a manual check.' })
const rounds = Number(flags.rounds)
const scratch = resolve(flags.scratch ?? mkdtempSync(join(tmpdir(), 'pessoas-sim-bench-')))
const rows: Row[] = []
/** A build of the package, and its flags. */
type Build = { name: string; script: string; flags: string[] }
/** A simulator that is running, and what to ask it. */
type World = Started & { build: Build; sample: Sample }
type Started = Served & { token: string }
/** A server in a comparison, with the world whose questions it gets, and the unit of the others' rates by its own. */
type Contestant = { name: string; served: Served; world: World; base?: Unit }

type CasesOf = (world: World) => Case[] | Promise<Case[]>
type Report = { numero: string; organizacao: string; decisao?: object }
const rateOf = ({ rates }: Load) => rates[0] as number
const OURS: Build = { name: 'pessoas-sim', script: simulator, flags: [] }
const builds = [OURS, ...flags.server.map(readBuild)]
function readBuild(name: string): Build {
  const [path = '', ...more] = name.split(' ')
  return { name, script: resolve(path, path.endsWith('.js') ? '' : 'dist/bin/pessoas-sim.js'), flags: more }
}

function record(row: Row): void {
  rows.push(row)
  const { part, persons, what, server, unit, note = '' } = row
  process.stderr.write(`${part} ${persons} ${what}, ${server}: ${figure(row)} ${unit} ${note}\n`)
}

/** Starts a server and returns it with the milliseconds to its first 200. */
async function startTimed(script: string, args: string[], isPinned = false): Promise<Started> {
  const served = await start(script, args, isPinned)
  const [{ token }] = (served.ready.organizations ?? [{ token: '' }]) as [{ token: string }]
  const connection = new Connection(served.url)
  const started = served.started + (await connection.timed(requestOf('/pessoas', token)))
  connection.close()
  return { ...served, token, started }
}

const startSimulator = ({ script, flags: more }: Build, args: string[], isPinned = false) =>
  startTimed(script, ['--port', '0', '--json', ...args, ...more], isPinned)

const asking =
  ({ url, token }: Started) =>
  async (target: string): Promise<Response> => {
    const response = await fetch(url + target, { headers: { authorization: token } })
    if (response.status !== 200) throw new Error(`${target}: ${response.status} ${await response.text()}`)
    return response
  }

const folderOf = ({ name }: Build, persons: number | string) =>
  join(scratch, `${name.replace(/\W+/g, '-')}-${persons}`)

/** Starts a build from the state folder of a world, on the core of the servers; makes the folder if it is missing. */
async function openWorld(build: Build, persons: number): Promise<World> {
  const state = ['--state', folderOf(build, persons)]
  if (!existsSync(folderOf(build, persons)))
    await (await startSimulator(build, [...state, '--persons', String(persons)])).stop()
  const served = await startSimulator(build, state, true)
  return { ...served, build, sample: await readSample(asking(served)) }
}

/** What a share does not show: what an answer cost, and which core was the limit. */
function noteOf(loads: Load[]): string {
  const of = (read: (load: Load) => number) => Math.round(median(loads.map(read))).toLocaleString('en')
  const busy = `core: server ${of(({ server }) => server * 100)} %, load ${of(({ client }) => client * 100)} %`
  const rates = loads[0]?.rates.map((_, group) => of((load) => load.rates[group] as number)).join(' + ')
  return `${rates}/s, ${median(loads.map(({ cost }) => cost)).toFixed(1)} µs; ${busy}`
}

/** Makes a bare server send what the world answers, of the middling length among 20 questions. */
async function setAnswer({ process: child }: Served, world: World, { next }: Case): Promise<void> {
  const answers = []
  for (let i = 0; i < 20; i++) {
    const response = await asking(world)(next())
    const headers = Object.fromEntries(response.headers)
    for (const name of ['date', 'connection', 'keep-alive', 'content-length']) delete headers[name]
    answers.push({ headers, page: await response.text() })
  }
  const middling = answers.sort((a, b) => a.page.length - b.page.length)[10]
  const decision = JSON.stringify({ result: { numero: crypto.randomUUID() }, status_code: 200 })
  child.send({ ...middling, decision })
  await once(child, 'message')
}

/** Loads all in turns, each round in another order, for each case of their worlds; the first round warms up. */
async function measure(part: Part, contestants: Contestant[], casesOf: CasesOf, withWriters = false) {
  const cases = await Promise.all(contestants.map(({ world }) => casesOf(world)))
  const writers = contestants.map(({ world }) => (withWriters ? [writerOf(world)] : []))
  const { persons } = (contestants.at(-1) as Contestant).world.sample
  for (const [k, { what }] of (cases[0] as Case[]).entries()) {
    const loads = contestants.map((): Load[] => [])
    for (let round = -1; round < rounds; round++) {
      for (const turn of contestants.keys()) {
        const i = (turn + round + 1) % contestants.length
        const [{ served, world }, kind] = [contestants[i] as Contestant, cases[i]?.[k] as Case]
        if (round < 0 && served !== world) await setAnswer(served, world, kind)
        const reader = { connections: READERS, next: () => requestOf(kind.next(), world.token) }
        const measured = await load(served, [reader, ...(writers[i] ?? [])], Number(flags.seconds))
        if (round >= 0) loads[i]?.push(measured)
      }
    }
    for (const [other, { base }] of contestants.entries()) {
      for (const [own, { name: server }] of contestants.entries()) {
        if (base === undefined || own <= other) continue
        const ratios = (of: (load: Load) => number) =>
          (loads[own] as Load[]).map((load, round) => of(load) / of(loads[other]?.[round] as Load))
        const row = { part, persons, what, server, note: noteOf(loads[own] as Load[]) }
        record({ ...row, unit: base, values: ratios(rateOf) })
        if (other === 0) record({ ...row, unit: 'by processor time', values: ratios(({ cost }) => 1 / cost) })
      }
    }
  }
}

const repeatedOf = ({ sample }: World) => repeated(sample)
const firstAndLast = (world: World) => [repeatedOf(world)[0], repeatedOf(world).at(-1)] as Case[]
const freshOf = (world: World) => fresh(world.sample, asking(world))

async function measureLoads(persons: number): Promise<void> {
  const worlds: World[] = []
  for (const build of builds) worlds.push(await openWorld(build, persons))
  const world = worlds[0] as World
  const contestants: Contestant[] = [
    { name: 'node:http', served: await start(bare, ['node']), world, base: 'of node:http' },
    { name: 'fastify', served: await start(bare, ['fastify']), world, base: 'of fastify' },
    ...worlds.map((own) => ({ name: own.build.name, served: own, world: own })),
  ]
  if (wanted.has('repeated')) await measure('repeated', contestants, repeatedOf)
  if (wanted.has('new')) await measure('new', contestants, freshOf)
  if (wanted.has('writers')) await measure('writers', contestants, firstAndLast, true)
  for (const own of worlds) recordMemory('start', own)
  for (const { served } of contestants) await served.stop()
}

/** Decides the reports of a world, each once while there are some: worlds of one seed begin with the same persons. */
function writerOf({ build, token, sample }: World): Group {
  const out = join(scratch, 'reports.json')
  const args = ['seed', '--persons', String(Math.min(sample.persons, 30_000)), '--out', out, '--force']
  execFileSync(process.execPath, [build.script, ...args], { stdio: 'ignore' })
  const { organizacoes, relatorios } = JSON.parse(readFileSync(out, 'utf8'))
  const [{ id }] = organizacoes
  const own = (relatorios as Report[]).filter((report) => report.organizacao === id && !report.decisao)
  let i = 0
  const next = () => requestOf(`/relatorios/validar/${own[i++ % own.length]?.numero}`, token, DECISION)
  return { connections: WRITERS, next }
}

function recordMemory(part: Part, { sample: { persons }, pid, build }: World): void {
  const row = { part, persons, server: build.name, unit: 'MB' as const }
  record({ ...row, what: 'resident after all loads', values: [resident(pid).now] })
  record({ ...row, what: 'peak until then', values: [resident(pid).peak] })
}

/** Times the first start, which makes the data, the next start from the folder, and one from a data file of the same persons. */
async function measureStarts(part: Part, build: Build, persons: number): Promise<void> {
  const file = join(scratch, `data-${persons}.json`)
  const state = ['--state', folderOf(build, part === 'large' ? persons : `${persons}-start`)]
  const starts = { 'first start': [...state, '--persons', String(persons)], 'next start': state }
  const fromFile = part === 'large' ? {} : { 'start from a data file': ['--fixture', file] }
  for (const [what, args] of Object.entries({ ...starts, ...fromFile })) {
    const [times, peaks]: [number[], number[]] = [[], []]
    for (let i = 0; i < Math.min(rounds, part === 'large' ? 1 : STARTS); i++) {
      if (what === 'first start') rmSync(state[1] as string, { recursive: true, force: true })
      const served = await startSimulator(build, args)
      times.push(served.started / 1000)
      peaks.push(resident(served.pid).peak)
      if (part !== 'large' && !existsSync(file)) await writeData(file, persons, asking(served))
      await served.stop()
    }
    record({ part, persons, what, server: build.name, unit: 's', values: times })
    record({ part, persons, what: `peak of the ${what}`, server: build.name, unit: 'MB', values: peaks })
  }
}

/** Writes a world as a user would: a JSON fixture with a CPF, a name and a time for each person. */
async function writeData(file: string, persons: number, ask: Ask): Promise<void> {
  const lines: string[] = []
  for (let part = 1; lines.length < persons; part++) {
    const list = await readList(ask, `/pessoas?rows=${ROWS}&page=${part}&sort=cpf`)
    lines.push(...list.persons.map((person) => JSON.stringify(person)))
  }
  const organizations = '[{"id":"aurora","token":"aurora-token"}]'
  writeFileSync(file, `{"organizacoes":${organizations},\n"pessoas":[\n${lines.join(',\n')}\n]}\n`)
}

async function measureSearch(build: Build, persons: number): Promise<void> {
  const { url, token, sample, stop } = await openWorld(build, persons)
  const [searcher, other] = [new Connection(url), new Connection(url)]
  const [times, waits]: [number[], number[]] = [[], []]
  const timed = (client: Connection, query = '') => client.timed(requestOf(`/pessoas${query}`, token))
  for (let i = 0; i < 200; i++) await timed(other)
  const waiting = (async () => {
    while (times.length < WORDS) waits.push(await timed(other))
  })()
  for (const word of sample.words.slice(-WORDS))
    times.push(await timed(searcher, `?nome=${encodeURIComponent(word)}`))
  await waiting
  for (const client of [searcher, other]) client.close()
  const row = { part: 'search' as const, persons, server: build.name, unit: 'ms' as const }
  record({ ...row, what: `slowest of ${WORDS} words`, values: [Math.max(...times)] })
  record({ ...row, what: 'longest wait of another client', values: [Math.max(...waits)] })
  await stop()
}

/** Starts bare fastify and a build in turns: with a new state folder, as the very first time, and with the one of before. */
async function measureCold(build: Build): Promise<void> {
  for (const what of ['new state folder', 'state folder of the last start']) {
    const values: number[] = []
    for (let round = -1; round < COLD_STARTS; round++) {
      const limit = await startTimed(bare, ['fastify'])
      await limit.stop()
      const state = folderOf(build, what.startsWith('new') ? `new-${round}` : 'same')
      const ours = await startSimulator(build, ['--state', state])
      await ours.stop()
      if (round >= 0) values.push(ours.started / limit.started)
    }
    record({ part: 'cold', persons: 137, what, server: build.name, unit: 'times', values })
  }
}

/** Measures ten million persons: starts and memory, and reads beside one million. */
async function measureLarge(): Promise<void> {
  await measureStarts('large', OURS, 10_000_000)
  const [less, more] = [await openWorld(OURS, 1_000_000), await openWorld(OURS, 10_000_000)]
  const contestants: Contestant[] = [
    { name: '1,000,000', served: less, world: less, base: 'of 1,000,000' },
    { name: OURS.name, served: more, world: more },
  ]
  await measure('large', contestants, async (world) => [...repeatedOf(world), ...(await freshOf(world))])
  recordMemory('large', more)
  for (const { served } of contestants) await served.stop()
}

const wanted = new Set([...flags.only.split(','), ...(flags.large ? ['large'] : [])])
for (const part of wanted)
  if (!(part in PARTS)) throw new Error(`unknown part ${part}. Use ${Object.keys(PARTS).join(', ')}.`)
mkdirSync(scratch, { recursive: true })
process.once('exit', () => flags.scratch ?? rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
pinLoad()
for (const build of wanted.has('cold') ? builds : []) await measureCold(build)
for (const persons of flags.persons.split(',').map(Number)) {
  for (const build of wanted.has('start') ? builds : []) await measureStarts('start', build, persons)
  for (const build of wanted.has('search') ? builds : []) await measureSearch(build, persons)
  if (['repeated', 'new', 'writers'].some((part) => wanted.has(part))) await measureLoads(persons)
}
if (wanted.has('large')) await measureLarge()

const machine = `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}${canPin ? '' : ', not pinned'})`
const text = page(rows, `This run: ${new Date().toISOString().slice(0, 10)}, ${machine}.`)
if (flags.write) writeFileSync(new URL('../docs/benchmark.md', import.meta.url), text)
process.stdout.write(text)
