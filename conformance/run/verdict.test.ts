import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aReport, aResult } from '../testing/sample-reports.ts'
import { applyBaseline, type BaselineEntry, baselineFaults, baselineOf, readBaseline } from './baseline.ts'
import type { Result } from './report.ts'
import { ConformanceUsageError } from './selection.ts'
import { verdictFor } from './verdict.ts'

const test = suite('the verdict and the baseline')
const TODAY = '2026-11-21'
const passes = ['PAG-02', 'PAG-10', 'PAG-04'].map((id) => aResult({ id }))
const fails = (id: string) => aResult({ id, verdict: 'fail', detail: 'expected 1, got cpf#67854d' })
const lost = (id: string, reason: NonNullable<Result['reason']>) => aResult({ id, verdict: 'inconclusive', reason })
const entry = (id: string, expires?: string): BaselineEntry => ({ id, reason: 'x', ...(expires && { expires }) })

const last = (result: Result) => [...passes, result]
const cases: [what: string, results: Result[], entries: BaselineEntry[], exitCode: number, summary: RegExp][] = [
  ['all pass', passes, [], 0, /^Conformant in all that could be decided: 3 passed, 0 failed, 0 undecided, 0 observed, 0 not run\.$/],
  ['one fails', last(fails('PAG-05')), [], 1, /^Not conformant: 3 passed, 1 failed, /],
  ['a warning', last(aResult({ level: 'should', verdict: 'observed', warning: true })), [], 0, /1 observed \(1 with a warning\)/],
  ['a known failure', last(fails('PAG-05')), [entry('PAG-05')], 0, /^Conformant except for known failures: .* 1 failed \(1 known\)/],
  ['an entry passes', passes, [entry('PAG-02')], 1, /^The baseline is out of date; nothing else fails: 3 passed, .*\. PAG-02 passes now: remove its entry from the baseline\.$/],
  ['an entry expired and fails', [fails('PAG-05')], [entry('PAG-05', '2020-01-01')], 1, /^Not conformant: .* PAG-05 expired on 2020-01-01, and it still fails: fix it or renew its entry\.$/],
  ['an entry expired, undecided', last(lost('PAG-05', 'thin-data')), [entry('PAG-05', '2020-01-01')], 1, /^The baseline.* and this run did not decide it/],
  ['an entry that was not asked', passes, [entry('CPF-01')], 0, /^Conformant/],
  ['the target fails', last(lost('PAG-05', 'target-failed')), [entry('PAG-02')], 4, /^The target failed in 1 check: .* PAG-02 passes now/],
  ['several losses', [lost('PAG-05', 'target-failed'), lost('PAG-06', 'deadline')], [], 4, /^The run reached --deadline before deciding 1 check: /],
  ['interrupted', [fails('PAG-05'), lost('PAG-06', 'interrupted'), lost('PAG-07', 'target-failed')], [], 130, /^Interrupted before 1 of 3 checks were decided: 0 passed, 1 failed, 2 undecided/],
  ['the list changes', last(lost('PAG-05', 'data-drift')), [], 3, /^The list kept changing, so 1 check is undecided: /],
  ['too little decided', [aResult(), lost('PAG-05', 'thin-data'), lost('PAG-06', 'thin-data')], [], 3, /^Too few checks could be decided, 1 of 3: /],
  ['nothing run', [aResult({ verdict: 'not run' })], [], 3, /^None of the selected checks could be run or observed: /],
]

for (const [what, results, entries, exitCode, summary] of cases)
  test(what, () => {
    const faults = baselineFaults(results, entries, TODAY)
    const judged = verdictFor(applyBaseline(results, entries, TODAY), faults, {}, { count: 0, unknown: [] })
    assert.match(judged.summary, summary)
    assert.is(judged.exitCode, exitCode)
    assert.ok(judged.summary.startsWith(judged.headline))
  })

test('an invalid baseline is refused with its entry and the fault', () => {
  const refused = (value: unknown, says: RegExp) =>
    assert.throws(
      () => readBaseline(typeof value === 'string' ? value : JSON.stringify(value)),
      (error: Error) => error instanceof ConformanceUsageError && says.test(error.message),
    )
  refused('{', /not valid JSON/)
  refused({}, /not an array/)
  refused([null], /^Entry 1 of the baseline \(without id\): unknown check id/)
  refused([entry('PAG-02'), entry('X')], /^Entry 2 of the baseline \(X\): unknown check id; --list shows/)
  refused([entry('PAG-02'), entry('PAG-02')], /another entry for this id/)
  refused([{ id: 'PAG-02', reason: ' ' }], /reason is missing/)
  for (const expires of ['soon', '2026-13-01', '']) refused([{ ...entry('PAG-02'), expires }], /YYYY-MM-DD/)
})

test('a written baseline keeps the entries of checks that still fail, and can be read', () => {
  const report = aReport([...passes, fails('PAG-08'), fails('PAG-07')])
  const kept = { id: 'PAG-08', reason: 'ticket 42', expires: '2027-01-01' }
  const written = baselineOf(report, [kept, entry('PAG-02')])
  assert.equal(written, [kept, { id: 'PAG-07', reason: 'known since 2026-02-03: expected 1, got cpf' }])
  assert.equal(readBaseline(JSON.stringify(written)), written)
})

test.run()
