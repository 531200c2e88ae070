// Runs a simulator that takes its decisions back for each line on standard input:
// node resettable.mjs ENTRY STATE, where ENTRY is the URL of the library, from the sources or built.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [entry, state] = process.argv.slice(2)
const { startSimulator } = await import(entry)
const sim = await startSimulator({ state, persons: 200, write: (line) => console.error(line) })
const [{ id, token }] = sim.organizations
// Include reports with a decision, and use only a few reports, so that the same ones are decided again.
const { relatorios } = JSON.parse(readFileSync(join(state, 'dataset.json'), 'utf8'))
const reports = relatorios.filter(({ organizacao }) => organizacao === id).slice(0, 60)
console.log(JSON.stringify({ url: sim.url, token, reports: reports.map(({ numero }) => numero) }))
process.stdin.on('data', () => sim.reset().then(() => console.log('reset')))
