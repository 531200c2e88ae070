import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
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
  const text = fc.oneof(fc.string({ unit: ANY_CHARACTER }), fc.constant(hostile))
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

/** The part of a page from one mark to another. */
const between = (page: string, from: string, to: string) =>
  page.slice(page.indexOf(from), page.indexOf(to, page.indexOf(from)))

test('the exchange of a failed check is open, and no other', () => {
  const page = html(samples.violated)
  const failed = between(page, 'id="failed"', '</section>')
  assert.is([...failed.matchAll(/<details open="open">/g)].length, 3)
  assert.not.match(failed, '<details>')
  assert.is([...page.matchAll(/<details open/g)].length, 3)
})

test('JSON is indented', () => {
  assert.match(
    html(samples.violated),
    /<pre>\{\n {2}&quot;result&quot;: \{\n {4}&quot;busca&quot;: &quot;&quot;,\n/,
  )
})

test('what is seen case by case is a table', () => {
  const page = html(samples.conformant)
  assert.match(page, /<tr><th scope="row">sort=id<\/th><td>rejected with 400<\/td><\/tr>/)
  assert.not.match(page, 'sort=id: rejected with 400; ')
})

test('chips lead to what they count, and clauses to what became of them', () => {
  const page = html(samples.violated)
  for (const place of ['failed', 'warnings', 'observed', 'undecided', 'not-run', 'passed'])
    assert.match(page, new RegExp(`<li><a href="#${place}"><b>\\d+</b>`), place)
  assert.match(page, '<a class="clause" href="#clause-2.2-total">2.2-total</a>')
  assert.match(page, '<tr id="clause-2.2-total">')
  assert.match(html(samples.conformant), '<li><b>0</b> failed</li>')
  assert.match(html(samples.unreachable), '<li><a href="#root-cause"><b>7</b> undecided</a></li>')
})

test('date and version are at the top, and the verdict is there once', () => {
  for (const report of Object.values(samples)) {
    const page = html(report)
    const head = between(page, '<header>', '</header>')
    assert.match(
      head,
      'pessoas-sim 0.2.0 conformance, <time datetime="2026-02-03T04:05:06.789Z">2026-02-03 04:05:06 UTC</time>',
    )
    assert.is(page.split(`<h1>${report.headline}</h1>`).length, 2)
    assert.is(between(page, '<body>', '</body>').split(report.headline).length, 2)
  }
})

test('no part of a page is empty', () => {
  for (const report of Object.values(samples))
    assert.not.match(html(report), /<(section|article|ul|dl|table|tbody|div|p|h2|h3)[^>]*>\s*<\/\1>/)
})

test('a long body is cut, and says so', () => {
  const page = html(samples.violated)
  assert.ok(page.length < 120_000, String(page.length))
  assert.match(page, /… \(20000 of \d+ characters\)/)
})

test.run()
