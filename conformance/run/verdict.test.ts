import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aResult } from '../testing/sample-reports.ts'
import { baselineFaults } from './baseline.ts'
import type { Result } from './report.ts'
import { verdictFor } from './verdict.ts'

const test = suite('the verdict')
const result = (id: string, over: Partial<Result> = {}) => aResult({ id, ...over })
const passes = ['PAG-01', 'PAG-02', 'PAG-04'].map((id) => result(id))
const fails = (id: string) => result(id, { verdict: 'fail' })
const lost = (id: string, reason: NonNullable<Result['reason']>) => result(id, { verdict: 'inconclusive', reason })
const known = (id: string) => ({ ...fails(id), known: { reason: 'x', expires: '2999-12-31' } })
const entry = (id: string, expires = '2999-12-31') => ({ id, reason: 'x', expires })

const cases: [
  what: string,
  results: Result[],
  entries: ReturnType<typeof entry>[],
  verdict: string,
  exitCode: number,
  summary: RegExp,
][] = [
  ['all pass', passes, [], 'conformant', 0, /^Conformant in all that could be decided: 3 passed, 0 failed, /],
  ['one fails', [...passes, fails('PAG-05')], [], 'violated', 1, /^Not conformant: 3 passed, 1 failed, /],
  [
    'what fails is known',
    [...passes, known('PAG-05')],
    [entry('PAG-05')],
    'conformant',
    0,
    /^Conformant except for known failures/,
  ],
  [
    'an entry passes now',
    passes,
    [entry('PAG-02')],
    'stale-baseline',
    1,
    /^The baseline is out of date; nothing else fails\. Remove PAG-02 from the baseline: it passes now\. 3 passed, 0 failed, /,
  ],
  [
    'several pass now, one of them past its time',
    passes,
    [entry('PAG-01'), entry('PAG-02', '2020-01-01')],
    'stale-baseline',
    1,
    /Remove PAG-01, PAG-02 from the baseline: they pass now\. 3 passed/,
  ],
  [
    'the time of an entry is over, and it still fails',
    [...passes, fails('PAG-05')],
    [entry('PAG-05', '2020-01-01')],
    'violated',
    1,
    /^Not conformant: .* The entry of PAG-05 has expired: fix the failure or renew the entry\.$/,
  ],
  [
    'a stale entry beside a violation',
    [...passes, fails('PAG-05')],
    [entry('PAG-02')],
    'violated',
    1,
    /^Not conformant: 3 passed, 1 failed, .* Remove PAG-02 from the baseline: it passes now\.$/,
  ],
  [
    'a target that fails hides no stale entry, and is told first',
    [...passes, lost('PAG-05', 'target-failed')],
    [entry('PAG-02')],
    'failed',
    4,
    /^The target failed in 1 check: .* Remove PAG-02/,
  ],
  [
    'who interrupts is told, and the target is not blamed',
    [...passes, fails('PAG-05'), lost('PAG-06', 'interrupted'), lost('PAG-07', 'target-failed')],
    [],
    'interrupted',
    130,
    /^Interrupted before 1 of 6 checks were decided: 3 passed, 1 failed, 2 undecided/,
  ],
]
test('two organizations of which nothing shows whether they are kept apart leave the run undecided', () => {
  const apart = { ...lost('ORG-01', 'thin-data'), detail: 'both have the same persons' }
  const judged = verdictFor([...passes, apart], [], {}, '2026-11')
  assert.is(judged.exitCode, 3)
  assert.match(
    judged.summary,
    /^The suite could not decide whether the two organizations are kept apart: both have the same/,
  )
  assert.is(verdictFor([...passes, lost('ORG-01', 'not-declared')], [], {}, '2026-11').exitCode, 0)
})

test('declared reports that the service does not know are in the headline; if it knows none, nothing was decided', () => {
  const judged = (results: Result[], count: number, unknown: string[]) => {
    const { headline, summary, exitCode } = verdictFor(results, [], {}, '2026-11', { count, unknown })
    assert.ok(summary.startsWith(`${headline}: ${results.filter(({ verdict }) => verdict === 'pass').length} `))
    return [exitCode, headline]
  }
  assert.equal(judged(passes, 1, ['$REPORT_1']), [
    3,
    'The service does not know the declared report $REPORT_1, so nothing that needs it was decided',
  ])
  assert.equal(judged(passes, 3, ['$REPORT_2']), [
    0,
    'Conformant in all that could be decided, but the service does not know the declared report $REPORT_2',
  ])
  assert.equal(judged([...passes, fails('PAG-05')], 2, ['$REPORT_1', '$REPORT_2']), [
    1,
    'Not conformant, and the service does not know the declared reports $REPORT_1, $REPORT_2',
  ])
  assert.equal(judged(passes, 1, []), [0, 'Conformant in all that could be decided'])
})

for (const [what, results, entries, verdict, exitCode, summary] of cases) {
  test(what, () => {
    const judged = verdictFor(results, baselineFaults(results, entries, '2026-11-21'), {}, '2026-11')
    assert.is(judged.verdict, verdict)
    assert.is(judged.exitCode, exitCode)
    assert.match(judged.summary, summary)
    assert.ok(judged.summary.startsWith(judged.headline))
    if (exitCode === 0 || verdict === 'stale-baseline') assert.not.match(judged.summary, /[Nn]ot conformant/)
  })
}

test('each entry of the baseline that no longer holds says what to do', () => {
  const says = (results: Result[], expires: string) =>
    baselineFaults(results, [entry('PAG-02', expires)], '2026-11-21').map(({ fault, says }) => `${fault}: ${says}`)
  assert.equal(says(passes, '2999-12-31'), ['stale: PAG-02 passes now: remove its entry from the baseline'])
  assert.equal(says([fails('PAG-02')], '2020-01-01'), [
    'expired: PAG-02 expired on 2020-01-01, and it still fails: fix it or renew its entry',
  ])
  assert.equal(says([lost('PAG-02', 'thin-data')], '2020-01-01'), [
    'expired: PAG-02 expired on 2020-01-01, and this run did not decide it: fix it or renew its entry',
  ])
  assert.equal(says([fails('PAG-02')], '2999-12-31'), [])
})

test.run()
