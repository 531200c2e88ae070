import { counted } from '../../src/contract/counted.ts'
import { printable } from '../../src/contract/printable.ts'
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

/** The words for the verdict of a run when it appears without a sentence. */
export const verdictWords: Record<RunVerdict, string> = {
  conformant: 'conformant',
  violated: 'not conformant',
  'stale-baseline': 'the baseline is out of date',
  undecided: 'undecided',
  failed: 'could not be judged',
  interrupted: 'interrupted',
}

/** The words after a number of results. */
export const kindWords: Record<Kind, string> = {
  failure: 'failed',
  known: 'known to fail',
  warning: 'with a warning',
  undecided: 'undecided',
  'not run': 'not run',
  observed: 'observed',
  passed: 'passed',
  newer: 'newer',
}

export const reasonWords: Record<UndecidedReason | 'other', string> = {
  'thin-data': 'the target has too little data',
  'data-drift': 'the data changed while it was read',
  'precedence-open': 'the interface does not say which error comes first',
  'branch-not-taken': 'the target does not show the behaviour that the clause is about',
  blocked: 'another check or request failed first',
  'not-declared': 'the operator did not declare what the check needs',
  'page-limit': 'the list has more pages than the run may read',
  'target-failed': 'the target failed during the check',
  'rate-limited': 'the target limits the rate of requests',
  'token-refused': 'the token expired or was withdrawn during the run',
  deadline: 'the run reached --deadline',
  interrupted: 'the run was interrupted',
  'suite-failed': 'the suite itself failed',
  other: 'no reason given',
}

export const coverageWords: Record<ClauseCoverage['verdict'], string> = {
  fail: 'violated',
  partial: 'partly met',
  inconclusive: 'undecided',
  pass: 'met',
  observed: 'observed',
  'not run': 'not run',
  untestable: 'untestable',
}

export function baselineFaultTitle({ id, fault }: BaselineFault): string {
  return `${fault} baseline entry: ${id}`
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** Returns the status and content type of an answer. */
export function answerLine({ status, contentType }: RecordedExchange): string {
  return status === 0 ? 'no answer' : `${status} ${contentType ?? 'without a Content-Type'}`
}

/** Returns the lines that a shell needs to repeat a request. */
export function shellLinesOf({ sets, curl }: RecordedExchange): string[] {
  return [...sets, curl].map(printable)
}

/** Returns how many cells were asked, and what the data did not allow; an empty string if no check asks cells. */
export function cellsLine({ results }: Pick<Report, 'results'>): string {
  const asked = new Set(results.flatMap(({ cells }) => cells?.asked ?? []))
  const absent = new Set(results.flatMap(({ cells }) => cells?.absent ?? []))
  if (asked.size === 0) return ''
  return `${counted(asked.size, 'cell')} asked${absent.size > 0 ? `; not possible with this data: ${[...absent].join(', ')}` : ''}`
}

/** Returns the settings of a run, each with a label. */
export function settingsOf(report: Report): [string, string][] {
  const { tool, run, target, startedAt, durationMs, settings } = report
  return [
    ['target', target],
    ['run', `${run}, ${startedAt}, ${duration(durationMs)}, ${tool.name} ${tool.version}`],
    ['sends', `at most ${settings.risk}: ${riskWords[settings.risk]}`],
    ['requires', `requirements ${settings.requirements}`],
    ['pages', `at most ${settings.maxPages} of a list`],
    ['wording', settings.strictWording ? 'binding (--strict-wording)' : 'advisory'],
    ['readings', readingsLine(report)],
    [
      'people',
      settings.revealed
        ? 'REVEALED: this report contains personal data'
        : 'pseudonyms, the same in every run with this target and token',
    ],
  ]
}

/** Returns the number of requests in one line. */
export function requestsLine({ requests }: Pick<Report, 'requests'>): string {
  const byRisk = Object.entries(requests.byRisk)
    .filter(([, count]) => count > 0)
    .map(([risk, count]) => `${risk} ${count}`)
  const risks = byRisk.length > 0 ? ` (${byRisk.join(' · ')})` : ''
  return `${counted(requests.sent, 'request')} sent${risks}, ${requests.retried} retried`
}

/** Returns how many readings have each mode, in one line. */
function readingsLine(report: Report): string {
  const modes = Object.values(report.settings.readings)
  const counts = readingModes
    .toReversed()
    .map((mode) => [modes.filter((one) => one === mode).length, mode] as const)
    .filter(([number]) => number > 0)
    .map(([number, mode]) => `${number} ${mode}`)
  return `${counts.join(', ')}${changedReadings(report).length > 0 ? '' : ', all defaults'} (see --list)`
}

export interface ChangedReading {
  mode: ReadingMode
  /** The name of the reading, its text and its default mode. */
  says: string
}

/** Returns the readings whose mode is not the default. */
export function changedReadings({ settings }: Report): ChangedReading[] {
  return (Object.keys(readings) as Reading[]).flatMap((name) => {
    const { fallback, says } = readings[name]
    const mode = settings.readings[name]
    return mode === fallback ? [] : [{ mode, says: `${name}: ${says} (default: ${fallback})` }]
  })
}

/** Returns how many clauses have each verdict. */
export function coverageLine(entries: readonly ClauseCoverage[]): string {
  return coverageCounts(entries)
    .map(([verdict, count]) => `${count} ${coverageWords[verdict]}`)
    .join(' · ')
}

/** Returns what a check that is newer than the set of requirements found. */
export function newerLine({ since, verdict, detail }: Result): string {
  return `counts since ${since}: ${verdict === 'fail' ? 'would fail' : verdict}${detail === '' ? '' : `, ${detail}`}`
}

/** Returns what the baseline says about a failure. */
export function knownLine({ known }: Result): string {
  return known ? `${known.reason}, known until ${known.expires}` : ''
}
