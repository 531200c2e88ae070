/** The templates of one language by their English templates: see pt-br.ts, which says how they are written. */
export type Catalogue = Readonly<Record<string, string>>

/** A template: `literals[0] slots[0] literals[1] …`. */
interface Template {
  literals: readonly string[]
  slots: readonly { name: string; kind: '' | '*' | '#' | '!' | '@' }[]
}

interface Entry extends Template {
  /** The length of its own text. */
  weight: number
  to: Template
}

interface Translation {
  text: string
  /** Whether every part of it is in the catalogue. */
  isWhole: boolean
}

const SLOT = /\{(\w+)([*#!@]?)\}/g
/**
 * What the value of each kind of slot may be: a message, in which no quote is cut in two; a number; one word; the cells of a
 * table; or anything within a sentence.
 */
const FITS = {
  '*': /^[^"]*(?:"[^"]*"[^"]*)*$/,
  '#': /^\d+$/,
  '!': /^\S*[^\s:]$/,
  '@': /^(?:\*|[a-z-]+:\S.*)$/,
  '': /^(?!.*[.?!] [A-Z]).+$/,
}
const CELL = FITS['@']
/** A longer line is a document, not a message. */
const LONGEST = 4_000
/** Between sentences. */
const SENTENCES = /(?<=[.?!]\)?) (?=[\p{L}\d"'(*-])/u
/** A text with more parts was not written by us. */
const MOST_PARTS = 300
/** The own text of a template that only joins messages, such as `{a*} and {b*}`, is no longer. */
const SHORT = 5

/** The languages of what people read. */
export const languages = ['en', 'pt-BR'] as const
export type Language = (typeof languages)[number]

let language: Language = 'en'
let entries: readonly Entry[] = []
/** The templates without slots. */
let fixed: ReadonlyMap<string, string> = new Map()

/** Has this process speak another language from now on; without a catalogue, English. */
export function setLanguage(name: Language, catalogue: Catalogue = {}): void {
  language = name
  fixed = new Map(Object.entries(catalogue))
  const all = Object.entries(catalogue).map(([from, to]): Entry => {
    const template = parsed(from)
    return { ...template, weight: template.literals.join('').length, to: parsed(to) }
  })
  // Those that begin with a text of their own come first, and the one with the longest own text is the most exact.
  const begins = ({ literals: [first] }: Template) => Number(first !== '')
  entries = all
    .filter(({ slots }) => slots.length > 0)
    .sort((a, b) => begins(b) - begins(a) || b.weight - a.weight)
}

/** Returns the tag of the language of this process: `en`, `pt-BR`. */
export const languageTag = (): Language => language

/**
 * Returns a message in the language of this process, and its English text where the catalogue has none. Each line is a
 * message by itself, and so is each sentence, if there is no template for the whole. The value of a slot is never changed,
 * unless the catalogue says that it is a message.
 */
export function translate(text: string): string {
  return language === 'en' ? text : translation(text).text
}

/** Returns whether the catalogue has every part of a message. */
export function isTranslated(text: string): boolean {
  return translation(text).isWhole
}

/** Returns the translation of each line, with the white space around it. */
function translation(text: string): Translation {
  const known = new Map<string, Translation>()
  const lines = text.split('\n').map((line): Translation => {
    const message = line.trim()
    if (message === '') return { text: line, isWhole: true }
    const { text, isWhole } = lookUp(message, known)
    const start = line.indexOf(message)
    return { text: line.slice(0, start) + text + line.slice(start + message.length), isWhole }
  })
  return joined(lines, '\n')
}

/** @param known the parts of this text that were looked up before, so that no part is twice */
function lookUp(text: string, known: Map<string, Translation>): Translation {
  const before = known.get(text)
  if (before) return before
  // What stands in quotes is a value.
  const unknown = { text, isWhole: !/\s/.test(text) || !/[a-z]{2,}/.test(text.replace(/"[^"]*"/g, '')) }
  if (known.size > MOST_PARTS) return unknown
  const exact = byTemplate(text, known)
  const found = exact?.isWhole ? exact : (inMiddle(text, known) ?? exact ?? unknown)
  known.set(text, found)
  return found
}

function byTemplate(text: string, known: Map<string, Translation>): Translation | undefined {
  const whole = fixed.get(text)
  if (whole !== undefined) return { text: whole, isWhole: true }
  const sentences = text.split(SENTENCES)
  const bySentence =
    sentences.length > 1
      ? joined(
          sentences.map((sentence) => lookUp(sentence, known)),
          ' ',
        )
      : undefined
  if (bySentence?.isWhole) return bySentence
  let partial: Translation | undefined
  let most = 0
  for (const entry of text.length > LONGEST ? [] : entries) {
    // A text of which more is known is not that of a template that anything may begin.
    if (entry.weight < most && entry.literals[0] === '' && entry.slots[0]?.kind === '') continue
    const values = match(text, entry)
    if (values === undefined) continue
    const parts = entry.slots.map(({ kind }, i): Translation => {
      const value = values[i] as string
      return kind === '*' && value !== '' ? lookUp(value, known) : { text: value, isWhole: true }
    })
    const found = {
      text: filled(entry.to, new Map(entry.slots.map(({ name }, i) => [name, parts[i]?.text ?? '']))),
      isWhole: parts.every(({ isWhole }) => isWhole),
    }
    if (found.isWhole) return found
    // Of a text that is not known, no single word is translated, unless a cell is behind it.
    const isSure = entry.weight > SHORT || entry.slots.some(({ kind }) => kind === '@')
    most = Math.max(most, entry.weight)
    if (isSure || !/[a-z]/i.test(entry.literals.join(''))) partial ??= found
  }
  return partial ?? bySentence
}

/** Returns the translation of a message that is written at the beginning of a sentence. */
function inMiddle(text: string, known: Map<string, Translation>): Translation | undefined {
  if (!/^[A-Z][a-z ]/.test(text)) return undefined
  const found = lookUp(text.charAt(0).toLowerCase() + text.slice(1), known)
  return found.isWhole
    ? { ...found, text: found.text.charAt(0).toUpperCase() + found.text.slice(1) }
    : undefined
}

function joined(parts: readonly Translation[], by: string): Translation {
  return { text: parts.map(({ text }) => text).join(by), isWhole: parts.every(({ isWhole }) => isWhole) }
}

function parsed(template: string): Template {
  const slots = [...template.matchAll(SLOT)].map(([, name = '', kind]) => ({ name, kind }))
  return { literals: template.replace(SLOT, '\0').split('\0'), slots: slots as Template['slots'] }
}

/**
 * Returns the values of the slots if a text fits a template. Each own text of the template is sought from left to right,
 * once, so the time grows with the length of the text, whatever it is.
 */
function match(text: string, { literals, slots }: Template): string[] | undefined {
  const [first = ''] = literals
  const last = literals.at(-1) as string
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let at = first.length
  for (const [i, { kind }] of slots.entries()) {
    const literal = literals[i + 1] as string
    const start = at + (kind === '*' ? 0 : 1)
    let end = i === slots.length - 1 ? text.length - last.length : text.indexOf(literal, start)
    // Other words may be between a text and its cell.
    while (end >= start && slots[i + 1]?.kind === '@' && !CELL.test(text.slice(end + literal.length)))
      end = text.indexOf(literal, end + 1)
    const value = text.slice(at, end)
    if (end < start || !FITS[kind].test(value)) return undefined
    values.push(value)
    at = end + literal.length
  }
  return values
}

function filled({ literals, slots }: Template, values: ReadonlyMap<string, string>): string {
  return literals.map((literal, i) => literal + (values.get(slots[i]?.name ?? '') ?? '')).join('')
}
