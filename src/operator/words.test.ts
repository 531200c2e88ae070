import { allFakers } from '@faker-js/faker'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isHarmless, isNameOfField, meantBy, NOBODY, shownName } from './words.ts'

const test = suite('words')

const harmless = [
  ...['nome', 'NOME', 'Pessoas', 'nmoe', 'pessoa', 'pesoas', 'relatorio', 'atualizado_em'],
  ...[
    'page',
    'per_page',
    'perPage',
    'PageSize',
    'sort-by',
    'api',
    'v1',
    'v12',
    '.well-known',
    'openapi.json',
  ],
  ...['access_token', 'página', 'message', 'justificativa', 'favicon.ico'],
]
const fields = [
  ...['email', 'payload', 'observacao', 'utm_source', '_', '-', 'page[]', 'filter[nome]', 'cpf2', 'x'],
  ...['constructor', '__proto__', 'debug', 'X-Page', 'data.aprovar', 'user.id', '$top', 'itens[0]'],
]
for (const name of [...harmless, ...fields]) test(`${name} is shown`, () => assert.is(shownName(name), name))

const masked = [
  ...[
    '',
    'ana',
    'Ana',
    'maria_silva',
    'MariaSilva',
    'nome_ana',
    '11144477735',
    'v11144477735',
    'cpf11144477735',
  ],
  ...['Tomé', 'Tome', 'Rosa', 'Ross', 'Valdir', 'Noemi', 'joão', 'jo%C3%A3o'],
  ...['nome=ana', 'nome ana', 'a'.repeat(10_000), 'page_'.repeat(10)],
]
for (const name of masked) test(`${name.slice(0, 40)} is masked`, () => assert.is(shownName(name), '***'))

/** Names of people that name fields in Portuguese or English. */
const FIELDS = 'Campo Da Dia Hora Job Mae Maé Meta Nascimento Raca Renda Ultimo Valid'.split(' ')

/** Words of interfaces that are also names somewhere: Danish, German, Croatian, Vietnamese. */
const BOTH = ['De', 'Ico', 'Name', 'Per', 'Tô']

test('no name of a person is shown, be it a first name or a family name, of any language', () => {
  const names = Object.values(allFakers).flatMap(({ rawDefinitions: { person } }) =>
    [...Object.values(person?.first_name ?? {}), ...Object.values(person?.last_name ?? {})]
      .flat()
      .map(String),
  )
  assert.ok(names.length > 50_000)
  const bare = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')
  const shown = names.filter((name) => [name, bare(name), name.toLowerCase()].some(isHarmless))
  assert.equal([...new Set(shown)].sort(), BOTH)
})

test('no name of a person is shown as the name of a field where it is written as one', () => {
  const { pt_BR, ...others } = Object.fromEntries(
    Object.entries(allFakers).map(
      ([
        locale,
        {
          rawDefinitions: { person },
        },
      ]) => [
        locale,
        [...Object.values(person?.first_name ?? {}), ...Object.values(person?.last_name ?? {})]
          .flat()
          .map(String),
      ],
    ),
  )
  const shown = (names: string[]) => [...new Set(names.filter((name) => isNameOfField(name)))].sort()
  assert.equal(shown((pt_BR as string[]).flatMap((name) => [name, name.toLowerCase()])), [])
  const capital = Object.values(others)
    .flat()
    .filter((name) => /^\p{Lu}/u.test(name))
  assert.equal(shown(capital), [...BOTH.filter((name) => name !== 'Tô'), ...FIELDS].sort())
})

test('what the service knows of people and tokens is not shown', () => {
  const known = {
    hasName: (word: string) => word === 'xerxes',
    hasToken: (text: string) => text === 'page_token',
  }
  const cases: [name: string, unknown: string, told: string][] = [
    ['xerxes', 'xerxes', '***'],
    ['filter[xerxes]', 'filter[xerxes]', '***'],
    ['page_token', 'page_token', '***'],
    ['page_size', 'page_size', 'page_size'],
  ]
  for (const [name, unknown, told] of cases) {
    assert.is(shownName(name, NOBODY), unknown)
    assert.is(shownName(name, known), told)
  }
})

test('what is meant by a name', () => {
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
    ['page[]', 'page'],
    ['filter[nome]', 'nome'],
    ['sort[nome]', 'sort'],
    ['cpf2', 'cpf'],
    ['nome_like', 'nome'],
    [' page', 'page'],
    ['?page', 'page'],
    ['constructor', undefined],
    ['a'.repeat(100_000), undefined],
  ]
  for (const [name, expected] of meant) assert.is(meantBy(name, known), expected, name.slice(0, 40))
  assert.is(meantBy('message', ['aprovar', 'mensagem']), 'mensagem')
})

test.run()
