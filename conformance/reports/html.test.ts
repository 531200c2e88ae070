import { XMLValidator } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aReport, aResult, samples } from '../testing/sample-reports.ts'
import { html } from './html.ts'

const test = suite('html')
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

test.run()
