import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Beyond } from './beyond.ts'

const test = suite('fields beyond the interface')
const heard = (method: 'GET' | 'POST', status: number, json: unknown): Record<string, string[]> => {
  const beyond = new Beyond()
  const question = { method, path: '/', authorization: { value: undefined, label: '' } }
  beyond.hear({
    question,
    risk: 'r',
    ms: 1,
    response: { status, headers: {}, text: '', json, size: 0, cost: 0 },
  })
  return Object.fromEntries([...beyond.fields].map(([kind, names]) => [kind, [...names]]))
}

const list = {
  result: {
    busca: '',
    itens: [{ cpf: '1', nome: 'a', atualizado_em: 'x' }],
    paginacao: { atual: 1, linhas: 25, total: '1' },
  },
  status_code: 200,
}
const refusal = { error: 'e', message: 'm', status_code: 401 }
const validation = { source: 'payload', keys: ['a'] }
const cases: [what: string, Parameters<typeof heard>, Record<string, string[]>][] = [
  ['a documented list', ['GET', 200, list], {}],
  ['a documented decision', ['POST', 200, { result: { numero: 'x' }, status_code: 200 }], {}],
  ['a documented refusal', ['GET', 401, refusal], {}],
  ['a documented bad request', ['POST', 400, { ...refusal, validation }], {}],
  ['a body that is no object', ['GET', 200, [1, 'a', null]], {}],
  ['a refusal at the status of a list', ['GET', 200, refusal], { 'a list': ['error', 'message'] }],
  ['validation on 401', ['GET', 401, { ...refusal, validation }], { 'a 401': ['validation'] }],
  [
    'fields at every level of a list',
    [
      'GET',
      200,
      {
        ...list,
        x: 1,
        result: {
          ...list.result,
          y: {},
          itens: [
            { cpf: 1, z: 1 },
            { z: 2, w: 1 },
          ],
        },
      },
    ],
    { 'a list': ['result.itens.z', 'result.itens.w', 'result.y', 'x'] },
  ],
  [
    'a list where a decision is',
    ['POST', 200, list],
    { 'a decision': ['result.busca', 'result.itens', 'result.paginacao'] },
  ],
  ['what objects inherit', ['GET', 404, { ...refusal, toString: 1 }], { 'a 404': ['toString'] }],
]
for (const [what, given, expected] of cases) test(what, () => assert.equal(heard(...given), expected))

test('no more names are kept than a report can hold', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`campo${i}`, 1]))
  assert.is(heard('GET', 200, many)['a list']?.length, 20)
})

test.run()
