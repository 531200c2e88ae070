import fc from 'fast-check'
import { Parser } from 'tap-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { times } from '../../src/testing/deep.ts'
import type { Report } from '../run/report.ts'
import { aReport, aResult, hostile, samples } from '../testing/sample-reports.ts'
import { tap } from './tap.ts'

const test = suite('tap')

/** What a strict parser makes of it: in strict mode everything that is no TAP is a failure. */
function parsed(report: Report) {
  const parser = new Parser({ strict: true })
  const names: string[] = []
  const nested: unknown[] = []
  parser.on('assert', ({ name }) => names.push(name))
  parser.on('child', (child) => nested.push(child))
  parser.end(tap(report))
  assert.ok(parser.results)
  assert.equal(nested, [])
  return { results: parser.results, names, bailedOut: parser.bailedOut, failures: parser.failures }
}

for (const [name, report] of Object.entries(samples)) {
  test(`${name}: a strict parser counts what was found`, () => {
    const { results, names, bailedOut } = parsed(report)
    const { known } = report.counts
    const skipped = report.counts.inconclusive + report.counts['not run']
    const withoutVerdict = report.exitCode > 1 ? 1 : 0
    assert.is(results.plan.end, 1 + report.results.length + report.baselineFaults.length)
    assert.is(results.count, results.plan.end)
    assert.is(results.todo, known)
    assert.is(results.skip, skipped)
    assert.is(
      results.fail - results.todo,
      report.counts.fail - known + report.baselineFaults.length + withoutVerdict,
    )
    assert.is(bailedOut, false)
    for (const { id, title } of report.results) assert.ok(names.includes(`${id} the service ${title}`), id)
  })

  test(`${name}: green exactly when the exit code is 0`, () => {
    assert.is(parsed(report).results.ok, report.exitCode === 0)
  })
}

test('a failure has its diagnostics', () => {
  const failure = parsed(samples.violated).failures.find(({ name }) => name.startsWith('PAG-08')) as {
    diag: Record<string, unknown>
  }
  assert.is(failure.diag.expected, 'result.paginacao.atual to be 2')
  assert.equal(failure.diag.clause, ['4.1-page', '2.2-atual'])
  assert.is((failure.diag.sent as string[]).length, 2)
})

test('no text breaks the form', () => {
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.constant(hostile),
    fc.constantFrom('{', ' {', '\\', '#', 'a # SKIP {'),
  )
  fc.assert(
    fc.property(text, text, text, (title, detail, reason) => {
      const report = aReport([
        aResult({ title, detail }),
        aResult({ title, detail, verdict: 'inconclusive' }),
        aResult({ title, detail, verdict: 'fail' }),
        aResult({ title, detail, verdict: 'fail', known: { reason, expires: '2027-01-01' } }),
      ])
      const { results } = parsed(report)
      assert.equal([results.count, results.pass, results.fail, results.skip, results.todo], [5, 3, 2, 1, 1])
      assert.not.match(tap(report), /\p{Cs}/u)
    }),
    { numRuns: times(120, 300) },
  )
})

test.run()
