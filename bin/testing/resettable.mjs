// A simulator in a process of its own that also takes its decisions back when it is told to:
// node resettable.mjs ENTRY STATE, where ENTRY is the library, of the sources or built.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [entry, state] = process.argv.slice(2)
const { startSimulator } = await import(entry)
const sim = await startSimulator({ state, persons: 200, write: (line) => console.error(line) })
const [{ id, token }] = sim.organizations
// All of its reports, those with a decision too: a few of them, so that the same ones are decided again.
const { relatorios } = JSON.parse(readFileSync(join(state, 'dataset.json'), 'utf8'))
const reports = relatorios.filter(({ organizacao }) => organizacao === id).slice(0, 60)
console.log(JSON.stringify({ url: sim.url, token, reports: reports.map(({ numero }) => numero) }))
process.stdin.on('data', () => sim.reset().then(() => console.log('reset')))
