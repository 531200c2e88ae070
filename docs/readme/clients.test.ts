import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Ended } from '../../bin/testing/command.ts'
import { type OwnOrganization, startSimulator } from '../../src/index.ts'
import { codeOf, read } from './pages.ts'
import { hasProgram, runProgram } from './shell.ts'

const test = suite('clients')

const FOLDER = fileURLToPath(new URL('../clients/', import.meta.url))

/** The command that runs each client, and a line of the shell that fails where something is missing. */
const clients: Record<string, readonly [command: string, needs: string]> = {
  'Pessoas.java': ['java', 'javac -version'],
  'pessoas.go': ['go run', 'go version'],
  'pessoas.mjs': ['node', 'node --version'],
  'pessoas.php': ['php', 'php --version'],
  'pessoas.py': ['python3', 'python3 --version'],
  'pessoas.rb': ['ruby', 'ruby --version'],
  'pessoas.sh': ['sh', 'curl --version && jq --version'],
}
const runnable = Object.entries(clients).filter(([name, [, needs]]) =>
  hasProgram(needs, `docs/clients/${name}`),
)

const [shown = ''] = codeOf('docs/clients.md', 'text')

/** Runs every client in a world of its own, side by side. */
async function runEach(
  prepare: (own: OwnOrganization) => void,
  judge: (ended: Ended, own: OwnOrganization, name: string) => Promise<void> | void,
): Promise<void> {
  await using sim = await startSimulator()
  const runs = runnable.map(async ([name, [command]]) => {
    const own = await sim.organization()
    prepare(own)
    const env = { PESSOAS_URL: sim.url, PESSOAS_TOKEN: own.token }
    return {
      name,
      own,
      ended: await runProgram('sh', ['-c', `${command} ${name} ${own.reports[0]}`], FOLDER, env),
    }
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
    async ({ status, stdout, stderr }, { reports, journal, faults, changes }, name) => {
      const [report] = reports as [string]
      assert.is(status, 0, `${name}: ${stderr}`)
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
    ({ status, stdout, stderr }, { journal }, name) => {
      assert.ok(Number(status) > 0, name)
      assert.match(stdout + stderr, /403/, name)
      assert.is(journal.find().length, 1, name)
    },
  ))

test('each says how it is run, as its first line does, when something is missing', async () => {
  const here = { PESSOAS_URL: 'http://127.0.0.1:9' }
  for (const [name, [command]] of runnable) {
    const [usage] = /PESSOAS_URL=.* REPORT/.exec(read(`docs/clients/${name}`)) as RegExpExecArray
    for (const [words, variables] of [
      [name, { ...here, PESSOAS_TOKEN: 'x' }],
      [`${name} report`, here],
    ] as const) {
      const ended = await runProgram('sh', ['-c', `${command} ${words}`], FOLDER, variables)
      assert.equal(
        { ...ended, stderr: ended.stderr.replace(/\nexit status 1\n$/, '\n') },
        { status: 1, stdout: '', stderr: `usage: ${usage}\n` },
        name,
      )
    }
  }
})

test.run()
