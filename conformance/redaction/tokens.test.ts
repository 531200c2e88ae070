import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fold, LOST, lossy, lossyTokensOf, tokensOf } from './tokens.ts'

const test = suite('tokens')

test('words are runs of letters, and the parts of camel case are told apart', () => {
  const text = 'a1 nomeDaPessoa, ÉmileZola-x'
  const tokens = tokensOf(text).map(({ at, end, raw, folded, isFirst, isLast }) => {
    assert.is(text.slice(at, end), raw)
    return [folded, isFirst, isLast]
  })
  assert.equal(tokens, [
    ['a', true, true],
    ['nome', true, false],
    ['da', false, false],
    ['pessoa', false, true],
    ['emile', true, false],
    ['zola', false, true],
    ['x', true, true],
  ])
  assert.equal(
    tokensOf('nome da ABC').map(({ raw }) => raw),
    ['nome', 'da', 'ABC'],
  )
})

test('words whose accents may be lost are those beside a question mark or beyond ASCII', () => {
  const folded = (text: string) => lossyTokensOf(text).map((token) => token.folded)
  assert.equal(folded('Quiteria, x'), [])
  assert.equal(folded('x ? y'), [])
  assert.equal(folded('Jo?o ?na Ana?'), [`jo${LOST}o`, `${LOST}na`, `ana${LOST}`])
  assert.equal(folded('Jo\ufffd\ufffdo ab'), [`jo${LOST}o`, 'ab'])
  assert.equal(lossy('João ÉÉ'), `jo${LOST}o ${LOST}`)
})

test('words are folded to plain letters, and only these', () => {
  assert.is(fold('ÀÉÎÕÜÇ'), 'aeiouc')
  assert.is(fold('øđðħłŧæœþ'), 'oddhltaeoeth')
  assert.is(fold('Straße'), 'strasse')
  assert.is(fold('ABC1'), 'abc1')
})

test.run()
