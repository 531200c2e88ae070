import type { Report, Result } from '../run/report.ts'
import { type Markup, markup } from './markup.ts'
import { answerLine, byHeading, factsOf, kindOf, linesOfRun, shellLinesOf, verdictTest } from './outline.ts'
import { clip, oneLine } from './printable.ts'

const BODY_SHOWN = 4_000
const MESSAGE_SHOWN = 1_000

interface Case {
  name: string
  durationMs: number
  outcome: 'passed' | 'failure' | 'error' | 'skipped'
  type: string
  /** The text that a list of tests shows next to the name. */
  message: string
  /** The long text of a failure or an error, and the output of any other. */
  text: string
}

/** Returns JUnit XML in the form that Jenkins and GitLab read. */
export function junit(report: Report): string {
  const { title, problem } = verdictTest(report)
  const suites: [name: string, cases: Case[]][] = [
    [
      'run',
      [
        caseOf(
          title,
          problem === undefined ? 'passed' : 'error',
          report.verdict,
          problem ?? '',
          report.summary,
        ),
      ],
    ],
    ...byHeading(report.results, ({ clause }) => clause[0] as string).map(
      ({ number, name, entries }): [string, Case[]] => [`${number} ${name}`, entries.map(checkCase)],
    ),
    [
      'baseline',
      report.baselineFaults.map(({ id, fault, says }) =>
        caseOf(`${fault} baseline entry: ${id}`, 'failure', fault, says, says),
      ),
    ],
  ]
  const all = suites.flatMap(([, cases]) => cases)
  // The schema of Jenkins' xUnit plugin allows no `skipped` here. Checks run side by side, so the sum of their times is
  // more than the run took.
  return `<?xml version="1.0" encoding="UTF-8"?>
${markup`<testsuites name="pessoas-sim" ${totals(all, report.durationMs)}>
${suites.map(([name, cases]) => suiteMarkup(name, cases, report))}</testsuites>`}
`
}

function caseOf(
  name: string,
  outcome: Case['outcome'],
  type: string,
  message: string,
  text: string,
  durationMs = 0,
): Case {
  return { name, outcome, type, message, text, durationMs }
}

function checkCase(result: Result): Case {
  const { id, title, detail, remedy, reason, clause, finding, known, durationMs } = result
  const kind = kindOf(result)
  const of = (outcome: Case['outcome'], type: string, message: string, text = story(result)) =>
    caseOf(`${id} the service ${title}`, outcome, type, message, text, durationMs)
  if (kind === 'undecided' || kind === 'not run')
    return of('skipped', reason ?? kind, remedy === undefined ? detail : `${detail}: ${remedy}`)
  if (known) return of('skipped', kind, known.reason)
  if (kind === 'failed') {
    const message = finding ? `expected ${finding.expected}, got ${finding.actual}` : detail
    return of('failure', clause[0] as string, message)
  }
  return of('passed', kind, '', kind === 'passed' ? detail : `${kind}: ${story(result)}`)
}

/** Returns a finding as lines: the rule, expected, actual, and how to repeat the requests. */
function story(result: Result): string {
  const { finding, detail } = result
  const facts = factsOf(result).map((fact) => fact.join(': '))
  const exchanges = finding?.exchanges.flatMap((exchange) => {
    const received = `received: ${answerLine(exchange)}`
    return ['sent:', ...shellLinesOf(exchange), received, clip(exchange.body, BODY_SHOWN)]
  })
  return exchanges ? [...facts, ...exchanges].join('\n') : detail
}

function suiteMarkup(name: string, cases: readonly Case[], report: Report): Markup | string {
  if (cases.length === 0) return ''
  // The schema of JUnit allows no time zone and no fraction. The time is UTC.
  const timestamp = report.startedAt.replace(/(\.\d+)?Z$/, '')
  const ms = cases.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const skipped = cases.filter(({ outcome }) => outcome === 'skipped').length
  const lines = linesOfRun(report).map(
    ([label, text]) => markup`      <property name="${label}" value="${oneLine(text)}"/>\n`,
  )
  const properties = name === 'run' ? markup`    <properties>\n${lines}    </properties>\n` : ''
  const classname = `pessoas-sim.${name.toLowerCase().replaceAll(' ', '-')}`
  return markup`  <testsuite name="${name}" ${totals(cases, ms)} skipped="${skipped}" timestamp="${timestamp}">
${properties}${cases.map((one) => caseMarkup(one, classname))}  </testsuite>
`
}

function caseMarkup({ name, durationMs, outcome, message, type, text }: Case, classname: string): Markup {
  const attributes = markup`message="${oneLine(clip(message, MESSAGE_SHOWN))}" type="${type}"`
  const output = text === '' ? '' : markup`      <system-out>${text}</system-out>\n`
  const inside = {
    passed: output,
    skipped: markup`      <skipped ${attributes}/>\n${output}`,
    failure: markup`      <failure ${attributes}>${text}</failure>\n`,
    error: markup`      <error ${attributes}>${text}</error>\n`,
  }
  return markup`    <testcase classname="${classname}" name="${oneLine(name)}" time="${(durationMs / 1000).toFixed(3)}">
${inside[outcome]}    </testcase>
`
}

/** Returns the attributes that `testsuites` and `testsuite` share. */
function totals(cases: readonly Case[], ms: number): Markup {
  const [failures, errors] = ['failure', 'error'].map(
    (wanted) => cases.filter(({ outcome }) => outcome === wanted).length,
  ) as [number, number]
  return markup`tests="${cases.length}" failures="${failures}" errors="${errors}" time="${(ms / 1000).toFixed(3)}"`
}
