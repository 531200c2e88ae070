import { readdirSync, readFileSync } from 'node:fs'

const { components } = JSON.parse(readFileSync('node_modules/pessoas-sim/dist/sbom.cdx.json', 'utf8'))
const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
const installed = readdirSync('node_modules', { recursive: true })
  .filter((file) => /(^|node_modules\/)(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
  .map((file) => JSON.parse(readFileSync(`node_modules/${file}`, 'utf8')))
  .filter(({ name }) => name !== 'pessoas-sim')
  .map(({ name, version }) => `${name}@${version}`)
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
]
const faults = [
  ...installed.filter((one) => !listed.has(one)).map((one) => `sbom.cdx.json has no ${one}`),
  ...components
    .filter(({ licenses: [{ license }] }) => !permissive.includes(license.id))
    .map(({ name, licenses: [{ license }] }) => `${name}: may a package under ${license.id} come with ours?`),
  ...(installed.length > 35 ? [`an install needs ${installed.length} packages, more than 35`] : []),
]
console.log(`  ${installed.length} packages installed, ${components.length} in the bill of materials`)
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
