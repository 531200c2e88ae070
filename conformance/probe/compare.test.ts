import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Answer } from './answer.ts'
import { compare } from './compare.ts'

const test = suite('two answers')
const NOW = Date.parse('2026-05-05T12:00:00.000Z')
const TYPE = { 'content-type': 'application/json; charset=utf-8' }

const answer = (json: unknown, status = 200, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { ...TYPE, ...headers },
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
const bad = (message: string, keys: string[] = []) => answer({ message, validation: { keys } }, 400)
const told = (headers: Answer['headers']) => answer({}, 404, headers)
const html = (text: string): Answer => ({ status: 502, headers: TYPE, json: undefined, text })
const numbered = (numero: string) => answer({ result: { numero } })
const made = (traceId: string, timestamp: unknown) => answer({ message: 'a', traceId, timestamp }, 400)
const TYPED = { 'content-type': 'application/json;charset=UTF-8' }
const NOISE = { date: 'now', server: 'nginx', etag: 'a', connection: 'close', 'x-powered-by': 'x' }

const [one, two] = [answer(list(['1'])), answer(list(['1', '2']))]
/** Where they differ in behaviour, or only to the letter; nothing if they are alike. */
const cases: [one: Answer, other: Answer, behaves?: string | undefined, letter?: string][] = [
  [two, answer(list(['1', '2']))],
  [two, answer({}, 400), 'status'],
  [two, answer(list(['1', '3'])), 'persons'],
  [two, answer(list(['2', '1'])), 'order'],
  [two, answer(list(['1', '2'], { total: '3' })), 'total'],
  [two, answer(list(['1', '2'], { atual: 2 })), 'atual'],
  [two, answer(list(['1', '2'], { linhas: 50 })), 'linhas'],
  [two, answer(list(['1', '2'], {}, 'x')), 'busca'],
  [two, answer({ ok: true }), 'body'],
  [two, numbered('a'), 'body'],
  [numbered('a'), numbered('b'), 'numero'],
  [one, answer(list(['1'], { total: 2 })), undefined, 'result.paginacao.total'],
  [one, answer({ status_code: 200, result: list(['1']).result }), undefined, 'the order of keys'],
  [one, answer({ ...list(['1']), versao: 1 }), undefined, 'versao'],
  [bad('a'), bad('b'), undefined, 'message'],
  [bad('a', ['x']), bad('a', ['y']), undefined, 'validation.keys'],
  [bad('a', ['x']), bad('a'), undefined, 'validation.keys'],
  [bad('a'), answer(null, 400), undefined, 'body'],
  [html('<p>'), html('<p>')],
  [html('<p>'), html('<b>'), undefined, 'body'],
  [html('<p>'), answer({}, 502), undefined, 'body'],
  [told({}), told(TYPED)],
  [told({}), told({ 'content-type': 'application/json' }), undefined, 'header content-type'],
  [told({ 'www-authenticate': 'Bearer' }), told({}), undefined, 'header www-authenticate'],
  [told({ 'x-request-id': 'a' }), told({}), undefined, 'header x-request-id'],
  [told({ 'x-request-id': 'a' }), told({ 'x-request-id': 'b' })],
  [told(NOISE), told({})],
  [made('a', '2026-05-05T12:00:01.000Z'), made('b', '2026-05-05T12:00:09.000Z')],
  [made('a', NOW), made('a', NOW + 5)],
  [made('a', '2025-05-05T12:00:01.000Z'), made('a', '2025-05-05T12:00:09.000Z'), undefined, 'timestamp'],
]
for (const [i, [a, b, behaves, letter = behaves]] of cases.entries()) {
  test(`${i}: differ in ${behaves ?? 'no behaviour'} and ${letter ?? 'in no letter'}`, () => {
    const compared = compare({ method: 'GET' }, a, b, NOW)
    assert.equal([compared.behaves?.point, compared.letter?.point], [behaves, letter])
  })
}

for (const name of ['x-total-count', 'x-per-page', 'x-has-more', 'x-request-count', 'x-total-time']) {
  test(`differ in the value of ${name} if it describes a page`, () => {
    const having = (value: string) => answer(list(['1']), 200, { [name]: value })
    const { letter } = compare({ method: 'GET' }, having('1'), having('2'), NOW)
    assert.is(letter?.point, /request|time/.test(name) ? undefined : `header ${name}`)
  })
}

test('are alike if only persons who are equal in the order come in another one', () => {
  const named = (...pairs: [cpf: string, nome: string][]) => {
    const cpfs = pairs.map(([cpf]) => cpf)
    const body = list(cpfs, { total: '60' })
    for (const [i, item] of body.result.itens.entries())
      Object.assign(item, { nome: pairs[i]?.[1], atualizado_em: `2026-05-0${i + 1}` })
    return answer(body)
  }
  const by = (sort: string, a: Answer, b: Answer) =>
    compare({ method: 'GET', query: [['sort', sort]] }, a, b, NOW).behaves?.point
  const one = named(['1', 'Ana'], ['2', 'Ana'], ['3', 'Zoé'])
  const other = named(['2', 'Ana'], ['1', 'Ana'], ['3', 'Zoé'])
  assert.is(by('nome', one, other), undefined)
  assert.is(by('cpf', one, other), 'order')
  assert.is(by('nome', one, named(['4', 'Ana'], ['2', 'Ana'], ['3', 'Zoé'])), undefined)
  assert.is(by('nome', one, named(['3', 'Zoé'], ['2', 'Ana'], ['1', 'Ana'])), 'order')
})

test('are compared by status only after HEAD', () => {
  const empty = (status: number): Answer => ({ ...html(''), status })
  const behaves = (status: number) => compare({ method: 'HEAD' }, empty(200), empty(status), NOW).behaves
  assert.equal([behaves(200), behaves(404)?.point], [undefined, 'status'])
})

test.run()
