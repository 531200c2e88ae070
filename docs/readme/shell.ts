import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { COMMAND, ownVariables } from '../../bin/testing/command.ts'

/** Puts an npx into a folder that runs the command from its sources, and returns the environment that finds it. */
export function variablesWithNpx(folder: string): NodeJS.ProcessEnv {
  const npx = join(folder, 'npx')
  const words = [process.execPath, ...COMMAND].map((word) => `'${word}'`).join(' ')
  writeFileSync(npx, `#!/bin/sh\nshift\nexec ${words} "$@"\n`)
  chmodSync(npx, 0o755)
  return { ...ownVariables(), PATH: `${folder}:${process.env.PATH}` }
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
