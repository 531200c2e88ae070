import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shellQuoted } from '../../src/contract/shell-word.ts'
import { createRedactor } from '../redaction/redact.ts'
import { recordExchange } from '../run/record.ts'
import { createKeyring, type Keyring } from './credentials.ts'
import type { Credentials } from './exchange.ts'
import type { InShell } from './in-shell.ts'

const test = suite('what a shell makes of the lines of curl')
const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-'))
test.after(() => rmSync(folder, { recursive: true }))

const BASE = 'http://127.0.0.1:3000'

/** The words that `curl` is called with by each line. They share one shell, because many take long to start. */
function wordsOfEach(lines: readonly string[], env: Record<string, string> = {}): string[][] {
  const curl = `curl() { for word; do printf '%s\\0' "$word"; done; }`
  const script = [curl, ...lines.map((line) => `(${line}\n); printf '\\036'`)].join('\n')
  const all = { ...env, PATH: process.env.PATH ?? '' }
  return execFileSync('/bin/sh', ['-c', script], { env: all, encoding: 'utf8', cwd: folder })
    .split('\x1e')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1))
}

const wordsOf = (line: string): string[] => wordsOfEach([line])[0] as string[]

function lineOf(authorization: Credentials, inShell: InShell = {}, insecure = false): string {
  const question = { method: 'GET', path: '/pessoas', authorization } as const
  const response = { status: 200, headers: {}, text: '', json: {}, size: 0, cost: 0 }
  const exchange = { question, response, risk: 'r', ms: 1 } as const
  return recordExchange(exchange, BASE, createRedactor(), { inShell, insecure }).curl
}

const sentOf = (words: readonly string[]) =>
  words.find((word) => word.startsWith('Authorization: '))?.slice('Authorization: '.length)

const DERIVED = [
  'changed',
  'changedFirst',
  'changedLate',
  'changedLast',
  'shorter',
  'longer',
  'half',
  'twice',
  'swapped',
  'blank',
] as const satisfies (keyof Keyring)[]
let files = 0
const file = (name: string, text: string) => {
  const unique = `${name}${files++}`
  writeFileSync(join(folder, unique), text)
  return { file: unique }
}

const tokens = [
  'sim-f539d5bc6766a3d109b2142822dea0d5',
  'Bearer eyJhbGciOi.J9-_.x',
  'Token  two-blanks',
  'ApiKey id=1 segredo',
  `it's "$HOME" \`x\` \\ & | * ~x9`,
  'ab',
  'q',
  'abc!def',
  'ab/+c=-_.',
]
for (const token of tokens) {
  const sources: [what: string, inShell: InShell, env: Record<string, string>][] = [
    ['the default variable', {}, { TOKEN: token }],
    ['a variable', { token: { variable: 'PESSOAS_SIM_TOKEN' } }, { PESSOAS_SIM_TOKEN: token }],
    ['a variable with a line break', { token: { variable: 'X', isDressed: true } }, { X: `${token}\r\n` }],
    ['a file', { token: file('token.txt', `${token}\n`) }, {}],
    ['a file with an odd name', { token: file(`-it's "$HOME" a token`, token) }, {}],
    [
      'the first line of a file',
      { token: { ...file('lines.txt', `${token}\r\nanother\r\n`), isDressed: true } },
      {},
    ],
  ]
  for (const [what, inShell, env] of sources) {
    test(`${token} from ${what} is the token that was sent, and so is what is made of it`, () => {
      const keys = createKeyring(token, undefined, undefined, inShell)
      const derived = DERIVED.flatMap((name) => keys[name] ?? [])
      const lines = [keys.own, keys.random, ...derived].map((key) => lineOf(key, inShell))
      const [own, random = '', ...others] = wordsOfEach(lines, env).map(sentOf)
      assert.is(own, token)
      assert.equal(
        others,
        derived.map(({ value }) => value),
      )
      assert.is(random.length, token.length)
      assert.is.not(random, token)
      assert.is(random.replace(/\S+$/, ''), token.replace(/\S+$/, ''))
    })
  }
}

test('no line holds a token, or what tells it', () => {
  for (const token of tokens.slice(0, 2)) {
    const keys = createKeyring(token, undefined, undefined)
    const secret = token.replace('Bearer ', '')
    for (const key of Object.values(keys) as (Credentials | undefined)[]) {
      if (!key) continue
      const line = lineOf(key)
      for (let at = 0; at + 6 <= secret.length; at++) assert.not(line.includes(secret.slice(at, at + 6)))
      assert.not(key === keys.random && line.includes(key.value as string))
    }
  }
})

test('several tokens have a variable each', () => {
  const inShell: InShell = {
    token: { variable: 'PESSOAS_SIM_TOKEN' },
    otherToken: { variable: 'PESSOAS_SIM_OTHER_TOKEN' },
  }
  const { own, other, disabled } = createKeyring('abc', 'def', 'ghi', inShell)
  const header = (key: Credentials | undefined) =>
    /Authorization: ([^"]+)"/.exec(lineOf(key as Credentials))?.[1]
  assert.equal([own, other, disabled].map(header), [
    '$PESSOAS_SIM_TOKEN',
    '$PESSOAS_SIM_OTHER_TOKEN',
    '$DISABLED_TOKEN',
  ])
  assert.equal(
    [own, other, disabled].map((key) => key?.label),
    ['$PESSOAS_SIM_TOKEN', '$PESSOAS_SIM_OTHER_TOKEN', '$DISABLED_TOKEN'],
  )
})

test('curl trusts whom the run trusted', () => {
  const { none } = createKeyring('abc', undefined, undefined)
  assert.equal(wordsOf(lineOf(none, {}, true)), ['-s', '-k', `${BASE}/pessoas`])
  assert.equal(wordsOf(lineOf(none, { ca: "our ca's.pem" })), [
    '-s',
    '--cacert',
    "our ca's.pem",
    `${BASE}/pessoas`,
  ])
})

test('a body without a Content-Type is sent without one', () => {
  const { none } = createKeyring('abc', undefined, undefined)
  const question = { method: 'POST', path: '/x', authorization: none, body: '{}' } as const
  const response = { status: 200, headers: {}, text: '', json: {}, size: 0, cost: 0 }
  const { curl } = recordExchange({ question, response, risk: 'w0', ms: 1 }, BASE, createRedactor())
  assert.equal(wordsOf(curl), ['-s', '-X', 'POST', '-H', 'Content-Type:', '--data-raw', '{}', `${BASE}/x`])
})

test('a word is one word', () => {
  for (const text of ['', `a'b`, '$(echo no)', 'a b\nc', '\\'])
    assert.equal(wordsOf(`curl ${shellQuoted(text)}`), [text])
})

test.run()
