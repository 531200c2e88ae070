// A simulator in a process of its own that also takes its decisions back when it is told to:
// node resettable.mjs ENTRY STATE, where ENTRY is the library, of the sources or built.
const [entry, state] = process.argv.slice(2)
const { startSimulator } = await import(entry)
const sim = await startSimulator({ state, persons: 200, write: (line) => console.error(line) })
const { url, organizations } = sim
console.log(JSON.stringify({ url, organizations }))
process.stdin.on('data', () => sim.reset().then(() => console.log('reset')))
