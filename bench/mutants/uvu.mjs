// Stands before uvu in the bundles: numbers the tests, says which one is running, and skips those that are not wanted.
import { suite as suiteOf } from 'uvu'

let count = 0

export function suite(...args) {
  const inner = suiteOf(...args)
  const numbered = (name, handler) => {
    const id = String(count++)
    if (globalThis.wantedTests && !globalThis.wantedTests.has(id)) return
    inner(name, async (context) => {
      globalThis.__stryker__.currentTestId = id
      try {
        await handler(context)
      } finally {
        globalThis.__stryker__.currentTestId = undefined
      }
    })
  }
  return Object.assign(numbered, inner)
}

export const test = suite()
