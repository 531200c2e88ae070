import type { RecordedExchange, Report } from '../run/report.ts'
import { answerLine, type Entry, outlineOf, shellLinesOf, titles, verdictTest } from './outline.ts'
import { clip, oneLine, printableLines } from './printable.ts'

/** GitHub rejects a step summary above 1 MiB. The rest is room for the line that says what was left out. */
const SUMMARY_BYTES = 1_000_000
const BODY_SHOWN = 1_500
const TEXT_SHOWN = 2_000
const TITLE_SHOWN = 200
/** GitHub shows at most ten annotations of a step. */
const ANNOTATIONS = 10

/** Returns the Markdown of a step summary, below 1 MiB. */
export function githubSummary(report: Report): string {
  const cause = report.rootCause === null ? [] : [`**Root cause:** ${prose(report.rootCause)}`]
  const kept = [`## pessoas-sim conformance: ${prose(report.headline)}`, prose(report.summary), ...cause]
  const leftOut: string[] = []
  let room = SUMMARY_BYTES - Buffer.byteLength(kept.join('\n\n'))
  for (const { id, entries } of outlineOf(report).filter(({ id }) => id !== 'passed')) {
    const shown: string[] = []
    for (const entry of entries) {
      const text = entryText(entry)
      if (Buffer.byteLength(text) >= room) continue
      room -= Buffer.byteLength(text) + 1
      shown.push(text)
    }
    kept.push(`### ${titles[id]}\n\n${shown.join('\n')}`)
    if (shown.length < entries.length) leftOut.push(`${entries.length - shown.length} of “${titles[id]}”`)
  }
  if (leftOut.length > 0)
    kept.push(`**Left out, because GitHub limits the size of a summary:** ${leftOut.join(', ')}.`)
  return `${kept.join('\n\n')}\n`
}

function entryText({ name, text, facts, exchanges }: Entry): string {
  const label = name === '' ? '' : `**${prose(name)}** `
  const known = facts.map(([label, says]) => `\n  - ${label}: ${prose(says)}`)
  return `- ${label}${prose(text)}${known.join('')}${exchanges.map(transcript).join('')}`
}

/** Returns an exchange as a code block whose fence is longer than any inside it. */
function transcript(exchange: RecordedExchange): string {
  const answer = [clip(answerLine(exchange), TITLE_SHOWN), clip(exchange.body, BODY_SHOWN)]
  const text = printableLines([...shellLinesOf(exchange), ...answer].join('\n'))
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
  return `\n\n${fence}\n${text}\n${fence}\n`
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

const levels: Record<string, 'error' | 'warning'> = {
  failed: 'error',
  baseline: 'error',
  warned: 'warning',
  'run-warnings': 'warning',
}

/** Returns at most ten workflow commands; the last one names what is left out. */
export function githubAnnotations(report: Report): string[] {
  const { title, problem } = verdictTest(report)
  const all = outlineOf(report).flatMap(({ id, entries }) => {
    const level = levels[id]
    return level ? entries.map((entry) => ({ level, ...annotation(entry) })) : []
  })
  if (problem !== undefined) all.unshift({ level: 'error', name: 'RUN', title, message: problem })
  if (all.length <= ANNOTATIONS) return all.map(command)
  const rest = all.splice(ANNOTATIONS - 1)
  const level = rest.some(({ level }) => level === 'error') ? 'error' : 'warning'
  const message = rest.map(({ name }) => name).join(', ')
  return [...all, { level, title: `${rest.length} more of pessoas-sim conformance`, message }].map(command)
}

function annotation({ name, text, facts }: Entry) {
  const { rule, expected, actual, because } = Object.fromEntries(facts)
  if (facts.length === 0) return { name, title: `pessoas-sim conformance ${name}`.trim(), message: text }
  const message = rule === undefined ? because : `expected ${expected}, got ${actual}\n${rule}`
  return { name, title: `${name} ${text}`, message: message ?? '' }
}

function command({ level, title, message }: { level: string; title: string; message: string }): string {
  const property = escaped(oneLine(clip(title, TITLE_SHOWN)))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
  return `::${level} title=${property}::${escaped(printableLines(clip(message, TEXT_SHOWN)))}`
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
