import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { opaqueSlots } from '../../src/sim/opaque.ts'
import { opaqueSlotOf } from './opaque-slot.ts'

const test = suite('slots of opaque values')

test('are those of the simulator that have the same form', () => {
  for (const [name, value] of Object.entries(opaqueSlots('seed'))) {
    assert.is(opaqueSlotOf(value), name === 'opaque:number' ? undefined : `{${name}}`)
  }
})

test('no slot has another form', () => {
  for (const value of [0, '0', '00-a1', '0123456789abcdefg']) assert.is(opaqueSlotOf(value), undefined)
})

test.run()
