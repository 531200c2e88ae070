import type { Report, Result } from '../run/report.ts'
import { kindOf } from './outline.ts'
import { asEscape, clip, oneLine } from './printable.ts'
import { verdictPoint } from './verdict-point.ts'
import { answerLine, baselineFaultTitle, knownLine, newerLine, shellLinesOf } from './wording.ts'

const BODY_SHOWN = 2_000

interface Point {
  ok: boolean
  title: string
  /** TODO is the word of TAP for a failure that does not count. */
  directive?: ['SKIP' | 'TODO', string]
  diagnostics: Record<string, unknown>
}

/** Texts of several lines, written as YAML blocks, from which they can be copied. */
class Blocks {
  readonly texts: readonly (readonly string[])[]

  constructor(texts: readonly (readonly string[])[]) {
    this.texts = texts
  }
}

/**
 * Returns TAP 14 that declares version 13, because `prove` on Debian rejects a higher number and the output needs none.
 * A run without a verdict is a point that is not ok, not `Bail out!`, which would end the other files of a `prove` run
 * and which some consumers ignore.
 */
export function tap(report: Report): string {
  const points = [verdictOf(report), ...report.results.map(pointOf), ...report.baselineFaults.map(faultOf)]
  return [
    'TAP version 13',
    `# ${oneLine(`${report.tool.name} ${report.tool.version}, run ${report.run}, ${report.target}`)}`,
    `# requirements ${report.settings.requirements}`,
    `1..${points.length}`,
    ...points.flatMap(lines),
    '',
  ].join('\n')
}

function verdictOf(report: Report): Point {
  const { title, problem, says } = verdictPoint(report)
  return { ok: problem === undefined, title, diagnostics: { problem, says } }
}

function pointOf(result: Result): Point {
  const { id, title, verdict, detail, remedy } = result
  const point = {
    ok: verdict !== 'fail',
    title: `${id} the service ${title}`,
    diagnostics: diagnosticsOf(result),
  }
  if (verdict === 'inconclusive' || verdict === 'not run') {
    return { ...point, directive: ['SKIP', remedy ? `${detail}: ${remedy}` : detail] }
  }
  if (result.newer && verdict === 'fail') return { ...point, directive: ['TODO', newerLine(result)] }
  return kindOf(result) === 'known' ? { ...point, directive: ['TODO', knownLine(result)] } : point
}

function diagnosticsOf({ verdict, clause, level, detail, reason, warning, finding, durationMs }: Result) {
  return {
    verdict,
    clause,
    level,
    detail,
    reason,
    warning,
    rule: finding?.rule,
    expected: finding?.expected,
    actual: finding?.actual,
    sent: finding && new Blocks(finding.exchanges.map(shellLinesOf)),
    came: finding?.exchanges.map((exchange) => `${answerLine(exchange)} ${clip(exchange.body, BODY_SHOWN)}`),
    duration_ms: durationMs,
  }
}

function faultOf(fault: Report['baselineFaults'][number]): Point {
  return { ok: false, title: baselineFaultTitle(fault), diagnostics: { says: fault.says } }
}

function lines({ ok, title, directive, diagnostics }: Point, index: number): string[] {
  const point = `${ok ? 'ok' : 'not ok'} ${index + 1} - ${escaped(title)}`
  const entries = Object.entries(diagnostics).filter(([, value]) => value !== undefined)
  return [
    directive ? `${point} # ${directive[0]} ${escaped(directive[1])}` : point,
    '  ---',
    ...entries.flatMap(([name, value]) =>
      value instanceof Blocks
        ? [
            `  ${name}:`,
            ...value.texts.flatMap((text) => ['    - |-', ...text.map((line) => `      ${line}`)]),
          ]
        : `  ${name}: ${scalar(value)}`,
    ),
    '  ...',
  ]
}

/** Escapes a text for a TAP line. node-tap takes a brace at the end for the start of a subtest. */
function escaped(text: string): string {
  return oneLine(text).replace(/\{$/, asEscape).replace(/[\\#]/g, '\\$&')
}

/** Returns a value as JSON, which is also YAML. */
function scalar(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? oneLine(inner) : inner))
}
