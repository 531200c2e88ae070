import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { quirks } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, runHere } from './testing/command.ts'
import { decide, type Ready, Running, reportsOf } from './testing/running.ts'

const test = suite('command line')
/** Runs the command to its end, in this process. */
const run = (args: string[], { cwd = process.cwd(), env = {} }: Partial<Place> = {}) =>
  runHere(args, { cwd, env })
type Place = Parameters<typeof runHere>[1]

const started: Running[] = []
function start(args: string[], options: { cwd?: string; env?: Record<string, string> } = {}): Running {
  const running = new Running(process.execPath, [...COMMAND, ...args], options)
  started.push(running)
  return running
}
test.after(async () => {
  for (const running of started) running.child.kill('SIGKILL')
})

async function whole({ url, organizations }: Ready): Promise<string> {
  const response = await fetch(`${url}/pessoas?rows=24`, {
    headers: { authorization: organizations[0]?.token as string },
  })
  return response.text()
}

/** Returns the command of a banner, which has two lines. */
function curlOf(banner: string): string {
  return /^ {2}curl .*\\\n.*$/m.exec(banner)?.[0] as string
}

test('the banner: what is bound, tokens, and a command that works when pasted', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0'], { cwd })
    const banner = await sim.says(/not for production/)
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(banner) as unknown as [string]
    assert.match(banner, /http:\/\/\[::1\]:\d+/)
    assert.match(banner, /org-1 .*sim-[0-9a-f]{32} {2}137 persons/)
    assert.match(banner, /org-3 .*disabled: 401/)
    assert.match(banner, /Data {5}[0-9a-f]{12} \(seed 1\)/)
    assert.match(banner, /State {4}\.pessoas-sim /)
    const command = curlOf(banner)
    assert.ok(command.includes(url), command)
    const list = JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' }))
    assert.is(list.result.paginacao.linhas, 50)
    assert.is(await sim.end('SIGINT'), 0)
    assert.match(sim.stderr, /^\d\d:\d\d:\d\d\.\d{3} GET \/pessoas\?rows=50&sort=nome 200 [\d.]+ ms org-1\n/)
    assert.not.match(sim.stderr, /sim-[0-9a-f]{32}/)
    assert.equal(readdirSync(join(cwd, '.pessoas-sim')).sort(), [
      '.gitignore',
      'dataset.json',
      'decisions.json',
      'lock',
    ])
  }))

test('--base-path: everything that names the service contains it, and wait finds it', () =>
  inFolder(async (cwd) => {
    const args = ['--port', '0', '--memory', '--base-path', '/api/v1', '--ready-file', 'ready.json']
    const sim = start(args, { cwd })
    const banner = await sim.says(/not for production/)
    const urls = banner.match(/http:\/\/\S+?:\d+\/api\/v1(?=\s)/g) ?? []
    const [url, other] = urls as [string, string]
    assert.match(other, /^http:\/\/\[::1\]/)
    assert.is(JSON.parse(readFileSync(join(cwd, 'ready.json'), 'utf8')).url, url)
    const [line] = /curl .*\\\n.*/.exec(banner) as RegExpExecArray
    const list = JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }))
    assert.is(list.status_code, 200)
    for (const waited of [url, `${url}/`, new URL(url).origin]) {
      assert.equal(await run(['wait', waited], { cwd }), {
        status: 0,
        stdout: '',
        stderr: `${waited} is ready.\n`,
      })
    }
    await sim.end('SIGTERM')
    // Nobody but clients is in the log.
    assert.not.match(sim.stderr, /health/)
  }))

test('--json: one line when ready, and nothing else on standard output', async () => {
  const args = ['--memory', '--port', '0', '--persons', '80', '--seed', '5', '--log', 'silent']
  const sim = start(['serve', '--json', ...args])
  const ready = await sim.ready()
  assert.is(Object.keys(ready).join(), 'url,organizations,seed,hash,fixture,state,store,profile,control,pid')
  assert.equal([ready.seed, ready.state, ready.pid], [5, null, sim.child.pid])
  assert.equal(
    ready.organizations.map(({ persons, enabled, reports }) => [persons, enabled, reports.length]),
    [
      [80, true, 60],
      [35, true, 34],
      [0, false, 0],
    ],
  )
  assert.is(await decide(ready, ready.organizations[0]?.reports[0] as string), 200)
  assert.is(await sim.end('SIGTERM'), 0)
  assert.equal([sim.stdout.split('\n').length, sim.stderr], [2, ''])
})

test('it goes on when whoever reads its log is gone', async () => {
  const sim = start(['--memory', '--port', '0', '--json'])
  const { url } = await sim.ready()
  sim.child.stderr?.destroy()
  for (let i = 0; i < 5; i++) {
    assert.is((await fetch(`${url}/pessoas`)).status, 401)
  }
})

test('what is bound beyond the loopback is warned of', async () => {
  const sim = start(['--port', '0', '--memory', '--host', '0.0.0.0', '--json'])
  const { url } = await sim.ready()
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.is((await fetch(`${url}/pessoas`)).status, 401)
  await sim.end('SIGTERM')
  assert.match(sim.stderr, /warning: .* can be reached from other machines/)
})

test('--profile, --set and --quirk choose what is open and what is broken, and the quirks are told', async () => {
  const chosen = ['--profile', 'framework', '--set', 'rowsOffGrid=honour', '--quirk', 'total-as-number']
  const sim = start(['--port', '0', '--memory', '--json', '--log', 'silent', ...chosen], {
    env: { PESSOAS_SIM_PERSONS: '80' },
  })
  const ready = await sim.ready()
  assert.equal(ready.profile, {
    rowsOffGrid: 'honour',
    faults: 'first',
    unknownKeyText: 'bare',
    aprovarAsText: 'accept',
  })
  const { result } = JSON.parse(await whole(ready))
  assert.equal(result.paginacao, { total: 80, linhas: 24, atual: 1 })
  await sim.end('SIGTERM')
  assert.is(sim.stderr, 'warning: quirks break these clauses: total-as-number (2.2-total).\n')
})

test('--list-quirks prints every quirk under its heading, and starts nothing', () =>
  inFolder(async (cwd) => {
    const { status, stdout, stderr } = await run(['--list-quirks'], { cwd })
    assert.equal([status, stderr], [0, ''])
    assert.match(
      stdout,
      /\n2\.2 Person list result\n(?: .*\n)* {2}total-as-number +Sends total as a JSON number\.\n/,
    )
    for (const { name } of quirks) assert.ok(stdout.includes(`\n  ${name} `), name)
    assert.equal(readdirSync(cwd), [])
  }))

test('seed: to a file, to standard output, the same; and served from there', () =>
  inFolder(async (cwd) => {
    const toFile = await run(['seed', '--persons', '60', '--seed', '4', '--out', 'data.json'], { cwd })
    assert.match(toFile.stderr, /data\.json: 3 organizations, 66 persons, \d+ reports/)
    const text = readFileSync(join(cwd, 'data.json'), 'utf8')
    assert.is((await run(['seed', '--persons', '60', '--seed', '4', '--out', '-'])).stdout, text)
    const ready = await start(['--fixture', 'data.json', '--port', '0', '--json'], { cwd }).ready()
    assert.is(ready.organizations[0]?.persons, 60)
    assert.is(ready.seed, null)
    assert.is(readFileSync(join(cwd, 'data.json'), 'utf8'), text)
  }))

test('reset asks a running simulator, which keeps running', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json', '--state', 'estado'], { cwd })
    const ready = await sim.ready()
    const before = await whole(ready)
    assert.is(await decide(ready, reportsOf(ready)[0] as string), 200)
    const file = join(cwd, 'estado', 'control.json')
    if (process.platform !== 'win32') assert.is(statSync(file).mode & 0o777, 0o600)
    assert.equal(await run(['reset', '--state', 'estado'], { cwd }), {
      status: 0,
      stdout: '',
      stderr: `estado: 1 decision was taken back by the simulator with process id ${ready.pid}, which keeps running. It also took back changes of persons and gave tokens back; its faults and its clock are those of its start again.\n`,
    })
    assert.is(await whole(ready), before)
    assert.match(
      (await run(['state', 'show', '--state', 'estado'], { cwd })).stdout,
      /^estado: decisions on 0 reports/,
    )
    const secret = readFileSync(file, 'utf8')
    // A control port that refuses.
    writeFileSync(file, JSON.stringify({ ...JSON.parse(secret), token: 'another-token-than-that' }))
    const { status, stderr } = await run(['reset', '--state', 'estado'], { cwd })
    assert.is(status, 1)
    assert.match(stderr, /id \d+ \(its control port: .*\), so nothing was taken back\. Run:\n {2}kill \d+\n/)
    await sim.end('SIGTERM')
    assert.not.ok(existsSync(file))
    // What a killed simulator left neither misleads anybody nor stays.
    writeFileSync(file, secret)
    assert.match(
      (await run(['reset', '--state', 'estado'], { cwd })).stderr,
      /^estado: 0 decisions were taken back\.\n$/,
    )
    assert.not.ok(existsSync(file))
  }))

test('a state folder in use is refused, and free again after the end', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json', '--no-control'], { cwd })
    const { pid, control } = await sim.ready()
    assert.is(control, null)
    const { status, stderr } = await run(['--port', '0', '--json'], { cwd })
    assert.is(status, 1)
    assert.match(stderr, new RegExp(`in use by process ${pid} on .* since .*Z\\.\nStop it, use another`))
    const reset = await run(['reset'], { cwd })
    assert.is(reset.status, 1)
    assert.match(
      reset.stderr,
      new RegExp(`in use by the simulator with process id ${pid}, .* Run:\n  kill ${pid}\n`),
    )
    await sim.end('SIGKILL')
    assert.is((await run(['reset'], { cwd })).status, 0)
  }))

test.run()
