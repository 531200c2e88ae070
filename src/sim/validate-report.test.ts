import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noDialect } from '../contract/dialect.ts'
import type { Profile } from '../contract/profile.ts'
import { plainNumber } from '../contract/wire.ts'
import { MemoryStore } from '../store/memory.ts'
import type { Organization } from '../store/store.ts'
import { times } from '../testing/deep.ts'
import {
  DECIDED_REPORT,
  FOREIGN_REPORT,
  get,
  MENSAGEM,
  OWN_REPORT,
  post,
  simulate,
  smallWorld,
  UNKNOWN_REPORT,
} from '../testing/world.ts'

const test = suite('validate report')
const legal = { aprovar: true, mensagem: MENSAGEM }

test('an approval and a rejection answer alike, with the number', async () => {
  const app = simulate()
  for (const aprovar of [true, false]) {
    const { status, body } = await post(app, OWN_REPORT, { aprovar, mensagem: MENSAGEM })
    assert.is(status, 200)
    assert.equal(body, { result: { numero: OWN_REPORT }, status_code: 200 })
  }
})

test('a decision moves the person to the front of the list, for this organization only', async () => {
  const app = simulate()
  await post(app, OWN_REPORT, legal)
  const [first] = (await get(app, '/pessoas')).body.result.itens
  assert.is(first.cpf, '00000000007')
  assert.ok(Math.abs(Date.parse(first.atualizado_em) - Date.now()) < 5_000)
  const [other] = (await get(app, '/pessoas', 'token-of-b')).body.result.itens
  assert.is(other.atualizado_em, '2025-06-01T00:00:00.000Z')
})

test('a decision that is no update moves nobody', async () => {
  const app = simulate({ touchOnValidation: 'no' })
  assert.is((await post(app, OWN_REPORT, legal)).status, 200)
  assert.is((await get(app, '/pessoas')).body.result.itens[0].cpf, '00000065556')
})

test('an unknown report and one of another organization are told alike', async () => {
  const app = simulate()
  const unknown = await post(app, UNKNOWN_REPORT, legal)
  assert.equal(unknown, await post(app, FOREIGN_REPORT, legal))
  assert.equal(unknown.body, { error: 'Not Found', message: 'Protocolo não encontrado.', status_code: 404 })
})

/** The body, sent to a report of its own; the status and keys, or the text of the whole refusal. */
const refusals: [
  profile: Partial<Profile>,
  body: unknown,
  status: number,
  message: string,
  keys: string[],
][] = [
  [
    {},
    {},
    400,
    'child "aprovar" fails because ["aprovar" is required]. child "mensagem" fails because ["mensagem" is required]',
    ['aprovar', 'mensagem'],
  ],
  [{ faults: 'first' }, {}, 400, 'child "aprovar" fails because ["aprovar" is required]', ['aprovar']],
  [{}, { ...legal, x: 1 }, 400, 'child "payload" fails because ["x" is not allowed]', ['x']],
  [{ unknownKeyText: 'bare' }, { ...legal, x: null }, 400, '"x" is not allowed', ['x']],
  [
    {},
    { b: 1, ...legal, á: 2 },
    400,
    'child "payload" fails because ["b" is not allowed]. child "payload" fails because ["á" is not allowed]',
    ['b', 'á'],
  ],
  [
    {},
    { aprovar: true, message: MENSAGEM },
    400,
    'child "mensagem" fails because ["mensagem" is required]. child "payload" fails because ["message" is not allowed]',
    ['mensagem', 'message'],
  ],
  [{ faults: 'first' }, { x: 1 }, 400, 'child "aprovar" fails because ["aprovar" is required]', ['aprovar']],
  [
    {},
    { ...legal, aprovar: 'true' },
    400,
    'child "aprovar" fails because ["aprovar" must be a boolean]',
    ['aprovar'],
  ],
  [
    { aprovarAsText: 'accept' },
    { ...legal, aprovar: 'talvez' },
    400,
    'child "aprovar" fails because ["aprovar" must be a boolean]',
    ['aprovar'],
  ],
  [
    {},
    { ...legal, aprovar: null },
    400,
    'child "aprovar" fails because ["aprovar" must be a boolean]',
    ['aprovar'],
  ],
  [
    {},
    { ...legal, aprovar: 1 },
    400,
    'child "aprovar" fails because ["aprovar" must be a boolean]',
    ['aprovar'],
  ],
  [
    {},
    { ...legal, mensagem: 12345 },
    400,
    'child "mensagem" fails because ["mensagem" must be a string]',
    ['mensagem'],
  ],
  [
    {},
    { ...legal, mensagem: '' },
    400,
    'child "mensagem" fails because ["mensagem" is not allowed to be empty]',
    ['mensagem'],
  ],
  [
    {},
    { ...legal, mensagem: 'a'.repeat(24) },
    400,
    'child "mensagem" fails because ["mensagem" length must be at least 25 characters long]',
    ['mensagem'],
  ],
  [
    {},
    { ...legal, mensagem: 'é'.repeat(24) },
    400,
    'child "mensagem" fails because ["mensagem" length must be at least 25 characters long]',
    ['mensagem'],
  ],
  [
    { characters: 'code-points' },
    { ...legal, mensagem: '😀'.repeat(13) },
    400,
    'child "mensagem" fails because ["mensagem" length must be at least 25 characters long]',
    ['mensagem'],
  ],
  [
    { characters: 'graphemes' },
    { ...legal, mensagem: 'e\u0301'.repeat(24) },
    400,
    'child "mensagem" fails because ["mensagem" length must be at least 25 characters long]',
    ['mensagem'],
  ],
  [
    { mensagemMaximum: 30 },
    { ...legal, mensagem: 'a'.repeat(31) },
    400,
    'child "mensagem" fails because ["mensagem" length must be less than or equal to 30 characters long]',
    ['mensagem'],
  ],
  [
    {},
    { constructor: 1, toString: 2 },
    400,
    'child "aprovar" fails because ["aprovar" is required]. child "mensagem" fails because ["mensagem" is required]. child "payload" fails because ["constructor" is not allowed]. child "payload" fails because ["toString" is not allowed]',
    ['aprovar', 'mensagem', 'constructor', 'toString'],
  ],
  ...[[], [1], null, 1, true].map((body): [Partial<Profile>, unknown, number, string, string[]] => [
    {},
    body,
    400,
    '"value" must be an object',
    ['value'],
  ]),
  [{}, '"texto"', 400, '"value" must be an object', ['value']],
  [{}, undefined, 400, '"value" must be an object', ['value']],
]
for (const [profile, body, status, message, keys] of refusals) {
  test(`${JSON.stringify(profile)} ${JSON.stringify(body)?.slice(0, 60)}`, async () => {
    const answer = await post(simulate(profile), OWN_REPORT, body)
    assert.is(answer.status, status)
    assert.equal(answer.body, {
      error: 'Bad Request',
      message,
      validation: { source: 'payload', keys },
      status_code: 400,
    })
  })
}

const accepted: [profile: Partial<Profile>, body: unknown][] = [
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
    assert.is((await post(simulate(profile), OWN_REPORT, body)).status, 200)
  })
}

const MALFORMED = { error: 'Bad Request', message: 'Invalid request payload JSON format', status_code: 400 }
for (const text of ['{', 'aprovar=true', '{"aprovar":true,}', '{"__proto__":1}', `{"a":{"__proto__":{}}}`]) {
  test(`malformed: ${text}`, async () => {
    assert.equal((await post(simulate(), OWN_REPORT, text)).body, MALFORMED)
    const { body } = await post(simulate({ malformedBody: 'with-validation' }), OWN_REPORT, text)
    assert.equal(body.validation, { source: 'payload', keys: ['value'] })
  })
}

const types: [type: string | undefined, status: number][] = [
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['APPLICATION/JSON', 200],
  ['application/vnd.api+json', 200],
  [undefined, 200],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/jsonx', 415],
  ['nonsense', 415],
]
for (const [type, status] of types) {
  test(`a body of type ${type}`, async () => {
    const app = simulate()
    const payload = JSON.stringify(legal)
    const headers = { authorization: 'token-of-a', ...(type && { 'content-type': type }) }
    const response = await app.inject({
      method: 'POST',
      url: `/relatorios/validar/${OWN_REPORT}`,
      headers,
      payload: Buffer.from(payload),
    })
    assert.is(response.statusCode, status)
    assert.is(response.json().status_code, status)
    if (status === 415) assert.is(response.json().error, 'Unsupported Media Type')
  })
}

test('any type of body, when the profile takes any', async () => {
  const app = simulate({ bodyType: 'any' })
  assert.is((await post(app, OWN_REPORT, legal, { 'content-type': 'text/plain' })).status, 200)
})

test('a body of more than a mebibyte is too large', async () => {
  const { status, body } = await post(simulate(), OWN_REPORT, { ...legal, mensagem: 'a'.repeat(1_048_576) })
  assert.is(status, 413)
  assert.is(body.error, 'Request Entity Too Large')
})

/** Returns a profile in which a number alone identifies a report. */
function ofAnybody(knobs: Partial<Profile> = {}): Partial<Profile> {
  return { ...knobs, dialect: { ...noDialect, routes: { report: { foreign: 'own' } } } }
}

test('a report that a number alone identifies is decided where it is', async () => {
  const store = new MemoryStore(smallWorld())
  const app = simulate(ofAnybody({ revalidation: 'refuse-409' }), store)
  const [, holder] = store.organizations as [Organization, Organization]
  assert.is((await post(app, FOREIGN_REPORT, legal)).status, 200)
  assert.is(store.report(holder, FOREIGN_REPORT), 'approved')
  assert.is((await post(app, FOREIGN_REPORT, legal)).status, 409)
})

const statuses: [profile: Partial<Profile>, numero: string, body: unknown, status: number][] = [
  [{}, UNKNOWN_REPORT, {}, 400],
  [{ reportFirst: 'yes' }, UNKNOWN_REPORT, {}, 404],
  [{ reportFirst: 'yes' }, OWN_REPORT, {}, 400],
  [{}, 'no-uuid', legal, 404],
  [{}, 'a'.repeat(5_000), legal, 404],
  [{}, 'constructor', legal, 404],
  [{ reportNumberShape: 'refuse' }, 'no-uuid', legal, 400],
  [{ reportNumberShape: 'refuse' }, OWN_REPORT, legal, 200],
  [{ foreignReport: 'forbidden' }, FOREIGN_REPORT, legal, 403],
  [{ foreignReport: 'forbidden' }, UNKNOWN_REPORT, legal, 404],
  [ofAnybody(), FOREIGN_REPORT, legal, 200],
  [ofAnybody(), UNKNOWN_REPORT, legal, 404],
  [ofAnybody(), OWN_REPORT, legal, 200],
  [{}, DECIDED_REPORT, legal, 200],
  [{ revalidation: 'refuse-400' }, DECIDED_REPORT, legal, 400],
  [{ revalidation: 'refuse-409' }, DECIDED_REPORT, legal, 409],
  [{ revalidation: 'refuse-409' }, OWN_REPORT, legal, 200],
]
for (const [profile, numero, body, status] of statuses) {
  test(`${JSON.stringify(profile)} ${numero.slice(0, 36)} ${JSON.stringify(body).slice(0, 20)}: ${status}`, async () => {
    assert.is((await post(simulate(profile), numero, body)).status, status)
  })
}

test('graphemes are counted as the segmenter counts them, however long a mensagem is and wherever it is cut', async () => {
  const segmenter = new Intl.Segmenter('pt-BR')
  const aGrapheme = fc.constantFrom(
    'a',
    'e\u0301',
    '👍',
    '👍🏽',
    '👨‍👩‍👧‍👦',
    '🇧🇷',
    '🇧',
    'क्षि',
    '\r\n',
    '\ud83d',
    `z${'\u0301'.repeat(700)}`,
  )
  const aMensagem = fc
    .array(aGrapheme, { minLength: 30, maxLength: 600 })
    .map((graphemes) => graphemes.join(''))
  await fc.assert(
    fc.asyncProperty(aMensagem, async (mensagem) => {
      const length = [...segmenter.segment(mensagem)].length
      fc.pre(length > 26)
      for (const [mensagemMaximum, status] of [
        [length, 404],
        [length - 1, 400],
      ] as const) {
        const app = simulate({ characters: 'graphemes', mensagemMaximum })
        assert.is((await post(app, UNKNOWN_REPORT, { aprovar: true, mensagem })).status, status)
      }
    }),
    { numRuns: times(60, 150) },
  )
})

test('a second decision is refused where it is, and not the first', async () => {
  const app = simulate({ revalidation: 'refuse-409' })
  assert.is((await post(app, OWN_REPORT, legal)).status, 200)
  const { status, body } = await post(app, OWN_REPORT, legal)
  assert.is(status, 409)
  assert.equal(Object.keys(body), ['error', 'message', 'status_code'])
})

test('a decision that another one came before while it was judged is refused', async () => {
  class LateStore extends MemoryStore {
    override async decide(): Promise<boolean> {
      return false
    }
  }
  const app = simulate({ revalidation: 'refuse-409' }, new LateStore(smallWorld()))
  assert.is((await post(app, OWN_REPORT, legal)).status, 409)
})

test('a decision that cannot be recorded is no decision, and the client learns nothing of why', async () => {
  class FullStore extends MemoryStore {
    override async decide(): Promise<boolean> {
      throw new Error('ENOSPC: /secret/path is full')
    }
  }
  const { status, body } = await post(simulate({}, new FullStore(smallWorld())), OWN_REPORT, legal)
  assert.is(status, 500)
  assert.equal(body, {
    error: 'Internal Server Error',
    message: 'An internal server error occurred',
    status_code: 500,
  })
})

test('the same decision again is accepted, another one is refused by the name of the first', async () => {
  const app = simulate({
    revalidation: 'refuse-409',
    dialect: {
      ...noDialect,
      routes: { report: { 'same-decision': 'accept' } },
      refusals: { phrases: { 'report.decided': 'Já aprovado', 'report.rejected': 'Já reprovado' } },
    },
  })
  for (const aprovar of [true, true])
    assert.is((await post(app, OWN_REPORT, { ...legal, aprovar })).status, 200)
  const other = await post(app, OWN_REPORT, { ...legal, aprovar: false })
  assert.equal([other.status, other.body.message], [409, 'Já aprovado'])
  const rejected = await post(app, DECIDED_REPORT, { ...legal, aprovar: true })
  assert.equal([rejected.status, rejected.body.message], [409, 'Já reprovado'])
})

test('the same decision again leaves the person where it is, another one moves it', async () => {
  const report = { 'approved-again': 'keep', 'rejected-again': 'keep' } as const
  for (const revalidation of ['allow', 'refuse-409'] as const) {
    const app = simulate({ revalidation, dialect: { ...noDialect, routes: { report } } })
    const stamp = async () => (await get(app, '/pessoas')).body.result.itens[0].atualizado_em
    const decided = async (aprovar: boolean) => (await post(app, OWN_REPORT, { ...legal, aprovar })).status
    assert.is(await decided(false), 200)
    const first = await stamp()
    assert.equal([await decided(false), await stamp()], [200, first])
    if (revalidation === 'allow') {
      // Two decisions within one millisecond have the same time.
      await sleep(2)
      assert.is(await decided(true), 200)
      assert.not.equal(await stamp(), first)
    } else assert.equal([await decided(true), await stamp()], [409, first])
  }
})

test('each way that a decision follows another one has a cell, whatever the knob says', async () => {
  for (const revalidation of ['allow', 'refuse-400'] as const) {
    const app = simulate({
      revalidation,
      dialect: {
        ...noDialect,
        routes: {
          report: {
            'approved-again': 'refuse',
            'approved-rejected': 'accept',
            'rejected-again': 'keep',
            'rejected-approved': 'refuse',
          },
        },
        refusals: {
          phrases: {
            'report.decided': 'Já aprovado',
            'report.rejected': 'Já reprovado',
            'report.rejected-rejection': 'Nunca',
          },
        },
      },
    })
    const refused = revalidation === 'allow' ? 409 : 400
    for (const [aprovar, status, message] of [
      [true, 200, undefined],
      [true, refused, 'Já aprovado'],
      [false, 200, undefined],
      [false, 200, undefined],
      [true, refused, 'Já reprovado'],
    ] as const) {
      const answer = await post(app, OWN_REPORT, { ...legal, aprovar })
      assert.equal([answer.status, answer.body.message], [status, message])
    }
  }
})

test('a rejection can be followed by any decision, an approval by none', async () => {
  const report = { 'after-rejection': 'accept' } as const
  const app = simulate({ revalidation: 'refuse-409', dialect: { ...noDialect, routes: { report } } })
  for (const [aprovar, status] of [
    [false, 200],
    [false, 200],
    [true, 200],
    [true, 409],
    [false, 409],
  ] as const)
    assert.is((await post(app, OWN_REPORT, { ...legal, aprovar })).status, status)
})

test('a report is found by its number in another form, where the profile says so', async () => {
  const forms = { capitals: 'ABCDEF00-0000-4000-8000-00000000000A', compact: OWN_REPORT.replaceAll('-', '') }
  assert.is(plainNumber(forms.capitals), forms.capitals.toLowerCase())
  for (const [form, numero] of [
    ['compact', forms.compact],
    ['braces', encodeURIComponent(`{${OWN_REPORT}}`)],
  ] as const) {
    const known = simulate({ dialect: { ...noDialect, routes: { report: { [form]: 'same' } } } })
    const { status, body } = await post(known, numero, legal)
    assert.equal([status, body.result?.numero], [200, OWN_REPORT])
    assert.is((await post(simulate(), numero, legal)).status, 404)
  }
})

test('a URN is judged as a number in braces, where the profile says so', async () => {
  const numero = `URN:uuid:${OWN_REPORT}`
  for (const [report, status] of [
    [{}, 404],
    [{ braces: 'same' }, 404],
    [{ urn: 'braces' }, 404],
    [{ urn: 'braces', braces: 'same' }, 200],
  ] as const) {
    const app = simulate({ dialect: { ...noDialect, routes: { report } } })
    assert.is((await post(app, numero, legal)).status, status, JSON.stringify(report))
  }
})

test('a number in another form is repeated as it was sent, where the profile says so', async () => {
  for (const [form, numero] of [
    ['compact', OWN_REPORT.replaceAll('-', '')],
    ['braces', `{${OWN_REPORT}}`],
    ['padded', ` ${OWN_REPORT} `],
  ] as const) {
    const ofForm = (choice: 'same' | 'as-sent') =>
      simulate({ dialect: { ...noDialect, routes: { report: { [form]: choice } } } })
    const sent = encodeURIComponent(numero)
    assert.is((await post(ofForm('same'), sent, legal)).body.result?.numero, OWN_REPORT)
    assert.is((await post(ofForm('as-sent'), sent, legal)).body.result?.numero, numero)
    assert.is((await post(ofForm('as-sent'), OWN_REPORT, legal)).body.result?.numero, OWN_REPORT)
    assert.is((await post(simulate(), sent, legal)).status, 404)
  }
})

test('blanks around a number are left out where only its letters are repeated as they were sent', async () => {
  const ofForms = (capitals: 'same' | 'as-sent', padded: 'same' | 'as-sent') =>
    simulate({ dialect: { ...noDialect, routes: { report: { capitals, padded } } } })
  const numero = OWN_REPORT.toUpperCase()
  for (const [capitals, padded, repeated] of [
    ['as-sent', 'same', numero],
    ['same', 'as-sent', ` ${numero} `],
    ['as-sent', 'as-sent', ` ${numero} `],
  ] as const) {
    const { status, body } = await post(ofForms(capitals, padded), `%20${numero}%20`, legal)
    assert.equal([status, body.result?.numero], [200, repeated])
  }
})

const together: [choice: 'apart' | 'before' | 'after', body: object, message: string, keys: string[]][] = [
  ['apart', {}, '<número?>', ['numero_do_relatorio']],
  ['before', {}, '<número?; sem aprovar; sem mensagem>', ['numero_do_relatorio', 'aprovar', 'mensagem']],
  ['after', {}, '<sem aprovar; sem mensagem; número?>', ['aprovar', 'mensagem', 'numero_do_relatorio']],
  ['before', { aprovar: true, mensagem: MENSAGEM }, '<número?>', ['numero_do_relatorio']],
  ['after', { aprovar: true, mensagem: MENSAGEM }, '<número?>', ['numero_do_relatorio']],
]
for (const [choice, decision, message, keys] of together) {
  test(`a malformed number and ${JSON.stringify(decision)}, told ${choice}`, async () => {
    const app = simulate({
      reportNumberShape: 'refuse',
      faults: 'all',
      dialect: {
        ...noDialect,
        routes: { report: { 'shape-with-body': choice } },
        refusals: {
          phrases: { 'report.shape': '<número?>', '*.missing': 'sem {key}' },
          joining: { payload: { told: 'all', between: '; ', before: '<', after: '>' } },
        },
      },
    })
    const { status, body } = await post(app, 'x', decision)
    const source = keys.length > 1 ? 'payload' : 'params'
    assert.equal([status, body.message, body.validation], [400, message, { source, keys }])
    assert.is((await post(app, OWN_REPORT, {})).body.message, '<sem aprovar; sem mensagem>')
  })
}

test('a body that is no object is told alone, or the number before it', async () => {
  for (const [choice, key] of [
    ['before', 'numero_do_relatorio'],
    ['after', 'value'],
  ] as const) {
    const routes = { report: { 'shape-with-body': choice } }
    const app = simulate({ reportNumberShape: 'refuse', dialect: { ...noDialect, routes } })
    assert.equal((await post(app, 'x', [])).body.validation.keys, [key])
  }
})

const withJson: [choice: 'apart' | 'before' | 'after', body: string, message: string, keys: string[]][] = [
  ['apart', '{"aprovar":x}', '<sem valor em $.aprovar>', []],
  ['before', '{"aprovar":x}', '<número?; sem valor em $.aprovar>', ['numero_do_relatorio', 'aprovar']],
  ['after', '{"aprovar":x}', '<sem valor em $.aprovar; número?>', ['aprovar', 'numero_do_relatorio']],
  ['before', 'x', '<número?; sem valor em $>', ['numero_do_relatorio']],
]
for (const [choice, payload, message, keys] of withJson) {
  test(`a malformed number and the text ${payload}, told ${choice}`, async () => {
    const app = simulate({
      reportNumberShape: 'refuse',
      faults: 'all',
      dialect: {
        ...noDialect,
        routes: { report: { 'shape-with-json': choice } },
        refusals: {
          frames: {
            numero: { status: 404, body: '{text}' },
            payload: { status: 400, body: { message: '{text}', keys: '{keys}' } },
            json: { status: 400, body: { message: '{text}', keys: '{own.keys}' } },
          },
          phrases: {
            'report.shape': { text: '<número?>', frame: 'numero' },
            'json.value': { text: '<sem valor em {pointer}>', frame: 'json', own: { keys: [] } },
          },
          joining: { payload: { told: 'all', between: '; ', before: '<', after: '>', around: 'own' } },
        },
      },
    })
    const headers = { authorization: 'token-of-a', 'content-type': 'application/json' }
    const { body } = await app.inject({ method: 'POST', url: '/relatorios/validar/x', headers, payload })
    assert.equal(JSON.parse(body), { message, keys })
  })
}

test('a number with short groups is repeated as the UUID that Java reads', async () => {
  const routes = { report: { 'short-groups': 'well-formed' } } as const
  const refusals = { phrases: { 'report.unknown': '{value}' } }
  const { body } = await post(simulate({ dialect: { ...noDialect, routes, refusals } }), '1-1-1-1-A', legal)
  assert.is(body.message, '00000001-0001-0001-0001-00000000000a')
})

test('a number with short groups is repeated as it was sent, where one in capitals is', async () => {
  const numero = '0-0-4000-8000-5'
  for (const [capitals, repeated] of [
    ['as-sent', numero],
    ['same', '00000000-0000-4000-8000-000000000005'],
  ] as const) {
    const routes = { report: { 'short-groups': 'well-formed', capitals } } as const
    const { status, body } = await post(simulate({ dialect: { ...noDialect, routes } }), numero, legal)
    assert.equal([status, body.result?.numero], [200, repeated])
  }
})

test.run()
