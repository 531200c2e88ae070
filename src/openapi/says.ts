import { type ClauseId, clauses } from '../contract/clauses.ts'
import { type Knob, type KnobName, knobs } from '../contract/knobs.ts'
import type { Profile } from '../contract/profile.ts'

const sentences = new Map<string, string>(clauses.map(({ id, says }) => [id, says]))

/** Returns what the interface says, and the clauses that say it. */
export function says(...ids: ClauseId[]) {
  return { description: ids.map((id) => sentences.get(id)).join(' '), 'x-clause': ids }
}

/** Returns the open points that some knobs decide, with what the profile chooses. */
export function openPoints(profile: Profile, ...names: KnobName[]) {
  const points = names.map((name) => {
    const { clause, says, basis, ...knob }: Knob = knobs[name]
    return [name, { clause, says, basis, choices: choicesOf(knob as Knob), chosen: profile[name] }]
  })
  return { 'x-open-point': Object.fromEntries(points) }
}

function choicesOf(knob: Knob): unknown {
  if (knob.kind === 'choice') return knob.choices
  if (knob.kind === 'subset') return `one or more of ${knob.choices.join(', ')}`
  if (knob.kind === 'texts') return 'any texts'
  return `null, or a number from ${knob.least}${knob.step > 1 ? ` in steps of ${knob.step}` : ''}`
}
