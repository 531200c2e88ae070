import type { bodyTable } from '../contract/kind-tables.ts'

/** How the name of a field in a form is read; see `form.names`. */
export type FormNames = (typeof bodyTable)['form']['names'][number]

/** Returns the fields of a form; a repeated field becomes an array, except in PHP. */
export function formOf(
  sent: string | [string, string][],
  names: FormNames = 'as-sent',
): Record<string, unknown> {
  const fields = new Map<string, unknown[]>()
  for (const [name, text] of new URLSearchParams(sent)) {
    const { key, inner } = dividedName(name, names)
    const known = fields.get(key)
    const value = inner === undefined ? text : /^\d*$/.test(inner) ? [text] : { [inner]: text }
    if (known === undefined || (names === 'underscores' && inner === undefined)) fields.set(key, [value])
    else known.push(value)
  }
  return Object.fromEntries(
    [...fields].map(([key, values]) => [key, values.length === 1 ? values[0] : values.flat()]),
  )
}

interface DividedName {
  key: string
  /** What is between the brackets: nothing or a number for an entry of a list. Undefined for a plain field. */
  inner?: string | undefined
}

/** A name with brackets; what comes after them counts for nothing. */
const WITH_BRACKETS = /^([^[]*)\[([^\]]*)\]/
/** A dot with something after it. */
const DOT = /\.([^.[]+)/g

function dividedName(name: string, names: FormNames): DividedName {
  if (names === 'as-sent') return { key: name }
  const [, key = name, inner] = WITH_BRACKETS.exec(names === 'dots' ? name.replace(DOT, '[$1]') : name) ?? []
  if (names === 'underscores') return { key: key.replace(/^ +/, '').replace(/[ .[]/g, '_'), inner }
  return { key, inner }
}
