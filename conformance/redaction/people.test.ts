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

const more: typeof found = [
  // Two short words count only together, and the first of two words of the same length counts alone.
  ['Jo Li', 'a joli b', 'joli'],
  ['A Li', 'ali'],
  ['Ana Eva', 'ana x eva', 'ana'],
  ['Zuz Bri', 'a bri b zuz', 'zuz'],
  ['Zuz Brix Qwrtza', 'a zuzbrix b', 'zuzbrix'],
  // Inside other words, eight letters.
  ['Xuzp Brin', 'axuzpbrinz', 'axuzpbrinz'],
  ['Xuz Brin', 'axuzbrinz'],
  ['Xuz Brin', 'a xuz,brin z', 'brin', 'xuz,brin'],
  ['Xuz Brin', 'xuz brinz'],
  ['Xuz Brin', 'axuz brin', 'brin'],
  // Which words of a name are joined.
  ['Zilda Qwrtza Brino', 'a zildabrino b', 'zildabrino'],
  ['Zilda Qwrtza Xerxes Brino', 'a qwrtzaxerxes b', 'qwrtzaxerxes'],
  ['Zilda Qwrtza Xerxes Brino', 'a zilda.brino b', 'zilda', 'brino', 'zilda.brino'],
  ['Zil Qwr Xer Bri', 'a qwr xer b', 'qwr xer'],
  ['Zil Qwr Xer Bri', 'a qwr bri b'],
  ['Zil Qwr Xer Bri', 'a bri zil b', 'zil', 'bri zil'],
  ['Rosa Campos Xux', 'rosa campos'],
  ['Rosa Campos Xux', 'a campos rosa b'],
  ['Rosa Campos', 'a rosa campos b', 'rosa campos'],
  ['Rosa Campos', 'a camposrosa b', 'camposrosa'],
  // With the particles between them.
  ['Zil da Qwr do Bri', 'a zil da qwr b', 'zil', 'zil da qwr'],
  ['Zil da Qwr do Bri', 'a qwrdobri b', 'qwrdobri'],
  ['Zil da Qwr do Bri', 'a zil da qwr do bri b', 'zil', 'zil da qwr do bri', 'zil da qwr', 'qwr do bri'],
  // A known word beside an ordinary one, or beside another.
  ['Xerxes Qwrtza', 'xerxesnao', 'xerxesnao'],
  ['Xerxes Qwrtza', 'naoxerxes', 'naoxerxes'],
  ['Xerxes Qwrtza', 'xerxesao'],
  ['Xerxes Qwrtza', 'nxxxerxes'],
  ['Zuza Qwrtza', 'zuzacampos'],
  ['Zuza Qwrtza', 'camposzuza'],
  ['Zuzas Qwrtza', 'zuzascampos', 'zuzascampos'],
  ['Zuzas Qwrtza', 'camposzuzas', 'camposzuzas'],
  ['Strada Qwrtza', 'a cadastrada b'],
  ['Xerxes Brino Zilda Qwrtza', 'a xerxeszilda b', 'xerxeszilda'],
  ['q'.repeat(36), `${'q'.repeat(36)}nome`, `${'q'.repeat(36)}nome`],
  ['q'.repeat(37), `${'q'.repeat(37)}nome`],
  // Forty letters of a word are compared.
  ['q'.repeat(45), `${'q'.repeat(40)}x`, `${'q'.repeat(40)}x`],
  ['q'.repeat(45), 'q'.repeat(39)],
  // Camel case, whose parts are one word.
  ['Heloisa Qwrtza', 'a heLoIsa nomeDe b', 'heLoIsa'],
  ['Heloisa Qwrtza', 'a helo isa b'],
  // Lost letters, beside question marks of the sentence.
  ['Quitéria Qwrtza', 'a ?Quit?ria? b', '?Quit?ria?'],
  ['Édvânia Qwrtza', 'a ?dv?nia? b', '?dv?nia?'],
  ['Quitériá Qwrtza', 'a ?Quit?ri? b', '?Quit?ri?'],
  ['É Qwrtza', 'a ? b'],
  ['Zoé', 'a Zo? b', 'Zo', 'Zo?'],
  ['Á', 'a ? b ?'],
  // Names that are themselves written with escapes.
  ['Quit&eacute;ria Qwrtza', 'a quiteria b', 'quiteria'],
  ['QuitÃ©ria Qwrtza', 'a quiteria b', 'quiteria'],
  ['Quit\u00e9ria Qwrtza', 'a quiteria b', 'quiteria'],
]
for (const [known, text, ...expected] of more) {
  test(`${known} in ${text}`, () => {
    assert.equal(foundIn(text, known), expected)
  })
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

test('a name is told by all of its words only up to a length, and before a part of another', () => {
  const people = createPeople()
  const [short, long] = [`${'q'.repeat(30)} ${'z'.repeat(30)}`, `${'v'.repeat(30)} ${'w'.repeat(31)}`]
  for (const nome of [short, long, 'Xerxes Brino Qwrtza', 'Xerxes Brino', '']) people.learn(nome)
  assert.is(people.nameOf(short.replace(' ', '')), short)
  assert.is(people.nameOf(long.replace(' ', '')), undefined)
  assert.is(people.nameOf('brino xerxes'), 'Xerxes Brino')
  assert.is(people.nameOf(''), undefined)
  people.learn('Zilda Brino')
  assert.is(people.nameOf('zilda brino'), 'Zilda Brino')
})

test('a name is whole without the words between names, and not without another', () => {
  for (const particle of 'd da das de do dos e di du del la van von y'.split(' ')) {
    const people = createPeople()
    people.learn(`Zil ${particle} Qwr`)
    assert.is(people.nameOf('zil qwr'), `Zil ${particle} Qwr`)
  }
  const people = createPeople()
  people.learn('Zil dx Qwr')
  assert.is(people.nameOf('zil qwr'), undefined)
})

test('a place of a whole name has its name, one of a part has none', () => {
  const people = createPeople()
  people.learn('Zil Qwr Bri')
  const named = (text: string) => people.find(text, tokensOf(text)).map(({ nome }) => nome)
  assert.equal(named('zil qwr bri').filter(Boolean), ['Zil Qwr Bri'])
  assert.equal(named('zil qwr').filter(Boolean), [])
})

test('nobody is found before anybody is known, and random bytes need longer words', () => {
  assert.equal(createPeople().find('Xerxes', tokensOf('Xerxes')), [])
  assert.equal(foundIn('a joli b', 'Jo Li', true), [])
  assert.equal(foundIn('a jolie b', 'Jo Lie', true), ['jolie'])
  assert.equal(foundIn('a Zuz? b', 'Zuzé', true), [])
  assert.equal(foundIn('a Zuzq? b', 'Zuzqé', true), [])
  assert.equal(foundIn('a Zuzqp? b', 'Zuzqpé', true), ['Zuzqp', 'Zuzqp?'])
})

test.run()
