// Runs the test files, each in a process of its own, as many at once as there are cores: npm test [-- PART-OF-A-PATH …]
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { bundleTests, withSources } from './bundle-tests.mjs'

const ROOMS = ['bin', 'conformance', 'src', 'bench', 'docs']
/** A file that fails may leave something open; none takes so long by itself, in milliseconds. */
const LIMIT = 480_000
/** This test reads in stack traces which source reads a knob. Elsewhere, source maps would only slow down the start. */
const READS_STACKS = join('src', 'sim', 'one-reader.test.ts')

const started = performance.now()
const wanted = process.argv.slice(2)
const files = ROOMS.flatMap((room) => readdirSync(room, { recursive: true }).map((name) => join(room, name)))
  .filter((file) => file.endsWith('.test.ts') && wanted.every((part) => file.includes(part)))
  .sort(byRoomAndSize)
if (files.length === 0) {
  console.error(`No test file has ${wanted.join(' and ')} in its path.`)
  process.exit(1)
}

/** c8 counts correctly only what tsx compiles. */
const bundles = process.env.NODE_V8_COVERAGE === undefined ? await bundleTests(files) : undefined
const sum = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const queue = [...files]
/** Each with what it started, in a group of its own: no interruption leaves them behind. */
const running = new Set()
process.once('exit', () => running.forEach(end))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
await Promise.all(Array.from({ length: Math.min(availableParallelism(), files.length) }, worker))

for (const { file, output } of failures) console.log(`\n── ${file}\n${output}`)
if (failures.length > 0) console.log(`\nFailed: ${failures.map(({ file }) => file).join('  ')}`)
console.log(`\n${files.length} files in ${seconds(started)}`)
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = failures.length > 0 ? 1 : 0

/** The files that start processes take longest: they begin first, so that no core waits for the last of them. */
function byRoomAndSize(a, b) {
  const rank = (file) => ROOMS.findIndex((room) => file.startsWith(room))
  return rank(a) - rank(b) || statSync(b).size - statSync(a).size
}

async function worker() {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const begun = performance.now()
    const { status, output } = await run(file)
    const { total, passed, skipped } = countsOf(output)
    // uvu exits with 0 when a file forgets run() or a before hook throws.
    const isWhole = status === 0 && total > 0 && passed === total
    sum.passed += passed
    sum.skipped += skipped
    sum.failed += isWhole ? 0 : Math.max(1, total - passed)
    if (!isWhole) failures.push({ file, output: total === 0 ? `${output}\nNo test ran.` : output })
    console.log(`${isWhole ? '✓' : '✗'} ${file}  ${passed}/${total}  ${seconds(begun)}`)
  }
}

function end(child) {
  process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
}

function run(file) {
  const maps = file === READS_STACKS ? ['--enable-source-maps'] : []
  const program = bundles
    ? [...maps, join(bundles, file.replace(/\.ts$/, '.mjs'))]
    : ['--import', 'tsx', file]
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...(bundles && { BUNDLED_TESTS: bundles }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece) => {
      output += piece
    })
  }
  const late = setTimeout(() => {
    output += `\nIt did not end within ${LIMIT / 1000} s.`
    end(child)
  }, LIMIT)
  return new Promise((resolve) => {
    child.once('close', (status) => {
      clearTimeout(late)
      running.delete(child)
      resolve({ status, output: bundles ? withSources(output, bundles) : output })
    })
  })
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
