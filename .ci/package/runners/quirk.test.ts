import { test } from 'pessoas-sim/vitest'
import { expect } from 'vitest'

test.override({ simulatorOptions: { quirks: ['total-as-number'] } })

test('the options of the simulator are a choice of the file', async ({ pessoas }) => {
  const response = await fetch(`${pessoas.url}/pessoas`, { headers: pessoas.headers })
  const { result } = (await response.json()) as { result: { paginacao: { total: unknown } } }
  expect(result.paginacao.total).toEqual(expect.any(Number))
})
