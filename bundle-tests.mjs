// Bundles test files and what they start, so that a process of a test loads a few files instead of compiling hundreds.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { onlyDispatchers, realGlobals } from './third-party.mjs'

/** What tests start in processes of their own: see bin/testing/program.ts. */
const PROGRAMS = [
  'bin/pessoas-sim.ts',
  'conformance/index.ts',
  'src/index.ts',
  'src/operator/read-text.ts',
  'src/world/log/folder.ts',
]
/** Packages of many files, which would take most of the time that a process needs to start. */
const INSIDE = [
  'ajv',
  'ajv/dist/2020.js',
  'fast-check',
  'fastify',
  'lowdb',
  'undici',
  'uvu',
  'uvu/assert',
  'yaml',
]
/** Fastify asks for them only where a route has a schema: see src/server/server.ts. */
const NEVER = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

/**
 * Returns the folders of the bundles of the tests and of the programs; they are inside the repository, where they find
 * its packages, until `process` exits.
 * @param isCounted whether the coverage of the bundles is counted
 */
export async function bundleTests(files, isCounted) {
  const folder = mkdtempSync(resolve('.tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  if (isCounted) {
    // What a source has in two bundles would be counted as branches of its own in each.
    await bundle([...new Set([...PROGRAMS, ...files])], folder)
    return { bundles: folder, programs: folder }
  }
  // Programs share no chunks with tests: a process of one loads fewer files.
  const programs = join(folder, 'programs')
  await Promise.all([bundle(PROGRAMS, programs), bundle(files, folder)])
  return { bundles: folder, programs }
}

function bundle(entryPoints, outdir) {
  return build({
    entryPoints,
    outdir,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
    },
    plugins: [onlyDispatchers, packages, addresses],
    ...realGlobals,
  })
}

const packages = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
      !NEVER.includes(path) && (importer.includes('node_modules') || INSIDE.includes(path))
        ? undefined
        : { path, external: true },
    )
  },
}

/** Tests read what lies beside them: their modules keep the address of the source. */
const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const name = relative('', path).replaceAll('\\', '/')
      if (!/^(bench|docs)\/|\/testing\/|\.test\.ts$/.test(name) || name.includes('node_modules')) return
      const url = JSON.stringify(pathToFileURL(path).href)
      return { loader: 'ts', contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url) }
    })
  },
}

/** Returns a text in which each place in a bundle is the place in its source. */
export function withSources(text, folder) {
  const maps = new Map()
  const mapOf = (path) => {
    if (!maps.has(path)) maps.set(path, new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))))
    return maps.get(path)
  }
  return text.replace(
    /(file:\/\/[^\s()]+?\.mjs|\/[^\s():]+?\.mjs):(\d+)(?::(\d+))?/g,
    (place, file, line, column = 1) => {
      const path = file.startsWith('file:') ? fileURLToPath(file) : file
      if (!path.startsWith(folder)) return place
      const { originalSource, originalLine, originalColumn } = mapOf(path).findEntry(line - 1, column - 1)
      if (originalSource === undefined) return place
      return `${relative('', resolve(path, '..', originalSource))}:${originalLine + 1}:${originalColumn + 1}`
    },
  )
}
