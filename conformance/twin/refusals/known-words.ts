import { textWith } from '../../../src/contract/template.ts'
import type { Phrase, Refusals } from '../../../src/contract/wording.ts'
import type { Situation } from '../../../src/twin.ts'
import { type Recognised, type SituationExample, textIn, validatorOf } from '../families/recognise.ts'
import { withinOf } from './joining-in.ts'
import { messageOf, type Refused, sourceOf } from './refused.ts'
import type { LearnedSituation } from './situation.ts'

export const PARSER_SITUATIONS = 'json.'

/** Returns the texts of single faults of these rows. */
export function examplesOf(
  refused: readonly Refused[],
  isOfRow: (situation: string) => boolean,
): SituationExample[] {
  return refused.flatMap(({ situations, answer, request }) => {
    const [{ name, slots }] = situations as readonly [Situation]
    const isOne = situations.length === 1 && isOfRow(name)
    return isOne ? [{ situation: name, text: messageOf(answer), slots: { ...request, ...slots } }] : []
  })
}

/** Returns what was learned with the text of a parser, if that explains as much: it also holds where others were not asked. */
export function ofParser(learned: LearnedSituation, parser: Recognised | undefined): LearnedSituation {
  const { name, bodies } = learned
  if (parser === undefined || !name.startsWith(PARSER_SITUATIONS)) return learned
  const text = textIn(parser.texts, name)
  if (text === undefined) return learned
  // Some services tell only the first line of what a parser says.
  const firstLine = (said: string) => (said.split('\n')[0] as string).trim()
  const isSaid = (said: string, message?: string) => said === message || firstLine(said) === message
  const explainedBy = (one: string) =>
    bodies.filter(({ message, slots }) => isSaid(textWith(one, slots), message)).length
  const explained = explainedBy(text)
  return explained > 0 && explained >= explainedBy(learned.text) ? { ...learned, text } : learned
}

/** Adds the words of a known validator for what was not asked, as where only queries were. */
export function withUnasked(
  phrases: Readonly<Record<string, Phrase>>,
  { refused, joining }: { refused: readonly Refused[]; joining: Refusals['joining'] },
): Record<string, Phrase> {
  const isOfField = (name: string) => sourceOf(name) !== undefined
  const validator = validatorOf(examplesOf(refused, isOfField))
  const isNew = Object.keys(phrases).some(isOfField)
  if (validator === undefined || !isNew) return { ...phrases }
  const seen = new Set(refused.flatMap(({ situations }) => situations.map(({ name }) => name)))
  const unasked = [...validator.texts].filter(([name]) => !seen.has(name) && !Object.hasOwn(phrases, name))
  const rule = (name: string) => joining?.[sourceOf(name) as 'query' | 'payload']
  return {
    ...phrases,
    ...Object.fromEntries(unasked.map(([name, text]) => [name, withinOf(text, rule(name))])),
  }
}
