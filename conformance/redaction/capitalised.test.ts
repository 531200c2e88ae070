import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { capitalisedIn } from './capitalised.ts'
import { tokensOf } from './tokens.ts'

const test = suite('words with capitals in a row')

const found: [text: string, ...found: string[]][] = [
  ['de Xerxes Qwrtza, e Zilda Brino.', 'Xerxes Qwrtza', 'Zilda Brino'],
  ['Xerxes Qwrtza', 'Xerxes Qwrtza'],
  ['Xerxes'],
  ['Xerxes qwrtza Zilda'],
  ['xerxes qwrtza'],
  ['Xerxes  \n Qwrtza', 'Xerxes  \n Qwrtza'],
  ["Xerxes D'Qwrtza", "Xerxes D'Qwrtza"],
  ['Xerxes-Qwrtza Xerxes’Brino', 'Xerxes-Qwrtza Xerxes’Brino'],
  ['XerxesQwrtza', 'XerxesQwrtza'],
  ["Xerxes '-Qwrtza"],
  ['Xerxes, Qwrtza. Brino'],
  // Particles between words.
  ['Xerxes de Qwrtza', 'Xerxes de Qwrtza'],
  ['Xerxes das Qwrtza e Brino', 'Xerxes das Qwrtza e Brino'],
  ['Xerxes dos da do Qwrtza', 'Xerxes dos da do Qwrtza'],
  ['de Xerxes de'],
  ['Xerxes du Qwrtza'],
  ['Xerxes dose Qwrtza'],
  ['Xerxes ade Qwrtza'],
  // Ordinary words at the edges are none of it, but one inside is.
  ['Nome Xerxes Qwrtza Lista', 'Xerxes Qwrtza'],
  ['Nome Lista Xerxes'],
  ['Xerxes Nome Lista'],
  ['Xerxes Campos Qwrtza', 'Xerxes Campos Qwrtza'],
  ['Nome Lista Campos'],
  // Variables of a shell.
  ['$Xerxes Qwrtza'],
  ['$Xerxes Qwrtza Brino', 'Qwrtza Brino'],
  ['Éverton Ômega', 'Éverton Ômega'],
]
for (const [text, ...expected] of found) {
  test(JSON.stringify(text), () => {
    const runs = Array.from(capitalisedIn(text, tokensOf(text)), ({ at, end }) => text.slice(at, end))
    assert.equal(runs, expected)
  })
}

test.run()
