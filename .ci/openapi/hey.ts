// The client of @hey-api/openapi-ts lists, walks, decides, and is refused.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { client } from './hey/client.gen'
import { listPessoas, validateRelatorio } from './hey/sdk.gen'
import type { PersonItem } from './hey/types.gen'

const { url, organizations } = JSON.parse(readFileSync('ready.json', 'utf8'))
const [{ token, reports, persons }] = organizations
const [numero] = reports
client.setConfig({ baseUrl: url, auth: token })

const found: PersonItem[] = []
for (let page = 1; ; page++) {
  const { data, error } = await listPessoas({ query: { page, rows: 50, sort: 'nome' } })
  if (data === undefined) throw new Error(error.message)
  found.push(...data.result.itens)
  if (found.length >= Number(data.result.paginacao.total)) break
}

const body = { aprovar: true, mensagem: 'Documentos conferidos com a pessoa.' }
const decided = await validateRelatorio({ path: { numero_do_relatorio: numero }, body })

assert.equal(new Set(found.map(({ cpf }) => cpf)).size, persons)
assert.equal(decided.data?.result.numero, numero)

const short = await validateRelatorio({
  path: { numero_do_relatorio: numero },
  body: { ...body, mensagem: 'curta' },
})
assert.ok(short.error?.status_code === 400 && 'validation' in short.error)
assert.deepEqual(short.error.validation, { source: 'payload', keys: ['mensagem'] })
const unknown = '99999999-9999-4999-8999-999999999999'
const missing = await validateRelatorio({ path: { numero_do_relatorio: unknown }, body })
assert.equal(missing.error?.status_code, 404)
const strange = await listPessoas({ auth: 'unknown-token' })
assert.equal(strange.error?.status_code, 401)
console.log(`@hey-api/openapi-ts: ${found.length} persons, a decision, 400, 401 and 404`)
