import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError } from '../operator/operator-error.ts'
import { ControlClock } from './clock.ts'

const test = suite('control clock')

const START = Date.parse('2026-05-01T12:00:00.000Z')

/** A clock over a machine whose time the test moves. */
function clockAt(start = START) {
  const machine = { at: start, now: () => machine.at }
  return { machine, clock: new ControlClock(machine) }
}

test('it goes as that of the machine until somebody sets it', () => {
  const { machine, clock } = clockAt()
  machine.at += 5
  assert.is(clock.now(), START + 5)
  assert.ok(clock.isReal)
  assert.equal(clock.state, { mode: 'real', now: '2026-05-01T12:00:00.005Z', ahead: 0 })
})

test('a frozen one stands until it is advanced, and then by as much', () => {
  const { machine, clock } = clockAt()
  clock.freeze()
  machine.at += 60_000
  assert.is(clock.now(), START)
  assert.equal(clock.state, { mode: 'frozen', now: '2026-05-01T12:00:00.000Z', ahead: -60_000 })
  clock.advance(1_500)
  assert.is(clock.now(), START + 1_500)
  assert.not(clock.isReal)
})

test('an offset one runs, and advancing adds to the offset', () => {
  const { machine, clock } = clockAt()
  clock.offset(-3_600_000)
  machine.at += 1_000
  assert.is(clock.now(), START - 3_599_000)
  clock.advance(3_600_000)
  assert.ok(clock.isReal)
  clock.advance(10)
  assert.equal(clock.state, { mode: 'offset', now: '2026-05-01T12:00:01.010Z', ahead: 10 })
})

test('a time that is none is refused, and changes nothing', () => {
  const { clock } = clockAt()
  clock.freeze()
  for (const at of [
    'yesterday',
    '2026-02-31T00:00:00Z',
    '2026-05-01T00:00:00',
    '12:00',
    -1,
    Number.NaN,
    '12026-01-01',
    // JavaScript reads these as 1970.
    false as never,
    null as never,
  ]) {
    assert.throws(
      () => clock.freeze(at),
      (error: unknown) => error instanceof OperatorError,
    )
    assert.throws(() => clock.set(at), /is not a time with a zone between 1970 and 9999/)
  }
  assert.throws(() => clock.advance(0.5), /advance needs a whole number of milliseconds/)
  assert.throws(() => clock.offset(Number.POSITIVE_INFINITY), /offset needs a whole number/)
  assert.is(clock.now(), START)
})

test('it never leaves the years that have four digits', () => {
  const { clock } = clockAt()
  clock.advance(250_000_000_000_000)
  clock.advance(250_000_000_000_000)
  assert.is(clock.state.now, '9999-12-31T23:59:59.999Z')
  clock.freeze(5)
  clock.advance(-10)
  assert.is(clock.now(), 0)
})

test.run()
