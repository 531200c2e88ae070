import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { decisionOn } from '../testing/register-world.ts'
import type { Event } from './event.ts'
import { decisionsOf } from './state.ts'

const test = suite('decisions of a state folder')

const [a, b] = [decisionOn('1', 'a'), decisionOn('2', 'b', { organizacao: 'b' })]
const save = (organizacao?: string) => ({ event: 'checkpoint', name: 'x', organizacao }) as Event
const restore = (organizacao?: string) => ({ event: 'restore', name: 'x', organizacao }) as Event
const reset = (organizacao?: string) => ({ event: 'reset', organizacao }) as Event

const cases: [what: string, events: Event[], expected: string[]][] = [
  ['the last decision on a report', [a, decisionOn('1', 'again')], ['again']],
  ['the first one where the next keeps it', [reset(), a, decisionOn('1', 'again', { once: true })], ['a']],
  ['none on a report that was removed', [a, b, { event: 'remove', numero: '1' }], ['b']],
  ['none after a reset', [a, b, reset()], []],
  ['those of others after a reset of one', [a, b, reset('a')], ['b']],
  ['what a checkpoint saved', [a, save(), reset(), b, restore()], ['a']],
  ['of one organization only', [a, save(), reset(), b, restore('a')], ['b', 'a']],
  ['those of others after what was saved of one', [a, save('a'), reset(), b, restore()], ['b', 'a']],
  ['those of one of which nothing was saved', [a, save('a'), b, restore('b')], ['a', 'b']],
  ['all where one of them was saved again', [save(), a, b, save('a'), restore()], ['a']],
  ['the same where there is no checkpoint', [a, b, restore()], ['a', 'b']],
]
for (const [what, events, expected] of cases) {
  test(what, () =>
    assert.equal(
      Array.from(decisionsOf(events).values(), ({ mensagem }) => mensagem),
      expected,
    ),
  )
}

test.run()
