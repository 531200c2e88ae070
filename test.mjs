// Builds what tests start, and runs the test files in a few processes of uvu side by side: npm test [-- PART …]
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Each with about the same time; a file of a test is in the first share that it fits. */
const SHARES = [/^bin\/(?!proof)/, /^(bin|bench|docs|src\/[a-o])/, /^(conformance|src\/se)/, /^src/]

const wanted = process.argv.slice(2)
const files = ['bin', 'conformance', 'src', 'bench', 'docs']
  .flatMap((room) => readdirSync(room, { recursive: true }).map((name) => join(room, name)))
  .filter((file) => file.endsWith('.test.ts') && wanted.every((part) => file.includes(part)))
if (files.length === 0) throw new Error(`No test file has ${wanted.join(' and ')} in its path.`)
execFileSync(process.execPath, ['build.mjs', '--scripts'], { stdio: 'inherit' })

const statuses = await Promise.all(
  SHARES.map((share) => {
    const own = files.filter((file) => SHARES.find((one) => one.test(file)) === share)
    return own.length === 0 ? 0 : run(own)
  }),
)
process.exitCode = Math.max(...statuses)

/** Runs test files one after the other, shows what uvu says when all have ended, and returns its status. */
function run(files) {
  const pattern = `^(${files.map((file) => file.replaceAll('.', '\\.')).join('|')})$`
  const args = ['--import', 'tsx', join('node_modules', 'uvu', 'bin.js'), '--no-color', '.', pattern]
  // Tests are in English, whatever the machine speaks.
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TESTS_USE_DIST: '1', PESSOAS_SIM_LANG: 'en' },
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
