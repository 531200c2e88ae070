// Builds dist: JavaScript and types by tsc, then what cannot be left to whoever installs the package (see `bundle`).
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { bomOf, licencesOf, onlyDispatchers, packagesOf, realGlobals } from './third-party.mjs'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

const INSIDE = ['src/server/fastify.js', 'conformance/client/undici.js']

/** No route has a schema (see src/server/server.ts), so what compiles them, which is most of Fastify, stays out. */
const withoutSchemas = {
  name: 'without schemas',
  setup({ onResolve, onLoad }) {
    const filter = /^@fastify\/(ajv-compiler|fast-json-stringify-compiler)$/
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'none' }))
    onLoad({ filter, namespace: 'none' }, () => ({ contents: '' }))
  },
}

/** Built-in modules are imported, so that no `require` has to be made, which bundles of users cannot do. */
const importedBuiltins = {
  name: 'imported built-ins',
  setup({ onResolve, onLoad }) {
    const names = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)])
    onResolve({ filter: /^[a-z\d:_/]+$/ }, ({ path, kind }) =>
      kind === 'require-call' && names.has(path) ? { path, namespace: 'builtin' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `import all from ${JSON.stringify(path)}; module.exports = all`,
    }))
  },
}

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
})
removeHiddenTypes()
await writeProfileSchema()
const inputs = [...(await bundleInside()), ...(await bundleCommonJs())]
await joinSources()
const inside = packagesOf(inputs)
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licencesOf(inside))
writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(bomOf(inside), null, 2)}\n`)

/** Writes the JSON Schema of profiles, for editors, from the table of knobs. */
async function writeProfileSchema() {
  const { profileSchemaText } = await import('./dist/src/operator/profile-schema.js')
  writeFileSync('fixtures/profile.schema.json', profileSchemaText())
}

/** Removes the types that no entry of the package refers to, directly or through others: nobody can import them. */
function removeHiddenTypes() {
  const shown = new Set()
  const show = (file) => {
    if (shown.has(file)) return
    shown.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*['"](\.[^'"]*)\.[jt]s['"]/g,
    )
    for (const [, path] of imports) show(join(dirname(file), `${path}.d.ts`))
  }
  for (const entry of ['src', 'conformance']) show(join('dist', entry, 'index.d.ts'))
  for (const name of readdirSync('dist', { recursive: true })) {
    const file = join('dist', name)
    if (name.endsWith('.d.ts') && !shown.has(file)) rmSync(file)
  }
}

/**
 * Puts packages into the files that only export them.
 * - fastify cannot be a dependency of the package: fastify → light-my-request → cookie 2 requires Node 22, and yarn 1
 *   takes no other version of it on Node 20.
 * - undici fails in jsdom, stands still under fake timers, and Bun has another one of this name.
 */
function bundleInside() {
  return bundle({
    entryPoints: INSIDE.map((file) => `dist/${file}`),
    outdir: 'dist',
    outbase: 'dist',
    format: 'esm',
    allowOverwrite: true,
    external: Object.keys(dependencies),
    plugins: [withoutSchemas, onlyDispatchers, importedBuiltins],
  })
}

/**
 * Makes the entries that Jest and other users of `require` need, with all packages inside: Jest would run them with the
 * globals of its test environment, and take what they have for browsers where that is jsdom.
 */
async function bundleCommonJs() {
  const used = await bundle({
    entryPoints: ['dist/src/index.js', 'dist/conformance/index.js'],
    outdir: 'dist/cjs',
    outbase: 'dist',
    format: 'cjs',
    external: ['pg-native'],
    plugins: [withoutSchemas, onlyDispatchers],
    // Jest cannot run import() in CommonJS.
    supported: { 'dynamic-import': false },
    define: {
      ...realGlobals.define,
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
  const isType = (path) => !/\.[^/]+$/.test(path) || path.endsWith('.d.ts')
  for (const room of ['src', 'conformance']) {
    cpSync(`dist/${room}`, `dist/cjs/${room}`, { recursive: true, filter: isType })
  }
  writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n')
  return used
}

/**
 * Joins the files of the simulator and of the suite, of which a start loads some dozens instead of two hundred, in half
 * the time.
 */
async function joinSources() {
  const scripts = (room) =>
    readdirSync(room, { recursive: true })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(room, name))
  const imported = scripts('dist/bin').flatMap((user) =>
    [...readFileSync(user, 'utf8').matchAll(/['"](\.[^'"]*\.js)['"]/g)].map(([, path]) =>
      join(dirname(user), path),
    ),
  )
  const all = [...scripts('dist/src'), ...scripts('dist/conformance')]
  const entries = [join('dist/src/index.js'), join('dist/conformance/index.js'), ...imported]
  const { outputFiles } = await build({
    entryPoints: all.filter((file) => entries.includes(file)),
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    outdir: 'dist',
    outbase: 'dist',
    chunkNames: 'src/chunks/[hash]',
    write: false,
    logLevel: 'warning',
  })
  for (const file of all) rmSync(file)
  mkdirSync('dist/src/chunks')
  for (const { path, contents } of outputFiles) writeFileSync(path, contents)
}

/** Returns the paths of the files that went in. */
async function bundle(options) {
  const { metafile } = await build({
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    ...realGlobals,
    ...options,
  })
  return Object.keys(metafile.inputs)
}
