import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { quirks } from '../src/index.ts'
import { times } from '../src/testing/deep.ts'
import { aRequest, assertAnswered, type RandomRequest } from '../src/testing/random-request.ts'
import { assertEnvelope, inFolder, MENSAGEM } from '../src/testing/world.ts'
import { COMMAND, runCommand, runHere } from './testing/command.ts'
import { type Ready, Running } from './testing/running.ts'

const test = suite('command line')
const reportsOf = ({ organizations }: Ready) => organizations[0]?.reports as string[]

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

async function approve({ url, organizations }: Ready, numero: string, aprovar = true): Promise<number> {
  const response = await fetch(`${url}/relatorios/validar/${numero}`, {
    method: 'POST',
    headers: { authorization: organizations[0]?.token as string, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar, mensagem: MENSAGEM }),
  })
  assertEnvelope('/relatorios', response.status, await response.text())
  return response.status
}

async function whole({ url, organizations }: Ready): Promise<string> {
  const response = await fetch(`${url}/pessoas?rows=1000`, {
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
      'seed.json',
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
        stderr: `${waited.replace(/\/$/, '')} is ready.\n`,
      })
    }
    await sim.end('SIGTERM')
    // Nobody but clients is in the log.
    assert.not.match(sim.stderr, /health/)
  }))

test('--json: one line when ready, and nothing else on standard output', async () => {
  const sim = start([
    'serve',
    '--json',
    '--memory',
    '--port',
    '0',
    '--persons',
    '80',
    '--seed',
    '5',
    '--log',
    'silent',
  ])
  const ready = await sim.ready()
  const keys = [
    'url',
    'organizations',
    'seed',
    'hash',
    'fixture',
    'state',
    'store',
    'profile',
    'control',
    'pid',
  ]
  assert.equal(Object.keys(ready), keys)
  assert.equal([ready.seed, ready.state, ready.pid], [5, null, sim.child.pid])
  assert.equal(
    ready.organizations.map(({ persons, enabled, reports }) => [persons, enabled, reports.length]),
    [
      [80, true, 60],
      [35, true, 34],
      [0, false, 0],
    ],
  )
  assert.is(await approve(ready, ready.organizations[0]?.reports[0] as string), 200)
  assert.is(await sim.end('SIGTERM'), 0)
  assert.is(sim.stdout.split('\n').length, 2)
  assert.is(sim.stderr, '')
})

test('--profile and --set choose what the interface leaves open', async () => {
  const sim = start([
    '--port',
    '0',
    '--memory',
    '--profile',
    'framework',
    '--set',
    'rowsOffGrid=honour',
    '--json',
  ])
  const { url, organizations, profile } = await sim.ready()
  assert.equal(profile, {
    rowsOffGrid: 'honour',
    faults: 'first',
    unknownKeyText: 'bare',
    aprovarAsText: 'accept',
  })
  const headers = { authorization: organizations[0]?.token as string }
  assert.match(await (await fetch(`${url}/pessoas?rows=24`, { headers })).text(), /"linhas":24/)
  const banner = start(['--port', '0', '--memory', '--set', 'faults=first'])
  await banner.says(/Profile {2}--set \(1 choice differs from the default\)/)
})

test('the environment stands in for flags, and flags win', async () => {
  const env = {
    PESSOAS_SIM_PORT: '0',
    PESSOAS_SIM_MEMORY: '1',
    PESSOAS_SIM_JSON: 'true',
    PESSOAS_SIM_PERSONS: '30',
    PESSOAS_SIM_TOKEN: 'from-env',
  }
  const sim = start(['--persons', '31'], { env })
  const ready = await sim.ready()
  assert.is(ready.organizations[0]?.persons, 31)
  // It may be the token of a real deployment, for the suite, and the banner shows tokens.
  assert.is.not(ready.organizations[0]?.token, 'from-env')
  const warning = await sim.says(/\n/, 'stderr')
  assert.is(
    warning,
    'warning: PESSOAS_SIM_TOKEN is ignored: serve takes --token from the command line only.\n',
  )
  assert.is(ready.state, null)
  const list = await runCommand(['--list-quirks'], { env })
  assert.is(list.stderr, '')
})

test('a flag wins over the variable of a flag that does not go with it', async () => {
  const env = { PESSOAS_SIM_STATE: '/dev/null/x', PESSOAS_SIM_SEED: '4' }
  const data = fileURLToPath(new URL('../fixtures/default.json', import.meta.url))
  const ready = await start(['--memory', '--fixture', data, '--port', '0', '--json'], { env }).ready()
  assert.equal([ready.state, ready.seed], [null, null])
})

test('it goes on when whoever reads its log is gone', async () => {
  const sim = start(['--memory', '--port', '0', '--json'])
  const { url } = await sim.ready()
  sim.child.stderr?.destroy()
  for (let i = 0; i < 5; i++) {
    assert.is((await fetch(`${url}/pessoas`)).status, 401)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})

test('of many that start on a folder whose owner was killed, one gets it', () =>
  inFolder(async (cwd) => {
    for (let round = 0; round < times(1, 3); round++) {
      const killed = start(['--port', '0', '--json', '--log', 'silent'], { cwd })
      await killed.ready()
      await killed.end('SIGKILL')
      const rivals = Array.from({ length: 4 }, () =>
        start(['--port', '0', '--json', '--log', 'silent'], { cwd }),
      )
      const outcomes = await Promise.all(
        rivals.map((rival) =>
          Promise.race([
            rival.says(/\n/).then(
              () => 'serves',
              () => 'refused',
            ),
            rival.exited.then(() => 'refused'),
          ]),
        ),
      )
      assert.equal(outcomes.filter((outcome) => outcome === 'serves').length, 1)
      await Promise.all(rivals.map((rival) => rival.end('SIGTERM')))
      assert.equal(readdirSync(join(cwd, '.pessoas-sim')).sort(), [
        '.gitignore',
        'dataset.json',
        'decisions.json',
        'lock',
        'seed.json',
      ])
    }
  }))

test('tokens with every visible character work in the banner lines', async () => {
  const token = `it's"$HOME\`x\`!`
  const sim = start(['--port', '0', '--memory', '--token', token])
  const banner = await sim.says(/not for production/)
  const answer = execFileSync('sh', ['-c', curlOf(banner)], { encoding: 'utf8' })
  assert.is(JSON.parse(answer).status_code, 200)
})

test('what is bound beyond the loopback is warned of', async () => {
  const sim = start(['--port', '0', '--memory', '--host', '0.0.0.0', '--json'])
  const { url } = await sim.ready()
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.is((await fetch(`${url}/pessoas`)).status, 401)
  await sim.end('SIGTERM')
  assert.match(sim.stderr, /warning: .* can be reached from other machines/)
  const own = start(['--port', '0', '--memory', '--host', '127.0.0.2', '--json', '--log', 'silent'])
  await own.ready()
  await own.end('SIGTERM')
  assert.is(own.stderr, '')
})

test('--quirk breaks clauses on purpose, and says which', async () => {
  const args = ['--port', '0', '--memory', '--json', '--log', 'silent']
  const sim = start([...args, '--quirk', 'total-as-number', '--quirk', 'busca-null'])
  const { result } = JSON.parse(await whole(await sim.ready()))
  assert.is(result.paginacao.total, 137)
  assert.is(result.busca, null)
  await sim.end('SIGTERM')
  assert.is(
    sim.stderr,
    'warning: quirks break these clauses: total-as-number (2.2-total); busca-null (2.2-busca).\n',
  )
  const byVariable = start(args, { env: { PESSOAS_SIM_QUIRK: 'total-as-number, busca-null' } })
  assert.equal(JSON.parse(await whole(await byVariable.ready())).result, result)
})

test('--list-quirks prints every quirk under its heading, and starts nothing', () =>
  inFolder(async (cwd) => {
    const { status, stdout, stderr } = await run(['--list-quirks'], { cwd })
    assert.equal([status, stderr], [0, ''])
    for (const line of stdout.split('\n')) assert.ok(line.length <= 100, line)
    assert.match(stdout, /--quirk [a-z-]+\n/)
    const result = stdout.split('\n\n').find((group) => group.startsWith('2.2 Person list result\n'))
    assert.match(result as string, /^ {2}total-as-number +Sends total as a JSON number\.$/m)
    const listed = [...stdout.matchAll(/^ {2}([a-z0-9-]+)(?= |$)/gm)].map(([, name]) => name as string)
    const names = quirks.map(({ name }) => name)
    assert.equal(listed.filter((name) => names.includes(name)).sort(), names.sort())
    assert.equal(readdirSync(cwd), [])
  }))

test('--list-quirks WORD prints those about a word', async () => {
  const { stdout } = await runCommand(['--list-quirks', 'ROWS'])
  assert.match(stdout, /^ {2}rows-75-refused /m)
  assert.not.match(stdout, /total-as-number/)
  const none = await runCommand(['--list-quirks', 'nothing-like-it'])
  assert.equal([none.status, none.stdout], [2, ''])
  assert.match(none.stderr, /^pessoas-sim: No quirk has "nothing-like-it" in its name/)
})

test('profile --json prints nothing that is empty', async () => {
  const { stdout } = await runCommand(['profile', '--json'])
  assert.is(JSON.parse(stdout).rowsMaximum, null)
  assert.not.match(stdout, /\{\}|\[\]/)
})

test('without an enabled report or organization, the banner has no line that fails', () =>
  inFolder(async (cwd) => {
    const data = join(cwd, 'data.json')
    const dataset = { organizacoes: [{ id: 'a', nome: 'A', token: 't' }], pessoas: [], relatorios: [] }
    writeFileSync(data, JSON.stringify(dataset))
    const banner = await start(['--port', '0', '--memory', '--fixture', data]).says(/not for production/)
    const answer = execFileSync('sh', ['-c', curlOf(banner)], { encoding: 'utf8' })
    assert.equal(JSON.parse(answer).result.itens, [])
    assert.match(banner, /\(fixture .*\.json\)/)
    assert.match(banner, /in memory: nothing is kept/)
    writeFileSync(
      data,
      JSON.stringify({ ...dataset, organizacoes: [{ ...dataset.organizacoes[0], habilitada: false }] }),
    )
    await start(['--port', '0', '--memory', '--fixture', data]).says(/No organization is enabled/)
  }))

test('a wrong environment variable is named', async () => {
  const { status, stderr } = await run(['--memory'], { env: { PESSOAS_SIM_PORT: 'abc' } })
  assert.is(status, 2)
  assert.match(stderr, /--port \(from PESSOAS_SIM_PORT\) must be a whole number/)
  assert.match(
    (await run([], { env: { PESSOAS_SIM_MEMORY: 'maybe' } })).stderr,
    /PESSOAS_SIM_MEMORY\) must be true or false/,
  )
})

test('--version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  assert.is((await runCommand(['--version'])).stdout, `${version}\n`)
})

test('seed: to a file, to standard output, the same; and served from there', () =>
  inFolder(async (cwd) => {
    const toFile = await run(['seed', '--persons', '60', '--seed', '4', '--out', 'data.json'], { cwd })
    assert.match(toFile.stderr, /data\.json: 3 organizations, 66 persons, \d+ reports/)
    const text = readFileSync(join(cwd, 'data.json'), 'utf8')
    assert.is((await runCommand(['seed', '--persons', '60', '--seed', '4', '--out', '-'])).stdout, text)
    const ready = await start(['--fixture', 'data.json', '--port', '0', '--json'], { cwd }).ready()
    assert.is(ready.organizations[0]?.persons, 60)
    assert.is(ready.seed, null)
    assert.is(readFileSync(join(cwd, 'data.json'), 'utf8'), text)
  }))

test('a long seeding tells how far it is, and does not begin if its file exists', () =>
  inFolder(async (cwd) => {
    const args = ['seed', '--persons', '60000', '--out', 'data.json']
    assert.match((await run(args, { cwd })).stderr, /generating: 0 %[\s\S]*generating: 100 %/)
    const again = await run(args, { cwd })
    assert.is(again.status, 2)
    assert.match(again.stderr, /^pessoas-sim: data\.json already exists\. .*--force.*\n$/)
  }))

test('a pipe that closes early ends the command', () => {
  const line = [process.execPath, ...COMMAND, 'seed', '--persons', '20000', '--out', '-']
    .map((word) => `'${word}'`)
    .join(' ')
  assert.is(execFileSync('sh', ['-c', `${line} | head -c 5`], { encoding: 'utf8' }), '{\n"or')
})

test('a port in use is named, with the flag to use another', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { status, stderr } = await run(['--port', String(port), '--memory'])
  server.close()
  assert.is(status, 1)
  assert.match(
    stderr,
    new RegExp(`Port ${port} is already in use on 127\\.0\\.0\\.1\\. Use another with --port`),
  )
})

test('the commands that reset prints on a folder in use do what they say when pasted', () =>
  inFolder(async (cwd) => {
    const state = "it's here"
    const sim = start(['--port', '0', '--json', '--no-control', '--state', state], { cwd })
    const ready = await sim.ready()
    assert.is(await approve(ready, reportsOf(ready)[0] as string), 200)
    const { status, stderr } = await run(['reset', '--state', state], { cwd })
    assert.is(status, 1)
    const [stop, again] = stderr.split('\n').filter((line) => line.startsWith('  '))
    execFileSync('sh', ['-c', stop as string])
    assert.is(await sim.exited, 0)
    const command = [process.execPath, ...COMMAND].map((word) => `'${word}'`).join(' ')
    const pasted = spawnSync('sh', ['-c', (again as string).replace('npx pessoas-sim', () => command)], {
      cwd,
      encoding: 'utf8',
    })
    assert.is(pasted.stderr, "it's here: 1 decision was taken back.\n")
  }))

test('reset asks a running simulator, which keeps running', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json', '--state', 'estado'], { cwd })
    const ready = await sim.ready()
    const before = await whole(ready)
    assert.is(await approve(ready, reportsOf(ready)[0] as string), 200)
    const file = join(cwd, 'estado', 'control.json')
    if (process.platform !== 'win32') assert.is(statSync(file).mode & 0o777, 0o600)
    assert.equal(await run(['reset', '--state', 'estado'], { cwd }), {
      status: 0,
      stdout: '',
      stderr: `estado: 1 decision was taken back by the simulator with process id ${ready.pid}, which keeps running. Its data, tokens, faults and clock are those of its start again.\n`,
    })
    assert.is(await whole(ready), before)
    assert.match(
      (await run(['state', 'show', '--state', 'estado'], { cwd })).stdout,
      /^estado: decisions on 0 reports/,
    )
    const secret = readFileSync(file, 'utf8')
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

test('a control port that refuses to reset is told, with how to stop the simulator', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json'], { cwd })
    const { pid, state } = await sim.ready()
    const file = join(cwd, state as string, 'control.json')
    const place = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...place, token: 'another-token-than-that' }))
    const { status, stderr } = await run(['reset'], { cwd })
    assert.is(status, 1)
    assert.match(
      stderr,
      new RegExp(`id ${pid} \\(its control port: .*\\), so nothing was taken back\\. Run:\n  kill ${pid}\n`),
    )
    await sim.end('SIGTERM')
  }))

test('a lock that names another program stops nobody, and nobody is told to end that program', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json'], { cwd })
    const { state } = await sim.ready()
    const lock = join(cwd, state as string, 'lock')
    const owner = JSON.parse(readFileSync(lock, 'utf8'))
    const foreign = JSON.stringify({ ...owner, pid: 1 })
    writeFileSync(lock, foreign)
    const held = await run(['reset'], { cwd })
    assert.is(held.status, 1)
    assert.match(held.stderr, /is in use by a simulator, .*Stop it where it runs/)
    assert.not.match(held.stderr, /kill/)
    await sim.end('SIGKILL')
    writeFileSync(lock, foreign)
    assert.is((await run(['reset'], { cwd })).status, 0)
  }))

test('a start that fails leaves the state as it was: the next plain one has everybody', () =>
  inFolder(async (cwd) => {
    const first = start(['--port', '0', '--json'], { cwd })
    const ready = await first.ready()
    assert.is(await approve(ready, reportsOf(ready)[0] as string), 200)
    const before = await whole(ready)
    await first.end('SIGTERM')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const refused = await run(['--port', String(port), '--persons', '0'], { cwd })
    server.close()
    assert.is(refused.status, 1)
    assert.match(refused.stderr, /^pessoas-sim: Port \d+ is already in use on 127\.0\.0\.1\. .*\n$/)
    // The disk is full before the new data is whole.
    const line = [process.execPath, ...COMMAND, '--port', '0', '--persons', '9000']
      .map((word) => `'${word}'`)
      .join(' ')
    const full = spawnSync('bash', ['-c', `trap '' XFSZ; ulimit -f 64; ${line}`], { cwd, encoding: 'utf8' })
    assert.is(full.status, 1)
    assert.match(full.stderr, /^pessoas-sim: The state folder .* cannot be used: EFBIG/)
    const again = start(['--port', '0', '--json'], { cwd })
    assert.is(await whole(await again.ready()), before)
    await again.end('SIGTERM')

    const other = start(['--port', '0', '--persons', '0', '--log', 'silent'], { cwd })
    const banner = await other.says(/not for production/)
    assert.match(banner, /State {4}\.pessoas-sim \(1 decision\)/)
    await other.end('SIGTERM')
    assert.match(
      other.stderr,
      /New data was generated with persons 0; before, it was persons 137\..*\n.*decisions on 1 report not in this data\. They are kept\.\n$/,
    )
  }))

test('a state folder in use is refused, and free again after the end', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json', '--no-control'], { cwd })
    const { pid } = await sim.ready()
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

test('a restart after kill -9 shows the same list', () =>
  inFolder(async (cwd) => {
    const first = start(['--port', '0', '--json'], { cwd })
    const ready = await first.ready()
    for (const numero of reportsOf(ready).slice(0, 20)) assert.is(await approve(ready, numero), 200)
    const before = await whole(ready)
    await first.end('SIGKILL')
    assert.is(await whole(await start(['--port', '0', '--json'], { cwd }).ready()), before)
  }))

const requestCount = times(200, 1_500)
test(`${requestCount} random requests: no 5xx, no answer outside the envelope, no dead process`, () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json', '--log', 'json', '--persons', '60'], { cwd })
    const { url, organizations } = await sim.ready()
    const { hostname, port } = new URL(url)
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const exchange = ({ method, url: path, headers, body }: RandomRequest) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        // Of itself, node:http sends the body of a DELETE without its length, and then it is no body.
        const length = body && { 'content-length': body.length }
        const options = { hostname, port, agent, method, path, headers: { ...headers, ...length } }
        const request = httpRequest(options, (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          response.on('end', () => resolve({ status: response.statusCode as number, text }))
        })
        request.on('error', reject).end(body)
      })
    const numeros = [
      ...reportsOf({ organizations } as Ready).slice(0, 2),
      '00000000-0000-4000-8000-000000000000',
    ]
    const requests = fc.sample(
      aRequest(
        numeros,
        organizations.map(({ token }) => token),
      ),
      requestCount,
    )
    const statuses = new Map<number, number>()
    const client = async () => {
      for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
        const { status, text } = await exchange(request)
        assertAnswered(request, status, text)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 8 }, client))
    agent.destroy()
    for (const status of [200, 400, 401, 404, 415])
      assert.ok(
        (statuses.get(status) ?? 0) > Math.floor(requestCount / 300),
        `${status}: ${statuses.get(status)}`,
      )
    assert.is(await sim.end('SIGTERM'), 0)
    const lines = sim.stderr.trim().split('\n')
    assert.is(lines.length, requestCount)
    for (const line of lines) {
      const { status, reason } = JSON.parse(line)
      assert.ok(status === 200 || typeof reason === 'string', line)
    }
    for (const { token } of organizations) assert.not.ok(sim.stderr.includes(token))
    JSON.parse(readFileSync(join(cwd, '.pessoas-sim', 'decisions.json'), 'utf8'))
  }))

test('random bytes on a socket: an answer in the envelope or none, and the process goes on', async () => {
  const sim = start(['--memory', '--port', '0', '--json', '--log', 'silent'])
  const { url, organizations } = await sim.ready()
  const port = Number(new URL(url).port)
  const whole = `POST /relatorios/validar/x HTTP/1.1\r\nhost: localhost\r\nauthorization: ${organizations[0]?.token}\r\ncontent-length: 2\r\n\r\n{}`
  const aChange = fc.record({
    at: fc.nat(whole.length),
    drop: fc.nat(20),
    add: fc.uint8Array({ maxLength: 8 }),
  })
  for (const changes of fc.sample(fc.array(aChange, { minLength: 1, maxLength: 3 }), times(60, 400))) {
    let bytes = Buffer.from(whole)
    for (const { at, drop, add } of changes)
      bytes = Buffer.concat([bytes.subarray(0, at), add, bytes.subarray(at + drop)])
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
      socket.setTimeout(2_000, () => socket.destroy())
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
    })
    for (const [, status, text] of answer.matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n(\{.*?\})(?=HTTP|$)/g)) {
      assert.ok(Number(status) < 500)
      assertEnvelope('/relatorios', Number(status), text as string)
    }
  }
  assert.is((await fetch(`${url}/pessoas`)).status, 401)
})

test('a state file that cannot be read is set aside with a clear line', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json'], { cwd })
    await sim.ready()
    await sim.end('SIGTERM')
    const file = join(cwd, '.pessoas-sim', 'decisions.json')
    writeFileSync(file, '{"decisoes": [{]')
    const again = start(['--port', '0', '--json'], { cwd })
    await again.ready()
    await again.end('SIGTERM')
    assert.match(
      again.stderr,
      /decisions\.json could not be read \(.*\). It was renamed to decisions\.json\..*\.aside/,
    )
    const [aside] = readdirSync(join(cwd, '.pessoas-sim')).filter((name) => name.endsWith('.aside')) as [
      string,
    ]
    assert.is(readFileSync(join(cwd, '.pessoas-sim', aside), 'utf8'), '{"decisoes": [{]')
  }))

test('on a full disk a decision is refused and nothing before it is lost', () =>
  inFolder(async (cwd) => {
    const state = ['--port', '0', '--json', '--log', 'silent', '--persons', '25', '--organizations', '1']
    const line = [process.execPath, ...COMMAND, ...state].map((word) => `'${word}'`).join(' ')
    // Files of this process end at 24 KiB; the signal that says so is ignored, so that the write fails.
    const full = new Running('bash', ['-c', `trap '' XFSZ; ulimit -f 24; exec ${line}`], { cwd })
    started.push(full)
    const ready = await full.ready()
    const reports = ready.organizations[0]?.reports as string[]
    let recorded = 0
    let refused = 0
    for (let i = 0; i < 250; i++) {
      const status = await approve(ready, reports[i % reports.length] as string)
      if (status === 200) recorded++
      else if (status === 500) refused++
    }
    assert.ok(recorded > 20 && refused > 20, `${recorded} recorded, ${refused} refused`)
    const { decisoes } = JSON.parse(readFileSync(join(cwd, '.pessoas-sim', 'decisions.json'), 'utf8'))
    assert.is(decisoes.length, recorded)
    await full.end('SIGTERM')
    assert.match(full.stderr, /EFBIG/)
  }))

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0
test('files that are mounted by themselves into a container still work', () =>
  inFolder(async (cwd) => {
    if (!canMount) {
      assert.not(process.env.CI, 'where the change is judged, mounts must be possible')
      console.log('not run: this user may not mount, so a rename that gives EBUSY cannot be tried')
      return
    }
    const files = ['dataset.json', 'decisions.json', 'seed.json']
    execFileSync('sh', ['-c', `mkdir .pessoas-sim; cd .pessoas-sim; touch ${files.join(' ')}`], { cwd })
    const mounts = files.map((name) => `mount --bind .pessoas-sim/${name} .pessoas-sim/${name}`).join(' && ')
    const command = (...args: string[]) => [
      '-m',
      'sh',
      '-c',
      `${mounts} && exec "$@"`,
      'sh',
      process.execPath,
      ...COMMAND,
      '--port',
      '0',
      '--json',
      ...args,
    ]
    const first = new Running('unshare', command(), { cwd })
    started.push(first)
    const ready = await first.ready()
    for (const numero of reportsOf(ready).slice(0, 9)) assert.is(await approve(ready, numero), 200)
    const before = await whole(ready)
    await first.end('SIGKILL')
    const again = new Running('unshare', command(), { cwd })
    started.push(again)
    assert.is(await whole(await again.ready()), before)
    await again.end('SIGTERM')

    writeFileSync(join(cwd, '.pessoas-sim', 'decisions.json'), 'damaged')
    const third = new Running('unshare', command('--persons', '30'), { cwd })
    started.push(third)
    assert.is((await third.ready()).organizations[0]?.persons, 30)
    await third.end('SIGTERM')
    assert.match(third.stderr, /was renamed to decisions\.json/)
    assert.equal(
      readdirSync(join(cwd, '.pessoas-sim')).filter((name) => name.endsWith('.tmp')),
      [],
    )
  }))

test.run()
