import { test } from 'pessoas-sim/vitest'
import { describe, expect } from 'vitest'

const DECISION = { aprovar: true, mensagem: 'Aprovado após conferência manual.' }

describe.concurrent('side by side', () => {
  for (let i = 0; i < 10; i++) {
    test(`test ${i} decides a report that nobody else sees`, async ({ pessoas, expect }) => {
      const [report] = pessoas.reports
      const response = await fetch(`${pessoas.url}/relatorios/validar/${report}`, {
        method: 'POST',
        headers: { ...pessoas.headers, 'content-type': 'application/json' },
        body: JSON.stringify(DECISION),
      })
      expect(response.status).toBe(200)
      expect(await pessoas.changes()).toHaveLength(1)
      expect(pessoas.journal.find()).toHaveLength(1)
    })
  }
})

describe('options of a suite', () => {
  test.override({
    pessoasOptions: { fixture: { pessoas: [{ nome: 'Ana' }] }, profile: { authorization: 'bearer' } },
  })
  test('are the data and the profile of each test in it', async ({ pessoas, simulator }) => {
    const response = await fetch(`${pessoas.url}/pessoas`, { headers: pessoas.headers })
    const { result } = (await response.json()) as { result: { itens: { nome: string }[] } }
    expect(result.itens.map(({ nome }) => nome)).toEqual(['Ana'])
    expect(pessoas.headers.authorization).toBe(`Bearer ${pessoas.token}`)
    expect(simulator.url).toBe(pessoas.url)
    // @ts-expect-error the types are really read
    pessoas.nothing
  })
})
