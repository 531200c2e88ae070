import { type Template, textWith } from '../../../src/contract/template.ts'
import type { Frame } from '../../../src/contract/wording.ts'
import type { Situation } from '../../../src/twin.ts'
import { objectOf } from '../../service/lists.ts'
import { bodyTemplateOf, type RefusedBody } from '../body-template.ts'
import { largestGroup } from '../most-common.ts'
import { phraseOf } from '../phrase.ts'
import type { Answer } from '../target-data.ts'
import { timesOfKey, withKeyOnce } from './key-lists.ts'
import { messageOf, type Refused } from './refused.ts'

/** Returns the headers and the JSON style of answers of one kind, if they differ from those of every refusal. */
export type FormOf = (answers: readonly [Answer, ...Answer[]]) => Pick<Frame, 'headers' | 'json'>

/** How a target refuses in one situation. */
export interface LearnedSituation {
  name: string
  /** The key of the frame that it has without one of its own: its source or its status. */
  defaultFrameKey: string
  frame: Frame
  text: string
  /** The names of its key, where lists have it more than once. */
  keys?: readonly string[]
  /** What its body says in slots of its own. */
  own?: Readonly<Record<string, Template>>
  /** The bodies that it was learned from. */
  bodies: readonly RefusedBody[]
  matchesDefault: boolean
  matchesDefaultText: boolean
}

export type LearnSituation = (group: readonly [Refused, ...Refused[]]) => LearnedSituation

/** Returns what learns a situation from the answers to all requests with just this fault. What it knows is not learned again. */
export function createLearnSituation(formOf: FormOf): LearnSituation {
  const places = new WeakMap<Answer, number>()
  let count = 0
  const placeOf = (answer: Answer) => {
    const place = places.get(answer) ?? count++
    places.set(answer, place)
    return place
  }
  const known = new Map<string, LearnedSituation>()
  return (group) => {
    const name = JSON.stringify(
      group.map(({ answer, situations, defaultFrameKey, matchesDefault, matchesDefaultText }) => [
        placeOf(answer),
        situations,
        defaultFrameKey,
        matchesDefault,
        matchesDefaultText,
      ]),
    )
    const learned = known.get(name) ?? learnSituation(group, formOf)
    known.set(name, learned)
    return learned
  }
}

/** Learns a situation in the words of the questions that are named after it, should most others be refused in other words. */
function learnSituation(group: readonly [Refused, ...Refused[]], formOf: FormOf): LearnedSituation {
  const learned = learnedFrom(group, formOf)
  const [first, ...others] = group.filter(({ isNamed }) => isNamed)
  const isSaidTo = ({ answer, situations, request }: Refused) =>
    textWith(learned.text, { ...request, ...situations[0]?.slots }) === messageOf(answer)
  if (first === undefined || [first, ...others].some(isSaidTo)) return learned
  return learnedFrom([first, ...others], formOf)
}

function learnedFrom(group: readonly [Refused, ...Refused[]], formOf: FormOf): LearnedSituation {
  const [{ situations, defaultFrameKey }] = group
  const { name } = situations[0] as Situation
  // A rare other status or form is a situation that the tables do not distinguish: the most common one counts.
  const alike = largestGroup(group, ({ answer, situations }) => likeness(answer, situations[0]?.slots))
  const examples = alike.map(({ situations, answer, request }) => ({
    answer,
    slots: { ...request, ...(situations[0] as Situation).slots },
  }))
  const [{ answer }] = examples as [(typeof examples)[0]]
  const whole = examples.map(
    ({ answer, slots }): RefusedBody => ({
      body: answer.json ?? answer.text,
      slots,
      message: messageOf(answer),
    }),
  )
  const times = timesOfKey(whole)
  const bodies =
    times > 1 ? whole.map((one) => ({ ...one, body: withKeyOnce(one.body, one.slots.key) })) : whole
  const body = bodyTemplateOf(bodies as [RefusedBody])
  const messages = examples.map(({ answer, slots }) => ({ text: messageOf(answer), slots }))
  const { text } = phraseOf(messages as [(typeof messages)[0]])
  const { headers, json } = formOf(examples.map((example) => example.answer) as [Answer])
  const frame: Frame = { status: answer.status, body, ...(headers && { headers }), ...(json && { json }) }
  const matchesDefault =
    headers === undefined && json === undefined && alike.every((one) => one.matchesDefault)
  const matchesDefaultText = alike.every((one) => one.matchesDefaultText)
  const keys = times > 1 && { keys: Array.from({ length: times }, () => '{key}') }
  return { name, defaultFrameKey, frame, text, ...keys, bodies, matchesDefault, matchesDefaultText }
}

/** Returns what answers have in common that differ only in their values. */
function likeness({ status, headers, json }: Answer, slots: Situation['slots'] = {}): string {
  return JSON.stringify([status, headers['content-type'] ?? null, outlineOf(json, slots)])
}

/** @param slots the name of the field with the fault, which a body may have as a name of its own, and what was sent */
function outlineOf(value: unknown, slots: Situation['slots']): unknown {
  // What was sent is of any type.
  if (slots.json !== undefined && JSON.stringify(value) === slots.json) return 'string'
  if (Array.isArray(value)) return value.map((one) => outlineOf(one, slots))
  const object = objectOf(value)
  if (object === undefined) return typeof value
  return Object.entries(object).map(([name, one]) => [
    name === slots.key ? '{key}' : name,
    outlineOf(one, slots),
  ])
}
