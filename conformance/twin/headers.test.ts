import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commonHeaders, largeHeadersOf, repeatedHeaders } from './headers.ts'

const test = suite('headers of a twin')

const answerWith = (headers: Record<string, string>) => ({ status: 404, text: '', json: undefined, headers })
const page = answerWith({ 'content-security-policy': "default-src 'none'", 'x-made': '1' })
const USUAL = { 'content-type': 'text/html' }

test('one answer has a header that several others have, too', () => {
  const learned = (others: readonly (typeof page)[]) =>
    commonHeaders([page], USUAL, repeatedHeaders([page, ...others]))['content-security-policy']
  assert.is(learned([]), undefined)
  assert.is(learned([answerWith({ 'content-security-policy': 'other' })]), undefined)
  assert.is(learned([answerWith({ 'content-security-policy': "default-src 'none'" })]), "default-src 'none'")
})

test('several answers have what all of them have', () => {
  assert.equal(commonHeaders([page, page], {}), {
    'content-security-policy': "default-src 'none'",
    'x-made': '1',
  })
  assert.equal(commonHeaders([page, answerWith({ 'x-made': '2' })], USUAL), {
    'content-type': null,
    'x-made': '1',
  })
})

const sizes: [sizes: readonly number[], large: number, from: number | undefined][] = [
  [[90, 800, 1100, 5000], 1024, 1024],
  [[90, 800, 900, 5000], 860, 860],
  [[90, 800, 802, 5000], 801, 802],
  [[90, 800], 10_000, undefined],
  [[90, 800], 1, undefined],
]
for (const [lengths, large, from] of sizes) {
  test(`answers of ${lengths.join(', ')} bytes, of which those from ${large} have a header`, () => {
    const answers = lengths.map((size) => {
      const more = size >= large ? { vary: 'accept-encoding' } : {}
      return { ...answerWith({ 'content-length': String(size), 'x-a': 'b', ...more }), json: {} }
    })
    const learned = from === undefined ? undefined : { from, headers: { vary: 'accept-encoding' } }
    assert.equal(largeHeadersOf(answers.toReversed()), learned)
  })
}

test('a header that some large answers lack is not one of their size', () => {
  const answers = [1000, 2000, 3000, 4000].map((size) => ({
    ...answerWith({ 'content-length': String(size), ...(size % 2000 === 0 && { vary: 'accept-encoding' }) }),
    json: {},
  }))
  assert.is(largeHeadersOf(answers), undefined)
})

test.run()
