import { Worker } from 'node:worker_threads'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Ending, watched } from './watched.ts'

const test = suite('a run that is watched')

interface Ended {
  findings: number[]
  why: Ending['detail'] | 'by itself'
}

const state = '{ run: "0", startedAt: new Date(), requests: { sent: 1, retried: 0, byRisk: {} } }'
const found = (finding: number) => `port.postMessage({ finding: ${finding}, state: ${state} });`

function watch(
  code: string,
  options: { deadline?: number; grace?: number; signal?: AbortSignal; oldMb?: number } = {},
) {
  const { deadline = 600_000, grace = 100, signal, oldMb } = options
  const begin = 'const port = require("node:worker_threads").parentPort; port.postMessage({ begun: true });'
  return watched<number, Ended>({
    size: 3,
    start: () =>
      new Worker(begin + code, {
        eval: true,
        ...(oldMb && { resourceLimits: { maxOldGenerationSizeMb: oldMb } }),
      }),
    deadline,
    grace,
    signal,
    unfinished: (findings, state, { detail }) => {
      assert.is(state?.requests.sent, findings.length > 0 ? 1 : undefined)
      return { findings, why: detail }
    },
  })
}

const BUSY = 'for (;;);'

test('one that ends by itself is told as it came', async () => {
  const run = watch(
    `${found(1)}${found(2)} port.postMessage({ report: { findings: [1, 2], why: 'by itself' } })`,
  )
  const seen: number[] = []
  for await (const finding of run) seen.push(finding)
  assert.equal(seen, [1, 2])
  assert.equal(await run.report(), { findings: [1, 2], why: 'by itself' })
  assert.is(run.size, 3)
})

test('one that is busy when its time is over is ended, and what it found is kept', async () => {
  const { findings, why } = await watch(`${found(1)}${found(2)}${BUSY}`, { deadline: 2_000 }).report()
  assert.equal(findings, [1, 2])
  assert.match(why, /--deadline/)
})

test('one that is busy when it is interrupted is ended, and what it found is kept', async () => {
  const stop = new AbortController()
  const run = watch(found(7) + BUSY, { signal: stop.signal })
  for await (const finding of run) {
    assert.is(finding, 7)
    stop.abort()
  }
  const { findings, why } = await run.report()
  assert.equal(findings, [7])
  assert.match(why, /the run was interrupted/)
})

test('one that stops when it is interrupted ends by itself', async () => {
  const signal = AbortSignal.abort()
  const code = `port.on('message', (said) => port.postMessage({ report: { findings: [], why: 'by itself' } }))`
  assert.is((await watch(code, { signal, grace: 600_000 }).report()).why, 'by itself')
})

test('one that needs more memory than there is does not take this process with it', async () => {
  const code = `${found(1)} const all = []; for (;;) all.push(Array.from({ length: 1000 }, () => ({})))`
  const { findings, why } = await watch(code, { oldMb: 32 }).report()
  assert.equal(findings, [1])
  assert.match(why, /memory/)
})

test('one that goes away, or fails, is no report', async () => {
  assert.match((await watch('process.exit(0)').report()).why, /without a report/)
  for (const code of ['throw new RangeError("x")', 'port.postMessage({ failure: new RangeError("x") })']) {
    const run = watch(code)
    await run.report().then(
      () => assert.unreachable(),
      (error: Error) => assert.is(error.name, 'RangeError'),
    )
    for await (const _ of run) assert.unreachable()
  }
})

test.run()
