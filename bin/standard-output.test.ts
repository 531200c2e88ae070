import { existsSync, readdirSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shellQuoted } from '../src/cli.ts'
import { everyNth } from '../src/testing/every-nth.ts'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND } from './testing/command.ts'
import { Running } from './testing/running.ts'

const test = suite('standard output')

const command = (args: readonly string[]) =>
  [process.execPath, ...COMMAND, ...args].map(shellQuoted).join(' ')
const SERVE = ['--port', '0', '--memory', '--ready-file', 'ready.json']
const lines: string[][] = [
  SERVE,
  [...SERVE, '--json'],
  ['conformance', 'http://127.0.0.1:1', '--dry-run', '--only', 'AUTH-01'],
  ['conformance', 'http://127.0.0.1:1', '--token', 'x', '--only', 'AUTH-01', '--reporter', 'json'],
  ['--help'],
  ['seed', '--out', '-'],
]

for (const args of everyNth(lines, 4)) {
  const name = args.join(' ')
  test(`${name} ends with 4 and one line when standard output is on a full disk`, () =>
    inFolder(async (cwd) => {
      if (!existsSync('/dev/full')) return console.log('not run: this system has no /dev/full')
      const full = new Running('sh', ['-c', `exec ${command(args)} > /dev/full`], { cwd })
      assert.is(await full.exited, 4, full.stderr)
      const told = full.stderr.split('\n').filter((line) => /^pessoas-sim:/.test(line))
      assert.equal(told, ['pessoas-sim: standard output cannot be written (ENOSPC).'])
      // A simulator closed in order.
      assert.equal(readdirSync(cwd), [])
    }))
}

test('a reader that stops early is no error', () =>
  inFolder(async (cwd) => {
    const line = `set -o pipefail; ${command(['fixture', 'show', 'homonyms'])} | true`
    const piped = new Running('bash', ['-c', line], { cwd })
    assert.is(await piped.exited, 0)
    assert.is(piped.stderr, '')
  }))

test.run()
