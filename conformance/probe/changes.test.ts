import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Seen } from '../../src/contract/seen.ts'
import { changesOfSeen, changesSince } from './changes.ts'

const test = suite('what changed')

const was: Seen = { between: '; ', faults: { 'page.word': 'ignore', '*': { status: 422 } } }

test('each rule and each entry of what was seen is compared', () => {
  const is: Seen = { faults: { '*': { status: 400 }, 'page.word': 'ignore' }, headers: { server: 'nginx' } }
  assert.equal(changesOfSeen(was, is), [
    { knob: 'seen.faults.*', was: { status: 422 }, is: { status: 400 } },
    { knob: 'seen.between', was: '; ', is: null },
    { knob: 'seen.headers', was: null, is: { server: 'nginx' } },
  ])
  assert.equal(changesOfSeen(was, was), [])
})

test('what was seen is compared only if the profile and the run have it', () => {
  const report = { profile: { rowsMaximum: 50, seen: {} }, findings: [] }
  assert.equal(
    changesSince({ rowsMaximum: 50, seen: was }, report).map(({ knob }) => knob),
    ['seen.faults.page.word', 'seen.faults.*', 'seen.between'],
  )
  assert.equal(changesSince({ rowsMaximum: 50 }, report), [])
  assert.equal(changesSince({ seen: was }, { profile: { rowsMaximum: 50 }, findings: [] }), [])
})

test.run()
