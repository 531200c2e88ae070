import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseJsonFile } from './json-text.ts'
import { OperatorError } from './operator-error.ts'

const test = suite('json text')

const faulty: [what: string, path: string, text: string, message: string][] = [
  [
    'a missing comma',
    'q.json',
    '{\n  "rowsOffGrid": "refuse"\n  "faults": "first"\n}',
    'The profile q.json cannot be used:\n  q.json:3:3: error: not valid JSON: comma expected',
  ],
  [
    'a comma too many',
    'q.json',
    '{ "faults": "first", }',
    'The profile q.json cannot be used:\n  q.json:1:20: error: not valid JSON: remove the comma before }',
  ],
  [
    'YAML',
    'q.yaml',
    'faults: first\n',
    'The profile q.yaml cannot be used:\n  q.yaml:1:1: error: not valid JSON: invalid symbol\nA profile is a JSON file, not YAML.',
  ],
  [
    'more levels than a stack has',
    'q.json',
    '['.repeat(1_000_000),
    'The profile q.json cannot be used:\n  q.json:1:101: error: not valid JSON: has more than 100 levels of nested lists and objects',
  ],
]
for (const [what, path, text, message] of faulty) {
  test(`${what} is told with its place`, () => {
    try {
      parseJsonFile(text, path, 'profile')
    } catch (error) {
      assert.instance(error, OperatorError)
      assert.is((error as Error).message, message)
      return
    }
    assert.unreachable('it was read')
  })
}

test('a text without errors is its value', () => {
  assert.equal(parseJsonFile('{ "a": [1] }', 'q.json', 'profile'), { a: [1] })
})

test.run()
