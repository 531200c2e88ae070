import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { viewsOf } from './normal-form.ts'

const test = suite('views of a text')

/** Returns the last reading, and whether the text came to its end. */
function readingOf(text: string): [reading: string, isWhole: boolean] {
  const views = viewsOf(text)
  let last = text
  for (let next = views.next(); ; next = views.next()) {
    if (next.done) return [last, next.value]
    last = next.value.text
  }
}

const written: [text: string, reading: string][] = [
  ['Ana, 111.444', 'Ana, 111.444'],
  ['Jo%C3%A3o', 'João'],
  ['Jo%E3o', 'João'],
  ['Jo%u00e3o', 'João'],
  ['Jo%25C3%25A3o', 'João'],
  ['Jo&atilde;o &#227; &#xE3;', 'João ã ã'],
  ['Jo&atildeo', 'João'],
  ['&Ccedil;elik, Zo&euml;, &Acirc;ngela, Qu&iacute;a', 'Çelik, Zoë, Ângela, Quía'],
  ['&amacr;&abreve;&aring;&ccaron;&aogon;&agrave;&ndot;', 'āăåčąà&ndot;'],
  ['a&lpar;b&rpar;c&semi;d&commat;e&excl;f', 'a(b)c;d@e!f'],
  ['Wei&szlig;', 'Weiß'],
  ['a&nbsp;b&shy;c&ndash;d', 'a bc-d'],
  ['&unknown;', '&unknown;'],
  ['Jo\\u00e3o \\xe3 \\u{e3} \\u{0000e3} \\343', 'João ã ã ã ã'],
  ['Jo\\\\\\\\u00e3o', 'João'],
  ['Ana\\nSá\\tLi', 'Ana Sá Li'],
  ['An\\a', 'Ana'],
  ['\\u{110000}Ana', 'Ana'],
  ['<b>A</b>na %20', 'Ana  '],
  ['Jo=C3=A3o Quit=C3=A9ria', 'João Quitéria'],
  ['Qui=\r\nt\u00e9ria', 'Quitéria'],
  ['Qui=\nt\u00e9ria', 'Quitéria'],
  ['?page=25&x=\u00e9', '?page=25&x=é'],
  ['=41=42=43=44\u00e9', 'ABCDé'],
  ['Jo+AOM-o', 'João'],
  ['Jo&AOM-o', 'João'],
  ['JoÃ£o', 'João'],
  ['aâ€”b', 'a-b'],
  ['A\u200bn\u00ada\u0000', 'Ana'],
  ['\uff21\uff4e\uff41 \u0410na \u0391na', 'Ana Ana Ana'],
  ['\u0661\u0662\u0663 \u{1d7d9}\u{1d7e1}', '123 19'],
  ['a\u2014b\u2212c\u00a0d', 'a-b-c d'],
  ['\ufb03', '\ufb03'],
]
for (const [text, reading] of written) {
  test(JSON.stringify(text), () => assert.equal(readingOf(text), [reading, true]))
}

test('a text that is still changing after many rounds is told from one that came to its end', () => {
  const escaped = (times: number) =>
    Array(times)
      .fill(0)
      .reduce((text: string) => encodeURIComponent(text), 'ã')
  assert.equal(readingOf(escaped(4)), ['ã', true])
  assert.is(readingOf(escaped(20))[1], false)
})

test.run()
