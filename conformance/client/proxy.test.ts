import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { TargetFailure } from './failure.ts'
import { proxyFor } from './proxy.ts'

const test = suite('the proxy for a base URL')
const P = 'http://user:s3cret@proxy.test:3128'

const cases: [url: string, environment: Record<string, string>, variable: string | undefined][] = [
  ['http://service.test', {}, undefined],
  ['http://service.test/api', { HTTP_PROXY: P }, 'HTTP_PROXY'],
  ['http://service.test', { HTTP_PROXY: P, http_proxy: P }, 'http_proxy'],
  ['http://service.test', { HTTPS_PROXY: P }, undefined],
  ['http://service.test', { HTTP_PROXY: '' }, undefined],
  ['https://service.test', { HTTPS_PROXY: P, HTTP_PROXY: P }, 'HTTPS_PROXY'],
  ['https://service.test', { HTTP_PROXY: P }, 'HTTP_PROXY'],
  ['http://127.0.0.1:3210', { HTTP_PROXY: P }, undefined],
  ['http://localhost', { HTTP_PROXY: P }, undefined],
  ['http://api.localhost', { HTTP_PROXY: P }, undefined],
  ['http://[::1]:80', { HTTP_PROXY: P }, undefined],
  ['http://service.test', { HTTP_PROXY: P, NO_PROXY: '*' }, undefined],
  ['http://service.test', { HTTP_PROXY: P, NO_PROXY: 'service.test' }, undefined],
  ['http://service.test', { HTTP_PROXY: P, no_proxy: 'other.test, .test' }, undefined],
  ['http://service.test', { HTTP_PROXY: P, NO_PROXY: '*.test' }, undefined],
  ['http://service.test', { HTTP_PROXY: P, NO_PROXY: 'vice.test' }, 'HTTP_PROXY'],
  ['http://service.test', { HTTP_PROXY: P, NO_PROXY: 'service.test:8080' }, 'HTTP_PROXY'],
  ['http://service.test:8080', { HTTP_PROXY: P, NO_PROXY: 'service.test:8080' }, undefined],
  ['http://[2001:db8::7]:81', { HTTP_PROXY: P, no_proxy: '[2001:db8::7]:81' }, undefined],
  ['http://service.test', { HTTP_PROXY: P, no_proxy: 'a,*' }, undefined],
  ['https://service.test', { HTTP_PROXY: P, NO_PROXY: 'SERVICE.test:443' }, undefined],
]
for (const [url, environment, variable] of cases) {
  test(`${url} with ${JSON.stringify(environment)}: ${variable ?? 'none'}`, () => {
    const proxy = proxyFor(url, environment)
    assert.is(proxy?.variable, variable)
    if (proxy) assert.equal([proxy.name, proxy.uri], ['http://proxy.test:3128', P])
  })
}

const faults = ['socks5://a:1', 'proxy.test:3128', 'no url', 'ftp://proxy.test', 'http://u:50%off@proxy.test']
for (const uri of faults) {
  test(`${uri} is refused without being quoted`, () => {
    assert.throws(
      () => proxyFor('http://service.test', { HTTP_PROXY: uri }),
      (error: Error) => error instanceof TargetFailure && error.kind === 'proxy' && !error.message.includes(uri),
    )
    assert.is(proxyFor('http://service.test', { HTTP_PROXY: uri, NO_PROXY: 'service.test' }), undefined)
  })
}

test.run()
