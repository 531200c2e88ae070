import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkDigits } from './cpf.ts'

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

test.run()
