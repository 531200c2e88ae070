import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isAround } from './around.ts'

const test = suite('what stands around a text')

test('the beginning and the end of a short text are not the same letters', () => {
  assert.ok(isAround('Erro: a!', { before: 'Erro: ', after: '!' }))
  assert.ok(isAround('abba', { before: 'ab', after: 'ba' }))
  assert.not.ok(isAround('aba', { before: 'ab', after: 'ba' }))
  assert.not.ok(isAround('Erro: a', { before: 'Erro: ', after: '!' }))
  assert.ok(isAround('', {}))
})

test.run()
