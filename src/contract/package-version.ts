import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns the version of this package. */
export function packageVersion(): string {
  const path = fileURLToPath(import.meta.resolve('pessoas-sim/package.json'))
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
