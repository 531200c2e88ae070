import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../operator/clock.ts'
import type { Organization } from '../../world/store.ts'
import { Shower } from './exchange.ts'
import { createJournal, type Journal } from './journal.ts'
import { Pseudonyms } from './pseudonyms.ts'
import { Recorder } from './recorder.ts'
import { wholeScope } from './scope.ts'
import { JournalGapError } from './verification-error.ts'

const test = suite('a busy journal')

const answer = { status: 400, body: 'x'.repeat(2_000) }
const known = { hasName: () => false, hasToken: () => false }

function journalOf(exchanges: number, bytes?: number): { recorder: Recorder; journal: Journal } {
  const world = { clock: systemClock }
  const recorder = new Recorder(
    {
      codes: [],
      organizationOf: () => undefined,
      handleOf: ({ id }: Organization) => id,
      hasHandle: () => true,
      worldOf: () => world,
      whyOf: () => undefined,
    },
    { exchanges, ...(bytes !== undefined && { bytes }) },
  )
  const journal = createJournal({
    recorder,
    shower: new Shower(new Pseudonyms(), known, ({ owner }) => owner?.handle ?? null),
    scope: wholeScope(),
    source: () => ({ start: undefined, own: [], hasMemory: false, obstacleTo: () => undefined }),
  })
  return { recorder, journal }
}

const hear = (recorder: Recorder, count: number) => {
  for (let k = 0; k < count; k++) recorder.stray(answer, () => [])
}

test('a stream shows as many as a view can, and counts the others', async () => {
  const { recorder, journal } = journalOf(1_000)
  const stop = new AbortController()
  const events = journal.stream({}, { signal: stop.signal })
  const first = events.next()
  hear(recorder, 120)
  const text = (await first).value as string
  assert.is(text.match(/^event: exchange$/gm)?.length, 50)
  assert.match(text, /^event: missed\ndata: \{"missed":70\}$/m)
  stop.abort()
  assert.ok((await events.next()).done)
})

test('who follows in code and is too slow is told', async () => {
  const { recorder, journal } = journalOf(10)
  const following = journal.follow()
  const first = following.next()
  hear(recorder, 25)
  assert.is(((await first).value as { id: number }).id, 1)
  for (let k = 2; k <= 10; k++) assert.is(((await following.next()).value as { id: number }).id, k)
  const error = await following.next().catch((error: unknown) => error)
  assert.instance(error, JournalGapError)
  assert.is((error as JournalGapError).dropped, 15)
})

test('a reader that takes its time is told, and never sees the bytes of other exchanges', async () => {
  const { recorder, journal } = journalOf(10, 20_000)
  const hearWord = (word: string) => recorder.stray({ status: 400, body: word.repeat(100) }, () => [])
  const following = journal.follow({}, { reveal: true })
  const first = following.next()
  for (let k = 0; k < 10; k++) hearWord('mine.')
  const seen = [(await first).value]
  for (let k = 0; k < 1_000; k++) hearWord('other')
  let error: unknown
  for (;;) {
    const { value } = await following.next().catch((thrown: unknown) => {
      error = thrown
      return { value: undefined }
    })
    if (value === undefined) break
    seen.push(value)
  }
  assert.is(
    seen.every((exchange) => exchange?.answer?.body === 'mine.'.repeat(100)),
    true,
  )
  assert.instance(error, JournalGapError)
})

test('the latest are kept, each with its own answer', () => {
  const { recorder, journal } = journalOf(10)
  for (let round = 0; round < 50; round++) {
    recorder.stray({ status: 400 + (round % 3), body: `{"round":${round}}` }, () => [])
    const [last] = journal.find({}, { limit: 1, reveal: true })
    assert.equal([last?.id, last?.status, last?.why], [round + 1, 400 + (round % 3), []])
    assert.equal(last?.answer?.body, { round })
  }
  assert.equal(
    journal.find({}, { reveal: true }).map(({ answer }) => (answer?.body as { round: number }).round),
    Array.from({ length: 10 }, (_, k) => 40 + k),
  )
})

test('bytes are bounded as well as exchanges', () => {
  const { recorder, journal } = journalOf(1_000, 50_000)
  hear(recorder, 500)
  const kept = journal.find()
  assert.ok(kept.length > 10 && kept.length < 25, String(kept.length))
  assert.is(kept.at(-1)?.id, 500)
  assert.is(journal.find({}, { reveal: true }).at(-1)?.answer?.body, answer.body)
  assert.is(journal.totals.heard, 500)
})

test.run()
