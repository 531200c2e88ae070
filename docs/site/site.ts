import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import { bundledLanguages, createHighlighter } from 'shiki'
import { allPages, blocksOf, type Language, languages, pagesOf, read } from '../readme/pages.ts'
import { htmlOf, other, type Page } from './template.ts'

/** The theme's comments have too little contrast on the ground of code. */
const colorReplacements = { '#6e7781': '#59636e' }
const themes = { light: 'github-light-default', dark: 'github-dark-default' }
const md = new MarkdownIt({ html: true })
const { escapeHtml } = md.utils

const [english, portuguese] = [pagesOf('en'), pagesOf('pt-BR')]
const twinOf = (path: string) => portuguese[english.indexOf(path)] ?? english[portuguese.indexOf(path)]

/** Returns where a file of the repository is in the site: the READMEs are the front pages, the indexes `documentation.html`. */
const placeOf = (path: string): string =>
  path
    .replace(/^README\.(?:(pt-BR)\.)?md$/, (_, folder) => (folder ? `${folder}/index.md` : 'index.md'))
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1documentation.md')
    .replace(/\.md$/, '.html')

/** Returns the link from the page of a file to that of another. */
const linkFrom = (from: string, to: string) => posix.relative(dirname(placeOf(from)), placeOf(to))

const plainText = (markdown: string): string => markdown.replace(/\]\([^)]*\)/g, '').replace(/[[\]`]|\*\*|\b_|_\b/g, '')

/** Returns a function that returns the anchor of the next heading of a page, as GitHub and npm make it: a repeated one gets a number. */
function anchorSeries(): (heading: string) => string {
  const times = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .replace(/\]\([^)]*\)/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const before = times.get(anchor) ?? 0
    times.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}

/** Writes the site into a folder, and returns the places of its pages. */
export async function writeSite(folder: string): Promise<string[]> {
  const ready = (place: string) => {
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    return join(folder, place)
  }
  const colours = new Map<string, string>()
  await renderCode(colours)
  const found: Record<Language, string[][]> = { en: [], 'pt-BR': [] }
  const files = new Map(Object.entries({ 'docs/site/search.js': 'search.js', 'src/console/icon.svg': 'icon.svg' }))
  // A page that links to another one adds it.
  const paths = new Set(allPages)
  for (const path of paths) {
    const language: Language = path.includes('pt-BR') ? 'pt-BR' : 'en'
    const { body, headings, sections, links } = render(path)
    for (const link of links) {
      if (link.endsWith('.md')) paths.add(link)
      else files.set(link, placeOf(link))
    }
    const title = headings[0]?.[0] ?? path
    const [, description = title] = /^#[^\n]*\n+([^\n]+)/.exec(read(path)) ?? []
    const twin = twinOf(path)
    const page: Page = {
      language,
      title: escapeHtml(title),
      description: escapeHtml(plainText(description)),
      root: '../'.repeat(placeOf(path).split('/').length - 1),
      isFront: path === languages[language].readme,
      body,
      here: linkFrom(path, path),
      other: linkFrom(path, twin ?? `${languages[other[language]].folder}/README.md`),
      isTranslated: twin !== undefined,
      contents: contentsFor(path, language),
      sections: listOf(sections),
    }
    writeFileSync(ready(placeOf(path)), htmlOf(page))
    found[language].push(...headings.map(([text = '', anchor]) => [text, title, `${placeOf(path)}#${anchor}`]))
  }
  const script = (headings: string[][]) => `const headings = ${JSON.stringify(headings)}\n`
  writeFileSync(ready('headings.js'), script(found.en))
  writeFileSync(ready('pt-BR/headings.js'), script([...found['pt-BR'], ...found.en]))
  const rules = [...colours].map(([pair, name]) => `.${name}{color:light-dark(${pair})}\n`)
  writeFileSync(ready('style.css'), `${read('docs/site/style.css')}${rules.join('')}`)
  for (const [from, to] of files) cpSync(new URL(`../../${from}`, import.meta.url), ready(to), { recursive: true })
  return [...paths].map(placeOf)
}

const listOf = (items: string[]): string => `<ul>${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>`

/** Returns the sections of the index with the links of their lists, for a page. */
function contentsFor(path: string, language: Language): string {
  const { folder } = languages[language]
  const [, ...sections] = read(`${folder}/README.md`).split(/^## /m)
  return sections
    .map((section) => {
      const lines = section.match(/^ *- .*$/gm)?.join('\n') ?? ''
      const items = [...lines.matchAll(/\[([^\]]+)\]\(([^)\s#]+)\)/g)].map(([, text = '', link = '']) => {
        const to = posix.join(folder, link)
        const mark = to === path ? ' aria-current="page"' : ''
        return `<a href="${linkFrom(path, to)}"${mark}>${escapeHtml(plainText(text))}</a>`
      })
      const [title = ''] = section.split('\n')
      return items.length === 0 ? '' : `<h2>${escapeHtml(plainText(title))}</h2>${listOf(items)}`
    })
    .join('\n')
}

/** Renders code with classes for its colours, which it collects: the policy of the pages forbids inline styles. */
async function renderCode(colours: Map<string, string>): Promise<void> {
  const used = new Set(allPages.flatMap((page) => blocksOf(page).map(({ language }) => language)))
  const langs = [...used].filter((language) => Object.hasOwn(bundledLanguages, language))
  const highlighter = await createHighlighter({ themes: Object.values(themes), langs })
  const coloured = (content: string, style: Record<string, string>) => {
    const pair = `${style.color},${style['--shiki-dark']}`
    if (!colours.has(pair)) colours.set(pair, `c${colours.size}`)
    return `<span class="${colours.get(pair)}">${escapeHtml(content)}</span>`
  }
  md.renderer.rules.fence = (tokens, i) => {
    const { content, info } = tokens[i] as Token
    const lang = langs.includes(info) ? (info as keyof typeof bundledLanguages) : 'text'
    const lines = highlighter
      .codeToTokens(content.trimEnd(), { lang, themes, colorReplacements })
      .tokens.map((line) => line.map(({ content, htmlStyle }) => coloured(content, htmlStyle ?? {})).join(''))
    return `<pre tabindex="0"><code>${lines.join('\n')}</code></pre>\n`
  }
  md.renderer.rules.code_inline = (tokens, i) => {
    const { content } = tokens[i] as Token
    return `<code${content.length < 28 ? ' class="whole"' : ''}>${escapeHtml(content)}</code>`
  }
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  md.renderer.rules.table_close = () => '</table></div>\n'
}

/** Returns the HTML of a page, its headings, and the files of the repository that it links to. */
function render(path: string) {
  const tokens = md.parse(read(path), {})
  const nextAnchor = anchorSeries()
  const headings: string[][] = []
  const sections: string[] = []
  const links = new Set<string>()
  const linked = (link: string) => {
    const [file = '', part] = link.split('#')
    if (file === '' || /^[a-z]+:/.test(link)) return link
    const to = posix.join(dirname(path), file)
    links.add(to)
    return `${linkFrom(path, to)}${part === undefined ? '' : `#${part}`}`
  }
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { content } = tokens[i + 1] as Token
      const anchor = nextAnchor(content)
      token.attrSet('id', anchor)
      headings.push([plainText(content), anchor])
      if (token.tag !== 'h1')
        sections.push(`<a class="${token.tag}" href="#${anchor}">${escapeHtml(plainText(content))}</a>`)
    }
    for (const part of [token, ...(token.children ?? [])]) {
      for (const name of ['href', 'src']) {
        const link = part.attrGet(name)
        if (typeof link === 'string') part.attrSet(name, linked(link))
      }
      // A cell without words is no heading.
      if (part.type === 'th_open' && tokens[i + 1]?.content === '') part.tag = 'td'
      if (part.type === 'th_close' && tokens[i - 1]?.content === '') part.tag = 'td'
      // The policy forbids inline styles.
      if (part.attrGet('style') === 'text-align:right') part.attrs = [['class', 'right']]
      if (part.type.startsWith('html_'))
        part.content = part.content.replace(/(?<=\b(?:src|srcset|href)=")[^"]+/g, linked)
    }
  }
  return { body: md.renderer.render(tokens, md.options, {}), headings, sections, links }
}
