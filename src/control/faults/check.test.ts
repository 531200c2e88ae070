import { writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError, OptionError } from '../../operator/operator-error.ts'
import { inFolder } from '../../testing/world.ts'
import { checkPlan } from './check.ts'
import { faultPlans, readFaultPlan } from './plans.ts'
import { faultPlanSchema } from './schema.ts'

const test = suite('plans of faults')

const ajv = new Ajv2020({ allErrors: true, strict: false })
const fits = ajv.compile(faultPlanSchema())
const silence = { kind: 'silence' }

/** Returns the message of what refuses a plan, without its first and last line. */
function errorsOf(plan: unknown): string[] {
  try {
    checkPlan(plan)
    return []
  } catch (error) {
    assert.instance(error, OperatorError)
    return (error as Error).message
      .split('\n')
      .slice(1, -1)
      .map((line) => line.trim())
  }
}

test('those that ship are valid, also for editors', () => {
  assert.equal(Object.keys(faultPlans), ['flaky', 'slow', 'rate-limited', 'lossy'])
  for (const [name, plan] of Object.entries(faultPlans)) {
    assert.equal(errorsOf(plan), [], name)
    assert.ok(fits(plan), ajv.errorsText(fits.errors))
    assert.is(readFaultPlan(name), plan)
  }
})

test('one with every option is valid', () => {
  const plan = {
    $schema: 'https://example.com/plan.json',
    says: 'Everything.',
    seed: 3,
    faults: [
      {
        name: 'all:1',
        fault: { kind: 'latency', logNormal: { median: 100, sigma: 0.5, most: 900 }, decided: true },
        on: { organization: 'org-1', endpoint: 'list', parameters: { page: '2' } },
        per: 'endpoint',
        when: { calls: [1, 2], from: 1, every: 1, share: 0.5, after: 0, before: '2030-01-01T00:00:00Z' },
        strikes: 3,
        rest: { calls: 1, time: 1_000 },
        ttl: null,
      },
      {
        name: 'lost',
        fault: { kind: 'lost-answer', decided: 'seeded', sends: 'status-line', close: 'reset' },
      },
    ],
  }
  assert.equal(errorsOf(plan), [])
  assert.ok(fits(plan), ajv.errorsText(fits.errors))
})

test('each error is told with its place, and the schema for editors refuses it too', () => {
  const cases: [unknown, RegExp][] = [
    [{ name: 'f' }, /^faults\[0\]\.fault is missing\.$/],
    [{ fault: silence }, /^faults\[0\]\.name is missing\.$/],
    [{ name: 'a b', fault: silence }, /^faults\[0\]\.name must match/],
    [
      { name: 'f', fault: { kind: 'silense' } },
      /^faults\[0\]\.fault\.kind is "silense": did you mean silence\?$/,
    ],
    [{ name: 'f', fault: {} }, /^faults\[0\]\.fault\.kind is missing\. Use "stale-keep-alive", /],
    [{ name: 'f', fault: 'silence' }, /fault must be an object: did you mean { "kind": "silence" }\?$/],
    [{ name: 'f', fault: silence, when: { after: 'now' } }, /after must look like 2026-01-31T12:00:00Z\.$/],
    [{ name: 'f', fault: silence, when: { after: true } }, /after must be a string or a whole number\.$/],
    [{ name: 'f', fault: { kind: 'gateway' } }, /^faults\[0\]\.fault\.status is missing\.$/],
    [{ name: 'f', fault: { kind: 'gateway', status: 500 } }, /status must be 502, 503, 504, 413 or 431\.$/],
    [{ name: 'f', fault: { kind: 'trickle', every: 0 } }, /every must be at least 1\.$/],
    [{ name: 'f', fault: { kind: 'unauthorized', decided: true } }, /decided is unknown/],
    [{ name: 'f', fault: silence, when: { share: 2 } }, /^faults\[0\]\.when\.share must be at most 1\.$/],
    [{ name: 'f', fault: silence, wen: {} }, /^faults\[0\]\.wen is unknown: did you mean when\?$/],
    [{ name: 'f', fault: silence, ttl: 0 }, /ttl must be at least 1\.$/],
    [{ name: 'f', fault: silence, on: { parameters: { page: 2 } } }, /parameters\.page must be a string\.$/],
  ]
  for (const [rule, expected] of cases) {
    const [error = 'none', ...more] = errorsOf({ faults: [rule] })
    assert.match(error, expected)
    assert.equal(more, [])
    assert.not(fits({ faults: [rule] }), error)
  }
  assert.equal(errorsOf({ faults: [null, { name: 'f' }] }).length, 2)
})

test('what is sound by itself, but does not go together', () => {
  const cases: [object, RegExp][] = [
    [{ fault: { kind: 'latency' } }, /exactly one of fixed, uniform or logNormal/],
    [{ fault: { kind: 'latency', fixed: 1, uniform: [1, 2] } }, /exactly one of/],
    [{ fault: { kind: 'latency', uniform: [3, 2] } }, /\[minimum, maximum\], not \[3,2\]/],
    [
      { fault: silence, when: { after: '2026-13-01T00:00:00Z' } },
      /when\.after "2026-13-01T00:00:00Z" is not a time/,
    ],
  ]
  for (const [rule, expected] of cases) {
    const [error = 'none'] = errorsOf({ faults: [{ name: 'f', ...rule }] })
    assert.match(error, expected)
  }
  const twice = [
    { name: 'f', fault: silence },
    { name: 'f', fault: silence },
  ]
  assert.equal(errorsOf({ faults: twice }), ['faults[1].name "f" is used twice.'])
})

test('what is no plan', () => {
  assert.match(errorsOf(null)[0] as string, 'plan must be an object')
  assert.match(errorsOf({ seed: 1 })[0] as string, 'plan.faults is missing')
  assert.match(errorsOf({ faults: [], sead: 1 })[0] as string, 'plan.sead is unknown: did you mean seed?')
})

test('a file is read, and what is wrong with it is told with its name', () =>
  inFolder((folder) => {
    const file = `${folder}/plan.json`
    const plan = { seed: 5, faults: [{ name: 'f', fault: silence }] }
    writeFileSync(file, JSON.stringify(plan))
    assert.equal(readFaultPlan(file), plan)
    writeFileSync(file, '{ "faults": [')
    assert.throws(() => readFaultPlan(file), /plan\.json:\d+:\d+: error: not valid JSON/)
    writeFileSync(file, '{ "faults": [{}] }')
    assert.throws(() => readFaultPlan(file), /plan\.json cannot be used:\n {2}faults\[0\]\./)
    assert.throws(() => readFaultPlan(folder), /fault plan/)
    assert.throws(
      () => readFaultPlan('flakey'),
      (error: unknown) =>
        error instanceof OptionError &&
        error.message ===
          'There is no file or fault plan named flakey: did you mean flaky? The fault plans that ship are flaky, slow, rate-limited, lossy.',
    )
  }))

test.run()
