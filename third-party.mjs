// What comes with the package that others wrote: what npm installs beside it, and what is inside its own files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The options with which esbuild gives the packages that it bundles what test runners cannot replace. */
export const realGlobals = {
  inject: [fileURLToPath(import.meta.resolve('./third-party-globals.mjs'))],
  define: { 'process.nextTick': '$nextTick' },
}

/** All of undici would load what only browsers and its fetch need, and fail where that is missing. */
export const onlyDispatchers = {
  name: 'only dispatchers',
  setup({ onResolve, onLoad }) {
    const parts = { Dispatcher: 'dispatcher', Agent: 'agent', Pool: 'pool', ProxyAgent: 'proxy-agent' }
    const lines = Object.entries(parts).map(
      ([name, file]) => `exports.${name} = require('./node_modules/undici/lib/dispatcher/${file}.js')`,
    )
    const contents = [
      ...lines,
      `Object.assign(exports.Dispatcher.prototype, require('./node_modules/undici/lib/api'))`,
    ].join('\n')
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'part' }))
    onLoad({ filter: /^undici$/, namespace: 'part' }, () => ({ contents, resolveDir: '.' }))
    // For bodies that are forms, which nobody sends.
    onResolve({ filter: /\/web\// }, ({ path }) => ({ path, namespace: 'none' }))
    onLoad({ filter: /\/web\//, namespace: 'none' }, () => ({ contents: '' }))
  },
}

const { name, version, license } = JSON.parse(readFileSync('package.json', 'utf8'))
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const nameOf = (folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns the folders of the packages that such files belong to. */
export function packagesOf(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

/** Returns the licences of packages whose code is inside ours, as they ask for. */
export function licencesOf(folders) {
  return folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
      const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * Returns the software bill of materials, in CycloneDX: what is inside has the property `pessoas-sim:bundled`. It has no
 * time and no number of its own, so that the same lock file gives the same text.
 */
export function bomOf(inside) {
  const installed = Object.keys(packages).filter(
    (folder) => folder !== '' && !packages[folder].dev && !packages[folder].peer,
  )
  const components = [...new Set([...installed, ...inside])].sort().map((folder) => {
    const { version, license, integrity, optional } = packages[folder]
    const [algorithm, digest] = integrity.split('-')
    return {
      type: 'library',
      'bom-ref': `${nameOf(folder)}@${version}`,
      name: nameOf(folder),
      version,
      scope: optional ? 'optional' : 'required',
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
      ],
      licenses: [{ license: { id: license } }],
      purl: `pkg:npm/${nameOf(folder).replace('@', '%40')}@${version}`,
      ...(inside.includes(folder) && { properties: [{ name: 'pessoas-sim:bundled', value: 'true' }] }),
    }
  })
  const component = {
    type: 'application',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    licenses: [{ license: { id: license } }],
    purl: `pkg:npm/${name}@${version}`,
  }
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components }
}
