import { counted, headings, quirkFamilies } from '../../src/cli.ts'
import { type Quirk, quirks } from '../../src/index.ts'

/** The column of the descriptions, and their width. */
const [COLUMN, WIDTH] = [38, 62]

/**
 * Returns the quirks whose name, clause or description contains a word, by the heading of their clause; an empty string
 * if there is none.
 */
export function quirkList(word: string): string {
  const all = [...quirks, ...Object.values(quirkFamilies).map((family) => family('NAME'))]
  const found = all.filter(({ name, clause, says }) =>
    [name, ...clause, says].join('\n').toLowerCase().includes(word.toLowerCase()),
  )
  const [example] = found
  if (example === undefined) return ''
  const groups = Object.entries(headings).map(([number, heading]) => {
    const own = found.filter(({ clause }) => clause[0]?.split('-')[0] === number)
    return own.length === 0 ? '' : `\n${number} ${heading}\n${own.map(rowOf).join('\n')}\n`
  })
  const more = word === '' ? 'To list those about something: pessoas-sim --list-quirks WORD\n' : ''
  return `${counted(found.length, 'quirk')}. To break a clause: pessoas-sim --quirk ${example.name}\n${more}${groups.join('')}`
}

function rowOf({ name, says }: Pick<Quirk, 'name' | 'says'>): string {
  const lines = says.match(new RegExp(`\\S.{0,${WIDTH - 1}}(?= |$)`, 'g')) ?? []
  const indent = ' '.repeat(COLUMN)
  const head = name.length > COLUMN - 4 ? `  ${name}\n${indent}` : `  ${name}`.padEnd(COLUMN)
  return head + lines.join(`\n${indent}`)
}
