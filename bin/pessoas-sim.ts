#!/usr/bin/env node
import { OperatorError } from '../src/index.ts'
import { serve } from './commands/serve.ts'
import { readFlags, serveFlags, UsageError } from './flags.ts'
import { readPlainServe } from './plain-serve.ts'

// Whoever reads what is printed may go away; the simulator goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  const plain = readPlainServe(process.argv.slice(2))
  if (plain) await serve(readFlags(serveFlags, plain, process.env))
  // Loading yargs takes as long as starting the simulator, so it is left for what is not plain.
  else await (await import('./command-line.ts')).runCommandLine(process.argv.slice(2))
} catch (error) {
  if ((error as NodeJS.ErrnoException).syscall === 'uv_cwd') {
    process.stderr.write('pessoas-sim: The working directory no longer exists: change to another.\n')
    process.exit(1)
  }
  if (!(error instanceof OperatorError || error instanceof UsageError)) throw error
  process.stderr.write(`pessoas-sim: ${error.message}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
