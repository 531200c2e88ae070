import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL, URL } from 'node:url'

/**
 * Returns the URL of a file of this package, also to a bundle that somebody made of it.
 * @throws {Error} if the package is not installed where the bundle runs
 */
export function packageFile(path: string): URL {
  const manifest = 'pessoas-sim/package.json'
  try {
    // A bundle in CommonJS has no import.meta.
    const found =
      (import.meta as Partial<ImportMeta>).resolve?.(manifest) ??
      pathToFileURL(createRequire(join(process.cwd(), 'bundle.js')).resolve(manifest))
    return new URL(path, found)
  } catch (cause) {
    throw new Error(
      `A bundle of pessoas-sim cannot find ${path} of the package. Mark pessoas-sim as external, and install it where the bundle runs.`,
      { cause },
    )
  }
}

/** Returns the version of this package. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version
}
