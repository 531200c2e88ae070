import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../src/index.ts'
import { languages, read } from './pages.ts'

const test = suite('pages: the well-known values of the default data')

const mensagem = 'Aprovado após conferência manual.'

for (const [language, { folder }] of Object.entries(languages)) {
  test(`${language}: each value of the table does what its row says`, async () => {
    const [, table = ''] = /^\| \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)/m.exec(
      read(`${folder}/client-rules.md`),
    ) as RegExpExecArray
    const rows = [...table.matchAll(/^\| (.*) \| `(.*)` \|$/gm)]
    const [own, other, disabled, undecided, approved, rejected, foreign, unknown, ...texts] = rows.map(
      ([, , value]) => value as string,
    )
    const [cpf, zeroCpf, foreignCpf, manyHits, homonyms, noHit] = texts
    const saidOf = (value = '') => Number(/\d+/.exec(rows.find(([, , one]) => one === value)?.[1] ?? '')?.[0])

    await using sim = await startSimulator({ profile: { revalidation: 'refuse-409' } })
    const totalOf = async (query: string, authorization = own as string) => {
      const response = await fetch(`${sim.url}/pessoas?${query}`, { headers: { authorization } })
      const { result } = (await response.json()) as { result?: { paginacao: { total: string } } }
      return Number(result?.paginacao.total ?? response.status)
    }
    const decide = async (numero: string | undefined, authorization = own as string) => {
      const response = await fetch(`${sim.url}/relatorios/validar/${numero}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ aprovar: true, mensagem }),
      })
      return response.status
    }
    assert.equal(
      [await decide(undecided), await decide(approved), await decide(rejected), await decide(unknown)],
      [200, 409, 409, 404],
    )
    assert.equal([await decide(foreign), await decide(foreign, other)], [404, 200])
    assert.is(await totalOf('', disabled), 401)
    assert.match(zeroCpf as string, /^0/)
    assert.equal([await totalOf(`cpf=${cpf}`), await totalOf(`cpf=${zeroCpf}`)], [1, 1])
    assert.equal([await totalOf(`cpf=${foreignCpf}`), await totalOf(`cpf=${foreignCpf}`, other)], [0, 1])
    assert.is(await totalOf(`nome=${manyHits}`), saidOf(manyHits))
    assert.is(await totalOf(`nome=${encodeURIComponent(homonyms as string)}`), saidOf(homonyms))
    assert.is(await totalOf(`nome=${noHit}`), 0)
  })
}

test.run()
