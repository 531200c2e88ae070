import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, ownVariables } from './testing/command.ts'
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

test.run()
