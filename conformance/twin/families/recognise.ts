import { groupBy } from '../../../src/contract/group-by.ts'
import { kindsUpwards } from '../../../src/contract/kind-fallbacks.ts'
import { textWith } from '../../../src/contract/template.ts'
import type { Example } from '../phrase.ts'
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
    const groups = [
      ...groupBy(
        told.filter(({ around }) => around !== undefined),
        ({ around }) => JSON.stringify(around),
      ).values(),
    ].sort((a, b) => b.length - a.length)
    const [alike = []] = groups
    const texts = new Set(alike.map(({ example: { situation } }) => textOf(family, situation)))
    const isConfirmed = texts.size >= RECOGNISED && known.length - alike.length <= known.length * MOST_OTHER
    return isConfirmed ? [{ family, count: alike.length, around: alike[0]?.around as Around }] : []
  })
  const [best] = found.sort((a, b) => b.count - a.count)
  if (best === undefined) return undefined
  const { family, around } = best
  const texts = Object.entries(family.texts).map(
    ([situation, text]) => [situation, `${around.before}${text}${around.after}`] as const,
  )
  return { family: family.name, texts: new Map(texts) }
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
