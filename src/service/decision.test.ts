import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FaultName } from '../contract/faults.ts'
import type { PartialProfile } from '../contract/profile.ts'
import { asking } from '../testing/asking.ts'
import { MENSAGEM, OWN_REPORT, TOKEN } from '../testing/world.ts'

const test = suite('decisions')
const legal = { aprovar: true, mensagem: MENSAGEM }

const LEAST = 'length must be at least 25 characters long'
const OBJECT = '"value" must be an object'
/** What is wrong with each field of a body, or with the whole. */
const refusals: [profile: PartialProfile, body: unknown, faults: string | Record<string, string>][] = [
  [{}, {}, { aprovar: 'is required', mensagem: 'is required' }],
  [{ faults: 'first' }, {}, { aprovar: 'is required' }],
  [{ faults: 'first' }, { x: 1 }, { aprovar: 'is required' }],
  [{}, { ...legal, x: 1 }, { x: 'is not allowed' }],
  [{}, { b: 1, ...legal, á: 2 }, { b: 'is not allowed', á: 'is not allowed' }],
  [{}, { aprovar: true, message: MENSAGEM }, { mensagem: 'is required', message: 'is not allowed' }],
  [{}, { ...legal, aprovar: 'true' }, { aprovar: 'must be a boolean' }],
  [{ aprovarAsText: 'accept' }, { ...legal, aprovar: 'talvez' }, { aprovar: 'must be a boolean' }],
  [{}, { ...legal, aprovar: null }, { aprovar: 'must be a boolean' }],
  [{}, { ...legal, aprovar: 1 }, { aprovar: 'must be a boolean' }],
  [{}, { ...legal, mensagem: 12345 }, { mensagem: 'must be a string' }],
  [{}, { ...legal, mensagem: '' }, { mensagem: 'is not allowed to be empty' }],
  [{}, { ...legal, mensagem: 'é'.repeat(24) }, { mensagem: LEAST }],
  [{ characters: 'code-points' }, { ...legal, mensagem: '😀'.repeat(13) }, { mensagem: LEAST }],
  [{ characters: 'graphemes' }, { ...legal, mensagem: 'e\u0301'.repeat(24) }, { mensagem: LEAST }],
  [
    { mensagemMaximum: 30 },
    { ...legal, mensagem: 'a'.repeat(31) },
    { mensagem: 'length must be less than or equal to 30 characters long' },
  ],
  [
    {},
    { ...legal, constructor: 1, toString: 2 },
    { constructor: 'is not allowed', toString: 'is not allowed' },
  ],
  ...[[], [1], null, 1, true, '"texto"', undefined].map((body): [PartialProfile, unknown, string] => [
    {},
    body,
    OBJECT,
  ]),
]
for (const [profile, body, faults] of refusals) {
  test(`${JSON.stringify(profile)} ${JSON.stringify(body)?.slice(0, 60)}`, async () => {
    const answer = await asking(profile).decide(OWN_REPORT, body)
    const fields = typeof faults === 'string' ? [] : Object.entries(faults)
    const sentences = fields.map(([key, fault]) => {
      const child = fault === 'is not allowed' ? 'payload' : key
      return `child "${child}" fails because ["${key}" ${fault}]`
    })
    const message = typeof faults === 'string' ? faults : sentences.join('. ')
    const keys = typeof faults === 'string' ? ['value'] : fields.map(([key]) => key)
    const validation = { source: 'payload', keys }
    assert.equal(answer.body, { error: 'Bad Request', message, validation, status_code: 400 })
  })
}

test('an unknown field may be told without a child', async () => {
  const { body } = await asking({ unknownKeyText: 'bare' }).decide(OWN_REPORT, { ...legal, x: null })
  assert.is(body.message, '"x" is not allowed')
})

const accepted: [profile: PartialProfile, body: unknown][] = [
  [{}, { ...legal, mensagem: 'a'.repeat(25) }],
  [{}, { ...legal, mensagem: ' '.repeat(25) }],
  [{}, { ...legal, mensagem: '😀'.repeat(13) }],
  [{}, { ...legal, mensagem: 'a'.repeat(100_000) }],
  [{ characters: 'code-points' }, { ...legal, mensagem: '😀'.repeat(25) }],
  [{ characters: 'graphemes' }, { ...legal, mensagem: 'e\u0301'.repeat(25) }],
  [{ aprovarAsText: 'accept' }, { ...legal, aprovar: 'false' }],
  [{ mensagemMaximum: 30 }, { ...legal, mensagem: 'a'.repeat(30) }],
]
for (const [profile, body] of accepted) {
  test(`accepted: ${JSON.stringify(profile)} ${JSON.stringify(body).slice(0, 60)}`, async () => {
    assert.is((await asking(profile).decide(OWN_REPORT, body)).status, 200)
  })
}

const named: [body: string, faults: FaultName[]][] = [
  ['', ['body.none']],
  ['null', ['body.not-an-object']],
  ['{"aprovar":null,"mensagem":null}', ['aprovar.null', 'mensagem.null']],
  ['{"aprovar":"false","mensagem":[]}', ['aprovar.text', 'mensagem.wrong-type']],
  ['{"z":1,"mensagem":"","aprovar":0}', ['aprovar.wrong-type', 'mensagem.empty', 'payload.unknown']],
]
for (const [body, faults] of named) {
  test(`the faults of ${body}`, async () =>
    assert.equal((await asking().decide(OWN_REPORT, body)).faults, faults))
}

const malformed = [
  ...['{', 'aprovar=true', '{"aprovar":true,}', ' ', '\ufeff\ufeff{}'],
  ...['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto\\u005F_" :1}'],
]
for (const text of malformed) {
  test(`malformed: ${text}`, async () => {
    const { status, faults } = await asking().decide(OWN_REPORT, text)
    assert.equal([status, faults], [400, ['json.malformed']])
  })
}

test('what only looks like a key that changes prototypes is a field or a text', async () => {
  for (const text of ['{"\\"__proto__":1}', '{"a":"__proto__"}', '{"constructor":{"prototype":1}}'])
    assert.is((await asking().decide(OWN_REPORT, text)).faults.at(-1), 'payload.unknown', text)
})

const text = JSON.stringify(legal)
const tolerated: [what: string, body: Buffer | string, url: string, notes: FaultName[]][] = [
  ['a byte order mark', `\ufeff${text}`, '', ['body.mark']],
  ['latin-1', Buffer.from(text, 'latin1'), '', ['body.not-utf-8']],
  ['a query', text, '?x=1', ['query.ignored']],
  ['an empty query', text, '?', []],
]
for (const [what, body, query, notes] of tolerated) {
  test(`${what} is tolerated, and noted`, async () => {
    const asked = await asking().decide(OWN_REPORT + query, body)
    assert.equal([asked.status, asked.notes], [200, notes])
  })
}

const types: [type: string | undefined, status: number, any: number][] = [
  ['application/json', 200, 200],
  ['application/json; charset=utf-8', 200, 200],
  [' application/json ;x', 200, 200],
  ['APPLICATION/JSON', 200, 200],
  ['application/json;charset=latin1', 200, 200],
  ['application/vnd.api+json', 200, 200],
  [undefined, 200, 200],
  ['text/x+json', 415, 200],
  ['text/plain', 415, 200],
  ['application/x-www-form-urlencoded', 415, 200],
  ['application/jsonx', 415, 200],
  ['', 415, 415],
  ['nonsense', 415, 415],
  ['application/json, text/plain', 415, 415],
]
for (const [type, status, any] of types) {
  test(`a body of type ${type}`, async () => {
    const ask = async (profile: PartialProfile) =>
      (await asking(profile).decide(OWN_REPORT, legal, { 'content-type': type })).status
    assert.equal([await ask({}), await ask({ bodyType: 'any' })], [status, any])
  })
}

test('a body that is too large is refused after a malformed type and before any other', async () => {
  const ask = async (type: string, authorization = TOKEN) =>
    (
      await asking().send(
        'POST',
        `/relatorios/validar/${OWN_REPORT}`,
        { authorization, 'content-type': type },
        'too-large',
      )
    ).status
  assert.is(await ask('application/json'), 413)
  assert.is(await ask('text/plain'), 413)
  assert.is(await ask('nonsense'), 415)
  assert.is(await ask('application/json', 'x'), 401)
})

test.run()
