import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isLinearizable, type Operation, type Rule } from './linearizability.ts'

const test = suite('linearizability')

/** Reads a line such as `decide a 1-2 ok, read a 3-4`. */
function history(text: string): Operation[] {
  return text.split(', ').map((one) => {
    const [act, value, times = '', outcome = 'ok'] = one.split(' ')
    const [start, end] = times.split('-').map(Number)
    return { act, value: value === 'null' ? null : value, start, end, outcome } as Operation
  })
}

const examples: [text: string, refuseAgain: boolean, allow: boolean][] = [
  ['decide a 1-2 ok', true, true],
  ['decide a 1-2 ok, decide b 3-4 ok', false, true],
  ['decide a 1-2 ok, decide b 3-4 refused', true, false],
  ['decide a 1-4 ok, decide b 2-3 refused', true, false],
  ['decide a 3-4 ok, decide b 1-2 refused', false, false],
  ['decide a 1-2 unknown, decide b 3-4 refused', true, false],
  ['decide a 1-2 unknown, decide b 3-4 ok', true, true],
  ['decide a 1-2 failed, decide b 3-4 refused', false, false],
  // An unknown decision may take effect long after its client gave up, and at most once.
  ['decide a 1-2 unknown, read null 3-4, read a 5-6', true, true],
  ['decide a 1-2 unknown, read a 3-4, read null 5-6', false, false],
  ['decide a 5-6 unknown, read a 3-4', false, false],
  // Acknowledged and lost.
  ['decide a 1-2 ok, read null 3-4', false, false],
  ['decide a 1-2 ok, decide b 3-4 ok, read a 5-6', false, false],
  ['decide a 1-4 ok, decide b 2-3 ok, read a 5-6', false, true],
  // One replica shows it, and another one does not yet.
  ['decide a 1-9 ok, read a 2-3, read null 4-5', false, false],
  ['decide a 1-9 ok, read a 2-5, read null 3-4', true, true],
  ['read null 1-2', true, true],
  ['read x 1-2', false, false],
]
for (const [text, refuseAgain, allow] of examples) {
  test(text, () => {
    assert.is(isLinearizable(history(text), 'refuse-again'), refuseAgain)
    assert.is(isLinearizable(history(text), 'allow'), allow)
  })
}

const aRule = fc.constantFrom<Rule>('refuse-again', 'allow')
const someOperations = (outcomes: Operation['outcome'][], most: number) =>
  fc
    .array(
      fc.record({
        act: fc.constantFrom<Operation['act']>('decide', 'read'),
        seen: fc.option(fc.nat(4)),
        start: fc.nat(12),
        length: fc.nat(6),
        outcome: fc.constantFrom(...outcomes),
      }),
      { maxLength: most },
    )
    .map((all) =>
      all.map(({ act, seen, start, length, outcome }, i): Operation => {
        const value = act === 'decide' ? String(i) : seen === null ? null : String(seen)
        return { act, value, start, end: start + length, outcome: act === 'read' ? 'ok' : outcome }
      }),
    )

/** Does the same by trying every order. */
function isExplained(history: readonly Operation[], rule: Rule, state: string | null = null): boolean {
  if (history.every(({ outcome }) => outcome === 'failed' || outcome === 'unknown')) return true
  return history.some((one) => {
    const others = history.filter((other) => other !== one)
    const isFirst = others.every(
      ({ end, outcome }) => outcome === 'failed' || outcome === 'unknown' || end >= one.start,
    )
    if (!isFirst || one.outcome === 'failed') return false
    if (one.act === 'read') return one.value === state && isExplained(others, rule, state)
    const isRefused = rule === 'refuse-again' && state !== null
    if (isRefused !== (one.outcome === 'refused')) return false
    return isExplained(others, rule, isRefused ? state : one.value)
  })
}

test('it says of any short history what trying every order says', () => {
  let accepted = 0
  let rejected = 0
  fc.assert(
    fc.property(someOperations(['ok', 'refused', 'failed', 'unknown'], 6), aRule, (history, rule) => {
      const expected = isExplained(history, rule)
      if (expected) accepted++
      else rejected++
      assert.is(isLinearizable(history, rule), expected)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(Math.min(accepted, rejected) > 100, `${accepted} accepted, ${rejected} rejected`)
})

test('a long history of a register that works is accepted, with everything around it unknown', () => {
  const history = Array.from({ length: 200 }, (_, i): Operation[] => [
    { act: 'decide', value: `${i}`, start: 10 * i, end: 10 * i + 4, outcome: 'ok' },
    { act: 'decide', value: `${i}?`, start: 10 * i, end: 10 * i + 4, outcome: 'unknown' },
    { act: 'read', value: i % 3 === 0 ? `${i}?` : `${i}`, start: 10 * i + 5, end: 10 * i + 9, outcome: 'ok' },
  ]).flat()
  assert.ok(isLinearizable(history, 'allow'))
  history.push({ act: 'read', value: '3', start: 9_999, end: 10_000, outcome: 'ok' })
  assert.not.ok(isLinearizable(history, 'allow'))
})

test.run()
