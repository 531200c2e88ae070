import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parametersIn, queryIn, withoutQuery } from './url.ts'

const test = suite('URLs')

const urls: [url: string, path: string, query: string][] = [
  ['/pessoas', '/pessoas', ''],
  ['/pessoas?', '/pessoas', ''],
  ['/pessoas?nome=a', '/pessoas', 'nome=a'],
  ['/pessoas?nome=a?b&page=2', '/pessoas', 'nome=a?b&page=2'],
  ['/pessoas??page=2', '/pessoas', '?page=2'],
  ['?page=2', '', 'page=2'],
  ['', '', ''],
]
for (const [url, path, query] of urls) {
  test(`${url || 'nothing'} has a path and a query`, () => {
    assert.equal([withoutQuery(url), queryIn(url)], [path, query])
  })
}

test('a second question mark belongs to the name of a parameter', () => {
  const names = (url: string) => [...parametersIn(url).keys()]
  assert.equal(
    [names('/pessoas?page=2&a?=b'), names('/pessoas??page=2'), names('/pessoas')],
    [['page', 'a?'], ['?page'], []],
  )
})

test.run()
