import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Limits, noDialect } from '../contract/dialect.ts'
import { defaultProfile } from '../contract/profile.ts'
import { simulate } from '../testing/world.ts'
import type { FieldsTaken } from './list-fields.ts'

const test = suite('fields of a GET')
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

function appOf(body: FieldsTaken | 'ignore' | undefined, limits: Limits = {}) {
  const dialect = { ...noDialect, routes: { list: body ? { body } : {} }, limits }
  return simulate({ ...defaultProfile, emptyParameter: 'as-absent', dialect })
}

const asked: [
  body: Parameters<typeof appOf>[0],
  query: string,
  type: string | undefined,
  payload: string,
  expected: [page: number, rows: number, busca?: string] | number,
][] = [
  [undefined, '', JSON_TYPE, '{"page":2}', [1, 25]],
  ['ignore', '', JSON_TYPE, '{"page":2}', [1, 25]],
  ['under-query', '', JSON_TYPE, '{"page":2}', [2, 25]],
  ['under-query', '?page=1', JSON_TYPE, '{"page":2,"rows":"50"}', [1, 50]],
  ['under-query', '', FORM, 'page=2&rows=50', [2, 50]],
  ['under-query', '', 'text/plain', '{"page":2}', [1, 25]],
  ['under-query', '', JSON_TYPE, '{"page":', 400],
  ['under-query', '', JSON_TYPE, '{"page":"x"}', 400],
  ['under-query', '', JSON_TYPE, '', [1, 25]],
  ['over-query', '?page=1', JSON_TYPE, '{"page":2,"nome":null}', [2, 25]],
  ['over-query', '?nome=ana', JSON_TYPE, '{"nome":null,"cpf":[]}', [1, 25]],
  ['over-query', '', JSON_TYPE, '{"page":[1,2]}', 400],
  ['over-query', '', JSON_TYPE, '{"nome":{"a":1}}', [1, 25, '{"a":1}']],
  ['over-query', '', FORM, 'page=2', [1, 25]],
  ['over-query', '', JSON_TYPE, '{"page":', [1, 25]],
  ['over-query', '', JSON_TYPE, '[1]', [1, 25]],
  ['over-query', '', JSON_TYPE, 'null', [1, 25]],
  ['over-query', '', undefined, '{"page":2}', [1, 25]],
]
for (const [body, query, type, payload, expected] of asked) {
  test(`${body}: ${type} ${payload} of ${query}`, async () => {
    const headers = { authorization: 'token-of-a', ...(type && { 'content-type': type }) }
    const { statusCode, ...answer } = await appOf(body).inject({
      ...{ method: 'GET', url: `/pessoas${query}`, headers },
      ...(payload !== '' && { payload }),
    })
    if (typeof expected === 'number') return assert.is(statusCode, expected)
    const { busca, paginacao } = answer.json().result
    const [page, rows, search = ''] = expected
    assert.equal([paginacao.atual, paginacao.linhas, busca], [page, rows, search])
  })
}

test('the body of a GET that is too large is refused as any other', async () => {
  const headers = { authorization: 'token-of-a', 'content-type': JSON_TYPE }
  const of = async (payload: string) =>
    (await appOf('over-query', { body: 20 }).inject({ method: 'GET', url: '/pessoas', headers, payload }))
      .statusCode
  assert.equal([await of('{"page":2}'), await of(`{"page":2${' '.repeat(20)}}`)], [200, 413])
})

test('the body of a GET is read from a connection, whole', async () => {
  const app = appOf('over-query')
  await app.ready()
  const server = createServer(app.routing).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const headers = { authorization: 'token-of-a', 'content-type': JSON_TYPE, 'content-length': 10 }
  const text = await new Promise<string>((resolve) => {
    const sent = send({ host: '127.0.0.1', port, path: '/pessoas', method: 'GET', headers }, (answer) => {
      let all = ''
      answer.on('data', (piece) => (all += piece)).on('end', () => resolve(all))
    })
    sent.write('{"pag')
    setTimeout(() => sent.end('e":2}'), 20)
  })
  assert.is(JSON.parse(text).result.paginacao.atual, 2)
  server.close()
})

test.run()
