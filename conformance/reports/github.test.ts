import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aFinding, anExchange, aReport, aResult, hostile, samples } from '../testing/sample-reports.ts'
import { githubAnnotations, githubSummary } from './github.ts'

const test = suite('github')
const MIB = 1024 * 1024

const large = hostile + 'ção'.repeat(70_000)
const manyFailures = aReport(
  Array.from({ length: 5_000 }, (_, index) =>
    aResult({
      id: `PAG-${index}`,
      verdict: 'fail',
      detail: large,
      finding: aFinding({ actual: large, exchanges: [anExchange({ body: large })] }),
    }),
  ),
  { verdict: 'violated', exitCode: 1, summary: large },
)

test('5,000 failures of 200 kB are a summary under 1 MiB that says what it leaves out', () => {
  const summary = githubSummary(manyFailures)
  assert.ok(Buffer.byteLength(summary) < MIB)
  assert.match(summary, /Left out, because GitHub limits the size of a summary:\*\* \d+ of “Failed”/)
})

/** Markdown without its code blocks, which end at a fence as long as theirs. */
function outsideOfCode(markdown: string): string {
  let fence: string | undefined
  const outside = markdown.split('\n').filter((line) => {
    const found = /^(`{3,})\s*$/.exec(line)?.[1]
    if (fence === undefined) {
      fence = found
      return found === undefined
    }
    if (found !== undefined && found.length >= fence.length) fence = undefined
    return false
  })
  assert.is(fence, undefined)
  return outside.join('\n')
}

for (const [name, report] of Object.entries({ ...samples, manyFailures })) {
  test(`${name}: what the target wrote stays code or text`, () => {
    const outside = outsideOfCode(githubSummary(report))
    assert.not.match(outside, /[<>`@[\]|]|::|javascript:/)
    assert.not.match(outside, /\p{Cs}/u)
  })

  test(`${name}: ten annotations at most, each in one line`, () => {
    const commands = githubAnnotations(report)
    assert.ok(commands.length <= 10)
    for (const command of commands) {
      assert.match(command, /^::(error|warning) title=[^:,\r\n]*::[^\r\n]+$/)
      assert.not.match(command, /%(?!25|0D|0A|3A|2C)/)
    }
    assert.is(
      commands.some((command) => command.startsWith('::error')),
      report.exitCode !== 0,
    )
  })
}

test('every check that wants to be looked at is in the summary', () => {
  const summary = githubSummary(samples.violated)
  for (const { id, verdict } of samples.violated.results) if (verdict !== 'pass') assert.match(summary, id)
})

test('the last annotation names what the others leave out', () => {
  const commands = githubAnnotations(manyFailures)
  assert.is(commands.length, 10)
  assert.match(commands[9] ?? '', /^::error title=4991 more of pessoas-sim conformance::PAG-9, PAG-10, /)
})

test('nothing is said of clauses where nothing could be asked', () => {
  assert.not.match(githubSummary(samples.unreachable), 'Coverage by clause')
  assert.match(githubSummary(samples.conformant), 'Coverage by clause')
})

test('warnings are annotated as such', () => {
  const warnings = githubAnnotations(samples.violated).filter((command) => command.startsWith('::warning'))
  assert.is(warnings.length, 3)
  assert.match(warnings[0] ?? '', '::warning title=AUTH-06 ')
})

test('text that means nothing to Markdown stays readable', () => {
  const detail = 'page=2: status_code 200, "total" is 12 (of 25); v1.5-a/b + c = d! REPORT_1 at 12:30'
  const report = {
    ...samples.violated,
    warnings: [detail, '1. a', '# b', 'http://x.test www.x.test :smile: #1 @me'],
  }
  const text = githubSummary(report)
  assert.ok(text.includes(`- ${detail}\n`), text)
  for (const line of [
    '- 1&#46; a',
    '- &#35; b',
    '- http&#58;//x.test www&#46;x.test &#58;smile: &#35;1 &#64;me',
  ])
    assert.ok(text.includes(line), line)
})

test.run()
