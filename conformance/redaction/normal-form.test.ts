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
  // Bytes of a URL, and what only looks like them.
  ['%41%u00e3%C3%A3b', 'Aããb'],
  ['%4', '%4'],
  ['%u00e', '%u00e'],
  ['%U00E3', 'ã'],
  ['100% a', '100% a'],
  // Entities: numbers of up to eight digits, marks of letters without a semicolon.
  ['&#65;&#x41;&#X41;&#0000065;&#x00000041;', 'AAAAA'],
  ['&#;', '&#;'],
  ['&#x;', '&#x;'],
  ['&#65 &#x41 ', 'A A '],
  ['&#1114112;a', 'a'],
  ['&atildeb &atildex; &xatilde;', 'ãb &atildex; &xatilde;'],
  ['&NBSP;&Lt;', ' <'],
  ['&constructor;', '&constructor;'],
  // Backslashes.
  ['\\x41\\101\\u0041\\u{41}\\u00000041', 'AAAAA'],
  ['\\b\\f\\n\\r\\t\\v.\\"\\q', '      ."q'],
  ['\\401', '401'],
  ['\\u{0000041}', 'u{0000041}'],
  ['\\U0041', 'A'],
  ['\\u{10ffff}', '\u{10ffff}'],
  // Tags of at most 400 characters.
  [`a<${'b'.repeat(400)}>c`, 'ac'],
  [`a<${'b'.repeat(401)}>c`, `a<${'b'.repeat(401)}>c`],
  ['a<>b <', 'a<>b <'],
  ['a<b<c>d', 'a<bd'],
  // Mail: soft line breaks, bytes; short ones only if they are no letters.
  ['a=\r\nb=\nc=', 'abc='],
  ['a=20b=3Dc=5Fd=2Ce=2Ef=3Ag=2Fh=2Di=', 'a b=c_d,e.f:g/h-i='],
  ['=41=42=43', '=41=42=43'],
  ['=C3=A3=41', '=C3=A3=41'],
  ['=c3=a3', 'ã'],
  ['1=C2=A02=C2=AD3=C2=B74=C2=B9', '1 23·4=C2=B9'],
  // UTF-7, if it is letters with accents or punctuation.
  ['Jo+AOMA4w-o', 'Joãão'],
  ['a+IBA-b', 'a-b'],
  ['x+AEEAQg-y', 'x+AEEAQg-y'],
  ['x+abcd-y', 'x+abcd-y'],
  ['x+AO-y', 'x+AO-y'],
  // Misread UTF-8 of two, three and four bytes, in Latin-1 and Windows-1252.
  ['Ã©', 'é'],
  ['\u00e2\u0082\u00ac', '€'],
  ['â‚¬', '€'],
  ['ðŸ‘\u008d', '👍'],
  ['Ã', 'Ã'],
  ['éé', 'éé'],
  ['ÃƒÂ©', 'é'],
  ['1\u00c3\u00a2\u00c2\u0080\u00c2\u00932', '1-2'],
  ['1\u00c3\u0083\u00c2\u00a2\u00c3\u0082\u00c2\u0080\u00c3\u0082\u00c2\u00932', '1-2'],
  // Invisible characters, and blanks that stay.
  ['a\u115fb\u1160c\u3164d\uffa0e\ue000f\u0007g', 'abcdefg'],
  ['é\tb\u2003c\u3000d\u2028e', 'é\tb c d e'],
  // Dashes and digits of any script.
  ['a\u2010b\u2015c\u02d7d\u2043e\u30fcf\ufe63g', 'a-b-c-d-e-f-g'],
  ['\u0660\u0669\u06f0\u06f9\u0966\u096f\uff10\uff19\u{1d7d8}\u{1d7ff}', '0909090909'],
  ['\u00bd\u2122\u00b2', '\u00bd\u21222'],
]
for (const [text, reading] of written) {
  test(JSON.stringify(text), () => assert.equal(readingOf(text), [reading, true]))
}

const entities = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '', zwj: '', zwnj: '' },
  ...{ hyphen: '-', dash: '-', ndash: '-', mdash: '-', minus: '-', period: '.', comma: ',', colon: ':' },
  ...{ sol: '/', bsol: '', lowbar: '_', plus: '+', num: '#', percnt: '%', equals: '=', quest: '?' },
  ...{ tab: ' ', newline: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', numsp: ' ', puncsp: ' ' },
  ...{ lpar: '(', rpar: ')', semi: ';', commat: '@', excl: '!', szlig: 'ß', aelig: 'æ', oslash: 'ø' },
}
test('entities are read by name; a backslash is one more escape', () => {
  for (const [name, character] of Object.entries(entities)) {
    assert.equal(readingOf(`x&${name};y z`), [`x${character}y z`, true], name)
  }
})

test('letters of other scripts are read as those that they look like', () => {
  const alike = [
    ['аеорсухіјѕһԁԛԝьАВЕКМНОРСТУХІЈЅ', 'aeopcyxijshdqwbABEKMHOPCTYXIJS'],
    ['αοιερνκχυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'aoiepvkxuABEZHIKMNOPTYX'],
  ]
  for (const [text = '', reading] of alike) assert.equal(readingOf(text), [reading, true])
})

test('each step is a view of its own, which knows where it comes from', () => {
  const views = [...viewsOf('a%26atilde;b')].map(({ text }) => text)
  assert.equal(views, ['a%26atilde;b', 'a&atilde;b', 'aãb'])
  assert.equal([...viewsOf('plain, 12')].length, 1)
})

test('a text that is still changing after many rounds is told from one that came to its end', () => {
  const escaped = (times: number) =>
    Array(times)
      .fill(0)
      .reduce((text: string) => encodeURIComponent(text), 'ã')
  assert.equal(readingOf(escaped(4)), ['ã', true])
  assert.is(readingOf(escaped(5))[1], true)
  assert.is(readingOf(escaped(6))[1], false)
  assert.is(readingOf(escaped(20))[1], false)
})

test.run()
