import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FaultName } from '../contract/faults.ts'
import type { PartialProfile } from '../contract/profile.ts'
import { asking } from '../testing/asking.ts'
import { MENSAGEM, OWN_REPORT, TOKEN } from '../testing/world.ts'

const test = suite('decisions')
const legal = { aprovar: true, mensagem: MENSAGEM }

/** The body, sent to a report of its own; the status and keys, or the text of the whole refusal. */
const refusals: [profile: PartialProfile, body: unknown, message: string, keys: string[]][] = [
  [
    {},
    {},
    'child "aprovar" fails because ["aprovar" is required]. child "mensagem" fails because ["mensagem" is required]',
    ['aprovar', 'mensagem'],
  ],
  [{ faults: 'first' }, {}, 'child "aprovar" fails because ["aprovar" is required]', ['aprovar']],
  [{}, { ...legal, x: 1 }, 'child "payload" fails because ["x" is not allowed]', ['x']],
  [{ unknownKeyText: 'bare' }, { ...legal, x: null }, '"x" is not allowed', ['x']],
  [
    {},
    { b: 1, ...legal, á: 2 },
    'child "payload" fails because ["b" is not allowed]. child "payload" fails because ["á" is not allowed]',
    ['b', 'á'],
  ],
  [
    {},
    { aprovar: true, message: MENSAGEM },
    'child "mensagem" fails because ["mensagem" is required]. child "payload" fails because ["message" is not allowed]',
    ['mensagem', 'message'],
  ],
  [{ faults: 'first' }, { x: 1 }, 'child "aprovar" fails because ["aprovar" is required]', ['aprovar']],
  [
    {},
    { ...legal, aprovar: 'true' },
    'child "aprovar" fails because ["aprovar" must be a boolean]',
    ['aprovar'],
  ],
  [
    { aprovarAsText: 'accept' },
    { ...legal, aprovar: 'talvez' },
    'child "aprovar" fails because ["aprovar" must be a boolean]',
    ['aprovar'],
  ],
  [
    {},
    { ...legal, aprovar: null },
    'child "aprovar" fails because ["aprovar" must be a boolean]',
    ['aprovar'],
  ],
  [{}, { ...legal, aprovar: 1 }, 'child "aprovar" fails because ["aprovar" must be a boolean]', ['aprovar']],
  [
    {},
    { ...legal, mensagem: 12345 },
    'child "mensagem" fails because ["mensagem" must be a string]',
    ['mensagem'],
  ],
  [
    {},
    { ...legal, mensagem: '' },
    'child "mensagem" fails because ["mensagem" is not allowed to be empty]',
    ['mensagem'],
  ],
  [
    {},
    { ...legal, mensagem: 'a'.repeat(24) },
    'child "mensagem" fails because ["mensagem" length must be at least 25 characters long]',
    ['mensagem'],
  ],
  [
    {},
    { ...legal, mensagem: 'é'.repeat(24) },
    'child "mensagem" fails because ["mensagem" length must be at least 25 characters long]',
    ['mensagem'],
  ],
  [
    { characters: 'code-points' },
    { ...legal, mensagem: '😀'.repeat(13) },
    'child "mensagem" fails because ["mensagem" length must be at least 25 characters long]',
    ['mensagem'],
  ],
  [
    { characters: 'graphemes' },
    { ...legal, mensagem: 'e\u0301'.repeat(24) },
    'child "mensagem" fails because ["mensagem" length must be at least 25 characters long]',
    ['mensagem'],
  ],
  [
    { mensagemMaximum: 30 },
    { ...legal, mensagem: 'a'.repeat(31) },
    'child "mensagem" fails because ["mensagem" length must be less than or equal to 30 characters long]',
    ['mensagem'],
  ],
  [
    {},
    { constructor: 1, toString: 2 },
    'child "aprovar" fails because ["aprovar" is required]. child "mensagem" fails because ["mensagem" is required]. child "payload" fails because ["constructor" is not allowed]. child "payload" fails because ["toString" is not allowed]',
    ['aprovar', 'mensagem', 'constructor', 'toString'],
  ],
  ...[[], [1], null, 1, true].map((body): [PartialProfile, unknown, string, string[]] => [
    {},
    body,
    '"value" must be an object',
    ['value'],
  ]),
  [{}, '"texto"', '"value" must be an object', ['value']],
  [{}, undefined, '"value" must be an object', ['value']],
]
for (const [profile, body, message, keys] of refusals) {
  test(`${JSON.stringify(profile)} ${JSON.stringify(body)?.slice(0, 60)}`, async () => {
    const answer = await asking(profile).decide(OWN_REPORT, body)
    const validation = { source: 'payload', keys }
    assert.equal(answer.body, { error: 'Bad Request', message, validation, status_code: 400 })
  })
}

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
