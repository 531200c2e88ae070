import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { jsonPhrases } from './json-phrases.ts'

const test = suite('phrases of parsers')

test('a kind without an example has the phrase of most kinds near it', () => {
  const found = jsonPhrases(
    {
      'page.word': 'p',
      'json.end-key': 'end',
      'json.end-string': 'end',
      'json.end-colon': 'other',
      'json.colon': 'x',
    },
    undefined,
  )
  assert.equal(found, {
    'page.word': 'p',
    'json.end-colon': 'other',
    'json.colon': 'x',
    'json.malformed': 'end',
  })
})

test('a known parser says the others, in the frame of those that were seen', () => {
  const texts = new Map([
    ['json.colon', 'c'],
    ['json.extra', 'e'],
  ])
  const found = jsonPhrases({ 'json.colon': { text: 'c', frame: 'f' } }, { family: 'x', texts })
  assert.equal(found, {
    'json.extra': { text: 'e', frame: 'f' },
    'json.malformed': { text: 'c', frame: 'f' },
  })
})

test('what is said of a text that begins as no object says nothing of strings inside of one', () => {
  const found = jsonPhrases({ 'json.end-string-first': 'no object', 'json.colon': '{parser}' }, undefined)
  assert.equal(found, { 'json.end-string-first': 'no object', 'json.malformed': '{parser}' })
})

test('what is said of blanks is not said of other texts, unless nothing else is known', () => {
  const [blank, cut] = [{ 'json.end-empty': 'no body' }, { 'json.end-value': 'cut' }]
  assert.equal(jsonPhrases({ ...blank, ...cut }, undefined), { ...blank, 'json.malformed': 'cut' })
  assert.equal(jsonPhrases(blank, undefined), { 'json.malformed': 'no body' })
})

test('a profile without phrases of parsers stays as it is', () => {
  assert.equal(jsonPhrases({ 'page.word': 'p' }, undefined), { 'page.word': 'p' })
})

test.run()
