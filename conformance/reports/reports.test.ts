import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { risks } from '../client/exchange.ts'
import { aFinding, anExchange, aReport, aResult, hostile, samples } from '../testing/sample-reports.ts'
import { githubAnnotations, githubSummary } from './github.ts'
import { html } from './html.ts'
import { type ReporterName, renderReport, reporters, schemaAddress } from './index.ts'
import { junit } from './junit.ts'
import { pretty } from './pretty.ts'
import { oneLine } from './printable.ts'

const test = suite('reports')
/** What a report cannot do without, and what the interface itself says. */
const INNOCENT =
  /\b0 failed|(failures|errors)="0"|"fail": 0|with --strict it fails|A failed authentication gives 401|<style>.*?<\/style>/gs

for (const name of Object.keys(reporters) as ReporterName[])
  test(`${name}: is a pure function of the report that ends its last line`, () => {
    for (const report of Object.values(samples)) {
      const before = JSON.stringify(report)
      const text = renderReport(report, name)
      assert.match(text, /[^\n]\n$/)
      assert.is(renderReport(structuredClone(report), name), text)
      assert.is(JSON.stringify(report), before)
      assert.is(renderReport(report, name, { color: true }).includes('\u001b'), name === 'pretty')
    }
    const innocent = renderReport(samples.conformant, name).replace(INNOCENT, '')
    assert.not.match(innocent, /fail|violat|not conformant|✗/i)
    for (const given of [{}, undefined, { results: 1 }])
      assert.throws(() => renderReport(given as never, name), /^renderReport needs the report of a run/)
  })

test('no text breaks HTML or XML', () => {
  const text = fc.oneof(fc.string({ unit: ANY_CHARACTER }), fc.constant(hostile))
  const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
  fc.assert(
    fc.property(text, text, (one, other) => {
      const finding = aFinding({ actual: one, exchanges: [anExchange({ curl: other, body: one })] })
      const results = [
        aResult({ title: other, verdict: 'fail', finding }),
        aResult({ id: 'PAG-09', title: one, detail: other }),
        aResult({ id: 'PAG-10', verdict: 'inconclusive', detail: one, remedy: other }),
      ]
      const report = aReport(results, { target: one, warnings: [other] })
      const page = reporters.html(report).replace('<!doctype html>', '')
      for (const form of [page.replace(/<meta ([^>]*)>/g, '<meta $1/>'), reporters.junit(report)]) {
        assert.is(XMLValidator.validate(form), true)
        assert.not.match(form, forbidden)
      }
    }),
    { seed: 40 },
  )
})

// json

const { json } = reporters
const file = new URL('../../fixtures/conformance-report.schema.json', import.meta.url)
const schema = JSON.parse(readFileSync(file, 'utf8'))
const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema)

for (const [name, report] of Object.entries(samples))
  test(`${name}: is the whole report, as the schema in the package describes it`, () => {
    const read = JSON.parse(json(report))
    assert.ok(validate(read), JSON.stringify(validate.errors))
    assert.equal(read, { $schema: schemaAddress, ...report })
    assert.not.match(json(report), /\p{Cs}/u)
  })

test('the schema describes every field and allows no other', () => {
  const visit = (node: Record<string, unknown>) => {
    if (node.type === 'object') assert.is(node.additionalProperties, false)
    for (const [name, field] of Object.entries((node.type === 'object' && node.properties) || {}))
      assert.ok(field.description ?? field.$ref, name)
    for (const inner of Object.values(node)) if (inner instanceof Object) visit(inner as typeof node)
  }
  visit(schema)
  assert.is(schema.$id, schemaAddress)
  assert.equal(schema.properties.settings.properties.risk.enum, risks)
  assert.not(validate({ ...JSON.parse(json(samples.violated)), token: 'secret' }))
})

// html

const asXml = (page: string) => page.replace('<!doctype html>', '').replace(/<meta ([^>]*)>/g, '<meta $1/>')
const attributes = (page: string, name: string) =>
  Array.from(page.matchAll(new RegExp(` ${name}="#?([^"]*)"`, 'g')), ([, value]) => value as string)

for (const [name, report] of Object.entries(samples)) {
  const page = html(report)

  test(`${name}: texts of the target stay texts in well-formed HTML`, () => {
    assert.is(XMLValidator.validate(asXml(page)), true)
    assert.not.match(page, /<script|<img|<[^>]*\son\w+=|<[^>]*\sstyle=|\p{Cs}|^\s*::|[\u202A-\u202E]/imu)
    assert.not.match(page, /<(section|article|ul|dl|table|tbody|div|p|h2|h3)[^>]*>\s*<\/\1>/)
  })

  test(`${name}: each id occurs once, and each link leads to one`, () => {
    const ids = attributes(page, 'id')
    assert.is(new Set(ids).size, ids.length)
    for (const id of [...attributes(page, 'href'), ...attributes(page, 'aria-labelledby')])
      assert.ok(ids.includes(id), id)
    const isBare = name === 'unreachable'
    for (const { id } of report.results) assert.is(ids.includes(id), !isBare, id)
  })

  test(`${name}: is self-contained and states the verdict once`, () => {
    assert.match(page, `content="default-src 'none'; style-src 'unsafe-inline'"`)
    assert.match(page, '<meta name="viewport" content="width=device-width, initial-scale=1">')
    assert.not.match(page, /url\(|@import|<link|<iframe|<[^>]* src=|href="(?!#)/)
    assert.is(page.split(`<h1>${report.headline}</h1>`).length, 2)
  })
}

test('the picture has a link with a mark, a title and a name for each clause, and a legend that counts them', () => {
  const [picture = ''] = /<nav[\s\S]*<\/nav>/.exec(html(samples.violated)) ?? []
  const cell = /<a class="cell [a-z-]+" href="#clause-[^"]+" title="[^"]+" aria-label="[^"]+">.<\/a>/gu
  assert.is(picture.match(cell)?.length, 63)
  const counts = Array.from(picture.matchAll(/<\/span> (\d+) /g), ([, count]) => Number(count))
  const sum = counts.reduce((a, b) => a + b)
  assert.is(sum, 63)
  assert.match(picture, 'aria-label="4.1-page, violated: page is the page number.">✗</a>')
  assert.match(picture, /title="5-2, met with a warning: [^"]+" aria-label="[^"]+">!</)
  assert.not.match(html(samples.unreachable), '<nav')
})

test('a failure shows its exchanges and the least combination; what passed is folded', () => {
  const page = html(samples.violated)
  const [failures = ''] = /<section aria-labelledby="failed">[\s\S]*?<\/section>/.exec(page) ?? []
  assert.is(failures.split('<details open="open">').length, 3)
  assert.match(failures, '<dt>fails in</dt><dd class="text">page:2/order:-nome (4 of 4)</dd>')
  assert.match(failures, /<pre>\{\n {2}&quot;result&quot;: \{\n/)
  assert.match(failures, /… \(20000 of \d+ characters\)/)
  assert.match(page, /<li class="undecided"><a href="#undecided"><b>3<\/b> undecided<\/a><\/li>/)
  assert.match(page, '<dt>remedy</dt><dd class="text">seed at least 26 persons</dd>')
  const many = aReport(Array.from({ length: 9 }, (_, i) => aResult({ id: `PAG-${i}` })))
  assert.match(html(many), '<details><summary>9 checks</summary>')
})

// junit

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

test('a failure has its class, time, message and story; the root cause is the error of a run', () => {
  const title = 'PAG-08 the service returns other persons for page=2 than for page=1'
  const text = junit(samples.violated)
  assert.match(text, `classname="pessoas-sim.4.1-list-persons" name="${title}" time="0.012">`)
  assert.match(text, '<failure message="expected result.paginacao.atual to be 2, got 1" type="4.1-page">')
  assert.match(text, /fails in: page:2[\s\S]*sent:\ncurl .*\nreceived: 200 application\/json/)
  assert.match(junit(samples.unreachable), '<error message="Nothing listens at http:')
})

// github

const large = hostile + 'ção'.repeat(70_000)
const finding = aFinding({ actual: large, exchanges: [anExchange({ body: large })] })
const failures = Array.from({ length: 2_000 }, (_, i) =>
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

test('what does not fit is left out, and said', () => {
  assert.match(githubSummary(manyFailures), /limits the size of a summary, so the rest is left out\.\*\*\n$/)
  const last = githubAnnotations(manyFailures)[9] ?? ''
  assert.match(last, /^::error title=1991 more of pessoas-sim conformance::PAG-9, /)
})

// pretty

const linesOf = (text: string) => text.trimEnd().split('\n')

for (const [name, report] of Object.entries(samples))
  test(`${name}: names every check that did not pass, acts on no terminal, and fits the width`, () => {
    const text = pretty(report)
    assert.is(linesOf(text).at(-1), oneLine(report.summary))
    for (const { id, verdict } of name === 'unreachable' ? [] : report.results)
      if (verdict !== 'pass') assert.match(text, id)
    assert.not.match(text, /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]|^\s*::|##\[/mu)
    assert.is(stripVTControlCharacters(pretty(report, { color: true })), text)
    for (const line of linesOf(pretty(report, { width: 80 })).slice(0, -1))
      assert.ok([...line].length <= 80 || /^ {4}sent /.test(line), line)
  })

test('a failure quotes the rule and shows the least combination, what was expected, and how to ask again', () => {
  assert.equal(linesOf(pretty(samples.violated)).slice(0, 12), [
    'Failed (2)',
    '',
    '✗ PAG-08    the service returns other persons for page=2 than for page=1',
    '    clause    4.1-page, 2.2-atual',
    '    rule      page is the page number.',
    '    fails in  page:2/order:-nome (4 of 4)',
    '    expected  result.paginacao.atual to be 2',
    '    actual    1',
    `    sent      curl -s -H "Authorization: $TOKEN" 'http://127.0.0.1:3000/pessoas?page=2'`,
    '    received  200 application/json; charset=utf-8',
    `    sent      curl -s -H "Authorization: $TOKEN" 'http://127.0.0.1:3000/pessoas?page=2'`,
    '    received  no answer',
  ])
})

test('quiet shows failures, verdictOnly only warnings of the run', () => {
  const { conformant, violated, staleBaseline } = samples
  for (const options of [{ quiet: true }, { verdictOnly: true }])
    assert.is(pretty(conformant, options), `${conformant.summary}\n`)
  const headings = (text: string) => text.match(/^[A-Z][a-z ]+(?= \(|$)/gm)
  assert.equal(headings(pretty(violated, { quiet: true })), ['Failed', 'Warnings of the run'])
  assert.equal(headings(pretty(violated, { verdictOnly: true })), ['Warnings of the run'])
  assert.match(
    pretty(staleBaseline, { quiet: true }),
    /^Baseline out of date\n✗ expired {3}SORT-02 expired on/,
  )
})

test.run()
