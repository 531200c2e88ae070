import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Unavailable } from '../unavailable.ts'
import { remedyOf } from './remedies.ts'

const test = suite('remedies of a shared store')

const place = { schema: 's', user: 'sim', database: 'staging', hasPassword: true }
const failed = (code: string, message = 'x') => Object.assign(new Error(message), { code })

const remedies: [error: Error, remedy: RegExp][] = [
  [failed('28P01'), /percent-encode/],
  [failed('28000', 'no pg_hba.conf entry for host "h", no encryption'), /add sslmode=require/],
  [failed('28000', 'role "sim" is not permitted to log in'), /ALTER ROLE … LOGIN/],
  [failed('3D000'), /createdb staging/],
  [failed('42501'), /GRANT ALL ON ALL TABLES IN SCHEMA s TO sim;/],
  [failed('42P07'), /\?schema=NAME/],
  [failed('SELF_SIGNED_CERT_IN_CHAIN'), /sslrootcert=FILE/],
  [failed('ECONNREFUSED'), /Start the server/],
  [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /PGPASSWORD/],
  [new Error('The server does not support SSL connections'), /sslmode=disable/],
]
for (const [error, remedy] of remedies) {
  test(`${(error as { code?: string }).code ?? error.message} has a remedy, also of what it caused`, () => {
    assert.match(remedyOf(error, place) ?? '', remedy)
    assert.match(remedyOf(new Unavailable('h: x', { cause: error }), place) ?? '', remedy)
  })
}

test('without a password, the remedy is one; of an unknown error, nothing is known', () => {
  assert.match(remedyOf(failed('28P01'), { ...place, hasPassword: false }) ?? '', /wants a password/)
  assert.is(remedyOf(failed('constructor'), place), undefined)
  assert.is(remedyOf('x', place), undefined)
})

test.run()
