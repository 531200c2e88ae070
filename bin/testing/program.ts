import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** How another process runs a source: the arguments of Node that it needs, and the module. */
export interface Program {
  nodeArgs: string[]
  file: string
  url: string
}

/**
 * Returns how another process runs a source: as `npm test` built it, which starts much faster, or compiled by tsx, as in
 * a test file that is run by itself.
 */
export function programOf(source: string): Program {
  const file = fileURLToPath(source)
  const built = join(ROOT, 'dist', relative(ROOT, file).replace(/\.ts$/, '.js'))
  return process.env.TESTS_USE_DIST && existsSync(built)
    ? { nodeArgs: [], file: built, url: pathToFileURL(built).href }
    : { nodeArgs: ['--import', import.meta.resolve('tsx')], file, url: source }
}
