const { startSimulator } = require('pessoas-sim')
require('pessoas-sim/conformance')

startSimulator().then(async (sim) => {
  const { status } = await fetch(`${sim.url}/pessoas`)
  await sim.close()
  console.log(`  require on Node ${process.version}: ${status}`)
  process.exit(status === 401 ? 0 : 1)
})
