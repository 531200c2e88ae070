import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { aFinding, anExchange, aReport, aResult, hostile, samples } from '../testing/sample-reports.ts'
import { type ReporterName, renderReport, reporters } from './index.ts'

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
  )
})

test.run()
