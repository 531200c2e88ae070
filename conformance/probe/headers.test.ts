import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withConstants } from './headers.ts'

const test = suite('headers')

test('a header that always says the same is kept as it is, unless it may not be kept', () => {
  const said = new Map([
    ['x-version', '2.3.1'],
    ['x-request-id', undefined],
    ['x-person', 'José'],
    ['server', 'nginx'],
  ])
  const seen = { headers: { 'x-version': '0.0.0', 'x-request-id': '000', 'x-person': '0000' } }
  assert.equal(
    withConstants(seen, said, (text) => text !== 'José'),
    {
      headers: { 'x-version': '2.3.1', 'x-request-id': '000', 'x-person': '0000', server: 'nginx' },
    },
  )
})

test.run()
