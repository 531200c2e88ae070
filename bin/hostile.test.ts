import { spawn } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { renderReport, runConformance } from '../conformance/index.ts'
import { compressions, hostileServer, hostileServices } from '../conformance/testing/hostile-services.ts'
import { startSimulator } from '../src/index.ts'
import { everyFew, isDeep } from '../src/testing/deep.ts'
import { COMMAND, runCommand } from './testing/command.ts'

const test = suite('hostile targets')
const env = { PESSOAS_SIM_TOKEN: 'Bearer abcdefghijklmnop' }

// All of them take minutes: see conformance/testing/hostile-services.ts, and docs/contributing for how to ask them all.
// Where a wait ends a run, the wait is short.
const cases: readonly [keyof typeof hostileServices, status: number, says: RegExp, ...args: string[]][] = [
  ['two million zeros for persons', 4, /more than \d+ values/],
  ['interim answers without an end', 4, /--timeout/, '--timeout', '1'],
  ['a gigabyte of blanks, in Brotli', 4, /after decompression needs more than 32 MiB/],
  ['a message of backslashes', 1, /^Not conformant/],
  ['headers without an end', 4, /the headers of the answer need more than 16 KiB/],
  ['a total of 60,000 backslashes', 1, /^Not conformant/],
  ['two million empty objects', 4, /more than \d+ values/],
  ['two million brackets that do not close', 4, /more than 200 levels/],
  ['a body without an end', 4, /more than 32 MiB/],
]
for (const [name, status, says, ...args] of everyFew(cases, 6)) {
  test(`${name} end with a report`, async () => {
    const server = await hostileServer(hostileServices[name])
    const ended = await runCommand(['conformance', server.url, '--deadline', '20', ...args], { env })
    await server.close()
    assert.is(ended.status, status, ended.stdout + ended.stderr)
    assert.match(ended.stdout.trimEnd().split('\n').at(-1) ?? '', says)
    assert.is(ended.stderr, '')
  })
}

test('a probe of one ends with a report, too', async () => {
  const server = await hostileServer(hostileServices['a message of capitals'])
  const { status, stdout } = await runCommand(
    ['probe', server.url, '--deadline', '20', ...(isDeep ? [] : ['--knobs-only'])],
    {
      env,
    },
  )
  await server.close()
  assert.ok([0, 3, 4].includes(status ?? -1), stdout)
  assert.match(stdout, /knobs learned/)
})

test('a right service behind a gateway that always compresses is conformant, and that it does is observed', async () => {
  const sim = await startSimulator()
  const token = sim.organizations[0]?.token ?? ''
  for (const [encoding, compress] of everyFew(Object.entries(compressions), 2)) {
    const gateway = await hostileServer(async ({ method = 'GET', url, headers }, response) => {
      const { authorization = '' } = headers
      const type = headers['content-type'] ?? ''
      const answer = await fetch(sim.url + url, { method, headers: { authorization, 'content-type': type } })
      const body = compress(Buffer.from(await answer.arrayBuffer()))
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
        'content-encoding': encoding.replace(', raw', ''),
      })
      response.end(body)
    })
    const run = runConformance({ url: gateway.url, token, only: ['ENV', 'PAG'] })
    const report = await run.report()
    await gateway.close()
    const text = renderReport(report, 'pretty')
    assert.is(report.exitCode, 0, `${encoding}: ${text}`)
    assert.match(
      text.replace(/\s+/g, ' '),
      /compressed although the request accepts only identity: \S+.* \(\d+ times\)/,
    )
  }
  await sim.close()
})

test('an encoding that nobody can undo is told plainly', async () => {
  const server = await hostileServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' })
    response.end('{}')
  })
  const { status, stdout } = await runCommand(['conformance', server.url], { env })
  await server.close()
  assert.is(status, 4)
  assert.match(
    stdout.replace(/\s+/g, ' '),
    /the answer is encoded as zstd, which the request does not accept/,
  )
})

test('an interruption ends a run that waits, and what is known is reported', async () => {
  let asked = () => {}
  const heard = new Promise<void>((resolve) => {
    asked = resolve
  })
  const server = await hostileServer(() => asked())
  const child = spawn(process.execPath, [...COMMAND, 'conformance', server.url, '--timeout', '600'], {
    env: { ...process.env, ...env },
  })
  let stdout = ''
  child.stdout.on('data', (piece) => {
    stdout += piece
  })
  await heard
  child.kill('SIGINT')
  const status = await new Promise((resolve) => child.once('close', resolve))
  await server.close()
  assert.is(status, 130)
  assert.match(stdout, /interrupted/i)
})

test.run()
