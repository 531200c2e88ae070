import { counted } from '../../src/contract/counted.ts'
import { riskWords } from '../client/exchange.ts'
import { readings } from '../judging/readings.ts'
import type { ClauseCoverage, RecordedExchange, Report, Result } from '../run/report.ts'
import {
  definitions,
  disclosed,
  idLink,
  list,
  listed,
  says,
  sentence,
  TEXT_SHOWN,
  titled,
} from './html-parts.ts'
import { indented } from './indented.ts'
import { Markup, markup } from './markup.ts'
import {
  blockedByRootCause,
  coverageByHeading,
  isBare,
  type Kind,
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
  cellsLine,
  coverageLine,
  coverageWords,
  kindWords,
  knownLine,
  newerLine,
  reasonWords,
  requestsLine,
  settingsOf,
  shellLinesOf,
  verdictWords,
} from './wording.ts'

const BODY_SHOWN = 20_000

type Tone = 'good' | 'bad' | 'warn' | 'calm'

/** A section of the page, left out if it is empty. */
interface Section {
  /** The anchor of links to it. */
  id: string
  title: string
  content: Markup[]
}

/** The anchor of each kind of result. */
const places: Record<Kind, string> = {
  failure: 'failed',
  known: 'known',
  warning: 'warnings',
  undecided: 'undecided',
  'not run': 'not-run',
  observed: 'observed',
  passed: 'passed',
  newer: 'newer',
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

/** Returns one self-contained page without scripts, for large and small screens. */
export function html(report: Report): string {
  const sections = sectionsOf(report).filter(({ content }) => content.length > 0)
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
${head(report, new Set(sections.map(({ id }) => id)))}
<main>
${sections.map(section)}</main>
</body>
</html>
`
  return page.text
}

function head(report: Report, shown: ReadonlySet<string>): Markup {
  const { tool, startedAt, target, headline, verdict } = report
  const counts = tally(report).map(([kind, count]) => {
    const place = kind === 'undecided' && !shown.has(places[kind]) ? 'root-cause' : places[kind]
    const chip = markup`<b>${count}</b> ${kindWords[kind]}`
    const isLink = count > 0 && (shown.has(place) || place === 'root-cause')
    return markup`<li>${isLink ? markup`<a href="#${place}">${chip}</a>` : chip}</li>\n`
  })
  return markup`<header>
<p class="brand">${tool.name} ${tool.version} conformance, <time datetime="${startedAt}">${dateLine(startedAt)}</time></p>
<div class="verdict ${verdict}">
<h1>${headline}</h1>
<p>${target}</p>
</div>
${report.rootCause === null ? '' : rootCause(report, report.rootCause)}
<ul class="counts">
${counts}</ul>
</header>`
}

function dateLine(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
}

function rootCause(report: Report, says: string): Markup {
  const blocked = blockedByRootCause(report)
  const count = `It leaves ${counted(blocked.length, 'check')} undecided`
  return markup`<section class="card bad" aria-labelledby="root-cause">
<h2 id="root-cause">Root cause</h2>
<p>${clip(says, TEXT_SHOWN)}</p>
${blocked.length > 0 ? disclosed(count, list(blocked.map((result) => row(result, report)))) : ''}
</section>`
}

function sectionsOf(report: Report): Section[] {
  const { failure, warning, observed, known, passed, newer } = resultsByKind(report)
  return [
    {
      id: places.failure,
      title: titled('Failed', failure),
      content: failure.map((result) => violation('bad', result, report)),
    },
    {
      id: 'baseline',
      title: titled('Baseline out of date', report.baselineFaults),
      content: report.baselineFaults.map(
        (fault) =>
          markup`<article class="card bad"><h3>${baselineFaultTitle(fault)}</h3><p>${fault.says}</p></article>\n`,
      ),
    },
    {
      id: places.warning,
      title: titled('Warnings', warning),
      content: warning.map((result) => violation('warn', result, report)),
    },
    {
      id: 'run-warnings',
      title: 'Warnings of the run',
      content: listed(report.warnings, (text) => markup`<li>${text}</li>\n`),
    },
    {
      id: places.observed,
      title: titled('Observed (the interface leaves these open)', observed),
      content: listed(observed, (result) => row(result, report, seen(result))),
    },
    { id: places.undecided, title: 'Undecided', content: undecided(report) },
    { id: places['not run'], title: 'Not run', content: notRun(report) },
    {
      id: places.known,
      title: titled('Known to fail', known),
      content: listed(known, (result) =>
        row(result, report, markup`${says(knownLine(result))}${transcripts(result)}`),
      ),
    },
    {
      id: places.passed,
      title: titled('Passed', passed),
      content:
        passed.length > 0
          ? [
              disclosed(
                'What each check asked and how much it saw',
                list(passed.map((result) => row(result, report, seen(result)))),
              ),
            ]
          : [],
    },
    {
      id: places.newer,
      title: titled(`Newer than ${report.settings.requirements}`, newer),
      content: [
        ...newer
          .filter(({ verdict }) => verdict === 'fail')
          .map((result) => violation('warn', result, report)),
        ...listed(
          newer.filter(({ verdict }) => verdict !== 'fail'),
          (result) => row(result, report, says(newerLine(result))),
        ),
      ],
    },
    { id: 'coverage', title: 'Coverage by clause', content: isBare(report) ? [] : coverage(report) },
    {
      id: 'run',
      title: 'The run',
      content: [
        definitions([...settingsOf(report), ...requestsAndFinds(report)]),
        disclosed('The readings of the interface', definitions(readingsOf(report))),
      ],
    },
  ]
}

function readingsOf({ settings }: Report): [string, string][] {
  return Object.entries(settings.readings).map(([name, mode]) => {
    const { says, fallback } = readings[name as keyof typeof readings]
    return [name, `${mode}${mode === fallback ? '' : ` (by default ${fallback})`}: ${says}`]
  })
}

function section({ id, title, content }: Section): Markup {
  return markup`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}</section>
`
}

function violation(tone: 'bad' | 'warn', result: Result, report: Report): Markup {
  const { title, detail, finding } = result
  const shown = finding
    ? definitions([
        ['rule', finding.rule],
        ['expected', finding.expected],
        ['actual', finding.actual],
      ])
    : definitions([['because', detail]])
  return markup`<article class="card ${tone}" id="${result.id}">
<h3>${idLink(result)} the service ${title}</h3>
${clauseLinks(result, report)}
${shown}
${transcripts(result, tone === 'bad')}</article>
`
}

function transcripts({ finding }: Result, isOpen = false): Markup {
  const exchanges = finding?.exchanges ?? []
  if (exchanges.length === 0) return markup``
  return disclosed(counted(exchanges.length, 'exchange'), markup`${exchanges.map(transcript)}`, isOpen)
}

function transcript(exchange: RecordedExchange): Markup {
  return markup`<pre>${shellLinesOf(exchange).join('\n')}</pre>
<p class="soft">${answerLine(exchange)}</p>
${exchange.body === '' ? '' : markup`<pre>${clip(indented(exchange.body), BODY_SHOWN)}</pre>\n`}`
}

function undecided(report: Report): Markup[] {
  return undecidedGroups(report).map(
    ({ reason, detail, remedy, results }) => markup`<article class="card warn">
<h3>${sentence(reasonWords[reason])}</h3>
<p>${clip(detail, TEXT_SHOWN)}</p>
${remedy === undefined ? '' : markup`<p><strong>To decide it:</strong> ${remedy}</p>\n`}${list(results.map((result) => row(result, report)))}
</article>
`,
  )
}

function notRun(report: Report): Markup[] {
  return notRunGroups(report).map(
    ({ risk, results, reasons }) => markup`<article class="card">
<h3><span class="id">${risk}</span> ${riskWords[risk]}</h3>
<p>${reasons.join('; ')}</p>
${disclosed(counted(results.length, 'check'), list(results.map((result) => row(result, report))))}</article>
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
<thead><tr><th scope="col">Clause and its checks</th><th scope="col">Verdict</th></tr></thead>
${groups}</table>
`,
  ]
}

function clauseRow(
  { clause, says, checks, verdict, untestable }: ClauseCoverage,
  ran: ReadonlySet<string>,
): Markup {
  const asked = checks.map((id) => (ran.has(id) ? markup`<a href="#${id}">${id}</a> ` : markup`${id} `))
  return markup`<tr id="clause-${clause}">
<td><span class="id">${clause}</span> ${says}<div class="soft">${untestable ?? asked}</div></td>
<td class="mark ${coverageTones[verdict]}">${coverageWords[verdict]}</td>
</tr>
`
}

function requestsAndFinds(report: Report): [string, string][] {
  return [
    ['requests', requestsLine(report)],
    ...(cellsLine(report) === '' ? [] : [['cells', cellsLine(report)] as [string, string]]),
    ...report.discovered.map((text): [string, string] => ['found', text]),
  ]
}

/** Returns a result as a row with an anchor. */
function row(result: Result, report: Report, more = markup``): Markup {
  return markup`<li id="${result.id}">${idLink(result)} ${result.title} ${clauseLinks(result, report)}${more}</li>
`
}

/** Returns the clauses of a result, linked to their verdict if the page has it. */
function clauseLinks({ clause }: Result, report: Report): Markup {
  const covered = new Set(isBare(report) ? [] : report.coverage.map((entry) => entry.clause))
  const links = clause.map((id) =>
    covered.has(id)
      ? markup`<a class="clause" href="#clause-${id}">${id}</a> `
      : markup`<span class="clause">${id}</span> `,
  )
  return markup`<span class="clauses">${links}</span>`
}

/** Returns what a check saw, as a table if it is several things. */
function seen({ detail, table }: Result): Markup {
  if (!table) return says(detail)
  const lines = table.map(
    ([asked, came]) =>
      markup`<tr><th scope="row">${clip(asked, TEXT_SHOWN)}</th><td>${clip(came, TEXT_SHOWN)}</td></tr>\n`,
  )
  return markup`<table class="seen"><tbody>
${lines}</tbody></table>`
}
