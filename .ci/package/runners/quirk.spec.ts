import { expect } from '@playwright/test'
import { test } from 'pessoas-sim/playwright'

test.use({ simulatorOptions: { quirks: ['total-as-number'] } })
test('the options of the simulator are a choice of the file', async ({ pessoas, request }) => {
  const response = await request.get(`${pessoas.url}/pessoas`, { headers: pessoas.headers })
  expect((await response.json()).result.paginacao.total).toEqual(expect.any(Number))
})
