import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkDigits, isCpf } from './cpf.ts'

const test = suite('cpf')
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

test('the check digits are those of the oracle', () => {
  fc.assert(
    fc.property(digits(9), (base) => {
      fc.pre(!/^(.)\1*$/.test(base))
      assert.ok(isValidCpf(base + checkDigits(base)))
    }),
  )
})

test('eleven digits are a CPF exactly when the oracle says so', () => {
  fc.assert(fc.property(digits(11), (text) => assert.is(isCpf(text), isValidCpf(text))))
})

test('no mask, no other length, no eleven equal digits', () => {
  for (const text of ['', '111.444.777-35', '1114447773', '114447773500', '11111111111', '00000000000']) {
    assert.not(isCpf(text), text)
  }
  assert.ok(isCpf('11144477735'))
})

test.run()
