import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aFinding, anExchange, aReport, aResult, hostile, samples } from '../testing/sample-reports.ts'
import { githubAnnotations, githubSummary } from './github.ts'

const test = suite('github')
const large = hostile + 'ção'.repeat(70_000)
const finding = aFinding({ actual: large, exchanges: [anExchange({ body: large })] })
const failures = Array.from({ length: 5_000 }, (_, i) =>
  aResult({ id: `PAG-${i}`, verdict: 'fail', finding }),
)
const manyFailures = aReport(failures, { summary: large })

/** Returns Markdown without its code blocks, which end at a fence as long as theirs. */
function outsideOfCode(markdown: string): string {
  let fence: string | undefined
  const outside = markdown.split('\n').filter((line) => {
    const found = /^(`{3,})\s*$/.exec(line)?.[1]
    const wasInside = fence !== undefined
    if (fence === undefined) fence = found
    else if (found !== undefined && found.length >= fence.length) fence = undefined
    return !wasInside && found === undefined
  })
  assert.is(fence, undefined)
  return outside.join('\n')
}

for (const [name, report] of Object.entries({ ...samples, manyFailures })) {
  test(`${name}: texts of the target stay code or plain text, below 1 MiB`, () => {
    const summary = githubSummary(report)
    assert.ok(Buffer.byteLength(summary) < 2 ** 20)
    assert.not.match(outsideOfCode(summary), /[<>`@[\]|]|::|javascript:|\p{Cs}/u)
  })

  test(`${name}: at most ten annotations, each on one line, with an error exactly if the exit code is not 0`, () => {
    const commands = githubAnnotations(report)
    assert.ok(commands.length <= 10)
    for (const command of commands) {
      assert.match(command, /^::(error|warning) title=[^:,\r\n]+::[^\r\n]+$/)
      assert.not.match(command, /%(?!25|0D|0A|3A|2C)/)
    }
    const hasError = commands.some((command) => command.startsWith('::error'))
    assert.is(hasError, report.exitCode !== 0)
  })
}

test('the summary lists every check that did not pass, and annotations tell failures from warnings', () => {
  const { violated } = samples
  for (const { id, verdict } of violated.results)
    if (verdict !== 'pass') assert.match(githubSummary(violated), id)
  const [first, ...rest] = githubAnnotations(violated)
  const title = 'PAG-08 the service returns other persons for page=2 than for page=1'
  const message = 'expected result.paginacao.atual to be 2, got 1%0Apage is the page number.'
  assert.is(first, `::error title=${title}::${message}`)
  assert.is(rest.filter((command) => command.startsWith('::warning')).length, 3)
})

test('what does not fit is left out, and said', () => {
  assert.match(githubSummary(manyFailures), /limits the size of a summary, so the rest is left out\.\*\*\n$/)
  const last = githubAnnotations(manyFailures)[9] ?? ''
  assert.match(last, /^::error title=4991 more of pessoas-sim conformance::PAG-9, /)
})

test('text that means nothing to Markdown stays readable', () => {
  const plain = 'page=2: status_code 200, "total" is 12 (of 25); v1.5-a/b + c = d! REPORT_1 at 12:30'
  const warnings = [plain, '1. a', '# b', 'http://x.test www.x.test :smile: #1 @me']
  const text = githubSummary({ ...samples.violated, warnings })
  const link = '- http&#58;//x.test www&#46;x.test &#58;smile: &#35;1 &#64;me'
  for (const line of [`- ${plain}`, '- 1&#46; a', '- &#35; b', link])
    assert.ok(text.includes(`${line}\n`), line)
})

test.run()
