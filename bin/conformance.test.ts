import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { littleServer } from '../conformance/testing/little-server.ts'
import { startSimulator } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { runCommand } from './testing/command.ts'

const test = suite('pessoas-sim conformance')
const run = (args: readonly string[], options: Parameters<typeof runCommand>[1] = {}) =>
  runCommand(['conformance', ...args], options)

const sim = await startSimulator()
const [own, other] = sim.organizations
const TOKEN = own?.token ?? ''
const env = { PESSOAS_SIM_TOKEN: TOKEN }
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''

test('0: a conformant service, with a path to its token in each way', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'token')
    writeFileSync(file, `${TOKEN}\n`)
    for (const [args, options] of [
      [[], { env }],
      [['--token-file', file], {}],
      [['--token-file', '-'], { input: `${TOKEN}\n` }],
      [['--token', TOKEN], {}],
    ] as const) {
      const { status, stdout, stderr } = await run([sim.url, '--only', 'ENV,PAG', ...args], options)
      assert.is(status, 0, stdout + stderr)
      assert.match(lastLine(stdout), /^Conformant/)
      assert.is(/shells .* remember/.test(stderr), args[0] === '--token')
      assert.not.ok((stdout + stderr).includes(TOKEN))
    }
  })
})

test('0: everything that can be declared, decided on reports that may be', async () => {
  const reports = own?.reports.slice(0, 2).flatMap((numero) => ['--report', numero]) ?? []
  const declared = ['--other-token', other?.token ?? '', '--foreign-report', other?.reports[0] ?? '']
  const disabled = ['--disabled-token', sim.organizations.at(-1)?.token ?? '']
  const { status, stdout } = await run(
    [`${sim.url}/`, '--allow-writes', ...reports, ...declared, ...disabled],
    { env },
  )
  assert.is(status, 0, stdout)
  assert.match(lastLine(stdout), /0 failed, 0 undecided/)
  for (const secret of [TOKEN, other?.token, own?.reports[0], other?.reports[0]])
    assert.not.ok(stdout.includes(secret ?? ''))
})

test('1: a violated clause, named with its check, its curl line and what should have come', async () => {
  const broken = await startSimulator({ quirks: ['total-as-number'] })
  const { status, stdout } = await run([broken.url], { env })
  await broken.close()
  assert.is(status, 1)
  assert.match(stdout, /PAG-02/)
  assert.match(stdout, /curl -s -H "Authorization: \$TOKEN"/)
  assert.match(lastLine(stdout), /^Not conformant: .*1 failed/)
})

test('2: a command line that cannot be understood, before anything is sent', async () => {
  for (const [args, message] of [
    [[], /The base URL of the service is needed/],
    [['staging'], /base URL must be one such as/],
    [[sim.url, '--only', 'NOPE'], /No check, topic or clause is called "NOPE"/],
    [[sim.url, '--only', 'PAG-02', '--skip', 'PAG'], /No check is left/],
    [[sim.url, '--tiemout', '3'], /Did you mean --timeout\?/],
    [[sim.url, '--timeout', '0'], /--timeout must be a number of seconds above 0/],
    [[sim.url, '--reporter', 'xml'], /--reporter must be pretty, tap, junit, json, html, github, not "xml"/],
    [[sim.url, '--reporter', 'tap', '--reporter', 'json'], /tap and json would both be printed/],
    [[sim.url, '--reporter', 'junit=/no/such/folder/x.xml'], /cannot be written/],
    [[sim.url, '--baseline', '/no/such.json'], /--baseline: There is no file \/no\/such\.json\./],
    [[sim.url, '--ca', '/no/such.pem'], /--ca: There is no file \/no\/such\.pem\./],
    [[sim.url, '--reading', 'rows-off-grid=maybe'], /off or warn or fail/],
    [[sim.url, '--report', 'x'], /--allow-writes/],
  ] as const) {
    const { status, stdout, stderr } = await run(args, { env })
    assert.is(status, 2, stderr)
    assert.match(stderr, message)
    assert.is(stdout, '')
  }
  const { status, stderr } = await run([sim.url])
  assert.is(status, 2)
  assert.match(stderr, /PESSOAS_SIM_TOKEN, or give --token-file FILE/)
})

test('3: too little that could be decided', async () => {
  const empty = await startSimulator({ persons: 0 })
  const { status, stdout } = await run([empty.url, '--only', 'ITEM,CPF'], {
    env: { PESSOAS_SIM_TOKEN: empty.organizations[0]?.token ?? '' },
  })
  await empty.close()
  assert.is(status, 3)
  assert.match(stdout, /seed a person/)
  assert.match(lastLine(stdout), /^Too little could be decided/)
})

test('4: nothing there, a token refused, a login page, a target that never answers', async () => {
  const page = await littleServer(() => ({
    body: '<!doctype html><title>Entrar</title>',
    headers: { 'content-type': 'text/html' },
  }))
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  for (const [url, token, message] of [
    ['http://127.0.0.1:1', TOKEN, /ECONNREFUSED\), tried 3 times/],
    [sim.url, 'wrong', /The token was refused with 401/],
    [page.url, TOKEN, /200 with HTML .*a login page or a proxy/],
    [`http://127.0.0.1:${port}`, TOKEN, /no answer within 0.5 s/],
  ] as const) {
    const { status, stdout } = await run([url, '--timeout', '0.5'], { env: { PESSOAS_SIM_TOKEN: token } })
    assert.is(status, 4, stdout)
    assert.match(lastLine(stdout), message)
  }
  silent.close()
  await page.close()
})

test('a base URL with a path that is not there says so', async () => {
  const { status, stdout } = await run([`${sim.url}/api/`, '--read-only'], { env })
  assert.is(status, 1)
  assert.match(stdout, /GET \/pessoas answered 404\. Is the base URL right\?/)
})

test('several reports at once, each in its file', async () => {
  await inFolder(async (folder) => {
    const files = ['tap=r.tap', 'junit=r.xml', 'json=r.json', 'html=r.html', 'github=r.md'].flatMap(
      (report) => ['--reporter', report],
    )
    const { status, stdout } = await run([sim.url, ...files, '--reporter', 'pretty'], { env, cwd: folder })
    assert.is(status, 0)
    assert.match(lastLine(stdout), /^Conformant/)
    assert.match(readFileSync(join(folder, 'r.tap'), 'utf8'), /^TAP version/)
    assert.match(readFileSync(join(folder, 'r.xml'), 'utf8'), /^<\?xml/)
    assert.match(readFileSync(join(folder, 'r.html'), 'utf8'), /^<!doctype html>/i)
    assert.is(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')).verdict, 'conformant')
    assert.match(readFileSync(join(folder, 'r.md'), 'utf8'), /conformant/i)
  })
})

test('the step summary of GitHub is added to, the annotations are printed', async () => {
  const broken = await startSimulator({ quirks: ['total-as-number'] })
  await inFolder(async (folder) => {
    const summary = join(folder, 'summary.md')
    writeFileSync(summary, '# before\n')
    const { status, stdout } = await run([broken.url, '--reporter', 'github'], {
      env: { ...env, GITHUB_STEP_SUMMARY: summary },
    })
    assert.is(status, 1)
    assert.match(stdout, /^::error title=/m)
    assert.match(readFileSync(summary, 'utf8'), /^# before\n[\s\S]*PAG-02/)
  })
  await broken.close()
})

test('a written baseline bears what fails, and is stale when that is mended', async () => {
  const broken = await startSimulator({ quirks: ['total-as-number'] })
  await inFolder(async (folder) => {
    const file = join(folder, 'known.json')
    assert.is((await run([broken.url, '--write-baseline', file], { env })).status, 1)
    assert.is(JSON.parse(readFileSync(file, 'utf8'))[0].id, 'PAG-02')
    assert.is((await run([broken.url, '--baseline', file], { env })).status, 0)
    const mended = await run([sim.url, '--baseline', file], { env })
    assert.is(mended.status, 1)
    assert.match(mended.stdout, /take it out of the baseline/)
  })
  await broken.close()
})

test('--list shows every check and reading, and what is chosen of them', async () => {
  const all = await run(['--list'])
  assert.is(all.status, 0)
  assert.match(all.stdout, /^PAG-08 +required +r +4\.1-page/m)
  assert.match(all.stdout, /^rows-50-legal +fail/m)
  const some = await run(['--list', '--only', 'BUSCA'])
  assert.match(some.stdout, /^2 of \d+ checks/)
})

test('--dry-run says what would be sent, how often and at which risk, and sends nothing', async () => {
  const target = await littleServer(() => ({ status: 500 }))
  const { status, stdout } = await run([target.url, '--dry-run', '--allow-writes', '--report', 'abc'])
  assert.is(status, 0)
  assert.is(target.seen.length, 0)
  await target.close()
  assert.match(stdout, /^PAG-08 {2}answers page=2/m)
  assert.match(stdout, /^ +1 × r +GET \/pessoas\?page=\{2, 3 …\}/m)
  assert.match(stdout, /× w0 +POST \/relatorios\/validar\/\{a number that no report has\}/)
  assert.match(stdout, /× w1 +POST \/relatorios\/validar\/\$REPORT_1/)
  assert.match(stdout, /× w2 +POST \/relatorios\/validar\/\$REPORT_1/)
  assert.match(lastLine(stdout), /^\d+ requests: .*at risk r/)
})

test.after(() => sim.close())
test.run()
