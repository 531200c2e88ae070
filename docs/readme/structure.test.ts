import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { allPages, blocksOf, languages, namesOf, pagesOf, proseOf, read } from './pages.ts'

const test = suite('pages: structure')

const { files, scripts } = JSON.parse(read('package.json')) as {
  files: string[]
  scripts: Record<string, string>
}
// npm packs these whatever "files" says.
const packed = ['README.md', 'LICENSE', 'package.json', ...files]
const isPacked = (path: string) =>
  packed.some((pattern) => path === pattern || path.startsWith(`${pattern}/`) || isMatch(path, pattern))
const isMatch = (path: string, pattern: string) => {
  const [before, after] = pattern.split('*')
  return (
    after !== undefined &&
    path.startsWith(before as string) &&
    path.endsWith(after) &&
    !path.slice((before as string).length).includes('/')
  )
}

/** Returns what a page links to or shows, as paths in the repository. That it exists, docs/site/site.test.ts checks. */
function linksOf(page: string): string[] {
  const text = proseOf(page)
  const links = [
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string),
    ...[...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, link]) => link as string),
  ]
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = ''] = link.split('#')
      return file === '' ? page : join(dirname(page), file)
    })
}

test('a page of the package links to nothing that is not in the package', () => {
  const pages = allPages.filter(isPacked)
  assert.ok(pages.length > 25)
  for (const page of pages) for (const to of linksOf(page)) assert.ok(isPacked(to), `${page}: ${to}`)
})

for (const { readme, folder } of Object.values(languages)) {
  test(`${readme}: one page, with the commands for a fresh machine at its top`, () => {
    const text = read(readme)
    assert.ok(text.split('\n').length <= 151, 'at most 150 lines')
    assert.ok(Buffer.byteLength(text) <= 12_288, 'at most 12 kB')
    const [start, tests] =
      /^```sh\n(.*?)^```$/ms.exec(text.split('\n').slice(0, 10).join('\n'))?.[1]?.split('\n') ?? []
    assert.match(start as string, /^npm ci && npm start\b/)
    assert.match(tests as string, /^npm cit\b/)
    assert.match(scripts.start as string, /bin\/pessoas-sim\.ts$/)
    assert.ok(scripts.test)
  })

  test(`${readme}: no npx pessoas-sim in a block before the tarball is installed`, () => {
    const code = blocksOf(readme)
      .map((block) => block.code)
      .join('')
    const installed = code.indexOf('npm install --save-dev ./pessoas-sim-')
    assert.ok(installed > 0)
    assert.ok(code.indexOf('npx pessoas-sim') > installed)
  })

  test(`${folder}: no page has a command that needs the repository`, () => {
    const ofRepository = /npm (?:cit|start|test|run)\b|npx tsx|--import tsx|\.ci\/|bench\//
    assert.match(read(readme), ofRepository)
    for (const page of pagesOf(folder === 'docs' ? 'en' : 'pt-BR').filter((page) => page !== readme))
      assert.not.match(read(page), ofRepository, page)
  })

  test(`${folder}/README.md links to every page of its folder`, () => {
    const index = `${folder}/README.md`
    const linked = linksOf(index)
    const ofOther = folder === 'docs' ? 'docs/pt-BR/' : 'docs/README.md'
    for (const page of allPages.filter(isPacked))
      if (page.startsWith('docs/') && !page.startsWith(ofOther) && page !== index) {
        // A page is listed in its own language, if it exists there.
        const own = folder === 'docs' ? page : page.replace(/^docs\/(?!pt-BR\/)/, 'docs/pt-BR/')
        assert.ok(linked.includes(allPages.includes(own) ? own : page), page)
      }
  })
}

test('every page that users read exists in English and in Portuguese', () => {
  assert.equal(namesOf('pt-BR'), namesOf('en'))
})

for (const [i, page] of pagesOf('en').entries()) {
  const other = pagesOf('pt-BR')[i] as string
  test(`${page} and ${other} have the same headings`, () => {
    assert.equal(levelsOf(page), levelsOf(other))
  })

  test(`${page} and ${other} have the same code`, () => {
    const [own, others] = [page, other].map((name) =>
      blocksOf(name).map(({ language, code }) => [language, withoutWords(typedIn(language, code))]),
    )
    assert.equal(own, others)
  })
}

for (const page of pagesOf('pt-BR')) {
  test(`${page}: links to pages in English say so`, () => {
    const links = [...read(page).matchAll(/(?<!!)\]\(([^)#:]+\.(?:md|txt))(?:#[^)]*)?\)(.{0,12})/g)]
    for (const [link, file, behind] of links) {
      const to = join(dirname(page), file as string)
      const isTranslated =
        to.includes('pt-BR') || /^(?:In English|também em inglês)\]/.test(textBefore(page, link))
      if (isTranslated) continue
      assert.is(behind, ' (em inglês)', link)
      assert.not.ok(pagesOf('en').includes(to), `${link}: it exists in Portuguese`)
    }
  })
}

const levelsOf = (page: string) => proseOf(page).match(/^#+ /gm)

/** Returns the text of the link that ends with this. */
function textBefore(page: string, link: string): string {
  const text = read(page)
  const end = text.indexOf(link)
  return text.slice(text.lastIndexOf('[', end) + 1, end + 1)
}

/** Returns what a reader types of a block: what a program prints is in the reader's language. */
function typedIn(language: string, code: string): string {
  if (language === 'text') return ''
  if (language !== 'console') return code
  return [...code.matchAll(/^\$ (?:.*\\\n)*.*\n/gm)].join('')
}

/** Returns code without what each language says in its own words: comments, and names that a reader chooses. */
function withoutWords(code: string): string {
  return code
    .replace(/(?:^|\s+)(?:#|\/\/) .*$/gm, '')
    .replace(/ --lang pt-BR/g, '')
    .replace(/(?<=\.\.\/)(?:your-project|seu-projeto)/g, 'PROJECT')
    .replace(/\/(?:PATH|CAMINHO)\//g, '/PATH/')
    .replace(/\b(?:wrong|errado)\.yaml/g, 'WRONG.yaml')
    .replace(/test\('[^']*'/g, "test('…'")
}

test.run()
