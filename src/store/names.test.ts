import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../testing/deep.ts'
import { aName, aNameMatch, collations, naiveCollate, naiveMatches } from '../testing/model.ts'
import { nameMatches, searchKey } from './name-match.ts'
import { orderNames } from './name-order.ts'
import { NameSearch } from './name-search.ts'
import { splitWords } from './words.ts'

const test = suite('names')
const names = fc.array(aName, { maxLength: 60 })

for (const collation of collations) {
  test(`the order of ${collation} is that of comparing every pair`, () => {
    fc.assert(
      fc.property(names, (names) => {
        const { rows, ranks } = orderNames(names, splitWords(names), collation)
        const expected = [...names.keys()].sort(
          (a, b) => naiveCollate(names[a] as string, names[b] as string, collation) || a - b,
        )
        assert.equal([...rows], expected)
        for (const [i, a] of expected.entries()) {
          const b = expected[i + 1]
          if (b === undefined) break
          const same = naiveCollate(names[a] as string, names[b] as string, collation) === 0
          assert.is((ranks[b] as number) - (ranks[a] as number), same ? 0 : 1)
        }
      }),
      { numRuns: times(200, 400) },
    )
  })
}

test('names that differ only far behind are told apart there', () => {
  const long = 'ana da silva dos santos '.repeat(20)
  const names = ['b', 'á', 'B', 'a', 'b', 'li 李', `ana ${'b '.repeat(40)}李`].map((end) => long + end)
  const { rows } = orderNames(names, splitWords(names), 'pt-BR')
  const expected = [...names.keys()].sort(
    (a, b) => naiveCollate(names[a] as string, names[b] as string, 'pt-BR') || a - b,
  )
  assert.equal([...rows], expected)
})

test('names that begin with letters of no key are told apart by these, not by what is far behind', () => {
  const long = 'ana da silva '.repeat(30)
  const names = [`王 ${long}a`, `李 ${long}b`]
  assert.equal([...orderNames(names, splitWords(names), 'pt-BR').rows], [1, 0])
})

test('every letter of Latin-1 and its marks stands where the collator puts it', () => {
  const letters = Array.from({ length: 0x17f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i))
  const names = letters.flatMap((letter) => [`a${letter}a`, `A${letter}`, `a${letter} b`, letter])
  for (const collation of ['pt-BR', 'letters'] as const) {
    const { rows } = orderNames(names, splitWords(names), collation)
    const expected = [...names.keys()].sort(
      (a, b) => naiveCollate(names[a] as string, names[b] as string, collation) || a - b,
    )
    assert.equal(
      [...rows].map((row) => names[row]),
      expected.map((row) => names[row]),
      collation,
    )
  }
})

test('a search finds what comparing every name finds', () => {
  fc.assert(
    fc.property(names, aNameMatch, (names, match) => {
      const search = new NameSearch(names, splitWords(names), match)
      const expected = [...names.keys()].filter((row) => naiveMatches(names[row] as string, match))
      assert.equal([...search.select(match)], expected, JSON.stringify({ names, match }))
      for (const name of names) assert.is(nameMatches(name, match), naiveMatches(name, match))
    }),
    { numRuns: times(1_000, 2_000) },
  )
})

test('a search of several words takes the first and the last as its way of matching does', () => {
  const names = ['Ana Silva', 'Ana Souza', 'Joana Silva']
  const found: [matching: 'contains' | 'prefix' | 'word' | 'exact', text: string, ...rows: number[]][] = [
    ['contains', 'na sil', 0, 2],
    ['contains', 'ana silva', 0, 2],
    ['prefix', 'ana s', 0, 1],
    ['prefix', 'ana silva', 0],
    ['word', 'ana silva', 0],
    ['word', 'silva', 0, 2],
    ['word', 'silv'],
    ['word', 'ana sil'],
    ['exact', 'ana silva', 0],
  ]
  const search = new NameSearch(names, splitWords(names), { folding: 'case' })
  for (const [matching, text, ...rows] of found) {
    const match = { text, matching, folding: 'case' } as const
    assert.equal([...search.select(match)], rows, `${matching} ${text}`)
    const one = [...names.keys()].filter((row) => nameMatches(names[row] as string, match))
    assert.equal(one, rows, `${matching} ${text}`)
  }
})

test('code points beyond the sixteen bits stand behind all others, and in their own order', () => {
  const names = ['\u{103ff}', '\u{103fe}', '\u{10000}', '\uffff', '\ue000', 'z']
  assert.equal([...orderNames(names, splitWords(names), 'code-point').rows], [5, 4, 3, 2, 1, 0])
})

test('searches that find the same by their folding are one', () => {
  const match = { text: 'SILVA', matching: 'contains', folding: 'case' } as const
  assert.is(searchKey(match), searchKey({ ...match, text: 'silva' }))
  assert.is.not(searchKey(match), searchKey({ ...match, folding: 'none' }))
  assert.is.not(searchKey(match), searchKey({ ...match, matching: 'word' }))
})

const like: [name: string, text: string, matching: 'contains' | 'prefix' | 'exact', found: boolean][] = [
  ['ana clara', 'a%c_a', 'contains', true],
  ['ana clara', 'c_r', 'contains', false],
  ['ana clara', 'a_a%ra', 'exact', true],
  ['ana clara', 'a_a', 'exact', false],
  ['ana clara', '_na', 'prefix', true],
  ['ana clara', '%', 'contains', true],
  ['', '_', 'contains', false],
  ['aab', '%ab', 'exact', true],
]
for (const [name, text, matching, found] of like) {
  test(`${text} is ${found ? '' : 'not '}like ${name} by ${matching}`, () => {
    const match = { text, matching, folding: 'case', wildcards: true } as const
    assert.is(nameMatches(name, match), found)
    assert.is(new NameSearch([name], splitWords([name]), match).select(match).length, found ? 1 : 0)
    assert.not.equal(searchKey(match), searchKey({ ...match, wildcards: false }))
  })
}

const escaped: [text: string, found: readonly string[]][] = [
  ['a\\na', ['ana']],
  ['a\\%', ['a%_\\']],
  ['%\\_\\\\', ['a%_\\']],
  ['n_\\', ['ana']],
  ['\\', ['ana', 'a%_\\']],
]
for (const [text, found] of escaped) {
  test(`${text} is a search with escapes for ${found.join(' and ')}`, () => {
    const match = { text, matching: 'contains', folding: 'case', wildcards: 'escaped' } as const
    const names = ['ana', 'a%_\\']
    const select = () => [...new NameSearch(names, splitWords(names), match).select(match)]
    assert.equal(
      select().map((row) => names[row]),
      found,
    )
    assert.equal(
      names.filter((name) => nameMatches(name, match)),
      found,
    )
    assert.not.equal(searchKey(match), searchKey({ ...match, wildcards: true }))
  })
}

test('tokens begin after signs, too', () => {
  const match = { matching: 'token-beginnings', folding: 'case' } as const
  const names = ["Maria Sant'Anna", 'Ana Lima-Barreto', 'Joana']
  const search = new NameSearch(names, splitWords(names), match)
  assert.equal([...search.select({ ...match, text: 'an' })], [0, 1])
  assert.equal([...search.select({ ...match, text: 'barr ana' })], [1])
  assert.ok(nameMatches('Ana Lima-Barreto', { ...match, text: 'lima-barreto' }))
})

test('tokens can be divided at some signs only', () => {
  const match = { matching: 'token-beginnings', folding: 'case', dividers: '-]^\\\\' } as const
  const names = ["Maria Sant'Anna", 'Ana Lima-Barreto', 'Joana]Reis']
  const search = new NameSearch(names, splitWords(names), match)
  const found = (text: string) => [...search.select({ ...match, text })]
  assert.equal([found('an'), found('barr ana'), found('reis'), found('anna')], [[1], [1], [2], []])
  assert.ok(nameMatches('Ana Lima-Barreto', { ...match, text: 'lima-barreto' }))
  assert.not.equal(searchKey({ ...match, text: 'a' }), searchKey({ ...match, text: 'a', dividers: '-' }))
  assert.not.equal(
    searchKey({ ...match, text: 'a' }),
    searchKey({ ...match, text: 'a', dividers: undefined }),
  )
})

test('words are divided at signs, and one of them or all of them must be there', () => {
  const found = (matching: 'any-token' | 'whole-tokens' | 'words-in-order', text: string) =>
    nameMatches('Ana-Clara de Souza', { text, matching, folding: 'case' })
  assert.ok(found('any-token', 'clara lima') && !found('any-token', 'clar'))
  assert.ok(found('whole-tokens', 'souza clara') && !found('whole-tokens', 'clara lima'))
  assert.ok(found('words-in-order', 'ana souza') && !found('words-in-order', 'souza ana'))
})

test('a search begins words, and only the case of A to Z may be ignored', () => {
  const match = { folding: 'case' } as const
  const begins = (text: string) =>
    nameMatches('Ana-Clara de Souza', { ...match, text, matching: 'text-at-word' })
  assert.ok(begins('de sou') && begins('ana') && !begins('clara') && !begins('souza de'))
  const behind = (text: string, dividers: string) =>
    nameMatches('Ana-Clara de Souza', { ...match, text, matching: 'text-at-word', dividers })
  assert.ok(behind('clara de', '-') && behind('ana-cl', '-') && behind('sou', '-') && behind('', '-'))
  assert.ok(!behind('lara', '-') && !behind('clara', "'") && !behind('x', '-'))
  const beginsOne = (text: string) =>
    nameMatches('Ana Clara de Souza', { ...match, text, matching: 'name-or-word-beginning' })
  assert.ok(beginsOne('ana cl') && beginsOne('sou') && !beginsOne('de sou'))
  const found = (text: string) => nameMatches('João', { text, matching: 'contains', folding: 'ascii-case' })
  assert.ok(found('jOão') && !found('JOÃO') && !found('joao'))
})

test('only names may be divided at signs', () => {
  const match = { folding: 'case', dividers: '-', divided: 'names' } as const
  const found = (text: string, matching: 'token-beginnings' | 'whole-tokens' | 'any-token') =>
    nameMatches('Ana Alves-Moreira', { ...match, text, matching })
  assert.ok(found('mor ana', 'token-beginnings') && !found('alves-moreira', 'token-beginnings'))
  assert.ok(found('moreira', 'whole-tokens') && !found('alves-moreira', 'whole-tokens'))
  assert.ok(found('alves-m moreira', 'any-token') && !found('alves-moreira', 'any-token'))
  assert.ok(found(' ', 'token-beginnings') && found(' ', 'whole-tokens') && !found(' ', 'any-token'))
  const signs = { text: '%', matching: 'whole-tokens', folding: 'case' } as const
  assert.ok(!nameMatches('Ana', signs) && nameMatches('Ana', { ...signs, wordless: 'everybody' }))
  assert.not.ok(nameMatches('Ana', { ...signs, text: '123', wordless: 'everybody' }))
  assert.not.equal(searchKey(signs), searchKey({ ...signs, wordless: 'everybody' }))
  const of = { ...match, text: 'a', matching: 'any-token' } as const
  assert.not.equal(searchKey(of), searchKey({ ...of, divided: 'both' }))
})

const folded: [
  folding: 'case-and-accents' | 'compatible' | 'transliterated',
  text: string,
  found: boolean,
][] = [
  ['case-and-accents', 'mariª', false],
  ['compatible', 'mariª', true],
  ['compatible', 'ofi\u0301ﬁ', true],
  ['compatible', '😀', false],
  ['transliterated', 'mariª', true],
  ['transliterated', 'Ma😀ria', true],
  ['transliterated', '😀', true],
]
for (const [folding, text, found] of folded) {
  test(`${text} is ${found ? '' : 'not '}found as ${folding} folds it`, () => {
    const match = { text, matching: 'contains', folding } as const
    const nome = 'MARIA ofiﬁ'
    assert.is(nameMatches(nome, match), found)
    assert.is(new NameSearch([nome], splitWords([nome]), match).select(match).length, found ? 1 : 0)
  })
}

test('a word that folding divides is found as if it had been two', () => {
  const names = ['Ana\u00a0Clara', 'Ana']
  const match = { text: 'a c', matching: 'contains', folding: 'compatible' } as const
  assert.equal([...new NameSearch(names, splitWords(names), match).select(match)], [0])
})

test.run()
