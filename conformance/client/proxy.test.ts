import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { NotAProxy, proxyFor, unreadableExceptions } from './proxy.ts'

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
  ['http://192.0.2.7', { HTTP_PROXY: P, no_proxy: '192.0.2.*' }, undefined],
  ['http://192.0.3.7', { HTTP_PROXY: P, no_proxy: '192.0.2.*' }, 'HTTP_PROXY'],
  ['http://192.0.2.7:81', { HTTP_PROXY: P, no_proxy: 'x, 192.0.2.0/24' }, undefined],
  ['http://192.0.3.7', { HTTP_PROXY: P, no_proxy: '192.0.2.0/24' }, 'HTTP_PROXY'],
  ['http://service.test', { HTTP_PROXY: P, no_proxy: '0.0.0.0/0' }, 'HTTP_PROXY'],
  ['http://[2001:db8::7]', { HTTP_PROXY: P, no_proxy: '2001:db8::/32' }, undefined],
  ['http://[2001:db8::7]', { HTTP_PROXY: P, no_proxy: '2001:DB8:0::7' }, undefined],
  ['http://[2001:db8::7]:81', { HTTP_PROXY: P, no_proxy: '[2001:db8::7]:81' }, undefined],
  ['http://a.qa.service.test', { HTTP_PROXY: P, no_proxy: 'a.*.service.*' }, undefined],
  ['http://a.qa.service.test', { HTTP_PROXY: P, no_proxy: 'a.*.other.*' }, 'HTTP_PROXY'],
  ['http://service.test', { HTTP_PROXY: P, no_proxy: 'http://service.test/x' }, undefined],
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

test('entries of NO_PROXY that name no host are told', () => {
  const no_proxy =
    'a.test, 10.0.0.0/8, 10.0.0.0/99, 300.1.1.1/8, <local>, *.b, [::1]:80, 2001:db8::/32, c.test:80'
  assert.equal(unreadableExceptions({ no_proxy }), ['10.0.0.0/99', '300.1.1.1/8', '<local>'])
})

for (const uri of ['socks://a:1', 'socks5://a:1', 'SOCKS5H://a:1', 'socks4://a']) {
  test(`${uri} is refused as a SOCKS proxy`, () => {
    assert.throws(
      () => proxyFor('http://service.test', { HTTP_PROXY: uri }),
      (error: Error) => error instanceof NotAProxy && /^HTTP_PROXY names a SOCKS proxy/.test(error.message),
    )
  })
}

test('a password with a % that encodes nothing is refused, and not repeated', () => {
  const proxyOf = (uri: string) => proxyFor('http://service.test', { HTTP_PROXY: uri })
  for (const uri of ['http://u:50%off@proxy.test', 'http://50%off@proxy.test']) {
    assert.throws(
      () => proxyOf(uri),
      (error: Error) =>
        error instanceof NotAProxy && /write it as %25$/.test(error.message) && !/off/.test(error.message),
    )
  }
  assert.is(proxyOf('http://u:50%25off@proxy.test')?.name, 'http://proxy.test')
})

for (const uri of ['proxy.test:3128', 'no url', 'ftp://proxy.test', 'http://']) {
  test(`"${uri}" is refused, and the variable named`, () => {
    assert.throws(
      () => proxyFor('http://service.test', { HTTP_PROXY: uri }),
      (error: Error) =>
        error instanceof NotAProxy && /^HTTP_PROXY is not a URL such as http:/.test(error.message),
    )
  })
}

test.run()
