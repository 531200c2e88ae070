import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ConformanceUsageError, renderReport, reporters, runConformance } from '../conformance/index.ts'
import { startSimulator } from '../src/index.ts'
import { serveBreaking } from './testing/breaking-cells.ts'

const test = suite('requirements under a date')

test('a newer check is reported apart until its set is asked for', async () => {
  await using sim = await startSimulator()
  await using broken = await serveBreaking(
    sim.url,
    (query) => query.has('nome') && query.get('sort') === '-nome',
  )
  const token = sim.organizations[0]?.token as string
  const options = { url: broken.url, token, readOnly: true, only: ['CELL-03', 'CELL-06', 'NOME', 'SORT'] }
  const older = await runConformance({ ...options, requirements: '2026-10' }).report()
  assert.is(older.verdict, 'conformant')
  assert.is(older.exitCode, 0)
  assert.is(older.counts.fail, 0)
  assert.match(older.summary, /Newer than 2026-10: \d+ passed, 1 would fail/)
  assert.is(older.results.find(({ id }) => id === 'CELL-06')?.newer, true)
  for (const name of Object.keys(reporters) as (keyof typeof reporters)[]) {
    const text = renderReport(older, name)
    assert.match(text, '2026-10', name)
    assert.match(text, 'CELL-06', name)
  }
  assert.match(renderReport(older, 'junit'), /<testsuites [^>]*failures="0" errors="0"/)

  const newest = await runConformance(options).report()
  assert.is(newest.settings.requirements, '2026-11')
  assert.is(newest.verdict, 'violated')
  assert.is(newest.results.find(({ id }) => id === 'CELL-06')?.verdict, 'fail')
  assert.not.match(newest.summary, 'Newer')
})

test('an unknown set is a usage error that lists the sets', () => {
  for (const requirements of ['2025-01', '2026', '']) {
    assert.throws(
      () => runConformance({ url: 'http://127.0.0.1:1', token: 'x', requirements }),
      (error: Error) =>
        error instanceof ConformanceUsageError && /the sets are 2026-10, 2026-11/.test(error.message),
    )
  }
})

test.run()
