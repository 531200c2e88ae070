import { counted, headings, quirkFamilies } from '../../src/cli.ts'
import { quirks } from '../../src/index.ts'
import { translate } from '../../src/messages/translate.ts'

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
    const rows = own.map(({ name, says }) => `  ${name.padEnd(36)} ${says}\n`)
    return own.length === 0 ? '' : `\n${number} ${translate(heading)}\n${rows.join('')}`
  })
  const more = word === '' ? 'To list those about something: pessoas-sim --list-quirks WORD\n' : ''
  const head = `${counted(found.length, 'quirk')}. To break a clause: pessoas-sim --quirk ${example.name}\n${more}`
  return translate(head) + groups.join('')
}
