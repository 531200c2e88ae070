import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { samples } from '../testing/sample-reports.ts'
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

test.run()
