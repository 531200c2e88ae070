import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OptionError, optionsError } from './operator-error.ts'

const test = suite('operator error')

test('an error about options names them as code does, and as a command line does', () => {
  const error = optionsError('{fixture} cannot be used with {allowInvalidCpf}.')
  assert.is(error.message, 'fixture cannot be used with allowInvalidCpf.')
  assert.is(error.withFlags, '--fixture cannot be used with --allow-invalid-cpf.')
  assert.is(new OptionError('quirk "{x}" is unknown').withFlags, 'quirk "{x}" is unknown')
})

test.run()
