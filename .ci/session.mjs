// Writes the same session as a test file for each runner.
import { writeFileSync } from 'node:fs'
import { startSimulator } from 'pessoas-sim'

const sim = await startSimulator({ seed: 7 })
const [{ token, reports }] = sim.organizations
const headers = { authorization: token, 'content-type': 'application/json' }
const decide = (body) =>
  fetch(`${sim.url}/relatorios/validar/${reports[0]}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
await fetch(`${sim.url}/pessoas?rows=30`, { headers })
await fetch(`${sim.url}/pessoas?sort=-nome&page=2`, { headers })
await decide({ aprovar: 'true', mensagem: 'Documentos conferidos com a pessoa' })
await decide({ aprovar: true, mensagem: 'Documentos conferidos com a pessoa' })
for (const [format, file] of Object.entries({
  vitest: 'replay.test.mjs',
  jest: 'replay.test.js',
  'node:test': 'replay.node.mjs',
})) {
  writeFileSync(file, await sim.journal.export(format))
}
await sim.close()
