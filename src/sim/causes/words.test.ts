import { allFakers } from '@faker-js/faker'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isHarmless, meantBy, shownName } from './words.ts'

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
for (const name of harmless) test(`${name} is shown`, () => assert.is(shownName(name), name))

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
  ...[
    'Tomé',
    'Tome',
    'Rosa',
    'Ross',
    'Valdir',
    'Noemi',
    'joão',
    'jo%C3%A3o',
    'constructor',
    '__proto__',
    '_',
    '-',
  ],
  ...['nome=ana', 'nome ana', 'a'.repeat(10_000), 'page_'.repeat(10)],
]
for (const name of masked) test(`${name.slice(0, 40)} is masked`, () => assert.is(shownName(name), '***'))

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
    ['constructor', undefined],
    ['a'.repeat(100_000), undefined],
  ]
  for (const [name, expected] of meant) assert.is(meantBy(name, known), expected, name.slice(0, 40))
  assert.is(meantBy('message', ['aprovar', 'mensagem']), 'mensagem')
})

test.run()
