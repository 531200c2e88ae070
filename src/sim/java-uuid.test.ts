import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readByJava } from './java-uuid.ts'

const test = suite('java uuid')

// As java.util.UUID of Java 17 reads them.
const read: readonly [text: string, uuid: string][] = [
  ['1-1-1-1-1', '00000001-0001-0001-0001-000000000001'],
  ['+1-1-1-1-A', '00000001-0001-0001-0001-00000000000a'],
  ['166bd822-3252-448a-8040-db75509b3f0', '166bd822-3252-448a-8040-0db75509b3f0'],
  ['166bd8223-252-448a-8040-db75509b3f0b', '66bd8223-0252-448a-8040-db75509b3f0b'],
  ['7fffffffffffffff-1-1-1-1', 'ffffffff-0001-0001-0001-000000000001'],
]
const faults: readonly [text: string, fault: string][] = [
  ['abc', 'Invalid UUID string: abc'],
  ['166bd8223252448a8040db75509b3f0b', 'Invalid UUID string: 166bd8223252448a8040db75509b3f0b'],
  ['1-1-1-1-1-1', 'Invalid UUID string: 1-1-1-1-1-1'],
  ['{166bd822-3252-448a-8040-db75509b3f0b}', 'UUID string too large'],
  ['166bd822-3252-448a-8040-db75509b3f0g', 'Error at index 11 in: "db75509b3f0g"'],
  ['8000000000000000-1-1-1-1', 'Error at index 15 in: "8000000000000000"'],
  ['1-1-1-1-+', 'Error at index 1 in: "+"'],
  ['1--1-1-1', ''],
]

test('a text is the UUID that Java reads, or has the fault that it finds', () => {
  for (const [text, uuid] of read) assert.equal(readByJava(text), { uuid }, text)
  for (const [text, fault] of faults) assert.equal(readByJava(text), { fault }, text)
})

test.run()
