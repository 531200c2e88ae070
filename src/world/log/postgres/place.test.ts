import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OptionError } from '../../../operator/operator-error.ts'
import { Unavailable } from '../../unavailable.ts'
import { explain } from './failures.ts'
import { readPlace } from './place.ts'

const test = suite('connection strings and failures of a log in PostgreSQL')

const strings: [text: string, urls: string[], shown?: string][] = [
  ['postgres://h/d', ['postgres://h/d?']],
  ['postgresql://h:5433/d', ['postgres://h:5433/d?'], 'postgres://h:5433/d'],
  ['postgres:///d', ['postgres:///d?']],
  [
    'postgres://u:p%2Fw@a:5432,[::1]:5433/d?sslmode=disable',
    ['postgres://u:p%2Fw@a:5432/d?sslmode=disable', 'postgres://u:p%2Fw@[::1]:5433/d?sslmode=disable'],
    'postgres://u@a:5432,[::1]:5433/d',
  ],
  ['postgres:///d?user=u&password=secret', ['postgres:///d?user=u&password=secret'], 'postgres://u@/d'],
  ['postgres://%2Frun%2Fpg/d', ['postgres://%2Frun%2Fpg/d?']],
]
for (const [text, urls, shown = text] of strings) {
  test(`${text} has ${urls.length === 1 ? 'one host' : `${urls.length} hosts`}`, () => {
    const place = readPlace(text)
    assert.equal(
      place.hosts.map(({ url }) => url),
      urls,
    )
    assert.is(place.shown, `${shown} (schema pessoas_sim)`)
  })
}

test('what is ours is taken out, and has defaults', () => {
  const ours = 'schema=s&pool=3&timeout=2&request_header=X-Request-ID'
  const { hosts, ...place } = readPlace(`postgres://h/d?${ours}&application_name=x`)
  assert.equal(hosts, [{ url: 'postgres://h/d?application_name=x', shown: 'h', user: '' }])
  const limits = { pool: 3, timeout: 2_000, requestHeader: 'x-request-id' }
  assert.equal(place, { schema: 's', user: '', database: 'd', ...limits, shown: 'postgres://h/d (schema s)' })
  const { pool, timeout, requestHeader } = readPlace('postgres://h/d')
  assert.equal([pool, timeout, requestHeader], [10, 5_000, undefined])
})

const mistakes: [text: string, why: RegExp][] = [
  ['s3cret', /percent-encode/],
  ['mysql://u:s3cret@h/d', /such as postgres:/],
  ['postgres://u:s3cret@a:1,b:x/d', /another form/],
  ['postgres://u:s3cret@[::1/d', /another form/],
  ['postgres://u:%s3cret@h/d', /percent-encode/],
  ['postgres://u:s3#cret@h/d', /percent-encode/],
  ['postgres://u:s3?cret@h/d', /percent-encode/],
  ['postgres://u:12/s3cret@h/d', /percent-encode/],
  ['postgres://u:p@h/d?schema=s3cret"', /schema must be lower-case letters/],
  ['postgres://u:p@h/d?timeout=0', /timeout must be a whole number from 1 to 999/],
  ['postgres://u:p@h/d?pool=s3cret', /pool must be a whole number/],
  ['postgres://u:p@h/d?request_header=a%20b', /request_header must be the name of a header/],
  ['postgres://u:p@h/d?shema=x', /The parameter shema is unknown\. Did you mean schema\?/],
]
for (const [text, why] of mistakes) {
  test(`${text} is refused without its password`, () => {
    try {
      readPlace(text)
    } catch (error) {
      assert.instance(error, OptionError)
      assert.match((error as Error).message, why)
      assert.not.match(`${(error as Error).message} ${(error as OptionError).withFlags}`, /s3|cret/)
      return
    }
    assert.unreachable()
  })
}

const place = readPlace('postgres://sim@h/staging?schema=s')
const failed = (code: string, message = 'x') => Object.assign(new Error(message), { code })
const remedies: [error: Error, remedy: RegExp][] = [
  [failed('28P01'), /percent-encode/],
  [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /PGPASSWORD/],
  [failed('3D000'), /createdb staging/],
  [failed('42501', 'permission denied for table events'), /GRANT ALL ON ALL TABLES IN SCHEMA s TO sim;/],
  [failed('42501', 'permission denied for database staging'), /CREATE SCHEMA s AUTHORIZATION sim;/],
  [failed('42P07'), /\?schema=NAME/],
  [failed('ECONNREFUSED'), /Start the server/],
  [new Unavailable('it is read-only'), /accepts writes/],
]
for (const [error, remedy] of remedies) {
  test(`${(error as { code?: string }).code ?? ''} ${error.message} has a remedy, also as a cause`, () => {
    assert.match(explain(error, place), remedy)
    assert.match(explain(new Unavailable('h: y', { cause: error }), place), /^h: y\. /)
  })
}

test('of an unknown error, only what it says is known', () => {
  assert.is(explain(failed('constructor'), place), 'constructor: x')
})

test.run()
