import type { Language } from '../readme/pages.ts'

type Part = 'title' | 'description' | 'body' | 'contents' | 'sections'

/**
 * A page of the site: HTML, and links relative to it. `root` leads to the front page's folder: `../` for each folder. `here` is this page, and
 * `other` the same page in the other language, or the index of that language if there is none.
 */
export type Page = Record<Part | 'root' | 'here' | 'other', string> & {
  language: Language
  isFront: boolean
  isTranslated: boolean
}

export const other: Record<Language, Language> = { en: 'pt-BR', 'pt-BR': 'en' }

const words = {
  skip: { en: 'Skip to the text', 'pt-BR': 'Ir para o texto' },
  contents: { en: 'Contents', 'pt-BR': 'Conteúdo' },
  index: { en: 'Documentation', 'pt-BR': 'Documentação' },
  other: { en: 'Português', 'pt-BR': 'English' },
  search: { en: 'Search headings', 'pt-BR': 'Buscar títulos' },
  sections: { en: 'On this page', 'pt-BR': 'Nesta página' },
  license: { en: 'MIT licence', 'pt-BR': 'Licença MIT' },
}

const POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"

/** Returns the HTML of a page. */
export function htmlOf({ language, root, isFront, ...page }: Page): string {
  const say = (word: keyof typeof words) => words[word][language]
  const otherLanguage = other[language]
  const home = language === 'en' ? root : `${root}pt-BR/`
  const alternate = (lang: string, href: string) => `<link rel="alternate" hreflang="${lang}" href="${href}">`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.description}">
<title>${isFront ? `pessoas-sim: ${page.description}` : `${page.title} · pessoas-sim`}</title>
<link rel="icon" type="image/svg+xml" href="${root}icon.svg">
<link rel="stylesheet" href="${root}style.css">
${page.isTranslated ? alternate(language, page.here) + alternate(otherLanguage, page.other) : ''}
<script defer src="${home}headings.js"></script>
<script defer src="${root}search.js"></script>
</head>
<body class="${isFront ? 'front' : 'inner'}">
<a class="skip" href="#text">${say('skip')}</a>
<header>
<a class="name" href="${home}index.html"><img alt="" width="24" height="24" src="${root}icon.svg">pessoas-sim</a>
<search hidden data-root="${root}">
<input type="search" placeholder="${say('search')}" aria-label="${say('search')}"><ul></ul>
</search>
<nav>
<a class="to-index" href="${home}documentation.html">${say('index')}</a>
<a href="${page.other}" hreflang="${otherLanguage}" lang="${otherLanguage}">${say('other')}</a>
<a class="to-contents" href="#contents">${say('contents')}</a>
</nav>
</header>
<div class="columns">
<main id="text">
${page.body}
</main>
<nav id="contents" aria-label="${say('contents')}">${page.contents}</nav>
<nav class="sections" aria-label="${say('sections')}"><h2>${say('sections')}</h2>${page.sections}</nav>
</div>
<footer>pessoas-sim · ${say('license')}</footer>
</body>
</html>
`
}
