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
 * Returns how another process runs a source: as test.mjs bundled it, which starts much faster, or compiled by tsx when
 * there is no bundle, as in a test file that is run by itself.
 */
export function programOf(source: string): Program {
  const file = fileURLToPath(source)
  const { BUNDLED_PROGRAMS: folder } = process.env
  const bundle = folder && join(folder, relative(ROOT, file).replace(/\.ts$/, '.mjs'))
  return bundle && existsSync(bundle)
    ? { nodeArgs: [], file: bundle, url: pathToFileURL(bundle).href }
    : { nodeArgs: file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [], file, url: source }
}
