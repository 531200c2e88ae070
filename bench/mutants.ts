import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { groupBy } from '../src/contract/group-by.ts'
import { Random } from './fuzz/random.ts'
import { createCompiler } from './mutants/compiles.ts'
import { bundle, instrument, type Mutant } from './mutants/instrument.ts'
import { judgeMutant, measure, type Outcome, type TestFile } from './mutants/runs.ts'
import { Worker } from './mutants/worker.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What is mutated, and the tests that are asked: parts of paths, those that begin with ! are left out. */
const ROOMS: Record<string, { sources: readonly string[]; tests: readonly string[] }> = {
  contract: {
    sources: ['src/contract/'],
    tests: [
      'src/contract/',
      'src/operator/',
      'src/data/personal-key',
      'src/world/world.test',
      'src/service/service.test',
      'src/service/list',
      'src/service/decision',
      'src/service/report',
    ],
  },
  world: {
    sources: ['src/world/'],
    tests: ['src/world/', 'src/simulator/simulator-world'],
  },
  model: { sources: ['conformance/model/'], tests: ['conformance/model/', 'conformance/checks/'] },
  redaction: {
    sources: ['conformance/redaction/'],
    tests: ['conformance/redaction/', 'conformance/run/record'],
  },
  service: { sources: ['src/service/'], tests: ['src/service/', '!quirks'] },
  server: { sources: ['src/server/'], tests: ['src/server/', 'src/simulator/start.test'] },
  quirks: { sources: ['src/service/quirks/'], tests: ['src/service/quirks/'] },
}

const USAGE = `Changes the sources in one place at a time and asks the tests whether they notice (docs/contributing/mutation.md).

  npm run mutants -- --room ${Object.keys(ROOMS).join('|')} [--file PART-OF-A-PATH] [--sample 1/5] [--seed N]
                     [--again SURVIVORS.json] [--jobs 2] [--slowest SECONDS]

--again asks only for what survived in an earlier run; --slowest leaves out tests that take longer.
`

const { values } = parseArgs({
  options: {
    room: { type: 'string' },
    file: { type: 'string', default: '' },
    sample: { type: 'string', default: '1/1' },
    seed: { type: 'string', default: '1' },
    again: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    slowest: { type: 'string', default: '5' },
  },
})
const room = ROOMS[values.room ?? '']
const [part, of] = values.sample.split('/').map(Number) as [number, number]
if (room === undefined || !(part <= of)) {
  console.error(USAGE)
  process.exit(2)
}

interface Judged {
  mutant: Mutant
  outcome: Outcome | 'no types'
  place: string
  original: string
}

const began = performance.now()
const judged: Judged[] = []
clearAbandoned()
const folder = mkdtempSync(join(tmpdir(), `pessoas-sim-mutants-${process.pid}-`))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    report()
    process.exit(130)
  })
}
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
// The simulator looks for both upwards of its own code; a mutant may write into a copy.
for (const name of ['package.json', 'fixtures'])
  cpSync(join(ROOT, name), join(folder, name), { recursive: true })

const sources = files(room.sources, (name) => !name.endsWith('.test.ts') && name.includes(values.file))
const instrumented = await instrument(sources.map((name) => join(ROOT, name)))
const names = files(room.tests, (name) => name.endsWith('.test.ts'))
await bundle(
  names.map((name) => join(ROOT, name)),
  instrumented,
  folder,
)
const tests: TestFile[] = []
const unmeasured = [...names.entries()]
const workers = Array.from({ length: Number(values.jobs) }, () => new Worker(folder))
await atOnce(async (worker) => {
  for (let next = unmeasured.shift(); next !== undefined; next = unmeasured.shift()) {
    const [at, name] = next
    const bundle = join(folder, `${at}.mjs`)
    const { test, leftOut } = await measure(join(ROOT, name), bundle, 1_000 * Number(values.slowest), worker)
    for (const one of leftOut) console.log(`left out of ${name}: ${one.slice(0, 200).replace(/\s+/g, ' ')}`)
    if (test) tests.push(test)
    if (test?.isSeparable === false) console.log(`run as a whole: ${name}`)
  }
})
const compiles = createCompiler(
  ROOT,
  sources.map((name) => join(ROOT, name)),
)
// Read before anybody edits a file.
const queue = chosen(instrumented.mutants).map((mutant) => ({ mutant, original: originalOf(mutant) }))
const total = queue.length
console.log(`${total} of ${instrumented.mutants.length} mutants, ${tests.length} test files, ${seconds()} s`)
await atOnce(judgeAll)
report()
process.exit()

/** Does the same work with each worker, all at once. */
async function atOnce(work: (worker: Worker) => Promise<void>): Promise<void> {
  await Promise.all(workers.map(work))
}

/** Deletes what runs have left that were killed. */
function clearAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^pessoas-sim-mutants-(\d+)-/.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function files(parts: readonly string[], isWanted: (name: string) => boolean): string[] {
  const all = ['src', 'conformance'].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true }).map((name) => `${room}/${name}`),
  )
  const idle = parts.find((part) => !part.startsWith('!') && !all.some((name) => name.startsWith(part)))
  if (idle !== undefined) throw new Error(`no file begins with ${idle}`)
  const wanted = all
    .filter((name) => name.endsWith('.ts') && !name.includes('/testing/') && isWanted(name))
    .filter((name) => parts.some((part) => name.startsWith(part)))
    .filter((name) => !parts.some((part) => part.startsWith('!') && name.includes(part.slice(1))))
  if (wanted.length === 0) throw new Error(`nothing is wanted of ${parts.join(' ')}`)
  return wanted.sort()
}

function chosen(mutants: readonly Mutant[]): Mutant[] {
  const random = new Random(Number(values.seed))
  const sampled = mutants.filter(({ status }) => status === undefined).filter(() => random.below(of) < part)
  // In any order, so that what an interrupted run has judged is a sample, too.
  for (const [i, mutant] of sampled.entries()) {
    const at = random.below(i + 1)
    sampled[i] = sampled[at] as Mutant
    sampled[at] = mutant
  }
  if (values.again === undefined) return sampled
  const survivors: readonly { place: string; replacement: string }[] = JSON.parse(
    readFileSync(values.again, 'utf8'),
  )
  const keys = new Set(survivors.map(({ place, replacement }) => place + replacement))
  return sampled.filter((mutant) => keys.has(placeOf(mutant) + mutant.replacement))
}

async function judgeAll(worker: Worker): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    judged.push({ ...next, outcome: await outcomeOf(next.mutant, worker), place: placeOf(next.mutant) })
    if (judged.length % 25 === 0) console.log(`${judged.length} of ${total}, ${seconds()} s`)
  }
}

/** What tsc refuses is no mutant that could be committed: asked only of those that no test kills. */
async function outcomeOf(mutant: Mutant, worker: Worker): Promise<Judged['outcome']> {
  const outcome = await judgeMutant(mutant, tests, worker)
  const hasSurvived = outcome === 'survived' || outcome === 'no coverage'
  return hasSurvived && !compiles(mutant) ? 'no types' : outcome
}

function placeOf({ fileName, location: { start } }: Mutant): string {
  return `${relative(ROOT, fileName)}:${start.line + 1}:${start.column + 1}`
}

function originalOf({ fileName, location: { start, end } }: Mutant): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  lines.push((lines.pop() as string).slice(0, end.column))
  lines[0] = (lines[0] as string).slice(start.column)
  return lines.join('\n')
}

function report(): void {
  const row = (name: string, all: readonly Judged[]): string => {
    const count = (outcome: Judged['outcome']) => all.filter((one) => one.outcome === outcome).length
    const [refused, killed, late, survived, unseen] = (
      ['no types', 'killed', 'timed out', 'survived', 'no coverage'] as const
    ).map(count) as [number, number, number, number, number]
    const score = ((100 * (killed + late)) / Math.max(1, all.length - refused)).toFixed(1)
    const cells = [all.length, refused, killed, late, survived, unseen, `${score} %`]
    return name.padEnd(44) + cells.map((cell) => String(cell).padStart(10)).join('')
  }
  const byFile = groupBy(judged, ({ mutant }) => relative(ROOT, mutant.fileName))
  const head = ['mutants', 'no types', 'killed', 'timed out', 'survived', 'unreached', 'score']
  console.log(' '.repeat(44) + head.map((word) => word.padStart(10)).join(''))
  for (const [name, all] of [...byFile].sort(([a], [b]) => (a < b ? -1 : 1))) console.log(row(name, all))
  console.log(row(`${values.room}, ${seconds()} s`, judged))

  const alive = judged
    .filter(({ outcome }) => outcome === 'survived' || outcome === 'no coverage')
    .map(({ mutant, outcome, place, original }) => {
      return { place, outcome, kind: mutant.mutatorName, original, replacement: mutant.replacement }
    })
  const path = join(tmpdir(), `pessoas-sim-mutants-${values.room}-${process.pid}.json`)
  writeFileSync(path, `${JSON.stringify(alive, null, 1)}\n`)
  console.log(`survivors: ${path}`)
}

function seconds(): string {
  return ((performance.now() - began) / 1000).toFixed(0)
}
