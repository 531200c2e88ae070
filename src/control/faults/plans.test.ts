import { writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError, type OptionError } from '../../operator/operator-error.ts'
import { inFolder } from '../../testing/world.ts'
import { faultPlans, readFaultPlan } from './plans.ts'
import { checkPlan, faultPlanSchema } from './schema.ts'

const test = suite('plans of faults')

const fits = new Ajv2020({ strict: false }).compile(faultPlanSchema())
const fault = { kind: 'silence' }

/** Returns the message of what refuses a plan. */
function errorOf(plan: unknown): string {
  try {
    checkPlan(plan)
    return ''
  } catch (error) {
    assert.instance(error, OperatorError)
    return (error as Error).message.replace(/^The faults cannot be used: /, '')
  }
}

test('those that ship are valid, also for editors, and so is one with every option', () => {
  assert.equal(Object.keys(faultPlans), ['flaky', 'slow', 'rate-limited', 'lossy'])
  const rule = {
    name: 'all:1',
    fault: { kind: 'latency', ms: [0, 900], decided: true },
    on: { organization: 'org-1', endpoint: 'list', parameters: { page: '2' } },
    ...{ per: 'organization', calls: [1, 2], share: 0.5, times: 3, ttl: null },
  }
  const drop = { kind: 'drop', after: 'status-line', close: 'reset', decided: 'seeded' }
  const most = { $schema: 'a', says: 'All.', seed: 3, faults: [rule, { name: 'lost', fault: drop }] }
  for (const plan of [...Object.values(faultPlans), most]) {
    assert.equal([errorOf(plan), fits(plan)], ['', true])
    assert.equal(checkPlan(plan), plan)
  }
  for (const [name, plan] of Object.entries(faultPlans)) assert.is(readFaultPlan(name), plan)
})

const wrong: [rule: unknown, message: RegExp][] = [
  [{ name: 'f' }, /^faults\[0\]\.fault is missing\.$/],
  [{ name: 'a b', fault }, /^faults\[0\]\.name must match/],
  [{ name: 'f', fault, shares: 0.5 }, /^faults\[0\]\.shares is unknown: did you mean share\?$/],
  [{ name: 'f', fault, on: { parameters: { page: 2 } } }, /parameters\.page must be a string\.$/],
]
test('an error has its place, and the schema for editors refuses it too', () => {
  for (const [rule, message] of wrong) {
    assert.match(errorOf({ faults: [rule] }), message)
    assert.not(fits({ faults: [rule] }), String(message))
  }
  const twice = Array(2).fill({ name: 'f', fault })
  assert.is(errorOf({ faults: twice }), 'faults[1].name "f" is used twice.')
  assert.match(errorOf(null), /^plan must be an object/)
  assert.match(errorOf({ faults: [], sead: 1 }), 'plan.sead is unknown: did you mean seed?')
})

test('a file is read, and what is wrong with it is told with its name', () =>
  inFolder((folder) => {
    const file = `${folder}/plan.json`
    const plan = { seed: 5, faults: [{ name: 'f', fault }] }
    writeFileSync(file, JSON.stringify(plan))
    assert.equal(readFaultPlan(file), plan)
    writeFileSync(file, '{ "faults": [')
    assert.throws(() => readFaultPlan(file), /plan\.json:\d+:\d+: error: not valid JSON/)
    writeFileSync(file, '{ "faults": [{}] }')
    assert.throws(() => readFaultPlan(file), /plan\.json cannot be used: faults\[0\]\./)
    assert.throws(() => readFaultPlan(folder), /fault plan/)
    const known = 'The fault plans that ship are flaky, slow, rate-limited, lossy.'
    assert.throws(
      () => readFaultPlan('flakey'),
      ({ message }: OptionError) =>
        message === `There is no file or fault plan named flakey: did you mean flaky? ${known}`,
    )
  }))

test.run()
