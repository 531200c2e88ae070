import { styleText } from 'node:util'
import { translate } from '../../src/messages/translate.ts'
import type { RecordedExchange, Report } from '../run/report.ts'
import { answerLine, type Entry, type Kind, outlineOf, shellLinesOf, titles } from './outline.ts'
import { clip, hanging, oneLine, paragraph } from './printable.ts'
import { translated } from './translated.ts'

const TEXT_SHOWN = 1_000
const BODY_SHOWN = 600
/** The columns where texts begin, after a mark and a name and after the label of a fact. */
const TEXT_COLUMN = 12
const FACT_COLUMN = 14

type Style = Parameters<typeof styleText>[0]

const marks: Record<Kind, [symbol: string, style: Style]> = {
  failed: ['✗', 'red'],
  warned: ['!', 'yellow'],
  undecided: ['?', 'yellow'],
  'not run': ['–', 'dim'],
  known: ['~', 'yellow'],
  observed: ['·', 'dim'],
  passed: ['✓', 'green'],
}

/** Options of a report for a terminal. */
export interface ReportOptions {
  color?: boolean
  /** Columns. */
  width?: number
  /** Only failures and the verdict. */
  quiet?: boolean
  /** Only the verdict and its cause. */
  verdictOnly?: boolean
}

/** Returns a report for a terminal with the verdict in its last line. */
export function pretty(given: Report, options: ReportOptions = {}): string {
  const report = translated(given)
  const { color = false, quiet = false, verdictOnly = false } = options
  const width = Math.min(Math.max(options.width ?? 100, 40), 110)
  const paint = (style: Style, text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const factLines = (label: string, text: string) =>
    hanging(`    ${translate(label)}`.padEnd(FACT_COLUMN), oneLine(text), FACT_COLUMN, width)
  const exchangeLines = (exchange: RecordedExchange, index: number, { length }: { length: number }) => {
    // Each line of the shell stays one line however long, so that it can be copied.
    const shell = shellLinesOf(exchange).map((text, i) => {
      return (i === 0 ? `    ${translate('sent')}` : '').padEnd(FACT_COLUMN) + paint('cyan', text)
    })
    const body = index === length - 1 ? clip(exchange.body, BODY_SHOWN) : ''
    const bodyLines = factLines('', body).map((text) => paint('dim', text))
    return [...shell, ...factLines('received', answerLine(exchange)), ...(body === '' ? [] : bodyLines)]
  }
  const entryLines = ({ kind, name, text, facts, exchanges }: Entry) => {
    const [symbol, style] = marks[kind]
    const label = name === '' ? '' : `${translate(name)} `.padEnd(TEXT_COLUMN - 2)
    const shown = oneLine(clip(text, TEXT_SHOWN))
    return [
      ...(exchanges.length > 0 ? [''] : []),
      ...hanging(`${paint(style, symbol)} ${label}`, shown, 2 + label.length, width),
      ...facts.flatMap(([fact, says]) => factLines(fact, clip(says, TEXT_SHOWN))),
      ...exchanges.flatMap(exchangeLines),
    ]
  }
  const shown = verdictOnly ? ['run-warnings'] : ['failed', 'baseline', 'run-warnings']
  const isShown = (id: string) => (quiet || verdictOnly ? shown.includes(id) : id !== 'passed')
  const parts = outlineOf(report).filter(({ id }) => isShown(id))
  const rule = paint('red', '━'.repeat(width))
  const cause = paragraph(oneLine(report.rootCause ?? ''), width).map((text) => paint('bold', text))
  const written = [
    ...(report.rootCause === null ? [] : [[rule, paint('red', translate('ROOT CAUSE')), ...cause, rule]]),
    ...parts.map(({ id, count, entries }) => {
      const heading = paint('bold', translate(titles[id])) + (count > 0 ? paint('dim', ` (${count})`) : '')
      return [heading, ...entries.flatMap(entryLines)]
    }),
    [paint(report.exitCode === 0 ? 'green' : 'red', oneLine(report.summary))],
  ]
  return `${written.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
