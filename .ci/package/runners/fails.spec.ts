import { expect } from '@playwright/test'
import { test } from 'pessoas-sim/playwright'

test.describe(() => {
  test.use({ pessoasOptions: { fixture: { pessoas: [{ nome: 'Dalva de Teste' }] } } })
  test('a test that fails', async ({ pessoas, request }) => {
    console.log(`token ${pessoas.token.slice(4)}`)
    await request.get(`${pessoas.url}/pessoas`, { headers: pessoas.headers })
    const { headers } = pessoas
    expect((await request.get(`${pessoas.url}/pessoas?rows=30`, { headers })).status()).toBe(200)
  })
})

test('a test that passes', async ({ pessoas, request }) => {
  await request.get(`${pessoas.url}/pessoas?rows=75`, { headers: pessoas.headers })
})
