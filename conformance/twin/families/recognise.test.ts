import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { situations } from '../../../src/contract/dialect-form.ts'
import { jsonParsers } from './json-parsers.ts'
import { parserOf, type SituationExample, textIn, validatorOf } from './recognise.ts'
import { validators } from './validators.ts'

const test = suite('families')

const said = (situation: string, text: string, slots = {}): SituationExample => ({ situation, text, slots })

test('every text is of a situation, and every family says where it was taken from', () => {
  for (const { from, texts } of jsonParsers) {
    assert.ok(from.length > 10)
    for (const kind of Object.keys(texts)) assert.ok(situations.includes(`json.${kind}`), kind)
  }
  for (const { from, texts } of validators) {
    assert.ok(from.length > 10)
    for (const name of Object.keys(texts)) assert.ok(situations.includes(name), name)
  }
})

const COLON = said('json.colon', "JSON: Expecting ':' delimiter: line 1 column 6 (char 5)", {
  line: 1,
  column: 6,
  position: 5,
})
const EXTRA = said('json.extra', 'JSON: Extra data: line 1 column 3 (char 2)', {
  line: 1,
  column: 3,
  position: 2,
})

test('two texts of one parser recognise it, with what is around them', () => {
  const found = parserOf([COLON, EXTRA])
  assert.is(found?.family, 'Python json')
  assert.is(
    found && textIn(found.texts, 'json.key-close'),
    'JSON: Expecting property name enclosed in double quotes: line {line} column {column} (char {position})',
  )
  assert.is(found && textIn(found.texts, 'page.word'), undefined)
})

test('a place around its words is another one in each text', () => {
  const found = parserOf(
    [COLON, EXTRA].map(({ situation, text, slots }) => said(situation, `${text} @${slots.position}`, slots)),
  )
  assert.match(found?.texts.get('json.comma') ?? '', /^JSON: Expecting ',' .* @\{position\}$/)
})

test('one text alone recognises nothing, and neither do texts that others contradict', () => {
  assert.is(parserOf([COLON, COLON]), undefined)
  assert.is(parserOf([COLON, EXTRA, said('json.value', 'other'), said('json.key', 'other')]), undefined)
})

test('a validator is recognised by its queries, and says what it says of bodies', () => {
  const found = validatorOf([
    said('page.word', 'child "page" fails because ["page" must be a number]', { key: 'page' }),
    said('rows.zero', 'child "rows" fails because ["rows" must be larger than or equal to 1]', {
      key: 'rows',
      limit: 1,
    }),
  ])
  assert.is(found?.family, 'Joi before 16')
  assert.is(found?.texts.get('aprovar.missing'), 'child "{key}" fails because ["{key}" is required]')
})

test.run()
