import { URLSearchParams } from 'node:url'
import type { bodyTable } from '../contract/body-table.ts'

/** How the name of a field in a form is read; see `form.names`. */
export type FormNames = (typeof bodyTable)['form']['names'][number]

/** Returns the fields of a form; a repeated field becomes an array, except in PHP. */
export function formOf(
  sent: string | [string, string][],
  names: FormNames = 'as-sent',
): Record<string, unknown> {
  const fields = new Map<string, Entry[]>()
  for (const [name, text] of new URLSearchParams(sent)) {
    const { key, inner } = dividedName(name, names)
    const known = fields.get(key)
    // In PHP, what comes later replaces a text.
    const isReplaced = names === 'underscores' && (inner === undefined || known?.at(-1)?.inner === undefined)
    if (known === undefined || isReplaced) fields.set(key, [{ inner, text }])
    else known.push({ inner, text })
  }
  return Object.fromEntries([...fields].map(([key, entries]) => [key, contentOf(entries)]))
}

interface Entry extends Pick<DividedName, 'inner'> {
  text: string
}

/** Returns a text, or a list of several; what has names between brackets is one object. */
function contentOf(entries: readonly Entry[]): unknown {
  const texts = entries.filter(({ inner }) => inner === undefined).map(({ text }) => text)
  const nested = entries.filter(({ inner }) => inner !== undefined)
  const isList = nested.every(({ inner }) => /^\d*$/.test(String(inner)))
  const inside = isList
    ? nested.map(({ text }) => text)
    : [Object.fromEntries(nested.map(({ inner, text }, i) => [inner || i, text]))]
  const isAlone = nested.length === 0 ? texts.length === 1 : texts.length === 0 && !isList
  return isAlone ? (texts[0] ?? inside[0]) : [...texts, ...inside]
}

interface DividedName {
  key: string
  /** What is between the brackets: nothing or a number for an entry of a list. Undefined for a plain field. */
  inner?: string | undefined
}

/** A name with brackets; what comes after them counts for nothing. */
const WITH_BRACKETS = /^([^[]+)\[([^\]]*)\]/
/** A dot with something after it. */
const DOT = /\.([^.[]+)/g

function dividedName(name: string, names: FormNames): DividedName {
  if (names === 'as-sent') return { key: name }
  const [, key = name, inner] = WITH_BRACKETS.exec(names === 'dots' ? name.replace(DOT, '[$1]') : name) ?? []
  if (names === 'underscores') return { key: key.replace(/^ +/, '').replace(/[ .[]/g, '_'), inner }
  return { key, inner }
}
