import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createInstrumenter, type InstrumentResult } from '@stryker-mutator/instrumenter'
import { build, type Plugin } from 'esbuild'

/** Modules of ours in place of packages. */
const STAND_INS = new Map(
  ['uvu', 'fast-check'].map((name) => [name, fileURLToPath(new URL(`${name}.mjs`, import.meta.url))]),
)

export type Mutant = InstrumentResult['mutants'][number]

type Injector = Parameters<typeof createInstrumenter>[0]

/** Sentences about a thing, in tables: no test should repeat them. */
const PROSE = new Set(['says', 'seen'])

interface Path {
  isObjectProperty(): boolean
  isStringLiteral(): boolean
  parentPath: Path | null
  node: { key?: { name?: string } }
}

/** Returns why a place is not mutated, as Stryker asks it. */
function shouldIgnore(path: Path): string | undefined {
  const property = path.parentPath
  const isProse = property?.isObjectProperty() && PROSE.has(property.node.key?.name ?? '')
  return isProse && path.isStringLiteral() ? 'prose' : undefined
}

/** Returns the sources with every mutant in them, each behind a switch, and the list of mutants. */
export async function instrument(files: readonly string[]): Promise<InstrumentResult> {
  const logger = new Proxy({}, { get: (_, name) => () => !String(name).startsWith('is') })
  const parts = new Map<string, unknown>([['logger', logger]])
  // Stryker's injector lives in another package; the instrumenter needs no more of it than this.
  const injector = {
    provideValue(name: string, value: unknown) {
      parts.set(name, value)
      return injector
    },
    injectClass: (Class: { new (...values: unknown[]): unknown; inject: readonly string[] }) =>
      new Class(...Class.inject.map((name) => parts.get(name))),
  }
  return createInstrumenter(injector as unknown as Injector).instrument(
    files.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true })),
    {
      plugins: null,
      excludedMutations: [],
      ignorers: [{ shouldIgnore: (path) => shouldIgnore(path as Path) }],
    },
  )
}

/** Bundles each test file into one module, with the instrumented sources in place of the originals. */
export async function bundle(
  tests: readonly string[],
  { files }: InstrumentResult,
  folder: string,
): Promise<void> {
  const instrumented = new Map(files.map(({ name, content }) => [name, content]))
  const sources: Plugin = {
    name: 'instrumented-sources',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[a-z-]+$/ }, ({ path }) => {
        const standIn = STAND_INS.get(path)
        return standIn === undefined ? undefined : { path: standIn, external: true }
      })
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        loader: 'ts',
        // Tests read what lies beside them: each module keeps the address of its source.
        contents: (instrumented.get(path) ?? readFileSync(path, 'utf8'))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          // Counting is most of what an instrumented loop costs.
          .replace('function cover() {', 'function cover() { if (!ns.isCounting) return;'),
      }))
    },
  }
  await build({
    entryPoints: tests.map((test, at) => ({ in: test, out: String(at) })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    keepNames: true,
    plugins: [sources],
  })
}
