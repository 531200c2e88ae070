// Stands in for uvu in the bundles: collects the tests, so that the worker can run any of them in any order.
export function suite() {
  const tests = []
  const hooks = { after: [], afterEach: [] }
  const test = (name, handler) => tests.push({ name, handler, hooks })
  test.after = (hook) => hooks.after.push(hook)
  test.after.each = (hook) => hooks.afterEach.push(hook)
  test.run = () => globalThis.collectedTests.push(...tests.splice(0))
  return test
}

export const test = suite()
