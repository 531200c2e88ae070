import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Report } from '../run/report.ts'
import { samples } from '../testing/sample-reports.ts'
import { junit } from './junit.ts'

const test = suite('junit')
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => ['testsuite', 'testcase'].includes(name),
})

type Outcome = { message: string; type: string; '#text'?: string }
interface Case extends Record<'failure' | 'error' | 'skipped', Outcome | undefined> {
  classname: string
  name: string
  time: string
}
interface Suites {
  time: string
  tests: string
  testsuite: { tests: string; failures: string; errors: string; skipped: string; testcase: Case[] }[]
}

/** Characters that XML 1.0 forbids, which fast-xml-parser accepts. */
const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Returns the cases, and how many of them have each outcome, which the attributes must say, too. */
function parsed(report: Report) {
  const text = junit(report)
  assert.is(XMLValidator.validate(text), true)
  assert.not.match(text, illegal)
  assert.not.match(text, /^\s*::|##\[/m)
  const { testsuites } = parser.parse(text) as { testsuites: Suites }
  const cases = testsuites.testsuite.flatMap(({ testcase }) => testcase)
  const count = (wanted: 'failure' | 'error' | 'skipped') => cases.filter((one) => wanted in one).length
  const said = (name: 'failures' | 'errors' | 'skipped') =>
    testsuites.testsuite.reduce((sum, one) => sum + Number(one[name]), 0)
  const counts = [cases.length, count('failure'), count('error'), count('skipped')]
  assert.equal(counts, [Number(testsuites.tests), said('failures'), said('errors'), said('skipped')])
  return { cases, counts, testsuites }
}

for (const [name, report] of Object.entries(samples)) {
  test(`${name}: is well-formed, has the right counts, and is green exactly if the exit code is 0`, () => {
    const { counts } = parsed(report)
    const { fail, known, inconclusive, 'not run': notRun } = report.counts
    const faults = report.baselineFaults.length
    const lost = report.exitCode > 1 ? 1 : 0
    const tests = 1 + report.results.length + faults
    assert.equal(counts, [tests, fail - known + faults, lost, inconclusive + notRun + known])
    assert.is(counts[1] === 0 && counts[2] === 0, report.exitCode === 0)
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
  for (const [, element = '', given = ''] of junit(samples.violated).matchAll(
    /<([a-z-]+)((?: [a-z]+="[^"]*")*)/g,
  )) {
    const allowed = ALLOWED[element] ?? ['type', 'message']
    for (const [, name = ''] of given.matchAll(/ ([a-z]+)="/g))
      assert.ok(allowed.includes(name), `${element} ${name}`)
  }
})

test('a failure has its class, time and message; the root cause is the error of a run', () => {
  const { cases, testsuites } = parsed(samples.violated)
  const { failure, ...failed } = cases.find(({ name }) => name.startsWith('PAG-08')) as Case
  const name = 'PAG-08 the service returns other persons for page=2 than for page=1'
  assert.equal(failed as object, { classname: 'pessoas-sim.4.1-list-persons', name, time: '0.012' })
  assert.is(testsuites.time, '1.234')
  assert.is(failure?.type, '4.1-page')
  assert.is(failure?.message, 'expected result.paginacao.atual to be 2, got 1')
  assert.match(failure?.['#text'] ?? '', /fails in: page:2[\s\S]*sent:\ncurl .*\nreceived: 200 application/)
  const run = parsed(samples.unreachable).cases.find(({ error }) => error)
  assert.match(run?.error?.message ?? '', /^Nothing listens at/)
})

test.run()
