import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noDialect } from '../contract/dialect.ts'
import { get, MENSAGEM, OWN_REPORT, post, simulate } from '../testing/world.ts'

const test = suite('bounded refusals')
const app = simulate({ dialect: { ...noDialect, limits: { url: 65_536 } } })

interface Refused {
  message: string
  validation: { keys: string[] }
}

const keysOf = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`)
const bodyOf = (keys: readonly string[]) =>
  `{"aprovar":true,"mensagem":${JSON.stringify(MENSAGEM)},${keys.map((key) => `${JSON.stringify(key)}:1`).join(',')}}`

async function refusedBody(body: string): Promise<Refused> {
  const { status, body: answer } = await post(app, OWN_REPORT, body)
  assert.is(status, 400)
  return answer
}

async function refusedQuery(query: string): Promise<Refused> {
  const { status, body } = await get(app, `/pessoas?${query}`)
  assert.is(status, 400)
  return body
}

test('as many faults as 250 are listed, as they were sent and each once', async () => {
  const keys = keysOf(250)
  const { message, validation } = await refusedBody(bodyOf(keys))
  assert.equal(validation.keys, keys)
  assert.is(message.split('is not allowed').length, 251)
  assert.equal((await refusedQuery(keys.join('&'))).validation.keys, keys)
})

test('of more faults the first 250 are listed, and how many are not', async () => {
  const keys = keysOf(1_000)
  for (const refused of [await refusedBody(bodyOf(keys)), await refusedQuery(keys.join('&'))]) {
    assert.equal(refused.validation.keys, keys.slice(0, 250))
    assert.match(refused.message, /"k249" is not allowed\]\. 750 more are not listed$/)
  }
})

test('of long names fewer are listed', async () => {
  const { message, validation } = await refusedBody(bodyOf(keysOf(60).map((key) => key.padEnd(900, 'x'))))
  assert.is(validation.keys.length, 17)
  assert.match(message, /\. 43 more are not listed$/)
})

test('a name and a value are repeated up to a thousand characters', async () => {
  for (const [length, isCut] of [
    [1_000, false],
    [1_001, true],
  ] as const) {
    const long = 'x'.repeat(length)
    const told = isCut ? `${long.slice(0, 1_000)}…` : long
    const { message, validation } = await refusedBody(bodyOf([long]))
    assert.equal(validation.keys, [told])
    assert.is(message, `child "payload" fails because ["${told}" is not allowed]`)
    assert.ok((await refusedQuery(`cpf=${long}`)).message.includes(`with value "${told}" fails`))
  }
})

test('a profile that tells the first fault only says nothing of the others', async () => {
  const first = simulate({ faults: 'first' })
  const { body } = await post(first, OWN_REPORT, bodyOf(keysOf(1_000)))
  assert.equal(body.validation.keys, ['k0'])
  assert.not.match(body.message, /more/)
})

/** Bodies and queries that grow with a size. */
const growing: Record<string, (size: number) => Promise<Refused>> = {
  'many keys': (size) => refusedBody(bodyOf(keysOf(size))),
  'a long key': (size) => refusedBody(bodyOf(['k'.repeat(size)])),
  'a key of control characters': (size) => refusedBody(bodyOf(['\u0001'.repeat(size)])),
  'long keys': (size) => refusedBody(bodyOf(keysOf(20).map((key) => key.padEnd(size, '"')))),
  'deep values': (size) => refusedBody(`{"aprovar":${'['.repeat(size)}${']'.repeat(size)}}`),
  'one key many times': (size) => refusedBody(`{${'"a":1,'.repeat(size)}"a":1}`),
  'many parameters': (size) => refusedQuery(keysOf(size / 7).join('&')),
  'one parameter many times': (size) => refusedQuery('page=1&'.repeat(size / 10)),
  'a number that is none': (size) => refusedQuery(`page=${'1'.repeat(size)}a`),
  'blanks around a number that is none': (size) => refusedQuery(`rows=${'+'.repeat(size)}a`),
  'a CPF that is none': (size) => refusedQuery(`cpf=${'%01'.repeat(size)}`),
}
for (const [what, ask] of Object.entries(growing)) {
  test(`${what}: twice as much is answered with no more`, () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 2_000, max: 7_000 }), async (size) => {
        const length = async (n: number) => JSON.stringify(await ask(n)).length
        // But for one digit of how many are not listed.
        assert.ok((await length(2 * size)) <= (await length(size)) + 1)
        assert.ok((await length(size)) < 256 * 1024)
      }),
      { numRuns: 5 },
    ))
}

test.run()
