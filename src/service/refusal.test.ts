import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { askable, type FaultName, faults } from '../contract/faults.ts'
import type { PartialProfile } from '../contract/profile.ts'
import { asking, sendExample } from '../testing/asking.ts'
import { MENSAGEM, OWN_REPORT } from '../testing/world.ts'

const test = suite('refusals')
const keysOf = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`)
const bodyOf = (keys: readonly string[]) =>
  `{"aprovar":true,"mensagem":${JSON.stringify(MENSAGEM)},${keys.map((key) => `${JSON.stringify(key)}:1`).join(',')}}`

/** Refuses whatever a knob may refuse. */
const strict: PartialProfile = {
  ...{ nomeMinimum: 2, nomeMaximum: 200, rowsMaximum: 1_000, mensagemMaximum: 4_000 },
  ...{ cpfLength: 'eleven', sortUnknown: 'refuse', pageBeyondEnd: 'refuse' },
  ...{ revalidation: 'refuse-409', reportNumberShape: 'refuse' },
}

for (const name of askable) {
  test(`each example of ${name} shows it, and nothing else`, async () => {
    for (const example of faults[name].ask ?? []) {
      const asked = await sendExample(asking(strict), example)
      assert.equal(asked.faults, [name], JSON.stringify(example).slice(0, 200))
      assert.not.match(asked.body.message, /\{\w+\}/)
    }
  })
}

/** What other choices of knobs say: status, message, source and keys. */
const told: [name: FaultName, profile: PartialProfile, status: number, message: string, source?: string][] = [
  ['route.method', {}, 404, 'Not Found'],
  ['route.method', { routeUnknown: 'method-not-allowed' }, 405, 'Method Not Allowed'],
  ['token.wrong', { texts: { unauthorized: 'Não {key}.' } }, 401, 'Não {key}.'],
  ['report.unknown', { texts: { notFound: 'Nada.' } }, 404, 'Nada.'],
  ['report.shape', {}, 404, 'Protocolo não encontrado.'],
  [
    'report.shape',
    { reportNumberShape: 'refuse' },
    400,
    'child "numero_do_relatorio" fails because ["numero_do_relatorio" must be a valid GUID]',
    'params numero_do_relatorio',
  ],
  ['report.foreign', {}, 404, 'Protocolo não encontrado.'],
  ['report.foreign', { foreignReport: 'forbidden' }, 403, 'O relatório pertence a outra organização.'],
  ['report.decided', { revalidation: 'refuse-400' }, 400, 'O relatório já foi validado.'],
  ['report.decided', { revalidation: 'refuse-409' }, 409, 'O relatório já foi validado.'],
  ['json.malformed', {}, 400, 'Invalid request payload JSON format'],
  [
    'json.malformed',
    { malformedBody: 'with-validation' },
    400,
    'Invalid request payload JSON format',
    'payload value',
  ],
  ['body.none', {}, 400, '"value" must be an object', 'payload value'],
  ['body.too-large', {}, 413, 'Payload content length greater than maximum allowed: 1048576'],
  ['type.other', {}, 415, 'Unsupported Media Type'],
  ['page.beyond-end', { pageBeyondEnd: 'not-found' }, 404, 'Not Found'],
  [
    'page.beyond-end',
    { pageBeyondEnd: 'refuse' },
    400,
    'child "page" fails because ["page" must be less than or equal to 3]',
    'query page',
  ],
]
for (const [name, profile, status, message, source] of told) {
  test(`${name} under ${JSON.stringify(profile)} is ${status}: ${message}`, async () => {
    const { ask: [example] = [] } = faults[name]
    assert.ok(example)
    const { body } = await sendExample(asking(profile), example)
    assert.equal([body.status_code, body.message], [status, message])
    const { validation } = body
    assert.is(validation && `${validation.source} ${validation.keys}`, source)
  })
}

test('the name of a status is that of the interface', async () => {
  const errorOf = async (name: FaultName) =>
    (await sendExample(asking(), faults[name].ask?.[0] ?? {})).body.error
  assert.is(await errorOf('body.too-large'), 'Request Entity Too Large')
  assert.is(await errorOf('type.other'), 'Unsupported Media Type')
  assert.is(await errorOf('route.unknown'), 'Not Found')
})

const { decide, list } = asking()

test('as many fields as 250 are listed, as they were sent and each once', async () => {
  const keys = keysOf(250)
  const { body } = await decide(OWN_REPORT, bodyOf(keys))
  assert.equal(body.validation.keys, keys)
  assert.is(body.message.split('is not allowed').length, 251)
  assert.equal((await list(keys.join('&'))).body.validation.keys, keys)
})

test('of more fields the first 250 are listed, and how many are not', async () => {
  const keys = keysOf(1_000)
  for (const { body } of [await decide(OWN_REPORT, bodyOf(keys)), await list(keys.join('&'))]) {
    assert.equal(body.validation.keys, keys.slice(0, 250))
    assert.match(body.message, /"k249" is not allowed\]\. 750 more are not listed$/)
  }
})

test('a name and a value are repeated up to a thousand characters', async () => {
  for (const length of [1_000, 1_001]) {
    const long = 'x'.repeat(length)
    const told = length > 1_000 ? `${long.slice(0, 1_000)}…` : long
    const { body } = await decide(OWN_REPORT, bodyOf([long]))
    assert.equal(body.validation.keys, [told])
    assert.is(body.message, `child "payload" fails because ["${told}" is not allowed]`)
    assert.ok((await list(`cpf=${long}`)).body.message.includes(`with value "${told}" fails`))
  }
})

test('a profile that tells the first fault only says nothing of the others', async () => {
  const first = asking({ faults: 'first' })
  const { body, faults } = await first.decide(OWN_REPORT, bodyOf(keysOf(1_000)))
  assert.equal(body.validation.keys, ['k0'])
  assert.not.match(body.message, /more/)
  assert.is(faults.length, 1_000)
  const { message } = (await first.list('rows=-30')).body
  assert.is(message, 'child "rows" fails because ["rows" must be larger than or equal to 1]')
})

/** Bodies and queries that grow with a size. */
const growing: Record<string, (size: number) => ReturnType<typeof list>> = {
  'many keys': (size) => decide(OWN_REPORT, bodyOf(keysOf(size))),
  'a long key': (size) => decide(OWN_REPORT, bodyOf(['k'.repeat(size)])),
  'long keys': (size) => decide(OWN_REPORT, bodyOf(keysOf(20).map((key) => key.padEnd(size, '"')))),
  'deep values': (size) => decide(OWN_REPORT, `{"aprovar":${'['.repeat(size)}${']'.repeat(size)}}`),
  'one key many times': (size) => decide(OWN_REPORT, `{${'"a":1,'.repeat(size)}"a":1}`),
  'a number that is none': (size) => list(`page=${'1'.repeat(size)}a`),
  'a CPF that is none': (size) => list(`cpf=${'%01'.repeat(size)}`),
}
for (const [what, ask] of Object.entries(growing)) {
  test(`${what}: twice as much is answered with no more`, async () => {
    for (const size of [2_000, 7_000]) {
      const lengthOf = async (n: number) => String((await ask(n)).answer.body).length
      const length = await lengthOf(size)
      // But for one digit of how many are not listed.
      assert.ok((await lengthOf(2 * size)) <= length + 1)
      assert.ok(length < 256 * 1024)
    }
  })
}

test.run()
