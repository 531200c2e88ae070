import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withEscapes } from './escaped.ts'
import type { LearnedSituation } from './situation.ts'

const test = suite('escapes')

function learned(name: string, text: string, message: string, value: string): LearnedSituation {
  const bodies = [{ body: {}, slots: { key: 'cpf', value }, message }]
  return {
    name,
    defaultFrameKey: 'query',
    frame: { status: 400, body: {} },
    text,
    bodies,
    matchesDefault: false,
    matchesDefaultText: false,
  }
}

test('who escapes one value escapes all', () => {
  const known = learned('cpf.word', '{value:html} is no CPF', 'a&lt; is no CPF', 'a<')
  const other = learned('cpf.short', '"{key}" with {value}', '"cpf" with 12', '12')
  assert.equal(
    withEscapes([known, other]).map(({ text }) => text),
    ['{value:html} is no CPF', '"{key:html}" with {value:html}'],
  )
})

test('a text stays that has a sign as it came', () => {
  const known = learned('cpf.word', '{value:html} is no CPF', 'a&lt; is no CPF', 'a<')
  const other = learned('page.word', 'not {value}', 'not <', '<')
  assert.equal(withEscapes([known, other])[1], other)
})

test('who writes one value as Go does writes all so that are in quotes', () => {
  const known = learned('page.word', 'bad "{value:go}"', 'bad "\\"3\\"\\t"', '"3"\t')
  const others = [
    learned('sort.word', 'no order "{value}"', 'no order "idade"', 'idade'),
    learned('cpf.word', '{value} is no CPF', 'abc is no CPF', 'abc'),
  ]
  assert.equal(
    withEscapes([known, ...others]).map(({ text }) => text),
    ['bad "{value:go}"', 'no order "{value:go}"', '{value} is no CPF'],
  )
})

test('a form of Go that no value shows is not that of other texts', () => {
  const known = learned(
    'page.word',
    'strconv.Atoi: parsing "{value:go}"',
    'strconv.Atoi: parsing "abc"',
    'abc',
  )
  const other = learned('sort.word', 'no order "{value}"', 'no order "idade"', 'idade')
  assert.equal(withEscapes([known, other]), [known, other])
})

test('without a text that escapes, nothing changes', () => {
  const other = learned('page.word', 'not {value}', 'not abc', 'abc')
  assert.equal(withEscapes([other]), [other])
})

test.run()
