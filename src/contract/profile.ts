import {
  type ChoiceKnob,
  type Knob,
  type KnobName,
  knobNames,
  knobs,
  type SubsetKnob,
  type TextsKnob,
} from './knobs.ts'
import { isPlainObject } from './plain-object.ts'
import type { Seen } from './seen.ts'

type Value<K> =
  K extends ChoiceKnob<infer C>
    ? C
    : K extends SubsetKnob<infer C>
      ? readonly C[]
      : K extends TextsKnob<infer C>
        ? Readonly<Record<C, string>>
        : number | null

/** One choice for every point that the interface leaves open. */
export type Choices = { [K in keyof typeof knobs]: Value<(typeof knobs)[K]> }

/** The choices, and what a deployment was seen to do beside them. */
export type Profile = Choices & { seen: Seen }

/** A share of questions, and what it is at least, at 95 %. */
export interface Share {
  share: number
  atLeast: number
}

/** How alike a simulator and a deployment were when they were compared. */
export interface Likeness {
  questions: number
  behaves: Share
  toTheLetter: Share
}

/** Version 2 had one likeness for all questions, beside `at`. */
export interface Measured extends Partial<Likeness> {
  /** ISO 8601. */
  at: string
  everyday?: Likeness
  oddities?: Likeness
}

/** Some choices of a profile and some of its texts; the defaults fill in the rest. */
export type PartialProfile = Partial<Omit<Choices, 'texts'>> & {
  texts?: Partial<Choices['texts']>
  seen?: Seen
  /** The JSON Schema of the file, for editors. */
  $schema?: string
  version?: 2 | 3
  measured?: Measured
  /** What the service never showed, as it refused every body before it read it: the simulator's answers are assumed. */
  assumed?: readonly string[]
}

export type SortField = Profile['sortFields'][number]

export const defaultProfile: Readonly<Profile> = Object.freeze({
  ...(Object.fromEntries(knobNames.map((name) => [name, defaultOf(knobs[name])])) as Choices),
  seen: {},
})

function defaultOf(knob: Knob): unknown {
  if (knob.kind === 'limit') return null
  if (knob.kind === 'texts') return knob.texts
  return knob.kind === 'subset' ? knob.choices : knob.choices[0]
}

/** Completes partial profiles to one profile; later parts win over earlier ones. */
export function completeProfile(...parts: readonly PartialProfile[]): Profile {
  const all: PartialProfile = Object.assign({}, ...parts)
  const { $schema: _, version: _v, measured: _m, assumed: _a, ...choices } = all
  const texts = Object.assign({}, defaultProfile.texts, ...parts.map((part) => part.texts))
  const { sortFields = defaultProfile.sortFields } = choices
  return {
    ...defaultProfile,
    ...choices,
    // Error messages list the fields in this order.
    sortFields: defaultProfile.sortFields.filter((field) => sortFields.includes(field)),
    texts,
  }
}

/** Returns a choice on one line, as the command line has it; texts are quoted. */
export function choiceText(value: Profile[KnobName] | Partial<Profile['texts']>): string {
  if (value === null) return 'none'
  if (Array.isArray(value)) return value.join(',')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, text]) => `${name} ${JSON.stringify(text)}`)
    .join(', ')
}

/** Returns whether two choices for one knob are the same; the order of a list does not matter. */
export function isSameChoice(a: unknown, b: unknown): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return [...value].sort()
  return isPlainObject(value) ? Object.entries(value).sort() : value
}
