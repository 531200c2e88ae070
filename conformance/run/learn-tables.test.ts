import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isDeep } from '../../src/testing/deep.ts'
import { type ProbeOptions, type ProbeReport, probe, renderProbe } from '../index.ts'
import { type LittleServer, littleServer, littleService, type Reply } from '../testing/little-server.ts'
import { somePeople } from '../testing/target-data.ts'

const test = suite('a probe that learns tables')
const TOKEN = 'segredo-de-teste-0123456789'
const people = somePeople(60).map(({ id, nome, stamp }) => ({ cpf: id, nome, atualizado_em: stamp }))

type Asked = LittleServer['seen'][number]
type Edit = (reply: Reply, asked: Asked) => Reply

async function probing(
  edit: Edit,
  options: Partial<ProbeOptions> = {},
): Promise<{ report: ProbeReport; seen: Asked[] }> {
  const right = littleService(people, TOKEN)
  const server = await littleServer((asked) => edit(right(asked), asked))
  try {
    const report = await probe({ url: server.url, token: TOKEN, ...options }).report()
    return { report, seen: server.seen }
  } finally {
    await server.close()
  }
}

/** Refuses a page of 0 in words that no knob has. */
const inOwnWords: Edit = (reply, { url }) =>
  /[?&]page=0(?:&|$)/.test(url)
    ? { status: 422, body: { error: 'Unprocessable', message: 'A página começa em 1.', status_code: 422 } }
    : reply

const keepsWords = async () => {
  const numbers = new Set<string>()
  const { report } = await probing((reply, asked) => {
    const { url, headers } = asked
    const [numero] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(url) ?? []
    if (numero !== undefined) numbers.add(numero)
    const own = inOwnWords(reply, asked)
    if (own !== reply || reply.status === undefined) return own
    const [{ cpf, nome }] = people as [(typeof people)[0]]
    const message = `${headers.authorization}: ${cpf}, ${nome}, ${numero}`
    return { ...reply, body: { ...(reply.body as object), message } }
  })
  assert.is(report.profile.version, 2)
  assert.is(report.profile.dialect?.refusals?.phrases?.['page.zero'], 'A página começa em 1.')
  for (const text of [JSON.stringify(report), renderProbe(report)]) {
    assert.not.ok(text.includes(TOKEN))
    for (const { cpf, nome } of people) assert.not.ok(text.includes(cpf) || text.includes(nome), nome)
  }
  const profile = JSON.stringify(report.profile)
  for (const numero of numbers) assert.not.ok(profile.includes(numero), numero)
}
// bin/proof/twin-law.test.ts learns words in every run. Here a search takes ten seconds, because no words of ours are like these.
if (isDeep)
  test('keeps the words of the service, and no person, no credential and no report number', keepsWords)

test('leaves them out where only the knobs are wanted, and asks much less', async () => {
  const { report, seen } = await probing(inOwnWords, { knobsOnly: true })
  assert.not('dialect' in report.profile)
  assert.not('version' in report.profile)
  assert.is(report.profile.pageBelowOne, 'refuse')
  assert.ok(seen.length < 300, `${seen.length}`)
})

/** What is asked for the tables; in a deep run, what is asked last for them. */
const limited = isDeep ? /knob (?:mensagem|aprovar)\./ : /knob \w+\./
test('keeps what was learned before the target limits it', async () => {
  const { report } = await probing((reply, asked) =>
    limited.test(String(asked.headers['user-agent']))
      ? { status: 429, headers: { 'retry-after': '900' } }
      : inOwnWords(reply, asked),
  )
  assert.is(report.exitCode, 4)
  assert.match(report.warnings.join(), /the tables were not learned completely: /)
  assert.is(report.profile.pageBelowOne, 'refuse')
})

test.run()
