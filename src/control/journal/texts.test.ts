import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Texts } from './texts.ts'

const test = suite('texts of the journal')

test('what is wanted can be read while there is room for it, whatever the lengths', () => {
  const lengths = fc.array(fc.oneof(fc.nat(300), fc.nat(2 ** 14), fc.nat(2 ** 17)), {
    minLength: 1,
    maxLength: 40,
    size: 'max',
  })
  fc.assert(
    fc.property(lengths, (lengths) => {
      const texts = new Texts(2 ** 21)
      const kept: { start: number; text: string }[] = []
      let bytes = 0
      for (const [k, length] of [...lengths, ...lengths].entries()) {
        const text = String(k % 10).repeat(length)
        assert.ok(texts.hasPlaceFor(text))
        kept.push({ start: texts.write(text, kept[0]?.start ?? texts.end), text })
        bytes += length
        while (bytes > 2 ** 20) bytes -= (kept.shift() as { text: string }).text.length
      }
      for (const { start, text } of kept) {
        assert.ok(texts.has(start))
        assert.is(texts.read(start, text.length), text)
      }
    }),
    { seed: 39 },
  )
})

test('what was overwritten is told apart, and what is too long has no place', () => {
  const texts = new Texts(2 ** 18)
  const first = texts.write('first', 0)
  for (let k = 0; k < 300; k++) texts.write('x'.repeat(1_000), first)
  assert.not(texts.has(first))
  assert.not(texts.hasPlaceFor('y'.repeat(2 ** 15)))
})

test.run()
