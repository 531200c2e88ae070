import type { Slots } from './slots.ts'
import { queryIn, withoutQuery } from './url.ts'

/** What is known of one page of a list. */
export interface Listed {
  /** The page and its rows, as the answer says them. */
  atual: number
  linhas: number
  total: number
  /** How many items the page has. */
  quantidade: number
  /** The URL of the request. */
  url: string
}

/** Returns what a deployment may say of a page. The simulator and the probe read this table; the simplest come first. */
export function pageFacts({ atual, linhas, total, quantidade, url }: Listed): Slots {
  const paginas = Math.ceil(total / linhas)
  const deslocamento = (atual - 1) * linhas
  const links = { proxima: atual + 1, anterior: atual - 1, primeira: 1, ultima: Math.max(1, paginas) }
  const [proxima, anterior] = [atual < paginas ? links.proxima : null, atual > 1 ? links.anterior : null]
  return {
    atual,
    linhas,
    total: String(total),
    paginas,
    // An empty list has one page.
    paginas_ou_uma: Math.max(1, paginas),
    quantidade,
    proxima,
    anterior,
    tem_mais: atual < paginas,
    tem_anterior: atual > 1,
    primeira_pagina: atual === 1,
    ultima_pagina: atual >= paginas,
    vazia: quantidade === 0,
    // The places of the first and the last item among all, counted from 1; and the items before the page.
    primeira: quantidade === 0 ? 0 : deslocamento + 1,
    ultima: quantidade === 0 ? 0 : deslocamento + quantidade,
    deslocamento,
    // Counted from 0.
    indice: atual - 1,
    'link.proxima': proxima && linkTo(url, proxima),
    'link.anterior': anterior && linkTo(url, anterior),
    'link.primeira': linkTo(url, links.primeira),
    'link.ultima': linkTo(url, links.ultima),
    'link.atual': url,
  }
}

/** Returns a URL with another page, where it was or at the end. */
function linkTo(url: string, page: number): string {
  const parts = queryIn(url)
    .split('&')
    .filter((part) => part !== '')
  const at = parts.findIndex((part) => /^page(?:=|$)/.test(part))
  parts.splice(at === -1 ? parts.length : at, 1, `page=${page}`)
  return `${withoutQuery(url)}?${parts.join('&')}`
}
