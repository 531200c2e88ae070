import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { times } from '../../src/testing/deep.ts'
import type { Report } from '../run/report.ts'
import { aFinding, anExchange, aReport, aResult, hostile, samples } from '../testing/sample-reports.ts'
import { junit } from './junit.ts'

const test = suite('junit')

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
})

interface Case {
  classname: string
  name: string
  time: string
  failure?: { message: string; type: string; '#text': string }
  error?: { message: string }
  skipped?: { message: string }
  'system-out'?: string
}
type Counts = Record<'tests' | 'failures' | 'errors' | 'skipped', string>
type Suites = Omit<Counts, 'skipped'> & { testsuite: (Counts & { name: string; testcase: Case[] })[] }

// Characters that XML 1.0 forbids, which fast-xml-parser lets pass.
const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

function parsed(report: Report): { suites: Suites; cases: Case[] } {
  const text = junit(report)
  assert.is(XMLValidator.validate(text), true)
  assert.not.match(text, illegal)
  const { testsuites } = parser.parse(text) as { testsuites: Suites }
  return { suites: testsuites, cases: testsuites.testsuite.flatMap(({ testcase }) => testcase) }
}

function counted(cases: readonly Case[]): Counts {
  return {
    tests: String(cases.length),
    failures: String(cases.filter(({ failure }) => failure !== undefined).length),
    errors: String(cases.filter(({ error }) => error !== undefined).length),
    skipped: String(cases.filter(({ skipped }) => skipped !== undefined).length),
  }
}

const countsOf = ({ tests, failures, errors, skipped }: Counts): Counts => ({
  tests,
  failures,
  errors,
  skipped,
})

/** The whole has no count of skipped tests of its own: see the attributes below. */
const totalsOf = (suites: Suites): Counts => {
  const skipped = suites.testsuite.reduce((sum, suite) => sum + Number(suite.skipped), 0)
  return countsOf({ ...suites, skipped: String(skipped) })
}

/** The attributes that the schema of Jenkins' xUnit plugin (junit-10.xsd) allows; it rejects a file with any other. */
const ALLOWED: Record<string, string[]> = {
  testsuites: ['name', 'time', 'tests', 'failures', 'errors'],
  testsuite: ['name', 'time', 'tests', 'failures', 'errors', 'skipped', 'timestamp'],
  testcase: ['name', 'time', 'classname'],
  property: ['name', 'value'],
  failure: ['type', 'message'],
  error: ['type', 'message'],
  skipped: ['type', 'message'],
}

test('each element has only the attributes that the schema of Jenkins allows', () => {
  for (const report of Object.values(samples)) {
    for (const [, element, attributes] of junit(report).matchAll(/<([a-z-]+)((?: [a-z]+="[^"]*")*)\/?>/g)) {
      const names = Array.from((attributes as string).matchAll(/ ([a-z]+)="/g), ([, name]) => name as string)
      const others = names.filter((name) => !ALLOWED[element as string]?.includes(name))
      assert.equal(others, [], element)
    }
  }
})

for (const [name, report] of Object.entries(samples)) {
  test(`${name}: its counts are those of its elements and of the report`, () => {
    const { suites, cases } = parsed(report)
    assert.equal(totalsOf(suites), counted(cases))
    for (const one of suites.testsuite) assert.equal(countsOf(one), counted(one.testcase), one.name)
    const { fail, known, inconclusive } = report.counts
    assert.equal(totalsOf(suites), {
      tests: String(1 + report.results.length + report.baselineFaults.length),
      failures: String(fail - known + report.baselineFaults.length),
      errors: report.exitCode > 1 ? '1' : '0',
      skipped: String(inconclusive + report.counts['not run'] + known),
    })
  })

  test(`${name}: green exactly when the exit code is 0`, () => {
    const { failures, errors } = parsed(report).suites
    assert.is(failures === '0' && errors === '0', report.exitCode === 0)
  })
}

test('a failure says what it is, where it belongs and how long it took', () => {
  const failed = parsed(samples.violated).cases.find(({ name }) => name.startsWith('PAG-08'))
  assert.is(failed?.classname, 'pessoas-sim.4.1-list-persons')
  assert.is(failed?.name, 'PAG-08 the service returns other persons for page=2 than for page=1')
  assert.is(failed?.time, '0.012')
  assert.is(failed?.failure?.message, 'expected result.paginacao.atual to be 2, got 1')
  assert.is(failed?.failure?.type, '4.1-page')
  assert.match(failed?.failure?.['#text'] ?? '', /sent:\ncurl .*\nreceived: 200 application\/json/)
})

test('the time of the whole is that of the run, in which checks are asked side by side', () => {
  const report = { ...samples.violated, durationMs: 1_234 }
  assert.match(junit(report), /<testsuites [^>]* time="1\.234">/)
})

test('an open point says in its output what was observed', () => {
  const open = parsed(samples.violated).cases.find(({ name }) => name.startsWith('SORT-13'))
  assert.match(open?.['system-out'] ?? '', /^observed: sort=id: rejected/)
})

test('the root cause is the error of a run that could not be judged', () => {
  const run = parsed(samples.unreachable).cases.find(({ error }) => error !== undefined)
  assert.match(run?.error?.message ?? '', /^Nothing listens at/)
})

test('no line of it is a command of GitHub', () => {
  assert.not.match(junit(samples.violated), /^\s*::|##\[/m)
})

test('no text breaks the form', () => {
  const text = fc.oneof(fc.string({ unit: ANY_CHARACTER }), fc.constant(hostile))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const finding = aFinding({
        actual: one,
        exchanges: [anExchange({ curl: other, contentType: one, body: other })],
      })
      const { suites } = parsed(
        aReport([
          aResult({ title: one, detail: other }),
          aResult({ title: other, verdict: 'fail', finding }),
          aResult({ detail: one, verdict: 'inconclusive', remedy: other }),
        ]),
      )
      assert.equal(totalsOf(suites), { tests: '4', failures: '1', errors: '0', skipped: '1' })
    }),
    { numRuns: times(120, 300) },
  )
})

test.run()
