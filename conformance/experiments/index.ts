import type { KnobName } from '../../src/contract/knobs.ts'
import { both } from './both.ts'
import { type Experiment, Unseen } from './experiment.ts'
import { listPersons } from './list-persons.ts'
import { validateReport } from './validate-report.ts'

/** Not asked for before the probe is rewritten. */
const unasked = {
  risk: 'r',
  seen: 'nothing yet',
  ask: async () => {
    throw new Unseen('no-such-choice', 'no experiment asks for it yet')
  },
} as const

/** One experiment for each knob; `tsc` reports a knob without one. */
export const experiments: { readonly [K in KnobName]: Experiment<K> } = {
  ...listPersons,
  ...validateReport,
  ...both,
  nomeMinimum: unasked,
  nomeMaximum: unasked,
}
