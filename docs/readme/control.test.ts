import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownVariables } from '../../bin/testing/command.ts'
import { type SimulatorOrganization, startSimulator } from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { variablesWithNpx } from './shell.ts'

const test = suite('control page')

const page = readFileSync(new URL('../control.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code as string)

const TOKEN = 'a-token-of-this-example'

/** Returns whether a program is installed, and says so if its example is not run. */
const has = (name: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return true
  } catch {
    console.log(`${name} is not installed: its example was not run`)
    return false
  }
}

/** Runs an example with the port of a simulator, and returns the lines that it prints. */
async function run(program: string, code: string): Promise<string[]> {
  await using sim = await startSimulator({ control: { token: TOKEN } })
  return await inFolder(async (folder) => {
    const file = join(folder, 'example')
    writeFileSync(file, code)
    const env = { ...ownVariables(), CONTROL: sim.control?.url, TOKEN }
    const { stdout } = await promisify(execFile)(program, [file], { cwd: folder, env, timeout: 30_000 })
    const { body } = await fetch(`${sim.control?.url}/v1/organizations`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    assert.is((await new Response(body).text()).includes('"minted":true'), false)
    return stdout.trimEnd().split('\n')
  })
}

/** Runs an example that must fail, and returns what it printed. */
async function outputOfFailure(program: string, code: string): Promise<string> {
  try {
    await run(program, code)
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
  throw new Error(`${program} did not fail`)
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
    assert.match(
      await outputOfFailure(program, `${helper}${call}\n`),
      /Expected at least 1 exchange to match, but found none/,
    )
  })
}

test('the shell lines start a simulator, wait for it, steer it and stop it', () =>
  inFolder(async (folder) => {
    const code = `${blocks('sh').join('')}\nwait\n`
    const env = variablesWithNpx(folder)
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', code], {
      cwd: folder,
      env,
      timeout: 60_000,
    })
    assert.equal(stdout.trimEnd().split('\n').slice(-4), ['200', '401', '429', '200'], stderr)
    const written = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
    assert.is(written('withdrawn.json').withdrawn, true)
    assert.is(written('verified.json').matched.length, 1)
    assert.is(written('person.json').nome, 'Bia Nova')
  }))

test('the Python example prints what the page says', async () => {
  const [code] = blocks('python') as [string]
  const shown = /^It prints\n\n```text\n(.*?)\n```$/ms.exec(page)?.[1] as string
  if (has('python3')) assert.equal(await run('python3', code), shown.split('\n'))
})

test('the calls of the journal page make a client fail once, and wait until it has the answer', async () => {
  const journal = readFileSync(new URL('../control/journal.md', import.meta.url), 'utf8')
  const [code] = [...journal.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block as string)
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

const shellOf = (name: string) => {
  const text = readFileSync(new URL(`../control/${name}.md`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block as string)
}
for (const [name, at, answers] of [
  ['clock', 0, 3],
  ['faults', 0, 3],
  ['persons', 0, 3],
] as const) {
  test(`the calls of the page ${name} work on a simulator that has just started`, async () => {
    await using sim = await startSimulator({ control: { token: TOKEN } })
    const env = { ...ownVariables(), CONTROL: sim.control?.url, TOKEN }
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', shellOf(name)[at] as string], { env })
    assert.is(stderr, '')
    const told = stdout.trim().split(/\n|(?<=\})(?=\{)/)
    assert.is(told.length, answers, stdout)
    for (const line of told) assert.is(JSON.parse(line).error, undefined, line)
    assert.equal([sim.clock.state.mode, sim.faults.list()], ['real', []])
  })
}

test('the PHP example prints what the page says', async () => {
  const [code] = blocks('php') as [string]
  if (has('php')) assert.equal(await run('php', code), ['401', '429 200', 'true', 'Bia Nova'])
})

test.run()
