#!/usr/bin/env node
import { main } from './main.ts'
import { say } from './terminal/say.ts'

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => {
  // EPIPE is not an error: the reader of a pipe stopped early, as head does. The simulator keeps running.
  if (code === 'EPIPE') return
  say(`pessoas-sim: standard output cannot be written (${code}).`)
  process.exitCode = 4
  // A simulator closes in order; no other command has anything to close when it prints.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit()
})

await main(process.argv.slice(2))
