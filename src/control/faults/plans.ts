import { printable } from '../../contract/printable.ts'
import { parseJsonFile } from '../../operator/json-text.ts'
import { noSuchSource } from '../../operator/operator-error.ts'
import { isMissing, readText } from '../../operator/read-text.ts'
import type { FaultPlan } from './rule.ts'
import { checkPlan } from './schema.ts'

/** A call that comes again is spared: it works when it is sent again. */
const first = (share: number) => ({ calls: [1], share })
const list = { endpoint: 'list' } as const

/** The plans that ship. */
export const faultPlans = {
  flaky: {
    says: 'A service on a bad day: one request in ten fails, in one of five ways, and works when it is sent again.',
    faults: [
      { name: 'flaky-502', fault: { kind: 'status', status: 502, html: true }, ...first(0.02) },
      { name: 'flaky-503', fault: { kind: 'status', status: 503, html: true }, ...first(0.02) },
      { name: 'flaky-stale', fault: { kind: 'drop', keptAlive: true }, ...first(0.02) },
      { name: 'flaky-500', fault: { kind: 'status', status: 500 }, ...first(0.02) },
      { name: 'flaky-reset', fault: { kind: 'drop', after: 'half', close: 'reset' }, ...first(0.02) },
    ],
  },
  slow: {
    says: 'A slow service: half of the answers take longer than 300 ms, one in fifty trickles.',
    faults: [
      { name: 'slow-answers', fault: { kind: 'latency', ms: [50, 550] } },
      { name: 'slow-pieces', fault: { kind: 'trickle', every: 900, pieces: 5 }, share: 0.02 },
    ],
  },
  'rate-limited': {
    says: 'Five requests a second for each organization, ten at once.',
    faults: [{ name: 'rate-limit', fault: { kind: 'rate-limit', perSecond: 5, burst: 10 } }],
  },
  lossy: {
    says: 'One validation in five loses its answer, decided or not, and one page in ten arrives damaged; both work when they are sent again.',
    faults: [
      {
        name: 'lossy-decision',
        fault: { kind: 'drop', decided: 'seeded' },
        on: { endpoint: 'validation' },
        ...first(0.2),
      },
      { name: 'lossy-length', fault: { kind: 'corrupt', how: 'length' }, on: list, ...first(0.05) },
      { name: 'lossy-json', fault: { kind: 'corrupt', how: 'cut' }, on: list, ...first(0.05) },
    ],
  },
} as const satisfies Readonly<Record<string, FaultPlan>>

export type FaultPlanName = keyof typeof faultPlans

/**
 * Reads a plan that ships, by its name, or a JSON file.
 * @throws {OperatorError} when neither exists, or the file is not a valid plan
 */
export function readFaultPlan(source: string): FaultPlan {
  if (Object.hasOwn(faultPlans, source)) return faultPlans[source as FaultPlanName]
  const names = Object.keys(faultPlans)
  if (isMissing(source)) {
    throw noSuchSource(source, 'fault plan', names, `The fault plans that ship are ${names.join(', ')}.`)
  }
  const text = readText({ path: source, what: 'fault plan', most: 2 ** 20 })
  return checkPlan(parseJsonFile(text, source, 'fault plan'), `The fault plan ${printable(source)}`)
}
