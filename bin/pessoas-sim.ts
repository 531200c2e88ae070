#!/usr/bin/env node
import { main } from './main.ts'

// The reader of a pipe may exit (EPIPE); the simulator keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await main(process.argv.slice(2))
