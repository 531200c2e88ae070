import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aFinding, anExchange, aReport, aResult, hostile, samples } from '../testing/sample-reports.ts'
import { html } from './html.ts'

const test = suite('html')
const asXml = (page: string) => page.replace('<!doctype html>', '').replace(/<meta ([^>]*)>/g, '<meta $1/>')

for (const [name, report] of Object.entries(samples)) {
  const page = html(report)

  test(`${name}: what the target wrote is text and nothing else`, () => {
    assert.not.match(page, /<script|<img|javascript:x\)">|<[^>]*\sonclick=|<[^>]*\sstyle=|https?:\/\/[^<]*"/i)
    assert.not.match(page, /\p{Cs}/u)
    assert.not.match(page, /[\u202A-\u202E\u2066-\u2069]/)
    assert.not.match(page, /^\s*::/m)
  })

  test(`${name}: elements are closed in the order in which they were opened`, () => {
    assert.is(XMLValidator.validate(asXml(page)), true)
  })

  test(`${name}: every result is there once, and every link leads somewhere`, () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    assert.is(new Set(ids).size, ids.length)
    for (const { id } of report.results) assert.ok(ids.includes(id), id)
    for (const [, id] of page.matchAll(/ href="#([^"]*)"/g)) assert.ok(ids.includes(id), id)
    for (const [, id] of page.matchAll(/aria-labelledby="([^"]*)"/g)) assert.ok(ids.includes(id), id)
  })

  test(`${name}: loads and runs nothing, and fits a phone`, () => {
    assert.match(page, `content="default-src 'none'; style-src 'unsafe-inline'"`)
    assert.match(page, '<meta name="viewport" content="width=device-width, initial-scale=1">')
    assert.match(page, '<meta name="referrer" content="no-referrer">')
    assert.match(page, '<html lang="en">')
    assert.not.match(page, /url\(|@import|<link|<iframe|<[^>]* src=/)
  })
}

test('no text breaks the page', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(hostile))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const finding = aFinding({ actual: one, exchanges: [anExchange({ curl: other, body: one })] })
      const results = [
        aResult({ title: other, verdict: 'fail', finding }),
        aResult({ id: 'PAG-09', detail: one }),
      ]
      assert.is(
        XMLValidator.validate(asXml(html(aReport(results, { target: one, warnings: [other] })))),
        true,
      )
    }),
    { numRuns: 50 },
  )
})

test('a long body is cut, and says so', () => {
  const page = html(samples.violated)
  assert.ok(page.length < 120_000, String(page.length))
  assert.match(page, /… \(20000 of \d+ characters\)/)
})

test.run()
