// Runs a bundled test file up to its first failure: run-one.mjs BUNDLE '{ "mutant", "limit", "wanted", "coverage" }'
import { writeFileSync } from 'node:fs'

const [bundle, options] = process.argv.slice(2)
const { mutant, limit, wanted, coverage } = JSON.parse(options)
globalThis.UVU_DEFER = 1
globalThis.UVU_QUEUE = [[null]]
globalThis.wantedTests = wanted && new Set(wanted)
// A mutant that is hit far more often than the code it replaces is in a loop without end, and throws.
globalThis.__stryker__ = mutant === undefined ? {} : { activeMutant: mutant, hitCount: 0, hitLimit: limit }
const [{ exec }, { default: fc }] = await Promise.all([import('uvu'), import('fast-check')])
// The same values for each mutant, so that a figure can be measured again.
fc.configureGlobal({ seed: 1 })
await import(bundle)
await exec(true)
if (coverage !== undefined) {
  writeFileSync(
    coverage,
    JSON.stringify({ static: {}, perTest: {}, ...globalThis.__stryker__.mutantCoverage }),
  )
}
// What a mutant leaves open does not keep the run waiting.
process.exit()
