import { startSimulator } from 'pessoas-sim'
import { runConformance } from 'pessoas-sim/conformance'

const sim = await startSimulator({ quirks: ['total-as-number'] })
const report = await runConformance({ url: sim.url, token: sim.organizations[0].token }).report()
await sim.close()
const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
console.log(`  import on Node ${process.version}: ${failed}`)
process.exit(failed.join() === 'PAG-02' ? 0 : 1)
