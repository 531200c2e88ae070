import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createCommonWords } from './common-words.ts'

const test = suite('common words')

test('the words of a host of ours are common, with its port and without', () => {
  const words = createCommonWords()
  for (const host of ['qwrtz.example:8443', 'qwrtz.example', 'qwrtz']) assert.not(words.isListed(host), host)
  words.add('qwrtz.example:8443')
  for (const host of ['qwrtz.example:8443', 'qwrtz.example', 'qwrtz', 'QWRTZ', '8443']) {
    assert.ok(words.isListed(host), host)
  }
  assert.not(words.isListed('qwrtz.example:'.replace('example', 'xmpl')))
})

const texts: [text: string, isListed: boolean, isEveryday: boolean][] = [
  ['redirect', true, true],
  ['"redirect",', true, true],
  ['(page)', true, true],
  ['redirect page', true, true],
  ['redirect/page', true, true],
  ['redirect  qwrtz', false, false],
  ['!!page!!!', false, false],
  ['!!page!!', true, true],
  ['qw', false, true],
  ['qwr', false, false],
  ['1234', false, true],
  ['12345', false, false],
  ['12.34', false, true],
  ['12345.1', false, false],
  ['1..2', false, false],
]
for (const [text, isListed, isEveryday] of texts) {
  test(`${text} is ${isListed ? '' : 'not '}listed, and is ${isEveryday ? '' : 'not '}everyday`, () => {
    const words = createCommonWords()
    assert.is(words.isListed(text), isListed)
    assert.is(words.isEveryday(text), isEveryday)
  })
}

const parts: [text: string, isPart: boolean][] = [
  ['a re‹dire›ct here', true],
  ['a ‹redirect›', true],
  ['a qw‹rtz›x here', false],
  ['a redirect‹-qwrtz›', false],
  ['a ‹redirect-›qwrtz', true],
  ['a ‹redirect pa›ge', true],
  ['a ‹qwrtz re›direct', false],
  ['a re‹direct pa›ge', true],
  ['a re‹direct pa›gx', false],
  ['a ‹page ›redirect', true],
  ['a page‹ redirect›', true],
  ['a xpage‹ redirect›', true],
  // Before an escaped letter, at least six characters with which a word begins.
  ...['%C3%A7', '&ccedil;', '\\u00e7', '=C3=A7', '?', 'ç', 'Ã§'].map((escaped): [string, boolean] => [
    `a ‹Organi›za${escaped}`,
    true,
  ]),
  ['a ‹organi›', false],
  ['a ‹organi›-', false],
  ['a ‹organi›z, é', false],
  ['a ‹organ›%C3', false],
  ['a ‹qrgani›%C3', false],
  ['a ‹organix›%C3', false],
]
for (const [marked, isPart] of parts) {
  test(`${marked} is ${isPart ? '' : 'not '}a part of words`, () => {
    const text = marked.replace(/[‹›]/g, '')
    const [at, end] = [marked.indexOf('‹'), marked.indexOf('›') - 1]
    assert.is(createCommonWords().isPartOfWords(text, at, end), isPart)
  })
}

test.run()
