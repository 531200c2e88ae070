import { styleText } from 'node:util'
import { counted } from '../../src/contract/counted.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import { riskWords } from '../client/exchange.ts'
import type { Report, Result } from '../run/report.ts'
import {
  blockedByRootCause,
  coverageByHeading,
  idsOf,
  isBare,
  newerFailures,
  notRunGroups,
  resultsByKind,
  undecidedGroups,
  untestableClauses,
} from './outline.ts'
import { hanging, paragraph } from './paragraph.ts'
import { clip, oneLine } from './printable.ts'
import {
  answerLine,
  cellsLine,
  changedReadings,
  coverageLine,
  knownLine,
  reasonWords,
  requestsLine,
  settingsOf,
  shellLinesOf,
} from './wording.ts'

const BODY_SHOWN = 600
const DETAIL_SHOWN = 1_000
/** The columns where texts begin, after a mark and a name and after the label of a part. */
const TEXT_COLUMN = 12
const PART_COLUMN = 14

type Style = Parameters<typeof styleText>[0]

const marks = {
  failed: { symbol: '✗', style: 'red' },
  warned: { symbol: '!', style: 'yellow' },
  undecided: { symbol: '?', style: 'yellow' },
  known: { symbol: '~', style: 'yellow' },
  note: { symbol: '·', style: 'dim' },
} as const satisfies Record<string, { symbol: string; style: Style }>
type Mark = keyof typeof marks

/** Options of a report for a terminal. */
export interface ReportOptions {
  color?: boolean
  /** Columns. */
  width?: number
  quiet?: boolean
  /** Only the verdict and its cause. */
  verdictOnly?: boolean
}

/** The width and the colours that every section uses. */
interface Pen {
  width: number
  paint: (style: Style, text: string) => string
}

/** The sections of each form, in the order in which a reader at a terminal needs them. Empty ones are left out. */
const sections = {
  all: [
    rootCause,
    failures,
    warnings,
    observed,
    undecided,
    notRun,
    baselineFaults,
    knownFailures,
    newer,
    coverage,
    run,
    readings,
    runWarnings,
    verdict,
  ],
  /** The form of a run that decided nothing. */
  bare: [rootCause, runWarnings, requests, verdict],
  quiet: [rootCause, failures, baselineFaults, runWarnings, verdict],
  verdictOnly: [rootCause, runWarnings, verdict],
} satisfies Record<string, readonly ((report: Report, pen: Pen) => string[])[]>

/**
 * Returns a report for a terminal with the verdict in its last line.
 * @param options `quiet`: only the verdict and the failures
 */
export function pretty(report: Report, options: ReportOptions = {}): string {
  const { color = false, width = 100, quiet = false, verdictOnly = false } = options
  const pen: Pen = {
    width: Math.min(Math.max(width, 40), 110),
    paint: (style, text) => (color ? styleText(style, text, { validateStream: false }) : text),
  }
  const form = verdictOnly ? 'verdictOnly' : quiet ? 'quiet' : isBare(report) ? 'bare' : 'all'
  const written = sections[form].map((section) => section(report, pen)).filter(({ length }) => length > 0)
  return `${written.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function rootCause(report: Report, { paint, width }: Pen): string[] {
  if (report.rootCause === null) return []
  const blocked = blockedByRootCause(report).length
  const rule = paint('red', '━'.repeat(width))
  return [
    rule,
    paint(['bold', 'red'], 'ROOT CAUSE'),
    ...paragraph(oneLine(report.rootCause), width).map((line) => paint('bold', line)),
    ...(blocked > 0 ? [`It leaves ${counted(blocked, 'check')} undecided.`] : []),
    rule,
  ]
}

function failures(report: Report, pen: Pen): string[] {
  return listed('Failed', resultsByKind(report).failure, pen, (result) => violation('failed', result, pen))
}

function warnings(report: Report, pen: Pen): string[] {
  return listed('Warnings', resultsByKind(report).warning, pen, (result) => violation('warned', result, pen))
}

function runWarnings(report: Report, pen: Pen): string[] {
  return listed('Warnings of the run', report.warnings, pen, (text) => entry('warned', '', text, pen))
}

function observed(report: Report, pen: Pen): string[] {
  return listed('Observed (the interface leaves these open)', resultsByKind(report).observed, pen, (result) =>
    entry('note', result.id, `${result.title}: ${clip(result.detail, DETAIL_SHOWN)}`, pen),
  )
}

function undecided(report: Report, pen: Pen): string[] {
  const byReason = [...groupBy(undecidedGroups(report), ({ reason }) => reason)]
  return byReason.flatMap(([reason, groups], index) => [
    ...(index > 0 ? [''] : []),
    heading(`Undecided: ${reasonWords[reason]}`, groups.flatMap(({ results }) => results).length, pen),
    ...groups.flatMap(({ results, detail, remedy }) => [
      ...entry('undecided', '', idsOf(results), pen),
      ...part('because', clip(detail, DETAIL_SHOWN), pen),
      ...(remedy === undefined ? [] : part('remedy', remedy, pen)),
    ]),
  ])
}

function notRun(report: Report, pen: Pen): string[] {
  return resultsByKind(report)['not run'].length === 0
    ? []
    : [
        heading('Not run', resultsByKind(report)['not run'].length, pen),
        ...notRunGroups(report).flatMap(({ risk, results, reasons }) =>
          entry('note', risk, `${riskWords[risk]}: ${idsOf(results)} (${reasons.join('; ')})`, pen),
        ),
      ]
}

function baselineFaults({ baselineFaults: faults }: Report, pen: Pen): string[] {
  return listed('Baseline out of date', faults, pen, ({ fault, says }) => entry('failed', fault, says, pen))
}

function knownFailures(report: Report, pen: Pen): string[] {
  return listed('Known to fail', resultsByKind(report).known, pen, (result) =>
    entry('known', result.id, `the service ${result.title}: ${knownLine(result)}`, pen),
  )
}

function newer(report: Report, pen: Pen): string[] {
  const { requirements } = report.settings
  return listed(`Newer than ${requirements}: would fail`, newerFailures(report), pen, (result) =>
    violation('note', result, pen),
  )
}

function coverage(report: Report, pen: Pen): string[] {
  return [
    pen.paint('bold', 'Coverage by clause'),
    ...coverageByHeading(report).flatMap(({ number, name, entries }) => [
      ...entry('note', number, `${name}: ${coverageLine(entries)}`, pen),
      ...untestableClauses(entries).flatMap(({ clauses, why }) =>
        part('', `${clauses.join(', ')} cannot be tested: ${why}`, pen, 'dim'),
      ),
    ]),
  ]
}

function run(report: Report, pen: Pen): string[] {
  return [
    pen.paint('bold', 'Run'),
    ...settingsOf(report).flatMap(([label, text]) => entry('note', label, text, pen)),
    ...entry('note', 'requests', requestsLine(report), pen),
    ...(cellsLine(report) === '' ? [] : entry('note', 'cells', cellsLine(report), pen)),
    ...report.discovered.flatMap((text) => entry('note', 'found', text, pen)),
  ]
}

function requests(report: Report): string[] {
  const { tool, run } = report
  return [`${tool.name} ${tool.version}, run ${run}: ${requestsLine(report)}`]
}

function readings(report: Report, pen: Pen): string[] {
  return listed(
    'Readings of the interface changed from their defaults',
    changedReadings(report),
    pen,
    ({ mode, says }) => entry('warned', mode, says, pen),
  )
}

function verdict(report: Report, { paint }: Pen): string[] {
  const styles = {
    conformant: 'green',
    violated: 'red',
    'stale-baseline': 'yellow',
    undecided: 'yellow',
    failed: 'red',
    interrupted: 'yellow',
  } as const
  return [paint(['bold', styles[report.verdict]], oneLine(report.summary))]
}

function violation(mark: Mark, { id, title, clause, detail, finding }: Result, pen: Pen): string[] {
  const shown = finding
    ? [
        ...part('rule', finding.rule, pen),
        ...finding.exchanges.flatMap((exchange) => [
          // Each one line however long, so that it can be copied.
          ...shellLinesOf(exchange).map(
            (line, i) => `${partLabel(i === 0 ? 'sent' : '')}${pen.paint('cyan', line)}`,
          ),
          ...part('received', answerLine(exchange), pen),
          ...(exchange.body === '' ? [] : part('', clip(exchange.body, BODY_SHOWN), pen, 'dim')),
        ]),
        ...part('expected', finding.expected, pen),
        ...part('actual', clip(finding.actual, BODY_SHOWN), pen),
      ]
    : part('because', clip(detail, DETAIL_SHOWN), pen)
  return [
    '',
    ...entry(mark, id, `the service ${title}`, pen),
    ...part('clause', clause.join(', '), pen),
    ...shown,
  ]
}

/** Returns entries under a heading with their number. */
function listed<T>(title: string, entries: readonly T[], pen: Pen, show: (entry: T) => string[]): string[] {
  return entries.length > 0 ? [heading(title, entries.length, pen), ...entries.flatMap(show)] : []
}

function heading(title: string, count: number, { paint }: Pen): string {
  return `${paint('bold', title)} ${paint('dim', `(${count})`)}`
}

/** Returns the lines of a mark, a name if there is one, and a text. */
function entry(mark: Mark, name: string, text: string, { paint, width }: Pen): string[] {
  const { symbol, style } = marks[mark]
  const label = name === '' ? '' : `${name} `.padEnd(TEXT_COLUMN - 2)
  return hanging(`${paint(style, symbol)} ${label}`, oneLine(text), 2 + label.length, width)
}

/** Returns the lines of a part of an entry, with its label. */
function part(label: string, text: string, pen: Pen, style?: Style): string[] {
  const lines = hanging(partLabel(label), oneLine(text), PART_COLUMN, pen.width)
  return style === undefined ? lines : lines.map((line) => pen.paint(style, line))
}

function partLabel(label: string): string {
  return `    ${label}`.padEnd(PART_COLUMN)
}
