import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isHarmless } from '../../experiments/both.ts'
import { refusalsOf } from './refusals.ts'
import type { Refused } from './refused.ts'
import { createLearnSituation } from './situation.ts'

const test = suite('words of refusals')

interface Told {
  name: string
  slots?: Record<string, string | number>
}

function refused(situations: readonly Told[], status: number, json: unknown): Refused {
  return {
    situations: situations.map(({ name, slots = {} }) => ({ name, slots })),
    defaultFrameKey: usualOf(situations[0]?.name ?? ''),
    answer: { status, headers: {}, json, text: '' },
    matchesDefault: false,
    matchesDefaultText: false,
    request: {},
  }
}

function usualOf(name: string): string {
  if (/^(page|rows|sort)\./.test(name)) return 'query'
  return /^(aprovar|mensagem)\./.test(name) ? 'payload' : '404'
}

/** Learns situations whose answers have nothing particular. */
const plain = () => createLearnSituation(() => ({}))

const learn = (examples: readonly Refused[]) => refusalsOf(examples, plain(), () => true)
const body = (message: string, source: string, keys: string[]) => ({
  status_code: 400,
  error: 'Bad Request',
  message,
  validation: { source, keys },
})

test('the questions that are named after a situation say its words', () => {
  const told = (text: string, isNamed: boolean, value: string) => ({
    ...refused(
      [{ name: 'rows.above-maximum', slots: { key: 'rows', value } }],
      400,
      body(text, 'query', ['rows']),
    ),
    isNamed,
  })
  const others = [told('no number', false, '4294967300'), told('no number', false, '99999999975')]
  const { phrases } = learn([...others, told('at most 75', true, '100')])
  assert.equal(phrases, { 'rows.above-maximum': 'at most 75' })
  const { phrases: same } = learn([...others, told('no number', true, '100')])
  assert.equal(same, { 'rows.above-maximum': 'no number' })
})

test('keys with the escapes of Go', () => {
  const odd = (key: string, escaped = key) => ({
    ...refused(
      [{ name: 'payload.unknown', slots: { key } }],
      400,
      body(`"${escaped}"?`, 'payload', [escaped]),
    ),
    defaultFrameKey: 'payload',
  })
  const known = refused(
    [{ name: 'aprovar.word', slots: { key: 'aprovar' } }],
    400,
    body('no', 'payload', ['aprovar']),
  )
  const { frames } = learn([odd('a"b', 'a\\"b'), odd('abc'), known])
  assert.match(JSON.stringify(frames?.payload), '"keys":"{keys:go}"')
})

test('a form for each source, and a text for each situation', () => {
  const found = learn([
    refused(
      [{ name: 'page.word', slots: { key: 'page', value: 'abc' } }],
      400,
      body('page: "abc"?', 'query', ['page']),
    ),
    refused(
      [{ name: 'page.word', slots: { key: 'page', value: 'zz9' } }],
      400,
      body('page: "zz9"?', 'query', ['page']),
    ),
    refused(
      [{ name: 'sort.word', slots: { key: 'sort', value: 'idade' } }],
      400,
      body('sort?', 'query', ['sort']),
    ),
    refused(
      [{ name: 'sort.word', slots: { key: 'sort', value: 'peso' } }],
      400,
      body('sort?', 'query', ['sort']),
    ),
    refused([{ name: 'aprovar.missing', slots: { key: 'aprovar' } }], 422, {
      ...body('aprovar!', 'body', ['aprovar']),
      status_code: 422,
    }),
  ])
  assert.equal(found.frames, {
    query: {
      status: 400,
      body: {
        status_code: 400,
        error: 'Bad Request',
        message: '{text}',
        validation: { source: 'query', keys: '{keys}' },
      },
    },
    payload: {
      status: 422,
      body: {
        status_code: 422,
        error: 'Bad Request',
        message: '{text}',
        validation: { source: 'body', keys: '{keys}' },
      },
    },
  })
  assert.equal(found.phrases, {
    'page.word': 'page: "{value}"?',
    'aprovar.missing': 'aprovar!',
    'sort.word': 'sort?',
  })
})

test('a form of its own where one situation differs', () => {
  const found = learn([
    refused([{ name: 'page.word', slots: { key: 'page' } }], 400, body('a', 'query', ['page'])),
    refused([{ name: 'rows.word', slots: { key: 'rows' } }], 400, body('b', 'query', ['rows'])),
    refused([{ name: 'rows.zero', slots: { key: 'rows' } }], 400, {
      error: 'x',
      message: 'c',
      status_code: 400,
    }),
  ])
  // No refusal of a body was seen: its form is that of a query.
  assert.equal(Object.keys(found.frames ?? {}), ['query', 'rows.zero', 'payload'])
  assert.equal(found.phrases?.['rows.zero'], { text: 'c', frame: 'rows.zero' })
})

test('lists with an entry for each fault', () => {
  const detailed = (key: string, message: string) => ({
    error: 'Bad Request',
    message,
    status_code: 400,
    validation: { source: 'body', keys: [`body.${key}`] },
    details: [{ path: key, text: message, code: 7 }],
  })
  const found = learn([
    refused([{ name: 'aprovar.missing', slots: { key: 'aprovar' } }], 400, detailed('aprovar', 'falta')),
    refused([{ name: 'aprovar.missing', slots: { key: 'aprovar' } }], 400, detailed('aprovar', 'falta')),
  ])
  assert.equal(found.frames?.payload?.body, {
    error: 'Bad Request',
    message: '{text}',
    status_code: 400,
    validation: { source: 'body', keys: ['body.{key}'] },
    details: [{ path: '{key}', text: '{text}', code: 7 }],
  })
})

test('a heading around several faults leaves each text bare', () => {
  const one = (name: string, key: string, text: string) =>
    refused([{ name, slots: { key } }], 400, body(text, 'body', [key]))
  const found = learn([
    one('aprovar.missing', 'aprovar', 'Erros: aprovar ausente'),
    one('mensagem.missing', 'mensagem', 'Erros: mensagem ausente'),
    refused(
      [
        { name: 'aprovar.missing', slots: { key: 'aprovar' } },
        { name: 'mensagem.missing', slots: { key: 'mensagem' } },
      ],
      400,
      body('Erros: aprovar ausente; mensagem ausente', 'body', ['aprovar', 'mensagem']),
    ),
  ])
  assert.is(found.joining?.payload?.before, 'Erros: ')
  assert.equal(found.phrases, { '*.missing': '{key} ausente' })
})

test('a text that may name somebody is not kept', () => {
  const one = refused([{ name: 'cpf.unknown' }], 404, { error: 'x', message: 'Fulano?', status_code: 404 })
  assert.equal(
    refusalsOf([one], plain(), (text) => !text.includes('Fulano')),
    {},
  )
})

test('what the simulator says by itself is not written down', () => {
  const one = refused([{ name: 'page.word', slots: { key: 'page' } }], 400, body('a', 'query', ['page']))
  assert.equal(learn([{ ...one, matchesDefault: true }]), {})
})

const ofJson = (message: string, keys: readonly (string | number)[], invented: readonly string[] = []) => ({
  ...refused(
    [{ name: 'json.value', slots: { position: 7 } }],
    400,
    body(message, 'payload', keys as string[]),
  ),
  defaultFrameKey: '400',
  invented,
})

test('the form of most answers counts, not that of the first', () => {
  const { frames } = learn([
    ofJson('aprovar: wrong. zty: unknown', ['aprovar', 'zty'], ['zty']),
    ofJson('no JSON', []),
    ofJson('no JSON', []),
  ])
  assert.equal(Object.values(frames ?? {})[0]?.body, body('{text}', 'payload', []))
})

test('no part of a message is learned that an answer repeats in another form', () => {
  const sentence = 'ncia manual por'
  const { phrases } = learn([
    ofJson(`bytes: Confer\uFFFD${sentence}\uFFFDda`, [], [sentence]),
    ofJson('no JSON', []),
  ])
  assert.not.match(JSON.stringify(phrases ?? {}), sentence)
})

test('no word that a question made up is learned, unless it is a slot', () => {
  const words = ['zty', 'spelling']
  const repeated = ofJson('what is spelling?', ['payload'], words)
  assert.equal(learn([repeated, repeated]), {})
  const { phrases } = learn([repeated, ofJson('no JSON', ['payload'])])
  assert.equal(phrases, { 'json.malformed': 'no JSON' })
  const slotted = { ...repeated, situations: [{ name: 'json.value', slots: { word: 'spelling' } }] }
  assert.equal(learn([slotted]).phrases, { 'json.malformed': 'what is {word}?' })
})

const ofRows = (value: string, kind: string, keys = ['rows']) =>
  refused(
    [{ name: `rows.${kind}`, slots: { key: 'rows', value } }],
    400,
    body(`rows: ${value} is no multiple of 25`, 'query', keys),
  )

test('a text without a slot is that of another situation of the row that explains it', () => {
  const { phrases = {} } = learn([
    ofRows('60', 'off-grid'),
    ofRows('527', 'off-grid'),
    ofRows('24', 'below-grid'),
  ])
  assert.is(phrases['rows.off-grid'], 'rows: {value} is no multiple of 25')
  assert.is(phrases['rows.below-grid'], 'rows: {value} is no multiple of 25')
})

test('a key that comes once for each broken rule is kept with its phrase', () => {
  const { frames = {}, phrases = {} } = learn([
    ofRows('60', 'off-grid'),
    ofRows('527', 'off-grid'),
    ofRows('24', 'below-grid', ['rows', 'rows']),
    ofRows('7', 'below-grid', ['rows', 'rows']),
  ])
  assert.equal(Object.keys(frames).sort(), ['payload', 'query'])
  assert.equal(phrases['rows.below-grid'], {
    text: 'rows: {value} is no multiple of 25',
    keys: ['{key}', '{key}'],
  })
})

const ofMethod = (name: string, value: string, headers: Record<string, string>): Refused => ({
  ...refused([{ name, slots: { value } }], 404, name === 'route.unknown' ? { erro: 'nada' } : undefined),
  answer: {
    status: 404,
    headers,
    json: name === 'route.unknown' ? { erro: 'nada' } : undefined,
    text: '',
  },
})
const types: [title: string, ofHead: Record<string, string>, isLearned: boolean][] = [
  ['as GET is', { 'content-type': 'text/plain' }, false],
  ['without a type', {}, true],
]
for (const [title, ofHead, isLearned] of types) {
  test(`HEAD is learned apart only if it is not answered as GET: ${title}`, () => {
    const found = refusalsOf(
      [
        ofMethod('route.unknown', '/a', { 'content-type': 'text/plain' }),
        ofMethod('route.unknown-head', '/b', ofHead),
      ],
      createLearnSituation(([{ headers }]) => ({
        headers: { 'content-type': (headers['content-type'] as string) ?? null },
      })),
      () => true,
    )
    assert.is(Object.hasOwn(found.phrases ?? {}, 'route.unknown-head'), isLearned)
    assert.is(found.frames?.['route.unknown-head']?.headers?.['content-type'], isLearned ? null : undefined)
  })
}

test('a situation has a phrase of its own where only one far wider is told otherwise', () => {
  const unknown = ofMethod('route.unknown', '/pessoas/1', {})
  const elsewhere = { ...ofMethod('route.elsewhere', '/x', {}), answer: unknown.answer }
  const ours = {
    ...refused([{ name: 'route.slashes' }], 404, { message: 'Not Found' }),
    matchesDefault: true,
    matchesDefaultText: true,
  }
  const method = refused([{ name: 'route.method' }], 404, { message: 'Não pode' })
  const { phrases = {} } = learn([unknown, elsewhere, ours, method])
  assert.equal(Object.keys(phrases).sort(), ['route.method', 'route.slashes', 'route.unknown'])
})

test('a situation with one example has the text of most others that explains it', () => {
  const of = (name: string, json: string, said: string) =>
    refused(
      [{ name, slots: { key: 'aprovar', value: json, json } }],
      400,
      body(`aprovar: ${said}?`, 'payload', ['aprovar']),
    )
  const { phrases = {} } = learn([
    of('aprovar.word', '"sim"', "'sim'"),
    of('aprovar.word', '"nao"', "'nao'"),
    of('aprovar.yes', '"on"', "'on'"),
    of('aprovar.yes', '"off"', "'off'"),
    of('aprovar.number', '12', '12'),
    of('aprovar.number', '345', '345'),
  ])
  assert.equal([...new Set(Object.values(phrases))], ['aprovar: {json:python}?'])
})

test('a value that stands in a text by chance is no slot, where other values have the same text', () => {
  const choices = "Input should be 'nome' or '-nome'"
  const of = (name: string, value: string, more = {}) =>
    refused([{ name, slots: { key: 'sort', value, ...more } }], 400, body(choices, 'query', ['sort']))
  const { phrases = {} } = learn([
    of('sort.word', 'idade'),
    of('sort.word', '-peso'),
    of('sort.two-dashes', '--nome'),
  ])
  assert.equal(Object.values(phrases), [choices, choices])
})

test('a heading with somebody in it makes no rule', () => {
  const PERSON = 'Maria, 529.982.247-25: '
  const one = (name: string, key: string) =>
    refused([{ name, slots: { key } }], 400, body(`${key} ausente`, 'body', [key]))
  const examples = [
    one('aprovar.missing', 'aprovar'),
    one('mensagem.missing', 'mensagem'),
    refused(
      [
        { name: 'aprovar.missing', slots: { key: 'aprovar' } },
        { name: 'mensagem.missing', slots: { key: 'mensagem' } },
      ],
      400,
      body(`${PERSON}aprovar ausente; mensagem ausente`, 'body', ['aprovar', 'mensagem']),
    ),
  ]
  const told = JSON.stringify(learn(examples).joining)
  assert.ok(told?.includes('529.982.247-25'), told)
  const found = refusalsOf(examples, plain(), (text) => isHarmless(text, 4_000))
  assert.not.ok(JSON.stringify(found).includes('529.982.247-25'))
})

test.run()
