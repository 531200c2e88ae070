import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Parameters } from '../../contract/parameter-table.ts'
import { completeProfile } from '../../contract/profile.ts'
import { createReadListQuery } from '../list-query.ts'
import type { RawQuery } from './read-others.ts'
import { urlAsRead, withSemicolons } from './semicolons.ts'
import { settleParameters } from './settled.ts'

const test = suite('many names in a query')

/** With a copy for each name, most of these take minutes. */
const MANY = 32_000

const named = (nameOf: (i: number) => string): RawQuery =>
  Object.fromEntries(Array.from({ length: MANY }, (_, i) => [nameOf(i), '2']))

const cases: [name: string, others: NonNullable<Parameters['others']>, raw: RawQuery, url: string][] = [
  ['a;a;a;…', { semicolon: 'divide' }, {}, `/pessoas?${'a;'.repeat(MANY)}`],
  ['a&a&a&…;', { semicolon: 'absent' }, {}, `/pessoas?${'a&'.repeat(MANY)};`],
  ['page[0]=2&page[1]=2…', { brackets: 'take' }, named((i) => `page[${i % 1_000}]`), '/pessoas'],
  ['nome[x0]=2&nome[x1]=2…', { 'text-nested': 'take' }, named((i) => `nome[x${i}]`), '/pessoas'],
  ['page[x0]=2&page[x1]=2…', { nested: 'object' }, named((i) => `page[x${i}]`), '/pessoas'],
]
for (const [name, others, raw, url] of cases) {
  test(`${name} is read at once`, () => {
    const read = createReadListQuery(completeProfile({ dialect: { parameters: { others } } }))
    assert.throws(() => read(raw, () => {}, url))
  })
}

test('without a URL, nome is what the framework made of it', () => {
  const parameters = { nome: { 'not-utf-8': 'latin-1' } } as const
  const read = createReadListQuery(completeProfile({ dialect: { parameters } }))
  assert.is(read({ nome: '%E9' }, () => {}).nome, '%E9')
})

const urls: [url: string, choice: 'divide' | 'absent' | 'take', query: RawQuery][] = [
  ['/pessoas?a=1;a=2;b=x=y;;a', 'divide', { a: ['1', '2', ''], b: 'x=y' }],
  ['/pessoas?a=1;a=2&b=%E9+', 'absent', { b: '\ufffd ' }],
  ['/pessoas?a=1;a=2', 'take', { own: '1' }],
  ['/pessoas;a=1', 'divide', { own: '1' }],
  ['/pessoas;v=1?own=1', 'divide', { own: '1' }],
]
for (const [url, choice, query] of urls) {
  test(`semicolons: ${choice} makes ${JSON.stringify(query)} of ${url}`, () =>
    assert.equal(withSemicolons(url, { own: '1' }, choice), query))
}

const read: [others: NonNullable<Parameters['others']>, url: string, asRead: string][] = [
  [{}, '/pessoas??a;b', '/pessoas??a;b'],
  [{ 'question-mark': 'take' }, '/pessoas??a?;b', '/pessoas?a?;b'],
  [{ semicolon: 'divide' }, '/pessoas;v?a;b', '/pessoas;v?a&b'],
  [{ semicolon: 'divide' }, '/pessoas;v', '/pessoas;v'],
]
for (const [others, url, asRead] of read) {
  test(`links repeat ${asRead} of ${url}`, () => {
    const { others: settled } = settleParameters(completeProfile({ dialect: { parameters: { others } } }))
    assert.is(urlAsRead(url, settled), asRead)
  })
}

test.run()
