import { counted } from '../../src/contract/counted.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import { languageTag, translate } from '../../src/messages/translate.ts'
import type { RecordedExchange, Report, Result } from '../run/report.ts'
import { indented } from './indented.ts'
import { Markup, markup } from './markup.ts'
import * as outline from './outline.ts'
import { clip } from './printable.ts'
import { styleSheet } from './style-sheet.ts'
import { translated } from './translated.ts'

const BODY_SHOWN = 20_000
const TEXT_SHOWN = 4_000
/** A longer list of checks is folded. */
const ROWS_SHOWN = 5

/** Returns one self-contained page without scripts, for large and small screens and for paper. */
export function html(given: Report): string {
  const report = translated(given)
  const { tool, startedAt, target, headline, summary, verdict, rootCause } = report
  const parts = outline.outlineOf(report)
  const date = startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
  // The summary begins with the headline.
  const figures = summary.replace(headline, '').replace(/^[:.]\s*/, '')
  const cause = markup`<div class="card failed"><h2>${translate('Root cause')}</h2><p class="text">${clip(rootCause ?? '', TEXT_SHOWN)}</p></div>\n`
  return markup`<!doctype html>
<html lang="${languageTag()}">
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
<p class="soft">${translate(`${tool.name} ${tool.version} conformance report`)}, <time datetime="${startedAt}">${date}</time></p>
<p class="target">${target}</p>
${outline.isBare(report) ? '' : picture(report)}
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
function picture(report: Report): Markup {
  const clauses = outline.clausesByHeading(report)
  const rows = clauses.map(({ number, name, entries }) => {
    const cells = entries.map(({ clause, mark, word, says }) => {
      const label = `${clause}, ${translate(word)}: ${says}`
      return markup`<a class="cell ${classOf(word)}" href="#clause-${clause}" title="${label}" aria-label="${label}">${mark}</a>`
    })
    return markup`<li><span><b>${number}</b> ${translate(name)}</span><span class="cells">${cells}</span></li>\n`
  })
  const legend = outline
    .stateCounts(clauses.flatMap(({ entries }) => entries))
    .map(({ count, ...state }) => markup`<li>${sign(state)} ${translate(`${count} ${state.word}`)}</li>\n`)
  return markup`<nav class="card" aria-label="${translate(`The ${report.coverage.length} clauses of the interface by verdict`)}">
<ul class="map">\n${rows}</ul>
<ul class="legend">\n${legend}</ul>
</nav>`
}

const sign = ({ mark, word }: { mark: string; word: string }) =>
  markup`<span class="cell ${classOf(word)}" aria-hidden="true">${mark}</span>`

/** Returns the number of results of each kind, linked to their section. */
function chips(parts: readonly outline.Part[]): Markup | string {
  const links = parts
    .filter(({ count }) => count > 0)
    .map(({ id, count }) => {
      return markup`<li class="${classOf(id)}"><a href="#${classOf(id)}"><b>${count}</b> ${translate(`${count} ${id}`).replace(/^\d+ /, '')}</a></li>\n`
    })
  return links.length > 0 ? markup`<ul class="chips">\n${links}</ul>\n` : ''
}

function section({ id, count, entries }: outline.Part, report: Report): Markup {
  const sum = count > 0 ? markup` <span class="soft">${count}</span>` : ''
  return markup`<section aria-labelledby="${classOf(id)}">
<h2 id="${classOf(id)}">${translate(outline.titles[id])}${sum}</h2>
${contentOf(id, entries, report)}</section>
`
}

function contentOf(id: outline.Part['id'], entries: readonly outline.Entry[], report: Report) {
  if (id === 'coverage') return clauseRows(report)
  if (id === 'run') return definitions(entries.map(({ name, text }) => [name, text]))
  const isList = id === 'observed' || id === 'passed'
  return isList ? checkList(entries.flatMap(({ results }) => results)) : entries.map(card)
}

/** Returns what there is to say about one check and its exchanges, about checks that are alike, or about the run. */
function card({ kind, name, text, facts, exchanges, results }: outline.Entry): Markup {
  const [own] = name === '' ? [] : results
  const alike = own ? [] : results
  const place = own ? markup` id="${own.id}"` : ''
  const title = own ? markup`<h3>${idLink(own)} ${text}</h3>\n` : markup`<p><b>${name}</b> ${text}</p>\n`
  const said = facts.map(
    ([label, says]) => [label, own && label === 'clause' ? clauseLinks(own) : says] as const,
  )
  const sent = folded(exchanges, 'exchange', transcript, kind === 'failed')
  return markup`<article class="card ${classOf(kind)}"${place}>
${alike.length > 0 ? '' : title}${definitions(said)}${sent}${checkList(alike)}</article>
`
}

function transcript(exchange: RecordedExchange): Markup {
  const body = clip(indented(exchange.body), BODY_SHOWN)
  return markup`<li><pre>${outline.shellLinesOf(exchange).join('\n')}</pre>
<p class="soft">${outline.answerLine(exchange)}</p>
${body === '' ? '' : markup`<pre>${body}</pre>\n`}</li>\n`
}

function checkList(results: readonly Result[]): Markup | string {
  return folded(results, 'check', row, results.length <= ROWS_SHOWN)
}

function row(result: Result): Markup {
  const { id, title, detail, table, verdict } = result
  const lines = table?.map(([asked, came]) => {
    return markup`<tr><th scope="row">${clip(asked, TEXT_SHOWN)}</th><td>${clip(came, TEXT_SHOWN)}</td></tr>\n`
  })
  const seen = lines ? markup`<table><tbody>\n${lines}</tbody></table>` : clip(detail, TEXT_SHOWN)
  // Why checks are undecided is said once for all that are alike.
  const isSaid = detail === '' || verdict === 'inconclusive' || verdict === 'not run'
  return markup`<li id="${id}">${idLink(result)} ${title} ${clauseLinks(result)}${isSaid ? '' : markup`<div class="soft text">${seen}</div>`}</li>\n`
}

function clauseRows(report: Report): Markup[] {
  return outline.clausesByHeading(report).map(({ number, name, entries }) => {
    const rows = entries.map((entry) => {
      const { clause, says, word, checks, untestable } = entry
      const why = untestable ?? outcomes(report.results.filter(({ id }) => checks.includes(id)))
      return markup`<li id="clause-${clause}">${sign(entry)}<div><span class="id">${clause}</span> ${says}
<div class="soft">${translate(word)}: ${why}</div></div></li>\n`
    })
    return markup`<h3>${number} ${translate(name)}</h3>\n<ul class="clauses">\n${rows}</ul>\n`
  })
}

/** Returns how checks ended, with links to those that need attention. */
function outcomes(results: readonly Result[]): Markup[] {
  return [...groupBy(results, outline.kindOf)].map(([kind, own]) => {
    const isCalm = kind === 'passed' || kind === 'not run'
    const links = isCalm ? '' : own.map((result) => markup` ${idLink(result)}`)
    return markup`<span class="part">${translate(`${own.length} ${kind}`)}${links}</span> `
  })
}

const idLink = ({ id }: Result) => markup`<a class="id" href="#${id}">${id}</a>`

const clauseLinks = ({ clause }: Result) =>
  markup`<span class="refs">${clause.map((id) => markup`<a href="#clause-${id}">${id}</a> `)}</span>`

function definitions(pairs: readonly (readonly [string, string | Markup])[]): Markup | string {
  const lines = pairs.map(([term, text]) => {
    const shown = typeof text === 'string' ? clip(text, TEXT_SHOWN) : text
    return markup`<div class="${classOf(term)}"><dt>${translate(term)}</dt><dd class="text">${shown}</dd></div>\n`
  })
  return lines.length > 0 ? markup`<dl>\n${lines}</dl>\n` : ''
}

/** Returns a list that a reader opens and folds; an empty text for an empty one. */
function folded<T>(entries: readonly T[], noun: string, show: (entry: T) => Markup, isOpen: boolean) {
  const open = isOpen ? new Markup(' open="open"') : ''
  const summary = markup`<summary>${translate(counted(entries.length, noun))}</summary>`
  const list = markup`<details${open}>${summary}\n<ul class="${noun}s">\n${entries.map(show)}</ul></details>\n`
  return entries.length > 0 ? list : ''
}

const classOf = (words: string) => words.replaceAll(' ', '-')
