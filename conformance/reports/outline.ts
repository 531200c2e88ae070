import { headings } from '../../src/contract/clauses.ts'
import { counted } from '../../src/contract/counted.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import { printable } from '../../src/contract/printable.ts'
import { translate } from '../../src/messages/translate.ts'
import { riskWords } from '../client/exchange.ts'
import type { RecordedExchange, Report, Result } from '../run/report.ts'

/** The parts of a report and their titles, in order. Each of the first seven but one lists the results of its kind. */
export const titles = {
  failed: 'Failed',
  baseline: 'Baseline out of date',
  warned: 'Warnings',
  undecided: 'Undecided',
  'not run': 'Not run',
  known: 'Known to fail',
  observed: 'Observed (the interface leaves these open)',
  passed: 'Passed',
  coverage: 'Coverage by clause',
  run: 'Run',
  'run-warnings': 'Warnings of the run',
}
type PartId = keyof typeof titles
export type Kind = Exclude<PartId, 'baseline' | 'coverage' | 'run' | 'run-warnings'>

/** The states of a clause as a mark and a word, those that need attention first. */
const states = {
  fail: ['✗', 'violated'],
  warned: ['!', 'met with a warning'],
  partial: ['◐', 'partly met'],
  inconclusive: ['?', 'undecided'],
  'not run': ['–', 'not run'],
  pass: ['✓', 'met'],
  observed: ['○', 'observed'],
  untestable: ['∅', 'untestable'],
} as const

/** The entries of a part, and how many results they are about. */
export type Part = { id: PartId; count: number; entries: Entry[] }

/** What a report says about one result, about results that have one remedy, or about the run. */
export interface Entry {
  kind: Kind
  /** An id or a label; empty if the text says it all. */
  name: string
  text: string
  facts: [label: string, text: string][]
  exchanges: RecordedExchange[]
  results: Result[]
}

export function kindOf({ verdict, known, warning }: Result): Kind {
  if (verdict === 'fail') return known ? 'known' : 'failed'
  if (warning) return 'warned'
  if (verdict === 'inconclusive') return 'undecided'
  return verdict === 'pass' ? 'passed' : verdict
}

/** Returns what a report for people lists, in order, without empty parts. */
export function outlineOf(report: Report): Part[] {
  const { results, baselineFaults, warnings } = report
  const of = (kind: Kind) => results.filter((result) => kindOf(result) === kind)
  const listed = (kind: Kind): [Kind, Entry[]] => [kind, of(kind).map(entryOf)]
  const coverage = clausesByHeading(report).map(({ number, name, entries }) => {
    const counts = stateCounts(entries).map(({ count, word }) => translate(`${count} ${word}`))
    return line('observed', number, `${translate(name)}: ${counts.join(' · ')}`)
  })
  const ofChecks: [PartId, Entry[]][] = [
    listed('failed'),
    ['baseline', baselineFaults.map(({ fault, says }) => line('failed', fault, says))],
    listed('warned'),
    ['undecided', byRemedy(of('undecided'))],
    ['not run', byRemedy(of('not run'))],
    ...(['known', 'observed', 'passed'] as const).map(listed),
    ['coverage', coverage],
  ]
  const ofRun: [PartId, Entry[]][] = [
    ['run', linesOfRun(report).map(([label, text]) => line('observed', label, text))],
    ['run-warnings', warnings.map((text) => line('warned', '', text))],
  ]
  return [...(isBare(report) ? [] : ofChecks), ...ofRun]
    .filter(([, entries]) => entries.length > 0)
    .map(([id, entries]) => ({ id, entries, count: entries.flatMap((entry) => entry.results).length }))
}

/** Returns whether the run decided nothing, so that a report shows only the reason. */
export function isBare({ verdict, counts }: Report): boolean {
  return ['failed', 'interrupted'].includes(verdict) && counts.pass + counts.fail + counts.observed === 0
}

function line(kind: Kind, name: string, text: string): Entry {
  return { kind, name, text, facts: [], exchanges: [], results: [] }
}

function entryOf(result: Result): Entry {
  const { id, title, detail, finding } = result
  const kind = kindOf(result)
  const seen = { ...line(kind, id, detail === '' ? title : `${title}: ${detail}`), results: [result] }
  if (kind === 'observed' || kind === 'passed') return seen
  const exchanges = finding?.exchanges ?? []
  return { ...seen, text: `${translate('the service')} ${title}`, facts: factsOf(result), exchanges }
}

/** Returns what is known about a failure or a warning, each with a label. */
export function factsOf({ clause, level, why, cells, detail, finding, known }: Result): Entry['facts'] {
  const { rule, expected, actual } = finding ?? {}
  const least = cells?.failed
    ?.map(({ cell, failed, asked }) => `${cell} (${failed} ${translate('of')} ${asked})`)
    .join('; ')
  const until = known?.expires === undefined ? '' : translate(`, known until ${known.expires}`)
  const facts = {
    known: known && known.reason + until,
    clause: clause.join(', '),
    rule,
    why: level === 'should' ? why : undefined,
    'fails in': least,
    expected,
    actual,
    because: finding ? undefined : detail,
  }
  return Object.entries(facts).flatMap(([label, text]) => (text ? [[label, text] as [string, string]] : []))
}

/** Returns an entry for each remedy, and for each reason without one. Those with a remedy come first. */
function byRemedy(undecided: readonly Result[]): Entry[] {
  const inOrder = undecided.toSorted(
    (a, b) => Number(b.remedy !== undefined) - Number(a.remedy !== undefined),
  )
  return [...groupBy(inOrder, ({ detail, remedy }) => remedy ?? detail).values()].map((results) => {
    const [{ remedy }] = results
    const because = [...new Set(results.map(({ detail }) => detail))].join('; ')
    const facts: Entry['facts'] = remedy === undefined ? [] : [['remedy', remedy]]
    const ids = results.map(({ id }) => id).join(', ')
    return { ...line(kindOf(results[0]), '', ids), facts: [['because', because], ...facts], results }
  })
}

/** Groups entries by the heading of the interface that their clause is under. */
export function byHeading<T>(all: readonly T[], clauseOf: (entry: T) => string) {
  const names: Record<string, string> = headings
  const groups = groupBy(all, (entry) => clauseOf(entry).split('-')[0] as string)
  return [...groups].map(([number, entries]) => ({ number, name: names[number] ?? 'Other', entries }))
}

/** Returns the clauses by heading, each with a mark and a word for its state. */
export function clausesByHeading({ coverage, results }: Report) {
  const clauses = coverage.map((entry) => {
    const warns = results.some(({ warning, clause }) => warning && clause.includes(entry.clause))
    const [mark, word] = states[warns && entry.verdict !== 'fail' ? 'warned' : entry.verdict]
    return { ...entry, mark, word }
  })
  return byHeading(clauses, ({ clause }) => clause)
}

/** Returns how many clauses are in each state. */
export function stateCounts(clauses: readonly { word: string }[]) {
  return Object.values(states)
    .map(([mark, word]) => ({ mark, word, count: clauses.filter((clause) => clause.word === word).length }))
    .filter(({ count }) => count > 0)
}

/** Returns the settings and the size of a run, each with a label. */
export function linesOfRun(report: Report): [label: string, text: string][] {
  const { tool, run, target, startedAt, durationMs, settings, discovered } = report
  const fate = settings.strict ? 'fails (--strict)' : 'warns; with --strict it fails'
  const lines: [label: string, text: string][] = [
    ['target', target],
    ['run', `${run}, ${startedAt}, ${(durationMs / 1000).toFixed(1)} s, ${tool.name} ${tool.version}`],
    ['sends', `at most ${settings.risk}: ${riskWords[settings.risk]}`],
    ['should', `what the interface only implies ${fate}`],
    ['people', settings.revealed ? 'REVEALED: this report contains personal data' : 'shown as pseudonyms'],
    ['requests', requestsLine(report)],
    ...discovered.map((text): [string, string] => ['found', text]),
  ]
  return lines.map(([label, text]) => [label, translate(text)])
}

/** Returns the number of requests in one line. */
export function requestsLine({ requests }: Pick<Report, 'requests'>): string {
  const byRisk = Object.entries(requests.byRisk).filter(([, count]) => count > 0)
  const risks = byRisk.map(([risk, count]) => `${risk} ${count}`).join(' · ')
  const sent = `${counted(requests.sent, 'request')} sent${risks && ` (${risks})`}`
  return translate(`${sent}, ${requests.retried} retried`)
}

/** Returns the status and content type of an answer. */
export const answerLine = ({ status, contentType }: RecordedExchange) =>
  translate(status === 0 ? 'no answer' : `${status} ${contentType ?? 'without a Content-Type'}`)

/** Returns the lines that a shell needs to repeat a request. */
export const shellLinesOf = ({ sets, curl }: RecordedExchange) =>
  [...sets.map(translate), curl].map(printable)

/**
 * Returns the one test that a report adds to the checks. Without it, a run that decided nothing would be a file with only
 * skipped tests, which CI shows as green.
 */
export function verdictTest({ verdict, summary, rootCause }: Report): { title: string; problem?: string } {
  const title = 'RUN the suite reaches a verdict'
  if (verdict === 'failed') return { title, problem: rootCause ?? summary }
  return verdict === 'undecided' || verdict === 'interrupted' ? { title, problem: summary } : { title }
}
