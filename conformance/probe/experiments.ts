import { type KnobName, knobNames } from '../../src/contract/knobs.ts'
import type { Risk } from '../client/exchange.ts'
import type { Experiment } from './experiment.ts'
import { ofDecisions } from './knobs-of-decisions.ts'
import { ofLists } from './knobs-of-lists.ts'

/** One experiment for each knob; `tsc` reports a knob without one. */
export const experiments: { readonly [K in KnobName]: Experiment<K> } = { ...ofLists, ...ofDecisions }

/** Decisions come after the lists, because they change them; in each part, what others build on comes first. */
export function inOrderOfRisk(): KnobName[] {
  const order: readonly Risk[] = ['r', 'w0', 'w2']
  const written = Object.keys(experiments) as KnobName[]
  const rank = (knob: KnobName) => (knob === 'authorization' ? -1 : order.indexOf(experiments[knob].risk))
  return written.filter((knob) => knobNames.includes(knob)).sort((a, b) => rank(a) - rank(b))
}
