import type { BaselineFault, Report, Result } from '../run/report.ts'
import { type Markup, markup } from './markup.ts'
import { kindOf, resultsByHeading } from './outline.ts'
import { clip, oneLine } from './printable.ts'
import { verdictPoint } from './verdict-point.ts'
import {
  answerLine,
  baselineFaultTitle,
  knownLine,
  newerLine,
  requestsLine,
  settingsOf,
  shellLinesOf,
} from './wording.ts'

const BODY_SHOWN = 4_000
const MESSAGE_SHOWN = 1_000

type Outcome = 'passed' | 'failure' | 'error' | 'skipped'

interface Case {
  name: string
  durationMs: number
  outcome: Outcome
  /** The text that a list of tests shows next to the name. */
  message?: string
  type?: string
  /** The long text of a failure or an error. */
  text?: string
  output?: string
}

interface Suite {
  name: string
  cases: Case[]
  properties?: [string, string][]
}

/** Returns JUnit XML in the form that Jenkins and GitLab read. */
export function junit(report: Report): string {
  const suites: Suite[] = [
    { name: 'run', cases: [verdictCase(report)], properties: propertiesOf(report) },
    ...resultsByHeading(report).map(({ number, name, entries }) => ({
      name: `${number} ${name}`,
      cases: entries.map(caseOf),
    })),
    { name: 'baseline', cases: report.baselineFaults.map(faultCase) },
  ].filter(({ cases }) => cases.length > 0)
  // Checks run side by side, so the sum of their times is more than the run took.
  const counts = totals(
    suites.flatMap(({ cases }) => cases),
    report.durationMs,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
${markup`<testsuites name="pessoas-sim" ${counts}>
${suites.map((suite) => suiteMarkup(suite, report.startedAt))}</testsuites>`}
`
}

function verdictCase(report: Report): Case {
  const { title, problem, says } = verdictPoint(report)
  const common = { name: title, durationMs: 0 }
  if (problem === undefined) return { ...common, outcome: 'passed', output: says }
  return { ...common, outcome: 'error', type: report.verdict, message: problem, text: says }
}

function propertiesOf(report: Report): [string, string][] {
  return [
    ...settingsOf(report),
    ['requests', requestsLine(report)],
    ...Object.entries(report.settings.readings).map(([name, mode]): [string, string] => [
      `reading.${name}`,
      mode,
    ]),
  ]
}

function caseOf(result: Result): Case {
  const { id, title, verdict, detail, remedy, reason, clause, durationMs } = result
  const common = { name: `${id} the service ${title}`, durationMs }
  const outcomes: Record<ReturnType<typeof kindOf>, Omit<Case, keyof typeof common>> = {
    passed: { outcome: 'passed', output: detail },
    observed: { outcome: 'passed', output: `observed: ${detail}` },
    warning: {
      outcome: verdict === 'inconclusive' || verdict === 'not run' ? 'skipped' : 'passed',
      message: detail,
      output: `warning: ${detail}\n${story(result)}`,
    },
    undecided: { outcome: 'skipped', message: why(detail, remedy), ...(reason && { type: reason }) },
    'not run': { outcome: 'skipped', message: why(detail, remedy), type: 'not-run' },
    newer: {
      outcome: verdict === 'pass' ? 'passed' : 'skipped',
      type: 'newer',
      message: newerLine(result),
      output: story(result),
    },
    known: {
      outcome: 'skipped',
      type: 'known',
      message: knownLine(result),
      output: story(result),
    },
    failure: {
      outcome: 'failure',
      type: clause[0] ?? 'violated',
      message: shortly(result),
      text: story(result),
    },
  }
  return { ...common, ...outcomes[kindOf(result)] }
}

function faultCase(fault: BaselineFault): Case {
  const name = baselineFaultTitle(fault)
  return { name, durationMs: 0, outcome: 'failure', type: fault.fault, message: fault.says, text: fault.says }
}

function why(detail: string, remedy: string | undefined): string {
  return remedy ? `${detail}: ${remedy}` : detail
}

function shortly({ finding, detail }: Result): string {
  return finding ? `expected ${finding.expected}, got ${finding.actual}` : detail
}

/** Returns a finding as lines: the rule, expected, actual, and how to repeat the requests. */
function story({ clause, finding, detail }: Result): string {
  if (!finding) return detail
  return [
    `rule (${clause.join(', ')}): ${finding.rule}`,
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    ...finding.exchanges.flatMap((exchange) => [
      'sent:',
      ...shellLinesOf(exchange),
      `received: ${answerLine(exchange)}`,
      clip(exchange.body, BODY_SHOWN),
    ]),
  ].join('\n')
}

function suiteMarkup({ name, cases, properties = [] }: Suite, startedAt: string): Markup {
  // The schema of JUnit allows no time zone and no fraction. The time is UTC.
  const timestamp = startedAt.replace(/(\.\d+)?Z$/, '')
  const classname = `pessoas-sim.${name.toLowerCase().replaceAll(' ', '-')}`
  return markup`  <testsuite name="${name}" ${attributes(cases)} timestamp="${timestamp}">
${properties.length > 0 ? propertiesMarkup(properties) : ''}${cases.map((one) => caseMarkup(one, classname))}  </testsuite>
`
}

function propertiesMarkup(properties: [string, string][]): Markup {
  const lines = properties.map(
    ([name, value]) => markup`      <property name="${name}" value="${oneLine(value)}"/>\n`,
  )
  return markup`    <properties>\n${lines}    </properties>\n`
}

function caseMarkup(
  { name, durationMs, outcome, message, type, text, output }: Case,
  classname: string,
): Markup {
  const says = markup`message="${oneLine(clip(message ?? '', MESSAGE_SHOWN))}"`
  const kind = type === undefined ? '' : markup` type="${type}"`
  const outcomes: Record<Outcome, Markup | string> = {
    passed: '',
    skipped: markup`      <skipped ${says}${kind}/>\n`,
    failure: markup`      <failure ${says}${kind}>${text ?? ''}</failure>\n`,
    error: markup`      <error ${says}${kind}>${text ?? ''}</error>\n`,
  }
  const out = output === undefined ? '' : markup`      <system-out>${output}</system-out>\n`
  return markup`    <testcase classname="${classname}" name="${oneLine(name)}" time="${seconds(durationMs)}">
${outcomes[outcome]}${out}    </testcase>
`
}

function attributes(cases: readonly Case[]): Markup {
  return markup`${totals(cases, sumOf(cases))} skipped="${countOf(cases, 'skipped')}"`
}

/**
 * The attributes that `testsuites` and `testsuite` share. The schema of Jenkins' xUnit plugin rejects a file with
 * `skipped` on `testsuites`.
 */
function totals(cases: readonly Case[], ms: number): Markup {
  return markup`tests="${cases.length}" failures="${countOf(cases, 'failure')}" errors="${countOf(cases, 'error')}" time="${seconds(ms)}"`
}

function countOf(cases: readonly Case[], wanted: Outcome): number {
  return cases.filter(({ outcome }) => outcome === wanted).length
}

function sumOf(cases: readonly Case[]): number {
  return cases.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
