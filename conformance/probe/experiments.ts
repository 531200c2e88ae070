import { type KnobName, knobNames } from '../../src/contract/knobs.ts'
import type { Risk } from '../client/exchange.ts'
import type { Experiment } from './experiment.ts'
import { ofDecisions } from './knobs-of-decisions.ts'
import { ofLists } from './knobs-of-lists.ts'

/** One experiment for each knob; `tsc` reports a knob without one. */
export const experiments: { readonly [K in KnobName]: Experiment<K> } = { ...ofLists, ...ofDecisions }

/** Returns whether an experiment comes before the list is read: it changes the list, or finds how to ask for it. */
export function isBeforeList(knob: KnobName): boolean {
  return knob === 'authorization' || experiments[knob].risk === 'w2'
}

/** Decisions come before the list is read, because they change it; in each part, what others build on comes first. */
export function inOrderOfRisk(): KnobName[] {
  const order: readonly Risk[] = ['w2', 'r', 'w0']
  const written = Object.keys(experiments) as KnobName[]
  const rank = (knob: KnobName) => (knob === 'authorization' ? -1 : order.indexOf(experiments[knob].risk))
  return written.filter((knob) => knobNames.includes(knob)).sort((a, b) => rank(a) - rank(b))
}
