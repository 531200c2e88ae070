import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { headersOf, repeatedHeaders } from './headers.ts'

const test = suite('headers of a twin')

const answerWith = (headers: Record<string, string>) => ({ status: 404, text: '', json: undefined, headers })
const page = answerWith({ 'content-security-policy': "default-src 'none'", 'x-made': '1' })
const USUAL = { 'content-type': 'text/html' }

test('one answer has a header that several others have, too', () => {
  const learned = (others: readonly (typeof page)[]) =>
    headersOf([page], USUAL, repeatedHeaders([page, ...others]))['content-security-policy']
  assert.is(learned([]), undefined)
  assert.is(learned([answerWith({ 'content-security-policy': 'other' })]), undefined)
  assert.is(learned([answerWith({ 'content-security-policy': "default-src 'none'" })]), "default-src 'none'")
})

test('several answers have what all of them have', () => {
  assert.equal(headersOf([page, page], {}), {
    'content-security-policy': "default-src 'none'",
    'x-made': '1',
  })
  assert.equal(headersOf([page, answerWith({ 'x-made': '2' })], USUAL), {
    'content-type': null,
    'x-made': '1',
  })
})

test.run()
