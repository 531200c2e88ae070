import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { allPages, namesOf, proseOf, read } from '../readme/pages.ts'
import { writeSite } from './site.ts'

const test = suite('site')

const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-site-'))
const pages = await writeSite(folder)
const html = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]))
const placeFrom = (page: string, href: string) => posix.join(posix.dirname(page), href)
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
/** Returns what a page links to with an attribute, without what is shown as code. */
const linksOf = (text: string, names: string) =>
  matches(text.replace(/<pre.*?<\/pre>/gs, ''), new RegExp(`\\s(?:${names})="([^"]*)"`, 'g'))

test('every page of the repository is a page of the site', () => {
  assert.ok(pages.length >= allPages.length)
  assert.ok(pages.includes('index.html') && pages.includes('pt-BR/index.html'))
  assert.is(new Set(pages).size, pages.length)
})

test('a page that exists in both languages links to the other one, and names both', () => {
  const names = [
    'index',
    ...namesOf('en').map((name) => (name === 'README.md' ? 'documentation' : name.replace('.md', ''))),
  ]
  for (const name of names) {
    for (const [page, other, language] of [
      [`${name}.html`, `pt-BR/${name}.html`, 'en'],
      [`pt-BR/${name}.html`, `${name}.html`, 'pt-BR'],
    ] as const) {
      const text = html.get(page) ?? ''
      assert.match(text, `<html lang="${language}">`, page)
      const [alternates, [link]] = [/<link rel="alternate"[^>]*>/g, /<a [^>]*hreflang[^>]*>/g].map((pattern) =>
        (text.match(pattern) ?? []).map((tag) => placeFrom(page, /href="([^"]*)"/.exec(tag)?.[1] ?? '')),
      ) as [string[], string[]]
      assert.equal(alternates, [page, other])
      assert.is(link, other)
    }
  }
})

for (const [page, text] of html) {
  test(`${page}: links lead to files and anchors, headings keep order, nothing comes from elsewhere`, () => {
    const ids = matches(text, /\sid="([^"]*)"/g)
    assert.is(new Set(ids).size, ids.length, 'each id is there once')
    for (const href of linksOf(text, 'href').filter((href) => !/^(?:https?|mailto):/.test(href))) {
      const [file = '', part] = href.split('#')
      const place = file === '' ? page : placeFrom(page, file)
      assert.ok(existsSync(join(folder, place)), href)
      if (part !== undefined) assert.match(html.get(place) ?? '', ` id="${decodeURI(part)}"`, href)
    }
    for (const source of linksOf(text, 'src|srcset'))
      assert.ok(existsSync(join(folder, placeFrom(page, source))), source)
    const levels = matches(/<main.*<\/main>/s.exec(text)?.[0] ?? '', /<h([1-6])/g).map(Number)
    assert.is(levels[0], 1)
    for (const [i, level] of levels.slice(1).entries())
      assert.ok(level > 1 && level <= (levels[i] ?? 0) + 1, `h${level} after h${levels[i]}`)
    assert.not.match(text.replace(/<pre.*?<\/pre>/gs, ''), /<style|\sstyle=|<script(?! defer src=)|\son\w+="/)
  })
}

test('the policy allows only files of the site, and no file asks for others', () => {
  for (const text of html.values()) assert.match(text, `content="default-src 'none'; img-src 'self'; style-src 'self'`)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  assert.ok(files.includes('search.js') && files.includes('style.css'))
  for (const file of files.filter((file) => /\.(?:css|js)$/.test(file)))
    assert.not.match(readFileSync(join(folder, file), 'utf8'), /https?:|url\(|@import/, file)
})

test('the contents beside a page are the links of the index', () => {
  for (const [page, index] of [
    ['conformance.html', 'docs/README.md'],
    ['pt-BR/conformance.html', 'docs/pt-BR/README.md'],
  ] as const) {
    const [contents = ''] = /<nav id="contents".*?<\/nav>/s.exec(html.get(page) ?? '') ?? []
    const lists = (read(index).match(/^ *- .*$/gm) ?? []).join('\n')
    assert.is(matches(contents, /<a href="([^"]*)"/g).length, matches(lists, /\]\(([^)#]+)\)/g).length)
    assert.match(contents, /<a href="conformance\.html" aria-current="page">/)
  }
})

test('the search finds every heading of a page', () => {
  const found = JSON.parse(
    readFileSync(join(folder, 'pt-BR', 'headings.js'), 'utf8').replace('const headings = ', ''),
  ) as string[][]
  const headings = found.filter(([, , href]) => href?.startsWith('pt-BR/conformance.html')).map(([heading]) => heading)
  assert.equal(headings, matches(proseOf('docs/pt-BR/conformance.md'), /^#+ (.*)$/gm))
  for (const [, , href = ''] of found) {
    const [place = '', part] = href.split('#')
    assert.match(html.get(place) ?? '', ` id="${part}"`)
  }
})

test('code has colours of both themes, as classes', () => {
  const [colour] = /class="(c\d+)"/.exec(html.get('index.html') ?? '')?.slice(1) ?? []
  assert.match(
    readFileSync(join(folder, 'style.css'), 'utf8'),
    new RegExp(`^\\.${colour}\\{color:light-dark\\(#\\w{6},#\\w{6}\\)\\}$`, 'm'),
  )
})

test.after(() => rmSync(folder, { recursive: true }))
test.run()
