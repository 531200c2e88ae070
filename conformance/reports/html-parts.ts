import type { Result } from '../run/report.ts'
import { Markup, markup } from './markup.ts'
import { clip } from './printable.ts'

export const TEXT_SHOWN = 4_000

export function idLink({ id }: Result): Markup {
  return markup`<a class="id" href="#${id}">${id}</a>`
}

export function says(text: string): Markup {
  return text === '' ? markup`` : markup`<div class="says">${clip(text, TEXT_SHOWN)}</div>`
}

export function listed<T>(entries: readonly T[], show: (entry: T) => Markup): Markup[] {
  return entries.length > 0 ? [list(entries.map(show))] : []
}

export function list(rows: readonly Markup[]): Markup {
  return markup`<ul class="rows">
${rows}</ul>
`
}

export function definitions(pairs: readonly (readonly [string, string])[]): Markup {
  const lines = pairs.map(([term, text]) => markup`<dt>${term}</dt><dd>${clip(text, TEXT_SHOWN)}</dd>\n`)
  return markup`<dl>
${lines}</dl>
`
}

export function disclosed(label: string, content: Markup, isOpen = false): Markup {
  return markup`<details${isOpen ? new Markup(' open="open"') : ''}><summary>${label}</summary>
${content}</details>
`
}

export function titled(title: string, entries: readonly unknown[]): string {
  return `${title} (${entries.length})`
}

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
