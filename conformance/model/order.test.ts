import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import { byCodeUnit, type Compare, collations, firstDisorder, foldName } from './order.ts'

const test = suite('order')

/** Names about which collations disagree: accents, case, punctuation, letters that no normal form decomposes, symbols. */
const word = fc.oneof(
  fc.constantFrom('ana', 'Ana', 'ANA', 'Ána', 'a\u0301na', 'ANÁ', 'aná', 'Anã', 'José', 'jose', 'JOSÉ', 'josé'),
  fc.constantFrom("D'Ávila", 'D’Avila', 'Davi', 'da', 'Da', 'de', 'e', 'Sá-Leão', 'Saleao', 'Sá', 'Saleã'),
  fc.constantFrom('Bjørn', 'Bjorn', 'Đorđe', 'Łukasz', 'Lukasz', 'Æsa', 'Aesa', 'Groß', 'Gross', 'ﬁlho', 'Çağla'),
  fc.constantFrom('ª', '2º', '10', '9', '.', '(', '-', '_', '\u00ad', '\u200d', '😀', '\uff21', '\u{1d400}', 'İ', 'ı'),
  fc.string({ unit: fc.constantFrom(...'abcAbcÁâçÇéÉñõÜz '), maxLength: 6 }),
)
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const names = fc.array(name, { maxLength: 30 })

const intl = (options: Intl.CollatorOptions, locale = 'pt-BR'): Compare => new Intl.Collator(locale, options).compare
const over =
  (fold: (text: string) => string, compare: Compare = byCodeUnit): Compare =>
  (a, b) =>
    compare(fold(a), fold(b))
const inTurn =
  (...compares: Compare[]): Compare =>
  (a, b) =>
    compares.reduce((sign, compare) => sign || compare(a, b), 0)

/** Orders that services have and that are not among the collations. */
const orders: Record<string, Compare> = {
  'Intl, base letters': intl({ sensitivity: 'base' }),
  'Intl, accents': intl({ sensitivity: 'accent' }),
  'Intl, case': intl({ sensitivity: 'case' }),
  'Intl, upper case first': intl({ caseFirst: 'upper' }),
  'Intl, English': intl({}, 'en'),
  'glibc: letters, then accents, then case, then punctuation': inTurn(
    over((text) => withoutAccents(text).replace(/[^\p{L}\p{N}]/gu, ''), intl({ sensitivity: 'base' })),
    over((text) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, ''), intl({ sensitivity: 'accent' })),
    intl({ ignorePunctuation: true }),
    byCodeUnit,
  ),
  'SQL Server: blind to hyphens and apostrophes': over(
    (text) => text.replace(/['’-]/g, ''),
    intl({ sensitivity: 'base' }),
  ),
  'SQLite NOCASE': over((text) => text.replace(/[A-Z]/g, (char) => char.toLowerCase())),
  'the bytes of UTF-8': (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
  'MySQL _ai_ci': over((text) => withoutAccents(text).toLowerCase()),
  ...Object.fromEntries(collations.map((compare, i) => [`collation ${i}`, compare])),
}
for (const [title, compare] of Object.entries(orders))
  test(`accepts a list that is sorted by ${title}, in both directions, with ties in any order`, () => {
    fc.assert(
      fc.property(names, (list) => {
        // Sorting is stable, so ties keep the order in which they came.
        const up = list.toSorted(compare)
        const down = list.toSorted((a, b) => compare(b, a))
        assert.is(firstDisorder(up, false, collations), undefined, JSON.stringify(up))
        assert.is(firstDisorder(down, true, collations), undefined, JSON.stringify(down))
        const keys = (sorted: readonly string[]) => sorted.map(foldName)
        assert.equal(keys(down).toReversed(), keys(up))
      }),
      { seed: 40 },
    )
  })

/** Names that differ in plain letters, about which all collations agree. */
const plainNames = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcdxyz'), minLength: 1, maxLength: 5 }), {
  minLength: 2,
  maxLength: 60,
})

test('finds two neighbours that changed places, and a sort within each page', () => {
  fc.assert(
    fc.property(plainNames, fc.nat(), (list, at) => {
      const wrong = list.toSorted()
      const i = at % (wrong.length - 1)
      wrong.splice(i, 2, wrong[i + 1] as string, wrong[i] as string)
      assert.is(firstDisorder(wrong, false, collations), i + 1)
      assert.ok(firstDisorder(wrong.toReversed(), true, collations) !== undefined)
      const pages = [0, 20, 40].flatMap((from) => list.slice(from, from + 20).toSorted())
      const place = firstDisorder(pages, false, collations)
      assert.is(place === undefined, pages.join() === list.toSorted().join())
      assert.ok(place === undefined || place % 20 === 0)
    }),
    { seed: 40 },
  )
})

test.run()
