import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { findingLine } from '../data/finding.ts'
import { checkFixtureText } from '../data/read-fixture.ts'
import { pathText } from './path-text.ts'
import { looksPersonal } from './personal-key.ts'

const test = suite('personal key')

const shown =
  'email|e-mail|telefone|data_nascimento|endereço|nomeCompleto|foo_bar|createdAt|_id|$ref|x-origin|endereco2|.well-known|' +
  'campo.interno|__proto__|page[]|filter[nome]|itens[0]|_|cpf2|oauth2|quux[b2]|ba\u0301r'
const hidden =
  "Maria da Silva|MARIA|João|J. Silva|D'Ávila|nome: Maria|pessoa joana|123.456.789-09|98765|1|cpf 123.456.789-09|x12345|" +
  'a3f9c2|ana@example.com|(11) 98765-4321|31/12/2025|Rua XV, 12||filter[Xerxes]|-----------|uma frase que alguém escreveu'

test('identifiers are shown; names, numbers, addresses and sentences are not', () => {
  for (const key of shown.split('|')) assert.not(looksPersonal(key), key)
  for (const key of [...hidden.split('|'), 'x'.repeat(41)]) assert.ok(looksPersonal(key), key)
})

test('a name of the people at hand is not shown', () => {
  for (const key of ['xerxes', 'filter[xerxes]', 'dataXerxes', 'xérxes'])
    assert.ok(looksPersonal(key, (word) => word === 'xerxes') && !looksPersonal(key), key)
})

test('a path is written as in JavaScript, and no part of it acts on a terminal', async () => {
  assert.is(pathText(['pessoas', 1, 'relatorios', 0, 'aprovar']), 'pessoas[1].relatorios[0].aprovar')
  assert.is(pathText(['pessoas', 1, 'e-mail']), 'pessoas[1]["e-mail"]')
  assert.is(pathText([0, 'Maria da Silva']), '[0].…')
  const text = '"nome\\u001b[31m": 1\n"data\\n::error::": 1\n'
  const { findings } = await checkFixtureText(text, '::error::x', 'yaml')
  assert.is(findings.length, 2)
  for (const line of findings.map(findingLine)) assert.not.match(line, /[\p{Cc}\p{Cf}]|^\s*::/u)
})

test.run()
