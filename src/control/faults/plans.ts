import { printable } from '../../contract/printable.ts'
import { parseJsonFile } from '../../operator/json-text.ts'
import { noSuchSource } from '../../operator/operator-error.ts'
import { isMissing, readText } from '../../operator/read-text.ts'
import { checkPlan } from './check.ts'
import type { FaultPlan } from './rule.ts'

/** The plans that ship. */
export const faultPlans = {
  flaky: {
    says: 'A service on a bad day: one request in ten fails, in one of five ways, and nearly always works when it is sent again.',
    faults: [
      {
        name: 'flaky-502',
        fault: { kind: 'gateway', status: 502 },
        when: { share: 0.02 },
        rest: { calls: 2 },
      },
      {
        name: 'flaky-503',
        fault: { kind: 'gateway', status: 503 },
        when: { share: 0.02 },
        rest: { calls: 2 },
      },
      { name: 'flaky-stale', fault: { kind: 'stale-keep-alive' }, when: { share: 0.02 }, rest: { calls: 2 } },
      {
        name: 'flaky-500',
        fault: { kind: 'status', status: 500 },
        when: { share: 0.02 },
        rest: { calls: 2 },
      },
      { name: 'flaky-reset', fault: { kind: 'reset-in-body' }, when: { share: 0.02 }, rest: { calls: 2 } },
    ],
  },
  slow: {
    says: 'A slow service: half of the answers take longer than 300 ms, one in fifty trickles.',
    faults: [
      {
        name: 'slow-answers',
        fault: { kind: 'latency', logNormal: { median: 300, sigma: 0.8, most: 10_000 } },
      },
      {
        name: 'slow-pieces',
        fault: { kind: 'trickle', every: 900, pieces: 5 },
        when: { share: 0.02 },
      },
    ],
  },
  'rate-limited': {
    says: 'Five requests a second for each organization, ten at once.',
    faults: [{ name: 'rate-limit', fault: { kind: 'rate-limit', perSecond: 5, burst: 10 } }],
  },
  lossy: {
    says: 'One validation in five loses its answer, decided or not, and one page in ten arrives damaged.',
    faults: [
      {
        name: 'lossy-decision',
        fault: { kind: 'lost-answer', decided: 'seeded' },
        on: { endpoint: 'validation' },
        when: { share: 0.2 },
        rest: { calls: 1 },
      },
      {
        name: 'lossy-length',
        fault: { kind: 'long-length' },
        on: { endpoint: 'list' },
        when: { share: 0.05 },
        rest: { calls: 1 },
      },
      {
        name: 'lossy-json',
        fault: { kind: 'broken-json' },
        on: { endpoint: 'list' },
        when: { share: 0.05 },
        rest: { calls: 1 },
      },
    ],
  },
} as const satisfies Readonly<Record<string, FaultPlan>>

export type FaultPlanName = keyof typeof faultPlans

/** More bytes than 200 faults need. */
const MOST_BYTES = 2 ** 20

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
  const whose = `The fault plan ${printable(source)}`
  const text = readText({ path: source, what: 'fault plan', most: MOST_BYTES })
  return checkPlan(parseJsonFile(text, source, 'fault plan'), whose)
}
