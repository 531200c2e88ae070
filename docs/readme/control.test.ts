import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Ended, ownVariables } from '../../bin/testing/command.ts'
import { checkPlan } from '../../src/control/faults/schema.ts'
import { type SimulatorOrganization, startSimulator } from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { codeOf, languages, read } from './pages.ts'
import { hasProgram, runProgram, variablesWithNpx } from './shell.ts'

const test = suite('control page')

const blocks = (language: string) => codeOf('docs/control.md', language)

const TOKEN = 'a-token-of-this-example'

const has = (name: string) => hasProgram(`command -v ${name}`, 'its example in docs/control.md')

/** Runs an example with the port of a simulator, after which no organization is left, and returns how it ended. */
async function run(program: string, code: string): Promise<Ended> {
  await using sim = await startSimulator({ control: { token: TOKEN } })
  return await inFolder(async (folder) => {
    const file = join(folder, 'example')
    writeFileSync(file, code)
    const ended = await runProgram(program, [file], folder, { CONTROL: sim.control?.url, TOKEN })
    const { body } = await fetch(`${sim.control?.url}/v1/organizations`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    assert.is((await new Response(body).text()).includes('"minted":true'), false)
    return ended
  })
}

const failingCalls: [program: string, language: string, end: string, call: string][] = [
  ['sh', 'sh', '\n', 'control "$CONTROL/v1/verify" -d \'{"matcher":{"method":"PUT"}}\''],
  ['python3', 'python', 'own = ', 'control("POST", "/verify", {"matcher": {"method": "PUT"}})'],
  ['php', 'php', '$own = ', "control('POST', '/verify', ['matcher' => ['method' => 'PUT']]);"],
]
for (const [program, language, end, call] of failingCalls) {
  if (!has(program)) continue
  test(`the helper of ${program} fails with the message of a call that fails`, async () => {
    const example = blocks(language).find((code) =>
      /control\(.*\{|def control|function control/.test(code),
    ) as string
    const helper = example.slice(0, example.indexOf(end) + (end === '\n' ? 1 : 0))
    const { status, stdout, stderr } = await run(program, `${helper}${call}\n`)
    assert.ok(Number(status) > 0)
    assert.match(stdout + stderr, /Expected at least 1 exchange to match, but found none/)
  })
}

test('the shell lines start a simulator, wait for it, steer it and stop it', () =>
  inFolder(async (folder) => {
    const code = `${blocks('sh').join('')}\nwait\n`
    const { stdout, stderr } = await runProgram('sh', ['-c', code], folder, variablesWithNpx(folder))
    assert.equal(stdout.trimEnd().split('\n').slice(-4), ['200', '401', '429', '200'], stderr)
    const written = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
    assert.is(written('withdrawn.json').withdrawn, true)
    assert.is(written('verified.json').matched.length, 1)
    assert.is(written('person.json').nome, 'Bia Nova')
  }))

test('the Python example prints what the page says', async () => {
  const [code] = blocks('python') as [string]
  const shown = /^It prints\n\n```text\n(.*?)\n```$/ms.exec(read('docs/control.md'))?.[1]
  if (has('python3')) assert.is((await run('python3', code)).stdout, `${shown}\n`)
})

test('the calls of the journal page make a client fail once, and wait until it has the answer', async () => {
  const [code] = codeOf('docs/control/journal.md', 'sh')
  await using sim = await startSimulator({ control: { token: TOKEN } })
  const [{ token, reports }] = sim.organizations as [SimulatorOrganization]
  const decide = async (authorization = token, report = reports[0]) => {
    const { status } = await fetch(`${sim.url}/relatorios/validar/${report}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ aprovar: true, mensagem: 'Aprovado após conferência.' }),
    })
    return status
  }
  // Neither older approvals nor one whose answer is lost may end the wait.
  const earlier = await sim.organization()
  assert.equal([await decide(), await decide(earlier.token, earlier.reports[0])], [200, 200])
  await earlier.close()
  const env = { ...ownVariables(), CONTROL: sim.control?.url, TOKEN }
  const running = promisify(execFile)('sh', ['-c', code as string], { env, timeout: 30_000 })
  while (sim.faults.list().length === 0) await setTimeout(50)
  assert.is(await decide(), 503)
  sim.faults.add({ name: 'lost', fault: { kind: 'drop', decided: true }, times: 1 })
  assert.is(await decide().catch(() => 'no answer'), 'no answer')
  assert.is(await decide(), 200)
  const verified = JSON.parse(
    (await running).stdout
      .trim()
      .split(/\n|(?<=\})(?=\{)/)
      .at(-1) as string,
  )
  assert.is(verified.verified, true)
  assert.equal(
    verified.matched.map(({ id, outcome }: { id: number; outcome: string }) => [id, outcome]),
    [[5, 'sent']],
  )
})

for (const name of ['clock', 'faults', 'persons']) {
  test(`the calls of the page ${name} work on a simulator that has just started`, async () => {
    await using sim = await startSimulator({ control: { token: TOKEN } })
    const env = { ...ownVariables(), CONTROL: sim.control?.url, TOKEN }
    const [code] = codeOf(`docs/control/${name}.md`, 'sh') as [string]
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', code], { env })
    assert.is(stderr, '')
    const told = stdout.trim().split(/\n|(?<=\})(?=\{)/)
    assert.is(told.length, 3, stdout)
    for (const line of told) assert.is(JSON.parse(line).error, undefined, line)
    assert.equal([sim.clock.state.mode, sim.faults.list()], ['real', []])
  })
}

test('the PHP example prints what the page says', async () => {
  const [code] = blocks('php') as [string]
  if (has('php')) assert.is((await run('php', code)).stdout, '401\n429 200\ntrue\nBia Nova\n')
})

for (const { folder } of Object.values(languages)) {
  test(`${folder}/control/faults.md: the recipes are faults`, () => {
    const recipes = [...read(`${folder}/control/faults.md`).matchAll(/\| `(\{ "name".*\})` \|$/gm)]
    const faults = recipes.map(([, recipe]) => JSON.parse(recipe as string))
    assert.is(checkPlan({ faults }).faults.length, 5)
  })
}

test.run()
