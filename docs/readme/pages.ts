import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)

/** Reads a file by its path in the repository. */
export const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

/** The folder of the pages that exist in both languages, and the README, in each language. */
export const languages = {
  en: { readme: 'README.md', folder: 'docs' },
  'pt-BR': { readme: 'README.pt-BR.md', folder: 'docs/pt-BR' },
} as const

export type Language = keyof typeof languages

const isPage = (name: string) => name.endsWith('.md')

/** The names of the pages that exist in both languages. */
export const translated = readdirSync(fileURLToPath(new URL('docs/pt-BR', ROOT)))
  .filter(isPage)
  .sort()

/** Returns the README of a language and the paths of its pages. */
export function pagesOf(language: Language): string[] {
  const { readme, folder } = languages[language]
  return [readme, ...translated.map((name) => `${folder}/${name}`)]
}

/** Both READMEs and every page below docs. */
export const allPages: readonly string[] = [
  ...Object.values(languages).map(({ readme }) => readme),
  ...readdirSync(fileURLToPath(new URL('docs', ROOT)), { recursive: true, encoding: 'utf8' })
    .filter(isPage)
    .sort()
    .map((name) => `docs/${name}`),
]

/** A fenced block. */
export interface Block {
  page: string
  language: string
  code: string
}

export function blocksOf(page: string): Block[] {
  return [...read(page).matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map(([, language, code]) => ({
    page,
    language: language as string,
    code: code as string,
  }))
}

/** Returns the blocks of a language of code in a page. */
export function codeOf(page: string, language: string): string[] {
  return blocksOf(page)
    .filter((block) => block.language === language)
    .map(({ code }) => code)
}
