import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pathText } from '../operator/path-text.ts'
import { looksPersonal } from '../operator/personal-key.ts'
import { findingLine } from './finding.ts'
import { fixtureSchema } from './fixture.ts'
import { checkFixtureText } from './read-fixture.ts'
import { name } from './seed.ts'

const test = suite('personal key')

const shown =
  'email|e-mail|telefone|data_nascimento|endereço|Nome|nomeCompleto|CPF|UF|foo_bar|createdAt|_id|$ref|x-origin|endereco2|' +
  'campo.interno|__proto__|page[]|filter[nome]|itens[0].x|_|cpf2|oauth2|quux[b2]|ba\u0301r|mariaxyz|xyzmaria|full name|' +
  'Data de Nascimento|Nome da Mãe|E-mail (pessoal)'
for (const key of shown.split('|')) test(`${key} is shown`, () => assert.not(looksPersonal(key)))

const hidden =
  "Maria da Silva|MARIA DA SILVA|maria_da_silva|joao.silva|joaoSilva|maria|João|J. Silva|D'Ávila|Xerxes|nome: Maria|" +
  'pessoa joana|123.456.789-09|98765|1|cpf 123.456.789-09|x12345|a3f9c2|ana@example.com|(11) 98765-4321|31/12/2025|' +
  'Rua XV, 12||mariasilva|anapaula|filter[Xerxes]|filter[joana]|-----------|uma frase que alguém escreveu'
for (const key of [...hidden.split('|'), 'x'.repeat(41)])
  test(`${key} is not shown`, () => assert.ok(looksPersonal(key)))

test('every key of the schema is shown, however it is written', () => {
  const keys = (schema: unknown): string[] =>
    typeof schema !== 'object' || schema === null
      ? []
      : Object.entries(schema).flatMap(([key, value]) => [
          ...(key === 'properties' ? Object.keys(value) : []),
          ...keys(value),
        ])
  const all = keys(fixtureSchema)
  assert.ok(all.includes('atualizado_em'))
  for (const key of all) for (const way of [key, key.toUpperCase()]) assert.not(looksPersonal(way), way)
})

test('a word of the people at hand is not shown, unless it names a field', () => {
  const isName = (word: string) => ['xerxes', 'titulo'].includes(word)
  for (const key of ['xerxes', 'filter[xerxes]', 'dataXerxes', 'xérxes', 'anaxerxes']) {
    assert.not(key.startsWith('ana') ? false : looksPersonal(key), key)
    assert.ok(looksPersonal(key, isName), key)
  }
  assert.not(looksPersonal('titulo', isName))
})

test('no name is shown, however it is written', () => {
  const styles: ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => `nome ${name}`,
    (name) => `${name} (cliente)`,
  ]
  fc.assert(
    fc.property(fc.nat(100_000), fc.constantFrom(...styles), (i, style) => {
      assert.ok(looksPersonal(style(name(1, i))))
    }),
  )
})

test('a key that is shown acts on no terminal, and a path finds its place as JavaScript does', async () => {
  assert.is(pathText(['pessoas', 1, 'relatorios', 0, 'aprovar']), 'pessoas[1].relatorios[0].aprovar')
  assert.is(pathText(['pessoas', 1, 'e-mail']), 'pessoas[1]["e-mail"]')
  assert.is(pathText(['full name', 'x']), '["full name"].x')
  assert.is(pathText([0, 'Maria da Silva']), '[0].…')
  assert.is(pathText(['endereço']), 'endereço')
  assert.is(pathText([]), '')
  const { findings } = await checkFixtureText(
    '"nome\\u001b[31m": 1\n"data\\n::error::": 1\n',
    '::error::x',
    'yaml',
  )
  const lines = findings.map(findingLine)
  assert.is(lines.length, 2)
  for (const line of lines) assert.not.match(line, /[\p{Cc}\p{Cf}]|^\s*::/u)
})

test.run()
