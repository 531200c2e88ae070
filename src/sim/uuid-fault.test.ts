import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { uuidFault, uuidFaultOfGo, uuidSlots } from './uuid-fault.ts'

const test = suite('uuid fault')

// As pydantic-core 2.46 says them.
const said: readonly [text: string, fault: string][] = [
  ['nao-existe', 'invalid character: found `n` at 1'],
  ['abc', 'invalid length: expected length 32 for simple format, found 3'],
  ['', 'invalid length: expected length 32 for simple format, found 0'],
  ['166bd822-3252-448a-8040-db75509b3f0', 'invalid group length in group 4: expected 12, found 11'],
  ['166bd822-3252-448a-8040db75509b3f0b', 'invalid group count: expected 5, found 4'],
  ['166bd8223-252-448a-8040-db75509b3f0b', 'invalid group length in group 0: expected 8, found 9'],
  ['166bd822-3252-448a-8040-db75509b3f0b ', 'invalid character: found ` ` at 37'],
  ['aç', 'invalid character: found `ç` at 2'],
  ['😀', 'invalid character: found `😀` at 1'],
  ['{}', 'invalid group count: expected 5, found 1'],
  ['{11111111-1111-1111-1111-1111111111111}', 'invalid group length in group 4: expected 12, found 15'],
  ['urn:uuid:12', 'invalid group count: expected 5, found 1'],
]

test('a text that is no UUID has the fault that the parser of Rust finds', () => {
  for (const [text, fault] of said) assert.is(uuidFault(text), fault, text)
})

// As github.com/google/uuid 1.6 says them.
const saidByGo: readonly [text: string, fault: string][] = [
  ['abc', 'invalid UUID length: 3'],
  ['relatório', 'invalid UUID length: 10'],
  ['166bd822-3252-448a-8040-db75509b3f0g', 'invalid UUID format'],
  ['166bd8223252448a8040db75509b3f0g', 'invalid UUID format'],
  ['{166bd822-3252-448a-8040-db75509b3f0g}', 'invalid UUID format'],
  ['URN:uuid:166bd822-3252-448a-8040-db75509b3f0g', 'invalid UUID format'],
  ['urn-uuid:166bd822-3252-448a-8040-db75509b3f0b', 'invalid urn prefix: "urn-uuid:"'],
]

test('and the one that the parser of Go finds', () => {
  for (const [text, fault] of saidByGo) assert.is(uuidFaultOfGo(text), fault, text)
})

test('and the one that Java finds, if it finds any', () => {
  assert.is(uuidSlots('abc')['uuid-java'], 'Invalid UUID string: abc')
  assert.is(uuidSlots('1-1-1-1-1')['uuid-java'], '')
  const withoutPlaces = (text: string) => uuidSlots(text)['uuid-java-without-places']
  assert.is(withoutPlaces('1-1-1-1-g'), 'Invalid UUID string: 1-1-1-1-g')
  assert.is(withoutPlaces('x'.repeat(37)), 'UUID string too large')
})

test.run()
