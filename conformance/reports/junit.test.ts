import { XMLValidator } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { samples } from '../testing/sample-reports.ts'
import { junit } from './junit.ts'

const test = suite('junit')

for (const [name, report] of Object.entries(samples)) {
  const text = junit(report)

  test(`${name}: is well-formed, and no line of it is a command of GitHub`, () => {
    assert.is(XMLValidator.validate(text), true)
    assert.not.match(text, /^\s*::|##\[|[\uFFFE\uFFFF\p{Cs}]/mu)
  })

  test(`${name}: its counts are those of its elements and of the report; green exactly if the exit code is 0`, () => {
    const elements = ['testcase', 'failure', 'error', 'skipped'].map(
      (element) => text.match(new RegExp(`<${element} `, 'g'))?.length ?? 0,
    )
    const said = ['tests', 'failures', 'errors', 'skipped'].map((attribute) => {
      const counts = text.matchAll(new RegExp(`<testsuite [^>]*${attribute}="(\\d+)"`, 'g'))
      return Array.from(counts, ([, count]) => Number(count)).reduce((a, b) => a + b)
    })
    const { fail, known, inconclusive, 'not run': notRun } = report.counts
    const faults = report.baselineFaults.length
    const [tests, failures] = [1 + report.results.length + faults, fail - known + faults]
    const errors = report.exitCode > 1 ? 1 : 0
    assert.equal(elements, [tests, failures, errors, inconclusive + notRun + known])
    assert.equal(said, elements)
    assert.match(
      text,
      `<testsuites name="pessoas-sim" tests="${tests}" failures="${failures}" errors="${errors}"`,
    )
    assert.is(failures + errors === 0, report.exitCode === 0)
  })
}

/** The attributes that the schema of Jenkins' xUnit plugin (junit-10.xsd) allows; it rejects a file with any other. */
const ALLOWED: Record<string, string[]> = {
  testsuites: ['name', 'time', 'tests', 'failures', 'errors'],
  testsuite: ['name', 'time', 'tests', 'failures', 'errors', 'skipped', 'timestamp'],
  testcase: ['name', 'time', 'classname'],
  property: ['name', 'value'],
}

test('each element has only the attributes that the schema of Jenkins allows', () => {
  const elements = junit(samples.violated).matchAll(/<([a-z-]+)((?: [a-z]+="[^"]*")*)/g)
  for (const [, element = '', given = ''] of elements) {
    const allowed = ALLOWED[element] ?? ['type', 'message']
    for (const [, name = ''] of given.matchAll(/ ([a-z]+)="/g)) assert.ok(allowed.includes(name), name)
  }
})

test('a failure has its class, time, message and story; the root cause is the error of a run', () => {
  const title = 'PAG-08 the service returns other persons for page=2 than for page=1'
  const text = junit(samples.violated)
  assert.match(text, `classname="pessoas-sim.4.1-list-persons" name="${title}" time="0.012">`)
  assert.match(text, '<failure message="expected result.paginacao.atual to be 2, got 1" type="4.1-page">')
  assert.match(text, /fails in: page:2[\s\S]*sent:\ncurl .*\nreceived: 200 application\/json/)
  assert.match(junit(samples.unreachable), '<error message="Nothing listens at http:')
})

test.run()
