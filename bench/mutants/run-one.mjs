// Runs one bundled test file with one mutant, up to its first failure: run-one.mjs BUNDLE [MUTANT LIMIT | '' COVERAGE]
import { writeFileSync } from 'node:fs'

const [bundle, mutant, rest] = process.argv.slice(2)
globalThis.UVU_DEFER = 1
globalThis.UVU_QUEUE = [[null]]
// A mutant that is hit far more often than the code it replaces is in a loop without end, and throws.
globalThis.__stryker__ = mutant ? { activeMutant: mutant, hitCount: 0, hitLimit: Number(rest) } : {}
const [{ exec }, { default: fc }] = await Promise.all([import('uvu'), import('fast-check')])
// The same values for each mutant, so that a figure can be measured again.
fc.configureGlobal({ seed: 1 })
await import(bundle)
await exec(true)
if (mutant === '') {
  writeFileSync(rest, JSON.stringify(globalThis.__stryker__.mutantCoverage?.static ?? {}))
}
// What a mutant leaves open does not keep the run waiting.
process.exit()
