import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ptBr } from './pt-br/index.ts'
import { isTranslated, setLanguage, translate } from './translate.ts'

const test = suite('translating')
test.after.each(() => setLanguage('en'))

const little = {
  'the file {file} is missing': 'falta o arquivo {file}',
  '{n#} of {all#} done': 'prontos {n#} de {all#}',
  '{flag!} cannot be used: {why*}': '{flag!} não pode ser usada: {why*}',
  'it is empty': 'está vazia',
  '{what*} or {other*}': '{what*} ou {other*}',
  'a list': 'uma lista',
  'a word': 'uma palavra',
  '{message*}.': '{message*}.',
}

const cases: [english: string, said: string, isWhole: boolean][] = [
  ['it is empty', 'está vazia', true],
  ['  it is empty\n\tit is empty\n', '  está vazia\n\testá vazia\n', true],
  ['It is empty. It is empty.', 'Está vazia. Está vazia.', true],
  ['3 of 12 done', 'prontos 3 de 12', true],
  ['most of 12 done', 'most of 12 done', false],
  ['--x cannot be used: it is empty', '--x não pode ser usada: está vazia', true],
  ['--x cannot be used: it is full', '--x não pode ser usada: it is full', false],
  ['the flag --x cannot be used: it is empty', 'the flag --x cannot be used: it is empty', false],
  ['the file it is empty is missing', 'falta o arquivo it is empty', true],
  ['the file a list or a word is missing', 'falta o arquivo a list or a word', true],
  ['the file is missing', 'the file is missing', false],
  ['a list or a word', 'uma lista ou uma palavra', true],
  // Of a text that is not known, no word is translated.
  ['no such thing or a word', 'no such thing or a word', false],
  // What somebody quotes stays whole.
  ['"a list or a word"', '"a list or a word"', true],
  ['', '', true],
]
for (const [english, said, isWhole] of cases)
  test(JSON.stringify(english), () => {
    setLanguage('pt-BR', little)
    assert.is(translate(english), said)
    assert.is(isTranslated(english), isWhole)
    setLanguage('en')
    assert.is(translate(english), english)
  })

test('a value survives, whatever it is, with stars and braces in it', () => {
  setLanguage('pt-BR', ptBr)
  const aName = fc.string({ unit: fc.constantFrom(...'a{}*#!$&\\/:;,"\' é🙂'), minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(aName, (name) => {
      // The words of a line are told apart by white space, and its sentences by a full stop.
      const value = name.trim()
      fc.pre(value !== '' && !/[.?!] /.test(value))
      assert.is(
        translate(`the header Authorization has ${value} in place of the token`).includes(value),
        true,
      )
      assert.is(translate(`There is no file ${value}.`), `O arquivo ${value} não existe.`)
      assert.is(translate(`the token is unknown: ***`), 'o token é desconhecido: ***')
    }),
    { seed: 42, numRuns: 300 },
  )
})

test('a text that is made to be taken apart in many ways ends all the same', () => {
  setLanguage('pt-BR', ptBr)
  for (const part of ['a: b, c or d; e and f (g) ', 'is missing: ', '. A ', 'x, ', '"', '{', ' or '])
    assert.type(translate(part.repeat(3_900 / part.length)), 'string')
})

test.run()
