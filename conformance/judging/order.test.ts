import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import {
  byCodeUnit,
  type Compare,
  collations,
  directionOf,
  firstDisorder,
  firstUnequalTie,
  firstUnreversed,
  foldName,
} from './order.ts'

const test = suite('order')

/** Names that quarrel about every collation: accents, case, punctuation, letters that are drawn over, ties. */
const word = fc.oneof(
  fc.constantFrom(
    'ana',
    'Ana',
    'ANA',
    'Ána',
    'a\u0301na',
    'ANÁ',
    'aná',
    'Anã',
    'José',
    'jose',
    'JOSÉ',
    'josé',
  ),
  fc.constantFrom("D'Ávila", 'D’Avila', 'Davi', 'da', 'Da', 'de', 'e', 'Sá-Leão', 'Saleao', 'Sá', 'Saleã'),
  fc.constantFrom(
    'Bjørn',
    'Bjorn',
    'Đorđe',
    'Łukasz',
    'Lukasz',
    'Æsa',
    'Aesa',
    'Groß',
    'Gross',
    'ﬁlho',
    'Çağla',
  ),
  fc.constantFrom(
    'ª',
    '2º',
    '10',
    '9',
    '.',
    '(',
    '-',
    '_',
    '\u00ad',
    '\u200d',
    '😀',
    '\uff21',
    '\u{1d400}',
    'İ',
    'ı',
  ),
  fc.string({ unit: fc.constantFrom(...'abcAbcÁâçÇéÉñõÜz '), maxLength: 6 }),
)
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const names = fc.array(name, { maxLength: 30 })

const intl = (options: Intl.CollatorOptions, locale = 'pt-BR'): Compare =>
  new Intl.Collator(locale, options).compare
const inTurn =
  (...compares: Compare[]): Compare =>
  (a, b) =>
    compares.reduce((sign, compare) => sign || compare(a, b), 0)
const over =
  (fold: (text: string) => string, compare: Compare = byCodeUnit): Compare =>
  (a, b) =>
    compare(fold(a), fold(b))

/** Orders that services really have, and that are not those of the panel. */
const orders: Record<string, Compare> = {
  'Intl, base letters': intl({ sensitivity: 'base' }),
  'Intl, base letters without punctuation': intl({ sensitivity: 'base', ignorePunctuation: true }),
  'Intl, accents': intl({ sensitivity: 'accent' }),
  'Intl, case': intl({ sensitivity: 'case' }),
  'Intl, variants': intl({ sensitivity: 'variant' }),
  'Intl, upper case first': intl({ caseFirst: 'upper' }),
  'Intl, English': intl({}, 'en'),
  'like glibc: letters, then accents, then case, then punctuation': inTurn(
    over((text) => withoutAccents(text).replace(/[^\p{L}\p{N}]/gu, ''), intl({ sensitivity: 'base' })),
    over((text) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, ''), intl({ sensitivity: 'accent' })),
    intl({ ignorePunctuation: true }),
    byCodeUnit,
  ),
  'like SQL Server: words, blind to hyphens and apostrophes': over(
    (text) => text.replace(/['’-]/g, ''),
    intl({ sensitivity: 'base' }),
  ),
  'like SQLite NOCASE': over((text) => text.replace(/[A-Z]/g, (char) => char.toLowerCase())),
  'by the bytes of UTF-8': (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
  'as MySQL _ai_ci': over((text) => withoutAccents(text).toLowerCase()),
  ...Object.fromEntries(collations.map((compare, i) => [`number ${i} of the panel`, compare])),
}

for (const [title, compare] of Object.entries(orders)) {
  test(`a list ordered by ${title} is right, both ways, whatever its ties do`, () => {
    fc.assert(
      fc.property(names, (list) => {
        // Sorting is stable, so that the ties stand as they came: in any order.
        const up = list.toSorted(compare)
        const down = list.toSorted((a, b) => compare(b, a))
        assert.is(firstDisorder(up, false, collations), undefined, JSON.stringify(up))
        assert.is(firstDisorder(down, true, collations), undefined, JSON.stringify(down))
      }),
    )
  })

  test(`a list ordered by ${title} is the reverse of its reverse, whatever its ties do`, () => {
    fc.assert(
      fc.property(names, (list) => {
        const up = list.toSorted(compare).map(foldName)
        const down = list.toReversed().toSorted((a, b) => compare(b, a))
        const again = list.toSorted((a, b) => compare(b, a))
        assert.is(firstUnreversed(up, down.map(foldName)), undefined, JSON.stringify([up, down]))
        assert.is(firstUnreversed(up, again.map(foldName)), undefined, JSON.stringify([up, again]))
      }),
    )
  })
}

const witnesses: [order: string, earlier: string, later: string][] = [
  ['SQLite NOCASE, which folds ASCII alone', 'aÉ', 'Aá'],
  ['SQL Server, to which an apostrophe is nothing and a blank is something', 'Davi Lima', "D'Avila Souza"],
  ['SQL Server, to which a hyphen is nothing and an underscore is something', '𝐀 - a', 'ª _'],
  ['an order that drops punctuation and keeps accents', 'de Sá', "D'Ávila Souza"],
  ['capitals', 'f', '_'],
  ['an order that drops accents and keeps case', 'É', '_'],
  ['pt-BR, to which an apostrophe is the same as the other', 'O’z', 'Oy'],
  ['code points, where code units put emoji before full-width letters', 'aＡ', 'a😀'],
  ['an order that drops accents, case and punctuation', 'É', '-æ'],
  ['an order that drops accents and case', 'aá', 'A\u00ad'],
  ['an order that drops punctuation with blanks and keeps accents', 'aa', '-á'],
  ['pt-BR, to which symbols are before digits', '😀a', '-1'],
]

const alike: [letters: string, plain: string][] = [
  ['Æsa', 'aesa'],
  ['cœur', 'coeur'],
  ['Bjørn', 'bjorn'],
  ['Ðor', 'dor'],
  ['Đor', 'dor'],
  ['ħal', 'hal'],
  ['Łukasz', 'lukasz'],
  ['Groß', 'gross'],
  ['ﬁlho', 'filho'],
  ["D'Ávila", 'davila'],
]

for (const [letters, plain] of alike) {
  test(`${letters} may stand where ${plain} does`, () => {
    assert.is(foldName(letters), plain)
  })
}

for (const [order, earlier, later] of witnesses) {
  test(`${earlier} before ${later} is right because of ${order}`, () => {
    assert.is(firstDisorder([earlier, later], false, collations), undefined)
    assert.is(firstDisorder([later, earlier], true, collations), undefined)
  })
}

/** Names that differ in their plain letters, about which all collations agree. */
const plainNames = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom(...'abcdxyz'), minLength: 1, maxLength: 5 }),
  {
    minLength: 2,
    maxLength: 60,
  },
)

test('two neighbours that changed places are found where every collation agrees', () => {
  fc.assert(
    fc.property(plainNames, fc.nat(), (list, at) => {
      const wrong = list.toSorted()
      const i = at % (wrong.length - 1)
      wrong.splice(i, 2, wrong[i + 1] as string, wrong[i] as string)
      assert.is(firstDisorder(wrong, false, collations), i + 1)
      assert.ok(firstDisorder(wrong.toReversed(), true, collations) !== undefined)
    }),
  )
})

test('any shuffle of names that differ in their letters is found, and ascending is not descending', () => {
  fc.assert(
    fc.property(
      plainNames.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      ([list, shuffled]) => {
        const right = list.toSorted().join() === shuffled.join()
        assert.is(firstDisorder(shuffled, false, collations) === undefined, right)
        assert.ok(firstDisorder(list.toSorted(), true, collations) !== undefined)
      },
    ),
  )
})

test('a sort inside the page alone is found at the border of the pages', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...'abcdefghijklmnopqrst'], { minLength: 20 }), (list) => {
      const pages = [0, 5, 10, 15].flatMap((from) => list.slice(from, from + 5).toSorted())
      const place = firstDisorder(pages, false, [byCodeUnit])
      assert.is(place === undefined, pages.join('') === list.toSorted().join(''))
      if (place !== undefined) assert.is(place % 5, 0)
    }),
  )
})

test('the order of a list of nobody or of one is right', () => {
  for (const list of [[], ['a']]) {
    assert.is(firstDisorder(list, false, collations), undefined)
    assert.is(firstDisorder(list, true, collations), undefined)
    assert.is(directionOf(list), 'either')
  }
})

test('the direction is that of the sort, either where all are alike, and none where it turns', () => {
  const value = fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04')
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (list) => {
      const up = list.toSorted()
      const alike = new Set(list).size === 1
      assert.is(directionOf(up), alike ? 'either' : 'ascending')
      assert.is(directionOf(up.toReversed()), alike ? 'either' : 'descending')
      if (!alike) assert.is(directionOf([...up, up[0] as string]), undefined)
    }),
  )
})

const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 })

test('a reverse is one, and nothing else is', () => {
  fc.assert(
    fc.property(keys, keys, (list, other) => {
      assert.is(firstUnreversed(list, list.toReversed()), undefined)
      const place = firstUnreversed(list, other)
      assert.is(place === undefined, list.toReversed().join() === other.join())
      if (place === undefined) return
      const reversed = other.toReversed()
      const [right, left] = [list, other.length < list.length ? other : reversed]
      assert.ok(place < Math.max(right.length, left.length))
      assert.equal(list.slice(0, place), reversed.slice(0, place))
    }),
  )
})

test('a list that was cut is no reverse', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 20 }), (list) => {
      assert.ok(firstUnreversed(list, list.toReversed().slice(0, -1)) !== undefined)
      assert.ok(firstUnreversed(list.slice(0, -1), list.toReversed()) !== undefined)
    }),
  )
})

interface One {
  key: string
  id: string
}
const keyOf = ({ key }: One) => key
const idOf = ({ id }: One) => id
const people = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 20 })
  .map((list) => list.toSorted().map((key, i): One => ({ key, id: String(i) })))

test('members of ties are compared whatever their order, and one that is missing, doubled or changed is found', () => {
  fc.assert(
    fc.property(
      people.chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray(list, { minLength: list.length }),
          fc.nat(list.length - 1),
        ),
      ),
      ([list, shuffled, at]) => {
        const one = list[at] as One
        assert.is(firstUnequalTie(list, shuffled, keyOf, idOf), undefined)
        const without = shuffled.filter((other) => other !== one)
        assert.is(firstUnequalTie(list, without, keyOf, idOf), one.key)
        assert.is(firstUnequalTie(without, list, keyOf, idOf), one.key)
        assert.is(firstUnequalTie(list, [...shuffled, one], keyOf, idOf), one.key)
        const changed = shuffled.map((other) => (other === one ? { key: one.key, id: 'x' } : other))
        assert.is(firstUnequalTie(list, changed, keyOf, idOf), one.key)
        const moved = shuffled.map((other) => (other === one ? { key: 'z', id: one.id } : other))
        assert.ok(firstUnequalTie(list, moved, keyOf, idOf) !== undefined)
      },
    ),
  )
})

test.run()
