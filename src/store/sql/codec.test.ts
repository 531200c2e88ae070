import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../testing/any-character.ts'
import { addIntArray, bytesOf, copyLine, fromStored, toBytes, toStored } from './codec.ts'

const test = suite('codec')
const someRows = fc.array(fc.nat()).map((rows) => Uint32Array.from(rows))

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
      const stored = toStored(text)
      assert.is(fromStored(stored), text)
      assert.ok(!/[\ud800-\udfff]/u.test(stored) && !stored.includes('\0'))
      assert.match(copyLine([stored]), /^[^\t\n\r]*\n$/)
    }),
  )
  fc.assert(
    fc.property(someRows, (rows) => assert.equal(new Uint32Array(bytesOf(toBytes(rows)).buffer), rows)),
  )
  fc.assert(
    fc.property(someRows, someRows, (before, rows) => {
      const values = new Uint32Array(before.length + rows.length)
      const start = addIntArray(`{${before.join(',')}}`, values, 0)
      assert.is(addIntArray(`{${rows.join(',')}}`, values, start), values.length)
      assert.equal(values, Uint32Array.from([...before, ...rows]))
    }),
  )
  assert.is(copyLine(['a\\n', 1, true, null]), 'a\\\\n\t1\ttrue\t\\N\n')
})

test.run()
