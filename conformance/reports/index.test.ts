import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { conformant, samples } from '../testing/sample-reports.ts'
import { type ReporterName, renderReport, reporters } from './index.ts'

const test = suite('reports')
const names = Object.keys(reporters) as ReporterName[]

test('every form is a text that ends its last line, and the report stays as it was', () => {
  for (const report of Object.values(samples)) {
    const before = JSON.stringify(report)
    for (const name of names) assert.match(renderReport(report, name), /[^\n]\n$/, name)
    assert.is(JSON.stringify(report), before)
  }
})

/** What a form cannot do without, and what the interface says itself. */
const INNOCENT = [
  /\b0 failed/g,
  /<b>0<\/b> failed/g,
  /(failures|errors)="0"/g,
  /"fail": 0/g,
  /A failed authentication (gives|returns) 401/g,
  /<style>.*?<\/style>/gs,
]

for (const name of names) {
  test(`${name}: nothing in a report in which nothing fails reads as a failure`, () => {
    const text = INNOCENT.reduce(
      (rest, innocent) => rest.replace(innocent, ''),
      renderReport(conformant, name),
    )
    assert.not.match(text, /fail|violat|not ok|not conformant|broken|✗/i)
  })
}

test('the same report gives the same text', () => {
  for (const name of names)
    assert.is(renderReport(conformant, name), renderReport(structuredClone(conformant), name))
})

test('what is not the report of a run is refused in words', () => {
  for (const name of names) {
    for (const given of [{}, undefined, { results: 1 }]) {
      assert.throws(() => renderReport(given as never, name), /^renderReport needs the report of a run/)
    }
  }
})

test('colour is for the terminal alone', () => {
  for (const name of names) {
    const coloured = renderReport(conformant, name, { color: true })
    assert.is(coloured.includes('\u001b'), name === 'pretty')
  }
})

test.run()
