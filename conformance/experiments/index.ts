import type { KnobName } from '../../src/contract/knobs.ts'
import { both } from './both.ts'
import type { Experiment } from './experiment.ts'
import { listPersons } from './list-persons.ts'
import { validateReport } from './validate-report.ts'

/** One experiment for each knob; `tsc` reports a knob without one. */
export const experiments: { readonly [K in KnobName]: Experiment<K> } = {
  ...listPersons,
  ...validateReport,
  ...both,
}
