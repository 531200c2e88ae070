import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, ownVariables, runHere } from './testing/command.ts'
import { type Ready, Running } from './testing/running.ts'

const test = suite('control')

const TOKEN = 'a-token-for-this-test'

/** Starts `serve` in memory, and ends it. */
async function serving(
  args: string[],
  env: Record<string, string>,
  use: (sim: Running, ready: Ready) => Promise<void>,
): Promise<void> {
  const sim = new Running(process.execPath, [...COMMAND, 'serve', '--memory', '--json', ...args], {
    env: { ...(ownVariables() as Record<string, string>), ...env },
  })
  try {
    await use(sim, await sim.ready())
  } finally {
    await sim.end('SIGTERM')
  }
}

async function listening(listener: RequestListener, use: (url: string, port: number) => Promise<void>) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await use(`http://127.0.0.1:${port}`, port)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('serve opens the control port, writes the ready file for its owner, and deletes it at the end', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'ready.json')
    // As mktemp makes it.
    writeFileSync(file, '')
    await serving(['--ready-file', file], { PESSOAS_SIM_CONTROL_TOKEN: `${TOKEN}\n` }, async (sim, ready) => {
      assert.equal(JSON.parse(readFileSync(file, 'utf8')), ready)
      assert.is(statSync(file).mode & 0o777, process.platform === 'win32' ? 0o666 : 0o600)
      assert.is(ready.control?.token, TOKEN)
      const { url } = ready.control as NonNullable<Ready['control']>
      const health = (await (await fetch(`${url}/v1/health`)).json()) as { ready: boolean; data: string }
      assert.equal([health.ready, health.data], [true, ready.hash])
      const ask = (token: string) =>
        fetch(`${url}/v1/organizations`, { headers: { authorization: `Bearer ${token}` } })
      assert.equal([(await ask(TOKEN)).status, (await ask('another-guess-at-it')).status], [200, 401])
      // Nothing of control is on the port of the service.
      assert.is((await fetch(`${ready.url}/v1/health`)).status, 404)
      assert.not.match(sim.stderr, /warning/)
      const waited = await runHere(['wait', url], { cwd: folder })
      assert.equal([waited.status, waited.stderr], [0, `${url} is ready.\n`])
    })
    assert.not.ok(existsSync(file))
  }))

/** Returns the text of the ready file of a process. */
function readyText(pid: number): string {
  const control = { url: 'http://127.0.0.1:3211', token: TOKEN }
  return JSON.stringify({ url: 'http://127.0.0.1:3210', organizations: [], seed: 1, hash: 'x', control, pid })
}

test('a ready file that a killed simulator left is removed at once, and that of a running one only replaced', () =>
  inFolder(async (cwd) => {
    const file = join(cwd, 'ready.json')
    const { pid: dead } = spawnSync(process.execPath, ['--version'])
    const badStart = ['--memory', '--ready-file', file, '--fixture', 'missing.json']
    for (const [pid, isKept] of [
      [dead, false],
      // Not of this process, which is that of the command here.
      [process.ppid, true],
    ] as const) {
      writeFileSync(file, readyText(pid))
      const { status } = await runHere(['serve', ...badStart], { cwd })
      assert.equal([status === 0, existsSync(file)], [false, isKept])
    }
    await serving(['--port', '0', '--ready-file', file], {}, async (sim, ready) => {
      assert.equal(JSON.parse(readFileSync(file, 'utf8')), ready)
      // Another simulator takes the same file.
      writeFileSync(file, readyText(process.pid))
      await sim.end('SIGTERM')
    })
    assert.is(readFileSync(file, 'utf8'), readyText(process.pid))
  }))

test('a ready file that exists and is another file of the user is kept', () =>
  inFolder(async (cwd) => {
    const file = join(cwd, 'people.json')
    for (const text of ['{"pessoas":[{"nome":"Ana"}]}', '[1]', 'notes', '{"pid":1}']) {
      writeFileSync(file, text)
      const { status, stderr } = await runHere(['--memory', '--ready-file', file], { cwd, env: {} })
      assert.is(status, 1)
      assert.match(
        stderr,
        /it exists and is not a ready file of pessoas-sim, .*\. Use another file with --ready-file\.\n$/,
      )
      assert.is(readFileSync(file, 'utf8'), text)
    }
  }))

test('wait takes the port and the token of the environment, and no simulator with another token', async () => {
  const token = 'a-token-of-this-test'
  await using sim = await startSimulator({ control: { token } })
  const port = new URL(sim.control?.url as string).port
  await inFolder(async (cwd) => {
    const env = { PESSOAS_SIM_CONTROL: port, PESSOAS_SIM_CONTROL_TOKEN: token }
    assert.is((await runHere(['wait', '--timeout', '5'], { cwd, env })).status, 0)
    const other = { ...env, PESSOAS_SIM_CONTROL_TOKEN: `${token}-b` }
    const { status, stderr } = await runHere(['wait', '--timeout', '3'], { cwd, env: other })
    assert.is(status, 1)
    assert.match(stderr, /another simulator listens there: it refuses the token in PESSOAS_SIM_CONTROL_TOKEN/)
    // Empty is unset, and a file of a token often ends in a line break, as for serve.
    for (const same of ['', `${token}\n`]) {
      const given = { ...env, PESSOAS_SIM_CONTROL_TOKEN: same }
      assert.is((await runHere(['wait', '--timeout', '5'], { cwd, env: given })).status, 0, same)
    }
    // Its service has no control token.
    assert.is((await runHere(['wait', sim.url], { cwd, env: other })).status, 0)
  })
})

test('wait asks again until it is ready', () => {
  let asked = 0
  return listening(
    (_, response) => {
      asked++
      const isReady = asked > 2
      response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ready: isReady }))
    },
    (url) =>
      inFolder(async (cwd) => {
        assert.is((await runHere(['wait', url, '--timeout', '5'], { cwd })).status, 0)
        assert.is(asked, 3)
      }),
  )
})

const others: [what: string, listener: RequestListener, why: RegExp][] = [
  [
    'another service',
    (_, response) => void response.end('<html>'),
    /it answered 200, but not like a simulator/,
  ],
  [
    'a simulator whose database is away',
    (_, response) => {
      const message = 'The database does not answer \u001b[2J(connect ECONNREFUSED).'
      response.writeHead(503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 'database', message, remedy: 'Wait.' } }))
    },
    /it answered 503: The database does not answer \\u001b\[2J\(connect ECONNREFUSED\)\.\n$/,
  ],
  ['one that says nothing', () => {}, /it accepts connections, but does not answer/],
]
for (const [what, listener, why] of others) {
  test(`wait gives up on ${what}`, () =>
    listening(listener, (url) =>
      inFolder(async (cwd) => {
        const { status, stderr } = await runHere(['wait', url, '--timeout', '0.3'], { cwd })
        assert.is(status, 1)
        assert.match(stderr, why)
        assert.match(stderr, /was not ready within 0\.3 s/)
      }),
    ))
}

test('wait says when nothing listens, and what is not a URL', () =>
  inFolder(async (cwd) => {
    let free = 0
    await listening(
      () => {},
      async (_, port) => {
        free = port
      },
    )
    const nobody = await runHere(['wait', `http://127.0.0.1:${free}`, '--timeout', '0.2'], { cwd })
    assert.equal([nobody.status, /nothing listens there/.test(nobody.stderr)], [1, true])
    for (const url of ['localhost', 'ftp://127.0.0.1', 'http://a:b@127.0.0.1', '3211']) {
      const { status, stderr } = await runHere(['wait', url], { cwd })
      assert.equal([status, /is not a URL such as/.test(stderr)], [2, true], url)
    }
    assert.is((await runHere(['wait', '--timeout', '0'], { cwd })).status, 2)
  }))

/** Starts `wait --ready-file` in a process of its own. */
const waiting = (file: string, ...args: string[]) =>
  new Running(process.execPath, [...COMMAND, 'wait', '--ready-file', file, ...args], {
    env: ownVariables() as Record<string, string>,
  })

test('wait --ready-file ignores the file of a simulator that has ended, and waits for the next one', () =>
  inFolder(async (cwd) => {
    const file = join(cwd, 'ready.json')
    const { pid: dead } = spawnSync(process.execPath, ['--version'])
    writeFileSync(file, readyText(dead))
    const wait = waiting(file)
    await wait.says(
      /is ignored until it is replaced: its simulator \(process id \d+\) has ended\.\n/,
      'stderr',
    )
    // With a control port, and without one.
    await serving(['--port', '0', '--ready-file', file], {}, async (_, { url }) => {
      assert.is(await wait.exited, 0, wait.stderr)
      assert.ok(wait.stderr.endsWith(`\n${url} is ready.\n`), wait.stderr)
    })
    await serving(['--port', '0', '--no-control', '--ready-file', file], {}, async (_, { url }) => {
      const { status, stderr } = await runHere(['wait', '--ready-file', file], { cwd })
      assert.equal([status, stderr], [0, `${url} is ready.\n`])
    })
  }))

test('wait --ready-file fails as soon as the process has ended', () =>
  inFolder(async (cwd) => {
    const file = join(cwd, 'ready.json')
    const simulator = new Running(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const busy: RequestListener = (_, response) => {
      simulator.child.kill('SIGKILL')
      response.writeHead(503).end()
    }
    await listening(busy, async (url) => {
      const control = { url, token: TOKEN }
      writeFileSync(
        file,
        JSON.stringify({ ...JSON.parse(readyText(simulator.child.pid as number)), control }),
      )
      const wait = waiting(file, '--timeout', '86400')
      assert.is(await wait.exited, 1)
      assert.match(
        wait.stderr,
        /The simulator of .*ready\.json \(process id \d+\) has ended\. Start it again\.\n$/,
      )
    })
  }))

test('wait --ready-file: no file, another file, another simulator, and a URL beside it', () =>
  inFolder(async (cwd) => {
    const file = join(cwd, 'ready.json')
    const wait = async (...args: string[]) => {
      const { status, stderr } = await runHere(['wait', '--ready-file', file, ...args], { cwd })
      return `${status}: ${stderr}`
    }
    assert.match(
      await wait('--timeout', '0.3'),
      /^1: .*was not ready within 0\.3 s: no simulator has written it\.\n$/,
    )
    assert.match(await wait('http://127.0.0.1:3211'), /^2: .*name the same simulator: use one\./)
    writeFileSync(file, '{"pessoas":[]}')
    assert.match(await wait(), /^1: .*is not a ready file of pessoas-sim/)
    await using sim = await startSimulator({ control: { token: 'a-token-of-another-one' } })
    const control = { url: sim.control?.url, token: TOKEN }
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readyText(process.pid)), control }))
    assert.match(
      await wait('--timeout', '0.3'),
      /^1: .*another simulator listens there: it refuses the token in .*json/,
    )
  }))

test('a start whose port is in use leaves no ready file', () =>
  listening(
    () => {},
    (_, port) =>
      inFolder(async (cwd) => {
        const file = join(cwd, 'ready.json')
        const { pid: dead } = spawnSync(process.execPath, ['--version'])
        writeFileSync(file, readyText(dead))
        const { status } = await runHere(['serve', '--memory', '--port', `${port}`, '--ready-file', file], {
          cwd,
        })
        assert.equal([status, existsSync(file)], [1, false])
      }),
  ))

test.run()
