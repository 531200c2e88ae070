import { execFile, execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownVariables } from '../../bin/testing/command.ts'
import { type OwnOrganization, startSimulator } from '../../src/index.ts'
import { codeOf, read } from './pages.ts'

const test = suite('clients')

const FOLDER = fileURLToPath(new URL('../clients/', import.meta.url))

/** The command that runs each client, what else it needs, and how it asks for its version. */
const clients: Record<string, readonly [command: string[], needs: string[][]]> = {
  'Pessoas.java': [
    ['java'],
    [
      ['java', '-version'],
      ['javac', '-version'],
    ],
  ],
  'pessoas.go': [['go', 'run'], [['go', 'version']]],
  'pessoas.mjs': [['node'], []],
  'pessoas.php': [['php'], [['php', '--version']]],
  'pessoas.py': [['python3'], [['python3', '--version']]],
  'pessoas.rb': [['ruby'], [['ruby', '--version']]],
  'pessoas.sh': [
    ['sh'],
    [
      ['curl', '--version'],
      ['jq', '--version'],
    ],
  ],
}

const isThere = ([program, ...args]: string[]) => {
  try {
    execFileSync(program as string, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const missing = (name: string) =>
  (clients[name]?.[1] ?? []).filter((command) => !isThere(command)).map(([program]) => program)
const runnable = Object.keys(clients).filter((name) => {
  const programs = missing(name)
  if (programs.length > 0) console.log(`${programs} is not installed: docs/clients/${name} was not run`)
  return programs.length === 0
})

const [shown = ''] = codeOf('docs/clients.md', 'text')

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs a client. */
function run(name: string, words: string[], variables: Record<string, string> = {}): Promise<Ended> {
  const [[program, ...args]] = clients[name] as [[string, ...string[]], unknown]
  const options = { cwd: FOLDER, env: { ...ownVariables(), ...variables }, timeout: 120_000 }
  return new Promise((resolve) => {
    execFile(program, [...args, name, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** Runs every client in a world of its own, side by side. */
async function runEach(
  prepare: (own: OwnOrganization) => void,
  judge: (ended: Ended, own: OwnOrganization, name: string) => Promise<void> | void,
): Promise<void> {
  await using sim = await startSimulator()
  const runs = runnable.map(async (name) => {
    const own = await sim.organization()
    prepare(own)
    const { token, reports } = own
    const variables = { PESSOAS_URL: sim.url, PESSOAS_TOKEN: token }
    return { name, own, ended: await run(name, [reports[0] as string], variables) }
  })
  for (const { name, own, ended } of await Promise.all(runs)) await judge(ended, own, name)
}

test('there is one for each of the seven languages', () => {
  assert.equal(
    readdirSync(FOLDER).filter((name) => !name.endsWith('.md')),
    Object.keys(clients),
  )
})

test('each lists, walks, searches, waits, decides once more, and reports refusals, with the same words', () =>
  runEach(
    ({ faults }) => {
      const on = (endpoint: 'list' | 'validation') => ({ on: { endpoint }, times: 1 })
      faults.add([
        { name: 'busy', fault: { kind: 'status', status: 429, retryAfter: 0 }, ...on('list') },
        { name: 'lost', fault: { kind: 'drop', decided: true }, ...on('validation') },
      ])
    },
    async ({ code, stdout, stderr }, { reports, journal, faults, changes }, name) => {
      const [report] = reports as [string]
      assert.is(code, 0, `${name}: ${stderr}`)
      assert.is(stdout, shown.replace(/(?<=^approved: ).*$/m, report), name)
      assert.equal(
        faults.list().map(({ strikes }) => strikes),
        [1, 1],
        name,
      )
      const decisions = journal.find({
        method: 'POST',
        report,
        body: { aprovar: true, mensagem: /^Aprovado após conf/ },
      })
      assert.equal(
        decisions.map(({ outcome }) => outcome),
        ['unanswered', 'sent'],
        name,
      )
      assert.is((await changes()).length, 1, name)
      assert.is(journal.find({ query: { nome: 'joão' }, status: 200 }).length, 1, name)
      assert.equal(
        journal.find({ query: { rows: '50' } }).map(({ query }) => query.page),
        ['1', '2', '3', '1'],
        name,
      )
    },
  ))

test('each ends with the status of a page of a gateway, which is not JSON', () =>
  runEach(
    ({ faults }) => faults.add({ name: 'gateway', fault: { kind: 'status', status: 403, html: true } }),
    ({ code, stdout, stderr }, { journal }, name) => {
      assert.ok(code > 0, name)
      assert.match(stdout + stderr, /403/, name)
      assert.is(journal.find().length, 1, name)
    },
  ))

test('each says how it is run, as its first line does, when something is missing', async () => {
  const here = { PESSOAS_URL: 'http://127.0.0.1:9', PESSOAS_TOKEN: 'x' }
  for (const name of runnable) {
    const [usage] = /PESSOAS_URL=.* REPORT/.exec(read(`docs/clients/${name}`)) as RegExpExecArray
    for (const [words, variables] of [
      [[], here],
      [['report'], { PESSOAS_URL: here.PESSOAS_URL }],
    ] as const) {
      const { code, stdout, stderr } = await run(name, [...words], variables)
      assert.equal(
        [code, stdout, stderr.replace(/\nexit status 1\n$/, '\n')],
        [1, '', `usage: ${usage}\n`],
        name,
      )
    }
  }
})

test.run()
