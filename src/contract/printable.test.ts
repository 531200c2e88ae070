import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../testing/any-character.ts'
import { printable, printableJson, printableLines, printableValue } from './printable.ts'

const test = suite('printable')
const anyText = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 60 }),
  fc
    .array(fc.constantFrom('\n', '\r', '\t', ' ', ':', '::error::', '##[', '\u001b[2J', '\u202e', 'a'))
    .map((parts) => parts.join('')),
)

const texts: [what: string, text: string, line: string][] = [
  ['a name', 'João d’Ávila, שלום, 漢字, 🙂 `<&>`', 'João d’Ávila, שלום, 漢字, 🙂 `<&>`'],
  ['colours', 'a\u001b[31mb', 'a\\u001b[31mb'],
  ['a control of eight bits', 'a\u009b31mb', 'a\\u009b31mb'],
  ['a title of the terminal', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
  ['bidi marks', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['what nobody sees', 'a\u200bb\ufeffc\u00add', 'a\\u200bb\\ufeffc\\u00add'],
  ['a tag of plane 14', '\u{e0041}', '\\u{e0041}'],
  ['half a character and none', '\ud800 \ufffe', '\\ud800 \\ufffe'],
  ['line breaks', 'a\nb\r\nc\rd\u2028e\u0085f', 'a\\u000ab\\u000ac\\u000dd\\u2028e\\u0085f'],
  ['a tab', 'a\tb', 'a\\u0009b'],
  ['a command of GitHub', '::error::x', '\\u003a:error::x'],
  ['one behind blanks', '  ::error::x', '  \\u003a:error::x'],
  ['one behind a line break', 'a\n::error::x', 'a\\u000a\\u003a:error::x'],
  ['colons inside a line', 'a::b', 'a::b'],
  ['an old command of GitHub', 'x ##[error]y ## z', 'x \\u0023#[error]y ## z'],
]
for (const [what, text, line] of texts) {
  test(`${what} shows and does not act`, () => assert.is(printable(text), line))
}

test('lines and tabs stay where a text may have them', () => {
  assert.is(printableLines('a\tb\r\n::x\rc'), 'a\tb\n\\u003a:x\\u000dc')
})

test('nothing that acts is left, a second time changes nothing, and JSON keeps its value', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const line = printable(text)
      assert.not.match(line, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^\s*::|##\[/u)
      assert.is(printable(line), line)
      const lines = printableLines(text)
      assert.not.match(lines, /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\[/u)
      assert.not.match(lines, /^\s*::/m)
      assert.is(printableLines(lines), lines)
      const json = printableJson({ [text]: text })
      assert.not.match(json, /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      assert.equal(JSON.parse(json), { [text]: text })
    }),
    { seed: 40 },
  )
})

test('a long text takes no longer than its length', () => {
  for (const part of [' ', ':', ' :', '#', '\n', '\u001b']) printable(part.repeat(200_000))
})

const values: [value: unknown, shown: string][] = [
  ['10', '"10"'],
  [10, '10'],
  ['a\nb\u001b', '"a\\u000ab\\u001b"'],
  [null, 'null'],
]
for (const [value, shown] of values) test(`${shown} is quoted`, () => assert.is(printableValue(value), shown))

test.run()
