import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { COMMAND } from '../../bin/testing/command.ts'
import { Running } from '../../bin/testing/running.ts'
import { faultOf, type Script } from './conversation.ts'

const test = suite('what attacks found')

interface Case {
  name: string
  what: string
  flags: string[]
  script: Script
}
const folder = new URL('cases/', import.meta.url)
const cases = readdirSync(folder).map(
  (name): Case => ({ name, ...JSON.parse(readFileSync(new URL(name, folder), 'utf8')) }),
)
const isQuirky = ({ flags }: Case) => flags.includes('--quirk')

// One program for those without quirks, and one with the quirks of all others.
for (const some of [cases.filter((one) => !isQuirky(one)), cases.filter(isQuirky)]) {
  test(some.map(({ name, what }) => `${name}: ${what.slice(0, 100)}`).join('; '), async () => {
    const flags = some.flatMap((one) => (isQuirky(one) ? one.flags.slice(0, 2) : []))
    const args = ['--memory', '--port', '0', '--json', '--persons', '2000', '--log', 'silent', ...flags]
    const sim = new Running(process.execPath, [...COMMAND, ...args])
    const { url } = await sim.ready()
    const target = { port: Number(new URL(url).port), isQuirky: flags.length > 0 }
    // What depends on who is faster does not show every time.
    for (const { name, script } of some)
      for (let left = 3; left > 0; left--) assert.is(await faultOf(script, target), undefined, name)
    await sim.end('SIGKILL')
  })
}

test.run()
