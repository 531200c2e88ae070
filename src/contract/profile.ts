import { closest, distance } from 'fastest-levenshtein'
import {
  type ChoiceKnob,
  type Knob,
  type KnobName,
  knobNames,
  knobs,
  type SubsetKnob,
  type TextsKnob,
} from './knobs.ts'

type Value<K> =
  K extends ChoiceKnob<infer C>
    ? C
    : K extends SubsetKnob<infer C>
      ? readonly C[]
      : K extends TextsKnob<infer C>
        ? Readonly<Record<C, string>>
        : number | null

/** One choice for every point that the interface leaves open. */
export type Profile = { [K in keyof typeof knobs]: Value<(typeof knobs)[K]> }

/** Some choices of a profile, and some of its texts; the others are the defaults. */
export type PartialProfile = Partial<Omit<Profile, 'texts'>> & {
  texts?: Partial<Profile['texts']>
  /** For editors. */
  $schema?: string
}

export type SortField = Profile['sortFields'][number]

export const defaultProfile: Readonly<Profile> = Object.freeze(
  Object.fromEntries(knobNames.map((name) => [name, defaultOf(knobs[name])])) as Profile,
)

function defaultOf(knob: Knob): unknown {
  if (knob.kind === 'limit') return null
  if (knob.kind === 'texts') return knob.texts
  return knob.kind === 'subset' ? knob.choices : knob.choices[0]
}

/** A whole profile from some choices, of which the later ones win. */
export function completeProfile(...parts: readonly PartialProfile[]): Profile {
  const { $schema: _, ...choices } = Object.assign({}, ...parts) as PartialProfile
  const texts = Object.assign({}, defaultProfile.texts, ...parts.map((part) => part.texts))
  const { sortFields = defaultProfile.sortFields } = choices
  return {
    ...defaultProfile,
    ...choices,
    // In the order in which refusals tell them.
    sortFields: defaultProfile.sortFields.filter((field) => sortFields.includes(field)),
    texts,
  }
}

/** What is wrong with some choices of a profile, a line each, with the nearest right spelling; none where nothing is. */
export function profileFaults(value: unknown): string[] {
  if (!isObject(value)) return ['a profile is an object with a choice for each knob']
  return Object.entries(value).flatMap(([name, choice]) => {
    if (name === '$schema')
      return typeof choice === 'string' ? [] : [`$schema must be a text, not ${shown(choice)}`]
    if (!Object.hasOwn(knobs, name)) return [`knob "${name}" is unknown${hint(name, knobNames)}`]
    return choiceFaults(knobs[name as KnobName], choice).map((fault) => name + fault)
  })
}

function choiceFaults(knob: Knob, value: unknown): string[] {
  if (knob.kind === 'texts') return textFaults(Object.keys(knob.texts), value)
  const fault = choiceFault(knob, value)
  return fault === undefined ? [] : [fault]
}

function choiceFault(knob: Exclude<Knob, TextsKnob>, value: unknown): string | undefined {
  if (knob.kind === 'choice') {
    if (knob.choices.includes(value as string)) return undefined
    return ` must be ${or(knob.choices)}, not ${shown(value)}${hint(value, knob.choices)}`
  }
  if (knob.kind === 'limit') {
    const { least, step } = knob
    if (value === null) return undefined
    const isNumber = typeof value === 'number' && Number.isSafeInteger(value)
    if (isNumber && value >= least && value % step === 0) return undefined
    const grid = step > 1 ? ` that is a multiple of ${step}` : ''
    return ` must be null for no limit (none on a command line), or a whole number from ${least}${grid}, not ${shown(value)}`
  }
  const isList = Array.isArray(value) && value.length > 0 && new Set(value).size === value.length
  if (isList && value.every((one) => knob.choices.includes(one))) return undefined
  const stranger = Array.isArray(value) && value.find((one) => !knob.choices.includes(one))
  return ` must be a list of one or more of ${knob.choices.join(', ')}, each once, not ${shown(value)}${hint(stranger, knob.choices)}`
}

function textFaults(names: readonly string[], value: unknown): string[] {
  if (!isObject(value)) return [` must be an object with ${names.join(' and ')}, not ${shown(value)}`]
  return Object.entries(value).flatMap(([name, text]) => {
    if (!names.includes(name)) return [` has no text "${name}"${hint(name, names)}`]
    return typeof text === 'string' && text !== ''
      ? []
      : [`.${name} must be a text of one character or more, not ${shown(text)}`]
  })
}

/**
 * A choice as it is written on a command line: `none` is no limit, a comma stands between several, and a text has its
 * name behind a dot, as in `texts.notFound`.
 * @returns what a profile says in its place, which may well be unsound
 */
export function readChoice(name: string, text: string): PartialProfile {
  const [, knobName = '', part] = /^([^.]*)(?:\.(.*))?$/s.exec(name) as RegExpExecArray
  const knob = Object.hasOwn(knobs, knobName) ? (knobs[knobName as KnobName] as Knob) : undefined
  if (knob === undefined || (knob.kind === 'texts') !== (part !== undefined)) return unsound({ [name]: text })
  if (knob.kind === 'texts') return unsound({ [knobName]: { [part as string]: text } })
  if (knob.kind === 'subset') return unsound({ [knobName]: text.split(',').map((one) => one.trim()) })
  if (knob.kind === 'choice') return unsound({ [knobName]: text })
  if (/^(none|null)$/.test(text)) return unsound({ [knobName]: null })
  return unsound({ [knobName]: /^\d{1,15}$/.test(text) ? Number(text) : text })
}

const unsound = (value: object): PartialProfile => value as PartialProfile

/** A choice in one line, as {@link readChoice} reads it; texts are quoted. */
export function choiceText(value: Profile[KnobName] | Partial<Profile['texts']>): string {
  if (value === null) return 'none'
  if (Array.isArray(value)) return value.join(',')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, text]) => `${name} ${JSON.stringify(text)}`)
    .join(', ')
}

/** Whether two choices for one knob are the same. */
export function isSameChoice(a: unknown, b: unknown): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return [...value].sort()
  return isObject(value) ? Object.entries(value).sort() : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As a question, the word that may have been meant, unless none is near. */
export function hint(given: unknown, known: readonly string[]): string {
  const near = typeof given === 'string' ? nearest(given, known) : undefined
  return near === undefined ? '' : `: did you mean ${near}?`
}

/** The word that may have been meant, unless none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  if (given === '' || known.length === 0) return undefined
  const words = new Map(known.map((word) => [word.toLowerCase(), word]))
  const near = closest(given.toLowerCase(), [...words.keys()])
  // Two letters of a word of three are nearly all of it, unless they have only changed places.
  const isShort = given.length < 4 && sorted(given) !== sorted(near)
  const most = isShort ? Math.min(1, given.length - 1) : Math.max(2, given.length / 3)
  return distance(given.toLowerCase(), near) <= most ? words.get(near) : undefined
}

function sorted(word: string): string {
  return [...word.toLowerCase()].sort().join('')
}

function or(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
