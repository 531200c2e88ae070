// The client of orval lists, walks, decides, and is refused.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { listPessoas, type PersonItem, validateRelatorio } from './orval/client'

const { url, organizations } = JSON.parse(readFileSync('ready.json', 'utf8'))
const [{ token, reports, persons }] = organizations
const { fetch } = globalThis
// What it generates has paths only.
globalThis.fetch = (path, options) => fetch(url + path, options)
const asOwner = { headers: { Authorization: token, 'Content-Type': 'application/json' } }

const found: PersonItem[] = []
for (let page = 1; ; page++) {
  const answer = await listPessoas({ page, rows: 25 }, { headers: { Authorization: token } })
  if (answer.status !== 200) throw new Error(answer.data.message)
  found.push(...answer.data.result.itens)
  if (found.length >= Number(answer.data.result.paginacao.total)) break
}
assert.equal(new Set(found.map(({ cpf }) => cpf)).size, persons)

const [, numero] = reports
const body = { aprovar: false, mensagem: 'Documentos de outra pessoa enviados.' }
const decided = await validateRelatorio(numero, body, asOwner)
assert.ok(decided.status === 200 && decided.data.result.numero === numero)
const off = await listPessoas({ rows: 30 }, asOwner)
assert.ok(off.status === 400 && off.data.validation.keys[0] === 'rows')
const missing = await validateRelatorio('99999999-9999-4999-8999-999999999999', body, asOwner)
assert.ok(missing.status === 404 && missing.data.error === 'Not Found')
assert.equal((await listPessoas()).status, 401)
console.log(`orval: ${found.length} persons, a decision, 400, 401 and 404`)
