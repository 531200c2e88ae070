import { counted } from '../../src/contract/counted.ts'
import { riskWords } from '../client/exchange.ts'
import type { RecordedExchange, Report, Result } from '../run/report.ts'
import {
  blockedByRootCause,
  coverageByHeading,
  idsOf,
  isBare,
  newerFailures,
  notRunGroups,
  resultsByKind,
  undecidedGroups,
} from './outline.ts'
import { clip, oneLine, printableLines } from './printable.ts'
import { verdictPoint } from './verdict-point.ts'
import {
  answerLine,
  baselineFaultTitle,
  changedReadings,
  coverageLine,
  knownLine,
  reasonWords,
  requestsLine,
  settingsOf,
  shellLinesOf,
  verdictWords,
} from './wording.ts'

/** GitHub rejects a step summary above 1 MiB. The rest is room for the line that says what was left out. */
const SUMMARY_BYTES = 1_000_000
const BODY_SHOWN = 1_500
const TEXT_SHOWN = 2_000
const TITLE_SHOWN = 200
const ANNOTATIONS = 10

interface Section {
  title: string
  /** The Markdown of each entry, made only if there is room for it. */
  entries: readonly (() => string)[]
}

/** Returns the Markdown of a step summary, below 1 MiB. */
export function githubSummary(report: Report): string {
  const head = [
    `## pessoas-sim conformance: ${verdictWords[report.verdict]}`,
    prose(report.summary),
    ...(report.rootCause === null ? [] : [`**Root cause:** ${prose(report.rootCause)}`, blockedLine(report)]),
  ]
  return fill(head.filter((line) => line !== '').join('\n\n'), sectionsOf(report))
}

function blockedLine(report: Report): string {
  const { length } = blockedByRootCause(report)
  return length > 0 ? `It leaves ${counted(length, 'check')} undecided.` : ''
}

function sectionsOf(report: Report): Section[] {
  const { failure, warning, observed, known } = resultsByKind(report)
  const section = <T>(title: string, of: readonly T[], show: (entry: T) => string): Section => ({
    title,
    entries: of.map((entry) => () => show(entry)),
  })
  return [
    section('Failed', failure, violation),
    section('Baseline out of date', report.baselineFaults, ({ fault, says }) => item(fault, says)),
    section('Warnings', warning, violation),
    section('Warnings of the run', report.warnings, (text) => item('', text)),
    section('Observed (the interface leaves these open)', observed, ({ id, title, detail }) =>
      item(id, `${title}: ${detail}`),
    ),
    section('Undecided', undecidedGroups(report), ({ reason, detail, remedy, results }) =>
      item(reasonWords[reason], `${idsOf(results)}: ${detail}${remedy === undefined ? '' : ` → ${remedy}`}`),
    ),
    section('Not run', notRunGroups(report), ({ risk, results, reasons }) =>
      item(risk, `${riskWords[risk]}: ${idsOf(results)} (${reasons.join('; ')})`),
    ),
    section('Known to fail', known, (result) => item(result.id, `${result.title}: ${knownLine(result)}`)),
    section(`Newer than ${report.settings.requirements}: would fail`, newerFailures(report), violation),
    section(
      'Coverage by clause',
      isBare(report) ? [] : coverageByHeading(report),
      ({ number, name, entries }) => item(`${number} ${name}`, coverageLine(entries)),
    ),
    section('Run', [...settingsOf(report), ['requests', requestsLine(report)] as const], ([label, text]) =>
      item(label, text),
    ),
    section(
      'Readings of the interface changed from their defaults',
      changedReadings(report),
      ({ mode, says }) => item(mode, says),
    ),
  ]
}

/** Returns the entries that fit and how many were left out. */
function fill(head: string, sections: readonly Section[]): string {
  const kept = [head]
  const leftOut: string[] = []
  let room = SUMMARY_BYTES - Buffer.byteLength(head)
  for (const { title, entries } of sections.filter((section) => section.entries.length > 0)) {
    const shown = entries.flatMap((entry) => {
      const text = entry()
      const size = Buffer.byteLength(text) + 1
      if (size > room) return []
      room -= size
      return [text]
    })
    kept.push(`### ${title}\n\n${shown.join('\n')}`)
    if (shown.length < entries.length) leftOut.push(`${entries.length - shown.length} of “${title}”`)
  }
  if (leftOut.length > 0)
    kept.push(`**Left out, because GitHub limits the size of a summary:** ${leftOut.join(', ')}.`)
  return `${kept.join('\n\n')}\n`
}

function violation({ id, title, clause, detail, finding }: Result): string {
  const lines = [`#### ${prose(`${id} the service ${title}`)}`, `Clause ${prose(clause.join(', '))}`]
  if (!finding) return [...lines, prose(detail), ''].join('\n\n')
  return [
    ...lines,
    prose(finding.rule),
    `Expected ${prose(finding.expected)}, got ${prose(finding.actual)}`,
    ...finding.exchanges.map(transcript),
    '',
  ].join('\n\n')
}

function transcript(exchange: RecordedExchange): string {
  const text = [
    ...shellLinesOf(exchange),
    clip(answerLine(exchange), TITLE_SHOWN),
    clip(exchange.body, BODY_SHOWN),
  ]
  return fenced(printableLines(text.join('\n')))
}

function item(name: string, text: string): string {
  return name === '' ? `- ${prose(text)}` : `- **${prose(name)}** ${prose(text)}`
}

/** Returns a code block whose fence is longer than any inside it. */
function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
  return `${fence}\n${text}\n${fence}`
}

/**
 * The characters that Markdown, HTML or GitHub would interpret: the start of a block, emphasis, code, links, tags,
 * entities, math, addresses that become links, emoji, mentions and issues. All others stay readable.
 */
const ACTS =
  /^[-+=#]|(?<=^\d{1,9})[.)]|[\\`*[\]<>|~$@]|&(?=#?\w)|(?<!\w)[_#]|_(?!\w)|:(?=[^\s\d])|(?<=\bwww)\./gi

/** Escapes a text so that Markdown and HTML interpret no character of it, even at the beginning of a line. */
function prose(text: string): string {
  return oneLine(clip(text, TEXT_SHOWN)).replace(ACTS, (mark) => `&#${mark.charCodeAt(0)};`)
}

type Annotation = { level: 'error' | 'warning'; name: string; title: string; message: string }

/** Returns at most ten workflow commands, GitHub's limit for a step; the last one names what is left out. */
export function githubAnnotations(report: Report): string[] {
  const all = annotationsOf(report)
  if (all.length <= ANNOTATIONS) return all.map(command)
  const shown = all.slice(0, ANNOTATIONS - 1)
  const rest = all.slice(ANNOTATIONS - 1)
  const level = rest.some((annotation) => annotation.level === 'error') ? 'error' : 'warning'
  const name = `${rest.length} more`
  const message = rest.map((annotation) => annotation.name).join(', ')
  return [...shown, { level, name, title: `${name} of pessoas-sim conformance`, message } as const].map(
    command,
  )
}

function annotationsOf(report: Report): Annotation[] {
  const { failure, warning } = resultsByKind(report)
  const { title, problem } = verdictPoint(report)
  return [
    ...(problem === undefined ? [] : [{ level: 'error', name: 'RUN', title, message: problem } as const]),
    ...failure.map((result) => annotated('error', result)),
    ...report.baselineFaults.map((fault) => ({
      level: 'error' as const,
      name: `${fault.id} of the baseline`,
      title: baselineFaultTitle(fault),
      message: fault.says,
    })),
    ...warning.map((result) => annotated('warning', result)),
    ...report.warnings.map((message) => ({
      level: 'warning' as const,
      name: 'a warning of the run',
      title: 'pessoas-sim conformance',
      message,
    })),
  ]
}

function annotated(level: Annotation['level'], { id, title, detail, finding }: Result): Annotation {
  const message = finding ? `expected ${finding.expected}, got ${finding.actual}\n${finding.rule}` : detail
  return { level, name: id, title: `${id} the service ${title}`, message }
}

function command({ level, title, message }: Annotation): string {
  const property = data(oneLine(clip(title, TITLE_SHOWN)))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
  return `::${level} title=${property}::${data(printableLines(clip(message, TEXT_SHOWN)))}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
