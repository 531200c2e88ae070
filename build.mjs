// Builds dist, the JSON Schemas and the reference: npm run build. With --scripts it makes only what tests need, in seconds.
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { build as buildPage } from 'vite'

const isWhole = !process.argv.includes('--scripts')
const { name, version, license, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** All of undici would load what only browsers and its fetch need, and fail where a test runner took that away. */
const onlyDispatchers = {
  name: 'only dispatchers',
  setup({ onResolve, onLoad }) {
    const parts = { Dispatcher: 'dispatcher', Agent: 'agent', Pool: 'pool', ProxyAgent: 'proxy-agent' }
    const lines = Object.entries(parts).map(
      ([name, file]) => `exports.${name} = require('./node_modules/undici/lib/dispatcher/${file}.js')`,
    )
    lines.push(`Object.assign(exports.Dispatcher.prototype, require('./node_modules/undici/lib/api'))`)
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'part' }))
    onLoad({ filter: /.*/, namespace: 'part' }, () => ({ contents: lines.join('\n'), resolveDir: '.' }))
    // For bodies that are forms, which nobody sends.
    onResolve({ filter: /\/web\// }, ({ path }) => ({ path, namespace: 'none' }))
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: '' }))
  },
}

/** Built-in modules are imported, so that no `require` has to be made, which bundles of users cannot do. */
const importedBuiltins = {
  name: 'imported built-ins',
  setup({ onResolve, onLoad }) {
    const names = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]))
    onResolve({ filter: /^[a-z\d:_/]+$/ }, ({ path, kind }) =>
      kind === 'require-call' && names.has(path) ? { path, namespace: 'builtin' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `import all from ${JSON.stringify(path)}; module.exports = all`,
    }))
  },
}

/** What has the simulator from the other entry in CommonJS, where every file has all that it needs inside. */
const oneSimulator = {
  name: 'one simulator',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/index\.ts$/ }, ({ importer }) =>
      /\brunners\b/.test(importer) ? { path: '../index.js', external: true } : undefined,
    )
  },
}

/** The packages of users that the fixtures of src/runners extend. */
const RUNNERS = ['vitest', '@playwright/test']
const ENTRIES = ['src/index.ts', 'conformance/index.ts', 'src/runners/playwright.ts']

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  outbase: '.',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // Fastify asks for its compilers where a route has a schema for them: none has.
  alias: { '@fastify/ajv-compiler': 'node:util', '@fastify/fast-json-stringify-compiler': 'node:util' },
  // Test runners replace the global ones.
  inject: ['third-party-globals.mjs'],
  define: { 'process.nextTick': '$nextTick' },
}

/**
 * The program and the two entries, with every package inside that is no dependency.
 * - fastify cannot be one: fastify → light-my-request → cookie 2 requires Node 22, and yarn 1 takes no other version of it on Node 20.
 * - undici fails in jsdom, stands still under fake timers, and Bun has another one of this name.
 */
const buildModules = () =>
  build({
    ...options,
    entryPoints: ['bin/pessoas-sim.ts', ...ENTRIES, 'src/runners/vitest.ts'],
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    sourcemap: isWhole ? false : 'linked',
    external: [...Object.keys(dependencies), ...RUNNERS],
    plugins: [onlyDispatchers, importedBuiltins],
  })

/**
 * The entries for Jest and other users of `require`, with all packages inside: Jest would run them with the globals of
 * its test environment, and take what they have for browsers where that is jsdom.
 */
const buildCommonJs = () =>
  build({
    ...options,
    entryPoints: ENTRIES,
    outdir: 'dist/cjs',
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['pg-native', ...RUNNERS],
    plugins: [onlyDispatchers, oneSimulator],
    // Jest cannot run import() in CommonJS.
    supported: { 'dynamic-import': false },
    define: {
      ...options.define,
      'import.meta.url': 'importMeta.url',
      'import.meta.resolve': 'importMeta.resolve',
    },
    banner: {
      js: `const importMeta = (({ pathToFileURL }) => ({
  url: pathToFileURL(__filename).href,
  resolve: (name) => pathToFileURL(require.resolve(name)).href,
}))(require('node:url'));`,
    },
  })

/** What test.mjs has every process load. */
const buildChecking = () =>
  build({
    ...options,
    entryPoints: ['src/testing/check-answers.ts'],
    outdir: 'dist',
    format: 'esm',
    plugins: [importedBuiltins],
  })

rmSync('dist', { recursive: true, force: true })
const [modules, page] = await Promise.all([
  buildModules(),
  buildPage({ root: 'src/console', logLevel: 'warn' }),
  ...(isWhole ? [] : [buildChecking()]),
])
execFileSync(process.execPath, ['--import', 'tsx', 'docs/generate.ts'], { stdio: 'inherit' })
if (isWhole) {
  const commonJs = await buildCommonJs()
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  })
  const isType = (path) => !/\.[^/]+$/.test(path) || path.endsWith('.d.ts')
  for (const room of ['src', 'conformance'])
    cpSync(`dist/${room}`, `dist/cjs/${room}`, { recursive: true, filter: isType })
  writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n')
  const ofPage = page.output.flatMap(({ moduleIds = [] }) => moduleIds.map((id) => relative('.', id)))
  writeNotices([...[modules, commonJs].flatMap(({ metafile }) => Object.keys(metafile.inputs)), ...ofPage])
}

/** Writes what others wrote of the package: the licences of what is inside, and a bill of materials in CycloneDX. */
function writeNotices(files) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const inside = new Set(files.flatMap((file) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  const licences = [...inside].sort().map((folder) => {
    const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
    return `${folder.slice('node_modules/'.length)} ${packages[folder].version} (${packages[folder].license})\n\n${text}\n`
  })
  writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences.join(`\n${'-'.repeat(80)}\n\n`))
  const component = (name, { version, license }, type = 'library') => ({
    type,
    name,
    version,
    licenses: [{ license: { id: license } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  })
  const components = Object.entries(packages)
    .filter(([folder, { dev, peer }]) => folder !== '' && (inside.has(folder) || !(dev || peer)))
    .map(([folder, found]) => ({
      ...component(folder.split('node_modules/').at(-1), found),
      properties: [{ name: 'pessoas-sim:bundled', value: String(inside.has(folder)) }],
    }))
  const metadata = { component: component(name, { version, license }, 'application') }
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }
  writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(bom, null, 2)}\n`)
}
