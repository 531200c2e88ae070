import { textWith } from '../../src/contract/template.ts'
import { decisionFields, parameters } from '../../src/contract/wire.ts'
import { type Example, isExplained } from './example.ts'
import { withWordsOfFamilies } from './family-words.ts'
import { isNameOfPlace, isPlaceAfter } from './places.ts'

type Slots = Example['slots']

/** More slots than these do not stand in one sentence. */
const MOST_SLOTS = 7
/** Forms of a slot that texts of services have. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  value: ['upper-case', 'length', 'without-dash', 'trimmed', 'unspaced', 'html', 'go'],
  json: ['pretty', 'printed', 'python', 'javascript'],
  key: ['capital', 'html', 'go'],
  name: ['capital'],
  uuid: ['long'],
  'uuid-java': ['thrown'],
  'uuid-java-without-places': ['thrown'],
  charset: ['upper-case', 'lower-case'],
  path: ['encoded', 'without-slash', 'decoded'],
  url: ['encoded', 'without-slash'],
  bytes: ['before'],
  position: ['next'],
  byte: ['next'],
  'byte-column': ['next'],
  line: ['before'],
  column: ['before'],
  character: ['quoted'],
  odd: ['quoted'],
  'odd-position': ['next'],
  start: ['next'],
  'start-column': ['before'],
  'value-start': ['next'],
  'start-character': ['next'],
  body: ['length', 'last-place'],
}
/** A value that is shorter stands in a text by chance. */
const SHORT = 3

/**
 * Finds the text with slots such as `{value}` that explains the most examples; of several, the one with the fewest
 * slots. One example cannot tell a word from a value, so a long value in it becomes a slot.
 */
export function phraseOf(examples: readonly [Example, ...Example[]]): { text: string; explains: number } {
  const formed = withoutCopies(examples.map(withForms)) as [Example, ...Example[]]
  const texts = new Set<string>()
  const isVaried = new Set(examples.map(({ text }) => text)).size > 1
  const [{ slots: first }] = formed
  const constant = Object.keys(first).filter((name) =>
    formed.every(({ slots }) => slots[name] === first[name]),
  )
  for (const { text, slots } of formed) {
    const names = Object.keys(slots)
      .filter((name) => !constant.includes(name))
      .filter((name) => holds(text, String(slots[name])) && !isChoice(text, String(slots[name])))
      .slice(0, MOST_SLOTS)
    for (const some of subsets(names)) {
      texts.add(withSlots(text, slots, some))
      // A value may be a word of the text, too, as in `"true": only "true" or "false"`.
      for (const name of some) {
        const others = some.filter((other) => other !== name)
        for (const at of placesOf(text, slots, name))
          texts.add(withSlots(withOneSlot(text, slots, name, at), slots, others))
      }
    }
  }
  const ranked = [...texts]
    .map((text) => ({
      text,
      explains: formed.filter((one) => isExplained(text, one)).length,
    }))
    // Where texts differ, one without slots explains none but itself. A slot that stands for more of the text is less
    // likely to be there by chance.
    .sort(
      (a, b) =>
        b.explains - a.explains ||
        (isVaried && a.explains === 1 ? Number(slotsIn(a.text) === 0) - Number(slotsIn(b.text) === 0) : 0) ||
        slotsIn(a.text) - slotsIn(b.text) ||
        lengthOfWords(a.text) - lengthOfWords(b.text),
    )
  const { text, explains } = ranked[0] as (typeof ranked)[0]
  // A value that all examples have in common may be a word of the text; a long one is not.
  const names = constant.filter((name) => isTelling(text, name, String(first[name])))
  const isOfPlaces = (name: string) => isNameOfPlace(name) && isPlace(text, name, String(first[name]))
  const placed = names.filter(isOfPlaces).reduce((done, name) => withPlaces(done, first, name), text)
  const found = withSlots(
    placed,
    first,
    names.filter((name) => !isOfPlaces(name)),
  )
  return { text: withWordsOfFamilies(found, formed), explains }
}

function isTelling(text: string, name: string, value: string): boolean {
  if (!holds(text, value) || name === 'limit' || isChoice(text, value)) return false
  if (name === 'key') return !FIELDS.has(value)
  if (isNameOfPlace(name) && isPlace(text, name, value)) return true
  if (name === 'method' || isQuoted(text, value)) return true
  if (/^value(?::length)?$/.test(name) && /^\d{2,3}$/.test(value)) return !ROUND.test(value)
  return value.length > SHORT || BRACKETED.test(value)
}

/** Numbers that a text may have as limits of its own: single digits, multiples of 5, and those next to a limit. */
const ROUND = /^(?:\d|\d*[05]|11|12|14|24|26|\d*(?:99|01))$/

const SORTS = ['cpf', 'nome', 'atualizado_em']

/** The words of JSON, which parsers list. */
const LITERALS = ['null', 'true', 'false']

/** Returns whether a text lists all that a value can be, such as the fields of `sort`, and a value is one of these. */
function isChoice(text: string, value: string): boolean {
  const isOf = (choices: readonly string[]) =>
    choices.includes(value.replace(/^-/, '')) && choices.every((choice) => text.includes(choice))
  return isOf(SORTS) || isOf(LITERALS)
}

/** A list or an object, which no sentence has by chance. */
const BRACKETED = /^[[{].*[\]}]$/s

const QUOTES = ["'", '"', '`']

/** Returns whether a text repeats a value in quotes, as what was sent is repeated. */
function isQuoted(text: string, value: string): boolean {
  return QUOTES.some((quote) => text.includes(`${quote}${value}${quote}`))
}

/** The names that a text may have as words of its own. */
const FIELDS = new Set([...parameters, ...decisionFields, 'numero_do_relatorio'])

const SLOT = /\{(\w[\w:-]*)\}/g

/** Leaves out each slot that has the value of an earlier one in all examples. */
function withoutCopies(examples: readonly Example[]): Example[] {
  const seen = new Set<string>()
  const names = new Set(examples.flatMap(({ slots }) => Object.keys(slots)))
  const kept = new Set(
    [...names].filter((name) => {
      const values = JSON.stringify(examples.map(({ slots }) => String(slots[name])))
      if (seen.has(values)) return false
      seen.add(values)
      return true
    }),
  )
  return examples.map(({ text, slots }) => ({
    text,
    slots: Object.fromEntries(Object.entries(slots).filter(([name]) => kept.has(name))),
  }))
}

/** An example with the forms that a text may have its values in, each as a slot of its own. */
function withForms({ text, slots }: Example): Example {
  const forms = Object.keys(slots).flatMap((name) =>
    (FORMS[name] ?? []).flatMap((form): [string, string][] => {
      const value = textWith(`{${name}:${form}}`, slots)
      return value === String(slots[name]) ? [] : [[`${name}:${form}`, value]]
    }),
  )
  return { text, slots: { ...slots, ...Object.fromEntries(forms) } }
}

/** Returns whether a number is told as a place. */
function isPlace(text: string, name: string, value: string): boolean {
  // Most other places that a text may tell are on the first line, too.
  if (name === 'line' && value === '1') return false
  const parts = split(text, value)
  return parts.slice(0, -1).some((part) => isPlaceAfter(part, name))
}

/** Returns a text with a slot where a number is told as a place, and not where it counts something else, such as lines. */
function withPlaces(text: string, slots: Slots, name: string): string {
  const value = String(slots[name])
  const [first = '', ...parts] = split(text, value)
  return parts.reduce(
    (done, part) => `${done}${isPlaceAfter(done, name) ? `{${name}}` : value}${part}`,
    first,
  )
}

/** Returns how many slots a text has. */
export function slotsIn(text: string): number {
  return text.match(SLOT)?.length ?? 0
}

function lengthOfWords(text: string): number {
  return text.replace(SLOT, '').length
}

/** Returns whether a value stands in a text by itself, not within a word or a number. */
function holds(text: string, value: string): boolean {
  return value !== '' && split(text, value).length > 1
}

function withSlots(text: string, slots: Slots, names: readonly string[]): string {
  // The longest value first, because a shorter one may be part of it.
  const inOrder = [...names].sort((a, b) => String(slots[b]).length - String(slots[a]).length)
  return inOrder.reduce((done, name) => {
    const value = String(slots[name])
    // A single sign, such as `a` or a quote, may be a word of the text, too, and no part of what is repeated.
    const quote = value.length === 1 && QUOTES.find((quote) => done.includes(quote + value + quote))
    return quote
      ? done.replaceAll(quote + value + quote, `${quote}{${name}}${quote}`)
      : split(done, value).join(`{${name}}`)
  }, text)
}

/** The most places at which a value is looked for that comes several times. */
const MOST_PLACES = 3

/** Returns the places of a value that a text has several times; none of any other. */
function placesOf(text: string, slots: Slots, name: string): number[] {
  const count = split(text, String(slots[name])).length - 1
  return count < 2 ? [] : [...Array(Math.min(count, MOST_PLACES)).keys()]
}

/** Returns a text with a slot in one of the places of its value. */
function withOneSlot(text: string, slots: Slots, name: string, at: number): string {
  const value = String(slots[name])
  const parts = split(text, value)
  return parts
    .slice(1)
    .reduce((done, part, i) => `${done}${i === at ? `{${name}}` : value}${part}`, parts[0] as string)
}

const WORD = /[\p{L}\p{N}_]/u

function split(text: string, value: string): string[] {
  const parts: string[] = []
  let from = 0
  const slots = Array.from(text.matchAll(SLOT), (slot) => [slot.index, slot.index + slot[0].length] as const)
  /** A sign such as `}` may be a part of a slot. */
  const isOfSlot = (start: number, end: number) =>
    slots.some(([first, last]) => start < last && first < end && !(start <= first && last <= end))
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    if (at < from) continue
    const [before, after] = [text[at - 1] ?? '', text[at + value.length] ?? '']
    const isWithin =
      (WORD.test(before) && WORD.test(value[0] as string)) ||
      (WORD.test(after) && WORD.test(value.at(-1) as string)) ||
      isOfSlot(at, at + value.length)
    if (isWithin) continue
    parts.push(text.slice(from, at))
    from = at + value.length
  }
  return [...parts, text.slice(from)]
}

function subsets<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((all, item) => all.flatMap((some) => [some, [...some, item]]), [[]])
}
