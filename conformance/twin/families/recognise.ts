import { groupBy } from '../../../src/contract/group-by.ts'
import { kindsUpwards } from '../../../src/contract/kind-fallbacks.ts'
import { textWith } from '../../../src/contract/template.ts'
import type { Example } from '../example.ts'
import { phraseOf } from '../phrase.ts'
import { jsonParsers } from './json-parsers.ts'
import { validators } from './validators.ts'

/** A text of a target for one situation. */
export interface SituationExample extends Example {
  situation: string
}

/** The texts of a family by situation, each in what a target has around it. */
export interface Recognised {
  family: string
  texts: ReadonlyMap<string, string>
}

interface Family {
  name: string
  texts: Readonly<Record<string, string>>
}

/** One text names a family, a second one confirms it. */
const RECOGNISED = 2
/** A family that says something else more often than this is not the one. */
const MOST_OTHER = 0.34

const parsers: readonly Family[] = jsonParsers.map(({ name, texts }) => ({
  name,
  texts: Object.fromEntries(Object.entries(texts).map(([kind, text]) => [`json.${kind}`, text])),
}))

/** Returns the known parser whose messages the target sends, with its text for each kind of fault; undefined if none fits. */
export function parserOf(examples: readonly SituationExample[]): Recognised | undefined {
  return recognised(parsers, examples)
}

/** Returns the known validator whose messages the target sends; undefined if none fits. */
export function validatorOf(examples: readonly SituationExample[]): Recognised | undefined {
  return recognised(validators, examples)
}

function recognised(
  families: readonly Family[],
  examples: readonly SituationExample[],
): Recognised | undefined {
  const found = families.flatMap((family) => {
    const known = examples.filter(({ situation }) => textOf(family, situation) !== undefined)
    const told = known.map((example) => ({ example, around: aroundIn(family, example) }))
    const { around, alike } = mostAlike(told)
    const texts = new Set(alike.map(({ situation }) => textOf(family, situation)))
    const isConfirmed = texts.size >= RECOGNISED && known.length - alike.length <= known.length * MOST_OTHER
    return isConfirmed ? [{ family, count: alike.length, around: around as Around }] : []
  })
  const [best] = found.sort((a, b) => b.count - a.count)
  if (best === undefined) return undefined
  const { family, around } = best
  const texts = Object.entries(family.texts).map(
    ([situation, text]) => [situation, `${around.before}${text}${around.after}`] as const,
  )
  return { family: family.name, texts: new Map(texts) }
}

interface Told {
  example: SituationExample
  around: Around | undefined
}

/** Returns what most examples have around the words of a family, and those examples. */
function mostAlike(told: readonly Told[]): { around?: Around; alike: readonly SituationExample[] } {
  const known = told.filter((one): one is Told & { around: Around } => one.around !== undefined)
  const groups = groupBy(known, ({ around }) => JSON.stringify(around))
  const [same = []] = [...groups.values()].sort((a, b) => b.length - a.length)
  const [first] = same
  if (first === undefined) return { alike: [] }
  // A place around the words is another one in each text.
  const learned = { before: aroundWith(known, 'before'), after: aroundWith(known, 'after') }
  const isSaid = ({ around, example: { slots } }: (typeof known)[0]) =>
    textWith(learned.before, slots) === around.before && textWith(learned.after, slots) === around.after
  const said = known.filter(isSaid)
  const [around, alike] = said.length > same.length ? [learned, said] : [first.around, same]
  return { around, alike: alike.map(({ example }) => example) }
}

function aroundWith(
  known: readonly { example: SituationExample; around: Around }[],
  side: keyof Around,
): string {
  const [first, ...others] = known.map(({ example: { slots }, around }) => ({ text: around[side], slots }))
  const isVaried = others.some(({ text }) => text !== first?.text)
  return isVaried ? phraseOf([first as Example, ...others]).text : (first?.text ?? '')
}

/** Returns the text of a family for a situation, or for a wider one. */
export function textIn(texts: ReadonlyMap<string, string>, situation: string): string | undefined {
  const [row = '', column = ''] = situation.split('.')
  const kind = kindsUpwards(row, column).find((one) => texts.has(`${row}.${one}`))
  return kind === undefined ? undefined : texts.get(`${row}.${kind}`)
}

function textOf({ texts }: Family, situation: string): string | undefined {
  return textIn(new Map(Object.entries(texts)), situation)
}

interface Around {
  before: string
  after: string
}

/** Returns what a target has around the words of a family; undefined if its text does not have them. */
function aroundIn(family: Family, { situation, text, slots }: SituationExample): Around | undefined {
  const template = textOf(family, situation)
  if (template === undefined) return undefined
  const words = textWith(template, slots)
  const at = text.indexOf(words)
  if (at === -1) return undefined
  const withKey = (part: string) => withSlotOfKey(part, String(slots.key ?? ''))
  return { before: withKey(text.slice(0, at)), after: withKey(text.slice(at + words.length)) }
}

/** Puts the slot of the key in place of a word that is the key. */
function withSlotOfKey(text: string, key: string): string {
  if (!/^\w+$/.test(key)) return text
  return text
    .split(/\b/)
    .map((word) => (word === key ? '{key}' : word))
    .join('')
}
