import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isDeep } from '../../src/testing/deep.ts'
import { ConformanceUsageError, type ProbeOptions, type ProbeReport, probe, renderProbe } from '../index.ts'
import { littleServer, littleService } from '../testing/little-server.ts'
import { somePeople } from '../testing/target-data.ts'

const test = suite('a probe that measures')
const TOKEN = 'segredo-de-teste-0123456789'
const people = somePeople(60).map(({ id, nome, stamp }) => ({ cpf: id, nome, atualizado_em: stamp }))

async function probing(options: Partial<ProbeOptions>): Promise<ProbeReport> {
  const server = await littleServer(littleService(people, TOKEN))
  try {
    return await probe({ url: server.url, token: TOKEN, ...options }).report()
  } finally {
    await server.close()
  }
}

test('tells the likeness, keeps it in the profile, and shows nobody', async () => {
  const report = await probing({ verify: 60, fixture: true, knobsOnly: !isDeep })
  const { likeness, fixture, profile } = report
  assert.ok(likeness && fixture)
  assert.is(likeness?.behaves.of, likeness?.questions)
  assert.is(profile.measured?.questions, likeness?.questions)
  assert.ok((profile.measured?.toTheLetter?.atLeast ?? 1) <= (likeness?.toTheLetter.atLeast ?? 0))
  assert.is(fixture?.pessoas.length, people.length)
  const text = renderProbe(report)
  assert.match(
    text,
    /^Likeness of the simulator with this profile: \d+ new questions about reads and refusals/m,
  )
  assert.match(text, /^ {2}to the letter +\d+\.\d % +at least \d+\.\d % \(\d+ of \d+\)$/m)
  assert.match(renderProbe(report, { quiet: true }), /^Likeness: \d+\.\d % behave alike \(at least/)
  const all = text + JSON.stringify(report)
  for (const { cpf, nome } of people) assert.not.ok(all.includes(cpf) || all.includes(nome), nome)
  assert.not.ok(all.includes(TOKEN))
})

test('measures only if it is asked to', async () => {
  const { likeness, fixture, profile } = await probing({ knobsOnly: true })
  assert.equal([likeness, fixture, profile.measured], [undefined, undefined, undefined])
})

test('says why there is no likeness, and keeps the profile', async () => {
  const right = littleService(people, TOKEN)
  const server = await littleServer((asked) =>
    String(asked.headers['user-agent']).includes('verify')
      ? { status: 429, headers: { 'retry-after': '900' } }
      : right(asked),
  )
  try {
    const { likeness, profile, warnings } = await probe({
      url: server.url,
      token: TOKEN,
      verify: 30,
      knobsOnly: true,
    }).report()
    assert.is(likeness, undefined)
    assert.is(profile.defaultOrder, 'newest-first')
    assert.ok(
      warnings.some((text) => /^the likeness was not measured: .*429/.test(text)),
      warnings.join('; '),
    )
  } finally {
    await server.close()
  }
})

test('has options that are checked', () => {
  for (const bad of [{ verify: 0 }, { verify: 1.5 }, { fixture: 'yes' }, { verifi: 3 }]) {
    assert.throws(
      () => probe({ url: 'http://127.0.0.1:9', token: TOKEN, ...(bad as object) }),
      (error: unknown) => error instanceof ConformanceUsageError,
    )
  }
})

test.run()
