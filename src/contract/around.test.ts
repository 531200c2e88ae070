import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isAround, withoutAround } from './around.ts'

const test = suite('what stands around a text')

test('the beginning and the end of a short text are not the same letters', () => {
  assert.ok(isAround('Erro: a!', { before: 'Erro: ', after: '!' }))
  assert.ok(isAround('abba', { before: 'ab', after: 'ba' }))
  assert.not.ok(isAround('aba', { before: 'ab', after: 'ba' }))
  assert.not.ok(isAround('Erro: a', { before: 'Erro: ', after: '!' }))
  assert.ok(isAround('', {}))
})

test('a text is what stands between them, or all of it', () => {
  assert.is(withoutAround('Erro: a!', { before: 'Erro: ', after: '!' }), 'a')
  assert.is(withoutAround('aba', { before: 'ab', after: 'ba' }), 'aba')
  assert.is(withoutAround('a', {}), 'a')
})

test.run()
