import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { steadied } from './steady.ts'
import type { Answer } from './target-data.ts'

const test = suite('steady refusals')
const NOW = Date.parse('2026-11-23T12:00:00Z')
const answer = (status: number, json: unknown): Answer => ({ status, headers: {}, json, text: '' })

test('ids and times of now are the same in all refusals, and other values stay', () => {
  const steady = steadied([], NOW)
  const refused = (second: number, traceId: string) =>
    steady(answer(404, { traceId, timestamp: `2026-11-23T12:00:0${second}Z`, since: '2020-01-01T00:00:00Z' }))
      .json
  assert.equal(refused(1, '00-a1'), {
    traceId: '00-00',
    timestamp: '2026-11-23T12:00:01Z',
    since: '2020-01-01T00:00:00Z',
  })
  assert.equal(refused(2, '00-b2'), refused(1, '00-a1'))
  const { traceId } = refused(1, '3886db94-1a41-46ab-ae2e-584c929ccacf') as { traceId: string }
  assert.is(traceId, '{opaque:uuid}')
})

test('headers that measure or identify are those of the first refusal, and words stay', () => {
  const steady = steadied([], NOW)
  const refused = (headers: Answer['headers']) => steady({ ...answer(404, {}), headers }).headers
  const first = { 'x-request-id': 'ab-12', 'x-runtime': '0.01', 'x-reason': 'unknown', allow: 'GET' }
  assert.equal(refused(first), { ...first, 'x-request-id': '00-00' })
  assert.equal(refused({ 'x-request-id': 'cd-34', 'x-runtime': '0.02', 'x-reason': 'word', allow: 'POST' }), {
    ...{ 'x-request-id': '00-00', 'x-runtime': '0.01', 'x-reason': 'word', allow: 'POST' },
  })
})

test('a header of which every answer has its own value is the same in all refusals, with its words', () => {
  const traced = (id: string) => ({
    ...answer(404, {}),
    headers: { 'x-amzn-trace-id': `Root=1-${id};Sampled=0` },
  })
  const all = [
    '6b050641-08946765b8',
    '6b050642-aeb94676a1',
    '6b05064e-ff94676500',
    '6b051641-111467aabb',
    '6b05064f-0d',
  ].map(traced)
  const steady = steadied(all, NOW)
  for (const one of all)
    assert.is(steady(one).headers['x-amzn-trace-id'], 'Root=1-00000000-0000000000;Sampled=0')
  const few = steadied(all.slice(0, 2), NOW)
  assert.equal(all.map(few), all)
})

test('answers that succeed keep what they say', () => {
  const json = { requestId: 'abc' }
  assert.is(steadied([], NOW)(answer(200, json)).json, json)
})

test.run()
