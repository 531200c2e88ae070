import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OptionError } from './operator-error.ts'

const test = suite('operator error')

test('an error about options names them as code does, and as a command line does', () => {
  const error = new OptionError('{data} cannot be used with {allowInvalidCpf}.')
  assert.is(error.message, 'data cannot be used with allowInvalidCpf.')
  assert.is(error.withFlags(), '--data cannot be used with --allow-invalid-cpf.')
})

test.run()
