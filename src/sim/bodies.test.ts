import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Bodies, bodyTable } from '../contract/body-table.ts'
import type { Shape } from '../contract/dialect.ts'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import { DECIDED_REPORT, MENSAGEM, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin, type TwinAnswer } from '../twin.ts'
import { untypedOf } from './body.ts'
import { repeatedKeyIn } from './repeated-key.ts'

const test = suite('bodies')

/** The answer of a validation that says which decision was taken. */
const shape = { validation: { aprovar: '{aprovar}', mensagem: '{mensagem}' } }
const legal = { aprovar: true, mensagem: MENSAGEM }
const JSON_TYPE = 'application/json'

async function answerTo(
  { dialect, ...knobs }: PartialProfile,
  body: string | Uint8Array | undefined,
  type: string | undefined = JSON_TYPE,
  numero = OWN_REPORT,
): Promise<TwinAnswer> {
  const profile = completeProfile(knobs, { dialect: { shape, ...dialect } })
  return createTwin(smallWorld()).ask(profile, {
    method: 'POST',
    url: `/relatorios/validar/${numero}`,
    headers: { authorization: TOKEN, ...(type !== '-' && { 'content-type': type }) },
    body,
  })
}

test('a rejection can be answered in another form than an approval', async () => {
  const textOf = async (shape: Shape, aprovar: boolean) =>
    (await answerTo({ dialect: { shape } }, JSON.stringify({ ...legal, aprovar }))).text
  const [validation, rejection] = ['APROVADO {numero}', 'REPROVADO']
  assert.is(await textOf({ validation, rejection }, true), `"APROVADO ${OWN_REPORT}"`)
  assert.is(await textOf({ validation, rejection }, false), '"REPROVADO"')
  assert.is(await textOf({ validation }, false), `"APROVADO ${OWN_REPORT}"`)
  assert.match(await textOf({ rejection }, true), /^\{"result":/)
  const at = Date.parse(JSON.parse(await textOf({ validation: '{decidido_em}' }, true)))
  assert.ok(Math.abs(Date.now() - at) < 60_000)
})

const namesIn = ({ situations }: TwinAnswer) => situations.map(({ name }) => name)

/** A value of each kind, and the field that it becomes where it is accepted. */
type Samples<Row extends 'aprovar' | 'mensagem'> = Record<
  keyof (typeof bodyTable)[Row],
  [sent: unknown, taken: unknown]
>
const aprovar: Samples<'aprovar'> = {
  missing: [undefined, false],
  null: [null, false],
  text: ['false', false],
  capitals: ['TRUE', true],
  'bit-text': ['0', false],
  'empty-text': ['', false],
  yes: ['yes', true],
  on: ['on', true],
  letter: ['y', true],
  padded: [' false', false],
  word: ['sim', true],
  bit: [0, false],
  number: [2, true],
  fraction: [1.5, true],
  array: [[1], true],
  'empty-array': [[], true],
  listed: [[false], false],
  object: [{ a: 1 }, true],
  'empty-object': [{}, true],
}
const blanks = ' '.repeat(25)
const LISTED = 'Documentos conferidos pela equipe.'
/** A number without its quotes. */
const DIGITS = '12345678901234567890123456'
const mensagem: Samples<'mensagem'> = {
  missing: [undefined, ''],
  null: [null, 'null'],
  'empty-text': ['', ''],
  blank: [blanks, blanks],
  short: ['curta', 'curta'],
  'short-blank': ['   ', '   '],
  padded: [`${blanks}curta`, `${blanks}curta`],
  long: ['a'.repeat(60), 'a'.repeat(60)],
  surrogate: [`\ud83d ${LISTED}`, `\ud83d ${LISTED}`],
  number: [12, '12'],
  'long-number': [DIGITS, DIGITS],
  zero: [0, '0'],
  boolean: [true, 'true'],
  false: [false, 'false'],
  array: [[1], '[1]'],
  'long-array': [Array.from({ length: 25 }, () => 1), `[${'1,'.repeat(24)}1]`],
  'empty-array': [[], '[]'],
  listed: [[LISTED], LISTED],
  object: [{ a: 1 }, '{"a":1}'],
  'empty-object': [{}, '{}'],
}
for (const [row, samples] of Object.entries({ aprovar, mensagem })) {
  for (const [kind, choices] of Object.entries(bodyTable[row as 'aprovar'])) {
    const [sent, taken] = samples[kind as keyof typeof samples]
    const ask = (bodies: Bodies) =>
      answerTo(
        { mensagemMaximum: 50, dialect: { bodies } },
        JSON.stringify({ ...legal, [row]: sent }).replace(`"${DIGITS}"`, DIGITS),
      )
    for (const choice of choices) {
      test(`${row}.${kind}: ${choice}`, async () => {
        const answer = await ask({ [row]: { [kind]: choice } })
        const isAccepted = { refuse: false, accept: true }[choice]
        assert.is(answer.status, isAccepted ? 200 : 400)
        if (isAccepted) assert.equal(JSON.parse(answer.text)[row], taken)
        else
          assert.equal(namesIn(answer), [
            (choice as string) === 'malformed' ? `json.${kind}` : `${row}.${kind}`,
          ])
      })
    }
    test(`${row}.${kind} has its name without a table, too`, async () => {
      const answer = await ask({})
      assert.equal(namesIn(answer), answer.status === 200 ? [] : [`${row}.${kind}`])
    })
  }
}

test('what a list has alone is judged as if it came without the list', async () => {
  const ask = (choice: 'accept' | 'refuse', mensagem: unknown) =>
    answerTo(
      { dialect: { bodies: { mensagem: { listed: choice } } } },
      JSON.stringify({ ...legal, mensagem }),
    )
  assert.equal(namesIn(await ask('accept', ['curta'])), ['mensagem.short'])
  assert.equal(namesIn(await ask('refuse', ['curta'])), ['mensagem.listed'])
  assert.equal(namesIn(await ask('accept', ['curta', 'a'])), ['mensagem.array'])
})

test('lists within lists are lists, however deep', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const row of ['aprovar', 'mensagem']) {
    const sent = JSON.stringify({ ...legal, [row]: 0 }).replace(/(?<=:)0/, deep)
    const answer = await answerTo({}, sent)
    assert.equal([answer.status, namesIn(answer)], [400, [`${row}.array`]])
  }
})

test('a body in chunks is malformed, where the profile says so', async () => {
  const namesOf = async (chunked: 'read' | 'refuse', isInChunks: boolean) => {
    const profile = completeProfile({ dialect: { bodies: { body: { chunked } }, shape } })
    const headers = { authorization: TOKEN, ...(isInChunks && { 'transfer-encoding': 'chunked' }) }
    const url = `/relatorios/validar/${OWN_REPORT}`
    return namesIn(await createTwin(smallWorld()).ask(profile, { method: 'POST', url, headers, body: '{}' }))
  }
  const ofFields = ['aprovar.missing', 'mensagem.missing']
  assert.equal(await namesOf('read', true), ofFields)
  assert.equal(await namesOf('refuse', false), ofFields)
  assert.equal(await namesOf('refuse', true), ['body.chunked'])
})

const {
  'with-query': withQuery,
  chunked,
  untyped,
  scalar,
  early,
  'not-utf-8': notUtf8,
  'other-charset': otherCharset,
  ...withoutQuery
} = bodyTable.body
const bodies: Record<keyof typeof withoutQuery, string | undefined> = {
  none: undefined,
  null: 'null',
  array: '[1]',
  'empty-array': '[]',
  text: '"a"',
  'empty-text': '""',
  number: '1',
  boolean: 'true',
  proto: JSON.stringify({ ...legal, x: 1 }).replace('"x"', '"__proto__"'),
  mark: '\uFEFF{}',
  constants: '{"aprovar":NaN,"mensagem":-Infinity}'.replace('m"', '\\u006d"'),
  trailing: '{} x',
  broken: '{"aprovar":null,"mensagem":"curta","x":[1,2],"z":[3,',
  capitals: '{"Aprovar":1.5,"MENSAGEM":"curta"}',
  'repeated-key':
    '{"aprovar":true,"aprovar":1.5,"aprovar":null,"mensagem":"curta","mensagem":7,"mensagem":""}',
}
for (const [kind, choices] of Object.entries(withoutQuery)) {
  for (const choice of choices) {
    test(`body.${kind}: ${choice}`, async () => {
      const table = { body: { [kind]: choice } } as Bodies
      const body = choice === 'as-keys' ? '[1]' : bodies[kind as 'none']
      const answer = await answerTo({ dialect: { bodies: table } }, body)
      const name =
        {
          proto: 'payload.proto',
          mark: 'json.mark',
          constants: 'json.constant',
          trailing: 'json.extra',
          broken: 'json.end-value',
        }[kind] ?? `body.${kind}`
      const names = {
        refuse: [name],
        'as-object': ['aprovar.missing', 'mensagem.missing'],
        'as-keys': ['aprovar.missing', 'mensagem.missing', 'payload.unknown'],
        read: {
          constants: ['aprovar.fraction', 'mensagem.number'],
          capitals: ['aprovar.fraction', 'mensagem.short'],
        }[kind] ?? ['aprovar.missing', 'mensagem.missing'],
        'unknown-key':
          kind === 'capitals'
            ? ['aprovar.missing', 'mensagem.missing', 'payload.unknown', 'payload.unknown']
            : [name],
        ignore: [],
        unread: [name],
        malformed: [name],
        judged: ['payload.unknown'],
        last: ['aprovar.null', 'mensagem.empty-text'],
        first: ['mensagem.short'],
        any: ['aprovar.fraction', 'mensagem.number'],
      }
      assert.equal(namesIn(answer), names[choice])
      const { validation } = JSON.parse(answer.text)
      if (kind === 'proto' && choice === 'unknown-key')
        assert.equal(validation, { source: 'payload', keys: ['__proto__'] })
    })
  }
}

for (const choice of scalar) {
  test(`body.scalar: ${choice}`, async () => {
    const steps = 'route token size type json report number query body state'.split(' ') as never
    const unknown = OWN_REPORT.replace(/.{8}$/, '00000000')
    const ask = (body: string) =>
      answerTo({ dialect: { steps, bodies: { body: { scalar: choice } } } }, body, JSON_TYPE, unknown)
    const isMalformed = choice === 'malformed'
    for (const kind of ['null', 'text', 'number', 'boolean'] as const)
      assert.equal(namesIn(await ask(bodies[kind] as string)), [
        isMalformed ? `body.${kind}` : 'report.unknown',
      ])
    for (const body of ['[]', '[1]', '{}']) assert.equal(namesIn(await ask(body)), ['report.unknown'])
  })
}

const reportFirst = 'route token size type json report number query body state'.split(' ') as never
const earlyNames: Record<
  (typeof early)[number],
  readonly [wrong: string[], unknown: string[], list: string[]]
> = {
  none: [['report.unknown'], ['report.unknown'], ['report.unknown']],
  unknown: [['report.unknown'], ['payload.unknown'], ['body.array']],
  types: [['aprovar.word', 'mensagem.number'], ['report.unknown'], ['body.array']],
  'types-and-unknown': [
    ['aprovar.word', 'mensagem.number'],
    ['aprovar.word', 'payload.unknown'],
    ['body.array'],
  ],
  'unknown-after-report': [['report.unknown'], ['report.unknown'], ['report.unknown']],
}
for (const choice of early) {
  test(`body.early: ${choice}`, async () => {
    const nobodys = OWN_REPORT.replace(/.{8}$/, '00000000')
    const dialect = { steps: reportFirst, bodies: { body: { early: choice } } }
    const namesOf = async (body: string, numero?: string) =>
      namesIn(await answerTo({ dialect }, body, JSON_TYPE, numero))
    const [wrong, unknown, list] = earlyNames[choice]
    assert.equal(await namesOf('{"aprovar":"sim","mensagem":7}', nobodys), wrong)
    assert.equal(
      await namesOf('{"aprovar":"sim","x":1}', nobodys),
      choice === 'types' ? ['aprovar.word'] : unknown,
    )
    assert.equal(await namesOf('[1]', nobodys), list)
    // What a parser has no say in is told of the report only.
    for (const body of ['{"aprovar":null,"mensagem":"curta"}', '{}', JSON.stringify(legal), ''])
      assert.equal(await namesOf(body, nobodys), ['report.unknown'], body)
    const all = ['aprovar.missing', 'mensagem.missing', 'payload.unknown']
    const isUnknownEarly = /unknown/.test(choice)
    assert.equal(await namesOf('{"x":1}'), isUnknownEarly ? ['payload.unknown'] : all)
  })
}

test('unknown fields can be refused once the report is found, before its state', async () => {
  const steps = 'route token size type json number query report state body'.split(' ') as never
  const dialect = { steps, bodies: { body: { early: 'unknown-after-report' } } } as const
  const namesOf = async (body: string | undefined, order = steps) =>
    namesIn(
      await answerTo(
        { revalidation: 'refuse-409', dialect: { ...dialect, steps: order } },
        body,
        JSON_TYPE,
        DECIDED_REPORT,
      ),
    )
  const decided = ['report.rejected']
  assert.equal(await namesOf('{"aprovar":"sim","x":1}'), ['payload.unknown'])
  assert.equal(await namesOf('[1]'), ['body.array'])
  for (const body of ['{"aprovar":"sim"}', JSON.stringify(legal), undefined])
    assert.equal(await namesOf(body), decided, body)
  // Where a body is not read before, nothing of it is known.
  const unread = 'route token size type number query report state json body'.split(' ') as never
  assert.equal(await namesOf('{"x":1}', unread), decided)
  const malformedLater = 'route token size type number query body report state json'.split(' ') as never
  assert.equal(await namesOf('{', malformedLater), decided)
})

const untypedNames: Record<string, [names: string[], whereTypeIsRefused: string[]]> = {
  '': [['body.untyped'], ['type.none']],
  'by-type': [['body.untyped'], ['type.none']],
  refuse: [['body.untyped'], ['body.untyped']],
  'as-object': [
    ['aprovar.missing', 'mensagem.missing'],
    ['aprovar.missing', 'mensagem.missing'],
  ],
}
for (const choice of ['', ...untyped]) {
  test(`body.untyped: ${choice}`, async () => {
    const body = choice === '' ? {} : { untyped: choice as 'refuse' }
    const ask = (type: NonNullable<Bodies['type']>, sent?: string) =>
      answerTo({ dialect: { bodies: { body, type } } }, sent, '-')
    const [names, whereTypeIsRefused] = untypedNames[choice] as [string[], string[]]
    assert.equal(namesIn(await ask({})), names)
    assert.equal(namesIn(await ask({ none: 'refuse' })), whereTypeIsRefused)
    assert.equal(namesIn(await ask({ none: 'refuse' }, '{}')), ['type.none'])
  })
}

const untypedCases: [bodies: Bodies, choice: string, names: string[]][] = [
  [{}, 'refuse', ['body.untyped']],
  [{ body: { none: 'as-object' } }, 'as-object', ['aprovar.missing', 'mensagem.missing']],
  [{ body: { none: 'as-object' }, type: { none: 'refuse' } }, 'by-type', ['type.none']],
  [{ body: { none: 'as-object', untyped: 'refuse' } }, 'refuse', ['body.untyped']],
  [{ body: { none: 'as-object', untyped: 'by-type' } }, 'by-type', ['aprovar.missing', 'mensagem.missing']],
]
for (const [bodies, choice, names] of untypedCases) {
  test(`neither a body nor a type with ${JSON.stringify(bodies)}: ${choice}`, async () => {
    assert.is(untypedOf(bodies), choice)
    assert.equal(namesIn(await answerTo({ dialect: { bodies } }, undefined, '-')), names)
  })
}

const inLatin1 = Buffer.from(JSON.stringify({ ...legal, mensagem: `Não, ${MENSAGEM}`, x: 'é' }), 'latin1')
const OTHER_CHARSET = `${JSON_TYPE}; charset=latin1`
const READ = ['payload.unknown']
const textCases: [table: Bodies['body'], inUtf8: string[], inOtherCharset: string[]][] = [
  [{}, READ, READ],
  [{ 'not-utf-8': 'read' }, READ, READ],
  [{ 'not-utf-8': 'refuse' }, ['body.not-utf-8'], ['body.other-charset']],
  [{ 'not-utf-8': 'refuse', 'other-charset': 'read' }, ['body.not-utf-8'], READ],
  [{ 'other-charset': 'refuse' }, READ, ['body.other-charset']],
]
for (const [table, inUtf8, inOtherCharset] of textCases) {
  test(`bytes that are not UTF-8: ${JSON.stringify(table)}`, async () => {
    const profile = { dialect: { bodies: { body: table } } } as PartialProfile
    assert.equal(namesIn(await answerTo(profile, inLatin1)), inUtf8)
    assert.equal(namesIn(await answerTo(profile, inLatin1, OTHER_CHARSET)), inOtherCharset)
    assert.equal(namesIn(await answerTo(profile, '{"x":"é\uFFFD"}', OTHER_CHARSET)).length, 3)
  })
}
assert.equal([...notUtf8, ...otherCharset], ['read', 'refuse', 'read', 'refuse'])

const brokenBodies: [body: string, name: string][] = [
  ['{"mensagem":"curta","aprovar":1.5,"x":1,', 'aprovar.fraction'],
  ['{"x":",{","aprovar":"sim" "mensagem":7}', 'payload.unknown'],
  ['{"aprovar":{"a":[1,2]},"mensagem":}', 'aprovar.object'],
  ['{"aprovar":true,"mensagem":"x', 'json.end-string'],
  ['{"aprovar":"x', 'json.end-string'],
  ['[1,', 'json.end-value'],
  [`{"aprovar":1.5,"x":"${'x'.repeat(20_000)}`, 'json.end-string'],
]
for (const [body, name] of brokenBodies) {
  test(`body.broken: judged ${body.slice(0, 60)}`, async () => {
    const answer = await answerTo({ dialect: { bodies: { body: { broken: 'judged' } } } }, body)
    assert.equal([answer.status, namesIn(answer)], [400, [name]])
  })
}

const merged: Record<(typeof withQuery)[number], [body: string, names: string[]][]> = {
  ignore: [
    ['{"aprovar":true}', ['mensagem.missing']],
    ['[1]', ['body.array']],
  ],
  merge: [
    ['{"aprovar":true}', ['mensagem.short', 'payload.unknown']],
    ['{"mensagem":7}', ['aprovar.missing', 'mensagem.number', 'payload.unknown']],
    ['[1]', ['body.array']],
  ],
}
for (const choice of withQuery) {
  for (const [body, names] of merged[choice]) {
    test(`body.with-query: ${choice} ${body}`, async () => {
      const dialect = { bodies: { body: { 'with-query': choice } } }
      const answer = await answerTo({ dialect }, body, JSON_TYPE, `${OWN_REPORT}?x=1&mensagem=7`)
      assert.equal(namesIn(answer), names)
    })
  }
}

const types: Record<keyof typeof bodyTable.type, string> = {
  plain: 'text/plain',
  form: 'application/x-www-form-urlencoded',
  'other-text': 'text/html',
  xml: 'application/xml',
  'text-xml': 'text/xml',
  bytes: 'application/octet-stream',
  charset: 'application/json; charset=latin1',
  'unknown-charset': 'application/json; charset=unknown',
  multipart: 'multipart/form-data; boundary=x',
  suffix: 'application/vnd.x+json',
  'json-api': 'application/vnd.api+json',
  none: '-',
  malformed: 'nonsense',
  other: 'image/png',
}
const form = new URLSearchParams({ aprovar: 'true', mensagem: MENSAGEM }).toString()
const multipart = ['aprovar', 'mensagem']
  .map(
    (name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${legal[name as 'aprovar']}\r\n`,
  )
  .concat('--x--\r\n')
  .join('')
for (const [kind, choices] of Object.entries(bodyTable.type)) {
  const type = types[kind as 'plain']
  for (const choice of choices) {
    test(`type.${kind}: ${choice}`, async () => {
      const table = { type: { [kind]: choice }, aprovar: { text: 'accept' } } as Bodies
      const ofForm = kind === 'multipart' ? multipart : form
      const body = choice === 'form' ? ofForm : JSON.stringify(legal)
      const answer = await answerTo({ dialect: { bodies: table } }, body, type)
      const expected = {
        refuse: [415, [`type.${kind}`]],
        read: [200, []],
        'as-none': [400, ['body.unread']],
        unread: [400, ['body.unread']],
        'as-empty': [400, ['aprovar.missing', 'mensagem.missing']],
        text: [400, ['body.text']],
        object: [200, []],
        form: [200, []],
      }[choice]
      assert.equal([answer.status, namesIn(answer)], expected)
      if (answer.status === 200) assert.equal(JSON.parse(answer.text), legal)
    })
  }
  test(`type.${kind} has its name without a table, too`, async () => {
    const answer = await answerTo({}, JSON.stringify(legal), type)
    assert.equal(namesIn(answer), answer.status === 200 ? [] : [`type.${kind}`])
  })
}

test('no body is refused before the report is looked for where a parser refuses it', async () => {
  const UNKNOWN = '00000000-0000-4000-8000-00000000dead'
  for (const [none, name] of [
    ['refuse', 'report.unknown'],
    ['malformed', 'body.none'],
  ] as const) {
    const dialect = { bodies: { body: { none } } }
    const answerOf = (body?: string) => answerTo({ reportFirst: 'yes', dialect }, body, JSON_TYPE, UNKNOWN)
    assert.equal(namesIn(await answerOf()), [name])
    assert.equal(namesIn(await answerOf('{}')), ['report.unknown'])
  }
})

test('a text that is no object in JSON is a text where Joi reads objects in texts', async () => {
  const table: Bodies = { type: { plain: 'object' } }
  for (const body of ['{"aprovar":', '[]', 'null', 'aprovar=true'])
    assert.equal(
      namesIn(await answerTo({ dialect: { bodies: table } }, body, types.plain)),
      ['body.text'],
      body,
    )
})

test('a malformed type is refused whatever the knob says, and before the body is read', async () => {
  const answer = await answerTo({ bodyType: 'any' }, 'a'.repeat(2_000_000), 'nonsense')
  assert.equal([answer.status, namesIn(answer)], [415, ['type.malformed']])
})

test('the fields of a form are texts, and one that is repeated is a list', async () => {
  const table: Bodies = { type: { form: 'form' } }
  const answer = await answerTo(
    { dialect: { bodies: table } },
    'aprovar=true&mensagem=a&mensagem=b&__proto__=1',
    types.form,
  )
  assert.equal(namesIn(answer), ['aprovar.text', 'mensagem.array', 'payload.proto'])
})

const asForm: Record<(typeof bodyTable.form.names)[number], [keys: string, situations: string[]]> = {
  'as-sent': ['{"a b.c":"d[e]"} {[ aprovar[] mensagem[0] mensagem[a]', []],
  brackets: ['{"a b.c":"d {[', ['aprovar.array', 'mensagem.object']],
  dots: ['{"a b {[', ['aprovar.array', 'mensagem.object']],
  underscores: ['{"a_b_c":"d {_', ['aprovar.array', 'mensagem.object']],
}
for (const choice of bodyTable.form.names) {
  test(`form.names: ${choice}`, async () => {
    const table: Bodies = { type: { form: 'form' }, form: { names: choice } }
    const body = '{"a b.c":"d[e]"}&{[&aprovar[]=true&aprovar[]=x&mensagem[0]=a&mensagem[a]=b'
    const answer = await answerTo({ faults: 'all', dialect: { bodies: table } }, body, types.form)
    const unknown = answer.situations.filter(({ name }) => name === 'payload.unknown')
    const [keys, situations] = asForm[choice]
    assert.is(unknown.map(({ slots }) => slots.key).join(' '), keys)
    const others = namesIn(answer).filter((name) => name !== 'payload.unknown')
    assert.equal(others, situations.length > 0 ? situations : ['aprovar.missing', 'mensagem.missing'])
  })
}

for (const [names, aprovar, mensagem] of [
  ['underscores', ['word', 'nunca'], ['object', '{"x":"1","y":"2"}']],
  ['brackets', ['array', '["sim","nunca"]'], ['array', '["texto",{"x":"1","y":"2"}]']],
] as const) {
  test(`a field that a form repeats, with names by ${names}`, async () => {
    const table: Bodies = { type: { form: 'form' }, form: { names } }
    const form = 'aprovar=sim&aprovar=nunca&mensagem=texto&mensagem[x]=1&mensagem[y]=2'
    const { situations } = await answerTo({ faults: 'all', dialect: { bodies: table } }, form, types.form)
    assert.equal(
      situations.map(({ name, slots }) => [name, slots.value]),
      [
        [`aprovar.${aprovar[0]}`, aprovar[1]],
        [`mensagem.${mensagem[0]}`, mensagem[1]],
      ],
    )
  })
}

test('slots say what was sent, and how long it may be', async () => {
  const slotsOf = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return (
      await answerTo({ mensagemMaximum: 50, dialect: { bodies: { mensagem: { padded: 'refuse' } } } }, text)
    ).situations
  }
  const ofMensagem = async (mensagem: unknown) => {
    const sent = JSON.stringify({ ...legal, mensagem })
    const {
      body,
      bytes,
      'value-start': start,
      'value-end': end,
      'value-token': token,
      'start-character': from,
      'end-character': to,
      'token-character': first,
      ...slots
    } = (await slotsOf(sent))[0]?.slots ?? {}
    assert.equal([body, bytes], [sent, Buffer.byteLength(sent)])
    const value = Buffer.from(sent).subarray(Number(start), Number(end)).toString()
    assert.is(value, JSON.stringify(mensagem))
    assert.is(token, Array.isArray(mensagem) ? Number(start) + 1 : end)
    assert.is(sent.slice(Number(from), Number(to)), JSON.stringify(mensagem))
    assert.is(first, Array.isArray(mensagem) ? Number(from) + 1 : to)
    return slots
  }
  assert.equal(await ofMensagem('curta'), {
    key: 'mensagem',
    value: 'curta',
    json: '"curta"',
    limit: 25,
    length: 5,
  })
  assert.equal(await ofMensagem(mensagem.padded[0]), {
    key: 'mensagem',
    value: mensagem.padded[0],
    json: JSON.stringify(mensagem.padded[0]),
    limit: 25,
    length: 5,
  })
  assert.equal(await ofMensagem(mensagem.long[0]), {
    key: 'mensagem',
    value: mensagem.long[0],
    json: JSON.stringify(mensagem.long[0]),
    limit: 50,
    length: 60,
  })
  assert.equal(await ofMensagem([1]), {
    key: 'mensagem',
    value: '[1]',
    json: '[1]',
    limit: 25,
    length: 0,
  })
  assert.equal((await slotsOf({ ...legal, extra: null }))[0], {
    name: 'payload.unknown',
    slots: {
      key: 'extra',
      value: 'null',
      json: 'null',
      body: JSON.stringify({ ...legal, extra: null }),
      bytes: 78,
      'value-start': 73,
      'value-end': 77,
      'value-token': 77,
      'start-character': JSON.stringify({ ...legal, extra: null }).indexOf('null'),
      'end-character': JSON.stringify({ ...legal, extra: null }).indexOf('null') + 4,
      'token-character': JSON.stringify({ ...legal, extra: null }).indexOf('null') + 4,
    },
  })
  assert.equal((await slotsOf('[1]'))[0], {
    name: 'body.array',
    slots: {
      key: 'value',
      value: '[1]',
      json: '[1]',
      parser: 'Unexpected token \'[\', "[1]" is not valid JSON',
      bytes: 3,
    },
  })
  const deep = `{"aprovar":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  assert.equal((await slotsOf(deep))[0], {
    name: 'aprovar.array',
    slots: {
      key: 'aprovar',
      value: '',
      json: '',
      body: deep,
      bytes: deep.length,
      'value-start': 11,
      'value-end': deep.length - 1,
      'value-token': 12,
      'start-character': 11,
      'end-character': deep.length - 1,
      'token-character': 12,
    },
  })
})

const unread: [body: string, mark: 'read' | 'refuse', parser: RegExp | string][] = [
  ['{', 'read', /JSON/],
  ['\uFEFF{', 'read', /token/],
  ['\uFEFF{}', 'refuse', /token/],
]
for (const [body, mark, parser] of unread) {
  test(`${JSON.stringify(body)} is refused in the words of the parser where a mark is ${mark}`, async () => {
    const { situations } = await answerTo({ dialect: { bodies: { body: { mark } } } }, body)
    assert.match(String(situations[0]?.name), /^json\./)
    assert.match(String(situations[0]?.slots.parser), parser)
  })
}

test('a bit in a text is one where it is accepted', async () => {
  for (const [aprovar, taken] of [
    ['1', true],
    ['0', false],
  ] as const) {
    const bodies = { aprovar: { 'bit-text': 'accept' } } as const
    const { text } = await answerTo({ dialect: { bodies } }, JSON.stringify({ ...legal, aprovar }))
    assert.is(JSON.parse(text).aprovar, taken)
  }
})

const statuses: [profile: PartialProfile, numero: string, name: string][] = [
  [{}, 'x', 'report.shape'],
  [{ reportNumberShape: 'refuse' }, 'x', 'report.shape'],
  [{ revalidation: 'refuse-400' }, DECIDED_REPORT, 'report.rejected'],
]
for (const [profile, numero, name] of statuses) {
  test(`${JSON.stringify(profile)} ${numero}: ${name}`, async () => {
    assert.equal(namesIn(await answerTo(profile, JSON.stringify(legal), JSON_TYPE, numero)), [name])
  })
}

test('a body that is left unread is refused also where no body at all is taken for an object', async () => {
  const bodies = { body: { none: 'as-object' }, type: { plain: 'unread', xml: 'as-none' } } as const
  const namesFor = async (body: string | undefined, type: string) =>
    namesIn(await answerTo({ dialect: { bodies } }, body, type))
  assert.equal(await namesFor('{}', 'text/plain'), ['body.unread'])
  for (const [body, type] of [
    ['{}', 'application/xml'],
    [undefined, JSON_TYPE],
  ] as const)
    assert.equal(await namesFor(body, type), ['aprovar.missing', 'mensagem.missing'])
})

test('the size of a body is limited by the profile, to the byte', async () => {
  const plain = JSON.stringify({ aprovar: true, mensagem: 'a'.repeat(25) })
  const sized = (bytes: number) => plain.padEnd(bytes)
  const profile: PartialProfile = { dialect: { limits: { body: 500 } } }
  assert.is((await answerTo(profile, sized(500))).status, 200)
  const answer = await answerTo(profile, sized(501))
  assert.equal(answer.situations, [{ name: 'body.too-large', slots: { limit: 500, length: 501 } }])
  assert.is(answer.status, 413)
  assert.is((await answerTo({ dialect: { limits: { body: 2_000_000 } } }, sized(1_500_000))).status, 200)
})

test('a field that a form has three times is a list', async () => {
  const profile: PartialProfile = { dialect: { bodies: { type: { form: 'form' } } } }
  const form = `aprovar=true&aprovar=false&aprovar=true&mensagem=${encodeURIComponent(MENSAGEM)}`
  const { situations } = await answerTo(profile, form, 'application/x-www-form-urlencoded')
  assert.equal(
    situations.map(({ name, slots }) => [name, slots.json]),
    [['aprovar.array', '["true","false","true"]']],
  )
})

test('a form with many fields is read once', async () => {
  const fields = Array.from({ length: 40_000 }, (_, i) => `k${i}=1`).join('&')
  const profile: PartialProfile = { dialect: { bodies: { type: { form: 'form' } } } }
  const { status } = await answerTo(profile, fields, 'application/x-www-form-urlencoded')
  assert.is(status, 400)
})

const lone = `{"aprovar":true,"mensagem":"\\ud83d ${LISTED}"}`
const elsewhere: [what: string, bodies: Bodies, body: string, type?: string][] = [
  ['in a key that nobody knows', {}, `{"\\ud83d":1,${JSON.stringify(legal).slice(1)}`],
  ['before what trails', { body: { trailing: 'read' } }, `${lone} x`],
  ['in a text that is read as an object', { type: { plain: 'object' } }, lone, 'text/plain'],
]
for (const [what, bodies, body, type] of elsewhere)
  test(`a lone surrogate is malformed ${what}, too`, async () => {
    const profile: PartialProfile = {
      dialect: { bodies: { ...bodies, mensagem: { surrogate: 'malformed' } } },
    }
    assert.equal(namesIn(await answerTo(profile, body, type)), ['json.surrogate'])
  })

test('a lone surrogate is refused between blanks, too', async () => {
  const profile: PartialProfile = { dialect: { bodies: { mensagem: { surrogate: 'refuse' } } } }
  const mensagem = ` \ud83d${' '.repeat(30)}`
  assert.equal(namesIn(await answerTo(profile, JSON.stringify({ ...legal, mensagem }))), [
    'mensagem.surrogate',
  ])
})

test('a number in a field with capitals is told as it was read', async () => {
  const profile: PartialProfile = { dialect: { bodies: { body: { capitals: 'read' } } } }
  const answer = await answerTo(profile, `{"aprovar":true,"Mensagem":${DIGITS}}`)
  assert.equal(
    answer.situations.map(({ name, slots }) => [name, slots.value]),
    [['mensagem.number', Number(DIGITS)]],
  )
})

test('a key without a name has a situation of its own', async () => {
  assert.equal(namesIn(await answerTo({}, JSON.stringify({ ...legal, '': 1 }))), ['payload.nameless'])
})

const repeated: [body: string, slots: object | undefined][] = [
  ['{"aprovar":true,\n "mensagem":"a", "mensagem" : "b"}', ['mensagem', 44, 2, 27]],
  ['{"x":{"a":1,"a":2},"aprovar":1,"x":{},"aprovar":2}', ['x', 34, 1, 34]],
  ['{"x":{"a":1,"a":2}}', undefined],
  ['[{"a":1,"a":2}]', undefined],
].map(([body, at]) => [body as string, at as object | undefined])
for (const [body, at] of repeated) {
  test(`${at ? 'a' : 'no'} field comes more than once in ${body}`, () => {
    const found = repeatedKeyIn(body)
    assert.equal(found && [found.key, found.position, found.line, found.column], at)
  })
}

test('what a text refuses that is no JSON is told before a field that comes more than once', async () => {
  const bodies = { body: { 'repeated-key': 'refuse' } } as const
  assert.equal(namesIn(await answerTo({ dialect: { bodies } }, '{"a":1,"a":')), ['json.end-value'])
})

test('of a field that comes more than once with right values, any takes the last', async () => {
  const bodies = { body: { 'repeated-key': 'any' } } as const
  const message = 'Documentos conferidos hoje.'
  const body = `{"aprovar":true,"aprovar":false,"mensagem":"curta","mensagem":"${message}"}`
  assert.is((await answerTo({ dialect: { bodies } }, body)).status, 200)
})

test('tens of thousands of unknown fields are counted once, not once for each of them', async () => {
  const fields = Array.from({ length: 55_000 }, (_, i) => [`k${i}`, 1])
  const body = JSON.stringify({ ...legal, ...Object.fromEntries(fields), last: '😀' })
  const { byteLength } = Buffer
  let counted = 0
  Buffer.byteLength = (text, encoding) => {
    counted += text instanceof ArrayBuffer ? 0 : (text as string).length
    return byteLength(text as string, encoding)
  }
  try {
    const { status, text } = await answerTo({}, body)
    const { message, validation } = JSON.parse(text)
    assert.is(status, 400)
    assert.is(validation.keys.length, 250)
    assert.match(message, /"k249" is not allowed\]\. 54751 more are not listed$/)
    assert.ok(counted < 20 * body.length, `${counted} characters of ${body.length}`)
  } finally {
    Buffer.byteLength = byteLength
  }
})

test.run()
