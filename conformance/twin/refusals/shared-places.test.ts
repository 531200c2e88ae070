import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withSharedPlaces } from './shared-places.ts'
import type { LearnedSituation } from './situation.ts'

const test = suite('shared places')

type Example = [message: string, slots: Record<string, string | number>]

const learned = (name: string, text: string, ...examples: Example[]): LearnedSituation => ({
  name,
  defaultFrameKey: '400',
  frame: { status: 400, body: '{text}' },
  text,
  bodies: examples.map(([message, slots]) => ({ body: message, slots, message })),
  matchesDefault: false,
  matchesDefaultText: false,
})

const COLON = learned(
  'json.colon',
  'no colon, line {line}, byte {byte}',
  ['no colon, line 1, byte 7', { line: 1, byte: 7, column: 5 }],
  ['no colon, line 2, byte 9', { line: 2, byte: 9, column: 4 }],
)

const cases: [is: string, one: LearnedSituation, text: string][] = [
  [
    'of the others, where one example has two slots of the same value',
    learned('json.comma', 'no comma, line {line}, byte {column}', [
      'no comma, line 3, byte 8',
      { line: 3, byte: 8, column: 8 },
    ]),
    'no comma, line {line}, byte {byte}',
  ],
  [
    'of the others, where a number was taken for a word',
    learned('json.comma', 'no comma, line 3, byte 8', ['no comma, line 3, byte 8', { line: 3, byte: 8 }]),
    'no comma, line {line}, byte {byte}',
  ],
  [
    'of its own, where the others do not explain it',
    learned('json.comma', 'no comma, line {line}, byte {column}', [
      'no comma, line 3, byte 8',
      { line: 3, byte: 9, column: 8 },
    ]),
    'no comma, line {line}, byte {column}',
  ],
  [
    'of its own, where there are few words around it',
    learned('json.comma', 'at {column}', ['at 8', { byte: 8, column: 8 }]),
    'at {column}',
  ],
  [
    'of its own, where it is about no JSON',
    learned('body.text', 'no object, line 3, byte 8', ['no object, line 3, byte 8', { line: 3, byte: 8 }]),
    'no object, line 3, byte 8',
  ],
]
for (const [is, one, text] of cases) {
  test(`a text has the place ${is}`, () => {
    assert.equal(
      withSharedPlaces([COLON, one]).map((each) => each.text),
      [COLON.text, text],
    )
  })
}

test.run()
