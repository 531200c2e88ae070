import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { originOf, rewrite, type Traced } from './traced.ts'

const test = suite('traced')

/** Returns which part of the original each character comes from. */
function originsOf(original: string, traced: Traced): string {
  return Array.from({ length: traced.text.length }, (_, i) => {
    return `${traced.text[i]}<${original.slice(...originOf(traced, i, i + 1))}`
  }).join(' ')
}

test('each character knows what it comes from, after any number of rewritings', () => {
  const original = 'ab<<cd>>ef'
  const once = rewrite({ text: original }, /<<|>>/g, (found) => (found === '<<' ? '()' : ''))
  assert.is(once.text, 'ab()cdef')
  assert.is(originsOf(original, once), 'a<a b<b (<<< )<<< c<c d<d e<e f<f')
  const twice = rewrite(once, /b\(|df?|ef/g, (found) => (found === 'd' ? 'XYZ' : found === 'ef' ? '!' : '-'))
  assert.is(twice.text, 'a-)cXYZ!')
  assert.is(originsOf(original, twice), 'a<a -<b<< )<<< c<c X<d Y<d Z<d !<ef')
  assert.equal(originOf(twice, 1, 8), [1, 10])
  assert.equal(originOf(twice, 3, 5), [4, 6])
})

test('what is not replaced, or by itself, stays the same object', () => {
  const traced = { text: 'abc' }
  assert.is(
    rewrite(traced, /x/g, () => 'y'),
    traced,
  )
  assert.is(
    rewrite(traced, /b/g, () => undefined),
    traced,
  )
  assert.is(
    rewrite(traced, /b/g, (found) => found),
    traced,
  )
  assert.equal(originOf(traced, 1, 3), [1, 3])
})

test('a pattern that was used before begins at the beginning again', () => {
  const pattern = /a/g
  pattern.lastIndex = 2
  assert.is(rewrite({ text: 'aba' }, pattern, () => 'x').text, 'xbx')
})

test('some matches are kept, and all of a text may go', () => {
  assert.is(rewrite({ text: '1a2' }, /\d/g, (found) => (found === '1' ? undefined : '')).text, '1a')
  assert.is(rewrite({ text: 'aaa' }, /a/g, () => '').text, '')
})

test.run()
