#!/usr/bin/env node
import { main } from './main.ts'

// Whoever reads what is printed may go away; the simulator goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await main(process.argv.slice(2))
