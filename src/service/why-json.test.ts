import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fault } from '../contract/faults.ts'
import { jsonValue } from '../contract/json-value.ts'
import { whyMalformed } from './why-json.ts'

const test = suite('why a body is not JSON')

const faultOf = (text: string) => whyMalformed(Buffer.from(text), {})[0] as Fault

const faults: [text: string, line: number, column: number, mistake: RegExp][] = [
  ['{"a":1,}', 1, 7, /comma before a bracket/],
  ['[1,]', 1, 3, /comma before a bracket/],
  ["{'a':1}", 1, 2, /single quotes/],
  ['{“a”:1}', 1, 2, /typographic/],
  ['{a:1}', 1, 2, /key without quotes/],
  ['{"a":True}', 1, 6, /Python/],
  ['{"a":TRUE}', 1, 6, /word without quotes/],
  ['{"a":sim}', 1, 6, /word without quotes/],
  ['{"a":01}', 1, 7, /comma expected/],
  ['{"a":1 "b":2}', 1, 8, /comma expected/],
  ['{"a":1}\n{"b":2}', 2, 1, /end of file expected/],
  ['{\n  "a": 1, // one\n}', 2, 11, /comment/],
  ['{"a":"x\ny"}', 1, 6, /end of string/],
  ['{"a":"\\x"}', 1, 6, /escape/],
  ['{"a"}', 1, 5, /colon expected/],
  [']', 1, 1, /value expected/],
]
for (const [text, line, column, mistake] of faults) {
  test(JSON.stringify(text), () => {
    const { name, slots } = faultOf(text)
    assert.equal([slots.line, slots.column, name], [line, column, 'json.malformed'])
    assert.match(String(slots.mistake), mistake)
  })
}

test('the beginning of JSON ends early, wherever it is cut', () => {
  const text = '{"aprovar":true,"mensagem":"Aprovado\\u00e9 \\n ap\u00f3s","a":[-12.5e3,null,false,{}]}'
  for (let end = 0; end < text.length; end++) {
    assert.is(faultOf(text.slice(0, end)).name, 'json.cut', text.slice(0, end))
  }
  assert.is(faultOf(text).name, 'json.proto')
})

test('whatever is not JSON has a reason, without its words', () => {
  const aChange = fc.record({ at: fc.nat(60), drop: fc.nat(3), add: fc.string({ maxLength: 3 }) })
  fc.assert(
    fc.property(fc.json(), fc.array(aChange, { maxLength: 2 }), (json, changes) => {
      const text = changes.reduce(
        (text, { at, drop, add }) => text.slice(0, at) + add + text.slice(at + drop),
        json,
      )
      const isJson = jsonValue(text) !== undefined
      assert.is(faultOf(text).name === 'json.proto', isJson, text)
    }),
    { numRuns: 1_500, seed: 40 },
  )
})

test.run()
