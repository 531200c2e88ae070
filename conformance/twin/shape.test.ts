import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commonHeaders, withHeaders } from './headers.ts'
import { shapeOf } from './shape.ts'
import type { Answer } from './target-data.ts'

const test = suite('shape of answers')

const answer = (json: unknown): Answer => ({ status: 200, headers: {}, json, text: '' })
const person = (i: number, zone = 'Z') => ({
  cpf: String(52_998_224_700 + i),
  nome: `Ana ${i}`,
  atualizado_em: `2026-01-0${(i % 9) + 1}T00:00:00.000${zone}`,
})

function list(
  page: number,
  total: number,
  more: { item?: (i: number) => object; page?: object; top?: object } = {},
) {
  const count = Math.min(25, total - (page - 1) * 25)
  return answer({
    ...more.top,
    result: {
      busca: page === 1 ? '' : 'ana',
      itens: Array.from({ length: count }, (_, i) => more.item?.(page * 100 + i) ?? person(page * 100 + i)),
      paginacao: { atual: page, linhas: 25, total: String(total), ...more.page },
    },
    status_code: 200,
  })
}

test('the form of the interface leaves nothing to say', () => {
  const validation = answer({ result: { numero: 'n-1' }, status_code: 200 })
  const other = answer({ result: { numero: 'n-2' }, status_code: 200 })
  assert.equal(shapeOf([list(1, 60), list(2, 60), list(1, 3), validation, other]), { shape: {}, unlike: [] })
})

test('constant fields, counts and copies', () => {
  const item = (i: number) => ({ id: person(i).cpf, ...person(i), tipo: 'PF' })
  const { shape, unlike } = shapeOf([
    list(1, 60, { item, top: { success: true }, page: { paginas: 3 } }),
    list(2, 60, { item, top: { success: true }, page: { paginas: 3 } }),
    list(1, 3, { item, top: { success: true }, page: { paginas: 1 } }),
  ])
  assert.equal(unlike, [])
  assert.equal(shape.item, {
    id: '{cpf}',
    cpf: '{cpf}',
    nome: '{nome}',
    atualizado_em: '{atualizado_em}',
    tipo: 'PF',
  })
  assert.equal(shape.list, {
    success: true,
    result: {
      busca: '{busca}',
      itens: '{itens}',
      paginacao: { atual: '{atual}', linhas: '{linhas}', total: '{total}', paginas: '{paginas}' },
    },
    status_code: 200,
  })
})

const HERE = 'http://api.test/pessoas'
/** Lists as they are asked for at a URL, with what a service says of each page. */
function linked(pageOf: (page: number, count: number, last: number) => object) {
  const urls = new Map<Answer, string>()
  const cases: [page: number, total: number][] = [
    ...[[1, 60] as const, [2, 60] as const, [3, 60] as const, [5, 60] as const],
    ...[[1, 3] as const, [1, 0] as const],
  ].map(([page, total]) => [page, total])
  for (const [page, total] of cases) {
    const count = Math.max(0, Math.min(25, total - (page - 1) * 25))
    const own = list(page, total, { page: pageOf(page, count, Math.max(1, Math.ceil(total / 25))) })
    urls.set(own, `${HERE}?rows=25&page=${page}`)
  }
  const { shape, unlike } = shapeOf([...urls.keys()], (one) => ({ url: urls.get(one) }))
  assert.equal(unlike, [])
  const { paginacao } = (shape.list as { result: { paginacao: Record<string, unknown> } }).result
  const { atual: _, linhas: _linhas, total: _total, ...own } = paginacao
  return own
}

test('places, neighbours and links of a page', () => {
  const url = (page: number | null) => (page === null ? null : `${HERE}?rows=25&page=${page}`)
  const found = linked((page, count, last) => ({
    de: count === 0 ? null : (page - 1) * 25 + 1,
    first: page === 1,
    last: page >= last,
    next: url(page < last ? page + 1 : null),
    prev: page > 1 ? `/pessoas?page=${page - 1}` : null,
    publico: page < last ? `https://publico.test/pessoas?page=${page + 1}` : null,
    caminho: HERE,
    versao: 2,
  }))
  assert.equal(found, {
    de: '{primeira:or-null}',
    first: '{primeira_pagina}',
    last: '{esta_e_a_ultima}',
    next: '{link.proxima.mantida}',
    prev: '{link.anterior.pagina:relative}',
    publico: 'https://publico.test{link.proxima.pagina:relative}',
    caminho: '{link.lista}',
    versao: 2,
  })
})

test('links that only some pages have', () => {
  const found = linked((page, _, last) => ({
    _links: {
      self: { href: `/pessoas?page=${page}` },
      ...(page < last && { next: { href: `/pessoas?page=${page + 1}` } }),
    },
  }))
  assert.equal(found, {
    _links: {
      self: { href: '{link.esta.pagina:relative}' },
      next: { href: '{link.proxima.pagina:relative?}' },
    },
  })
})

test('a decision that is told again, and a field that is always true', () => {
  const decided = (numero: string, aprovado: boolean) =>
    answer({ result: { numero, aprovado, gravado: true }, status_code: 200 })
  const [yes, no] = [decided('n-1', true), decided('n-2', false)]
  const { shape } = shapeOf([yes, no], (one) => ({ body: { aprovar: one === yes, mensagem: 'x' } }))
  assert.equal((shape.validation as { result: object }).result, {
    numero: '{numero}',
    aprovado: '{aprovar}',
    gravado: true,
  })
})

test('a word for what was decided', () => {
  const decided = (numero: string, situacao: string) =>
    answer({ result: { numero, situacao }, status_code: 200 })
  const answers = [decided('n-1', 'APROVADO'), decided('n-2', 'REPROVADO'), decided('n-3', 'REPROVADO')]
  const askedOf = (one: Answer) => ({ body: { aprovar: one === answers[0], mensagem: 'x' } })
  const odd = decided('n-4', 'REPROVADO')
  const form = (situacao: string) => ({ result: { numero: '{numero}', situacao }, status_code: 200 })
  const withOdd = (one: Answer) => (one === odd ? { body: { aprovar: null, mensagem: 'x' } } : askedOf(one))
  assert.equal(shapeOf([...answers, odd], withOdd), {
    shape: { validation: form('APROVADO'), rejection: form('REPROVADO') },
    unlike: [],
  })
  const { shape, unlike } = shapeOf(answers)
  assert.equal([shape.rejection, unlike], [undefined, ['validation.result.situacao']])
})

test('the time of a decision is another one each time', () => {
  const decided = (numero: string, situacao: string, seconds: number) => {
    const em = new Date(Date.now() - 1_000 * seconds).toISOString()
    return answer({ result: { numero, situacao, em, de: '2020-01-01T00:00:00.000Z' }, status_code: 200 })
  }
  const answers = [decided('n-1', 'SIM', 3), decided('n-2', 'SIM', 2), decided('n-3', 'NÃO', 1)]
  const askedOf = (one: Answer) => ({ body: { aprovar: one !== answers[2], mensagem: 'x' } })
  const form = (situacao: string) => {
    const result = { numero: '{numero}', situacao, em: '{decidido_em}', de: '2020-01-01T00:00:00.000Z' }
    return { result, status_code: 200 }
  }
  assert.equal(shapeOf(answers, askedOf), {
    shape: { validation: form('SIM'), rejection: form('NÃO') },
    unlike: [],
  })
})

test('the order of fields counts', () => {
  const { shape } = shapeOf([answer({ status_code: 200, result: { numero: 'a' } })])
  assert.equal(JSON.stringify(shape.validation), '{"status_code":200,"result":{"numero":"{numero}"}}')
})

test('how UTC is written', () => {
  const item = (i: number) => person(i, '+00:00')
  assert.equal(shapeOf([list(1, 30, { item }), list(2, 30, { item })]).shape, { utc: '+00:00' })
})

test('values that are made up, and what nothing explains', () => {
  const item = (i: number) => ({
    ...person(i),
    chave: `0000000${i % 10}-0000-4000-8000-000000000000`,
    sigla: `x${i % 7}`,
  })
  const { shape, unlike } = shapeOf([list(1, 60, { item }), list(2, 60, { item })])
  assert.is((shape.item as Record<string, unknown>).chave, '{opaque:uuid}')
  assert.equal(unlike, ['item.sigla'])
})

test('a text around the field of a person', () => {
  const item = (i: number) => ({ '@id': `/pessoas/${person(i).cpf}`, ...person(i) })
  const { shape, unlike } = shapeOf([list(1, 30, { item }), list(2, 30, { item })])
  assert.is((shape.item as Record<string, unknown>)['@id'], '/pessoas/{cpf}')
  assert.equal(unlike, [])
})

test('what is made of the fields of a person, and places', () => {
  const item = (i: number) => ({
    ...person(i),
    nome: `Ítalo ${'x'.repeat((i % 9) + 1)} Reis`,
    sigla: `Í${'X'}R`,
    primeiro: 'Ítalo',
    mascara: `***.${person(i).cpf.slice(3, 6)}.${person(i).cpf.slice(6, 9)}-**`,
    dia: person(i).atualizado_em.slice(0, 10),
    lugar: (Math.floor(i / 100) - 1) * 25 + (i % 100) + 1,
    linha: i % 100,
    relatorios: (i % 3) + 1,
    ultimo: `n-${i}`,
  })
  const places = [...Array(25).keys()].flatMap((i) => [100 + i, 200 + i])
  const counts = new Map(places.map((i) => [person(i).cpf, (i % 3) + 1]))
  const numbers = new Map(places.map((i) => [person(i).cpf, `n-${i}`]))
  const { shape, unlike } = shapeOf([list(1, 60, { item }), list(2, 60, { item })], undefined, {
    counts,
    numbers,
  })
  assert.equal(unlike, [])
  const { sigla, primeiro, mascara, dia, lugar, linha, relatorios, ultimo } = shape.item as Record<
    string,
    unknown
  >
  assert.equal([sigla, primeiro, mascara], ['{nome:initials}', '{nome:first-word}', '{cpf:partly-masked}'])
  assert.equal([dia, lugar, linha], ['{atualizado_em:date}', '{position}', '{row:before}'])
  assert.equal([relatorios, ultimo], ['{relatorios}', '{numero}'])
})

test('which page it is, where answers show several', () => {
  const page = (atual: number) => ({
    page: { primeira: atual === 1, ultima: atual === 3, de: (atual - 1) * 25 },
  })
  const { shape } = shapeOf([1, 2, 3].map((atual) => list(atual, 60, page(atual))))
  const { paginacao } = (shape.list as { result: { paginacao: Record<string, unknown> } }).result
  assert.equal(
    [paginacao.primeira, paginacao.ultima, paginacao.de],
    ['{primeira_pagina}', '{esta_e_a_ultima}', '{deslocamento}'],
  )
  const alone = shapeOf([list(1, 60, page(1)), list(1, 60, page(1))]).shape
  assert.is(
    (alone.list as typeof shape.list & { result: { paginacao: { primeira: unknown } } }).result.paginacao
      .primeira,
    true,
  )
})

test('headers that all answers have in common', () => {
  const with1 = (headers: Record<string, string>): Answer => ({ status: 200, headers, json: {}, text: '' })
  const own = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
  const found = commonHeaders([
    with1({ ...own, 'x-powered-by': 'Express', date: 'now', 'x-request-id': '1', vary: 'a' }),
    with1({ ...own, 'x-powered-by': 'Express', date: 'later', 'x-request-id': '2' }),
  ])
  assert.equal(found, { 'x-request-id': '1', 'x-powered-by': 'Express', 'x-content-type-options': null })
  assert.equal(
    commonHeaders([with1({ ...own, 'x-powered-by': 'Express', 'x-request-id': '3' })], withHeaders(found)),
    {},
  )
  assert.equal(commonHeaders([]), {})
  assert.equal(
    commonHeaders(
      [with1({ 'x-request-id': '4', ...own, 'x-powered-by': 'PHP', 'cf-ray': 'a' })],
      withHeaders(found),
    ),
    {
      'x-powered-by': 'PHP',
    },
  )
})

test('an ETag is learned as one that is made for each body', () => {
  const with1 = (etag: string): Answer => ({ status: 200, headers: { etag }, json: {}, text: '' })
  assert.is(commonHeaders([with1('"1"'), with1('"2"')]).etag, 'W/"0"')
})

test.run()
