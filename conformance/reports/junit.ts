import { translate } from '../../src/messages/translate.ts'
import type { Report, Result } from '../run/report.ts'
import { type Markup, markup } from './markup.ts'
import * as outline from './outline.ts'
import { clip, oneLine } from './printable.ts'
import { translated } from './translated.ts'

const BODY_SHOWN = 4_000
const MESSAGE_SHOWN = 1_000

interface Case {
  name: string
  outcome: 'passed' | 'failure' | 'error' | 'skipped'
  type: string
  /** The text that a list of tests shows next to the name. */
  message: string
  /** The long text of a failure or an error, and the output of any other. */
  text: string
  durationMs?: number
}

/** Returns JUnit XML in the form that Jenkins and GitLab read. Names are the same in every language: CI knows a test by its name. */
export function junit(report: Report): string {
  const inWords = translated(report)
  const { title: name, problem: message = '' } = outline.verdictTest(inWords)
  const outcome = message === '' ? 'passed' : 'error'
  const cases = inWords.baselineFaults.map(({ id, fault: type, says: text }): Case => {
    return { name: `${type} baseline entry: ${id}`, outcome: 'failure', type, message: text, text }
  })
  const told = new Map(inWords.results.map((result) => [result.id, result]))
  const suites = [
    {
      name: 'run',
      cases: [{ name, outcome, type: report.verdict, message, text: inWords.summary } as const],
    },
    ...outline
      .byHeading(report.results, ({ clause }) => clause[0] as string)
      .map(({ number, name, entries }) => ({
        name: `${number} ${name}`,
        cases: entries.map((result) => caseOf(result, told.get(result.id) ?? result)),
      })),
    ...(cases.length > 0 ? [{ name: 'baseline', cases }] : []),
  ]
  const all = suites.flatMap(({ cases }): readonly Case[] => cases)
  // The schema of Jenkins' xUnit plugin allows no `skipped` here. Checks run side by side, so the sum of their times is
  // more than the run took.
  const whole = markup`<testsuites name="pessoas-sim" ${totals(all, report.durationMs)}>
${suites.map(({ name, cases }) => suiteMarkup(name, cases, report))}</testsuites>
`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole.text}`
}

function caseOf({ title }: Result, result: Result): Case {
  const { id, verdict, detail, remedy, reason, clause, finding, known, durationMs } = result
  const kind = outline.kindOf(result)
  const isPassed = verdict === 'pass' || verdict === 'observed'
  const outcome = kind === 'failed' ? 'failure' : isPassed ? 'passed' : 'skipped'
  const why = remedy === undefined ? detail : `${detail}: ${remedy}`
  const message =
    known?.reason ??
    (finding ? `${translate('expected')} ${finding.expected}, ${translate('got')} ${finding.actual}` : why)
  const type = kind === 'failed' ? (clause[0] as string) : (reason ?? kind)
  return { name: `${id} the service ${title}`, outcome, type, message, text: story(result), durationMs }
}

/** Returns a finding as lines: the rule, expected, actual, and how to repeat the requests. */
function story(result: Result): string {
  const { finding, detail } = result
  const facts = outline.factsOf(result).map(([label, text]) => `${translate(label)}: ${text}`)
  const exchanges = finding?.exchanges.flatMap((exchange) => {
    const received = `${translate('received')}: ${outline.answerLine(exchange)}`
    return [
      `${translate('sent')}:`,
      ...outline.shellLinesOf(exchange),
      received,
      clip(exchange.body, BODY_SHOWN),
    ]
  })
  return exchanges ? [...facts, ...exchanges].join('\n') : `${translate(outline.kindOf(result))}: ${detail}`
}

function suiteMarkup(name: string, cases: readonly Case[], report: Report): Markup {
  // The schema of JUnit allows no time zone and no fraction. The time is UTC.
  const timestamp = report.startedAt.replace(/(\.\d+)?Z$/, '')
  const ms = cases.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
  const lines = outline.linesOfRun(report).map(([label, text]) => {
    return markup`      <property name="${label}" value="${oneLine(text)}"/>\n`
  })
  const properties = name === 'run' ? markup`    <properties>\n${lines}    </properties>\n` : ''
  const classname = `pessoas-sim.${name.toLowerCase().replaceAll(' ', '-')}`
  return markup`  <testsuite name="${name}" ${totals(cases, ms)} skipped="${countOf(cases, 'skipped')}" timestamp="${timestamp}">
${properties}${cases.map((one) => caseMarkup(one, classname))}  </testsuite>
`
}

function caseMarkup({ name, durationMs = 0, outcome, message, type, text }: Case, classname: string): Markup {
  const attributes = markup`message="${oneLine(clip(message, MESSAGE_SHOWN))}" type="${type}"`
  const output = markup`      <system-out>${text}</system-out>\n`
  const inside = {
    passed: output,
    skipped: markup`      <skipped ${attributes}/>\n${output}`,
    failure: markup`      <failure ${attributes}>${text}</failure>\n`,
    error: markup`      <error ${attributes}>${text}</error>\n`,
  }
  return markup`    <testcase classname="${classname}" name="${oneLine(name)}" time="${seconds(durationMs)}">
${inside[outcome]}    </testcase>
`
}

/** Returns the attributes that `testsuites` and `testsuite` share. */
function totals(cases: readonly Case[], ms: number): Markup {
  return markup`tests="${cases.length}" failures="${countOf(cases, 'failure')}" errors="${countOf(cases, 'error')}" time="${seconds(ms)}"`
}

const countOf = (cases: readonly Case[], wanted: Case['outcome']) =>
  cases.filter(({ outcome }) => outcome === wanted).length

const seconds = (ms: number) => (ms / 1000).toFixed(3)
