// Runs the test files in a few processes at once, each one file after the other: npm test [-- PART …]
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleTests, withSources } from './bundle-tests.mjs'
import { createCoverage } from './coverage.mjs'

const ROOMS = ['bin', 'conformance', 'src', 'bench', 'docs']
/** A file that fails may leave something open; none takes so long by itself, in milliseconds. */
const LIMIT = 480_000
/** This test reads in stack traces which source reads a knob. Elsewhere, source maps would only slow down the start. */
const READS_STACKS = join('src', 'service', 'service.test.ts')

const LANE = resolve('test-lane.mjs')
/** A process with more bytes than this gives way to a new one: whatever it starts costs the more, the larger it is. */
const FAT = 600 * 2 ** 20
/**
 * As many lanes as there are cores need no further threads that collect garbage. They collect it less often, because most
 * of it is young.
 */
const LANE_FLAGS = ['--single-threaded-gc', '--max-semi-space-size=32']
/** Many files wait now and then, for a process or a deadline: half as many more as there are cores leave none idle. */
const LANES = Math.ceil(availableParallelism() * 1.5)
/** These hardly do anything but wait, for deadlines and retries: in two lanes beside the others, which end before these. */
const WAITING = [
  'conformance/run/probe.test.ts',
  'conformance/client/target.test.ts',
  'conformance/run/opening.test.ts',
  'src/data/follow.test.ts',
  'src/server/listen.test.ts',
  'src/server/backlog.test.ts',
  'conformance/redaction/leak.test.ts',
].map((file) => join(file))

const started = performance.now()
const given = process.argv.slice(2)
const wanted = given.filter((part) => part !== '--coverage')
/** With --coverage, or with COVERAGE=1 for `npm cit`, the run also counts which lines and branches the tests reach. */
const isCounted = Boolean(process.env.COVERAGE) || given.includes('--coverage')
/** The least coverage is that of a deep run: see src/testing/deep.ts. */
const deep = isCounted ? { DEEP: '1' } : {}
/** A run without a name leaves out what takes longest: see src/testing/deep.ts and postgres.ts. */
const isDaily = !isCounted && process.env.DEEP !== '1' && wanted.length === 0
const files = ROOMS.flatMap((room) => readdirSync(room, { recursive: true }).map((name) => join(room, name)))
  .filter((file) => file.endsWith('.test.ts') && wanted.every((part) => file.includes(part)))
  .sort(byRoomAndSize)
if (files.length === 0) {
  console.error(`No test file has ${wanted.join(' and ')} in its path.`)
  process.exit(1)
}

const { bundles, programs } = await bundleTests(files, isCounted)
/** For what several files need and one of them makes. PostgreSQL runs as another user, who may not enter the repository. */
const shared = mkdtempSync(join(tmpdir(), 'pessoas-sim-tests-'))
chmodSync(shared, 0o755)
process.once('exit', () => rmSync(shared, { recursive: true, force: true }))
const coverage = isCounted ? createCoverage(bundles) : undefined
const sum = { passed: 0, failed: 0, skipped: 0, cpu: 0 }
const failures = []
const queue = files.filter((file) => !WAITING.includes(file))
const waiting = WAITING.filter((file) => files.includes(file))
/** Each with what it started, in a group of its own: no interruption leaves them behind. */
const running = new Set()
process.once('exit', () => running.forEach(end))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
await Promise.all([
  ...Array.from({ length: 2 }, () => worker(() => waiting.shift() ?? queue.shift())),
  ...Array.from({ length: Math.min(LANES, queue.length) }, () => worker(() => queue.shift())),
])

for (const { file, output } of failures) console.log(`\n── ${file}\n${output}`)
if (failures.length > 0) console.log(`\nFailed: ${failures.map(({ file }) => file).join('  ')}`)
console.log(`\n${files.length} files in ${seconds(started)}, CPU ${sum.cpu.toFixed(0)} s`)
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = failures.length > 0 ? 1 : 0
if (coverage) {
  const faults = coverage.faults(wanted)
  for (const fault of faults) console.log(`Coverage: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

/** The files that start processes take longest: they begin first, so that no core waits for the last of them. */
function byRoomAndSize(a, b) {
  const rank = (file) => ROOMS.findIndex((room) => file.startsWith(room))
  return rank(a) - rank(b) || statSync(b).size - statSync(a).size
}

/** @param next returns the next file of its lane; undefined if none is left */
async function worker(next) {
  let lane
  for (let file = next(); file !== undefined; file = next()) {
    const begun = performance.now()
    const flags = file === READS_STACKS ? ['--enable-source-maps'] : []
    if (lane === undefined || lane.isOver || lane.memory > FAT || lane.flags.join() !== flags.join()) {
      await lane?.close()
      lane = startLane(flags)
    }
    const { status, cpu, output } = await lane.run(file)
    const { total, passed, skipped } = countsOf(output)
    // uvu exits with 0 when a file forgets run() or a before hook throws.
    const isWhole = status === 0 && total > 0 && passed === total
    sum.passed += passed
    sum.skipped += skipped
    sum.cpu += cpu
    sum.failed += isWhole ? 0 : Math.max(1, total - passed)
    if (!isWhole) failures.push({ file, output: total === 0 ? `${output}\nNo test ran.` : output })
    // Nobody knows what it left behind.
    if (!isWhole) {
      await lane.close()
      lane = undefined
    }
    for (const [line] of output.matchAll(/^SKIPPED: .*$/gm)) console.log(`  ${line}`)
    console.log(
      `${isWhole ? '✓' : '✗'} ${file}  ${passed}/${total}  ${seconds(begun)}, CPU ${cpu.toFixed(1)} s`,
    )
  }
  await lane?.close()
}

function end(child) {
  process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
}

/** Starts a process that runs one file after the other: see test-lane.mjs. */
function startLane(flags) {
  const covered = coverage?.folderOfTest()
  const mark = `[${randomUUID()}] `
  const child = spawn(process.execPath, [...LANE_FLAGS, ...flags, LANE, mark], {
    env: {
      ...deep,
      ...process.env,
      BUNDLED_PROGRAMS: programs,
      ...(isDaily && { DAILY_TESTS: '1' }),
      MADE_ONCE_FOR_TESTS: shared,
      ...(covered && { NODE_V8_COVERAGE: covered }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  })
  running.add(child)
  const lane = { flags, isOver: false, memory: 0, run: runFile, close }
  /** What a file wrote on each stream. A mark and the status are the last of it. */
  const said = { stdout: '', stderr: '' }
  let finish = () => {}
  const closed = new Promise((resolve) => {
    child.once('close', (status) => {
      lane.isOver = true
      running.delete(child)
      coverage?.keep(covered)
      // Nothing ends a lane well while a file runs.
      finish({ status: status || 1, cpu: 0, memory: 0 })
      resolve()
    })
  })
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (piece) => {
      said[name] += piece
      const ends = Object.values(said).map((text) => text.split(mark)[1])
      if (ends.every((end) => end?.endsWith('\n'))) finish(JSON.parse(ends[0]))
    })
  }
  return lane

  async function runFile(file) {
    said.stdout = said.stderr = ''
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      end(child)
    }, LIMIT)
    const { status, cpu, memory } = await new Promise((resolve) => {
      finish = resolve
      const { href } = pathToFileURL(join(bundles, file.replace(/\.ts$/, '.mjs')))
      // A lane that is gone says so by its end.
      child.send(href, () => {})
    })
    clearTimeout(late)
    lane.memory = memory
    // What it started has ended. Together with that of other files it would fill the disk.
    coverage?.keep(covered)
    const text = Object.values(said)
      .map((text) => text.split(mark)[0])
      .join('')
    const why = isLate ? `It did not end within ${LIMIT / 1000} s.` : lane.isOver && 'It ended its process.'
    const output = why ? `${text}\n${why}` : text
    return { status, cpu, output: withSources(output, bundles) }
  }

  async function close() {
    // Node never says 'close' of a child whose channel ended here.
    if (child.connected) child.send('')
    await closed
  }
}

/** Reads uvu's summary. */
function countsOf(output) {
  const [total = 0, passed = 0, skipped = 0] = ['Total', 'Passed', 'Skipped'].map((name) =>
    Number(output.match(new RegExp(`^\\s*${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0),
  )
  return { total, passed, skipped }
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
