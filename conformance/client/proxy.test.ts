import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { TargetFailure } from './failure.ts'
import { proxyFor, refusalOf, unreadableExceptions } from './proxy.ts'

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

test('entries of NO_PROXY that are not hosts are reported', () => {
  const no_proxy = 'a.test, 10.0.0.0/8, <local>, *.b, *, 10.0.0.*, [::1]:80, 2001:db8::7, c.test:80'
  assert.equal(unreadableExceptions({ no_proxy }), ['10.0.0.0/8', '<local>', '10.0.0.*', '2001:db8::7'])
})

const faults: [uri: string, says: RegExp][] = [
  ...['socks://a:1', 'socks5://a:1', 'SOCKS5H://a:1', 'socks4://a'].map((uri): (typeof faults)[number] => [
    uri,
    /^HTTP_PROXY names a SOCKS proxy, which is not supported: .* NO_PROXY=service\.test$/,
  ]),
  ...['proxy.test:3128', 'no url', 'ftp://proxy.test', 'http://'].map((uri): (typeof faults)[number] => [
    uri,
    /^HTTP_PROXY is not a URL such as http:\/\/proxy:3128$/,
  ]),
  ['http://u:50%off@proxy.test', /^HTTP_PROXY has a % .*: write it as %25$/],
  ['http://50%off@proxy.test', /^HTTP_PROXY has a % .*: write it as %25$/],
]
for (const [uri, says] of faults) {
  test(`${uri} is refused without being quoted`, () => {
    assert.throws(
      () => proxyFor('http://service.test', { HTTP_PROXY: uri }),
      (error: Error) => error instanceof TargetFailure && error.kind === 'proxy' && says.test(error.message),
    )
    assert.is(proxyFor('http://service.test', { HTTP_PROXY: uri, NO_PROXY: 'service.test' }), undefined)
  })
}

test('the headers by which a proxy says that it answered itself', () => {
  assert.is(refusalOf({ 'x-squid-error': 'ERR_CONNECT_FAIL 111' }), 'x-squid-error')
  assert.is(refusalOf({ 'proxy-status': 'p; error=dns_error' }), 'proxy-status')
  assert.is(refusalOf({ 'proxy-status': 'p; hit', via: '1.1 squid' }), undefined)
})

test.run()
