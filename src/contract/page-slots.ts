import { URLSearchParams } from 'node:url'
import type { Slots } from './template.ts'
import { queryIn, withoutQuery } from './url.ts'
import { plus, type Whole } from './whole.ts'

/** What is known of one page of a list. */
export interface PageFacts {
  /** The number of the page, and how many items it has at most; infinite for an absurd request. */
  page: Whole
  rows: Whole
  /** How many items the list has, and how many of them are on the page. */
  total: number
  count: number
  /** The URL of the request as it was sent, with its origin if that is known. */
  url?: string | undefined
}

/** The pages that a link may lead to. */
export const linkedPages = [
  'proxima',
  'anterior',
  'anterior_existente',
  'primeira',
  'ultima',
  'esta',
  'final',
] as const

/** What the query of a link has: that of the request with another page, or a part of it. */
export const linkQueries = [
  'mantida',
  'reescrita',
  'primeiros-valores',
  'ultimos-valores',
  'sem-igual',
  'ordenada',
  'ordenada-sem-um',
  'limpa',
  'com-linhas',
  'sem-um',
  'pagina',
  'pagina-linhas',
  'linhas-pagina',
] as const

type LinkQuery = (typeof linkQueries)[number]

/** Returns what a list may say of a page, whichever template asks for it: the simulator and the probe use the same table. */
export function pageSlots({ page, rows, total, count, url = '' }: PageFacts): Slots {
  const pages = rows === 0 ? 0 : Math.ceil(total / Number(rows))
  const last = Math.max(1, pages)
  const before = page === 1 ? 0 : (Number(page) - 1) * Number(rows)
  const previous = page > 1 ? plus(page, -1) : null
  const existing = previous !== null && previous > last ? last : previous
  const next = page < pages ? plus(page, 1) : null
  // The simplest first: the probe takes the first one that explains what it has seen.
  const slots = {
    paginas: pages,
    // The last page that can be asked for: an empty list has one, too.
    ultima_pagina: last,
    quantidade: count,
    // The places of the first and the last item among all, counted from 1.
    primeira: count === 0 ? 0 : before + 1,
    ultima: count === 0 ? 0 : before + count,
    proxima: next,
    anterior: previous,
    deslocamento: before,
    fim: before + count,
    limite: Math.min(before + Number(rows), total),
    restantes: Math.max(0, total - before - count),
    anterior_existente: existing,
    anterior_dentro: page > pages ? null : previous,
    tem_mais: page < pages,
    tem_anterior: page > 1,
    primeira_pagina: page <= 1,
    esta_e_a_ultima: page >= pages,
    vazia: count === 0,
    varias_paginas: pages > 1,
    e_a_pagina_final: Number(page) === pages,
    tem_anterior_dentro: page > 1 && page <= pages,
  }
  const numbers = {
    proxima: next,
    anterior: previous,
    anterior_existente: existing,
    primeira: 1,
    ultima: last,
    esta: page,
    final: pages === 0 ? null : pages,
  }
  const links = linksOf(url, rows, numbers)
  return Object.defineProperties(slots, links)
}

/** Returns the slots of links. They are worked out when a template asks for them. */
function linksOf(
  url: string,
  rows: Whole,
  numbers: Readonly<Record<(typeof linkedPages)[number], Whole | null>>,
): PropertyDescriptorMap {
  const base = withoutQuery(url)
  const query = queryIn(url)
  // A service may know its list by one name, however a client has written its path.
  const list = base === '' ? '' : `${withoutLastPart(base)}/pessoas`
  const links: PropertyDescriptorMap = { 'link.lista': { value: list }, 'link.pedido': { value: url } }
  for (const to of linkedPages) {
    for (const having of linkQueries) {
      const number = numbers[to]
      links[`link.${to}.${having}`] = {
        get: () => (number === null ? null : withQuery(base, queryOf(having, query, number, rows))),
      }
    }
  }
  return links
}

/** Returns a path without its last part and the slashes around that. */
function withoutLastPart(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  end = path.lastIndexOf('/', end - 1)
  while (path[end - 1] === '/') end--
  return path.slice(0, Math.max(0, end))
}

function withQuery(base: string, query: string): string {
  return query === '' ? base : `${base}?${query}`
}

function queryOf(having: LinkQuery, query: string, page: Whole, rows: Whole): string {
  if (having === 'pagina') return `page=${page}`
  if (having === 'pagina-linhas') return `page=${page}&rows=${rows}`
  if (having === 'linhas-pagina') return `rows=${rows}&page=${page}`
  if (having === 'primeiros-valores' || having === 'ultimos-valores') {
    // Frameworks that know one value of each name.
    const values = new Map<string, string>()
    for (const [name, value] of parametersOf(query))
      if (having === 'ultimos-valores' || !values.has(name)) values.set(name, value)
    return new URLSearchParams([...values.set('page', String(page))]).toString()
  }
  if (having === 'sem-igual') {
    // Rack writes a name without a value as it came.
    const bare = new Set(query.split('&').filter((part) => part !== '' && !part.includes('=')))
    const parameters = parametersOf(query)
    parameters.set('page', String(page))
    return [...parameters]
      .map(([name, value]) => new URLSearchParams([[name, value]]).toString())
      .map((pair) => (bare.has(pair.slice(0, -1)) ? pair.slice(0, -1) : pair))
      .join('&')
  }
  if (having === 'reescrita' || having === 'com-linhas') {
    const parameters = parametersOf(query)
    parameters.set('page', String(page))
    if (having === 'com-linhas') parameters.set('rows', String(rows))
    return parameters.toString()
  }
  if (having === 'ordenada' || having === 'ordenada-sem-um') {
    // Go and Django REST order parameters by their names; the latter leaves out the number of the first page.
    const parameters = parametersOf(query)
    parameters.set('page', String(page))
    if (having === 'ordenada-sem-um' && page === 1) parameters.delete('page')
    parameters.sort()
    return parameters.toString()
  }
  if (having === 'limpa') {
    // Laravel leaves out empty values and spaces around others.
    const parameters = new Map([...parametersOf(query)].map(([name, value]) => [name, value.trim()]))
    const left = new Map([...parameters].filter(([, value]) => value !== ''))
    left.set('page', String(page))
    return [...left].map((pair) => pair.map(encoded).join('=')).join('&')
  }
  const parts = query.split('&').filter((part) => part !== '')
  const isPage = (part: string) => /^page(?:=|$)/.test(part)
  // Django REST leaves out the number of the first page.
  if (having === 'sem-um' && page === 1) return parts.filter((part) => !isPage(part)).join('&')
  const at = parts.findIndex(isPage)
  if (at === -1) return [...parts, `page=${page}`].join('&')
  return parts.flatMap((part, i) => (i === at ? `page=${page}` : isPage(part) ? [] : part)).join('&')
}

/** Returns the parameters of a query; a question mark at its beginning is a part of the first name. */
function parametersOf(query: string): URLSearchParams {
  return new URLSearchParams(`&${query}`)
}

/** Percent-encodes a text as RFC 3986 says. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
