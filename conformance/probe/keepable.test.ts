import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isKeepable } from './keepable.ts'

const test = suite('what a profile may keep')

const NUMERO = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const page = (inside: string) => `<html>${'<p>texto de uma página</p>'.repeat(100)}${inside}</html>`
const cases: [what: string, text: string, isKept: boolean][] = [
  ['a message', 'O campo mensagem é obrigatório', true],
  ['a report number', `Protocolo ${NUMERO}`, false],
  ['one without dashes', `id ${NUMERO.replaceAll('-', '')}`, false],
  ['one with entities for dashes', NUMERO.replaceAll('-', '&#45;'), false],
  ['one with tags in it', NUMERO.replaceAll('-', '-<wbr>'), false],
  ['one in Base64', base64(JSON.stringify({ numero: NUMERO })), false],
  ['a CPF in Base64', `cursor ${base64('{"after":"52998224725"}')}`, false],
  ['a UUID that is nobody', 'id 00000000-0000-0000-0000-000000000000', true],
  ['a hash without the form of a UUID', 'app.ffeeddccbbaa99887766554433221100.css', true],
  ['what the redactor hides', 'segredo', false],
  ['a long page', page(''), true],
  ['a page with an e-mail address', page('ana@example.com'), false],
  ['a page with a setting', page('DB_PASSWORD=abc'), false],
  ['a page with a token against forgery', page('<meta name="csrf-token" content="x">'), false],
  ['a short text about a password', 'senha: obrigatória', true],
]
for (const [what, text, isKept] of cases) {
  test(`${isKept ? 'is' : 'is not'} ${what}`, () => {
    assert.is(isKeepable(text, { knows: (one) => one.includes('segredo') }), isKept)
  })
}

test.run()
