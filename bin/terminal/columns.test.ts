import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { printable, printableLines } from '../../src/cli.ts'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { clip, columns, widthOf } from './columns.ts'

const test = suite('columns')

const widths: [text: string, width: number][] = [
  ['', 0],
  ['org-1', 5],
  ['Ipê', 3],
  ['Ipe\u0302', 3],
  ['東京', 4],
  ['ＡＢ', 4],
  ['한국어', 6],
  ['ｱｲ', 2],
  ['🙂', 2],
  ['👩‍👩‍👧', 2],
  ['🇧🇷', 2],
  ['❤️', 2],
  ['\u0301', 0],
  ['Δ…—', 3],
]
for (const [text, width] of widths) {
  test(`${JSON.stringify(text)} takes ${width} places`, () => assert.is(widthOf(text), width))
}

test('columns begin at the same place in every row, whatever is in them', () => {
  const aCell = fc.string({ unit: 'grapheme', maxLength: 12 }).map(printable)
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(aCell, aCell, fc.constantFrom('end')).map((row) => row as string[]),
        { minLength: 1 },
      ),
      (rows) => {
        const [k, ...others] = columns(rows).map((line) => widthOf(line.slice(0, -'end'.length)))
        for (const other of others) assert.is(other, k)
      },
    ),
  )
})

test('a text is clipped to its place, never inside a character', () => {
  assert.is(clip('Ana Maria', 9), 'Ana Maria')
  assert.is(clip('Ana Maria', 5), 'Ana …')
  assert.is(clip('東京都', 4), '東…')
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.integer({ min: 2, max: 20 }),
      (text, most) => {
        const shown = clip(printable(text), most)
        assert.ok(widthOf(shown) <= most)
      },
    ),
  )
})

test('no character acts on a terminal', () => {
  assert.is(
    printable('a\u001b[31mb\u202e\n\u2028\ud800\u{e0041}'),
    'a\\u001b[31mb\\u202e\\u000a\\u2028\\ud800\\u{e0041}',
  )
  assert.is(printableLines('a\u0007\nb'), 'a\\u0007\nb')
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
      assert.not.match(printable(text), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test.run()
