import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namesJson } from './accept.ts'

const test = suite('the header Accept')

const types: [accept: string | undefined, is: boolean][] = [
  [undefined, false],
  ['*/*', false],
  ['application/json', true],
  ['Application/JSON ; charset=utf-8', true],
  ['text/html, application/problem+json;q=0.5', true],
  ['application/json;q=0.01', true],
  ['application/json;q=0', false],
  ['application/json; Q = 0.000, text/html', false],
  ['application/json;q=0, text/json', true],
  ['application/vnd.json-home', false],
  ['application/jsonl', false],
  ['text/html;level=json', false],
]
for (const [accept, is] of types) {
  test(`the Accept ${accept} ${is ? 'names' : 'does not name'} JSON`, () => assert.is(namesJson(accept), is))
}

test.run()
