import { groupBy } from '../../../src/contract/group-by.ts'
import { kindsUpwards } from '../../../src/contract/kind-fallbacks.ts'
import { type Example, filled } from '../phrase.ts'
import { jsonParsers, type ParserFamily } from './json-parsers.ts'

/** A text of a target for one kind of fault. */
export interface KindExample extends Example {
  kind: string
}

/** The texts of a family, each in what a target has around it. */
export interface Recognised {
  family: string
  texts: ReadonlyMap<string, string>
}

/** So many examples of different kinds recognise a family: one names it, a second confirms it. */
const RECOGNISED = 2
/** A family that says something else more often than this is not the one. */
const MOST_OTHER = 0.34

/** Returns the parser whose words a target repeats, with a text for each kind of fault; undefined if none is known. */
export function parserOf(examples: readonly KindExample[]): Recognised | undefined {
  const found = jsonParsers.flatMap((family) => {
    const told = examples.map((example) => ({ example, around: aroundIn(family, example) }))
    const known = told.filter(({ example }) => textOf(family, example.kind) !== undefined)
    const groups = [
      ...groupBy(
        known.filter(({ around }) => around !== undefined),
        ({ around }) => JSON.stringify(around),
      ).values(),
    ].sort((a, b) => b.length - a.length)
    const [alike = []] = groups
    const texts = new Set(alike.map(({ example }) => example.text))
    const isConfirmed = texts.size >= RECOGNISED && known.length - alike.length <= known.length * MOST_OTHER
    return isConfirmed ? [{ family, count: alike.length, around: alike[0]?.around as Around }] : []
  })
  const [best] = found.sort((a, b) => b.count - a.count)
  if (best === undefined) return undefined
  const { family, around } = best
  const kinds = Object.entries(family.texts).map(
    ([kind, text]) => [kind, `${around.before}${text}${around.after}`] as const,
  )
  return { family: family.name, texts: new Map(kinds) }
}

interface Around {
  before: string
  after: string
}

function textOf({ texts }: ParserFamily, kind: string): string | undefined {
  const name = kindsUpwards('json', kind).find((one) => Object.hasOwn(texts, one))
  return name === undefined ? undefined : texts[name]
}

/** Returns what a target has around the words of a parser; undefined if its text does not have them. */
function aroundIn(family: ParserFamily, { kind, text, slots }: KindExample): Around | undefined {
  const template = textOf(family, kind)
  if (template === undefined) return undefined
  const words = filled(template, slots)
  const at = text.indexOf(words)
  return at === -1 ? undefined : { before: text.slice(0, at), after: text.slice(at + words.length) }
}
