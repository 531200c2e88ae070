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

test('the same report gives the same text', () => {
  for (const name of names)
    assert.is(renderReport(conformant, name), renderReport(structuredClone(conformant), name))
})

test('colour is for the terminal alone', () => {
  for (const name of names) {
    const coloured = renderReport(conformant, name, { color: true })
    assert.is(coloured.includes('\u001b'), name === 'pretty')
  }
})

test.run()
