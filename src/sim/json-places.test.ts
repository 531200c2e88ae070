import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { placesOfFields } from './json-places.ts'

const test = suite('json places')

const cases: [text: string, places: Record<string, [start: number, end: number][]>][] = [
  ['{"a":1}', { a: [[5, 6]] }],
  ['{"a":"b,}","c":[1,{"d":2}] , "e":{}}', { a: [[5, 10]], c: [[15, 26]], e: [[33, 35]] }],
  ['{ "ção" : "ã" , "x":null}', { ção: [[12, 16]], x: [[23, 27]] }],
  [
    '{"a":1,"a":22}',
    {
      a: [
        [5, 6],
        [11, 13],
      ],
    },
  ],
  ['{"a\\"b":"\\\\"}', { 'a"b': [[8, 12]] }],
  ['{}', {}],
  ['[1]', {}],
  ['"{"', {}],
]
for (const [text, places] of cases) {
  test(text, () => {
    const found = [...placesOfFields(text)].map(([key, own]) => [
      key,
      own.map(({ start, end }) => [start, end]),
    ])
    assert.equal(Object.fromEntries(found), places)
  })
}

test('a body as long as bodies may be is read to its end', () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]))
  assert.is(placesOfFields(JSON.stringify(many)).size, 100_000)
  assert.is(placesOfFields(JSON.stringify({ a: '\n'.repeat(500_000) })).get('a')?.[0]?.end, 1_000_007)
})

test.run()
