import type { Check } from './check.ts'
import { checks as all } from './checks/index.ts'

export { type BaselineEntry, baselineOf, readBaseline } from './baseline.ts'
export type { Level } from './check.ts'
export type { Risk } from './client/exchange.ts'
export type { InShell, ShellSource } from './client/in-shell.ts'
export { untestable } from './coverage.ts'
export type { UnseenReason } from './experiments/experiment.ts'
export type { UndecidedReason } from './judgement.ts'
export type { ConformanceOptions, RunOptions, SentRequest } from './options.ts'
export { changesSince, type ProbeOptions, type ProbeRun, probe, unfinishedProbe } from './probe.ts'
export type * from './probe-report.ts'
export { type Reading, type ReadingMode, type Readings, readingModes, readings } from './readings.ts'
export type * from './report.ts'
export { githubAnnotations, type ReporterName, renderReport, reporters } from './reports/index.ts'
export { renderChanges, renderProbe } from './reports/probe.ts'
export { type ConformanceRun, runConformance, unfinishedReport } from './run.ts'
export type { RunState } from './run-state.ts'
export { ConformanceUsageError, headingOf, selectChecks, topicOf } from './selection.ts'

/** What every check asks, without the asking. */
export const checks: readonly Readonly<Omit<Check, 'run'>>[] = all
