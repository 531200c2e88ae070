import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { runCommand } from '../testing/command.ts'
import { readToken } from './token.ts'
import { readTokenText } from './token-text.ts'
import { UsageError } from './usage-error.ts'

const test = suite('token text')

const TOKEN = 'tok-0123456789'

/** What is read, and what is said of it: the refusal, or else the warnings. */
function read(given: string): { token: string | undefined; said: string } {
  const warnings: string[] = []
  try {
    return { token: readTokenText(given, 'SOURCE', (line) => warnings.push(line)), said: warnings.join('\n') }
  } catch (error) {
    assert.instance(error, UsageError)
    return { token: undefined, said: (error as Error).message }
  }
}

const cases: [given: string, token: string | undefined, said: RegExp][] = [
  [TOKEN, TOKEN, /^$/],
  [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`, /^$/],
  [`${TOKEN}\n`, TOKEN, /^warning: SOURCE: a line break around the token removed\.$/],
  [`${TOKEN}\r\n`, TOKEN, /a line break/],
  [` ${TOKEN}\t`, TOKEN, /white space/],
  [`\ufeff${TOKEN}`, TOKEN, /a byte order mark/],
  [`${TOKEN}\u00a0`, TOKEN, /white space/],
  [`\u200b${TOKEN}\u2060`, TOKEN, /white space/],
  [`"${TOKEN}"`, `"${TOKEN}"`, /^warning: SOURCE is in quotes, which are sent/],
  [`'${TOKEN}'\n`, `'${TOKEN}'`, /a line break[\s\S]*in quotes/],
  [`“${TOKEN}”`, `“${TOKEN}”`, /in quotes/],
  [`"${TOKEN}`, `"${TOKEN}`, /^$/],
  ['$TOKEN', '$TOKEN', /the name of a variable/],
  ['$' + '{TOKEN}', '$' + '{TOKEN}', /the name of a variable/],
  ['$' + '{{ secrets.TOKEN }}', '$' + '{{ secrets.TOKEN }}', /the name of a variable/],
  ['%TOKEN%', '%TOKEN%', /the name of a variable/],
  ['<ACCESS_TOKEN>', '<ACCESS_TOKEN>', /a placeholder/],
  [
    `PESSOAS_SIM_TOKEN=${TOKEN}`,
    undefined,
    /^SOURCE is a whole line of an \.env file, NAME=VALUE\. Use only/,
  ],
  [`TOKEN="${TOKEN}"`, undefined, /whole line/],
  [`export API_KEY='${TOKEN}'`, undefined, /whole line/],
  [`$env:ACCESS_TOKEN = "${TOKEN}"`, undefined, /whole line/],
  [`token=${TOKEN}`, undefined, /whole line/],
  [`STAGING=${TOKEN}`, `STAGING=${TOKEN}`, /looks like a line of an \.env file/],
  ['TOKENabc==', 'TOKENabc==', /^$/],
  [`{"token":"${TOKEN}"}`, `{"token":"${TOKEN}"}`, /looks like JSON/],
  [`${TOKEN}\\n`, `${TOKEN}\\n`, /ends in a backslash and a letter, like an escaped line break/],
  ['', undefined, /^SOURCE is empty\.$/],
  [' \r\n', undefined, /^SOURCE is empty\.$/],
  [`${TOKEN}\n${TOKEN}`, undefined, /^SOURCE contains a line break/],
  [`Authorization: ${TOKEN}`, undefined, /^SOURCE is a whole header/],
  [`authorization:Bearer ${TOKEN}`, undefined, /whole header/],
  ['Bearer', undefined, /only the name of a scheme/],
  ['bearer ', undefined, /only the name of a scheme/],
]
for (const [given, token, said] of cases) {
  test(`${JSON.stringify(given)} is ${token === undefined ? 'refused' : JSON.stringify(token)}`, () => {
    const result = read(given)
    assert.is(result.token, token)
    assert.match(result.said, said)
    assert.not.match(result.said, new RegExp(TOKEN))
  })
}

test('a token that a header can carry is taken as it is, and nothing that is said has it', () => {
  const aToken = fc.stringMatching(/^[!-~]{6,40}$/)
  fc.assert(
    fc.property(aToken, fc.constantFrom('', '\n', '\r\n', ' ', '\ufeff'), (token, end) => {
      const { token: taken, said } = read(token + end)
      if (taken !== undefined) assert.is(taken, token)
      assert.not.ok(said.includes(token))
    }),
  )
})

const files: [what: string, file: string | Buffer, said: RegExp][] = [
  ['a line', `${TOKEN}\n`, /^$/],
  ['a line of Windows', `${TOKEN}\r\n`, /^$/],
  ['blanks', ` ${TOKEN} \n`, /^warning: --token-file \S+: white space around the token removed\.\n$/],
  ['a mark and UTF-16', Buffer.from(`\ufeff${TOKEN}\r\n`, 'utf16le'), /^$/],
  [
    'more lines',
    `${TOKEN}\nother\n`,
    /^warning: --token-file \S+ has more than one line\. Only the first one is used\.\n$/,
  ],
]
for (const [what, file, said] of files) {
  test(`a file with ${what}`, () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, 'token'), file)
      const { write } = process.stderr
      let heard = ''
      process.stderr.write = (line) => {
        heard += line
        return true
      }
      try {
        assert.is(await readToken(join(folder, 'token'), undefined), TOKEN)
      } finally {
        process.stderr.write = write
      }
      assert.match(heard, said)
      assert.not.match(heard, new RegExp(TOKEN))
    }))
}

test('a file without a token is told as just that', () =>
  inFolder(async (folder) => {
    const refused = async (file: string, message: RegExp) => {
      try {
        await readToken(file, undefined)
      } catch (error) {
        assert.instance(error, UsageError)
        return assert.match((error as Error).message, message)
      }
      assert.unreachable(file)
    }
    writeFileSync(join(folder, 'token'), ` \n${TOKEN}\n`)
    await refused(join(folder, 'token'), /^--token-file \S+: the first line is empty\.$/)
    await refused(join(folder, 'none'), /^--token-file: There is no file \S+\.$/)
    await refused(folder, /cannot be read: it is a folder\./)
  }))

test('what surrounds a token is not sent, wherever it comes from', async () => {
  await using sim = await startSimulator({ persons: 1, organizations: 1, tokens: [TOKEN] })
  const { status, stdout, stderr } = await runCommand(
    ['conformance', sim.url, '--only', 'AUTH-01', '--other-token', ' a', '--disabled-token', 'b\n'],
    { env: { PESSOAS_SIM_TOKEN: `${TOKEN}\n` } },
  )
  assert.is(status, 0, stdout + stderr)
  const removed = [
    '--token (from PESSOAS_SIM_TOKEN): a line break',
    '--other-token: white space',
    '--disabled-token: a line break',
  ]
  assert.is(stderr, removed.map((what) => `warning: ${what} around the token removed.\n`).join(''))
  assert.not.match(stdout + stderr, new RegExp(TOKEN))
  const piped = await runCommand(['probe', sim.url, '--read-only', '--knobs-only', '--token-file', '-'], {
    input: ` ${TOKEN}\n`,
  })
  assert.is(piped.stderr, 'warning: --token-file -: white space around the token removed.\n')
  assert.is(piped.status, 0, piped.stdout)
})

test.run()
