import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OptionError } from '../../operator/operator-error.ts'
import { refusalOf } from '../../testing/world.ts'
import { Unavailable } from '../unavailable.ts'
import { readPlace } from './connection.ts'
import { asUnavailable, isGone, isHindrance, isPassing, isRefused, isSilent } from './failures.ts'
import { firstFit, Unfit, whyUnfit } from './hosts.ts'

const test = suite('hosts of a connection string')

const strings: [text: string, hosts: string[], shown: string][] = [
  ['postgres://h/d', ['postgres:///d?host=h'], 'postgres://h/d'],
  ['postgresql://h:5433/d', ['postgres:///d?host=h&port=5433'], 'postgres://h:5433/d'],
  ['postgres:///d', ['postgres:///d'], 'postgres:///d'],
  [
    'postgres://u:p%2Fw@a:5432,b:5433/d?sslmode=disable',
    ['a&port=5432', 'b&port=5433'].map(
      (host) => `postgres:///d?sslmode=disable&user=u&password=p%2Fw&host=${host}`,
    ),
    'postgres://u@a:5432,b:5433/d',
  ],
  [
    'postgres://[::1]:5432,127.0.0.1/d',
    ['postgres:///d?host=%3A%3A1&port=5432', 'postgres:///d?host=127.0.0.1'],
    'postgres://[::1]:5432,127.0.0.1/d',
  ],
  [
    'postgres:///d?host=a,b&port=1,2&user=u&password=secret',
    ['a&port=1', 'b&port=2'].map((host) => `postgres:///d?user=u&password=secret&host=${host}`),
    'postgres://u@a:1,b:2/d',
  ],
  [
    'postgres://x:9/d?host=a,b&port=1',
    ['postgres:///d?host=a&port=1', 'postgres:///d?host=b&port=1'],
    'postgres://a:1,b:1/d',
  ],
  ['postgres://x:9/d?host=a', ['postgres:///d?host=a'], 'postgres://a/d'],
  ['postgres://%2Frun%2Fpg/d', ['postgres:///d?host=%2Frun%2Fpg'], 'postgres:///run/pg/d'],
  [
    'postgres://,b:2/d',
    ['postgres:///d?host=localhost', 'postgres:///d?host=b&port=2'],
    'postgres://localhost,b:2/d',
  ],
]
for (const [text, urls, shown] of strings) {
  test(`${text} has the hosts ${urls.length === 1 ? 'of one server' : `of ${urls.length} servers`}`, () => {
    const place = readPlace(text)
    assert.equal(
      place.hosts.map(({ url }) => url),
      urls,
    )
    assert.is(place.shown, `${shown} (schema pessoas_sim)`)
  })
}

test('what is ours is taken out, and has defaults', () => {
  const { hosts, ...place } = readPlace(
    'postgres://h/d?schema=s&pool=3&timeout=2&target_session_attrs=primary&application_name=x&request_header=X-Request-ID',
  )
  assert.is(hosts[0]?.url, 'postgres:///d?application_name=x&host=h')
  const shown = 'postgres://h/d (schema s)'
  const whose = { user: '', database: 'd', hasPassword: Boolean(process.env.PGPASSWORD) }
  const ours = { wanted: 'primary', schema: 's', pool: 3, timeout: 2_000, isPrepared: true, ...whose }
  assert.equal(place, { ...ours, requestHeader: 'x-request-id', shown })
  const { wanted, pool, timeout, requestHeader } = readPlace('postgres://h/d')
  assert.equal([wanted, pool, timeout, requestHeader], ['read-write', 10, 5_000, undefined])
  assert.is(readPlace('postgres://h/d?prepare=off').isPrepared, false)
})

const mistakes: [text: string, why: RegExp][] = [
  ['s3cret', /not a valid URL/],
  ['mysql://u:s3cret@h/d', /scheme must be postgres or postgresql/],
  ['postgres://u:s3cret@a:1,b:x/d', /not HOST or HOST:PORT/],
  ['postgres://u:s3cret@[::1/d', /not HOST or HOST:PORT/],
  ['postgres://u:s3cret@a:99999/d', /port must be a whole number from 1 to 65535/],
  ['postgres://u:s3cret@a,b,c/d?port=1,2', /one port, or one for each host/],
  [`postgres://u:s3cret@${'a,'.repeat(16)}a/d`, /more than 16 hosts/],
  ['postgres://u:%s3cret@h/d', /not a valid URL/],
  ['postgres://u:s3cret@%h/d', /not a valid URL/],
  ['postgres://u:s3cret@h/d?schema=S', /schema must be/],
  ['postgres://u:s3cret@h/d?shema=s', /parameter shema is unknown\. Did you mean schema\?/],
  ['postgres://u:s3cret@h/d?schema=a&timout=3', /parameter timout is unknown\. Did you mean timeout\?/],
  ['postgres://u:s3cret@h/d?zzzzzzzzz=3', /parameter zzzzzzzzz is unknown\.$/],
  ['postgres://u:s3cret@h/d?schema=a&schema=b', /parameter schema is repeated/],
  ['postgres://u:s3cret@h/d?dbname=e', /parameter dbname is not read\. Write the database after the host/],
  ['postgres://u:pass#s3cret@h/d', /percent-encode it \(%2F %3F %23 %40 %25\)/],
  ['postgres://u:12/s3cret@h/d', /percent-encode it/],
  ['postgres://u:12?s3cret@h/d', /percent-encode it/],
  ['postgres://u:pass%s3cret@h/d', /percent-encode it/],
  ['postgres://h/d?a-s3cret=1', /parameter after \? is not NAME=VALUE/],
  ['postgres://u:s3cret@h/d?request_header=a b', /request_header must be the name of a header/],
  ['postgres://u:s3cret@h/d?pool=1', /pool must be a whole number from 2/],
  [
    'postgres://u:s3cret@h/d?target_session_attrs=standby',
    /one of read-write, primary, any, because the simulator writes/,
  ],
]
for (const [text, why] of mistakes) {
  test(`a connection string is refused: ${why.source}`, () => {
    try {
      readPlace(text)
    } catch (error) {
      assert.instance(error, OptionError)
      assert.match((error as Error).message, why)
      assert.not.match((error as Error).message, /s3cret/)
      return
    }
    assert.unreachable(text)
  })
}

test('who writes is wanted, or the one that no other leads, or anyone', () => {
  const standings = [
    { isInRecovery: false, isReadOnly: false },
    { isInRecovery: false, isReadOnly: true },
    { isInRecovery: true, isReadOnly: true },
  ]
  const fits = (wanted: 'read-write' | 'primary' | 'any') =>
    standings.map((standing) => whyUnfit(wanted, standing) ?? 'fits')
  assert.equal(fits('read-write'), ['fits', 'it is read-only', 'it is a standby'])
  assert.equal(fits('primary'), ['fits', 'fits', 'it is a standby'])
  assert.equal(fits('any'), ['fits', 'fits', 'fits'])
})

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const said = (code: string) => Object.assign(new Error(`said ${code}`), { code, severity: 'FATAL' })

/** Asks hosts that answer so, undefined for one that fits; returns who was asked and what came of it. */
async function asked(answers: readonly (Error | undefined)[]): Promise<[asked: string[], outcome: string]> {
  const hosts = answers.map((answer, i) => ({ shown: `h${i}`, answer }))
  const names: string[] = []
  const found = await firstFit(hosts, async ({ shown, answer }) => {
    names.push(shown)
    if (answer !== undefined) throw answer
  }).then(
    ({ shown }) => shown,
    (error) => {
      assert.instance(error, Unavailable)
      return (error as Error).message
    },
  )
  return [names, found]
}

test('hosts are asked in their order until one fits', async () => {
  assert.equal(await asked([undefined, undefined]), [['h0'], 'h0'])
  assert.equal(await asked([refused(), said('57P03'), new Unfit('it is a standby'), undefined]), [
    ['h0', 'h1', 'h2', 'h3'],
    'h3',
  ])
  assert.equal(await asked([refused(), new Unfit('it is a standby')]), [
    ['h0', 'h1'],
    'h0: connect ECONNREFUSED; h1: it is a standby',
  ])
})

test('a host that refuses the user ends the search', async () => {
  assert.equal(await asked([said('28P01'), undefined]), [['h0'], 'h0: said 28P01'])
  assert.match(await refusalOf(firstFit([{ shown: '' }], async () => Promise.reject(refused()))), /^connect/)
})

test('errors are told apart: a server that is gone, one that is slow, what may pass and what may not', () => {
  const kinds = (error: Error) => [isPassing(error), isGone(error), isSilent(error)]
  for (const code of ['57P01', '57P02', '57P03', '25006', '08006'])
    assert.equal(kinds(said(code)), [true, true, false])
  const ofDatabase = [
    '40001',
    '53300',
    '25P03',
    '28P01',
    '28000',
    '3D000',
    '42501',
    '42P01',
    '58030',
    'XX001',
  ]
  for (const code of ofDatabase) assert.equal(kinds(said(code)), [true, false, false])
  for (const code of ['22023', '23505', '42601', '42703', '0A000'])
    assert.equal(kinds(said(code)), [false, false, false])
  const hindrances = [...ofDatabase, '57P01', '42601'].filter((code) => isHindrance(said(code)))
  assert.equal(hindrances, ['53300', '28P01', '28000', '3D000', '42501', '42P01', '58030', 'XX001'])
  const refused = ['28P01', '3D000', '42501', '53300', '57P03'].filter((code) => isRefused(said(code)))
  assert.equal(refused, ['28P01', '3D000', '42501', '57P03'])
  assert.ok(isRefused(new Error('SASL: no password')))
  assert.not(isRefused(new Error('timeout exceeded when trying to connect')))
  for (const code of ['ECONNRESET', 'EPIPE', 'EAI_AGAIN']) {
    assert.equal(kinds(Object.assign(new Error('x'), { code })), [true, true, false])
  }
  assert.equal(kinds(new Error('Connection terminated unexpectedly')), [true, true, false])
  assert.equal(kinds(new Error('timeout exceeded when trying to connect')), [true, false, false])
  assert.equal(kinds(new Error('Query read timeout')), [true, false, true])
  assert.equal(kinds(new TypeError('x is not a function')), [false, false, false])
  const known = new Unavailable('known')
  assert.is(asUnavailable(known), known)
  assert.equal(kinds(known), [true, false, false])
  assert.instance(asUnavailable(said('57P01')), Unavailable)
  assert.not.instance(asUnavailable(said('23505')), Unavailable)
})

test.run()
