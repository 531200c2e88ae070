import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { programOf } from './testing/program.ts'

const simulator = programOf(new URL('../src/index.ts', import.meta.url).href)
const suite = programOf(new URL('../conformance/index.ts', import.meta.url).href)
const script = fileURLToPath(new URL('./testing/in-test-runner.mjs', import.meta.url))

for (const replaced of [
  ['load=browser'],
  ['load=browser', 'start=timers'],
  ['start=timers'],
  ['run=timers'],
]) {
  test(`works in a test whose runner replaced globals: ${replaced.join(', ')}`, async () => {
    const args = [...simulator.nodeArgs, script, simulator.url, suite.url, ...replaced]
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
    assert.equal(JSON.parse(stdout), {
      names: ['João'],
      decided: 200,
      verified: 'VerificationError',
      isRealTime: true,
      health: 200,
      verdict: 'conformant',
      stopped: 'interrupted',
    })
  })
}

test.run()
