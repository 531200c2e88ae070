import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)

/** Reads a file by its path in the repository. */
export const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

/** The README and the folder of the pages, in each language. */
export const languages = {
  en: { readme: 'README.md', folder: 'docs' },
  'pt-BR': { readme: 'README.pt-BR.md', folder: 'docs/pt-BR' },
} as const

export type Language = keyof typeof languages

/** The pages and folders below docs that exist in English only, and why. */
const onlyInEnglish = {
  'benchmark.md': 'a program writes it, for the curious',
  contributing: 'the language of the repository is English',
  'reference/api.md': 'it is of the code, whose language is English',
  'reference/control.md': 'the build writes it from the schemas of the control port, which are in English',
  'reference/fault-kinds.md': 'the build writes it from the code, whose descriptions of plans are in English',
}

const pagesBelow = (folder: string) =>
  readdirSync(fileURLToPath(new URL(folder, ROOT)), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .sort()

/** Returns the names, below the folder of a language, of the pages that must exist in both. */
export function namesOf(language: Language): string[] {
  const others = [...Object.keys(onlyInEnglish), ...(language === 'en' ? ['pt-BR'] : [])]
  return pagesBelow(languages[language].folder).filter(
    (name) => !others.some((other) => name === other || name.startsWith(`${other}/`)),
  )
}

/** Returns the README of a language and the paths of its pages. */
export function pagesOf(language: Language): string[] {
  const { readme, folder } = languages[language]
  return [readme, ...namesOf(language).map((name) => `${folder}/${name}`)]
}

/** Both READMEs and every page below docs. */
export const allPages: readonly string[] = [
  ...Object.values(languages).map(({ readme }) => readme),
  ...pagesBelow('docs').map((name) => `docs/${name}`),
]

/** A fenced block. */
export interface Block {
  page: string
  language: string
  code: string
}

const FENCED = /^ *```(\w*)\n(.*?)^ *```$/gms

export function blocksOf(page: string): Block[] {
  return [...read(page).matchAll(FENCED)].map(([, language = '', code = '']) => ({ page, language, code }))
}

/** Returns a page without its fenced blocks. */
export const proseOf = (page: string): string => read(page).replace(FENCED, '')

/** Returns the blocks of a language of code in a page. */
export function codeOf(page: string, language: string): string[] {
  return blocksOf(page)
    .filter((block) => block.language === language)
    .map(({ code }) => code)
}
