import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type LittlePerson, littleServer, littleService } from '../conformance/testing/little-server.ts'
import { startSimulator } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, runCommand, runHere } from './testing/command.ts'

const test = suite('pessoas-sim conformance')
type Place = Parameters<typeof runHere>[1]
const run = (args: readonly string[], { cwd = process.cwd(), env = {} }: Partial<Place> = {}) =>
  runHere(['conformance', ...args], { cwd, env })
/** Runs the command in a process of its own, as users do, with standard input. */
const runApart = (args: readonly string[], options: Parameters<typeof runCommand>[1] = {}) =>
  runCommand(['conformance', ...args], options)

const sim = await startSimulator()
const [own, other] = sim.organizations
const TOKEN = own?.token ?? ''
const env = { PESSOAS_SIM_TOKEN: TOKEN }
const somebody: LittlePerson[] = Array.from({ length: 60 }, (_, i) => ({
  cpf: String(i * 104_729_003).padStart(11, '0'),
  nome: `Ana Silva ${i}`,
  atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
}))
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
/** Some checks that pass, one that the quirk total-as-number fails, and some that cannot be decided. */
const SOME = ['--only', 'AUTH-01,PAG-02,PAG-05']
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''

test('0: a conformant service, with a path to its token in each way', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'token')
    writeFileSync(file, `${TOKEN}\n`)
    for (const [runs, args, options] of [
      [run, [], { env }],
      [run, ['--token-file', file], {}],
      [run, ['--token', TOKEN], {}],
    ] as const) {
      const { status, stdout, stderr } = await runs([sim.url, '--only', 'ENV,PAG', ...args], options)
      assert.is(status, 0, stdout + stderr)
      assert.match(lastLine(stdout), /^Conformant/)
      assert.is(/--token is visible in process lists/.test(stderr), args[0] === '--token')
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
  const { status, stdout } = await run([broken.url, ...SOME], { env })
  await broken.close()
  assert.is(status, 1)
  assert.match(stdout, /PAG-02/)
  assert.match(stdout, /curl -s -H "Authorization: \$PESSOAS_SIM_TOKEN"/)
  assert.match(lastLine(stdout), /^Not conformant: .*1 failed/)
})

test('a report to a folder that does not exist creates it, only when it is written', () =>
  inFolder(async (cwd) => {
    const reports = ['junit=a/b/x.xml', 'html=a/x.html', 'github=g/x.md'].flatMap((one) => [
      '--reporter',
      one,
    ])
    assert.is((await run([sim.url, ...SOME, ...reports, '--dry-run'], { cwd, env })).status, 0)
    assert.equal(readdirSync(cwd), [])
    assert.is((await run([sim.url, ...SOME, ...reports], { cwd, env })).status, 0)
    assert.equal(readdirSync(cwd).sort(), ['a', 'g'])
    assert.match(readFileSync(join(cwd, 'a/b/x.xml'), 'utf8'), /<testsuites /)
  }))

test('4: nothing there, a token refused, a login page, a target that never answers', async () => {
  const page = await littleServer(() => ({
    body: '<!doctype html><title>Entrar</title>',
    headers: { 'content-type': 'text/html' },
  }))
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  for (const [url, token, message] of [
    ['http://127.0.0.1:1', TOKEN, /ECONNREFUSED\)/],
    [sim.url, 'wrong', /the token was refused with 401/],
    [page.url, TOKEN, /^Nothing was decided: wrong base URL: .*\.$/],
    [`http://127.0.0.1:${port}`, TOKEN, /no answer within 0.5 s/],
  ] as const) {
    const { status, stdout } = await run([url, '--timeout', '0.5'], {
      env: { PESSOAS_SIM_TOKEN: token },
    })
    assert.is(status, 4, stdout)
    assert.match(lastLine(stdout), message)
  }
  silent.close()
  await page.close()
})

/** Runs until a target has been asked so often, then sends a signal. */
async function interrupted(command: string, signal: NodeJS.Signals, args: string[] = []) {
  const token = 'segredo-de-teste'
  const answer = littleService(somebody, token)
  let count = 0
  let child: ReturnType<typeof spawn> | undefined
  const server = await littleServer((request) => {
    if (++count === 40) child?.kill(signal)
    return answer(request)
  })
  child = spawn(process.execPath, [...COMMAND, command, server.url, ...args], {
    env: { ...process.env, PESSOAS_SIM_TOKEN: token },
  })
  let stdout = ''
  child.stdout?.on('data', (piece) => {
    stdout += piece
  })
  const [status] = await once(child, 'close')
  await server.close()
  return { status, stdout }
}

test('130: SIGINT ends a run, which says what it knows and blames nobody', () =>
  inFolder(async (folder) => {
    const known = join(folder, 'known.json')
    writeFileSync(known, '[]')
    const { status, stdout } = await interrupted('conformance', 'SIGINT', ['--write-baseline', known])
    assert.is(status, 130, stdout)
    assert.match(stdout, /because {3}the run was interrupted/)
    assert.match(lastLine(stdout), /^Interrupted before \d+ of \d+ checks were decided: [1-9]\d* passed, /)
    assert.not.match(stdout, /target failed|ROOT CAUSE/)
    assert.is(readFileSync(known, 'utf8'), '[]')
  }))

test('143: SIGTERM ends a probe, which writes no profile', () =>
  inFolder(async (folder) => {
    const profile = join(folder, 'p.json')
    const { status, stdout } = await interrupted('probe', 'SIGTERM', ['--out', profile])
    assert.is(status, 143, stdout)
    assert.match(
      stdout,
      /\nInterrupted: \d+ of \d+ knobs learned.*\nNo profile was written or compared: the run was interrupted\.\n$/,
    )
    assert.not.ok(existsSync(profile))
  }))

test('the printed curl finds the token where the user has it', async () => {
  const broken = await startSimulator({ quirks: ['total-as-number'] })
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'my token.txt'), `${TOKEN}\n`)
    const cases: [args: string[], env: Record<string, string>, input: string, header: string][] = [
      [[], { PESSOAS_SIM_TOKEN: TOKEN }, '', '$PESSOAS_SIM_TOKEN'],
      [['--token', TOKEN], {}, '', '$PESSOAS_SIM_TOKEN'],
      [['--token-file', 'my token.txt'], {}, '', "$(cat 'my token.txt')"],
      [['--token-file', '-'], {}, TOKEN, '$PESSOAS_SIM_TOKEN'],
      [[], { PESSOAS_SIM_TOKEN_FILE: 'my token.txt' }, '', "$(cat 'my token.txt')"],
    ]
    for (const [args, variables, input, header] of cases) {
      const line = [broken.url, '--only', 'PAG-02', '-q', ...args]
      const place = { cwd: folder, env: variables }
      const { stdout } = await (input === '' ? run(line, place) : runApart(line, { ...place, input }))
      const [curl = ''] = /curl -s .*/.exec(stdout) ?? []
      assert.ok(curl.includes(`-H "Authorization: ${header}"`), curl)
      // What curl is called with, where there is no curl.
      const words = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${curl}`], {
        cwd: folder,
        env: { PATH: process.env.PATH, PESSOAS_SIM_TOKEN: TOKEN },
        encoding: 'utf8',
      })
      assert.ok(words.split('\n').includes(`Authorization: ${TOKEN}`), curl)
    }
  })
  await broken.close()
})

test('the step summary of GitHub is added to, the annotations are printed', async () => {
  const broken = await startSimulator({ quirks: ['total-as-number'] })
  await inFolder(async (folder) => {
    const summary = join(folder, 'summary.md')
    writeFileSync(summary, '# before\n')
    const { status, stdout } = await run([broken.url, ...SOME, '--reporter', 'github'], {
      env: { ...env, GITHUB_STEP_SUMMARY: summary },
    })
    assert.is(status, 1)
    assert.match(stdout, /^::error title=/m)
    assert.match(lastLine(stdout), /^Not conformant: \d+ passed, 1 failed, /)
    assert.match(readFileSync(summary, 'utf8'), /^# before\n[\s\S]*PAG-02/)
    const fine = await run([sim.url, ...SOME, '--reporter', 'github'], {
      env: { ...env, GITHUB_STEP_SUMMARY: summary },
    })
    assert.match(fine.stdout, /^Conformant in all that could be decided: \d+ passed, 0 failed, [^\n]*\n$/)
  })
  await broken.close()
})

test('a written baseline bears what fails, and is stale when that is mended', async () => {
  const broken = await startSimulator({ quirks: ['total-as-number'] })
  await inFolder(async (folder) => {
    const file = join(folder, 'known.json')
    const first = await run([broken.url, ...SOME, '--write-baseline', file], { env })
    assert.is(first.status, 1)
    assert.match(first.stderr, /known\.json: 1 known failure\.\n/)
    assert.is(JSON.parse(readFileSync(file, 'utf8'))[0].id, 'PAG-02')
    const edited = { id: 'PAG-02', reason: 'ticket 4711', expires: '2099-12-31' }
    writeFileSync(file, JSON.stringify([{ ...edited, id: 'PAG-2' }]))
    const typo = await run([broken.url, ...SOME, '--write-baseline', file], { env })
    assert.is(typo.status, 2)
    assert.match(typo.stderr, /Entry 1 of the baseline \(PAG-2\): unknown check id; --list shows every id/)
    writeFileSync(file, JSON.stringify([{ ...edited, id: 'PAG-05' }, edited]))
    const again = await run([broken.url, ...SOME, '--write-baseline', file], { env })
    assert.equal(JSON.parse(readFileSync(file, 'utf8')), [edited])
    assert.match(again.stderr, /1 known failure, 1 of them with their previous reason and date\.\n/)
    assert.is((await run([broken.url, ...SOME, '--baseline', file], { env })).status, 0)
    const mended = await run([sim.url, ...SOME, '--baseline', file], { env })
    assert.is(mended.status, 1)
    assert.match(mended.stdout, /✗ stale {5}PAG-02 passes now: remove its entry from the baseline\n/)
    assert.match(
      lastLine(mended.stdout),
      /^The baseline is out of date; nothing else fails: \d+ passed, 0 failed, .* PAG-02 passes now/,
    )
  })
  await broken.close()
})

test('--list shows every check, and what is chosen of them', async () => {
  const all = await run(['--list'])
  assert.is(all.status, 0)
  assert.match(all.stdout, /^PAG-08 +must +r +4\.1-page/m)
  const some = await run(['--list', '--only', 'BUSCA'])
  const listed = some.stdout.match(/^[A-Z]+-\d+(?= )/gm) ?? []
  assert.equal([...new Set(listed.map((id) => id.slice(0, -3)))], ['BUSCA'])
  assert.match(some.stdout, new RegExp(`^${listed.length} of \\d+ checks`))
})

test('--dry-run says what would be sent, how often and at which risk, and sends nothing', async () => {
  const target = await littleServer(() => ({ status: 500 }))
  const { status, stdout } = await run([target.url, '--dry-run', '--allow-writes', '--report', UNKNOWN])
  assert.is(status, 0)
  assert.is(target.seen.length, 0)
  await target.close()
  assert.match(stdout, /^[A-Z]+-\d+ {2}/m)
  assert.match(stdout, /^ +5 × r +GET \/pessoas\?page=\{2, 3 …\}/m)
  assert.match(stdout, /× w0 +POST \/relatorios\/validar\/\{unknown report number\}/)
  assert.match(stdout, /POST \/relatorios\/validar\/\{number that is not a UUID\}$/m)
  assert.match(stdout, /× w1 +POST \/relatorios\/validar\/\$REPORT_1/)
  assert.match(stdout, /× w2 +POST \/relatorios\/validar\/\$REPORT_1/)
  assert.match(lastLine(stdout), /^About \d+ requests with this data: .*at risk r/)
})

test.after(() => sim.close())
test.run()
