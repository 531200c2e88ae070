import { riskWords } from '../client/exchange.ts'
import type { UndecidedReason } from '../judging/judgement.ts'
import { type Reading, type ReadingMode, readingModes, readings } from '../judging/readings.ts'
import type {
  BaselineFault,
  ClauseCoverage,
  RecordedExchange,
  Report,
  Result,
  RunVerdict,
} from '../run/report.ts'
import { coverageCounts, type Kind } from './outline.ts'

/** What a verdict of a run is called where it stands alone. */
export const verdictWords: Record<RunVerdict, string> = {
  conformant: 'conformant',
  violated: 'not conformant',
  'stale-baseline': 'the baseline is out of date',
  undecided: 'undecided',
  failed: 'could not be judged',
  interrupted: 'interrupted',
}

/** What a number of results is called, in the order in which they are counted. */
export const kindWords: Record<Kind, string> = {
  failure: 'failed',
  known: 'known to fail',
  warning: 'warned',
  undecided: 'undecided',
  'not run': 'not run',
  observed: 'observed',
  passed: 'passed',
}

export const reasonWords: Record<UndecidedReason | 'other', string> = {
  'thin-data': 'the data is too thin',
  'data-drift': 'the data moved while it was read',
  'precedence-open': 'the document does not say what is judged first',
  'branch-not-taken': 'the target does not do what the clause speaks of',
  blocked: 'something else must hold first',
  'not-declared': 'the operator did not declare what it needs',
  'page-limit': 'more pages than may be read',
  'target-failed': 'the target failed meanwhile',
  'rate-limited': 'the target limits the rate of requests',
  deadline: 'the time was up',
  interrupted: 'the run was interrupted',
  'suite-failed': 'the suite itself failed',
  other: 'no reason given',
}

export const coverageWords: Record<ClauseCoverage['verdict'], string> = {
  fail: 'violated',
  partial: 'in part',
  inconclusive: 'undecided',
  pass: 'held',
  observed: 'observed',
  'not run': 'not run',
  untestable: 'untestable',
}

export function baselineFaultTitle({ id, fault }: BaselineFault): string {
  return `${fault} baseline entry: ${id}`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** Status and content type of what came. */
export function answerLine({ status, contentType }: RecordedExchange): string {
  return status === 0 ? 'no answer' : `${status} ${contentType ?? 'without a content type'}`
}

/** How the run was made: a label and a text each. */
export function settingsOf(report: Report): [string, string][] {
  const { tool, run, target, startedAt, durationMs, settings } = report
  return [
    ['target', target],
    ['run', `${run}, ${startedAt}, ${duration(durationMs)}, ${tool.name} ${tool.version}`],
    ['sends', `${settings.risk} at the most: ${riskWords[settings.risk]}`],
    ['pages', `${settings.maxPages} of a list at the most`],
    ['wording', settings.strictWording ? 'binding (--strict-wording)' : 'advisory'],
    ['readings', readingsLine(report)],
    ['people', settings.revealed ? 'REVEALED: this report names persons' : 'pseudonyms, of this run only'],
  ]
}

/** What was sent, in one line. */
export function requestsLine({ requests }: Pick<Report, 'requests'>): string {
  const byRisk = Object.entries(requests.byRisk)
    .filter(([, count]) => count > 0)
    .map(([risk, count]) => `${risk} ${count}`)
  const risks = byRisk.length > 0 ? ` (${byRisk.join(' · ')})` : ''
  return `${plural(requests.sent, 'request')} sent${risks}, ${requests.retried} retried`
}

/** How many readings have each mode, in one line. */
function readingsLine(report: Report): string {
  const modes = Object.values(report.settings.readings)
  const counts = readingModes
    .toReversed()
    .map((mode) => [modes.filter((one) => one === mode).length, mode] as const)
    .filter(([number]) => number > 0)
    .map(([number, mode]) => `${number} ${mode}`)
  return `${counts.join(', ')}${changedReadings(report).length > 0 ? '' : ', as by default'} (see --list)`
}

export interface ChangedReading {
  mode: ReadingMode
  /** The name, what it says, and the mode that it has by default. */
  says: string
}

/** The readings of the run that have not the mode that they have by default. */
export function changedReadings({ settings }: Report): ChangedReading[] {
  return (Object.keys(readings) as Reading[]).flatMap((name) => {
    const { fallback, says } = readings[name]
    const mode = settings.readings[name]
    return mode === fallback ? [] : [{ mode, says: `${name}: ${says} (by default ${fallback})` }]
  })
}

/** How many clauses fared how. */
export function coverageLine(entries: readonly ClauseCoverage[]): string {
  return coverageCounts(entries)
    .map(([verdict, count]) => `${count} ${coverageWords[verdict]}`)
    .join(' · ')
}

/** What the baseline says of a failure. */
export function knownLine({ known }: Result): string {
  return known ? `${known.reason}, known until ${known.expires}` : ''
}
