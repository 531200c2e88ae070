import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkDigits, maskedCpf } from './cpf.ts'

const test = suite('cpf')
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

test('the check digits are those of the oracle', () => {
  fc.assert(
    fc.property(digits(9), (base) => {
      fc.pre(!/^(.)\1*$/.test(base))
      assert.ok(isValidCpf(base + checkDigits(base)))
    }),
    { seed: 40 },
  )
})

test('only a CPF of eleven digits takes the mask', () => {
  assert.is(maskedCpf('01234567890'), '012.345.678-90')
  assert.is(maskedCpf('1234567890'), '1234567890')
})

test.run()
