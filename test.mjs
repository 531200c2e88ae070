// Builds what tests start, and runs the test files in a few processes of uvu side by side: npm test [-- PART …]
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What one process runs, the longest first; a file of a test is in the first share that it fits. */
const SHARES = [
  ...[/^bin\/[a-d]/, /^bin\/(?!proof)/, /^docs/, /^conformance\/probe/, /^(bin|bench)/],
  ...[/^conformance/, /^src\/s/, /^src\/[a-o]/, /^src/],
]
/** More than the cores of a small machine, because a test often waits. */
const PROCESSES = 4

const wanted = process.argv.slice(2)
const files = ['bin', 'conformance', 'src', 'bench', 'docs']
  .flatMap((room) => readdirSync(room, { recursive: true }).map((name) => join(room, name)))
  .filter((file) => file.endsWith('.test.ts') && wanted.every((part) => file.includes(part)))
if (files.length === 0) throw new Error(`No test file has ${wanted.join(' and ')} in its path.`)
execFileSync(process.execPath, ['build.mjs', '--scripts'], { stdio: 'inherit' })

const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-answers-'))
// In every process that the tests start, too: src/testing/check-answers.ts.
const checking = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${pathToFileURL('dist/src/testing/check-answers.js')}`,
  CHECKED_ANSWERS: join(folder, 'found.txt'),
}
writeFileSync(checking.CHECKED_ANSWERS, '')

const left = SHARES.map((share) =>
  files.filter((file) => SHARES.find((one) => one.test(file)) === share),
).filter(({ length }) => length > 0)
const statuses = []
const runShares = async () => {
  while (left.length > 0) statuses.push(await run(left.shift()))
}
await Promise.all(Array.from({ length: PROCESSES }, runShares))
process.exitCode = Math.max(...statuses, answersStatus())

/** Returns 1 if an answer of a service was not as the OpenAPI document of its profile says, and shows it. */
function answersStatus() {
  const lines = readFileSync(checking.CHECKED_ANSWERS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  rmSync(folder, { recursive: true })
  const checked = lines
    .map((line) => Number(/^(\d+) checked$/.exec(line)?.[1] ?? 0))
    .reduce((sum, one) => sum + one, 0)
  const found = lines.filter((line) => !/^\d+ checked$/.test(line))
  console.log(`\n${checked} answers were checked against the OpenAPI documents of their profiles.`)
  for (const line of found) console.error(line)
  return found.length === 0 && (checked > 0 || wanted.length > 0) ? 0 : 1
}

/** Runs test files one after the other, shows what uvu says when all have ended, and returns its status. */
function run(files) {
  const pattern = `^(${files.map((file) => file.replaceAll('.', '\\.')).join('|')})$`
  const args = ['--import', 'tsx', join('node_modules', 'uvu', 'bin.js'), '--no-color', '.', pattern]
  // Tests are in English, whatever the machine speaks.
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...checking, TESTS_USE_DIST: '1', PESSOAS_SIM_LANG: 'en' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
      // A test that failed may leave a socket open, which would keep the process for ever.
      if (said.includes('\n  Duration:')) setTimeout(() => child.kill(), 30_000).unref()
    })
  return new Promise((resolve) => {
    child.once('close', (status) => {
      process.stdout.write(said)
      resolve(status ?? 1)
    })
  })
}
