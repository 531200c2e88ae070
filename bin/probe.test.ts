import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { littleServer, littleService } from '../conformance/testing/little-server.ts'
import { completeProfile, profileSchema } from '../src/cli.ts'
import { knobs, type PartialProfile, startSimulator } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { runHere } from './testing/command.ts'

const test = suite('pessoas-sim probe and profile')
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runHere(args, { cwd: process.cwd(), env })

/** Twenty choices that are not the defaults. */
const turned: PartialProfile = {
  defaultOrder: 'oldest-first',
  rowsOffGrid: 'round-down',
  rowsMaximum: 75,
  rowsAboveMaximum: 'cap',
  pageBelowOne: 'use-first',
  pageBeyondEnd: 'last-page',
  notANumber: 'use-default',
  nomeMatching: 'word',
  nomeFolding: 'case-and-accents',
  nomeCollation: 'case-blind',
  cpfMalformed: 'strip-mask',
  cpfLength: 'eleven',
  emptyParameter: 'as-absent',
  sortUnknown: 'refuse',
  queryUnknown: 'ignore',
  busca: 'nome',
  faults: 'first',
  unknownKeyText: 'bare',
  characters: 'graphemes',
  mensagemMaximum: 255,
}

test('the circle: what is learned of a service makes another one like it', () =>
  inFolder(async (folder) => {
    await using sim = await startSimulator({ profile: turned })
    const [own, other] = sim.organizations
    const file = join(folder, 'staging.json')
    const evidence = join(folder, 'evidence.json')
    const env = { PESSOAS_SIM_TOKEN: own?.token ?? '' }
    const declared = [
      '--allow-writes',
      '--report',
      own?.reports[0] ?? '',
      '--foreign-report',
      other?.reports[0] ?? '',
    ]
    const count = Object.keys(knobs).length
    // bin/proof has the probes that learn tables.
    const knobsOnly = ['--knobs-only']
    const learning = ['probe', sim.url, '--out', file, '--evidence', evidence, ...knobsOnly, ...declared]
    const learned = await run(learning, env)
    assert.is(learned.status, 0, learned.stderr)
    assert.match(learned.stdout, /^✓ defaultOrder +oldest-first$/m)
    assert.match(
      learned.stdout,
      new RegExp(
        `\\n${count} of ${count} knobs learned \\(1 only likely\\), 0 without effect here, 0 unknown\\.\\n.*staging\\.json was written. "npx pessoas-sim --profile .*" serves it\\.\\n$`,
      ),
    )
    const saved = JSON.parse(readFileSync(file, 'utf8')) as PartialProfile
    assert.ok(new Ajv().compile(profileSchema())(saved))
    assert.equal(completeProfile(saved), sim.profile)
    const report = JSON.parse(readFileSync(evidence, 'utf8'))
    assert.is(report.findings.length, count)
    assert.not.match(JSON.stringify(report), new RegExp(own?.token as string))

    const printed = await run(['profile', file, '--json'])
    assert.equal(completeProfile(JSON.parse(printed.stdout)), sim.profile)

    const same = await run(['probe', sim.url, '--knobs-only', '--fail-on-change', file], env)
    assert.is(same.status, 0)
    assert.match(
      same.stdout,
      /No choice differs between .*staging\.json and http.*\nNot found this time, so not compared: revalidation, foreignReport, touchOnValidation\.\n$/,
    )
    writeFileSync(file, JSON.stringify({ ...saved, busca: 'always-empty', faults: 'all' }))
    const changed = await run(
      ['probe', sim.url, '--knobs-only', '--read-only', '--fail-on-change', file],
      env,
    )
    assert.is(changed.status, 1)
    assert.match(changed.stdout, /\nbusca +always-empty → nome\n\n1 choice differs\.\n/)
  }))

test('--dry-run says what would be sent for each knob, and sends nothing', async () => {
  const target = await littleServer(() => ({ status: 500 }))
  const { status, stdout } = await run([
    'probe',
    target.url,
    '--dry-run',
    '--knobs-only',
    '--allow-writes',
    '--report',
    '0c9f1d5e-4b7a-4f0e-9a6d-2f4f3f0b1c11',
  ])
  assert.is(status, 0)
  assert.is(target.seen.length, 0)
  await target.close()
  assert.match(stdout, /^rowsOffGrid {2}requests with rows\.zero, /m)
  assert.match(stdout, /^ +2 × r +GET \/pessoas\?rows=0$/m)
  assert.match(stdout, /^ +\d × r +GET \/pessoas\?rows=51225$/m)
  assert.match(stdout, /× w2 +POST \/relatorios\/validar\/\$REPORT_1/)
})

test('a target that fails is 4, and no profile is written', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'p.json')
    writeFileSync(file, 'kept')
    const env = { PESSOAS_SIM_TOKEN: 'abc' }
    const refused = await run(['probe', 'http://127.0.0.1:9', '--out', file], env)
    assert.is(refused.status, 2)
    assert.match(refused.stderr, /p\.json already exists\. Use another file, or --force to replace it\.\n$/)
    const { status, stdout } = await run(['probe', 'http://127.0.0.1:9', '--out', file, '--force'], env)
    assert.is(status, 4)
    assert.match(stdout, /Nothing was learned/)
    assert.is(readFileSync(file, 'utf8'), 'kept')
  }))

test('a target that fails in the middle is 4, and what was learned until then is written', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'p.json')
    const token = 'token-of-the-probe-0123'
    const people = Array.from({ length: 60 }, (_, i) => ({
      cpf: `${52998224700 + i}`,
      nome: `Maria da Silva ${'ABCDEFGHIJ'[i % 10]}`,
      atualizado_em: new Date(1.7e12 - i * 60_000).toISOString(),
    }))
    const right = littleService(people, token)
    let count = 0
    const target = await littleServer((asked) => (++count > 60 ? new Promise<never>(() => {}) : right(asked)))
    const args = ['probe', target.url, '--out', file, '--timeout', '0.2']
    const { status, stdout } = await run(args, { PESSOAS_SIM_TOKEN: token })
    await target.close()
    assert.is(status, 4)
    assert.match(stdout, /p\.json was written with what was learned before the probe stopped\.\n$/)
    assert.is(JSON.parse(readFileSync(file, 'utf8')).defaultOrder, 'newest-first')
  }))

test('a saved profile that says nothing of what was learned is no all-clear', () =>
  inFolder(async (folder) => {
    await using sim = await startSimulator()
    const file = join(folder, 'p.json')
    writeFileSync(file, '{}')
    const env = { PESSOAS_SIM_TOKEN: sim.organizations[0]?.token ?? '' }
    const { status, stdout } = await run(
      ['probe', sim.url, '--knobs-only', '--read-only', '--fail-on-change', file],
      env,
    )
    assert.is(status, 3)
    assert.match(stdout, /Nothing could be compared/)
  }))

test('--diff compares two profiles, and ends as diff does', async () => {
  const { status, stdout } = await run(['probe', '--diff', 'default', 'framework'])
  assert.is(status, 1)
  assert.match(
    stdout,
    /^default → framework\n\nfaults +all → first\nunknownKeyText +child → bare\naprovarAsText +refuse → accept\n\n3 choices differ\.\n$/,
  )
  assert.is((await run(['probe', '--diff', 'strict', 'strict'])).status, 0)
})

test('profile prints every choice with its origin', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'p.json')
    writeFileSync(file, JSON.stringify({ faults: 'first', texts: { notFound: 'Nada.' } }))
    const { status, stdout } = await run(
      ['profile', '--set', 'rowsMaximum=50', '--set', 'sortFields=nome,cpf', '--set', 'busca=nome'],
      { PESSOAS_SIM_PROFILE: file },
    )
    assert.is(status, 0)
    assert.match(stdout, /^defaultOrder +default \(seen\) +newest-first$/m)
    assert.match(stdout, /^rowsMaximum +--set +50$/m)
    assert.match(stdout, /^sortFields +--set +cpf,nome$/m)
    assert.match(stdout, /^faults +.*p\.json +first$/m)
    assert.match(stdout, /^texts\.notFound +.*p\.json +Nada\.$/m)
    assert.match(stdout, /^texts\.unauthorized +default \(assumed\) +Falha na autenticação.*$/m)
    assert.match((await run(['profile', 'strict'])).stdout, /^sortUnknown +strict +refuse$/m)
  }))

test('profile lists the knobs and prints the schema', async () => {
  const { stdout } = await run(['profile', '--list'])
  for (const knob of Object.keys(knobs)) assert.match(stdout, new RegExp(`^${knob}  `, 'm'))
  assert.match(stdout, /^framework +the defaults of the measured/m)
  assert.equal(
    JSON.parse((await run(['profile', '--schema'])).stdout),
    JSON.parse(JSON.stringify(profileSchema())),
  )
})

test.run()
