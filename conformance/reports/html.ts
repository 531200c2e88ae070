import { counted } from '../../src/contract/counted.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import type { ClauseCoverage, RecordedExchange, Report, Result } from '../run/report.ts'
import { indented } from './indented.ts'
import { Markup, markup } from './markup.ts'
import {
  answerLine,
  byHeading,
  type Entry,
  isBare,
  kindOf,
  outlineOf,
  type Part,
  type State,
  shellLinesOf,
  stateCounts,
  stateOf,
  states,
  titles,
} from './outline.ts'
import { clip } from './printable.ts'
import { styleSheet } from './style-sheet.ts'

const BODY_SHOWN = 20_000
const TEXT_SHOWN = 4_000
/** A longer list of checks is folded. */
const ROWS_SHOWN = 5

/** Returns one self-contained page without scripts, for large and small screens and for paper. */
export function html(report: Report): string {
  const { tool, startedAt, target, headline, summary, verdict, rootCause } = report
  const parts = outlineOf(report)
  const date = startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
  // The summary begins with the headline.
  const figures = summary.replace(headline, '').replace(/^[:.]\s*/, '')
  const cause = markup`<div class="card failed"><h2>Root cause</h2><p class="text">${clip(rootCause ?? '', TEXT_SHOWN)}</p></div>\n`
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${headline}: ${target}</title>
<style>${new Markup(styleSheet)}</style>
</head>
<body>
<header>
<p class="soft">${tool.name} ${tool.version} conformance report, <time datetime="${startedAt}">${date}</time></p>
<p class="target">${target}</p>
${isBare(report) ? '' : picture(report)}
<div class="verdict ${verdict}">
<h1>${headline}</h1>
<p>${figures}</p>
</div>
${rootCause === null ? '' : cause}${chips(parts)}</header>
<main>
${parts.map((part) => section(part, report))}</main>
</body>
</html>
`.text
}

/** Returns the clauses by heading, as a grid of marks that are links to the clauses. */
function picture({ coverage, results }: Report): Markup {
  const cell = (entry: ClauseCoverage) => {
    const [sign, word] = states[stateOf(entry, results)]
    const label = `${entry.clause}, ${word}: ${entry.says}`
    return markup`<a class="cell ${classOf(word)}" href="#clause-${entry.clause}" title="${label}" aria-label="${label}">${sign}</a>`
  }
  const rows = byHeading(coverage, ({ clause }) => clause).map(({ number, name, entries }) => {
    const cells = entries.map(cell)
    return markup`<li><span><b>${number}</b> ${name}</span><span class="cells">${cells}</span></li>\n`
  })
  const legend = stateCounts(coverage, results).map(
    ([state, count]) => markup`<li>${mark(state)} ${count} ${states[state][1]}</li>\n`,
  )
  return markup`<nav class="card" aria-label="The ${coverage.length} clauses of the interface by verdict">
<ul class="map">\n${rows}</ul>
<ul class="legend">\n${legend}</ul>
</nav>`
}

function mark(state: State): Markup {
  const [sign, word] = states[state]
  return markup`<span class="cell ${classOf(word)}" aria-hidden="true">${sign}</span>`
}

/** Returns the number of results of each kind, linked to their section. */
function chips(parts: readonly Part[]): Markup | string {
  const links = parts
    .filter(({ count }) => count > 0)
    .map(
      ({ id, count }) =>
        markup`<li class="${classOf(id)}"><a href="#${classOf(id)}"><b>${count}</b> ${id}</a></li>\n`,
    )
  return links.length > 0 ? markup`<ul class="chips">\n${links}</ul>\n` : ''
}

function section({ id, count, entries }: Part, report: Report): Markup {
  return markup`<section aria-labelledby="${classOf(id)}">
<h2 id="${classOf(id)}">${titles[id]}${count > 0 ? markup` <span class="soft">${count}</span>` : ''}</h2>
${contentOf(id, entries, report)}</section>
`
}

function contentOf(id: Part['id'], entries: readonly Entry[], report: Report): Markup | Markup[] {
  switch (id) {
    case 'failed':
    case 'warned':
    case 'known':
      return entries.map((entry) => card(entry, id === 'failed'))
    case 'undecided':
    case 'not run':
      return entries.map(undecided)
    case 'observed':
    case 'passed':
      return checkList(entries.flatMap(({ results }) => results))
    case 'coverage':
      return clausesByHeading(report)
    case 'run':
      return definitions(entries.map(({ name, text }) => [name, text]))
    default:
      return markup`<ul class="rows">\n${entries.map(({ name, text }) => markup`<li><b>${name}</b> ${text}</li>\n`)}</ul>\n`
  }
}

/** Returns a failure or a warning with its requests and responses. */
function card({ kind, text, facts, exchanges, results }: Entry, isOpen: boolean): Markup {
  const [result] = results as [Result]
  const known = facts.map(
    ([label, says]) => [label, label === 'clause' ? clauseLinks(result) : says] as const,
  )
  const sent = folded(counted(exchanges.length, 'exchange'), exchanges.map(transcript), isOpen)
  return markup`<article class="card ${kind}" id="${result.id}">
<h3>${idLink(result)} ${text}</h3>
${definitions(known)}${exchanges.length > 0 ? sent : ''}</article>
`
}

function transcript(exchange: RecordedExchange): Markup {
  const body = clip(indented(exchange.body), BODY_SHOWN)
  return markup`<pre>${shellLinesOf(exchange).join('\n')}</pre>
<p class="soft">${answerLine(exchange)}</p>
${body === '' ? '' : markup`<pre>${body}</pre>\n`}`
}

/** Returns undecided checks and what would decide them. */
function undecided({ kind, facts, results }: Entry): Markup {
  const { because = '', remedy } = Object.fromEntries(facts)
  const toDo =
    remedy === undefined
      ? ''
      : markup`<p><b>To decide ${results.length > 1 ? 'them' : 'it'}:</b> ${remedy}</p>\n`
  return markup`<article class="card ${classOf(kind)}">
<h3 class="text">${clip(because, TEXT_SHOWN)}</h3>
${toDo}${checkList(results.map((result) => ({ ...result, detail: '' })))}</article>
`
}

function checkList(results: readonly Result[]): Markup {
  const rows = markup`<ul class="rows">\n${results.map(row)}</ul>\n`
  return folded(counted(results.length, 'check'), rows, results.length <= ROWS_SHOWN)
}

function row(result: Result): Markup {
  const { id, title, detail, table } = result
  const lines = table?.map(([asked, came]) => {
    return markup`<tr><th scope="row">${clip(asked, TEXT_SHOWN)}</th><td>${clip(came, TEXT_SHOWN)}</td></tr>\n`
  })
  const says = detail === '' ? '' : markup`<div class="soft text">${clip(detail, TEXT_SHOWN)}</div>`
  const seen = lines ? markup`<table><tbody>\n${lines}</tbody></table>` : says
  return markup`<li id="${id}">${idLink(result)} ${title} ${clauseLinks(result)}${seen}</li>\n`
}

function clausesByHeading({ coverage, results }: Report): Markup[] {
  return byHeading(coverage, ({ clause }) => clause).map(({ number, name, entries }) => {
    const rows = entries.map((entry) => {
      const state = stateOf(entry, results)
      const why = entry.untestable ?? checksOf(results.filter(({ id }) => entry.checks.includes(id)))
      return markup`<li id="clause-${entry.clause}">${mark(state)}<div><span class="id">${entry.clause}</span> ${entry.says}
<div class="soft">${states[state][1]}: ${why}</div></div></li>
`
    })
    return markup`<h3>${number} ${name}</h3>\n<ul class="clauses">\n${rows}</ul>\n`
  })
}

/** Returns how the checks of a clause ended, with links to those that need attention. */
function checksOf(results: readonly Result[]): Markup[] {
  return [...groupBy(results, kindOf)].map(([kind, own]) => {
    const isCalm = kind === 'passed' || kind === 'not run'
    const links = isCalm ? '' : own.map((result) => markup` ${idLink(result)}`)
    return markup`<span class="part">${own.length} ${kind}${links}</span> `
  })
}

function idLink({ id }: Result): Markup {
  return markup`<a class="id" href="#${id}">${id}</a>`
}

function clauseLinks({ clause }: Result): Markup {
  return markup`<span class="refs">${clause.map((id) => markup`<a href="#clause-${id}">${id}</a> `)}</span>`
}

function definitions(pairs: readonly (readonly [string, string | Markup])[]): Markup {
  const lines = pairs.map(([term, text]) => {
    const shown = typeof text === 'string' ? clip(text, TEXT_SHOWN) : text
    return markup`<div class="${classOf(term)}"><dt>${term}</dt><dd class="text">${shown}</dd></div>\n`
  })
  return markup`<dl>\n${lines}</dl>\n`
}

function folded(label: string, content: Markup | Markup[], isOpen: boolean): Markup {
  const open = isOpen ? new Markup(' open="open"') : ''
  return markup`<details${open}><summary>${label}</summary>\n${content}</details>\n`
}

function classOf(words: string): string {
  return words.replaceAll(' ', '-')
}
