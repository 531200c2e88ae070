import type { ClauseCoverage, RecordedExchange, Report, Result } from '../report.ts'
import { Markup, markup } from './markup.ts'
import {
  blockedByRootCause,
  coverageByHeading,
  notRunGroups,
  resultsByKind,
  tally,
  undecidedGroups,
} from './outline.ts'
import { clip } from './printable.ts'
import { styleSheet } from './style-sheet.ts'
import {
  answerLine,
  baselineFaultTitle,
  coverageLine,
  coverageWords,
  kindWords,
  knownLine,
  plural,
  readingLine,
  readingsUsed,
  reasonWords,
  requestsLine,
  riskWords,
  settingsOf,
  verdictWords,
} from './wording.ts'

const BODY_SHOWN = 20_000
const TEXT_SHOWN = 4_000

type Tone = 'good' | 'bad' | 'warn' | 'calm'

/** A section of the page, left out where it has nothing to say. */
interface Section {
  title: string
  content: Markup[]
}

const coverageTones: Record<ClauseCoverage['verdict'], Tone> = {
  fail: 'bad',
  partial: 'warn',
  inconclusive: 'warn',
  'not run': 'calm',
  pass: 'good',
  observed: 'calm',
  untestable: 'calm',
}

/** One page without a script, for a desk and a phone: all that it needs is in it. */
export function html(report: Report): string {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${sentence(verdictWords[report.verdict])}: ${report.target}</title>
<style>${new Markup(styleSheet)}</style>
</head>
<body>
${head(report)}
<main>
${sectionsOf(report)
  .filter(({ content }) => content.length > 0)
  .map(section)}</main>
<footer>${report.tool.name} ${report.tool.version}, run ${report.run}, ${report.startedAt}</footer>
</body>
</html>
`
  return page.text
}

function head(report: Report): Markup {
  const counts = tally(report).map(([kind, count]) => markup`<li><b>${count}</b> ${kindWords[kind]}</li>\n`)
  return markup`<header>
<p class="brand">pessoas-sim conformance of <strong>${report.target}</strong></p>
<div class="verdict ${report.verdict}">
<h1>${sentence(verdictWords[report.verdict])}</h1>
<p>${report.summary}</p>
</div>
${report.rootCause === null ? '' : rootCause(report.rootCause, blockedByRootCause(report))}
<ul class="counts">
${counts}</ul>
</header>`
}

function rootCause(says: string, blocked: readonly Result[]): Markup {
  const count = `${plural(blocked.length, 'check is', 'checks are')} blocked by it, and not decided`
  return markup`<section class="card bad" aria-labelledby="root-cause">
<h2 id="root-cause">Root cause</h2>
<p><strong>${clip(says, TEXT_SHOWN)}</strong></p>
${blocked.length > 0 ? disclosed(count, list(blocked.map((result) => row(result)))) : ''}
</section>`
}

function sectionsOf(report: Report): Section[] {
  const { failure, warning, observed, known, passed } = resultsByKind(report)
  return [
    { title: counted('Failed', failure), content: failure.map((result) => violation('bad', result)) },
    { title: counted('Warnings', warning), content: warning.map((result) => violation('warn', result)) },
    { title: 'Warnings of the run', content: listed(report.warnings, (text) => markup`<li>${text}</li>\n`) },
    {
      title: counted('Observed, where the document leaves it open', observed),
      content: listed(observed, (result) => row(result, result.detail)),
    },
    { title: 'Undecided', content: undecided(report) },
    { title: 'Not run', content: notRun(report) },
    {
      title: counted('Baseline entries that no longer hold', report.baselineFaults),
      content: report.baselineFaults.map(
        (fault) =>
          markup`<article class="card bad"><h3>${baselineFaultTitle(fault)}</h3><p>${fault.says}</p></article>\n`,
      ),
    },
    {
      title: counted('Known to fail', known),
      content: listed(known, (result) => row(result, knownLine(result), transcripts(result))),
    },
    {
      title: counted('Passed', passed),
      content:
        passed.length > 0
          ? [
              disclosed(
                'What was asked, and the size of the evidence',
                list(passed.map((one) => row(one, one.detail))),
              ),
            ]
          : [],
    },
    { title: 'Coverage by clause', content: coverage(report) },
    { title: 'The run', content: [definitions([...settingsOf(report), ...requestsAndFinds(report)])] },
    {
      title: 'Readings of the document',
      content: [definitions(readingsUsed(report).map((reading) => [reading.mode, readingLine(reading)]))],
    },
  ]
}

function section({ title, content }: Section, index: number): Markup {
  return markup`<section aria-labelledby="section-${index}">
<h2 id="section-${index}">${title}</h2>
${content}</section>
`
}

function violation(tone: Tone, result: Result): Markup {
  const { id, title, clause, detail, finding } = result
  const shown = finding
    ? definitions([
        ['rule', finding.rule],
        ['clause', clause.join(', ')],
        ['expected', finding.expected],
        ['actual', finding.actual],
      ])
    : definitions([
        ['clause', clause.join(', ')],
        ['because', detail],
      ])
  return markup`<article class="card ${tone}" id="${id}">
<h3><span class="id">${id}</span> the service ${title}</h3>
${shown}
${transcripts(result)}</article>
`
}

function transcripts({ finding }: Result): Markup {
  const exchanges = finding?.exchanges ?? []
  if (exchanges.length === 0) return markup``
  return disclosed(plural(exchanges.length, 'exchange'), markup`${exchanges.map(transcript)}`)
}

function transcript(exchange: RecordedExchange): Markup {
  return markup`<pre>${exchange.curl}</pre>
<p class="soft">${answerLine(exchange)}</p>
${exchange.body === '' ? '' : markup`<pre>${clip(exchange.body, BODY_SHOWN)}</pre>\n`}`
}

function undecided(report: Report): Markup[] {
  return undecidedGroups(report).map(
    ({ reason, detail, remedy, results }) => markup`<article class="card warn">
<h3>${sentence(reasonWords[reason])}</h3>
<p>${clip(detail, TEXT_SHOWN)}</p>
${remedy === undefined ? '' : markup`<p><strong>To decide it:</strong> ${remedy}</p>\n`}${list(results.map((result) => row(result)))}
</article>
`,
  )
}

function notRun(report: Report): Markup[] {
  return notRunGroups(report).map(
    ({ risk, results, reasons }) => markup`<article class="card">
<h3><span class="id">${risk}</span> ${riskWords[risk]}</h3>
<p>${reasons.join('; ')}</p>
${disclosed(plural(results.length, 'check'), list(results.map((result) => row(result))))}</article>
`,
  )
}

function coverage(report: Report): Markup[] {
  const ran = new Set(report.results.map(({ id }) => id))
  const groups = coverageByHeading(report).map(
    ({ number, name, entries }) => markup`<tbody>
<tr><th colspan="2" scope="rowgroup">${number} ${name} <span class="soft">${coverageLine(entries)}</span></th></tr>
${entries.map((entry) => clauseRow(entry, ran))}</tbody>
`,
  )
  if (groups.length === 0) return []
  return [
    markup`<table>
<thead><tr><th scope="col">Clause, and what asks about it</th><th scope="col">Fares</th></tr></thead>
${groups}</table>
`,
  ]
}

function clauseRow(
  { clause, says, checks, verdict, untestable }: ClauseCoverage,
  ran: ReadonlySet<string>,
): Markup {
  const asked = checks.map((id) => (ran.has(id) ? markup`<a href="#${id}">${id}</a> ` : markup`${id} `))
  return markup`<tr>
<td><span class="id">${clause}</span> ${says}<div class="soft">${untestable ?? asked}</div></td>
<td class="mark ${coverageTones[verdict]}">${coverageWords[verdict]}</td>
</tr>
`
}

function requestsAndFinds(report: Report): [string, string][] {
  return [
    ['requests', requestsLine(report)],
    ...report.discovered.map((text): [string, string] => ['found', text]),
  ]
}

/** A result as a row, which links may point at. */
function row({ id, title, clause }: Result, says = '', more = markup``): Markup {
  const detail = says === '' ? '' : markup`<div class="says">${clip(says, TEXT_SHOWN)}</div>`
  return markup`<li id="${id}"><span class="id">${id}</span> ${title} <span class="soft">${clause.join(', ')}</span>${detail}${more}</li>
`
}

function listed<T>(entries: readonly T[], show: (entry: T) => Markup): Markup[] {
  return entries.length > 0 ? [list(entries.map(show))] : []
}

function list(rows: readonly Markup[]): Markup {
  return markup`<ul class="rows">
${rows}</ul>
`
}

function definitions(pairs: readonly (readonly [string, string])[]): Markup {
  const lines = pairs.map(([term, text]) => markup`<dt>${term}</dt><dd>${clip(text, TEXT_SHOWN)}</dd>\n`)
  return markup`<dl>
${lines}</dl>
`
}

function disclosed(label: string, content: Markup): Markup {
  return markup`<details><summary>${label}</summary>
${content}</details>
`
}

function counted(title: string, entries: readonly unknown[]): string {
  return `${title} (${entries.length})`
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
