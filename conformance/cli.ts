/** What the command line needs besides the public names. The package does not export it. */

export { groupBy } from '../src/contract/group-by.ts'
export { riskWords } from './client/exchange.ts'
export { experiments } from './probe/ask-knob.ts'
export { changesOfSeen } from './probe/changes.ts'
export { lowerBound } from './probe/likeness.ts'
export { everydayOf } from './probe/questions.ts'
export { githubAnnotations } from './reports/index.ts'
export { readBaseline } from './run/baseline.ts'
export { settle as checkOptions, settleProbe as checkProbeOptions } from './run/options.ts'
export { selectChecks } from './run/selection.ts'
