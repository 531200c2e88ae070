import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../testing/deep.ts'
import { expressionFinder, isBroken, isExpression } from './expression.ts'

const test = suite('searches that are regular expressions')

const TEXTS = ['', 'josé da silva', 'dr. paulo', "d'arc", 'ana-clara', 'aaa', 'a\nb', '2ª via', 'xxyyxx']
const parts = fc.constantFrom(
  ...[
    'a',
    'b',
    'da',
    'é',
    '.',
    '.*',
    '\\.',
    '\\w+',
    '\\d',
    '\\s',
    '\\S+',
    '\\b',
    '\\B',
    '^',
    '$',
    '[a-c]',
    '[^a]',
  ],
  ...[
    '(?:a|b)',
    '(da|do)?',
    'a{2}',
    'a{1,2}',
    'x{2,}',
    'a+?',
    'a??',
    '[\\w-]',
    '|',
    "[d']+",
    '(?<nome>ana)',
    '\\n',
    '-',
  ],
)

test('finds what RegExp finds', () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 6 }), fc.constantFrom(...TEXTS), (some, text) => {
      const expression = some.join('')
      fc.pre(!isBroken(expression))
      const wanted = (pattern: string) => new RegExp(pattern).test(text)
      assert.is(expressionFinder(expression, 'anywhere')(text), wanted(expression), expression)
      assert.is(expressionFinder(expression, 'start')(text), wanted(`^(?:${expression})`), `^${expression}`)
      assert.is(expressionFinder(expression, 'whole')(text), wanted(`^(?:${expression})$`), `${expression}$`)
    }),
    { numRuns: times(2_000, 20_000), seed: 1 },
  )
})

test('takes no longer for hostile expressions than for others', () => {
  const wide = `[${'!"#$%&()*+,/'.repeat(300)}]`
  for (const text of [
    '(((){9999}){9999}){9999}',
    '((a{0}){9999}){9999}',
    `(?:${wide}?){200}Z`,
    `${wide}{2}`,
    'a{100000}',
    '(?:.?){400}\\0',
  ])
    assert.not.ok(expressionFinder(text, 'anywhere')('a'.repeat(1_000)), text.slice(0, 40))
  for (const text of ['\\x61', '[\\u0061]', '\\\\\\ca'])
    assert.not.ok(expressionFinder(text, 'anywhere')('a'), text)
  assert.ok(expressionFinder('\\\\x', 'anywhere')('\\x'))
  for (const text of ['😀.', '[a😀]c']) assert.ok(expressionFinder(text, 'start')('😀c'), text)
})

test('takes letters for equal that are folded', () => {
  const fold = (text: string) => text.toLowerCase()
  assert.ok(expressionFinder('JOS.', 'start', fold)('josé da silva'))
  assert.ok(expressionFinder('[A-Z]+É', 'start', fold)('josé da silva'))
  assert.not.ok(expressionFinder('JOSE', 'start', fold)('josé da silva'))
  assert.ok(expressionFinder('\\D\\S', 'whole', fold)('ab'))
})

test('finds nobody by what is broken, looks around or back, or is too long', () => {
  for (const text of ['(', '[a', '*', 'a)', '\\', 'a{2,1}']) {
    assert.ok(isBroken(text), text)
    assert.not.ok(expressionFinder(text, 'anywhere')('a'), text)
  }
  for (const text of [
    'a(?=b)',
    '(?<!b)a',
    '(a)\\1',
    'a{900}',
    '((a{60}){60})',
    `${'('.repeat(60)}a${')'.repeat(60)}`,
  ]) {
    assert.not.ok(isBroken(text), text)
    assert.not.ok(expressionFinder(text, 'anywhere')(`${'a'.repeat(9)}b`), text)
  }
})

test('follows all ways at once', () => {
  assert.not.ok(expressionFinder('(a+)+(a*)*$b', 'anywhere')('a'.repeat(5_000)))
})

test('has signs that mean something', () => {
  assert.equal(['Jos.', 'a|b', 'ana', "d'arc", '%_'].map(isExpression), [true, true, false, false, false])
})

test.run()
