import { counted, headings, quirkFamilies } from '../../src/cli.ts'
import { quirks } from '../../src/index.ts'

const NAME_WIDTH = 34
const SAYS_WIDTH = 62

/**
 * Returns the quirks whose name, clause or description contains a word, by the heading of their clause; an empty string
 * if there is none.
 */
export function quirkList(word: string): string {
  const all = [...quirks, ...Object.values(quirkFamilies).map((family) => family('NAME'))]
  const found = all.filter(({ name, clause, says }) =>
    [name, ...clause, says].some((text) => text.toLowerCase().includes(word.toLowerCase())),
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

function rowOf({ name, says }: { name: string; says: string }): string {
  const lines = says.match(new RegExp(`.{1,${SAYS_WIDTH}}(?= |$)`, 'g')) ?? []
  const text = lines.map((line) => line.trim()).join(`\n${' '.repeat(NAME_WIDTH + 4)}`)
  const gap =
    name.length > NAME_WIDTH ? `\n${' '.repeat(NAME_WIDTH + 4)}` : ' '.repeat(NAME_WIDTH + 2 - name.length)
  return `  ${name}${gap}${text}`
}
