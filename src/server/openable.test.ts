import type { NetworkInterfaceInfo } from 'node:os'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openable } from './openable.ts'

const test = suite('openable')

const own = (address: string, internal = false, scopeid = 0) =>
  ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal, scopeid }) as NetworkInterfaceInfo
const interfaces = {
  lo: [own('127.0.0.1', true), own('::1', true)],
  eth0: [own('192.168.0.5'), own('2001:db8::5'), own('fe80::5', false, 2)],
  docker0: [own('172.17.0.1')],
}

const cases: [bound: string, addresses: string[]][] = [
  ['127.0.0.1', ['127.0.0.1']],
  ['::1', ['::1']],
  ['192.168.0.5', ['192.168.0.5']],
  ['0.0.0.0', ['127.0.0.1', '192.168.0.5', '172.17.0.1']],
  ['::ffff:0.0.0.0', ['127.0.0.1', '192.168.0.5', '172.17.0.1']],
  ['::', ['127.0.0.1', '::1', '192.168.0.5', '172.17.0.1', '2001:db8::5']],
]
for (const [bound, addresses] of cases) {
  test(`${bound} can be opened as ${addresses.join(', ')}`, () =>
    assert.equal(openable(bound, interfaces), addresses))
}

test('a machine without IPv6 on its loopback, or with nothing else', () => {
  assert.equal(openable('::', { lo: [own('127.0.0.1', true)] }), ['127.0.0.1'])
  assert.equal(openable('0.0.0.0', {}), ['127.0.0.1'])
  assert.is(openable('0.0.0.0')[0], '127.0.0.1')
})

test.run()
