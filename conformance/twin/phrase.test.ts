import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { textWith } from '../../src/contract/template.ts'
import { phraseOf } from './phrase.ts'

const test = suite('phrases')

/** Each: the texts with their slots, and the template that tells them. */
const cases: [name: string, examples: [string, Record<string, string | number>][], template: string][] = [
  [
    'a constant text',
    [
      ['"page" must be a number', { key: 'page', value: 'abc' }],
      ['"page" must be a number', { key: 'page', value: 'x1' }],
    ],
    '"page" must be a number',
  ],
  [
    'a value',
    [
      ['Valor inválido: abc', { key: 'page', value: 'abc' }],
      ['Valor inválido: xyz', { key: 'page', value: 'xyz' }],
    ],
    'Valor inválido: {value}',
  ],
  [
    'a value that is part of a word elsewhere',
    [
      ['página a inválida: a', { value: 'a' }],
      ['página b inválida: b', { value: 'b' }],
    ],
    'página {value} inválida: {value}',
  ],
  [
    'a path rather than a part of it',
    [['Cannot PUT /pessoas', { method: 'PUT', path: '/pessoas', numero: 'pessoas' }]],
    'Cannot {method} {path}',
  ],
  [
    'a value with the escapes of HTML',
    [
      ['"a&lt;b" is not allowed', { key: 'a<b' }],
      ['"extra" is not allowed', { key: 'extra' }],
    ],
    '"{key:html}" is not allowed',
  ],
  [
    'a value as Go writes it',
    [
      [String.raw`bad "\"3\"\t"`, { key: 'page', value: '"3"\t' }],
      ['bad "abc"', { key: 'page', value: 'abc' }],
    ],
    'bad "{value:go}"',
  ],
  [
    'a value as JSON in lines',
    [
      ['was: [\n  1\n]', { json: '[1]' }],
      ['was: [\n  "a"\n]', { json: '["a"]' }],
    ],
    'was: {json:pretty}',
  ],
  [
    'a name with a capital, which one example shows',
    [['Page não é válido', { key: 'page[]', value: '2', name: 'page' }]],
    '{name:capital} não é válido',
  ],
  [
    'a length that is no limit, which one example shows',
    [['"cpf": 13, not 11', { key: 'cpf', value: 'abcdefghijklm' }]],
    '"cpf": {value:length}, not 11',
  ],
  [
    'the length of a value',
    [
      ['invalid length: 4', { value: 'abcd' }],
      ['invalid length: 10', { value: 'abcdefghij' }],
    ],
    'invalid length: {value:length}',
  ],
  [
    'a short value in quotes',
    [["invalid character 'x'", { character: 'x' }]],
    "invalid character '{character}'",
  ],
  [
    'texts of which no template tells all',
    [
      ['was: `[1]`', { json: '[1]' }],
      ['was: `[ 2 ]`', { json: '[2]' }],
    ],
    'was: `{json}`',
  ],
  [
    'an unknown key',
    [
      ['property extra should not exist', { key: 'extra' }],
      ['property foo should not exist', { key: 'foo' }],
    ],
    'property {key} should not exist',
  ],
  [
    'a length beside a limit',
    [
      ['25 characters, not 7', { limit: 25, length: 7 }],
      ['25 characters, not 24', { limit: 25, length: 24 }],
    ],
    '25 characters, not {length}',
  ],
  [
    'a value that equals a constant once',
    [
      ['25 is not a multiple of 25', { value: '25' }],
      ['30 is not a multiple of 25', { value: '30' }],
    ],
    '{value} is not a multiple of 25',
  ],
  [
    'one example with a telling value',
    [['"sobrenome" não existe', { value: 'sobrenome', key: 'sort' }]],
    '"{value}" não existe',
  ],
  ['one example with a short list', [['aprovar: [1]?', { value: '[1]', json: '[1]' }]], 'aprovar: {value}?'],
  ['one example with a short value', [['valor a', { value: 'a', key: 'sort' }]], 'valor a'],
]
for (const [name, examples, template] of cases) {
  test(name, () => {
    const own = examples.map(([text, slots]) => ({ text, slots }))
    const found = phraseOf(own as [(typeof own)[0]])
    if (name.startsWith('a value that equals')) {
      // Each of two numbers may be the value: what counts is that both examples are explained.
      for (const { text, slots } of own) assert.is(textWith(found.text, slots), text)
    } else assert.is(found.text, template)
  })
}

test('a value that Go could not parse is quoted as Go does', () => {
  const example = (value: string) => ({
    text: `strconv.Atoi: parsing "${value}": invalid syntax`,
    slots: { value },
  })
  const { text } = phraseOf([example('abc'), example('2.5')])
  assert.is(text, 'strconv.Atoi: parsing "{value:go}": invalid syntax')
  const bare = phraseOf([example('abcd'), example('a"bc'), example('vinte')])
  assert.is(bare.text, 'strconv.Atoi: parsing "{value}": invalid syntax')
})

test('a token of Jackson is named after its value, be there one example or two', () => {
  const example = (value: string) => ({
    text: `from Boolean value (token \`JsonToken.VALUE_${value.toUpperCase()}\`)`,
    slots: { value },
  })
  for (const examples of [[example('true')], [example('false'), example('true')]])
    assert.is(
      phraseOf(examples as [(typeof examples)[0] & object]).text,
      'from Boolean value (token `JsonToken.VALUE_{value:upper-case}`)',
    )
  const others: [text: string, value: string][] = [
    ['token VALUE_TRUE', 'sim'],
    ['token VALUE_TRUE expected', 't'],
    ['Unexpected token (VALUE_STRING), expected VALUE_TRUE', ''],
    ['Expected VALUE_TRUE but got VALUE_FALSE', 'false'],
  ]
  for (const [text, value] of others) assert.is(phraseOf([{ text, slots: { value } }]).text, text)
})

test('Java leaves out the blanks of a value that it converts, which few values have', () => {
  const example = (value: string, told = value) => ({
    text: `Failed to convert value; For input string: "${told}"; nested: "${told}"`,
    slots: { value },
  })
  const form = (...examples: [ReturnType<typeof example>, ...ReturnType<typeof example>[]]) =>
    /string: "(.*?)"/.exec(phraseOf(examples).text)?.[1]
  assert.is(form(example('abc'), example('vinte')), '{value:unspaced}')
  assert.is(form(example('abc'), example('a b'), example('vinte')), '{value}')
})

test('Spring tells the type of a repeated parameter as that of an array, be there an example or not', () => {
  const example = (array?: string, told = array ?? '') => ({
    text: `Failed to convert value of type 'java.lang.String${told}' to required type 'int'`,
    slots: { value: 'abc', ...(array !== undefined && { array }) },
  })
  const form = (...examples: [ReturnType<typeof example>, ...ReturnType<typeof example>[]]) =>
    /String(\S*)'/.exec(phraseOf(examples).text)?.[1]
  assert.is(form(example('')), '{array}')
  assert.is(form(example('[]')), '{array}')
  assert.is(form(example(''), example('[]')), '{array}')
  assert.is(form(example('[]', '')), '')
  assert.is(form(example()), '')
  const text = "value of type 'java.lang.String[]' to 'int'; no way from 'java.lang.String' to 'int'"
  assert.is(phraseOf([{ text, slots: { value: 'abc', array: '' } }]).text, text)
})

test('the line is told before a column, be it the first one in all examples', () => {
  const slots = { position: 14, line: 1, column: 15 }
  const textOf = (text: string, line = 1) => phraseOf([{ text, slots: { ...slots, line } }]).text
  assert.is(textOf('line 1 column 15 (char 14)'), 'line {line} column {column} (char {position})')
  assert.is(textOf('line 1 column 15', 2), 'line 1 column {column}')
  assert.is(textOf('line 1 of 1'), 'line 1 of 1')
})

test('a value that Spring could not parse has no blanks', () => {
  const example = (value: string, told = value.replaceAll(' ', '')) => ({
    text: `Failed to convert value of type 'String' to required type 'int'; For input string: "${told}"`,
    slots: { value },
  })
  const form = (...examples: [ReturnType<typeof example>, ...ReturnType<typeof example>[]]) =>
    /"\{value.*\}"$/.exec(phraseOf(examples).text)?.[0]
  assert.is(form(example('abc'), example('2.5')), '"{value:unspaced}"')
  assert.is(form(example('25 linhas')), '"{value:unspaced}"')
  assert.is(form(example('25 linhas', '25 linhas'), example('abc')), '"{value}"')
})

test('the words of JSON are no values where a text lists all of them', () => {
  const text = "expected a token 'null', 'true' or 'false'"
  assert.is(phraseOf([{ text, slots: { literal: 'false' } }]).text, text)
  assert.is(phraseOf([{ text: "not 'false'", slots: { literal: 'false' } }]).text, "not '{literal}'")
})

test('a quote between quotes is the character, and other quotes are not', () => {
  const text = `''' is an invalid start of a property name. Expected a '"'.`
  const slots = { character: "'" }
  assert.is(phraseOf([{ text, slots }]).text, text.replace("'''", "'{character}'"))
  const ofLetter = text.replace("'''", "'a'")
  const { text: found } = phraseOf([{ text: ofLetter, slots: { character: 'a' } }])
  assert.is(found, text.replace("'''", "'{character}'"))
})

const lines: [text: string, slots: Record<string, string | number>, found: string][] = [
  ['ruim na linha: 2', { line: 2 }, 'ruim na linha: {line}'],
  ['objeto aberto na linha: 1', { line: 1 }, 'objeto aberto na linha: 1'],
  ['objeto aberto na linha: 1', { line: 2 }, 'objeto aberto na linha: 1'],
  ['LineNumber: 1 | BytePositionInLine: 4', { line: 2 }, 'LineNumber: {line:before} | BytePositionInLine: 4'],
  [
    'LineNumber: 0 | BytePositionInLine: 11',
    { 'start-column': 12 },
    'LineNumber: 0 | BytePositionInLine: {start-column:before}',
  ],
]
for (const [text, slots, found] of lines) {
  test(`${text} is ${found} where the place is ${JSON.stringify(slots)}`, () => {
    assert.is(phraseOf([{ text, slots }]).text, found)
  })
}

test('the place where a value begins is told apart from what else has that number', () => {
  const text = 'body -> 30: Unterminated string at (char 30), one of 30'
  const slots = { start: 30, 'start-column': 29, 'after-column': 30 }
  assert.is(
    phraseOf([{ text, slots }]).text,
    'body -> {start}: Unterminated string at (char {start}), one of 30',
  )
  assert.is(
    phraseOf([{ text: text.replace('body -> ', ''), slots }]).text,
    '{start}: Unterminated string at (char {start}), one of 30',
  )
})

test('what all examples have in common takes no room from what tells them apart', () => {
  const same = Object.fromEntries([...'abcdefgh'].map((name, i) => [`${name}${i}`, i]))
  const example = (odd: string) => ({ text: `0 1 2 3 4 5 6 7: '${odd}'`, slots: { ...same, odd } })
  assert.is(phraseOf([example('q'), example('x')]).text, "0 1 2 3 4 5 6 7: '{odd}'")
})

test('a number that no Java reads is told as Java does, or without places', () => {
  const example = (value: string, uuid: string, withoutPlaces = uuid) => ({
    text: `Failed to convert; ${uuid}`,
    slots: { value, 'uuid-java': uuid, 'uuid-java-without-places': withoutPlaces },
  })
  const [abc, long] = [example('abc', 'Invalid UUID string: abc'), example('{x}', 'UUID string too large')]
  const odd = example('1-1-1-1-g', 'Error at index 0 in: "g"', 'Invalid UUID string: 1-1-1-1-g')
  assert.is(phraseOf([abc, long, odd]).text, 'Failed to convert; {uuid-java}')
  const other = { ...odd, text: 'Failed to convert; Invalid UUID string: 1-1-1-1-g' }
  assert.is(phraseOf([abc, long, other]).text, 'Failed to convert; {uuid-java-without-places}')
})

test('the template that explains most examples wins', () => {
  const found = phraseOf([
    { text: 'ruim: a1', slots: { value: 'a1' } },
    { text: 'ruim: b2', slots: { value: 'b2' } },
    { text: 'outra coisa', slots: { value: 'c3' } },
  ])
  assert.equal(found, { text: 'ruim: {value}', explains: 2 })
})

test('constants that JSON does not have are written as Python does', () => {
  for (const [json, python] of [
    ['NaN', 'nan'],
    ['-Infinity', '-inf'],
    ['"NaN"', "'NaN'"],
    ['[1,true]', '[1, True]'],
  ] as const) {
    assert.is(textWith('{json:python}', { json }), python)
  }
})

test('a sign that ends a slot is not taken for its value', () => {
  const found = phraseOf([
    { text: "'}' at 16", slots: { position: 16, character: '}' } },
    { text: "'}' at 21", slots: { position: 21, character: '}' } },
  ])
  assert.equal(found, { text: "'{character}' at {position}", explains: 2 })
})

test('a slot without a value stays as it is written', () => {
  assert.is(textWith('{a} {b}', { a: 1 }), '1 {b}')
})

test.run()
