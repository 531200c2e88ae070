import { expect } from '@playwright/test'
import { test } from 'pessoas-sim/playwright'

test.describe.configure({ mode: 'parallel' })

for (let i = 0; i < 4; i++) {
  test(`test ${i} decides a report that nobody else sees`, async ({ pessoas, request }) => {
    const [report] = pessoas.reports
    const response = await request.post(`${pessoas.url}/relatorios/validar/${report}`, {
      headers: pessoas.headers,
      data: { aprovar: true, mensagem: 'Aprovado após conferência manual.' },
    })
    expect(response.status()).toBe(200)
    expect(await pessoas.changes()).toHaveLength(1)
    expect(pessoas.journal.find()).toHaveLength(1)
  })
}

test.describe('options of a suite', () => {
  test.use({ pessoasOptions: { fixture: 'homonyms', profile: { authorization: 'bearer' } } })
  test('are those of each test in it', async ({ pessoas, request }) => {
    const response = await request.get(`${pessoas.url}/pessoas`, { headers: pessoas.headers })
    expect((await response.json()).result.paginacao.total).toBe('60')
    // @ts-expect-error the types are really read
    pessoas.nothing
  })
})
