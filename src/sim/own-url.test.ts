import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownUrl } from './own-url.ts'

const test = suite('own URL')
const url = '/pessoas?page=2'

test('the host of the request, or what a proxy tells', () => {
  assert.is(ownUrl({ url, headers: { host: 'api.test:3210' } }), 'http://api.test:3210/pessoas?page=2')
  assert.is(
    ownUrl({ url, headers: { host: 'a.test' }, socket: { encrypted: true } }),
    'https://a.test/pessoas?page=2',
  )
  const proxied = {
    host: 'inside',
    'x-forwarded-host': 'api.test, other',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/v1/',
  }
  assert.is(ownUrl({ url, headers: proxied }), 'https://api.test/v1/pessoas?page=2')
  assert.is(ownUrl({ url, headers: {} }), url)
  const hostile = {
    host: 'api.test',
    'x-forwarded-host': '"><script>',
    'x-forwarded-proto': 'javascript',
    'x-forwarded-prefix': '//evil.test/{x}',
  }
  assert.is(ownUrl({ url, headers: hostile }), 'http://api.test/pessoas?page=2')
})

test.run()
