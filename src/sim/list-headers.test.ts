import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Shape } from '../contract/dialect.ts'
import { completeProfile } from '../contract/profile.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin } from '../twin.ts'

const test = suite('headers of lists')
const twin = createTwin(smallWorld())

async function headersOf(shape: Shape, url: string, method = 'GET', authorization = TOKEN) {
  const profile = completeProfile({ dialect: { shape } })
  const { headers } = await twin.ask(profile, { method, url, headers: { authorization } })
  return headers
}

const link = {
  parts: [
    { text: '<{link.primeira.pagina:relative}>; rel="first"', if: '{tem_anterior}' },
    '<{link.anterior.pagina:relative}>; rel="prev"',
    '<{link.proxima.pagina:relative}>; rel="next"',
  ],
}
const listHeaders = {
  Link: link,
  'X-Total-Count': '{total}',
  'x-next': '{proxima}',
  'x-left-out': '{proxima?}',
  'x-next-page': '{proxima:or-empty}',
  'x-search': '{busca}',
  'x-page': '{"page":{atual},"next":{link.proxima.pagina:json},"more":{tem_mais}}',
}

const cases: [url: string, link: string | undefined, next: string | undefined, nextPage: string][] = [
  ['/pessoas?rows=1000', undefined, undefined, ''],
  ['/pessoas?rows=1', '</pessoas?page=2>; rel="next"', '2', '2'],
  [
    '/pessoas?rows=1&page=2',
    '</pessoas?page=1>; rel="first", </pessoas?page=1>; rel="prev", </pessoas?page=3>; rel="next"',
    '3',
    '3',
  ],
]
const ROWS = { rowsOffGrid: 'honour' } as const
for (const [url, links, next, nextPage] of cases) {
  test(`the headers of ${url} are those of its page`, async () => {
    const profile = completeProfile({ ...ROWS, dialect: { shape: { listHeaders } } })
    const { headers, text } = await twin.ask(profile, {
      method: 'GET',
      url,
      headers: { authorization: TOKEN },
    })
    assert.is(headers.link, links)
    assert.equal([headers['x-next'], headers['x-left-out']], [next, next])
    assert.is(headers['x-next-page'], nextPage)
    assert.is(headers['x-total-count'], JSON.parse(text).result.paginacao.total)
    assert.is(JSON.parse(String(headers['x-page'])).more, next !== undefined)
  })
}

test('a separator of its own stands between two parts', async () => {
  const parts = ['<{link.primeira.pagina:query}>', '<{link.esta.pagina:query}>']
  const { link: links } = await headersOf({ listHeaders: { link: { parts, between: ',' } } }, '/pessoas')
  assert.is(links, '<?page=1>,<?page=1>')
})

test('headers of lists need no slots', async () => {
  const without = { 'x-a': '1', 'x-b': { parts: ['2', '3'] } }
  const { 'x-a': a, 'x-b': b } = await headersOf({ listHeaders: without }, '/pessoas')
  assert.equal([a, b], ['1', '2, 3'])
  assert.is((await headersOf({ listHeaders: without }, '/pessoas?page=x'))['x-a'], undefined)
})

test('what HTTP cannot carry is left out', async () => {
  assert.is((await headersOf({ listHeaders }, '/pessoas?nome=ana'))['x-search'], 'ana')
  assert.is((await headersOf({ listHeaders }, '/pessoas?nome=%C3%A9'))['x-search'], undefined)
  assert.is((await headersOf({ listHeaders }, `/pessoas?nome=${'a'.repeat(4_100)}`))['x-search'], undefined)
  const long = { parts: ['{busca}', '{total}'] }
  assert.is((await headersOf({ listHeaders: { x: long } }, '/pessoas?nome=%C3%A9')).x, undefined)
})

test('HEAD has them, unless they are left out for it; refusals have none', async () => {
  assert.ok((await headersOf({ listHeaders }, '/pessoas', 'HEAD'))['x-total-count'])
  const headHeaders = { 'x-total-count': null, 'x-version': '2' }
  const head = await headersOf({ listHeaders, headHeaders }, '/pessoas', 'HEAD')
  assert.equal([head['x-total-count'], head['x-version'], head['x-next-page']], [undefined, '2', '2'])
  assert.ok((await headersOf({ listHeaders, headHeaders }, '/pessoas'))['x-total-count'])
  assert.is((await headersOf({ listHeaders }, '/pessoas', 'GET', 'x'))['x-total-count'], undefined)
})

test.run()
