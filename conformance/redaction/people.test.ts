import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createPeople } from './people.ts'
import { tokensOf } from './tokens.ts'

const test = suite('people in a text')

/** Returns what is found of people, as the text has it, once each. */
function foundIn(text: string, known: string, isScrap = false): string[] {
  const people = createPeople()
  people.learn(known)
  return [...new Set(people.find(text, tokensOf(text), isScrap).map(({ at, end }) => text.slice(at, end)))]
}

const found: [known: string, text: string, ...found: string[]][] = [
  ['Xerxes Quitéria', 'asked XERXES, not quiteria', 'XERXES', 'quiteria'],
  ['Xerxes Quitéria', 'xerxesx'],
  ['Ana Jô', 'ana and jo', 'ana'],
  ['Jô Ana', 'ana and jo', 'ana'],
  ['X', 'x'],
  ['Xerxes das Dores', 'das'],
  ['Xerxes la Qwrtza', 'la de von'],
  ['Xerxes von Qwrtza', 'a vonqwrtza b'],
  ['Xerxes von Qwrtza', 'a xerxesvonqwrtza b', 'xerxesvonqwrtza'],
  ['Zilda Qwrtza Brino', 'a qwrtzabrino b', 'qwrtzabrino'],
  ['Zilda Qwrtza Brino', 'a brinozildaqwrtza b', 'brinozildaqwrtza'],
  ['Zilda Qwrtza Brino', 'a brinozilda b', 'brinozilda'],
  ['Xerxes Quitéria', 'nomeXerxes', 'nomeXerxes', 'Xerxes'],
  ['Heloisa Qwrtza', 'nomeheloisa', 'nomeheloisa'],
  ['Heloisa Qwrtza', 'heloisanome', 'heloisanome'],
  ['Heloisa Qwrtza', 'heloisaxyz'],
  ['Quitéria Qwrtza', 'a Quit\ufffdria b', 'Quit\ufffdria'],
  ['Quitéria Qwrtza', 'a Quit?ria b', 'Quit?ria'],
  ['Quitéria Qwrtza', 'a Quitria b', 'Quitria'],
]
for (const [known, text, ...expected] of found) {
  test(`${known} in ${text}`, () => assert.equal(foundIn(text, known), expected))
}

test('in what chance may have made, a word of four letters says nothing', () => {
  assert.equal(foundIn('x zuza y', 'Zuza Qwrtza'), ['zuza'])
  assert.equal(foundIn('x zuza y qwrtza', 'Zuza Qwrtza', true), ['qwrtza'])
})

test('a whole name is told as it is known, however it is written, and the first of two is kept', () => {
  const people = createPeople()
  assert.is(people.nameOf('Xerxes Quitéria'), undefined)
  for (const nome of ['Xerxes da Quitéria', 'XERXES QUITERIA', 'Zilda Brino Qwrtza']) people.learn(nome)
  assert.is(people.nameOf('xerxes da quiteria'), 'Xerxes da Quitéria')
  assert.is(people.nameOf('quiteria xerxes'), 'Xerxes da Quitéria')
  assert.is(people.nameOf('BRINO QWRTZA ZILDA'), 'Zilda Brino Qwrtza')
  assert.is(people.nameOf('Brino Qwrtza'), undefined)
})

test.run()
