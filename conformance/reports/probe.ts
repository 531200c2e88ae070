import { styleText } from 'node:util'
import { counted } from '../../src/contract/counted.ts'
import type { KnobName } from '../../src/contract/knobs.ts'
import { choiceText, type Profile } from '../../src/contract/profile.ts'
import { translate } from '../../src/messages/translate.ts'
import type { ChangedChoice, KnobFinding, ProbeReport } from '../probe/report.ts'
import { likenessLines, likenessSummary } from './likeness.ts'
import { requestsLine } from './outline.ts'
import type { ReportOptions } from './pretty.ts'
import { clip, hanging, oneLine, paragraph } from './printable.ts'

const KNOB_COLUMN = 21
const EVIDENCE_SHOWN = 300
const marks = {
  certain: { symbol: '✓', style: 'green' },
  likely: { symbol: '~', style: 'yellow' },
  unknown: { symbol: '?', style: 'yellow' },
} as const

/** Returns the report of a probe for a terminal: a paragraph for each knob, and the summary in the last line. */
export function renderProbe(report: ProbeReport, options: ReportOptions = {}): string {
  const { color = false, width = 100, quiet = false } = options
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const line = (finding: KnobFinding): string[] => {
    const { knob, choice, confidence, reason, evidence, settle } = finding
    const { symbol, style } = marks[confidence]
    const label = `${paint(style, symbol)} ${paint('bold', knob.padEnd(KNOB_COLUMN - 2))}`
    const missing = reason === 'hidden' ? 'without effect here' : 'unknown'
    const value = confidence === 'unknown' ? translate(missing) : shownChoice(choice)
    const told = [evidence, settle].filter((text) => text !== null).map((text) => translate(oneLine(text)))
    return [value, ...told]
      .map((text) => clip(text, EVIDENCE_SHOWN))
      .flatMap((text, i) => hanging(i === 0 ? label : ' '.repeat(KNOB_COLUMN), text, KNOB_COLUMN, width))
  }
  // A cause that kept all knobs unknown is shown once, not with every knob.
  const isBare =
    report.rootCause !== null && report.findings.every(({ evidence }) => evidence === report.rootCause)
  const cause =
    report.rootCause === null ? [] : [...paragraph(translate(oneLine(report.rootCause)), width), '']
  const all = [
    ...(isBare ? [] : [...report.findings.flatMap(line), '']),
    ...(report.likeness ? likenessLines(report.likeness, width) : []),
    ...report.warnings.map((text) => `! ${translate(text)}`),
    requestsLine(report),
  ]
  const likeness = report.likeness ? [likenessSummary(report.likeness)] : []
  return [...cause, ...(quiet ? [] : all), ...likeness, translate(report.summary), ''].join('\n')
}

/** Returns a choice as it is written in a profile; only that there is no limit is a word of the language. */
function shownChoice(choice: Profile[KnobName] | Partial<Profile['texts']>): string {
  return choice === null ? translate('none') : oneLine(choiceText(choice))
}

function changedText(knob: string, value: unknown): string {
  if (!knob.startsWith('seen.')) return shownChoice(value as Profile[KnobName])
  return value === null ? translate('nothing') : clip(oneLine(JSON.stringify(value)), EVIDENCE_SHOWN)
}

/** Returns how two profiles differ, one line for each knob and each entry of what was seen. */
export function renderChanges(
  changes: readonly ChangedChoice[],
  [was, is]: readonly [string, string],
): string {
  if (changes.length === 0) return translate(`No choice differs between ${was} and ${is}.\n`)
  const lines = changes.map(
    ({ knob, was, is, evidence }) =>
      `${knob.padEnd(KNOB_COLUMN - 2)}  ${changedText(knob, was)} → ${evidence === undefined ? changedText(knob, is) : translate(`none of the choices: ${clip(oneLine(evidence), EVIDENCE_SHOWN)}`)}`,
  )
  return `${was} → ${is}\n\n${lines.join('\n')}\n\n${translate(`${counted(changes.length, 'choice')} ${changes.length === 1 ? 'differs' : 'differ'}.`)}\n`
}
