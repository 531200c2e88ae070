// Runs bundled test files, each time loaded anew, up to the first failure unless reaches are counted. A process starts once for many mutants.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const home = process.cwd()
// The bundles keep this object: it is changed, never replaced.
const stryker = { hitCount: 0 }
globalThis.__stryker__ = stryker
process.setMaxListeners(0)
let runs = 0

process.on('message', async (order) => {
  const room = join(home, String(runs++))
  // A mutant may write and delete where it should not: each run has a folder of its own.
  mkdirSync(room, { recursive: true })
  process.chdir(room)
  process.env.TMPDIR = room
  const answer = await run(order).catch((error) => ({
    hasFailed: true,
    failed: { load: String(error) },
    took: {},
  }))
  stryker.activeMutant = undefined
  process.chdir(home)
  rmSync(room, { recursive: true, force: true })
  process.send(answer)
})

async function run({ bundle, mutant, limit, isCounting, wanted, isWhole }) {
  // A mutant that is hit far more often than the code it replaces is in a loop without end, and throws.
  Object.assign(stryker, {
    activeMutant: mutant,
    isCounting,
    hitCount: 0,
    hitLimit: limit,
    mutantCoverage: undefined,
    currentTestId: undefined,
  })
  const tests = []
  globalThis.collectedTests = tests
  await import(`${pathToFileURL(bundle)}?${runs}`)
  const ids = isWhole ? tests.map((_, at) => String(at)) : wanted
  const answer = { hasFailed: false, failed: {}, took: {} }
  for (const id of ids.filter((one) => tests[one])) {
    const test = tests[id]
    const begun = performance.now()
    stryker.currentTestId = id
    try {
      await test.handler({})
    } catch (error) {
      answer.hasFailed = true
      answer.failed[id] = `${test.name}: ${error}`
    }
    for (const hook of test.hooks.afterEach) await hook()
    stryker.currentTestId = undefined
    answer.took[id] = performance.now() - begun
    if (answer.hasFailed && !isCounting) break
  }
  for (const hook of new Set(tests.flatMap(({ hooks }) => hooks.after))) await hook()
  // test.mjs fails a file without tests, too.
  if (tests.length === 0) answer.hasFailed = true
  return { ...answer, coverage: isCounting ? stryker.mutantCoverage : undefined }
}
