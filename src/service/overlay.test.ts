import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { toByteText } from '../contract/bytes.ts'
import type { Fault } from '../contract/faults.ts'
import type { Seen, SeenFault } from '../contract/seen.ts'
import type { Answer, Ask, Request } from './ask.ts'
import { overlay } from './overlay.ts'

const test = suite('what a deployment was seen to do')

/** A service that finds the given faults in a query, by the value of a parameter, and lists one person otherwise. */
const service =
  (asked: string[] = []): Ask =>
  (request) => {
    asked.push(request.url)
    const query = new URL(request.url, 'http://x').searchParams
    const faults: Fault[] = []
    if (query.get('page') === 'abc') faults.push({ name: 'page.word', slots: { key: 'page', value: 'abc' } })
    if (query.get('rows') === '30')
      faults.push({ name: 'rows.off-grid', slots: { key: 'rows', value: '30', limit: 25 } })
    for (const key of query.keys())
      if (!['page', 'rows'].includes(key)) faults.push({ name: 'query.unknown', slots: { key } })
    return faults.length > 0 ? { status: 400, body: '{"message":"core"}', faults } : listed
  }
const items = [toByteText('{"cpf":"00000000191","nome":"Zoé","atualizado_em":"2026-01-02T03:04:05.678Z"}')]
const listed: Answer = {
  status: 200,
  body: 'as the interface shows it',
  slots: () => ({ busca: 'é', itens: items, atual: 2, linhas: 25, total: '26' }),
}
const get = (url: string, method = 'GET'): Request => ({ method, url, headers: {} })
const answerTo = async (seen: Seen, url: string, asked: string[] = []) => {
  const { body, ...rest } = await overlay(seen)(service(asked))(get(url))
  return { ...rest, body: Buffer.from(body as string, 'latin1').toString() }
}

test('tells a fault in the words of its own name, or of a more general one', async () => {
  const seen: Seen = {
    faults: {
      '*': { status: 422, body: { code: 'E{status}', campo: '{key}', texto: '{text}' } },
      'page.*': { text: 'inteiro, não {value}' },
      '*.off-grid': { status: 409, text: 'múltiplo de {limit}' },
    },
  }
  const word = await answerTo(seen, '/pessoas?page=abc')
  assert.equal([word.status, word.body], [422, '{"code":"E422","campo":"page","texto":"inteiro, não abc"}'])
  const grid = await answerTo(seen, '/pessoas?rows=30')
  assert.equal([grid.status, grid.body], [409, '{"code":"E409","campo":"rows","texto":"múltiplo de 25"}'])
  const unknown = await answerTo(seen, '/pessoas?x=1')
  assert.is(unknown.body, '{"code":"E422","campo":"x","texto":"\\"x\\" is not allowed"}')
})

test('tells the first fault, or all of them', async () => {
  const faults = {
    '*': { body: { campos: [{ campo: '{key}' }], por: { '{key}': ['{text}'] }, tudo: '{keys}' } },
  }
  const url = '/pessoas?page=abc&rows=30'
  const texts = ['"page" must be a number', '"rows" must be a multiple of 25']
  assert.equal(JSON.parse((await answerTo({ faults }, url)).body), {
    campos: [{ campo: 'page' }],
    por: { page: [texts[0]] },
    tudo: ['page'],
  })
  assert.equal(JSON.parse((await answerTo({ faults, between: '; ' }, url)).body), {
    campos: [{ campo: 'page' }, { campo: 'rows' }],
    por: { page: [texts[0]], rows: [texts[1]] },
    tudo: ['page', 'rows'],
  })
  const joined = await answerTo({ faults: { '*': { body: { m: '{text}' } } }, between: '; ' }, url)
  assert.equal(JSON.parse(joined.body), { m: texts.join('; ') })
})

test('asks again without what is ignored, and notes it', async () => {
  const asked: string[] = []
  const seen: Seen = { faults: { 'page.word': 'ignore', 'query.*': 'ignore', '*': { status: 418 } } }
  const { status, notes } = await answerTo(seen, '/pessoas?page=abc&a=1&a=2&b%20c=3', asked)
  assert.is(status, 200)
  assert.equal(asked, [
    '/pessoas?page=abc&a=1&a=2&b%20c=3',
    '/pessoas?a=1&a=2&b%20c=3',
    '/pessoas?b%20c=3',
    '/pessoas',
  ])
  assert.equal(
    notes?.map(({ slots }) => slots.key),
    ['page', 'a', 'b c'],
  )
  const { status: refused } = await answerTo(seen, '/pessoas?page=abc&rows=30')
  assert.is(refused, 418)
})

test('drops a field of a body as long as there is one', async () => {
  const bodies: string[] = []
  const next: Ask = ({ body }) => {
    const text = String(body)
    bodies.push(text)
    const fields = JSON.parse(text) as object
    const faults: Fault[] = []
    if ('extra' in fields) faults.push({ name: 'payload.unknown', slots: { key: 'extra' } })
    else faults.push({ name: 'mensagem.short', slots: { key: 'mensagem' } })
    return { status: 400, body: '{}', faults }
  }
  const request = { ...get('/relatorios/validar/1', 'POST'), body: Buffer.from('{"mensagem":"é","extra":1}') }
  const { status } = await overlay({ faults: { '*': 'ignore' } })(next)(request)
  assert.is(status, 400)
  assert.equal(bodies, ['{"mensagem":"é","extra":1}', '{"mensagem":"é"}', '{}'])
})

const READ: [what: string, rule: SeenFault, asked: string, core: string | undefined][] = [
  ['the first of several', { as: '{value:first}' }, '/pessoas?page=2&page=3', '/pessoas?page=2'],
  ['a constant', { as: '50' }, '/pessoas?page=abc', '/pessoas?page=50'],
  ['nothing, if nothing is left', { as: '{value:digits}' }, '/pessoas?page=abc', '/pessoas'],
]
for (const [what, rule, url, core] of READ) {
  test(`reads a value with a fault as ${what}`, async () => {
    const asked: string[] = []
    const next: Ask = (request) => {
      asked.push(request.url)
      if (asked.length > 1) return listed
      const value = url.includes('&') ? ['2', '3'] : 'abc'
      return { status: 400, body: '{}', faults: [{ name: 'page.word', slots: { key: 'page', value } }] }
    }
    await overlay({ faults: { 'page.*': rule } })(next)(get(url))
    assert.equal(asked, [url, core])
  })
}

test('reads a value as another choice does, and shows what was sent', async () => {
  const slots = { key: 'cpf', value: '000.000.001-91' }
  const strict: Ask = () => ({ status: 400, body: '{}', faults: [{ name: 'cpf.masked', slots }] })
  const chosen: object[] = []
  const otherwise = (choices: object): Ask => {
    chosen.push(choices)
    return () => listed
  }
  const rule: SeenFault = { choice: 'strip-mask', shows: { busca: '{value}' } }
  const { body } = await overlay({ faults: { 'cpf.masked': rule } }, otherwise)(strict)(get('/pessoas?cpf=1'))
  assert.equal(chosen, [{ cpfMalformed: 'strip-mask' }])
  assert.is(JSON.parse(Buffer.from(body as string, 'latin1').toString()).result.busca, slots.value)
})

test('tells a fault by the type of its value', async () => {
  const faults = {
    'aprovar.wrong-type': { text: 'a' },
    'aprovar.wrong-type:array': { text: 'b' },
    '*': { body: '{text}' },
  }
  const of = async (value: unknown) => {
    const fault: Fault = { name: 'aprovar.wrong-type', slots: { key: 'aprovar', value } }
    const core: Answer = { status: 400, body: '{}', faults: [fault] }
    return (await overlay({ faults })(() => core)(get('/pessoas'))).body
  }
  assert.equal([await of(7), await of([7])], ['a', 'b'])
})

test('gives a list its form around items that are not read', async () => {
  const seen: Seen = {
    list: {
      dados: '{itens}',
      meta: { busca: '{busca}', total: '{total:number}', paginas: '{paginas}', proxima: '{proxima}' },
      links: { anterior: '{link.anterior}', proxima: '{link.proxima?}' },
    },
    headers: { server: 'nginx', 'X-Total-Count': '{total}', 'x-next': '{link.proxima}' },
  }
  const { body, headers } = await answerTo(seen, '/pessoas?page=2&rows=25')
  assert.equal(JSON.parse(body), {
    dados: [{ cpf: '00000000191', nome: 'Zoé', atualizado_em: '2026-01-02T03:04:05.678Z' }],
    meta: { busca: 'é', total: 26, paginas: 2, proxima: null },
    links: { anterior: '/pessoas?page=1&rows=25' },
  })
  assert.equal(headers, { server: 'nginx', 'x-total-count': '26' })
})

test('gives a person its form', async () => {
  const item = { nome: '{nome}', quando: '{atualizado_em:offset}', tipo: 'pessoa' }
  const { body } = await answerTo({ item }, '/pessoas')
  assert.is(
    body,
    '{"result":{"busca":"é","itens":[{"nome":"Zoé","quando":"2026-01-02T03:04:05.678+00:00","tipo":"pessoa"}],"paginacao":{"atual":2,"linhas":25,"total":"26"}},"status_code":200}',
  )
})

test('gives a decision its form, and a rejection its own', async () => {
  const decided = (aprovar: boolean): Ask => {
    return () => ({ status: 200, body: '{}', slots: () => ({ numero: '1', aprovar, mensagem: 'm' }) })
  }
  const seen: Seen = { decision: { n: '{numero}', ok: '{aprovar}' }, rejection: { recusado: '{numero}' } }
  const bodyOf = async (aprovar: boolean) => (await overlay(seen)(decided(aprovar))(get('/'))).body
  assert.is(await bodyOf(true), '{"n":"1","ok":true}')
  assert.is(await bodyOf(false), '{"recusado":"1"}')
})

test('answers recorded requests, as another one or as they were', async () => {
  const asked: string[] = []
  const seen: Seen = {
    recorded: [
      { request: 'GET /pessoas/', as: '/pessoas' },
      { request: 'GET /validar/{numero}/', as: '/relatorios/validar/{numero}' },
      { request: 'GET /', status: 403, body: '<html>', headers: { 'content-type': 'text/html' } },
    ],
  }
  assert.is((await answerTo(seen, '/pessoas/?page=2', asked)).status, 200)
  await answerTo(seen, '/validar/7/', asked)
  assert.equal(asked, ['/pessoas?page=2', '/relatorios/validar/7'])
  assert.equal(await answerTo(seen, '/'), {
    status: 403,
    body: '<html>',
    headers: { 'content-type': 'text/html' },
  })
})

test('gives refusals headers of their own', async () => {
  const seen: Seen = {
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
    faults: {
      '*': {
        headers: { 'content-type': 'application/problem+json', 'cache-control': null, 'x-fault': '{key}' },
      },
    },
  }
  const { headers } = await answerTo(seen, '/pessoas?page=abc')
  assert.equal(headers, { 'content-type': 'application/problem+json', 'x-fault': 'page' })
  const { headers: fine } = await answerTo(seen, '/pessoas')
  assert.equal(fine, { 'cache-control': 'no-store', 'content-type': 'application/json' })
})

test.run()
