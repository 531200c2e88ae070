import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createCpfs, type Doubt } from './cpfs.ts'

const test = suite('CPFs in a text')

/** Returns what is found, as the text has it, and the digits where they are others. */
function foundIn(text: string, doubt?: Doubt, ...known: string[]): string[] {
  const cpfs = createCpfs()
  for (const one of known) cpfs.learn(one)
  return cpfs.find(text, doubt).map(({ at, end, digits }) => {
    const shown = text.slice(at, end)
    assert.is(shown.replace(/\D/g, ''), digits)
    return shown
  })
}

const learned: [known: string, text: string, ...found: string[]][] = [
  ['52998224725', 'x 52998224725 y', '52998224725'],
  ['529.982.247-25', 'x 52998224725 y', '52998224725'],
  ['52998224725', 'of 529.982.247-25.', '529.982.247-25'],
  ['52998224725', '5-2-9-9-8-2-2-4-7-2-5', '5-2-9-9-8-2-2-4-7-2-5'],
  ['52998224725', '5----2998224725', '5----2998224725'],
  ['52998224725', '5-----2998224725'],
  ['52998224725', '5x2998224725'],
  ['52998224725', '52998224726'],
  ['52998224725', 'page 7, 529.982.247-25, 8 rows', '529.982.247-25'],
  ['52998224725', '1529982247259', '52998224725'],
  ['01234567890', '1234567890 and 01234567890', '1234567890', '01234567890'],
  ['00000012345', '12345', '12345'],
  ['00000001234', '1234 and 00000001234'],
  ['10020030040', '120030040'],
  // Without its check digits, which follow from the others.
  ['52998224725', 'a 529982247 b', '529982247'],
  ['52998224725', 'a 529.982.247 b', '529.982.247'],
  ['52998224725', '7, 529.982.247, 12', '529.982.247'],
  ['52998224725', '529.982.247-26', '529.982.247'],
  ['52998224725', '529.982.247, 125', '529.982.247'],
  ['52998224725', '52998224'],
  ['5299822472', '529982247'],
  ['00000000123', '000000001'],
]
for (const [known, text, ...found] of learned) {
  test(`${text}, where ${known} is known`, () => {
    assert.equal([...new Set(foundIn(text, undefined, known))], found)
  })
}

test('what is known is found wherever it stands among other digits', () => {
  assert.equal(foundIn('12345 67890', undefined, '67890', '12345'), ['12345', '67890'])
})

const doubtful: [text: string, elevenDigits: string[], anyNumber: string[]][] = [
  ['11122233344', ['11122233344'], ['11122233344']],
  ['111.222.333-44', ['111.222.333-44'], ['111.222.333-44']],
  // Its check digits say that it is one.
  ['529 98224725', ['529 98224725'], ['529 98224725']],
  ['111 22233344', [], ['22233344']],
  ['7, 111.222.333-44, 8', ['111.222.333-44'], ['111.222.333-44']],
  ['7, 11122233344', ['11122233344'], ['11122233344']],
  ['111222333445', [], ['111222333445']],
  ['12345', [], ['12345']],
  ['1234', [], []],
  ['12 34 56', [], []],
]
for (const [text, elevenDigits, anyNumber] of doubtful) {
  test(`${text}, where nobody is known`, () => {
    assert.equal(foundIn(text), [])
    assert.equal(foundIn(text, 'eleven-digits'), elevenDigits)
    assert.equal(foundIn(text, 'any-number'), anyNumber)
  })
}

const covered: [text: string, ...found: string[]][] = [
  ['a ***.982.247-** b', '***.982.247-**'],
  ['(529.***.***-25)', '529.***.***-25'],
  ['xxx.982.247-XX, ###.982.247-##', 'xxx.982.247-XX', '###.982.247-##'],
  ['•••.•••.••7-25', '•••.•••.••7-25'],
  ['***982247**', '***982247**'],
  ['***********'],
  ['xxx.xxx.xxx-xx'],
  ['***.982.247-***'],
  ['****.982.247-**'],
  ['***.982.247-**5'],
  ['a***.982.247-**'],
  ['***.982,247-**'],
  ['***982247*'],
  ['***982247***'],
]
for (const [text, ...found] of covered) {
  test(`${text}, of which some digits are covered`, () => {
    const shown = (doubt?: Doubt) =>
      createCpfs()
        .find(text, doubt)
        .map(({ at, end }) => text.slice(at, end))
    assert.equal(shown('eleven-digits'), found)
    assert.equal(shown(), [])
  })
}

test('a covered CPF is told from others by what it shows', () => {
  const digits = (text: string) =>
    createCpfs()
      .find(text, 'eleven-digits')
      .map((found) => found.digits)
  assert.equal(digits('***.982.247-**'), ['***982247**'])
  assert.equal(digits('***982247**'), ['***982247**'])
})

test.run()
