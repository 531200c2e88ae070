import { test } from 'pessoas-sim/vitest'
import { expect } from 'vitest'

test.override({ pessoasOptions: { fixture: { pessoas: [{ nome: 'Dalva de Teste' }] } } })

test('a test that fails', async ({ pessoas }) => {
  console.log(`token ${pessoas.token.slice(4)}`)
  await fetch(`${pessoas.url}/pessoas`, { headers: pessoas.headers })
  expect((await fetch(`${pessoas.url}/pessoas?rows=30`, { headers: pessoas.headers })).status).toBe(200)
})

test('a test that passes', async ({ pessoas }) => {
  await fetch(`${pessoas.url}/pessoas?rows=75`, { headers: pessoas.headers })
})
