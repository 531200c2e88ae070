import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile, type PartialProfile } from '../contract/profile.ts'
import { datasetOf } from '../data/dataset.ts'
import { seedSource } from '../data/seed.ts'
import { asking } from '../testing/asking.ts'
import { OTHER_TOKEN, smallWorld, TOKEN } from '../testing/world.ts'
import { worldOf } from '../world/in-memory.ts'
import { wholeOf } from './body.ts'
import { createService } from './service.ts'

const test = suite('lists')

/** One organization that queried as many persons. */
function crowd(persons: number) {
  const dataset = datasetOf(seedSource({ seed: 1, persons, organizations: 1 }))
  return { store: worldOf(dataset), token: dataset.organizacoes[0]?.token as string }
}

test('without parameters: the first 25, newest first', async () => {
  const { body, answer } = await asking().list()
  assert.is(body.result.busca, '')
  assert.equal(body.result.paginacao, { atual: 1, linhas: 25, total: '60' })
  const stamps = body.result.itens.map(({ atualizado_em }: { atualizado_em: string }) => atualizado_em)
  assert.equal(stamps, stamps.toSorted().reverse())
  assert.is(stamps.length, 25)
  assert.is(answer.caller?.id, 'a')
  const { itens, ...slots } = answer.slots?.() ?? {}
  assert.equal(slots, { busca: '', atual: 1, linhas: 25, total: '60' })
  assert.equal(
    (itens as string[]).map((item) => JSON.parse(item).atualizado_em),
    stamps,
  )
})

test('a store in memory is answered at once', () => {
  const ask = createService(worldOf(smallWorld()), defaultProfile)
  for (const url of ['/pessoas', '/pessoas?nome=ana&rows=50', '/pessoas?page=0', '/nada'])
    assert.not.instance(ask({ method: 'GET', url, headers: { authorization: TOKEN } }), Promise)
})

test('HEAD is GET', async () => {
  const { send } = asking()
  const headers = { authorization: TOKEN }
  assert.equal((await send('HEAD', '/pessoas', headers)).body, (await send('GET', '/pessoas', headers)).body)
})

test('137 persons have six pages, the last of 12, and pages part the list', async () => {
  const { store, token } = crowd(137)
  const { list } = asking({}, store)
  const cpfs = new Set<string>()
  for (let page = 1; page <= 6; page++) {
    const { result } = (await list(`page=${page}`, token)).body
    assert.is(result.itens.length, page === 6 ? 12 : 25)
    assert.equal(result.paginacao, { atual: page, linhas: 25, total: '137' })
    for (const { cpf } of result.itens) cpfs.add(cpf)
  }
  assert.is(cpfs.size, 137)
  assert.is((await list('rows=50&page=3', token)).body.result.itens.length, 37)
})

test('an organization sees its own persons and its own updates', async () => {
  const { list } = asking()
  assert.equal((await list('', OTHER_TOKEN)).body.result.itens, [
    { cpf: '00000000007', nome: 'José da Silva 0', atualizado_em: '2025-06-01T00:00:00.000Z' },
  ])
  assert.is((await list('cpf=00000001118', OTHER_TOKEN)).body.result.paginacao.total, '0')
})

const orders: [profile: PartialProfile, query: string, first: string][] = [
  [{}, '', '00000065556'],
  [{ defaultOrder: 'oldest-first' }, '', '00000000007'],
  [{}, 'sort=atualizado_em', '00000000007'],
  [{}, 'sort=-atualizado_em', '00000065556'],
  [{}, 'sort=cpf', '00000000007'],
  [{}, 'sort=-cpf', '00000065556'],
  [{}, 'sort=nome', '00000012228'],
  [{ nomeCollation: 'code-point' }, 'sort=nome', '00000001118'],
  [{ nomeCollation: 'case-blind' }, 'sort=nome&nome=ana', '00000012228'],
]
for (const [profile, query, first] of orders) {
  test(`the first of ${JSON.stringify(profile)} ${query}`, async () => {
    assert.is((await asking(profile).list(query)).body.result.itens[0].cpf, first)
  })
}

test('a long list is built piece by piece, and is the same', async () => {
  const { store, token } = crowd(1_500)
  const { list } = asking({}, store)
  const { answer, body } = await list('rows=3000', token)
  assert.is.not(typeof answer.body, 'string')
  assert.is(body.result.itens.length, 1_500)
  assert.is(answer.body.length, wholeOf(answer.body).length)
  const { pieces } = answer.body as Exclude<typeof answer.body, string>
  assert.is([...{ [Symbol.iterator]: () => pieces }].join(''), wholeOf(answer.body))
  assert.type((await list('rows=1000', token)).answer.body, 'string')
})

test.run()
