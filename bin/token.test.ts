import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { runHere } from './testing/command.ts'

const test = suite('tokens')

const TOKEN = 'tok-0123456789'
const sim = await startSimulator({ persons: 0 })
test.after(() => sim.close())

/** What a token is read as: refused with 2, or sent to a target that does not know it. */
const cases: [given: string, status: 2 | 4, said: RegExp][] = [
  [TOKEN, 4, /^$/],
  [`Bearer ${TOKEN}`, 4, /^$/],
  [`\ufeff ${TOKEN}\u200b `, 4, /^$/],
  ['TOKENabc==', 4, /^$/],
  [' \u200b', 2, /SOURCE is empty\./],
  [`Authorization: ${TOKEN}`, 2, /SOURCE is a whole header\. Use only the part after/],
  ['Bearer', 2, /SOURCE is only the name of a scheme/],
  [`"${TOKEN}"`, 2, /SOURCE is in quotes, or is the name of a variable\. Use only the token/],
  ['$TOKEN', 2, /SOURCE is in quotes, or is the name of a variable/],
  [`API_KEY='${TOKEN}'`, 2, /SOURCE is in quotes, or is the name of a variable/],
]
for (const [given, status, said] of cases) {
  test(`${JSON.stringify(given)} is ${status === 2 ? 'refused' : 'sent'}, from a variable and from a file`, () =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, 'token'), `${given}\r\nanother line\n`)
      for (const [source, args, env] of [
        ['--token (from PESSOAS_SIM_TOKEN)', [], { PESSOAS_SIM_TOKEN: `${given}\n` }],
        ['--token-file token', ['--token-file', 'token'], {}],
      ] as const) {
        const ended = await runHere(['conformance', sim.url, '--only', 'AUTH-01', ...args], { cwd, env })
        assert.is(ended.status, status, ended.stderr)
        assert.match(ended.stderr.replace('pessoas-sim: ', '').replaceAll(source, 'SOURCE'), said)
        assert.not.match(ended.stdout + ended.stderr, TOKEN)
      }
    }))
}

test.run()
