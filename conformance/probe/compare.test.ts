import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Answer } from './answer.ts'
import { compare } from './compare.ts'

const test = suite('two answers')
const NOW = Date.parse('2026-05-05T12:00:00.000Z')
const TYPE = { 'content-type': 'application/json; charset=utf-8' }

const answer = (json: unknown, status = 200, headers: Answer['headers'] = TYPE): Answer => ({
  status,
  headers,
  json,
  text: '',
})
const list = (cpfs: readonly string[], paging: object = {}, busca = '') => ({
  result: {
    busca,
    itens: cpfs.map((cpf) => ({ cpf, nome: 'Ana', atualizado_em: `2026-05-0${cpf}T12:00:00.000Z` })),
    paginacao: { atual: 1, linhas: 25, total: '2', ...paging },
  },
  status_code: 200,
})
const points = (a: Answer, b: Answer, method: 'GET' | 'HEAD' = 'GET') => {
  const { behaves, letter } = compare({ method }, a, b, NOW)
  return [behaves?.point, letter?.point]
}

const ALIKE = [undefined, undefined]

test('behave alike if status, persons, paging and search are the same', () => {
  const one = answer(list(['1', '2']))
  assert.equal(points(one, answer(list(['1', '2']))), ALIKE)
  assert.equal(points(one, answer({}, 400)), ['status', 'status'])
  assert.equal(points(one, answer(list(['1', '3']))), ['persons', 'persons'])
  assert.equal(points(one, answer(list(['2', '1']))), ['order', 'order'])
  assert.equal(points(one, answer(list(['1', '2'], { total: '3' }))), ['total', 'total'])
  assert.equal(points(one, answer(list(['1', '2'], { atual: 2 }))), ['atual', 'atual'])
  assert.equal(points(one, answer(list(['1', '2'], { linhas: 50 }))), ['linhas', 'linhas'])
  assert.equal(points(one, answer(list(['1', '2'], {}, 'x'))), ['busca', 'busca'])
  assert.equal(points(one, answer({ ok: true })), ['body', 'body'])
  assert.equal(points(one, answer({ result: { numero: 'a' } })), ['body', 'body'])
  assert.equal(points(answer({ result: { numero: 'a' } }), answer({ result: { numero: 'b' } })), [
    'numero',
    'numero',
  ])
})

test('are alike to the letter only if every value and the order of keys are', () => {
  const one = answer(list(['1']))
  assert.equal(points(one, answer(list(['1'], { total: 2 }))), [undefined, 'result.paginacao.total'])
  assert.equal(points(one, answer({ status_code: 200, result: list(['1']).result })), [
    undefined,
    'the order of keys',
  ])
  assert.equal(points(one, answer({ ...list(['1']), versao: 1 })), [undefined, 'versao'])
  const bad = (message: string, keys: string[] = []) =>
    answer({ error: 'Bad Request', message, validation: { keys } }, 400)
  assert.equal(points(bad('a'), bad('b')), [undefined, 'message'])
  assert.equal(points(bad('a', ['x']), bad('a', ['y'])), [undefined, 'validation.keys'])
  assert.equal(points(bad('a', ['x']), bad('a')), [undefined, 'validation.keys'])
  assert.equal(points(bad('a'), answer(null, 400)), [undefined, 'body'])
})

test('are alike if only persons who are equal in the order come in another one', () => {
  const named = (...pairs: [cpf: string, nome: string][]) => {
    const body = list(
      pairs.map(([cpf]) => cpf),
      { total: '60' },
    )
    for (const [i, item] of body.result.itens.entries())
      Object.assign(item, { nome: pairs[i]?.[1], atualizado_em: `2026-05-0${i + 1}` })
    return answer(body)
  }
  const by = (sort: string, a: Answer, b: Answer) =>
    compare({ method: 'GET', query: [['sort', sort]] }, a, b, NOW).behaves?.point
  const [one, other] = [
    named(['1', 'Ana'], ['2', 'Ana'], ['3', 'Zoé']),
    named(['2', 'Ana'], ['1', 'Ana'], ['3', 'Zoé']),
  ]
  assert.is(by('nome', one, other), undefined)
  assert.is(by('cpf', one, other), 'order')
  assert.is(by('nome', one, named(['4', 'Ana'], ['2', 'Ana'], ['3', 'Zoé'])), undefined)
  assert.is(by('nome', one, named(['3', 'Zoé'], ['2', 'Ana'], ['1', 'Ana'])), 'order')
})

test('are compared as texts if they are not JSON', () => {
  const html = (text: string): Answer => ({
    status: 502,
    headers: { 'content-type': 'text/html' },
    json: undefined,
    text,
  })
  assert.equal(points(html('<p>'), html('<p>')), ALIKE)
  assert.equal(points(html('<p>'), html('<b>')), [undefined, 'body'])
  assert.equal(points(html('<p>'), answer({}, 502)), [undefined, 'body'])
})

test('differ if a header does that a client may depend on', () => {
  const one = (headers: Answer['headers']) => answer({}, 404, { ...TYPE, ...headers })
  assert.equal(points(one({}), one({ 'content-type': 'application/json;charset=UTF-8' })), ALIKE)
  assert.equal(points(one({}), one({ 'content-type': 'application/json' })), [
    undefined,
    'header content-type',
  ])
  assert.equal(points(one({ 'www-authenticate': 'Bearer' }), one({})), [undefined, 'header www-authenticate'])
  assert.equal(points(one({ 'x-request-id': 'a' }), one({})), [undefined, 'header x-request-id'])
  assert.equal(points(one({ 'x-request-id': 'a' }), one({ 'x-request-id': 'b' })), ALIKE)
})

const ofX: [name: string, isCompared: boolean][] = [
  ...['x-total', 'x-total-count', 'x-page', 'x-per-page', 'x-next-page', 'x-pagination', 'x-has-more'].map(
    (name): [string, boolean] => [name, true],
  ),
  ...['x-ratelimit-total', 'x-request-count', 'x-page-id', 'x-total-time', 'x-runtime', 'x-retry-count'].map(
    (name): [string, boolean] => [name, false],
  ),
]
for (const [name, isCompared] of ofX) {
  test(`differ if the value of ${name} does: ${isCompared}`, () => {
    const one = (value: string) => answer(list(['1']), 200, { ...TYPE, [name]: value })
    assert.equal(points(one('1'), one('2')), isCompared ? [undefined, `header ${name}`] : ALIKE)
    assert.equal(points(one('1'), answer(list(['1']))), [undefined, `header ${name}`])
  })
}

test('are not blamed for what can never be equal', () => {
  const headers = {
    ...TYPE,
    date: 'now',
    server: 'nginx',
    etag: 'a',
    connection: 'close',
    'x-powered-by': 'x',
  }
  assert.equal(points(answer({}, 404, headers), answer({}, 404)), ALIKE)
  const made = (id: string, time: unknown) => answer({ message: 'a', traceId: id, timestamp: time }, 400)
  assert.equal(points(made('a', '2026-05-05T12:00:01.000Z'), made('b', '2026-05-05T12:00:09.000Z')), ALIKE)
  assert.equal(points(made('a', NOW), made('a', NOW + 5)), ALIKE)
  assert.equal(points(made('a', '2025-05-05T12:00:01.000Z'), made('a', '2025-05-05T12:00:09.000Z')), [
    undefined,
    'timestamp',
  ])
  assert.equal(points(made('a', '2026-05-05T12:00:01.000Z'), made('a', NOW)), ALIKE)
  const item = (time: string) =>
    answer({ result: { itens: [{ cpf: '1', atualizado_em: time }], paginacao: {} } })
  assert.equal(points(item('2026-05-05T12:00:01.000Z'), item('2026-05-05T12:00:02.000Z')), [
    undefined,
    'result.itens.atualizado_em',
  ])
})

test('are compared by status only after HEAD', () => {
  const empty = (status: number): Answer => ({ status, headers: TYPE, json: undefined, text: '' })
  assert.equal(points(empty(200), empty(200), 'HEAD'), ALIKE)
  assert.equal(points(empty(200), empty(404), 'HEAD'), ['status', 'status'])
})

test.run()
