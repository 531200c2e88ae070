import { allFakers } from '@faker-js/faker'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isHarmless, meantBy, shownName } from './words.ts'

const test = suite('words')

const shown =
  'nome NOME Pessoas nmoe pessoa pesoas relatorio atualizado_em page per_page perPage PageSize sort-by api v1 .well-known ' +
  'openapi.json access_token página message favicon.ico email observacao utm_source _ - page[] filter[nome] cpf2 x ' +
  'constructor __proto__ debug data.aprovar user.id $top itens[0]'
const masked =
  ',Ana,MariaSilva,11144477735,v11144477735,cpf11144477735,Tomé,jo%C3%A3o,nome=ana,nome ana,page_page_page_page_page_page_page_page_page_page'
const KNOWN = {
  hasName: (word: string) => word === 'xerxes',
  hasToken: (text: string) => text === 'page_token',
}

test('names of fields are shown, also misspelled; numbers, names and tokens of the service are masked', () => {
  for (const name of shown.split(' ')) assert.is(shownName(name), name)
  for (const name of masked.split(',')) assert.is(shownName(name), '***', name)
  for (const name of ['xerxes', 'filter[xerxes]', 'page_token']) {
    assert.is(shownName(name), name)
    assert.is(shownName(name, KNOWN), '***')
  }
  assert.is(shownName('page_size', KNOWN), 'page_size')
})

test('in the place of a value, no name of a person is shown, of any language', () => {
  const names = Object.values(allFakers).flatMap(({ rawDefinitions: { person } }) =>
    [...Object.values(person?.first_name ?? {}), ...Object.values(person?.last_name ?? {})]
      .flat()
      .map(String),
  )
  assert.ok(names.length > 50_000)
  const bare = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')
  const harmless = names.filter((name) => [name, bare(name), name.toLowerCase()].some(isHarmless))
  assert.equal([...new Set(harmless)].sort(), ['Name', 'Per'])
})

test('the known name that a client probably means', () => {
  const known = ['page', 'rows', 'cpf', 'nome', 'sort']
  const meant: [name: string, meant: string | undefined][] = [
    ['Page', 'page'],
    ['pages', 'page'],
    ['nmoe', 'nome'],
    ['nom', 'nome'],
    ['linhas', 'rows'],
    ['perPage', 'rows'],
    ['order_by', 'sort'],
    ['documento', 'cpf'],
    ['mensagem', undefined],
    ['ana', undefined],
    ['filter[nome]', 'nome'],
    ['nome_like', 'nome'],
    ['?page', 'page'],
    ['constructor', undefined],
    ['a'.repeat(100_000), undefined],
  ]
  for (const [name, expected] of meant) assert.is(meantBy(name, known), expected, name.slice(0, 40))
  assert.is(meantBy('message', ['aprovar', 'mensagem']), 'mensagem')
})

test.run()
