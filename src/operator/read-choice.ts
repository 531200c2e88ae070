import { type Knob, type KnobName, knobs } from '../contract/knobs.ts'
import type { PartialProfile } from '../contract/profile.ts'

/**
 * Reads a choice from the command line: `none` is no limit, commas separate several choices, and a dot precedes the
 * name of a text, as in `texts.notFound`.
 * @returns the choice as a profile, which the caller must still check
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
