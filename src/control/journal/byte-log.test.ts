import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ByteLog, type Logged } from './byte-log.ts'

const test = suite('byte log')

/** One that is kept, and the text that it should have. */
interface Owned extends Logged {
  text: string
}

const owned = (text: string): Owned => ({ start: 0, logged: 0, isKept: true, text })

test('what is wanted can be read, whatever was written and dropped in between', () => {
  const log = new ByteLog(2 ** 20)
  const kept: Owned[] = []
  const quiet: Owned[] = []
  for (let k = 0; k < 20_000; k++) {
    const owner = owned(`${k}:${'x'.repeat(k % 997)}`)
    log.write(owner, owner.text.slice(0, 1), Buffer.from(owner.text.slice(1, 2)), owner.text.slice(2))
    // Every thousandth stays, whatever comes.
    if (k % 1_000 === 0) quiet.push(owner)
    else kept.push(owner)
    if (kept.length > 300) (kept.shift() as Owned).isKept = false
    log.tidy(kept.length + quiet.length)
  }
  for (const owner of [...quiet, ...kept]) {
    assert.ok(log.has(owner))
    assert.is(log.read(owner.start, owner.logged), owner.text)
  }
})

test('it grows for what is wanted, up to its limit, and what was dropped is told apart', () => {
  const log = new ByteLog(3 * 2 ** 20)
  const dropped = owned('dropped')
  log.write(dropped, dropped.text, undefined, '')
  const kept = Array.from({ length: 1_000 }, (_, k) => owned(`${k}${'y'.repeat(2_000)}`))
  dropped.isKept = false
  for (const owner of kept) log.write(owner, owner.text, undefined, '')
  for (const owner of kept) assert.is(log.read(owner.start, owner.logged), owner.text)
  assert.not(log.has(dropped))
})

test('what is longer than the buffer makes it grow at once', () => {
  const log = new ByteLog(2 ** 24)
  const long = owned('z'.repeat(900_000))
  assert.ok(log.hasPlaceFor(long.text.length))
  assert.not(log.hasPlaceFor(2 ** 21))
  log.write(long, long.text, undefined, '')
  assert.is(log.read(long.start, long.logged), long.text)
})

test('texts of any lengths find a place, and what is wanted of them can be read', () => {
  const most = 2 ** 23
  const lengths = fc.array(fc.oneof(fc.nat(300), fc.nat(most / 64), fc.nat(most / 16)), {
    minLength: 1,
    maxLength: 30,
    size: 'max',
  })
  fc.assert(
    fc.property(lengths, (lengths) => {
      const log = new ByteLog(most)
      const kept: Owned[] = []
      let bytes = 0
      for (const [k, length] of [...lengths, ...lengths].entries()) {
        const owner = owned(String(k % 10).repeat(length))
        log.write(owner, owner.text, undefined, '')
        kept.push(owner)
        bytes += length
        while (bytes > (most * 2) / 3) {
          const dropped = kept.shift() as Owned
          dropped.isKept = false
          bytes -= dropped.text.length
        }
      }
      for (const owner of kept) assert.is(log.read(owner.start, owner.logged), owner.text)
    }),
  )
})

test.run()
