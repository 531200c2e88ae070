import { translate } from '../../src/messages/translate.ts'
import type { RecordedExchange, Report } from '../run/report.ts'
import { answerLine, type Entry, outlineOf, shellLinesOf, titles, verdictTest } from './outline.ts'
import { clip, oneLine, printableLines } from './printable.ts'
import { translated } from './translated.ts'

/** GitHub rejects a step summary above 1 MiB. The rest is room for the line that says what was left out. */
const SUMMARY_BYTES = 1_000_000
const BODY_SHOWN = 1_500
const TEXT_SHOWN = 2_000
const TITLE_SHOWN = 200
/** GitHub shows at most ten annotations of a step. */
const ANNOTATIONS = 10

/** Returns the Markdown of a step summary, below 1 MiB. */
export function githubSummary(given: Report): string {
  const report = translated(given)
  const cause =
    report.rootCause === null ? [] : [`\n**${translate('Root cause')}:** ${prose(report.rootCause)}`]
  const lines = [
    `## ${translate('pessoas-sim conformance')}: ${prose(report.headline)}\n`,
    prose(report.summary),
    ...cause,
  ]
  for (const { id, entries } of outlineOf(report).filter(({ id }) => id !== 'passed'))
    lines.push(`\n### ${translate(titles[id])}\n`, ...entries.map(entryText))
  let size = 0
  const kept = lines.filter((text) => {
    size += Buffer.byteLength(text) + 1
    return size <= SUMMARY_BYTES
  })
  const end = `\n**${translate('GitHub limits the size of a summary, so the rest is left out.')}**`
  return `${[...kept, ...(kept.length < lines.length ? [end] : [])].join('\n')}\n`
}

function entryText({ name, text, facts, exchanges }: Entry): string {
  const label = name === '' ? '' : `**${prose(translate(name))}** `
  const known = facts.map(([label, says]) => `\n  - ${translate(label)}: ${prose(says)}`)
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

/** Returns at most ten workflow commands; the last one names what is left out. */
export function githubAnnotations(given: Report): string[] {
  const report = translated(given)
  const { title, problem } = verdictTest(report)
  const all = outlineOf(report).flatMap(({ id, entries }) => {
    const isError = id === 'failed' || id === 'baseline'
    if (!isError && id !== 'warned' && id !== 'run-warnings') return []
    return entries.map((entry) => ({ level: isError ? 'error' : 'warning', ...annotation(entry) }))
  })
  if (problem !== undefined) all.unshift({ level: 'error', name: 'RUN', title, message: problem })
  if (all.length <= ANNOTATIONS) return all.map(command)
  const rest = all.splice(ANNOTATIONS - 1)
  const level = rest.some(({ level }) => level === 'error') ? 'error' : 'warning'
  const message = rest.map(({ name }) => name).join(', ')
  return [...all, { level, title: translate(`${rest.length} more of pessoas-sim conformance`), message }].map(
    command,
  )
}

function annotation({ name, text, facts }: Entry) {
  const { rule, expected, actual, because } = Object.fromEntries(facts)
  if (facts.length === 0)
    return { name, title: `${translate('pessoas-sim conformance')} ${name}`.trim(), message: text }
  const message =
    rule === undefined
      ? because
      : `${translate('expected')} ${expected}, ${translate('got')} ${actual}\n${rule}`
  return { name, title: `${name} ${text}`, message: message ?? '' }
}

function command({ level, title, message }: { level: string; title: string; message: string }): string {
  const property = escaped(oneLine(clip(title, TITLE_SHOWN)))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
  return `::${level} title=${property}::${escaped(printableLines(clip(message, TEXT_SHOWN)))}`
}

const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
