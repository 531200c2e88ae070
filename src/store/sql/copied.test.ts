import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FieldReader } from './copied.ts'

const test = suite('rows of COPY')

/** Returns the fields as COPY sends them in the binary format, each as a row. */
function copied(fields: readonly Uint8Array[], extension = 0): Buffer {
  const numbers = (bytes: 2 | 4, value: number) => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeIntBE(value, 0, bytes)
    return buffer
  }
  return Buffer.concat([
    ...[Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), numbers(4, 0)],
    ...[numbers(4, extension), Buffer.alloc(extension, 7)],
    ...fields.flatMap((field) => [numbers(2, 1), numbers(4, field.length), field]),
    numbers(2, -1),
  ])
}

const read = (pieces: readonly Uint8Array[]) => {
  const reader = new FieldReader()
  for (const piece of pieces) reader.take(piece)
  return reader.end()
}

test('fields are found whatever pieces they come in', () => {
  const someFields = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 6 })
  const someCuts = fc.array(fc.nat({ max: 200 }), { maxLength: 12 })
  fc.assert(
    fc.property(someFields, someCuts, fc.nat({ max: 3 }), (fields, cuts, extension) => {
      const whole = copied(fields, extension)
      const ends = [...cuts.filter((cut) => cut < whole.length), whole.length].sort((a, b) => a - b)
      const found = read(ends.map((end, i) => whole.subarray(ends[i - 1] ?? 0, end)))
      assert.equal(
        found.map((field) => [...field]),
        fields.map((field) => [...field]),
      )
      // Numbers are read from their buffers, so these are of their own and begin with them.
      for (const field of found) assert.is(field.buffer.byteLength, field.length)
    }),
  )
})

test('rows that were cut off, and what is no COPY, are errors', () => {
  const whole = copied([Uint8Array.of(1, 2, 3)])
  for (let end = 0; end < whole.length; end++)
    assert.throws(() => read([whole.subarray(0, end)]), /were cut off/)
  assert.throws(() => read([Buffer.alloc(40)]), /no rows of COPY/)
})

test.run()
