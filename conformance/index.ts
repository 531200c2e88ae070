import type { Check } from './checks/check.ts'
import { checks as all } from './checks/index.ts'

export type { InShell, ShellSource } from './client/credentials.ts'
export type { Risk } from './client/exchange.ts'
export type { InProcessService } from './client/in-process.ts'
export type { UndecidedReason } from './judging/judgement.ts'
export { type Reading, type ReadingMode, type Readings, readings } from './judging/readings.ts'
export { changesSince } from './probe/changes.ts'
export type { UnseenReason } from './probe/experiment.ts'
export { type ProbeOptions, type ProbeRun, probe } from './probe/probe.ts'
export type * from './probe/report.ts'
export { type ReporterName, renderReport, reporters } from './reports/index.ts'
export { renderChanges, renderProbe } from './reports/probe.ts'
export { type BaselineEntry, baselineOf } from './run/baseline.ts'
export type { ConformanceOptions, RunOptions, SentRequest } from './run/options.ts'
export type * from './run/report.ts'
export { type ConformanceRun, runConformance } from './run/run.ts'
export type { RunState } from './run/run-state.ts'
export { ConformanceUsageError } from './run/selection.ts'

/** Every check without its code. */
export const checks: readonly Readonly<Omit<Check, 'run' | 'everyList'>>[] = all
