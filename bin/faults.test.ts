import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, ownVariables, runCommand } from './testing/command.ts'
import { Running } from './testing/running.ts'

const test = suite('--faults')

test('serve strikes requests with the faults of a file, and warns of them', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'faults.json')
    const fault = { kind: 'status', status: 503 }
    writeFileSync(file, JSON.stringify({ faults: [{ name: 'busy', fault, when: { calls: [1] } }] }))
    const args = [...COMMAND, 'serve', '--memory', '--json', '--port', '0', '--no-control']
    const sim = new Running(process.execPath, args, {
      env: { ...(ownVariables() as Record<string, string>), PESSOAS_SIM_FAULTS: file },
    })
    try {
      const { url, organizations } = await sim.ready()
      const headers = { authorization: organizations[0]?.token as string }
      const statuses = []
      for (let call = 1; call <= 2; call++) {
        statuses.push((await fetch(`${url}/pessoas`, { headers })).status)
      }
      assert.equal(statuses, [503, 200])
      await sim.says(/warning: faults strike requests: busy \(status\)\./, 'stderr')
      await sim.says(/service: the fault busy of the plan \S*faults\.json strikes \(status\)\./, 'stderr')
    } finally {
      await sim.end('SIGTERM')
    }
  }))

test('a plan that does not ship, or is none, is refused before anything starts', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'faults.json')
    writeFileSync(file, '{ "faults": [{ "name": "f", "fault": { "kind": "silense" } }] }')
    const cases: [string, number, RegExp][] = [
      ['flakey', 2, /There is no file or fault plan named flakey: did you mean flaky\?/],
      [file, 1, /faults\[0\]\.fault\.kind is "silense": did you mean silence\?/],
    ]
    for (const [given, code, message] of cases) {
      const { status, stderr } = await runCommand(['serve', '--memory', '--faults', given])
      assert.is(status, code)
      assert.match(stderr, message)
    }
  }))

test('a fault of the start on an organization that nobody has ends the start', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'faults.json')
    writeFileSync(
      file,
      '{ "faults": [{ "name": "f", "fault": { "kind": "silence" }, "on": { "organization": "org9" } }] }',
    )
    const { status, stdout, stderr } = await runCommand([
      'serve',
      '--memory',
      '--port',
      '0',
      '--faults',
      file,
    ])
    assert.equal([status, stdout], [1, ''])
    assert.match(
      stderr,
      /faults\[0\]\.on\.organization is "org9", which is not a known handle: did you mean org-1\?/,
    )
  }))

test.run()
