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
const TARGET = sim.url
test.after(() => sim.close())

/** What a token is read as: refused with 2, or sent to a target that does not know it. */
const cases: [given: string, status: 2 | 4, said: RegExp][] = [
  [TOKEN, 4, /^$/],
  [`Bearer ${TOKEN}`, 4, /^$/],
  [` ${TOKEN}\n`, 4, /^warning: SOURCE: white space around the token was removed\.\n$/],
  [`\ufeff${TOKEN}\u200b`, 4, /white space/],
  [`"${TOKEN}"`, 4, /^warning: SOURCE is in quotes, which are sent as part of it\.\n$/],
  ['$TOKEN', 4, /looks like a placeholder or the name of a variable/],
  ['<ACCESS_TOKEN>', 4, /a placeholder/],
  [' \u200b', 2, /SOURCE is empty\./],
  [`Authorization: ${TOKEN}`, 2, /SOURCE is a whole header\. Use only the part after/],
  ['Bearer', 2, /SOURCE is only the name of a scheme/],
  [`export API_KEY='${TOKEN}'`, 2, /SOURCE is a whole line of an \.env file, NAME=VALUE/],
  ['TOKENabc==', 4, /^$/],
]
for (const [given, status, said] of cases) {
  test(`${JSON.stringify(given)} is ${status === 2 ? 'refused' : 'sent'}, from a variable and from a file`, () =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, 'token'), `${given}\n`)
      for (const [source, args, env] of [
        ['--token (from PESSOAS_SIM_TOKEN)', [], { PESSOAS_SIM_TOKEN: given }],
        ['--token-file token', ['--token-file', 'token'], {}],
      ] as const) {
        // A file has one token in its first line, and its line break is no surprise.
        if (given.endsWith('\n') && source.startsWith('--token-file')) continue
        const ended = await runHere(['conformance', TARGET, '--only', 'AUTH-01', ...args], { cwd, env })
        assert.is(ended.status, status, ended.stderr)
        assert.match(ended.stderr.replace('pessoas-sim: ', '').replaceAll(source, 'SOURCE'), said)
        assert.not.match(ended.stdout + ended.stderr, TOKEN)
      }
    }))
}

const files: [what: string, file: string | Buffer, said: RegExp][] = [
  ['a line of Windows', `${TOKEN}\r\n`, /^$/],
  ['a mark and UTF-16', Buffer.from(`\ufeff${TOKEN}\r\n`, 'utf16le'), /^$/],
  ['more lines', `${TOKEN}\nother\n`, /^warning: --token-file token has more than one line\. Only the first/],
  ['an empty first line', ` \n${TOKEN}\n`, /--token-file token is empty\./],
]
for (const [what, file, said] of files) {
  test(`a file with ${what}`, () =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, 'token'), file)
      const line = ['probe', TARGET, '--knobs-only', '--token-file', 'token']
      const { stderr } = await runHere(line, { cwd })
      assert.match(stderr, said)
      assert.not.match(stderr, TOKEN)
    }))
}

test.run()
